"""Builds a collection: assignment, preflight, every reserve attempted, the first valid chosen (RKB B.2)."""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from .sources import PreparedSource, Reading, Rejected, assign, prepare, read_records

Progress = Callable[[str, int, int | None], None]  # what is being done, how many are, of how many


SOURCES = "Looking through the sources"


class GenerationFailed(ValueError):
    """A generator that gave no usable completion; the reason is one of a few words."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a collection is built."""

    seed: int = 1
    secret: str = ""
    reserves: int = RESERVES
    excluded: frozenset[str] = frozenset()


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
    """The items of a schedule in its order, and all that a report needs."""

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
    reserves = reserves_for(schedule, eligible, options.reserves, seed=options.seed)
    tally.reserves = {key: len(found) for key, found in reserves.items()}
    items, manifest, selected, unfilled = [], [], [], []
    names, used = NamePool(options.seed), dict[str, str]()
    edited = {source.sentence.text: "another edit" for source in prepared.values()}
    for number, coordinate in enumerate(schedule, 1):
        progress("Attempting places", number, len(schedule))
        sources = [prepared[source_id] for source_id in reserves[coordinate.key]]
        chosen = _attempt_all(coordinate, sources, names, ChainMap(used, edited), generator, options, tally)
        if chosen is None:
            unfilled.append(coordinate.key)
            continue
        item, line = publish(chosen, key_of(options.seed, options.secret), generator=generator.name)
        items.append(item)
        manifest.append(line)
        selected.append(chosen)
        used |= dict.fromkeys(map(canonical_text, chosen.texts.values()), coordinate.key)
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
            source = prepare(record, seed=options.seed, taken=taken)
        except Rejected as error:
            tally.preflight[str(error)] += 1
        else:
            prepared[source.source_id] = source
            taken.add(source.sentence.text)
    return prepared


def _attempt_all(
    coordinate: Coordinate,
    sources: Sequence[PreparedSource],
    names: NamePool,
    used: ChainMap[str, str],
    generator: Generator,
    options: Options,
    tally: Tally,
) -> Candidate | None:
    """Attempt every reserve of a coordinate; return the first valid candidate."""
    chosen = None
    for source in sources:
        try:
            plan = make_plan(coordinate, source, names, seed=options.seed, used=used)
        except (Unfillable, OutOfNames) as error:
            tally.preflight["out_of_names" if isinstance(error, OutOfNames) else str(error)] += 1
            continue
        candidate = _attempt(plan, used.maps[0], generator, tally)
        if chosen is None and candidate is not None:
            chosen = candidate
        else:
            names.give_back(sorted(plan.stems))
    return chosen


def _attempt(plan: Plan, used: Mapping[str, str], generator: Generator, tally: Tally) -> Candidate | None:
    tally.attempted += 1
    try:
        candidate = assemble(plan, generator.units(plan))
    except GenerationFailed as error:
        tally.generation[str(error)] += 1
        return None
    failures = failures_of(candidate, provable=generator.name == RulesGenerator.name)
    failures += isolation_failures(candidate, used)
    if not failures:
        tally.passed += 1
        return candidate
    for check in sorted({failure.check for failure in failures}):
        tally.mechanical[check] += 1
    where = f"{plan.coordinate.key} {plan.source.source_id}"
    tally.details += [f"{where}: {failure.check}: {failure.detail}" for failure in failures[:5]]
    return None


def by_split(collection: Collection) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield each split with its items."""
    for split in SPLITS:
        yield split, [item for item in collection.items if item["split"] == split]


__all__ = ["Collection", "GenerationFailed", "Options", "Tally", "build", "by_split"]
