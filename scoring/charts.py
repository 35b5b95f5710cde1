"""Figures as SVG from the tables of numbers; drawn by the worker, never by the web server.

The renderer hangs in a fork of a process that has rendered before: import this where a figure is drawn."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

import altair as alt
import vl_convert

from scoring.reports import heading, slice_label
from scoring.slices import DOMAIN, FR_AT_K, R_AT_1, SR_AT_K, Slice

SHOWN = (R_AT_1, SR_AT_K, FR_AT_K)
ROW_HEIGHT = 28
PANEL_WIDTH = 280
FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a figure on a page of the same theme; the figure itself is see-through."""

    ink: str
    muted: str
    grid: str
    mark: str
    parts: str
    ground: str


THEMES = {
    "light": Theme(
        ink="#1b1e23", muted="#5c6068", grid="#dddad1", mark="#0b6a5f", parts="#5b2f9e", ground="#ffffff"
    ),
    "dark": Theme(
        ink="#eceae5", muted="#a4a9b1", grid="#343940", mark="#4cc4b0", parts="#c6abff", ground="#1d2025"
    ),
}


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
    whole = slices[0].metrics
    figures = ", ".join(
        f"{heading(metric, k)} {whole[metric].value:.3f}"
        for metric in SHOWN
        if whole[metric].value is not None
    )
    return (
        f"Over all items: {figures or 'nothing is defined'}. {len(slices)} rows with 95 % intervals; "
        "the table of these numbers stands beside the figure."
    )


def _label(part: Slice) -> str:
    return writable(slice_label(part))


def writable(text: str) -> str:
    """Return a label as XML can hold it, on one line."""
    return _UNWRITABLE.sub("\ufffd", text.replace("\n", " "))


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


def config_of(theme: Theme) -> dict[str, Any]:
    """Return the settings that every figure of a theme shares."""
    return {
        "background": "transparent",
        "font": FONT,
        "padding": 4,
        "view": {"stroke": None},
        "axis": {
            "labelColor": theme.muted,
            "labelFontSize": 12,
            "gridColor": theme.grid,
            "gridWidth": 1,
        },
        "axisY": {"labelColor": theme.ink, "labelFontSize": 13, "grid": False},
    }


def vegalite_version() -> str:
    """Return the version of the drawing's language as the renderer names it."""
    return ".".join(alt.SCHEMA_VERSION.lstrip("v").split(".")[:2])


def described(svg: str, title: str, text: str) -> str:
    """Put a title and a description into the drawing, for screen readers."""
    head, rest = svg.split(">", 1)
    name, words = (escape(_UNWRITABLE.sub("\ufffd", part)) for part in (title, text))
    words = f'<title id="t">{name}</title><desc id="d">{words}</desc>'
    return f'{head} role="img" aria-labelledby="t d">{words}{rest}'
