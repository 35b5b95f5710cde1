"""The rules generator: a plan's units as text, before and after the edit (RKB §3.1, B.2)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

from .expressions import Value
from .grammar import additions
from .nodes import rule, statement
from .plan import AFFECTED, BYSTANDER, EDITED, REAL, RULE, Plan, Slot
from .quantities import YEAR, written
from .seeds import rng_of
from .tokens import numbers_in


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


class Added(NamedTuple):
    """What is added to a clause: behind the opening name, and at the end; with the frames it came from."""

    middle: str = ""
    tail: str = ""
    frames: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wording:
    """The wording of a plan: what is added to each unit, chosen once, whatever the values."""

    plan: Plan
    added: Mapping[str, Added]

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
        added = self.added[slot.name]
        return Unit(slot, with_added(self.plan, slot, clause, added) + ".", self._frame(slot))

    def _frame(self, slot: Slot) -> str:
        """Name the frames that a unit was made by, words and values aside."""
        node = self.plan.nodes[slot.node]
        kind, number = (
            (RULE, f"{node.rule}/{node.figure}") if slot.role == RULE else ("statement", node.statement)
        )
        return "/".join((kind, node.operation, node.type, str(number), *self.added[slot.name].frames))


def with_added(plan: Plan, slot: Slot, clause: str, added: Added) -> str:
    """Return a clause with what is added to it."""
    if added.middle:
        name = plan.nodes[slot.node].entity
        clause = f"{name}, {added.middle},{clause.removeprefix(name)}"
    return clause + added.tail


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


@lru_cache(maxsize=8)
def wording(plan: Plan) -> Wording:
    """Choose what is added to each generated unit, so that statements end up like rules.

    Rules are long and statements short. The rules are worded first, most as they are; each statement,
    affected or not, then takes one of them for a model and additions that bring it near to that model's
    length, numbers, names and commas (the learned surface control says whether it worked)."""
    rng = rng_of("wording", plan.seed, plan.coordinate.key, plan.source.source_id)
    pools = _Pools(rng)
    added: dict[str, Added] = {}
    rules = [slot for slot in plan.slots if slot.role == RULE]
    for slot in rules:
        own = _look(core(plan, slot, plan.before))
        wanted = (*map(max, own, _target(rng)), rng.uniform(0.2, 0.8), 0.93)
        added[slot.name] = _additions(plan, slot, wanted, rng, pools)
    texts = [with_added(plan, slot, core(plan, slot, plan.before), added[slot.name]) for slot in rules]
    models = [_whole(_look(text), text) for text in texts]
    left: list[Look] = []
    for slot in plan.slots:
        if slot.role in (AFFECTED, BYSTANDER):
            left = left or rng.sample(models, len(models))
            added[slot.name] = _additions(plan, slot, left.pop(), rng, pools)
    return Wording(plan, added)


Look = tuple[float, ...]

# Words, letters, commas, numbers, digits, capitals, semicolons: how much of each is one step of difference.
_STEPS: Look = (1.6, 9.0, 0.4, 0.6, 1.6, 0.7, 0.5, 0.2, 0.05)


def _target(rng: random.Random) -> Look:
    """Draw what a unit should look like at least."""
    words, numbers = rng.uniform(16, 25), rng.choice((1, 1, 2, 2, 3))
    return (words, 5.9 * words, rng.choice((1, 2, 3, 3)), numbers, 2.2 * numbers, rng.choice((4, 4, 5)), 0)


def _look(text: str) -> Look:
    """Return what of a text is seen without reading it, in the order of _STEPS."""
    words = text.split()
    numbers = numbers_in(text)
    return (
        len(words),
        len(text),
        text.count(","),
        len(numbers),
        sum(map(len, numbers)) - sum(number.count(",") for number in numbers),
        sum(map(str.istitle, words)),
        text.count(";") + text.count(":"),
    )


def _whole(look: Look, text: str) -> Look:
    """Return a look with where the text's first number stands, and how its words repeat."""
    number = _FIRST_NUMBER.search(text)
    words = text.split()
    return (*look, number.start() / len(text) if number else 1.0, len(set(words)) / len(words))


_FIRST_NUMBER = re.compile(r"\d")


def _distance(one: Look, other: Look) -> float:
    """Return how unlike two looks are, over as many parts as the shorter has."""
    return sum(abs(a - b) / step for a, b, step in zip(one, other, _STEPS, strict=False))


class _Pools:
    """Additions of each kind, each used once before it comes again."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lists: dict[str, list[str]] = {}
        self.all = {
            "B": additions.WITH_NAME,
            "k": additions.WITH_NUMBER,
            "y": additions.WITH_YEAR,
            "": additions.PLAIN,
        }

    def peek(self, kind: str) -> str:
        if not self.lists.get(kind):
            self.lists[kind] = self.rng.sample(self.all[kind], len(self.all[kind]))
        return self.rng.choice(self.lists[kind])

    def use(self, kind: str, text: str) -> None:
        if text in self.lists[kind]:
            self.lists[kind].remove(text)


@dataclass(frozen=True, slots=True)
class _Addition:
    kind: str
    frame: str
    said: str
    name: str
    look: Look
    words: frozenset[str]

    @property
    def is_verb(self) -> bool:
        return self.frame.startswith("and ")


def _additions(plan: Plan, slot: Slot, wanted: Look, rng: random.Random, pools: _Pools) -> Added:
    """Choose what brings a clause nearest to the look that is wanted: all that may be added is tried."""
    clause = core(plan, slot, plan.before)
    opening = plan.nodes[slot.node].entity
    used = frozenset(word.strip(",.;") for word in clause.casefold().split())
    offered = [one for one in _offered(plan, slot, clause, rng, pools) if not one.words & used]
    open_ = not clause.removeprefix(opening).startswith(",")
    look = _look(clause)
    best, chosen, kept = _distance(_whole(look, clause), wanted), list[_Addition](), Added()
    for tried in _choices(offered, may_insert=open_):
        said = _placed(tried, comma=slot.role == RULE or rng.random() < 0.5)
        seen = _sum(look, tried, said)
        if _distance(seen, wanted) >= best:
            continue
        found = _distance(_whole(seen, with_added(plan, slot, clause, said)), wanted)
        if found < best:
            best, chosen, kept = found, tried, said
    for one in chosen:
        pools.use(one.kind, one.frame)
    return kept


def _offered(plan: Plan, slot: Slot, clause: str, rng: random.Random, pools: _Pools) -> list[_Addition]:
    """Draw what may be added to a unit; a year never into the document whose one year is edited."""
    names = [name for name in _names(plan) if name not in clause]
    with_years = slot.document or plan.source.quantity.kind != YEAR
    kinds = ["B"] * 7 + ["k"] * 6 + [""] * 4 + ["y" if with_years else "k"] * 4
    drawn = (_addition(plan.source.forbidden, kind, names, rng, pools) for kind in kinds)
    return list({one.frame: one for one in drawn}.values())


def _sum(look: Look, tried: Sequence[_Addition], said: Added) -> Look:
    commas = said.tail.count(",") + (2 if said.middle else 0)
    parts = [sum(values) for values in zip(look, *(one.look for one in tried), strict=True)]
    parts[2] = look[2] + commas
    return tuple(parts)


def _choices(offered: Sequence[_Addition], *, may_insert: bool) -> Iterator[list[_Addition]]:
    """Yield what may be added together: a phrase behind the name, a verb at the end, or both.

    Behind the clause's own words no phrase stands: it would be taken to qualify them."""
    verbs = [one for one in offered if one.is_verb]
    phrases = [one for one in offered if not one.is_verb] if may_insert else []
    yield from ([one] for one in offered if one.is_verb or may_insert)
    yield from ([phrase, verb] for phrase in phrases for verb in verbs if _reads(phrase, verb))


def _reads(one: _Addition, other: _Addition) -> bool:
    """Tell whether two additions go together: they share no word and no name, and give one year at most."""
    return not one.words & other.words and not (
        (one.name and one.name == other.name) or one.kind == other.kind == "y"
    )


def _placed(tried: Sequence[_Addition], *, comma: bool) -> Added:
    """Put a phrase behind the name, and what has a verb at the end."""
    middle = "".join(one.said for one in tried if not one.is_verb)
    tail = "".join(f"{',' if comma else ''} {one.said}" for one in tried if one.is_verb)
    return Added(middle, tail, tuple(one.frame for one in tried))


_COMMON = frozenset(("{B}", "since", "which", "under", "behind", "beside", "across"))


def _addition(
    forbidden: frozenset[str], kind: str, names: Sequence[str], rng: random.Random, pools: _Pools
) -> _Addition:
    frame = pools.peek(kind)
    words = frozenset(word for word in frame.split() if len(word) > 4 and word not in _COMMON)
    while True:
        numbers = {
            "k": rng.randint(3, 96),
            "m": written(rng.randint(105, 4_900)),
            "y": rng.randint(1790, 1988),
        }
        name = rng.choice(names)
        said = frame.format(B=name, **numbers)
        if forbidden.isdisjoint(numbers_in(said)):
            return _Addition(kind, frame, said, name if "{B}" in frame else "", _look(said), words)
