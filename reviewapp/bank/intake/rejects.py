"""Records left out, written beside their file as `FILE.rejects.jsonl` (contracts §1)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reviewapp.records import Problems, Rejected, canonical_bytes


@contextmanager
def collecting(path: Path | None) -> Iterator[Problems]:
    """Collect the problems of an import; write each rejected record to *path*, which appears at the end.

    Without a path the problems are collected to refuse the file. A file without rejects leaves none."""
    if path is None:
        yield Problems()
        return
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:

            def keep(rejected: Rejected) -> None:
                file.write(_line(rejected))

            problems = Problems(keep)
            yield problems
        if problems.bad_records:
            os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _line(rejected: Rejected) -> bytes:
    """Return one line: place, reasons, and the record's bytes as text, what is no UTF-8 as `\\xNN`."""
    place = rejected.place
    entry = {
        "file": place.file,
        "line": place.line,
        "problems": [str(finding) for finding in rejected.findings],
        "record": rejected.raw.decode(errors="backslashreplace"),
    }
    return canonical_bytes(entry) + b"\n"
