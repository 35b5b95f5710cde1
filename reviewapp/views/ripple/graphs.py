"""A drawing in the form that the template writes: labels beside the places, nothing left to compute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviewapp.ripple.drawing import EDIT, Arrow, Drawing, Place, draw
from reviewapp.ripple.public import Public
from reviewapp.ripple.words import Judgement

VERDICT_TITLES = {
    "": "not judged",
    Judgement.SUPPORTED: "Supported",
    Judgement.NOT_SUPPORTED: "Not supported",
    Judgement.AMBIGUOUS: "Ambiguous",
}
NAME_CHARS, SUB_CHARS = 17, 21


@dataclass(frozen=True, slots=True)
class Marked:
    """A node or an arrow of the drawing: what it leads to, is called, and has been judged."""

    shape: Place | Arrow
    key: str
    label: str
    verdict: str
    name: str = ""
    sub: str = ""

    @property
    def verdict_title(self) -> str:
        return VERDICT_TITLES.get(self.verdict, self.verdict)


@dataclass(frozen=True, slots=True)
class Graph:
    """A closure, drawn."""

    title: str
    drawing: Drawing
    nodes: list[Marked]
    arrows: list[Marked]

    @property
    def foot(self) -> int:
        return self.drawing.height - 6


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
    arrows = [_arrow(arrow, public, rules[arrow.name], verdicts) for arrow in drawing.arrows]
    return Graph(title, drawing, nodes, arrows)


def _node(place: Place, public: Public, verdicts: Mapping[str, str]) -> Marked:
    unit = public.unit(place.name)
    if unit is None:
        return Marked(place, "", "the edit record", "")
    key = f"u{unit.number}"
    depth = "not reached" if place.depth is None else f"depth {place.depth}"
    return Marked(
        place,
        key,
        f"{depth}, {unit.short}",
        verdicts.get(key, ""),
        _cut(unit.text, NAME_CHARS),
        _cut(f"{unit.number} · {unit.title}", SUB_CHARS),
    )


def _arrow(arrow: Arrow, public: Public, rule: str, verdicts: Mapping[str, str]) -> Marked:
    parent, child = (_called(public, name) for name in (arrow.parent, arrow.child))
    label = f"edge from {parent} to {child}, by the rule {_cut(rule, 80)}"
    return Marked(arrow, arrow.name, label, verdicts.get(arrow.name, ""))


def _called(public: Public, name: str) -> str:
    unit = public.unit(name)
    return "the edit record" if name == EDIT or unit is None else f"“{unit.short}”"


def _cut(text: str, chars: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= chars else flat[: chars - 1] + "…"
