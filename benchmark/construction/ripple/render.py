"""The rules generator: a plan's units as text, before and after the edit (RKB §3.1, B.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from .expressions import Value
from .nodes import apart, joined, statement
from .plan import EDITED, REAL, RULE, Plan, Slot


@dataclass(frozen=True, slots=True)
class Unit:
    """A rendered unit: its slot, its text, and the frame it was made by."""

    slot: Slot
    text: str
    frame: str = ""


class Generator(Protocol):
    """What makes the wording of a plan's units: by rules, or by a model."""

    name: str

    def units(self, plan: Plan) -> list[Unit]:
        """Return a text for each of the plan's slots, in their order."""


class RulesGenerator:
    """Words a plan by the grammar, without a model; provable by the oracle."""

    name = "rules"

    def units(self, plan: Plan) -> list[Unit]:
        """Return a text for each of the plan's slots, in their order."""
        return rendered(plan, plan.before)


def rendered(plan: Plan, values: Mapping[str, Value]) -> list[Unit]:
    """Return a plan's units as they read with the *values* of nodes."""
    return [rendered_unit(plan, slot, values) for slot in plan.slots]


def rendered_unit(plan: Plan, slot: Slot, values: Mapping[str, Value]) -> Unit:
    """Return one unit as it reads with the *values* of nodes."""
    if slot.role == REAL:
        return Unit(slot, _sentence(plan, slot))
    if slot.role == EDITED:
        return Unit(slot, edited_text(plan, values["n0"]))
    return Unit(slot, clause_of(plan, slot, values) + ".", _frame(plan, slot))


def clause_of(plan: Plan, slot: Slot, values: Mapping[str, Value]) -> str:
    """Return what a generated unit says, without its full stop."""
    node = plan.nodes[slot.node]
    if slot.role == RULE:
        return apart([plan.nodes[name] for name in (slot.node, slot.second) if name], plan.nodes)
    clause = statement(node, values[node.name], plan.nodes)
    return joined(node, clause, plan.nodes) if slot.relates else clause


def _frame(plan: Plan, slot: Slot) -> str:
    """Name the frames that a unit was made by, words and values aside."""
    node = plan.nodes[slot.node]
    relation = f"{node.body}/{node.glue}/{node.references}" if slot.relates else "-"
    core = "-" if slot.role == RULE else str(node.core)
    return "/".join((node.operation, node.type, core, relation))


def _sentence(plan: Plan, slot: Slot) -> str:
    assert slot.sentence
    document, sentence = slot.sentence
    real = plan.documents[document].real
    assert real is not None
    return plan.source.documents[real].sentences[sentence].text


def edited_text(plan: Plan, value: Value) -> str:
    """Return the edited sentence with the old value or, where *value* is the new one, with that."""
    text, quantity = plan.source.sentence.text, plan.source.quantity
    if value == plan.before["n0"]:
        return text
    return text[: quantity.start] + plan.source.new + text[quantity.end :]
