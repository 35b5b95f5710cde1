"""Builds a collection: assignment, preflight, every reserve attempted, the first valid chosen (RKB B.2)."""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reviewapp.records import InputFile, Problems, canonical_text

from .candidate import Candidate, assemble
from .checks import failures_of, isolation_failures
from .grammar.names import NamePool, OutOfNames
from .ids import key_of, publish
from .plan import Plan, Unfillable, make_plan
from .quantities import YEAR
from .render import Generator, RulesGenerator
from .schedule import RESERVES, SPLITS, Coordinate, reserves_for
from .seeds import by_hash, digest
from .sources import PreparedSource, Reading, Rejected, assign, prepare, read_records

Progress = Callable[[str, int, int | None], None]  # what is being done, how many are, of how many


SOURCES = "Looking through the sources"
SPARES = 200  # most sources that a place is offered beyond its reserves


class GenerationFailed(ValueError):
    """A generator that gave no usable completion; the reason is one of a few words."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a collection is built.

    On `seed` the splits hang, which are told; on `secret` everything else: plans, values, wording,
    identifiers and orders. Without a secret these hang on the seed too, and whoever knows it can make them.
    """

    seed: int = 1
    secret: str = ""
    reserves: int = RESERVES
    excluded: frozenset[str] = frozenset()

    @property
    def root(self) -> str:
        """What all draws hang on."""
        return digest("ripple", self.seed, self.secret)


@dataclass
class Tally:
    """What became of the sources, counted."""

    preflight: Counter[str] = field(default_factory=Counter)
    mechanical: Counter[str] = field(default_factory=Counter)
    generation: Counter[str] = field(default_factory=Counter)
    details: list[str] = field(default_factory=list)
    attempted: int = 0
    passed: int = 0
    reserves: dict[str, int] = field(default_factory=dict)


@dataclass
class Collection:
    """The items of a schedule in an order of their own, and all that a report needs."""

    items: list[dict[str, Any]]
    manifest: list[dict[str, Any]]
    selected: list[Candidate]
    unfilled: list[str]
    tally: Tally
    assigned: Mapping[str, Sequence[str]]
    reading: Reading
    passages: Mapping[str, Sequence[str]]


def build(
    files: Sequence[InputFile],
    schedule: Sequence[Coordinate],
    problems: Problems,
    options: Options,
    *,
    generator: Generator | None = None,
    progress: Progress = lambda text, done, total: None,
) -> Collection:
    """Build the collection of a schedule from MuSiQue files.

    Sources are assigned to splits by their ids before any is looked at; each split's sources that pass the
    preflight are dealt to its coordinates; all are attempted, once each."""
    generator = generator or RulesGenerator()
    reading, tally = Reading(), Tally()
    progress("Reading the ids", 0, None)
    ids = [record.source_id for record in read_records(files, Problems(), Reading())]
    assigned = assign(ids, seed=options.seed, excluded=options.excluded)
    prepared = _prepared(
        files, problems, reading, options, tally, lambda done: progress(SOURCES, done, len(ids))
    )
    eligible = {split: _in_order(sources, prepared) for split, sources in assigned.items()}
    reserves = reserves_for(schedule, eligible, options.reserves, seed=options.root)
    tally.reserves = {key: len(found) for key, found in reserves.items()}
    edited = {source.sentence.text: "another edit" for source in prepared.values()}
    filling = _Filling(NamePool(options.root), ChainMap({}, edited), generator, options, tally)
    for number, coordinate in enumerate(schedule, 1):
        progress("Attempting places", number, len(schedule))
        filling.fill(coordinate, [prepared[source_id] for source_id in reserves[coordinate.key]])
    for coordinate in schedule:
        if coordinate.key not in filling.chosen:
            spare = filling.unused(prepared[one] for one in eligible.get(coordinate.split, ()))
            filling.fill(coordinate, spare[:SPARES], first_alone=True)
    order = by_hash(filling.chosen, "order", options.root)
    selected = [filling.chosen[key] for key in order]
    unfilled = [place.key for place in schedule if place.key not in filling.chosen]
    key = key_of(options.seed, options.secret)
    published = [publish(one, key, generator=generator.name) for one in selected]
    items, manifest = [item for item, _ in published], [line for _, line in published]
    passages = {
        candidate.plan.source.source_id: [
            candidate.plan.source.documents[document.real].sha256
            for document in candidate.plan.documents
            if document.real is not None
        ]
        for candidate in selected
    }
    return Collection(items, manifest, selected, unfilled, tally, assigned, reading, passages)


def _in_order(sources: Sequence[str], prepared: Mapping[str, PreparedSource]) -> list[str]:
    """Return the sources that passed the preflight; years, of which there are most, come last."""
    found = [one for one in sources if one in prepared]
    return sorted(found, key=lambda one: prepared[one].quantity.kind == YEAR)


def _prepared(
    files: Sequence[InputFile],
    problems: Problems,
    reading: Reading,
    options: Options,
    tally: Tally,
    tick: Callable[[int], None],
) -> dict[str, PreparedSource]:
    prepared: dict[str, PreparedSource] = {}
    taken: set[str] = set()
    for number, record in enumerate(read_records(files, problems, reading), 1):
        tick(number)
        if record.source_id in options.excluded:
            continue
        try:
            source = prepare(record, seed=options.root, taken=taken)
        except Rejected as error:
            tally.preflight[str(error)] += 1
        else:
            prepared[source.source_id] = source
            taken.add(source.sentence.text)
    return prepared


class _Filling:
    """The places of a schedule as they are filled, with what they have used."""

    def __init__(
        self,
        names: NamePool,
        used: ChainMap[str, str],
        generator: Generator,
        options: Options,
        tally: Tally,
    ) -> None:
        self.chosen: dict[str, Candidate] = {}
        self._names, self._used, self._tally = names, used, tally
        self._generator, self._options = generator, options
        self._taken: set[str] = set()

    def unused(self, sources: Iterable[PreparedSource]) -> list[PreparedSource]:
        """Return the sources that no item is made from."""
        return [source for source in sources if source.source_id not in self._taken]

    def fill(
        self, place: Coordinate, sources: Sequence[PreparedSource], *, first_alone: bool = False
    ) -> None:
        """Attempt a place with every source, or up to the first good one; choose the first valid one."""
        for source in sources:
            if first_alone and place.key in self.chosen:
                return
            plan = self._planned(place, source)
            candidate = plan and self._attempt(plan)
            if candidate and place.key not in self.chosen:
                self.chosen[place.key] = candidate
                self._taken.add(source.source_id)
            elif plan:
                self._names.give_back(sorted(plan.stems))
        if place.key in self.chosen:
            texts = map(canonical_text, self.chosen[place.key].texts.values())
            self._used.maps[0].update(dict.fromkeys(texts, place.key))

    def _planned(self, place: Coordinate, source: PreparedSource) -> Plan | None:
        try:
            return make_plan(place, source, self._names, seed=self._options.root, used=self._used)
        except (Unfillable, OutOfNames) as error:
            reason = "out_of_names" if isinstance(error, OutOfNames) else str(error)
            self._tally.preflight[reason] += 1
            return None

    def _attempt(self, plan: Plan) -> Candidate | None:
        self._tally.attempted += 1
        try:
            candidate = assemble(plan, self._generator.units(plan))
        except GenerationFailed as error:
            self._tally.generation[str(error)] += 1
            return None
        failures = failures_of(candidate, provable=self._generator.name == RulesGenerator.name)
        failures += isolation_failures(candidate, self._used.maps[0])
        if not failures:
            self._tally.passed += 1
            return candidate
        for check in sorted({failure.check for failure in failures}):
            self._tally.mechanical[check] += 1
        where = f"{plan.coordinate.key} {plan.source.source_id}"
        self._tally.details += [f"{where}: {failure.check}: {failure.detail}" for failure in failures[:5]]
        return None


def by_split(collection: Collection) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield each split with its items."""
    for split in SPLITS:
        yield split, [item for item in collection.items if item["split"] == split]


__all__ = ["Collection", "GenerationFailed", "Options", "Tally", "build", "by_split"]
