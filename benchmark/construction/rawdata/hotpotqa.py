"""HotpotQA (Yang et al., 2018) and 2WikiMultihopQA (Ho et al., 2020): paragraphs as lists of sentences.

The two differ in how sentences become a paragraph: HotpotQA's carry their spaces and join without a
separator, 2Wiki's are trimmed and join with a space."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from reviewapp.records import InputFile, InvalidRecord, Place, Problems, kind_of

from .base import (
    Adapter,
    Convert,
    RawDocument,
    RawItem,
    RawRecord,
    filled_text_at,
    flags_of,
    id_at,
    list_at,
    text_at,
    texts_at,
    value_at,
)
from .corpus import corpus_document, is_corpus_entry
from .shapes import convert_all, is_columnar, read_columns, read_json

ID_KEYS = ("_id", "_1", "id")
COLUMNS = (*ID_KEYS, "question", "answer", "context", "supporting_facts", "type")
REQUIRED_COLUMNS = ("question", "answer", "context", "supporting_facts")


def convert(record: Mapping[str, Any], place: Place, separator: str) -> RawRecord:
    """Return a record's paragraphs and its question, references in the order of the supporting facts."""
    if is_corpus_entry(record):
        return RawRecord(place, (corpus_document(record),))
    item_id = id_at(record, next((key for key in ID_KEYS if key in record), "_id"))
    paragraphs = _paragraphs(record)
    documents = tuple(
        RawDocument(f"{item_id}:{position}", title, separator.join(sentences))
        for position, (title, sentences) in enumerate(paragraphs)
    )
    supporting, complete = _supporting(paragraphs, _facts(record))
    answer = text_at(record, "answer")
    texts = [documents[position].text for position in supporting]
    item = RawItem(
        item_id,
        filled_text_at(record, "question"),
        answer,
        references=tuple(documents[position].external_id for position in supporting),
        task_type=filled_text_at(record, "type") if "type" in record else None,
        flags=flags_of([answer], texts, supported=complete),
    )
    return RawRecord(place, documents, (item,))


def _paragraphs(record: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """Return title and sentences of each paragraph, from a list of pairs or from two parallel lists."""
    context = value_at(record, "context")
    if isinstance(context, dict):
        titles, sentences = texts_at(context, "title", "context."), list_at(context, "sentences", "context.")
        if len(titles) != len(sentences):
            message = f"{len(titles)} titles and {len(sentences)} lists of sentences, expected as many"
            raise InvalidRecord.because(message, "context")
        context = [list(pair) for pair in zip(titles, sentences, strict=True)]
    return [
        (text_at(pair, "0", path), texts_at(pair, "1", path)) for path, pair in _pairs(context, "context")
    ]


def _facts(record: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return title and sentence index of each supporting fact."""
    facts = value_at(record, "supporting_facts")
    if isinstance(facts, dict):
        path = "supporting_facts."
        titles, positions = texts_at(facts, "title", path), list_at(facts, "sent_id", path)
        if len(titles) != len(positions):
            message = f"{len(titles)} titles and {len(positions)} positions, expected as many"
            raise InvalidRecord.because(message, "supporting_facts")
        facts = [list(pair) for pair in zip(titles, positions, strict=True)]
    return [
        (text_at(pair, "0", path), _position(pair["1"], path))
        for path, pair in _pairs(facts, "supporting_facts")
    ]


def _pairs(value: object, field: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if not isinstance(value, list):
        raise InvalidRecord.because(f"expected a list, got {kind_of(value)}", field)
    for position, pair in enumerate(value):
        path = f"{field}[{position}]"
        if not isinstance(pair, list) or len(pair) != 2:
            raise InvalidRecord.because(f"expected a pair, got {kind_of(pair)}", path)
        yield f"{path}.", {"0": pair[0], "1": pair[1]}


def _position(value: object, path: str) -> int:
    if type(value) is not int:
        raise InvalidRecord.because(f"expected an integer, got {kind_of(value)}", f"{path}1")
    return value


def _supporting(
    paragraphs: Sequence[tuple[str, list[str]]], facts: Sequence[tuple[str, int]]
) -> tuple[list[int], bool]:
    """Return the positions of the supporting paragraphs, and whether each fact names one.

    Of paragraphs with the same title those long enough to hold the sentence are meant; a fact past the
    end of them all (the sets have such) still means the title."""
    supporting: list[int] = []
    complete = True
    for title, sentence in facts:
        titled = [position for position, (name, _) in enumerate(paragraphs) if name == title]
        long_enough = [position for position in titled if sentence < len(paragraphs[position][1])]
        supporting += long_enough or titled
        complete = complete and bool(titled)
    return list(dict.fromkeys(supporting)), complete


def _read(
    files: Sequence[InputFile], problems: Problems, _: Mapping[str, str], *, convert_record: Convert
) -> Iterator[RawRecord]:
    for file in files:
        if is_columnar(file):
            parsed = read_columns(file, problems, COLUMNS, REQUIRED_COLUMNS)
        else:
            parsed = read_json(file, problems)
        yield from convert_all(parsed, problems, convert_record)


HOTPOTQA = Adapter(
    "hotpotqa",
    "HotpotQA records: JSON lists, JSONL",
    partial(_read, convert_record=partial(convert, separator="")),
)
WIKIMULTIHOP = Adapter(
    "2wikimultihopqa",
    "2WikiMultihopQA records: JSON lists, JSONL, {column: {row: value}}; a corpus of {title, text}",
    partial(_read, convert_record=partial(convert, separator=" ")),
)
