"""Raw files made in memory, and what an adapter makes of them."""

import io
from collections.abc import Mapping
from typing import Any

import orjson

from benchmark.construction.rawdata import FORMATS, RawDocument, RawItem
from reviewapp.records import InputFile, Problems


def raw_file(data: bytes, name: str = "f.jsonl") -> InputFile:
    return InputFile(name, lambda: io.BytesIO(data))


def json_lines(*records: Any) -> bytes:
    return b"".join(orjson.dumps(record) + b"\n" for record in records)


def read(
    format_name: str, *files: InputFile, columns: Mapping[str, str] | None = None
) -> tuple[list[RawDocument], list[RawItem], Problems]:
    """Return all documents and items of the files, and the problems."""
    problems = Problems()
    documents: list[RawDocument] = []
    items: list[RawItem] = []
    for record in FORMATS[format_name].read(files, problems, columns or {}):
        documents += record.documents
        items += record.items
    return documents, items, problems


def read_bytes(format_name: str, data: bytes, name: str = "f.jsonl") -> tuple[list, list, Problems]:
    return read(format_name, raw_file(data, name))
