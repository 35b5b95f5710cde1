"""The shapes in which JSON data sets come: one object a line, a list, one object, columns, a nested list."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import zip_longest
from typing import Any, NamedTuple

from reviewapp.records import (
    Finding,
    InputFile,
    InvalidFile,
    InvalidRecord,
    Place,
    Problems,
    Source,
    open_source,
    parse_object,
    read_lines,
)

from .base import Convert, RawRecord
from .jsonscan import Key, Piece, Scanner, pieces, top_keys

_SPACE = b" \t\r\n"
_COLUMNS = re.compile(rb'\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\{')
_DAMAGED = object()
SINGLE_LIMIT = 32 * 1024 * 1024


class Parsed(NamedTuple):
    """A record that is an object, with its place and its bytes as they came."""

    place: Place
    data: bytes
    record: Mapping[str, Any]


@contextmanager
def opened(file: InputFile) -> Iterator[Source]:
    """Open a raw file's text."""
    with file.open() as raw, open_source(raw, file.name) as source:
        yield source


def head_of(file: InputFile) -> bytes:
    """Return the first bytes of a file's text, enough to tell its shape."""
    with opened(file) as source:
        return source.stream.peek(65536)[:65536]


def is_columnar(file: InputFile) -> bool:
    """Say whether a file holds `{column: {row: value}}`."""
    return _COLUMNS.match(head_of(file)) is not None


def read_json(file: InputFile, problems: Problems) -> Iterator[Parsed]:
    """Yield the objects of a JSON list, of a file with one object a line, or of one that is one object."""
    head = head_of(file).lstrip(_SPACE)
    if head[:1] == b"[":
        yield from read_list(file, problems)
    elif head.split(b"\n", 1)[0].strip(_SPACE) == b"{":
        yield from _read_single(file, problems)
    else:
        yield from _read_json_lines(file, problems)


def read_list(file: InputFile, problems: Problems, key: bytes = b"") -> Iterator[Parsed]:
    """Yield the objects of the list that the file is, or that stands under *key* of its one object."""
    with opened(file) as source:
        scanner = Scanner(source, depth=2 if key else 1, key=key)
        for place, offset, data in pieces(scanner, source, problems):
            yield from _parsed(place, offset, data, problems)
        if not scanner.has_list:
            raise InvalidFile(
                [f"{file.name}: nothing to read under the key {key.decode()!r}, expected a list"]
            )


def _read_json_lines(file: InputFile, problems: Problems) -> Iterator[Parsed]:
    with opened(file) as source:
        for line in read_lines(source, problems):
            yield from _parsed(Place(source.name, line.number), line.offset, line.data, problems)


def _read_single(file: InputFile, problems: Problems) -> Iterator[Parsed]:
    with opened(file) as source:
        data = source.stream.read(SINGLE_LIMIT + 1)
        if len(data) > SINGLE_LIMIT:
            raise InvalidFile([f"{file.name}: an object of over {SINGLE_LIMIT:,} bytes, expected a list"])
        yield from _parsed(Place(source.name, 1), source.start, data, problems)


def _parsed(place: Place, offset: int, data: bytes, problems: Problems) -> Iterator[Parsed]:
    try:
        record = parse_object(data, offset)
    except InvalidRecord as error:
        problems.reject(place, data, error.findings)
    else:
        yield Parsed(place, data, record)


def read_columns(
    file: InputFile, problems: Problems, field_names: Sequence[str], required: Sequence[str]
) -> Iterator[Parsed]:
    """Yield the rows of `{column: {row: value}}`, reading each wanted column through a handle of its own.

    So no more than a row is held, however long the columns are.

    :raises InvalidFile: if a required column is absent."""
    with opened(file) as source:
        present = {key.name.decode(errors="replace"): key for key in top_keys(source)}
    missing = [name for name in required if name not in present]
    if missing:
        raise InvalidFile([f"{file.name}: no column {', '.join(missing)}, found {', '.join(present)}"])
    names = [name for name in field_names if name in present]
    with ExitStack() as stack:
        columns = [_cells(stack.enter_context(opened(file)), present[name], problems) for name in names]
        for cells in zip_longest(*columns):
            if row := _row(file.name, names, cells, problems):
                yield row


def _cells(source: Source, key: Key, problems: Problems) -> Iterator[tuple[Piece, str, Any]]:
    for piece in pieces(Scanner.behind(source, key), source, problems):
        try:
            [(row, value)] = parse_object(b"{" + piece.data + b"}", piece.offset - 1).items()
        except InvalidRecord as error:
            findings = [Finding(key.name.decode(), str(finding)) for finding in error.findings]
            problems.reject(piece.place, piece.data, findings)
            yield piece, "", _DAMAGED
        except ValueError as error:
            raise AssertionError(f"{piece.place}: no single member: {error}") from error
        else:
            yield piece, row, value


def _row(
    file: str, names: Sequence[str], cells: Sequence[tuple[Piece, str, Any] | None], problems: Problems
) -> Parsed | None:
    filled = [cell for cell in cells if cell is not None]
    piece, row, _ = filled[0]
    if any(value is _DAMAGED for _, _, value in filled):
        return None
    short = [name for name, cell in zip(names, cells, strict=True) if cell is None or cell[1] != row]
    if short:
        message = f"row {row!r} does not stand at the same position here, expected the rows in one order"
        problems.reject(piece.place, piece.data, [Finding(name, message) for name in short])
        return None
    return Parsed(piece.place, piece.data, {name: cell[2] for name, cell in zip(names, filled, strict=True)})


def convert_all(parsed: Iterator[Parsed], problems: Problems, convert: Convert) -> Iterator[RawRecord]:
    """Yield what *convert* makes of each record; what it refuses goes to *problems*."""
    for place, data, record in parsed:
        try:
            yield convert(record, place)
        except InvalidRecord as error:
            problems.reject(place, data, error.findings)
