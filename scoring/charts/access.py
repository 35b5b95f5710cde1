"""The figure of evidence access: R@1, SR@K and FR@K of one rung (EMB Table 3)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import altair as alt
import vl_convert

from scoring.access.scorer.report import heading, slice_label
from scoring.access.scorer.slices import DOMAIN, FR_AT_K, R_AT_1, SR_AT_K, Slice
from scoring.charts.style import ROW_HEIGHT, THEMES, Theme, config_of, described, vegalite_version, writable

SHOWN = (R_AT_1, SR_AT_K, FR_AT_K)
PANEL_WIDTH = 280


def access_chart(slices: Sequence[Slice], k: int, *, title: str, theme: str = "light") -> str:
    """Draw R@1, SR@K and FR@K of one rung with their intervals, one row a slice (EMB Table 3).

    All items, single- and multi-source items are filled marks, domains are hollow ones in a second colour.
    The figure has a title and a description for those who do not see it.

    :param theme: ``light`` or ``dark``.
    """
    rows = [
        _row(str(place), part, metric)
        for place, part in enumerate(slices)
        for metric in SHOWN
        if part.metrics[metric].n
    ]
    labels = [_label(part) for part in slices]
    panels = [_panel(rows, metric, heading(metric, k), labels, THEMES[theme]) for metric in SHOWN]
    chart = alt.hconcat(*panels, spacing=14).configure(**config_of(THEMES[theme]))
    svg = vl_convert.vegalite_to_svg(chart.to_dict(), vl_version=vegalite_version())
    return described(svg, title, description(slices, k))


def description(slices: Sequence[Slice], k: int) -> str:
    """Say in words what the figure shows: the figures of all items, and where the others stand."""
    overall = slices[0].metrics
    figures = ", ".join(
        f"{heading(metric, k)} {overall[metric].value:.3f}"
        for metric in SHOWN
        if overall[metric].value is not None
    )
    return (
        f"Over all items: {figures or 'nothing is defined'}. {len(slices)} rows with 95 % intervals; "
        "the table of these numbers stands beside the figure."
    )


def _label(part: Slice) -> str:
    return writable(slice_label(part))


def _row(place: str, part: Slice, metric: str) -> dict[str, Any]:
    figure = part.metrics[metric]
    return {
        "row": place,
        "metric": metric,
        "value": figure.value,
        "low": figure.value if figure.low is None else figure.low,
        "high": figure.value if figure.high is None else figure.high,
        "domain": part.kind == DOMAIN,
    }


def _panel(rows: list[dict[str, Any]], metric: str, name: str, labels: list[str], theme: Theme) -> Any:
    """Draw one metric: a dot and its interval a row; only the first panel names the rows."""
    first = metric == SHOWN[0]
    data = alt.InlineData([row for row in rows if row["metric"] == metric])
    plain: dict[str, Any] = {"ticks": False, "domain": False, "title": None}
    names = f"{json.dumps(labels)}[datum.value]"  # rows go by number: a domain may be named as another row is
    axis = alt.Axis(labels=first, labelExpr=names, labelLimit=170, labelPadding=10, **plain)
    y = alt.Y("row:N", scale=alt.Scale(domain=[str(place) for place in range(len(labels))]), axis=axis)
    grid = alt.Axis(values=[0, 0.25, 0.5, 0.75, 1], format=".2f", grid=True, **plain)
    colour = alt.condition("datum.domain", alt.value(theme.parts), alt.value(theme.mark))
    base = alt.Chart(data).encode(y=y, color=colour)
    line = base.mark_rule(strokeWidth=3, strokeCap="round").encode(
        x=alt.X("low:Q", scale=alt.Scale(domain=[0, 1]), axis=grid), x2="high:Q"
    )
    dot = base.mark_point(size=90, strokeWidth=2, opacity=1).encode(
        x="value:Q", fill=alt.condition("datum.domain", alt.value(theme.ground), alt.value(theme.mark))
    )
    heading_of = alt.TitleParams(name, anchor="start", color=theme.muted, fontSize=13, offset=8)
    return (line + dot).properties(title=heading_of, width=PANEL_WIDTH, height=ROW_HEIGHT * len(labels))
