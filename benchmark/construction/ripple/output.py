"""What a build leaves behind: its files by name, and why it leaves nothing (RKB B.2, K)."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from reviewapp.records import InputFile, canonical_bytes

from .ids import public_part
from .schedule import Coordinate
from .select import Collection

ITEMS, PUBLIC, MANIFEST, REPORT, ISOLATION = FILES = (
    "items.jsonl",
    "public.jsonl",
    "manifest.jsonl",
    "report.json",
    "isolation.json",
)
HIDDEN = frozenset((ITEMS, MANIFEST))  # hold the answer key
KEY = "secret.key"  # kept beside them where the build drew its own secret; never shown


def new_secret() -> str:
    """Return a secret of 256 bits for one build, as hexadecimal digits."""
    return secrets.token_hex(32)


class TooFewSources(ValueError):
    """Places of the schedule that stay empty."""


def contents(
    collection: Collection, report: Mapping[str, Any], *, secret: str = ""
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield the files of a build, each as its name and its bytes in pieces.

    :param secret: the build's own, to be kept with them."""
    yield ITEMS, _lines(collection.items)
    yield PUBLIC, _lines(map(public_part, collection.items))
    yield MANIFEST, _lines(collection.manifest)
    yield REPORT, iter([_pretty(report)])
    yield ISOLATION, iter([_pretty(report["isolation"])])
    if secret:
        yield KEY, iter([f"{secret}\n".encode()])


def _lines(rows: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    return (canonical_bytes(row) + b"\n" for row in rows)


def _pretty(found: Mapping[str, Any]) -> bytes:
    return (json.dumps(found, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def check_filled(collection: Collection, schedule: Sequence[Coordinate], *, partial: bool = False) -> None:
    """Refuse a build without an item or, unless a *partial* one is wanted, with an empty place.

    :raises TooFewSources: naming the places, and why sources were turned down."""
    tally = collection.tally
    counts = tally.preflight + tally.generation + tally.mechanical
    why = ", ".join(f"{reason} {count}" for reason, count in sorted(counts.items()))
    told = f" ({collection.reading.records:,} records; turned down: {why or 'none'})"
    if collection.unfilled and not partial:
        named = ", ".join(collection.unfilled[:5]) + (", …" if collection.unfilled[5:] else "")
        raise TooFewSources(
            f"{len(collection.items):,} of {len(schedule):,} items, nothing written: too few sources for "
            f"{named}; ask for fewer items, or for a partial build{told}"
        )
    if not collection.items:
        raise TooFewSources(f"no source will do, nothing written{told}")


def sha256_of(file: InputFile) -> str:
    """Return the hash of a file's bytes."""
    found = hashlib.sha256()
    with file.open() as raw:
        while block := raw.read(1 << 20):
            found.update(block)
    return found.hexdigest()


def excluded_ids(text: str) -> frozenset[str]:
    """Return the source ids of an exclusion list: one a line, or with white space between them.

    >>> sorted(excluded_ids("2hop__1_2\\r\\n 2hop__3_4\\n"))
    ['2hop__1_2', '2hop__3_4']
    """
    return frozenset(text.split())
