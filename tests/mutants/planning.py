"""Which changes are tried, and which tests judge each: the same for the same seed."""

from __future__ import annotations

import csv
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.changes import Change, Identity
from tests.mutants.covering import Covering, Users
from tests.mutants.proposing import changes_of
from tests.mutants.rooms import room_of

EQUIVALENT = Path(__file__).with_name("equivalent.tsv")
START_SECONDS = 90.0  # of one try, until its first test runs, on a busy machine
SLOWER = 5.0  # how many times as long as it was recorded a test may take


@dataclass(frozen=True, slots=True)
class Job:
    """A change and the tests that are to judge it."""

    room: str
    change: Change
    tests: tuple[str, ...]
    seconds: float


def plan(
    root: Path, files: Sequence[str], covering: Covering, *, sample: int, seed: int, budget: float
) -> list[Job]:
    """Return what is to be tried of *files*: all changes that tests cover, or of each room a sample.

    :param sample: how many of a room; 0: all.
    :param budget: recorded seconds of tests a change.
    """
    users, equivalent = Users(root), read_equivalent()
    by_room: dict[str, list[Job]] = defaultdict(list)
    changes = {file: changes_of(root, file) for file in files}
    known = {change.identity for of_file in changes.values() for change in of_file}
    for file, where, line, *_ in (key for key in equivalent if key[0] in changes and key not in known):
        print(f"equivalent.tsv names what is not there: {file} {where}: {line}")
    for file, of_file in changes.items():
        for change in of_file:
            tests = covering.of(file, change.place, users)
            if tests and change.identity not in equivalent:
                by_room[room_of(file)].append(_job(change, tests, covering, budget))
    rng = random.Random(seed)
    chosen: list[Job] = []
    for room, jobs in by_room.items():
        n_tried = min(sample or len(jobs), len(jobs))
        print(f"{room}: {n_tried} of {len(jobs)} changes that tests cover")
        chosen += rng.sample(jobs, n_tried)
    rng.shuffle(chosen)  # should the time be up, each room has had its share
    return chosen


def _job(change: Change, tests: Sequence[str], covering: Covering, budget: float) -> Job:
    """Return the job with as many tests, the fastest first, as the budget allows."""
    chosen, spent = [], 0.0
    for test in tests:
        spent += covering.seconds[test]
        if chosen and spent > budget:
            break
        chosen.append(test)
    return Job(room_of(change.path), change, tuple(chosen), START_SECONDS + SLOWER * min(spent, budget))


def read_equivalent() -> dict[Identity, str]:
    """Return the changes that change nothing a test could see, with the reason of each."""
    with EQUIVALENT.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {(row["file"], row["where"], row["line"], row["old"], row["new"]): row["reason"] for row in rows}
