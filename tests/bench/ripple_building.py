"""The ripple construction: planning, wording and checking of 1,000 candidates, reading sources.

Over invented records, scaled to 1,000; the floor is the sentence splitter alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmark.construction.ripple.schedule import default_schedule
from benchmark.construction.ripple.select import Options, build
from benchmark.construction.ripple.sentences import sentences_of
from benchmark.construction.ripple.sources import prepare
from reviewapp.records import InputFile, Problems
from tests.bench.ripple_scoring import Measured, timed
from tests.benchmark.ripple.records import as_record, record, write_records

CANDIDATES, SOURCES = 60, 60
ALLOWED_A_CANDIDATE = 250.0  # milliseconds: four minutes a thousand on a slow machine
ALLOWED_OVER_SPLITTER = 3.0


def figures(folder: Path) -> Iterator[Measured]:
    """Measure both; *folder* takes the records."""
    yield candidates(folder)
    yield sources()


def candidates(folder: Path) -> Measured:
    """Time a whole build, a candidate."""
    path = write_records(folder / "records.jsonl", [record(number) for number in range(CANDIDATES)])
    work = partial(build, [InputFile.at(path)], default_schedule(10), Problems(), Options())
    took = timed(work) / CANDIDATES
    name = f"building a candidate ({took:.0f} s a thousand)"
    return Measured(name, took, None, ALLOWED_A_CANDIDATE, {})


def sources() -> Measured:
    """Time the preflight of a source beside the sentence splitter over the same paragraphs."""
    records = [as_record(record(number)) for number in range(SOURCES)]
    floor = timed(lambda: [sentences_of(part.text) for one in records for part in one.paragraphs]) / SOURCES
    took = timed(lambda: [prepare(one, seed=1) for one in records]) / SOURCES
    return Measured("preparing a source", took, floor, ALLOWED_OVER_SPLITTER * floor, {})
