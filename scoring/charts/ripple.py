"""The recovery figure: complete-closure@2G beside Recall@2G, intervals, the later group apart (RKB Fig. 3).

Drawn by the worker, never by the web server, as `scoring.charts` says."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt
import vl_convert

from scoring.charts.style import THEMES, Theme, config_of, described, vegalite_version, writable
from scoring.tables.table import LATER_HEADING, Form, published

COMPLETE, RECALL = "complete_at_2g", "recall_at_2g"
PANELS = ((COMPLETE, "Complete-closure@2G", ".0%"), (RECALL, "Recall@2G", ".2f"))
PANEL_WIDTH, ROW_HEIGHT = 380, 28

Figures = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Mark:
    """One system's row."""

    system: str
    later: bool
    figures: Figures


@dataclass(frozen=True, slots=True)
class About:
    """What the caption of the figure says."""

    release: str
    status: str
    part: str
    n_items: int
    parser: str
    signature: str

    @property
    def population(self) -> str:
        split = "" if self.part == "all" else f"{self.part} "
        return f"{self.n_items} {self.status} {split}items"


def recovery_chart(marks: Sequence[Mark], about: About, theme: str = "light") -> str:
    """Draw one row a system in two panels; rows of the later group are hollow and violet, under a heading."""
    names = _names(marks)
    rows = [row for place, mark in _placed(marks) for row in _rows(place, mark)]
    panels = [_panel(rows, names, *panel, THEMES[theme]) for panel in PANELS]
    chart = alt.hconcat(*panels, spacing=18).configure(**config_of(THEMES[theme]))
    svg = vl_convert.vegalite_to_svg(chart.to_dict(), vl_version=vegalite_version())
    return described(svg, _title(about), f"{_words(marks)} {about.signature}")


def _title(about: About) -> str:
    return (
        f"Complete-closure@2G beside Recall@2G: release {about.release}, {about.population}, "
        f"{about.parser} parser, 95 % source-cluster intervals"
    )


def _words(marks: Sequence[Mark]) -> str:
    sentences = []
    for mark in marks:
        complete, recall = (mark.figures[name]["value"] for name in (COMPLETE, RECALL))
        group = " (later group)" if mark.later else ""
        sentences.append(
            f"{mark.system}{group}: {published(complete, Form.PERCENT)} complete, recall "
            f"{published(recall, Form.TWO)}."
        )
    return " ".join(sentences)


def _names(marks: Sequence[Mark]) -> list[str]:
    """Return the labels of the rows, a heading between the groups."""
    initial = [writable(mark.system) for mark in marks if not mark.later]
    later = [f"{writable(mark.system)} · later" for mark in marks if mark.later]
    return [*initial, *([LATER_HEADING] if later else []), *later]


def _placed(marks: Sequence[Mark]) -> list[tuple[int, Mark]]:
    initial = [mark for mark in marks if not mark.later]
    later = [mark for mark in marks if mark.later]
    return [*enumerate(initial), *enumerate(later, len(initial) + 1)]


def _rows(place: int, mark: Mark) -> list[dict[str, Any]]:
    return [
        {
            "row": str(place),
            "metric": metric,
            "value": figure["value"],
            "low": figure["value"] if figure["low"] is None else figure["low"],
            "high": figure["value"] if figure["high"] is None else figure["high"],
            "later": mark.later,
        }
        for metric, _, _ in PANELS
        if (figure := mark.figures[metric])["value"] is not None
    ]


def _panel(
    rows: Sequence[dict[str, Any]], names: Sequence[str], metric: str, title: str, form: str, theme: Theme
) -> Any:
    """Draw one metric: a dot and its interval a row; only the first panel names the rows."""
    first = metric == COMPLETE
    plain: dict[str, Any] = {"ticks": False, "domain": False, "title": None}
    labels = f"{json.dumps(names)}[datum.value]"
    axis = alt.Axis(labels=first, labelExpr=labels, labelLimit=300, labelPadding=10, **plain)
    y = alt.Y("row:N", scale=alt.Scale(domain=[str(place) for place in range(len(names))]), axis=axis)
    grid = alt.Axis(values=[0, 0.25, 0.5, 0.75, 1], format=form, grid=True, **plain)
    colour = alt.condition("datum.later", alt.value(theme.parts), alt.value(theme.mark))
    data = alt.InlineData([row for row in rows if row["metric"] == metric])
    base = alt.Chart(data).encode(y=y, color=colour)
    line = base.mark_rule(strokeWidth=3, strokeCap="round").encode(
        x=alt.X("low:Q", scale=alt.Scale(domain=[0, 1]), axis=grid), x2="high:Q"
    )
    dot = base.mark_point(size=90, strokeWidth=2, opacity=1).encode(
        x="value:Q", fill=alt.condition("datum.later", alt.value(theme.ground), alt.value(theme.mark))
    )
    heading = alt.TitleParams(title, anchor="start", frame="group", color=theme.muted, fontSize=13, offset=8)
    return (line + dot).properties(title=heading, width=PANEL_WIDTH, height=ROW_HEIGHT * len(names))
