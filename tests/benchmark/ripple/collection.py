"""The paper's collection of 150 candidates from the public records, built once for all processes and runs."""

from __future__ import annotations

import fcntl
import hashlib
import pickle
import sys
from pathlib import Path

from benchmark.construction.ripple.schedule import default_schedule
from benchmark.construction.ripple.select import Collection, Options, build
from reviewapp.records import InputFile, Problems

BASE_DIR = Path(__file__).resolve().parents[3]
BUILT_BY = (
    "benchmark/construction",
    "reviewapp/records",
    "requirements.lock",
    "tests/benchmark/ripple/collection.py",
)


def built_in(folder: Path, records: Path) -> Collection:
    """Return the collection that *folder* keeps of *records* as they are and of the code that builds it.

    Who comes first builds it, and the others wait."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"collection-{_stamp(records)}.pickle"
    with (folder / "collection.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            for older in folder.glob("collection-*"):
                older.unlink()
            unfinished = kept.with_suffix(".unfinished")
            unfinished.write_bytes(pickle.dumps(_build(records)))
            unfinished.rename(kept)
    collection = pickle.loads(kept.read_bytes())
    assert isinstance(collection, Collection)
    return collection


def _stamp(records: Path) -> str:
    """Return a hash over the records, over all that reads them and builds of them."""
    digest = hashlib.sha256(sys.version.encode())
    for place in (records, *(BASE_DIR / path for path in BUILT_BY)):
        files = [place] if place.is_file() else place.rglob("*")
        for path in sorted(path for path in files if path.is_file() and path.suffix != ".pyc"):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(place.parent)}\n{len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()[:16]


def _build(records: Path) -> Collection:
    files = [InputFile.at(path) for path in sorted(records.rglob("*.json*"))]
    problems = Problems()
    found = build(files, default_schedule(), problems, Options(seed=1))
    problems.raise_if_any()
    return found
