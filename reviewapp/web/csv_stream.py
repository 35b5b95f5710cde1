"""Tables as CSV, sent row by row as the database hands them out."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header

ROWS_A_CHUNK = 500


class _Echo:
    """A file that hands back what is written to it."""

    def write(self, value: str) -> str:
        return value


def stream_csv(filename: str, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> StreamingHttpResponse:
    """Answer with *rows* under *header* as a CSV file (RFC 4180, UTF-8); cells are written as they are."""
    response = StreamingHttpResponse(_chunks(header, rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = content_disposition_header(True, filename) or "attachment"
    return response


def _chunks(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    writer = csv.writer(_Echo())  # writerow returns what the echo's write returns: the line itself
    lines: list[str] = []
    for row in chain([header], rows):
        lines.append(str(writer.writerow(row)))
        if len(lines) >= ROWS_A_CHUNK:
            yield "".join(lines)
            lines.clear()
    yield "".join(lines)
