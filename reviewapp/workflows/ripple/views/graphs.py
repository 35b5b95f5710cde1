"""Turns a drawing into what the template writes: places with their labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviewapp.records.ripple import EDIT
from reviewapp.workflows.ripple.rules.drawing import Arrow, Column, Place, draw
from reviewapp.workflows.ripple.rules.public import Public
from reviewapp.workflows.ripple.rules.words import Judgement

VERDICT_TITLES = {
    "": "not judged",
    Judgement.SUPPORTED: "Supported",
    Judgement.NOT_SUPPORTED: "Not supported",
    Judgement.AMBIGUOUS: "Ambiguous",
}
NAME_CHARS, SUB_CHARS = 15, 19  # what a node holds of the widest letters


@dataclass(frozen=True, slots=True)
class Caption:
    """The caption of a node or edge: the card that it links to, its label and its verdict."""

    key: str
    label: str
    verdict: str

    @property
    def title(self) -> str:
        return VERDICT_TITLES.get(self.verdict, self.verdict)


@dataclass(frozen=True, slots=True)
class Node:
    """A node where it stands; the edit record has nothing to be judged."""

    place: Place
    caption: Caption | None = None
    name: str = ""
    sub: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge as it is drawn."""

    shape: Arrow
    caption: Caption


@dataclass(frozen=True, slots=True)
class Graph:
    """A closure, drawn."""

    title: str
    width: int
    height: int
    columns: tuple[Column, ...]
    nodes: list[Node]
    edges: list[Edge]


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
    drawn_edges = [_edge(arrow, public, rules[arrow.name], verdicts) for arrow in drawing.arrows]
    return Graph(title, drawing.width, drawing.height, drawing.columns, nodes, drawn_edges)


def _node(place: Place, public: Public, verdicts: Mapping[str, str]) -> Node:
    unit = public.unit(place.name)
    if unit is None:
        return Node(place)
    key = f"u{unit.number}"
    depth = "not reached" if place.depth is None else f"depth {place.depth}"
    caption = Caption(key, f"{depth}, {unit.short}", verdicts.get(key, ""))
    return Node(place, caption, _cut(unit.text, NAME_CHARS), _cut(f"{unit.number} · {unit.title}", SUB_CHARS))


def _edge(shape: Arrow, public: Public, rule: str, verdicts: Mapping[str, str]) -> Edge:
    parent, child = (_called(public, name) for name in (shape.parent, shape.child))
    label = f"edge from {parent} to {child}, by the rule {_cut(rule, 80)}"
    return Edge(shape, Caption(shape.name, label, verdicts.get(shape.name, "")))


def _called(public: Public, name: str) -> str:
    unit = public.unit(name)
    return "the edit record" if name == EDIT or unit is None else f"“{unit.short}”"


def _cut(text: str, chars: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= chars else flat[: chars - 1] + "…"
