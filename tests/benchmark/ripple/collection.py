"""The paper's collection of 150 candidates from the public records, built once for all processes."""

from __future__ import annotations

import fcntl
import pickle
from pathlib import Path

from benchmark.construction.ripple.schedule import default_schedule
from benchmark.construction.ripple.select import Collection, Options, build
from reviewapp.records import InputFile, Problems


def built_in(folder: Path, records: Path) -> Collection:
    """Return the collection that *folder* keeps; who comes first builds it, and the others wait."""
    kept = folder / "collection.pickle"
    with (folder / "collection.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            found = _build(records)
            kept.write_bytes(pickle.dumps(found))
            return found
    found = pickle.loads(kept.read_bytes())
    assert isinstance(found, Collection)
    return found


def _build(records: Path) -> Collection:
    files = [InputFile.at(path) for path in sorted(records.rglob("*.json*"))]
    problems = Problems()
    found = build(files, default_schedule(), problems, Options(seed=1))
    problems.raise_if_any()
    return found
