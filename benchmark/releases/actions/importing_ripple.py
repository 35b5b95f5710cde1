"""Rows of a release of ripple items from its folder, and what the import of every release shares."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

from django.db import connection

from benchmark.models import ReleaseDecision, ReleaseLine, ReleaseRipple
from benchmark.releases.actions.freezing_ripple import LINE_COLUMNS, RIPPLE_COLUMNS
from benchmark.releases.actions.making import DECISION_COLUMNS, Tick
from benchmark.releases.formats.canonical import CHECKS, DECISIONS, LOG, RIPPLE, RIPPLE_PUBLIC, Digest
from benchmark.releases.formats.folder import InvalidRelease, ReleaseFolder, canonical_object
from benchmark.releases.streams import analyze, copy_in
from reviewapp.records import InvalidRecord
from reviewapp.records.ripple import RippleRecord, check_ripple, public_bytes, ripple_bytes

STRAY_LINE = """
SELECT d.item_id, d.position + 1 FROM {table} d
WHERE d.release_id = %(release)s AND NOT EXISTS (SELECT 1 FROM {items} i
    WHERE i.release_id = %(release)s AND i.item_id = d.item_id)
ORDER BY d.position LIMIT 1
"""


def copy_ripple(folder: ReleaseFolder, release_id: int, tick: Tick) -> None:
    """Write the rows of a release of ripple items.

    :raises InvalidRelease: if a line is not what it must be, or two files do not tell of the same items."""
    public = Digest()
    copy_in(ReleaseRipple, RIPPLE_COLUMNS, ticking(_item_rows(folder, release_id, public), tick))
    if public.facts != folder.files[RIPPLE_PUBLIC]:
        raise InvalidRelease([f"{folder.path / RIPPLE_PUBLIC}: it is not the public part of {RIPPLE}"])
    copy_in(ReleaseDecision, DECISION_COLUMNS, ticking(rows_of(folder, DECISIONS, release_id), tick))
    for name in (LOG, CHECKS):
        copy_in(ReleaseLine, LINE_COLUMNS, _plain_rows(folder, name, release_id))
    analyze(ReleaseRipple, ReleaseDecision, ReleaseLine)
    with connection.cursor() as cursor:
        stray = stray_line(cursor, "benchmark_releasedecision", release_id, items="benchmark_releaseripple")
    if stray:
        raise InvalidRelease(
            [f"{folder.path / DECISIONS}:{stray[1]}: “{stray[0]}” is no item of the release"]
        )


def _item_rows(folder: ReleaseFolder, release_id: int, public: Digest) -> Iterator[tuple[Any, ...]]:
    for number, line in folder.lines(RIPPLE):
        item = _item(line, f"{folder.path / RIPPLE}:{number}")
        public.add(public_bytes(item) + b"\n")
        sha256 = hashlib.sha256(line).hexdigest()
        yield release_id, number - 1, item.item_id, item.split, line.decode(), sha256


def _item(line: bytes, place: str) -> RippleRecord:
    try:
        item = check_ripple(canonical_object(line, place))
    except InvalidRecord as error:
        raise InvalidRelease([f"{place}: {finding}" for finding in error.findings]) from error
    if ripple_bytes(item) != line:
        raise InvalidRelease([f"{place}: its keys are not in the documented order"])
    return item


def _plain_rows(folder: ReleaseFolder, name: str, release_id: int) -> Iterator[tuple[Any, ...]]:
    for number, line in folder.lines(name):
        canonical_object(line, f"{folder.path / name}:{number}")
        yield release_id, name, number - 1, line.decode(), hashlib.sha256(line).hexdigest()


def rows_of(folder: ReleaseFolder, name: str, release_id: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a file whose lines each tell of one item."""
    for number, line in folder.lines(name):
        place = f"{folder.path / name}:{number}"
        item_id = canonical_object(line, place).get("item_id")
        if not isinstance(item_id, str):
            raise InvalidRelease([f"{place}: item_id: expected a string"])
        yield release_id, number - 1, item_id, line.decode(), hashlib.sha256(line).hexdigest()


def ticking(rows: Iterable[Any], tick: Tick) -> Iterator[Any]:
    """Yield *rows*, telling *tick* now and then how many there have been."""
    for number, row in enumerate(rows, start=1):
        if number % 500 == 0:
            tick(number)
        yield row


def stray_line(
    cursor: Any, table: str, release_id: int, *, items: str = "benchmark_releaseitem"
) -> tuple[str, int] | None:
    """Return the first line of *table* that is of no item of the release: the item and its number."""
    cursor.execute(STRAY_LINE.format(table=table, items=items), {"release": release_id})
    row: tuple[str, int] | None = cursor.fetchone()
    return row
