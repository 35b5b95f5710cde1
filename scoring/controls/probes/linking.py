"""The link follower: a reader who follows names and repeated words from the edit and never computes.

Ours, not the paper's. A collection that following links solves measures linking, so several readings are
tried, and the best of each metric counts: with and without words beside names, with and without a sense for
words that state a relation, in both directions or from the mentioned to the subject alone.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from scoring.ripple.rankings.baselines import Ranking, random_order
from scoring.ripple.scorer.items import RippleItem

DECAY = 0.8
ROUNDS = 8
TIES_SEED = 20_021  # an order of its own for units that score alike, so that no identifier leaks into it

_CAPITAL = re.compile(r"[A-Z][\w’'\-]+")
_OPENING = re.compile(
    r"(?:The |A |An )?[A-Z][\w’'\-]*(?: (?:of|and|the|for|de|in)(?= [A-Z])| [A-Z][\w’'\-]*)*"
)
_WORD = re.compile(r"[a-z][a-z\-]{3,}")
RELATION = re.compile(
    r"\b(than|if|unless|while|when|where|whether|otherwise|else|each|every|per|for all|that many|as many|"
    r"so long as|as long as|at least|at most|no more|no fewer|fewer|more than|below|above|under|over|up to|"
    r"plus|minus|times|sum|total|difference|divided|multiplied|adds|rounded|nearest|larger|smaller|greater|"
    r"lesser|higher|lower|once|until|depends|depending|according|follows|rule|limit|scale|band|rank|"
    r"in the entry on|counted|taken|set by|goes by|either|both|neither)\b"
)
STATES = re.compile(
    r"\b(than|if|unless|otherwise|else|each|every|for all the|that many|as many|so long as|at least|at most|"
    r"until then|plus|minus|equal to|as the total|difference|divid\w+|multipl\w+|adding|adds \d|taking|"
    r"takes [\d,]+ from|rounded|rounds|in the entry on|compares|orders by|draws up its|sets .* beside|"
    r"makes its list|puts the greatest|partner|works with|counts .* among|while .* and|bound by|goes by|"
    r"years (?:on|after|later)|annual target of|from there|where .* and|follows|watches|cue|list|"
    r"over and above|below \d|once|when)\b"
)
_STOP = frozenset(
    word
    for line in (
        "that this with from which have been were their there they them then than when where while also into",
        "over under after before about other some such only most more each every otherwise both either would",
        "could will must does what whose these those between during year years number first second third",
        "entry changes",
    )
    for word in line.split()
)
_INITIAL = frozenset(
    word
    for line in (
        "The A An In At On It He She They His Her Its This These Those For From By Of As After Before During",
        "While When Where If With Since Until But And There Some Most Many One Two Three Four Five",
    )
    for word in line.split()
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a follower sees of one unit: the name that opens it, all names, its words, a relation's words."""

    subject: frozenset[str]
    names: frozenset[str]
    words: frozenset[str]
    relates: bool


@dataclass(frozen=True, slots=True)
class Way:
    """One way of following: what a shared word counts beside a name, and what a relation's words mean.

    `relation` is "ignored", "last" (such units are ranked behind the others), "carries" (they alone are
    followed), "both" (carried, and ranked behind) or "first" (ranked before the others)."""

    words: float
    rarest: int
    relation: str
    both_ways: bool
    pooled: bool = False


# Those that found most, of eighty that were tried on collections with and without units that hold.
WAYS: Mapping[str, Way] = {
    "names, relations last": Way(0.0, 3, "last", False),
    "names, relations first": Way(0.0, 3, "first", False),
    "names and rare words": Way(0.5, 3, "ignored", False, True),
    "names and words, relations last": Way(0.5, 6, "last", False),
    "names and rare words, carried by relations": Way(0.5, 3, "both", False, True),
}


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def reading_of(text: str) -> Reading:
    """Return what a follower sees of a text.

    >>> sorted(reading_of("Orlstow Mill grinds 4 sacks if Ember Trust does.").subject)
    ['Mill', 'Orlstow']
    """
    names = [name for name in _CAPITAL.findall(text) if name not in _INITIAL]
    opening = _OPENING.match(text)
    subject = set(_CAPITAL.findall(opening[0])) - _INITIAL if opening else set()
    words = {_stem(word) for word in _WORD.findall(text) if word not in _STOP}
    return Reading(frozenset(subject), frozenset(names), frozenset(words), RELATION.search(text) is not None)


def readings_of(item: RippleItem) -> tuple[Reading, ...]:
    """Return the readings of an item's units, made once for all ways of following."""
    return _readings(tuple(unit.canonical for unit in item.units))


@lru_cache(maxsize=2_048)
def _readings(texts: tuple[str, ...]) -> tuple[Reading, ...]:
    return tuple(map(reading_of, texts))


def reached(item: RippleItem, way: Way) -> tuple[float, ...]:
    """Return how surely each unit is reached from the edit, going one *way*: 1 at once, less a step on."""
    home = next(place for place, unit in enumerate(item.units) if unit.unit_id == item.edit.unit_id)
    texts = tuple(unit.canonical for unit in item.units)
    return _reached(texts, home, item.edit.description, way)


@lru_cache(maxsize=16_384)
def _reached(texts: tuple[str, ...], home: int, description: str, way: Way) -> tuple[float, ...]:
    readings = _readings(texts)
    common = Counter(name for one in readings for name in one.names)
    spread = Counter(word for one in readings for word in one.words)
    edit = reading_of(description.partition(" changes from ")[0])
    generic = {name for name, number in common.items() if number > len(readings) / 3}
    score: defaultdict[str, float] = defaultdict(float, dict.fromkeys(edit.names - generic, 1.0))
    for word in edit.words if way.words else ():
        score[word] = way.words
    units = [0.0] * len(readings)
    units[home] = 1.0
    rare = [
        frozenset(word for word in one.words if spread[word] < way.rarest) if way.words else frozenset[str]()
        for one in readings
    ]
    for _ in range(ROUNDS):
        before = list(units)
        _step(readings, rare, generic, score, units, way)
        if units == before:
            break
    units[home] = 9.0
    return tuple(units)


def _step(
    readings: tuple[Reading, ...],
    rare: list[frozenset[str]],
    generic: set[str],
    score: defaultdict[str, float],
    units: list[float],
    way: Way,
) -> None:
    """Spread what is reached by one step, from keys to units and from units to their own keys."""
    for place, one in enumerate(readings):
        keys = [score[name] for name in one.names - one.subject - generic]
        keys += [score[name] for name in one.subject - generic] if way.both_ways else []
        keys += [score[word] * way.words for word in rare[place]]
        own = max((score[name] for name in one.subject - generic), default=0.0)
        follows = one.relates or way.relation not in ("carries", "both")
        strength = sum(sorted(keys, reverse=True)[:3]) / 2 if way.pooled else max(keys, default=0.0)
        reach = max(own if way.relation in ("carries", "both", "last") else 0.0, follows * strength * DECAY)
        units[place] = max(units[place], min(reach, 1.0))
    for place, one in enumerate(readings):
        if not (one.relates or way.relation not in ("carries", "both")):
            continue
        gives = one.subject | rare[place] | (one.names if way.both_ways else frozenset())
        for key in gives - generic:
            share = way.words if key in rare[place] else 1.0
            score[key] = max(score[key], units[place] * share)


def ranked(item: RippleItem, key: Callable[[int], tuple[float, ...]]) -> Ranking:
    """Rank units by a key of their places, least first; ties go by a seeded order, not by identifier."""
    places = {unit.unit_id: place for place, unit in enumerate(item.units)}
    return sorted(random_order(item, TIES_SEED), key=lambda unit: key(places[unit.unit_id]))


def follower(way: Way) -> Callable[[RippleItem], Ranking]:
    """Return the ranking of a follower who goes one *way*."""

    def rank(item: RippleItem) -> Ranking:
        scores, readings = reached(item, way), readings_of(item)

        def key(place: int) -> tuple[float, ...]:
            late = readings[place].relates if way.relation in ("last", "both") else False
            late = not readings[place].relates if way.relation == "first" else late
            late = late and item.units[place].unit_id != item.edit.unit_id
            return (late, -scores[place])

        return ranked(item, key)

    return rank


def _carried(item: RippleItem, least: float) -> dict[int, int]:
    """Return how many steps each unit is from the edit, relations being carried by the units that state them.

    A stated relation leads to the plain statement of its subject that shares most words with it, or to itself
    where there is none; it comes from the units of the others that it names, by words again.

    :param least: how much two units' shared words must weigh, rare ones most."""
    readings = readings_of(item)
    home = next(place for place, unit in enumerate(item.units) if unit.unit_id == item.edit.unit_id)
    edit = reading_of(item.edit.description.partition(" changes from ")[0])
    common = Counter(name for one in readings for name in one.names)
    spread = Counter(word for one in readings for word in one.words)
    generic = {name for name, number in common.items() if number > len(readings) / 2}
    subjects = [one.subject - generic for one in readings]
    relates = [place != home and bool(STATES.search(unit.canonical)) for place, unit in enumerate(item.units)]
    words = [one.words | edit.words if place == home else one.words for place, one in enumerate(readings)]

    def shared(one: int, other: int) -> float:
        return sum(1 / max(spread[word], 1) for word in words[one] & words[other])

    edges: list[tuple[int, int]] = []
    for place, one in enumerate(readings):
        if not relates[place]:
            continue
        kin = [
            other
            for other in range(len(readings))
            if other not in (place, home) and not relates[other] and subjects[other] & subjects[place]
        ]
        child = max(kin, key=lambda other: shared(other, place), default=place)
        others = one.names - subjects[place]
        if others & edit.names:
            edges.append((home, child))
        best: dict[frozenset[str], int] = {}
        for other in range(len(readings)):
            named = subjects[other] & others and other not in (place, home, child)
            if named and (child == place or not relates[other]) and shared(other, place) >= least:
                first = best.setdefault(subjects[other], other)
                best[subjects[other]] = max(first, other, key=lambda one: shared(one, place))
        edges += [(other, child) for other in best.values()]
    steps = {home: 0}
    for _ in range(ROUNDS):
        for parent, child in edges:
            if parent in steps:
                steps[child] = min(steps.get(child, ROUNDS * 2), steps[parent] + 1)
    return steps


def carrier(least: float) -> Callable[[RippleItem], Ranking]:
    """Return the ranking of a follower who goes from stated relation to stated relation."""

    def rank(item: RippleItem) -> Ranking:
        steps = _carried(item, least)
        return ranked(item, lambda place: (steps.get(place, ROUNDS * 3),))

    return rank


FOLLOWERS: Mapping[str, Callable[[RippleItem], Ranking]] = {
    **{name: follower(way) for name, way in WAYS.items()},
    "stated relations": carrier(0.0),
    "stated relations and words": carrier(0.2),
}
