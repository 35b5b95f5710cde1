"""The figure of the shortcut controls (RKB Fig. 2); drawn by the worker, never by the web server."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import vl_convert

from scoring.charts.style import ROW_HEIGHT, THEMES, Theme, config_of, described, vegalite_version

PANEL_WIDTH = 300
Panel = tuple[str, str, str, list[float], str]

PANELS: tuple[Panel, ...] = (
    ("complete_percent", "limit_complete", "Complete-closure@2G (%)", [0, 20, 40, 60, 80, 100], ".0f"),
    ("recall_at_2g", "limit_recall", "Recall@2G", [0, 0.2, 0.4, 0.6, 0.8, 1], ".1f"),
)


def controls_chart(report: Mapping[str, Any], *, title: str, theme: str = "light") -> str:
    """Draw what every control recovers beside its registered limit, one row a control and split (RKB Fig. 2).

    :param report: the controls as JSON.
    :param theme: ``light`` or ``dark``."""
    rows = [row for row in report["rows"] if row["limit_complete"] is not None]
    random = next((row for row in report["rows"] if row["limit_complete"] is None), None)
    colours = THEMES[theme]
    panels = [_panel(rows, random, colours, panel, first=not place) for place, panel in enumerate(PANELS)]
    chart = alt.hconcat(*panels, spacing=18).configure(**config_of(colours))
    svg = vl_convert.vegalite_to_svg(chart.to_dict(), vl_version=vegalite_version())
    return described(svg, title, description(report))


def description(report: Mapping[str, Any]) -> str:
    """Say in words what the figure shows."""
    broken = [row for row in report["rows"] if not row["passed"]]
    parts = [
        f"{row['title']} on {row['split']}: complete {row['complete_percent']:.1f} percent, "
        f"recall {row['recall_at_2g']:.2f}"
        for row in broken
    ]
    verdict = f"Limits are broken: {'; '.join(parts)}." if parts else "Every ranking stays below its limits."
    return (
        f"{verdict} Dots are what was observed, bars the registered limits; the dashed line is a random "
        "ordering. The table of these numbers stands beside the figure."
    )


def _panel(
    rows: Sequence[Mapping[str, Any]],
    random: Mapping[str, Any] | None,
    theme: Theme,
    panel: Panel,
    *,
    first: bool,
) -> Any:
    value, limit, name, ticks, label_format = panel
    data = alt.InlineData(
        [
            {"row": str(place), "value": row[value], "limit": row[limit], "passed": row["passed"]}
            for place, row in enumerate(rows)
        ]
    )
    labels = json.dumps([f"{row['title']}, {row['split']} ({row['n']})" for row in rows])
    plain: dict[str, Any] = {"ticks": False, "domain": False, "title": None}
    axis = alt.Axis(
        labels=first, labelExpr=f"{labels}[datum.value]", labelLimit=260, labelPadding=10, **plain
    )
    y = alt.Y("row:N", scale=alt.Scale(domain=[str(place) for place in range(len(rows))]), axis=axis)
    grid = alt.Axis(values=ticks, format=label_format, grid=True, **plain)
    x = alt.X("value:Q", scale=alt.Scale(domain=[0, ticks[-1]]), axis=grid)
    base = alt.Chart(data).encode(y=y)
    bar = base.mark_tick(thickness=3, size=18, color=theme.muted).encode(x="limit:Q")
    dot = base.mark_point(size=80, strokeWidth=2, opacity=1, color=theme.mark).encode(
        x=x, fill=alt.condition("datum.passed", alt.value(theme.mark), alt.value(theme.ground))
    )
    layers = [bar, dot]
    if random is not None:
        line = alt.Chart(alt.InlineData([{"value": random[value]}]))
        layers.insert(0, line.mark_rule(strokeDash=[4, 4], color=theme.muted).encode(x="value:Q"))
    heading = alt.TitleParams(name, anchor="start", color=theme.muted, fontSize=13, offset=8)
    height = ROW_HEIGHT * max(1, len(rows))
    return alt.layer(*layers).properties(title=heading, width=PANEL_WIDTH, height=height)
