"""LongBench (Bai et al., 2023) and LongBench v2 (2024): one long context a question."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reviewapp.records import InputFile, InvalidRecord, Place, Problems

from .base import (
    Adapter,
    RawDocument,
    RawItem,
    RawRecord,
    distinct,
    filled_text_at,
    flags_of,
    id_at,
    text_at,
    texts_at,
    value_at,
)
from .shapes import convert_all, read_json

CHOICES = ("A", "B", "C", "D")


def convert(record: Mapping[str, Any], place: Place) -> RawRecord:
    """Return the context as a document and the question about it; the answer of v2 is its choice's text."""
    item_id = id_at(record, "_id")
    document = RawDocument(f"{item_id}:0", "", text_at(record, "context"))
    is_multiple_choice = "choice_A" in record
    query, answers = _choice(record) if is_multiple_choice else _open(record)
    kind = "sub_domain" if is_multiple_choice else "dataset"
    item = RawItem(
        item_id,
        query,
        answers[0],
        answer_aliases=answers[1:],
        references=(document.external_id,),
        task_type=filled_text_at(record, kind) if kind in record else None,
        flags=flags_of(answers, [document.text]),
    )
    return RawRecord(place, (document,), (item,))


def _open(record: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    answers = distinct(texts_at(record, "answers"))
    if not answers:
        raise InvalidRecord.because("expected at least one answer, got none", "answers")
    return text_at(record, "input"), answers


def _choice(record: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    letter = value_at(record, "answer")
    if letter not in CHOICES:
        raise InvalidRecord.because(f"expected one of {', '.join(CHOICES)}, got {letter!r}", "answer")
    return filled_text_at(record, "question"), (text_at(record, f"choice_{letter}"),)


def _read(files: Sequence[InputFile], problems: Problems, _: Mapping[str, str]) -> Iterator[RawRecord]:
    for file in files:
        yield from convert_all(read_json(file, problems), problems, convert)


ADAPTER = Adapter("longbench", "LongBench and LongBench v2: JSONL or JSON lists, a context a question", _read)
