"""Rows of tables, whatever the file: CSV, TSV, XLSX, JSONL, parquet. Streamed, each with its line or row.

The readers of XLSX and parquet are loaded by the first such file: the web server, which lists the formats,
does without them.
"""

import csv
import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import PurePath
from typing import Any

from reviewapp.records import (
    LINE_LIMIT,
    Finding,
    InputFile,
    InvalidFile,
    Place,
    Problems,
    Utf8,
    canonical_bytes,
)

from .shapes import Parsed, opened, read_json

BATCH_ROWS = 256
DELIMITERS = {".csv": ",", ".tsv": "\t"}
JSON_SUFFIXES = (".jsonl", ".ndjson", ".json")


def suffix_of(name: str) -> str:
    """Return what a file's name says of its kind, behind a `.gz`.

    >>> suffix_of("a.b.CSV.gz")
    '.csv'
    """
    path = PurePath(name.lower())
    return PurePath(path.stem).suffix if path.suffix == ".gz" else path.suffix


def read_rows(file: InputFile, problems: Problems) -> Iterator[Parsed]:
    """Yield a table's rows as objects under its column names; the kind follows from the file's name.

    :raises InvalidFile: for an unknown kind, a file that is damaged as a whole, a column named twice."""
    suffix = suffix_of(file.name)
    if suffix in DELIMITERS:
        return _read_separated(file, problems, DELIMITERS[suffix])
    if suffix == ".xlsx":
        return _read_xlsx(file, problems)
    if suffix == ".parquet":
        return read_parquet(file)
    if suffix in JSON_SUFFIXES:
        return read_json(file, problems)
    suffixes = ", ".join([*DELIMITERS, ".xlsx", ".parquet", *JSON_SUFFIXES])
    raise InvalidFile([f"{file.name}: unknown kind of table {suffix!r}, expected one of {suffixes}"])


def _read_separated(file: InputFile, problems: Problems, delimiter: str) -> Iterator[Parsed]:
    csv.field_size_limit(LINE_LIMIT)
    with opened(file) as source:
        checked = io.BufferedReader(Utf8(source.stream, "utf-8", file.name, source.start))
        text = io.TextIOWrapper(checked, "utf-8", newline="")
        reader = csv.reader(text, delimiter=delimiter, strict=True)
        yield from _named(file.name, _numbered(file.name, reader), problems)


def _numbered(name: str, reader: Any) -> Iterator[tuple[int, Sequence[Any]]]:
    line = 1
    try:
        for cells in reader:
            if cells:
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise InvalidFile([f"{name}:{line}: {error}"]) from error


def _named(name: str, rows: Iterator[tuple[int, Sequence[Any]]], problems: Problems) -> Iterator[Parsed]:
    """Yield rows under the names in the first one; refuse those with more or fewer cells."""
    _, head = next(rows, (1, ()))
    names = ["" if cell is None else str(cell) for cell in head]
    repeated = sorted({column for column in names if names.count(column) > 1})
    if not names or repeated:
        problem = f"the column {repeated[0]!r} occurs twice" if repeated else "no first row with column names"
        raise InvalidFile([f"{name}:1: {problem}, expected distinct names in the first row"])
    for line, cells in rows:
        place = Place(name, line)
        record = dict(zip(names, cells, strict=False))
        if len(cells) == len(names):
            yield Parsed(place, _record_bytes(record), record)
        else:
            message = f"{len(cells)} cells, expected {len(names)}"
            problems.reject(place, _record_bytes(record), [Finding("", message)])


def _read_xlsx(file: InputFile, problems: Problems) -> Iterator[Parsed]:
    import openpyxl

    with file.open() as raw:
        try:
            book = openpyxl.load_workbook(raw, read_only=True, data_only=True)
            sheet = book.worksheets[0]
            rows = enumerate(sheet.iter_rows(values_only=True), 1)
            yield from _named(file.name, _filled(rows), problems)
            book.close()
        except (zipfile.BadZipFile, KeyError, EOFError) as error:
            raise InvalidFile([f"{file.name}: no whole XLSX workbook: {error}"]) from error


def _filled(rows: Iterator[tuple[int, Sequence[Any]]]) -> Iterator[tuple[int, Sequence[Any]]]:
    """Pass over empty rows, and make every row as long as the first by empty cells at its end."""
    width = 0
    for number, cells in rows:
        width = width or len(cells)
        if any(cell is not None for cell in cells):
            padded = list(zip_longest(range(width), cells))
            yield number, [cell for _, cell in padded]


def read_parquet(file: InputFile, columns: Sequence[str] | None = None) -> Iterator[Parsed]:
    """Yield a parquet file's rows, numbered from 1, some at a time.

    :raises InvalidFile: if the file is no parquet."""
    import pyarrow
    import pyarrow.parquet

    number = 0
    with file.open() as raw:
        try:
            table = pyarrow.parquet.ParquetFile(raw)
            for batch in table.iter_batches(BATCH_ROWS, columns=columns):
                for record in batch.to_pylist():
                    number += 1
                    yield Parsed(Place(file.name, number), _record_bytes(record), record)
        except (pyarrow.ArrowException, UnicodeDecodeError, OSError) as error:
            raise InvalidFile([f"{file.name}: row {number + 1}: no good parquet: {error}"]) from error


def parquet_columns(file: InputFile) -> list[str]:
    """Return the names of a parquet file's columns.

    :raises InvalidFile: if the file is no parquet."""
    import pyarrow
    import pyarrow.parquet

    with file.open() as raw:
        try:
            return list(pyarrow.parquet.ParquetFile(raw).schema_arrow.names)
        except (pyarrow.ArrowException, OSError) as error:
            raise InvalidFile([f"{file.name}: no good parquet: {error}"]) from error


def _record_bytes(record: Mapping[str, Any]) -> bytes:
    """Return a row as JSON, for a report of rows left out."""
    try:
        return canonical_bytes(record)
    except TypeError:
        return json.dumps(record, default=str).encode()
