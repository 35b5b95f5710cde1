"""The semantic oracle: every unit before and after the edit, and each edge on its own.

It proves of a rules item what the paper leaves to reviewers: exactly the closure changes, each edge is
necessary, and what holds does so although what it follows from has changed, or because that has held.
Another generator's wording has no expressions to evaluate, so it is not held to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from .expressions import Value
from .nodes import SOURCE, Node, value_of, values_of
from .plan import AFFECTED, EDITED, HELD, Plan
from .render import rendered, rendered_unit


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
    nodes = list(plan.nodes.values())
    before = values_of(nodes, {"n0": plan.before["n0"]})
    after = values_of(nodes, {"n0": plan.after["n0"]})
    return Proof(
        {unit.slot.name: unit.text for unit in rendered(plan, before)},
        {unit.slot.name: unit.text for unit in rendered(plan, after)},
        tuple(edge for edge in plan.edges if not is_necessary(plan, edge, before, after)),
    )


def failures(plan: Plan, proof: Proof) -> list[str]:
    """Say in what a proof fails: units that change and should not, or the other way round; idle edges."""
    closure = frozenset(slot.name for slot in plan.slots if slot.role in (EDITED, AFFECTED))
    found = [f"{name} changes outside of the closure" for name in sorted(proof.changed - closure)]
    found += [f"{name} does not change" for name in sorted(closure - proof.changed)]
    found += [f"{child} does not need {parent}" for parent, child in proof.idle_edges]
    found += [
        f"{slot.name} depends on nothing edited"
        for slot in plan.slots
        if slot.role == HELD and not _reaches_edit(plan, slot.node)
    ]
    return found


def _reaches_edit(plan: Plan, name: str) -> bool:
    node = plan.nodes[name]
    return node.operation == SOURCE or any(_reaches_edit(plan, parent) for parent in node.parents)


def is_necessary(
    plan: Plan, edge: tuple[str, str], before: Mapping[str, Value], after: Mapping[str, Value]
) -> bool:
    """Tell whether a child's text depends on one parent alone.

    That parent is kept at its old value while all others are new; or, where a merge has already flipped by
    another parent, it alone is new while all others are old."""
    parent, child = edge
    kept = _text(plan, plan.nodes[child], {**after, parent: before[parent]})
    if kept != _text(plan, plan.nodes[child], after):
        return True
    moved = _text(plan, plan.nodes[child], {**before, parent: after[parent]})
    return moved != _text(plan, plan.nodes[child], before)


def _text(plan: Plan, child: Node, values: Mapping[str, Value]) -> str:
    slot = next(slot for slot in plan.slots if slot.node == child.name and slot.role == AFFECTED)
    return rendered_unit(plan, slot, {**values, child.name: value_of(child, {}, values)}).text


REASONS = {
    "per": "the lots come to the same number",
    "total": "the lots come to the same number",
    "larger": "the lots come to the same number",
    "threshold": "the limit is not crossed",
    "band": "no limit is crossed",
    "rank": "none of the others is passed",
    "table": "both words lead to the same",
    "tariff": "both words lead to the same",
    "both": "whether both conditions are met stays as it was",
    "either": "whether either condition is met stays as it was",
}
FROM_HELD = "what it follows from holds"


def proof_of(plan: Plan, node: Node) -> dict[str, object]:
    """Return why a unit holds: its inputs before and after, its value, and the reason in words."""
    inputs = [[plan.before[parent], plan.after[parent]] for parent in node.parents]
    moved = any(before != after for before, after in inputs)
    return {
        "inputs": inputs,
        "value": plan.before[node.name],
        "value_after": plan.after[node.name],
        "reason": REASONS[node.operation] if moved else FROM_HELD,
    }
