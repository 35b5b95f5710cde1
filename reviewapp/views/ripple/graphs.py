"""A drawing in the form that the template writes: labels beside the places, nothing left to compute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from reviewapp.ripple.drawing import EDIT, Arrow, Place, draw
from reviewapp.ripple.public import Public
from reviewapp.ripple.words import Judgement
from reviewapp.views.ripple.markup import arrow, node

VERDICT_TITLES = {
    "": "not judged",
    Judgement.SUPPORTED: "Supported",
    Judgement.NOT_SUPPORTED: "Not supported",
    Judgement.AMBIGUOUS: "Ambiguous",
}
NAME_CHARS, SUB_CHARS = 17, 21
EDIT_RECORD = (
    '<g class="node"><rect x="{}" y="{}" width="{}" height="{}" rx="8"></rect>'
    '<text class="name" x="{}" y="{}" dy="4">edit</text></g>'
)


@dataclass(frozen=True, slots=True)
class Graph:
    """A closure, drawn; numbers are texts, since templates write numbers by locale."""

    title: str
    width: str
    height: str
    foot: str
    columns: list[tuple[str, str]]
    shapes: list[SafeString]


def graph_of(
    public: Public,
    units: Mapping[str, int | None],
    edges: Sequence[tuple[str, Mapping[str, Any]]],
    *,
    title: str,
    verdicts: Mapping[str, str],
) -> Graph:
    """Return the drawing of *units* (depth by id) and *edges*, each under the key that its place has.

    *verdicts* are by key, which for a unit is `u` and its number.
    """
    drawing = draw(units, [(key, edge["parent"], edge["child"]) for key, edge in edges])
    rules = {key: edge.get("rule", "") for key, edge in edges}
    nodes = [_node(place, public, verdicts) for place in drawing.places]
    arrows = [_arrow(one, public, rules[one.name], verdicts) for one in drawing.arrows]
    columns = [(one.title, str(one.x)) for one in drawing.columns]
    return Graph(
        title, str(drawing.width), str(drawing.height), str(drawing.height - 6), columns, [*nodes, *arrows]
    )


def _node(place: Place, public: Public, verdicts: Mapping[str, str]) -> SafeString:
    unit = public.unit(place.name)
    if unit is None:
        return format_html(
            EDIT_RECORD, place.x, place.y, place.width, place.height, place.center, place.middle
        )
    key = f"u{unit.number}"
    depth = "not reached" if place.depth is None else f"depth {place.depth}"
    at = {
        "x": place.x,
        "y": place.y,
        "width": place.width,
        "height": place.height,
        "center": place.center,
        "name_y": place.y + 20,
        "sub_y": place.y + 38,
        "mark_x": place.right - 10,
        "mark_y": place.y + 14,
    }
    name, sub = _cut(unit.text, NAME_CHARS), _cut(f"{unit.number} · {unit.title}", SUB_CHARS)
    return node(at, **_said(key, f"{depth}, {unit.short}", verdicts), name=name, sub=sub)


def _arrow(shape: Arrow, public: Public, rule: str, verdicts: Mapping[str, str]) -> SafeString:
    parent, child = (_called(public, name) for name in (shape.parent, shape.child))
    label = f"edge from {parent} to {child}, by the rule {_cut(rule, 80)}"
    at: dict[str, int | str] = {
        "path": shape.path,
        "head": shape.head,
        "mark_x": shape.x,
        "mark_y": shape.y - 6,
    }
    return arrow(at, **_said(shape.name, label, verdicts))


def _said(key: str, label: str, verdicts: Mapping[str, str]) -> dict[str, str]:
    verdict = verdicts.get(key, "")
    return {"key": key, "label": label, "verdict": verdict, "title": VERDICT_TITLES.get(verdict, verdict)}


def _called(public: Public, name: str) -> str:
    unit = public.unit(name)
    return "the edit record" if name == EDIT or unit is None else f"“{unit.short}”"


def _cut(text: str, chars: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= chars else flat[: chars - 1] + "…"
