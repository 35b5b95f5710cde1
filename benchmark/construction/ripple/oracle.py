"""The semantic oracle: every unit before and after the edit, and each edge on its own.

It proves of a rules item what the paper leaves to reviewers: exactly the closure changes, and each edge is
necessary. Another generator's wording has no expressions to evaluate, so it is not held to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from .expressions import Value
from .nodes import Node, value_of, values_of
from .plan import AFFECTED, EDITED, Plan
from .render import Wording, wording


@dataclass(frozen=True, slots=True)
class Proof:
    """What the oracle found: each slot's text before and after, and edges that change nothing."""

    before: Mapping[str, str]
    after: Mapping[str, str]
    idle_edges: tuple[tuple[str, str], ...]

    @property
    def changed(self) -> frozenset[str]:
        return frozenset(name for name, text in self.before.items() if self.after[name] != text)


@lru_cache(maxsize=8)
def prove(plan: Plan) -> Proof:
    """Evaluate and render a plan's units with the old and the new value, and try each edge alone."""
    words = wording(plan)
    given = _given(plan, plan.before)
    before = values_of(_ordered(plan), given)
    after = values_of(_ordered(plan), {**given, "n0": plan.after["n0"]})
    return Proof(
        {unit.slot.name: unit.text for unit in words.rendered(before)},
        {unit.slot.name: unit.text for unit in words.rendered(after)},
        tuple(edge for edge in plan.edges if not is_necessary(plan, words, edge, before, after)),
    )


def failures(plan: Plan, proof: Proof) -> list[str]:
    """Say in what a proof fails: units that change and should not, or the other way round; idle edges."""
    closure = frozenset(slot.name for slot in plan.slots if slot.role in (EDITED, AFFECTED))
    found = [f"{name} changes outside of the closure" for name in sorted(proof.changed - closure)]
    found += [f"{name} does not change" for name in sorted(closure - proof.changed)]
    found += [f"{child} does not need {parent}" for parent, child in proof.idle_edges]
    return found


def is_necessary(
    plan: Plan, words: Wording, edge: tuple[str, str], before: Mapping[str, Value], after: Mapping[str, Value]
) -> bool:
    """Tell whether a child's text depends on one parent alone.

    That parent is kept at its old value while all others are new; or, where a merge has already flipped by
    another parent, it alone is new while all others are old."""
    parent, child = edge
    held = _text(plan, words, plan.nodes[child], {**after, parent: before[parent]})
    if held != _text(plan, words, plan.nodes[child], after):
        return True
    moved = _text(plan, words, plan.nodes[child], {**before, parent: after[parent]})
    return moved != _text(plan, words, plan.nodes[child], before)


def _text(plan: Plan, words: Wording, child: Node, values: Mapping[str, Value]) -> str:
    slot = next(slot for slot in plan.slots if slot.node == child.name and slot.role == AFFECTED)
    return words.unit(slot, {**values, child.name: value_of(child, {}, values)}).text


def _ordered(plan: Plan) -> list[Node]:
    """Return the nodes, parents first."""
    return list(plan.nodes.values())


def _given(plan: Plan, values: Mapping[str, Value]) -> dict[str, Value]:
    return {node.name: values[node.name] for node in plan.nodes.values() if not node.parents}
