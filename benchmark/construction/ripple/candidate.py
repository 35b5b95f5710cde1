"""A candidate before it has identifiers: units in their documents, closure, spans, all by slot (RKB B.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reviewapp.records import canonical_text, sha256
from reviewapp.records.ripple import EDIT

from .nodes import Node, relation
from .plan import AFFECTED, EDITED, REAL, Plan, Slot
from .render import Unit, edited_text
from .shapes import depths_of
from .sources import bare
from .tokens import NUMBER

NUMBER_SPAN, ENTITY_SPAN = "number", "entity"


@dataclass(frozen=True, slots=True)
class Edge:
    """A dependency: what a unit follows from, and the rule that says so."""

    parent: str
    child: str
    rule: str


@dataclass(frozen=True, slots=True)
class SlotSpan:
    """A number or a name in a unit: byte offsets into its canonical text, and the hash of those bytes."""

    slot: str
    kind: str
    start: int
    end: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """One item as the checks see it: roles are known, public identifiers are not."""

    plan: Plan
    texts: Mapping[str, str]
    hashes: Mapping[str, str]
    documents: tuple[tuple[str, tuple[str, ...]], ...]
    edges: tuple[Edge, ...]
    depths: Mapping[str, int]
    spans: tuple[SlotSpan, ...]
    supporting: tuple[str, ...]
    frames: Mapping[str, str]

    def slot(self, name: str) -> Slot:
        """Return a slot of the plan by its name."""
        return next(slot for slot in self.plan.slots if slot.name == name)

    @property
    def downstream(self) -> list[str]:
        """The affected slots below the edited sentence."""
        return [slot.name for slot in self.plan.slots if slot.role == AFFECTED]


def assemble(plan: Plan, units: Sequence[Unit]) -> Candidate:
    """Put a plan's units into their documents, with closure, spans and hashes.

    A unit that the generator did not give is left out, for the checks to find."""
    texts = {unit.slot.name: unit.text for unit in units}
    documents = tuple(
        (
            document.title,
            tuple(slot.name for slot in plan.slots if slot.document == place and slot.name in texts),
        )
        for place, document in enumerate(plan.documents)
    )
    by_node = {slot.node: slot.name for slot in plan.slots if slot.role in (EDITED, AFFECTED)}
    edges = [Edge(EDIT, by_node["n0"], description(plan))]
    edges += [Edge(by_node[parent], by_node[child], rule_of(plan, child)) for parent, child in plan.edges]
    depths = {
        by_node[node.name]: depth for node, depth in zip(plan.chain, depths_of(plan.graph), strict=True)
    }
    hashes = {name: sha256(canonical_text(text).encode()) for name, text in texts.items()}
    spans = tuple(span for name, text in texts.items() for span in spans_of(plan, name, canonical_text(text)))
    supporting = tuple(slot.name for slot in plan.slots if is_supporting(plan, slot))
    frames = {unit.slot.name: unit.frame for unit in units if unit.frame}
    return Candidate(plan, texts, hashes, documents, tuple(edges), depths, spans, supporting, frames)


def description(plan: Plan) -> str:
    """Return what the visible edit says (RKB B.1)."""
    quantity, title = plan.source.quantity, bare(plan.source.home.title)
    return f"The {quantity.named} in the entry on {title} changes from {quantity.text} to {plan.source.new}."


def rule_of(plan: Plan, child: str) -> str:
    """Return what an affected unit follows from, in words; of a rank its own text says so."""
    node = plan.nodes[child]
    return "rank among others" if node.operation == "rank" else relation(node, plan.nodes)


def is_supporting(plan: Plan, slot: Slot) -> bool:
    """Tell whether a unit is a sentence of a paragraph that supports the source's own question."""
    real = plan.documents[slot.document].real
    return slot.role in (EDITED, REAL) and real is not None and plan.source.documents[real].supporting


def spans_of(plan: Plan, slot: str, text: str) -> list[SlotSpan]:
    """Return the numbers and names of a unit, in the order in which they stand."""
    names = {node.entity for node in plan.nodes.values() if node.entity}
    names |= {node.title for node in plan.nodes.values() if node.title}
    names |= {name for node in plan.nodes.values() for name in node.params.get("names", ())}
    found = [(match.start(), match.end(), NUMBER_SPAN) for match in NUMBER.finditer(text)]
    for name in names:
        found += [
            (match.start(), match.end(), ENTITY_SPAN)
            for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)
        ]
    found = [one for one in found if not _inside(one, found)]
    return [_span(slot, kind, text, start, end) for start, end, kind in sorted(found)]


def _inside(one: tuple[int, int, str], found: Sequence[tuple[int, int, str]]) -> bool:
    """Tell whether a stretch lies within a longer name."""
    start, end, _ = one
    return any(
        other[0] <= start
        and end <= other[1]
        and (other[0], other[1]) != (start, end)
        and other[2] == ENTITY_SPAN
        for other in found
    )


def _span(slot: str, kind: str, text: str, start: int, end: int) -> SlotSpan:
    first = len(text[:start].encode())
    quote = text[start:end].encode()
    return SlotSpan(slot, kind, first, first + len(quote), sha256(quote))


def node_of(candidate: Candidate, slot: str) -> Node:
    """Return the node that a slot tells."""
    return candidate.plan.nodes[candidate.slot(slot).node]


__all__ = [
    "EDIT",
    "Candidate",
    "Edge",
    "SlotSpan",
    "assemble",
    "description",
    "edited_text",
    "node_of",
    "spans_of",
]
