"""MuSiQue (Trivedi et al., TACL 2022): multi-hop questions, each with its own twenty paragraphs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reviewapp.records import InputFile, Place, Problems

from .base import (
    Adapter,
    RawDocument,
    RawItem,
    RawRecord,
    distinct,
    filled_text_at,
    flag_at,
    flags_of,
    id_at,
    list_at,
    object_in,
    text_at,
    texts_at,
)
from .corpus import corpus_document, is_corpus_entry
from .shapes import convert_all, read_json


def convert(record: Mapping[str, Any], place: Place) -> RawRecord:
    """Return a MuSiQue record's paragraphs and its question."""
    if is_corpus_entry(record):
        return RawRecord(place, (corpus_document(record),))
    item_id = id_at(record, "id")
    documents, supporting = [], []
    for position, entry in enumerate(list_at(record, "paragraphs")):
        path = f"paragraphs[{position}]."
        paragraph = object_in(entry, path)
        document = RawDocument(
            f"{item_id}:{position}",
            text_at(paragraph, "title", path),
            text_at(paragraph, "paragraph_text", path),
        )
        documents.append(document)
        if flag_at(paragraph, "is_supporting", path):
            supporting.append(document)
    return RawRecord(place, tuple(documents), (_item(record, item_id, supporting),))


def _item(record: Mapping[str, Any], item_id: str, supporting: Sequence[RawDocument]) -> RawItem:
    answer = text_at(record, "answer")
    aliases = texts_at(record, "answer_aliases") if "answer_aliases" in record else []
    answerable = flag_at(record, "answerable") if "answerable" in record else True
    hops = re.match("[0-9]hop", item_id)
    return RawItem(
        item_id,
        filled_text_at(record, "question"),
        answer,
        answer_aliases=distinct(aliases),
        references=tuple(document.external_id for document in supporting),
        task_type=hops.group() if hops else None,
        flags=flags_of(
            [answer, *aliases], [paragraph.text for paragraph in supporting], answerable=answerable
        ),
    )


def _read(files: Sequence[InputFile], problems: Problems, _: Mapping[str, str]) -> Iterator[RawRecord]:
    for file in files:
        yield from convert_all(read_json(file, problems), problems, convert)


ADAPTER = Adapter("musique", "MuSiQue records: JSONL, JSON lists, files of one record", _read)
