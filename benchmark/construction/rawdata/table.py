"""Any table of questions or documents: CSV, TSV, XLSX, JSONL or parquet, its columns named by the user."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

import orjson

from reviewapp.records import InputFile, InvalidFile, InvalidRecord, Place, Problems, kind_of
from reviewapp.records.fields import check_filled_text, check_name, check_text

from .base import Adapter, RawDocument, RawItem, RawRecord, distinct, flags_of
from .corpus import content_id
from .rows import read_rows
from .shapes import Parsed, convert_all

FIELDS = {
    "item_id": "the question's id; without it, file name and row",
    "query": "the question",
    "answer": "its answer, or a list of which the first counts",
    "answer_aliases": "further answers, a list",
    "text": "a document's text; beside a query, the one that supports the answer",
    "title": "that document's title",
    "external_id": "that document's id; without it, one made of its content",
    "references": "ids of supporting documents in other rows or in the bank, a list",
    "domain": "the domain of the row's document and item",
    "task_type": "the kind of question",
}


class UnknownColumns(ValueError):
    """A column mapping that cannot be used."""


def parse_columns(text: str) -> dict[str, str]:
    """Return the mapping of `query=Prompt,answer=Answer`, ours to the file's; a name may hold spaces.

    >>> parse_columns("query=Prompt,text=The page")
    {'query': 'Prompt', 'text': 'The page'}

    :raises UnknownColumns: if a field is unknown or named twice, or nothing follows it."""
    columns: dict[str, str] = {}
    for part in text.split(","):
        field, separator, column = part.partition("=")
        if field not in FIELDS or not separator or field in columns:
            expected = f"expected FIELD=COLUMN, each once, with FIELD one of {', '.join(FIELDS)}"
            raise UnknownColumns(f"{part!r} in the columns: {expected}")
        columns[field] = column
    return columns


def check_columns(columns: Mapping[str, str]) -> None:
    """Refuse a mapping that gives neither questions with answers nor texts.

    :raises UnknownColumns: saying what is missing."""
    if unknown := [field for field in columns if field not in FIELDS]:
        raise UnknownColumns(f"unknown field {unknown[0]!r}, expected one of {', '.join(FIELDS)}")
    if "query" in columns and "answer" not in columns:
        raise UnknownColumns("a query column without an answer column")
    if "query" not in columns and "text" not in columns:
        raise UnknownColumns("neither a query nor a text column, expected one of them")


def _convert(row: Mapping[str, Any], place: Place, columns: Mapping[str, str]) -> RawRecord:
    cells = {field: row.get(column) for field, column in columns.items()}
    document = _document(cells) if "text" in columns else None
    documents = (document,) if document else ()
    if "query" not in columns:
        return RawRecord(place, documents)
    return RawRecord(place, documents, (_item(cells, place, document),))


def _document(cells: Mapping[str, Any]) -> RawDocument | None:
    text = _text(cells, "text")
    if text == "" and "query" in cells:
        return None
    title = _text(cells, "title")
    external_id = _name(cells, "external_id") or content_id(title, text)
    return RawDocument(external_id, title, text, _name(cells, "domain"))


def _item(cells: Mapping[str, Any], place: Place, document: RawDocument | None) -> RawItem:
    query = _text(cells, "query")
    if message := check_filled_text(query):
        raise InvalidRecord.because(message, "query")
    answer, *others = _texts(cells, "answer") or [""]
    aliases = [*others, *_texts(cells, "answer_aliases")]
    own = [document.external_id] if document else []
    named = _texts(cells, "references")
    texts = [document.text] if document else []
    return RawItem(
        _name(cells, "item_id") or f"{PurePath(place.file).name.split('.')[0]}:{place.line}",
        query,
        answer,
        answer_aliases=distinct(aliases),
        references=distinct([*own, *named]),
        task_type=_name(cells, "task_type"),
        domain=_name(cells, "domain"),
        flags=() if named else flags_of([answer, *aliases], texts),
    )


def _name(cells: Mapping[str, Any], field: str) -> str | None:
    value = _text(cells, field)
    if value == "":
        return None
    if message := check_name(value):
        raise InvalidRecord.because(message, field)
    return value


def _text(cells: Mapping[str, Any], field: str) -> str:
    """Return a cell as text: a number or date as the file's own program would write it, nothing as ''."""
    value = cells.get(field)
    if isinstance(value, list | dict):
        raise InvalidRecord.because(f"expected text, got {kind_of(value)}", field)
    return _written(value, field)


def _written(value: object, field: str) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    text = value if isinstance(value, str) else str(value)
    if message := check_text(text):
        raise InvalidRecord.because(message, field)
    return text


def _texts(cells: Mapping[str, Any], field: str) -> list[str]:
    """Return a cell that is a list, holds a JSON list, or stands for a list of one."""
    value = cells.get(field)
    if isinstance(value, str) and value[:1] == "[":
        value = _json_list(value)
    values = value if isinstance(value, list) else [value]
    return [text for cell in values if (text := _written(cell, field)) != ""]


def _json_list(text: str) -> object:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text


def _read(files: Sequence[InputFile], problems: Problems, columns: Mapping[str, str]) -> Iterator[RawRecord]:
    check_columns(columns)
    for file in files:
        rows = _with_columns(file.name, read_rows(file, problems), columns)
        yield from convert_all(rows, problems, lambda row, place: _convert(row, place, columns))


def _with_columns(name: str, rows: Iterator[Parsed], columns: Mapping[str, str]) -> Iterator[Parsed]:
    """Refuse the file if a named column is in no row at all, judged by the first."""
    for number, row in enumerate(rows):
        missing = [column for column in columns.values() if column not in row.record]
        if missing and number == 0:
            column_names = ", ".join(map(repr, row.record))
            raise InvalidFile([f"{name}: no column {missing[0]!r}, found {column_names}"])
        yield row


ADAPTER = Adapter(
    "table",
    "a table with --columns FIELD=COLUMN,…: CSV, TSV, XLSX, JSONL or parquet",
    _read,
    takes_columns=True,
)
