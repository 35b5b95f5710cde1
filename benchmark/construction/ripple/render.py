"""The rules generator: a plan's units as text, before and after the edit (RKB §3.1, B.2)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from .expressions import Value
from .grammar import additions
from .nodes import Node, rule, statement
from .plan import AFFECTED, BYSTANDER, EDITED, REAL, RULE, Plan, Slot
from .seeds import rng_of
from .tokens import numbers_in, tokens_of

WORDS = (13, 32)
TRIALS = 24


@dataclass(frozen=True, slots=True)
class Unit:
    """A rendered unit: its slot, its text, the clause before additions, and the frame it was made by."""

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
        return wording(plan).rendered(plan.before)


@dataclass(frozen=True, slots=True)
class Wording:
    """The wording of a plan: what is added to each unit, chosen once, whatever the values."""

    plan: Plan
    added: Mapping[str, tuple[str, ...]]

    def rendered(self, values: Mapping[str, Value]) -> list[Unit]:
        """Return the units as they read with the *values* of nodes."""
        return [self.unit(slot, values) for slot in self.plan.slots]

    def unit(self, slot: Slot, values: Mapping[str, Value]) -> Unit:
        """Return one unit as it reads with the *values* of nodes."""
        if slot.role == REAL:
            return Unit(slot, _sentence(self.plan, slot))
        if slot.role == EDITED:
            return Unit(slot, edited_text(self.plan, values["n0"]))
        clause = core(self.plan, slot, values)
        return Unit(slot, f"{clause}{''.join(self.added[slot.name])}.", self._frame(slot))

    def _frame(self, slot: Slot) -> str:
        node = self.plan.nodes[slot.node]
        kind, number = (RULE, node.rule) if slot.role == RULE else ("statement", node.statement)
        tail = "".join(self.added[slot.name])
        return f"{kind}/{node.operation}/{node.type}/{number}/{node.figure if kind == RULE else ''}/{_shape_of(self.plan, tail)}"


def _shape_of(plan: Plan, tail: str) -> str:
    for name in _names(plan):
        tail = tail.replace(name, "{B}")
    return "".join("#" if letter.isdigit() else letter for letter in tail)


def _names(plan: Plan) -> list[str]:
    return [*dict.fromkeys(node.entity for node in plan.nodes.values() if node.entity), *plan.neighbours]


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


def core(plan: Plan, slot: Slot, values: Mapping[str, Value]) -> str:
    """Return a generated unit's clause without additions and without its full stop."""
    node = plan.nodes[slot.node]
    return rule(node, plan.nodes) if slot.role == RULE else statement(node, values[node.name], plan.nodes)


def wording(plan: Plan) -> Wording:
    """Choose what is added to each generated unit, by one and the same draw whatever its role.

    Length, names and numbers of a unit are drawn first; additions bring the clause near to them. So a
    statement, which is short, and a rule, which is long, end up alike (the learned surface control)."""
    rng = rng_of("wording", plan.seed, plan.coordinate.key, plan.source.source_id)
    added: dict[str, tuple[str, ...]] = {}
    pools = _Pools(rng)
    for slot in plan.slots:
        if slot.role in (AFFECTED, RULE, BYSTANDER):
            added[slot.name] = _additions(plan, slot, rng, pools)
    return Wording(plan, added)


class _Pools:
    """Additions of each kind, each used once before it comes again."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lists: dict[str, list[str]] = {"B": [], "k": [], "": []}
        self.all = {"B": additions.WITH_NAME, "k": additions.WITH_NUMBER, "": additions.PLAIN}

    def peek(self, kind: str) -> str:
        if not self.lists[kind]:
            self.lists[kind] = self.rng.sample(self.all[kind], len(self.all[kind]))
        return self.rng.choice(self.lists[kind])

    def use(self, kind: str, text: str) -> None:
        if text in self.lists[kind]:
            self.lists[kind].remove(text)


def _additions(plan: Plan, slot: Slot, rng: random.Random, pools: _Pools) -> tuple[str, ...]:
    clause = core(plan, slot, plan.before)
    names = [name for name in _names(plan) if name not in clause]
    length, n_names, n_numbers = rng.randint(*WORDS), rng.choice((2, 2, 3)), rng.choice((1, 1, 2, 2, 3))
    best: tuple[float, list[tuple[str, str, str]]] = (float("inf"), [])
    used = set(clause.casefold().split())
    for _ in range(TRIALS):
        kinds = rng.choice(((), ("B",), ("k",), ("",), ("B", "k"), ("k", ""), ("B", "")))
        chosen = [_addition(plan, kind, names, rng, pools) for kind in kinds]
        if not _reads(clause, used, [said for _, _, said in chosen]):
            continue
        text = clause + "".join(said for _, _, said in chosen)
        found = sum(name in text for name in _names(plan)) + _titles(plan, text)
        cost = (
            abs(len(text.split()) - length)
            + 4 * abs(found - n_names)
            + 3 * abs(len(numbers_in(text)) - n_numbers)
        )
        if cost < best[0]:
            best = cost, chosen
    for kind, frame, _ in best[1]:
        pools.use(kind, frame)
    return tuple(said for _, _, said in best[1])


def _reads(clause: str, used: set[str], said: Sequence[str]) -> bool:
    """Tell whether additions go together: no two that begin alike, "and" last, no word of the clause again."""
    heads = [one.split()[1] for one in said]
    if len(set(heads)) < len(heads) or "and" in heads[:-1]:
        return False
    if len(said) > 1 and {"in", "on", "under", "behind", "beside", "near", "across", "from", "at"} >= set(
        heads
    ):
        return False
    return not any(word in used for one in said for word in one.split() if len(word) > 4 and word.islower())


def _titles(plan: Plan, text: str) -> int:
    return sum(bool(node.title) and node.title in text for node in plan.nodes.values())


def _addition(
    plan: Plan, kind: str, names: Sequence[str], rng: random.Random, pools: _Pools
) -> tuple[str, str, str]:
    frame = pools.peek(kind)
    number = rng.randint(3, 96)
    while set(tokens_of(str(number))) & plan.source.forbidden:
        number = rng.randint(3, 96)
    return kind, frame, frame.format(B=rng.choice(names), k=number)


def node_of(plan: Plan, slot: Slot) -> Node:
    """Return the node that a slot tells."""
    return plan.nodes[slot.node]


def with_value(values: Mapping[str, Value], name: str, value: Value) -> dict[str, Value]:
    """Return *values* with one of them changed."""
    return {**values, name: value}


__all__ = ["Generator", "RulesGenerator", "Unit", "Wording", "core", "edited_text", "replace", "wording"]
