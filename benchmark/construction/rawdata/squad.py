"""SQuAD 1.1 and 2.0 (Rajpurkar et al., 2016, 2018): the official nested file, or one flat row a question."""

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
from .corpus import content_id
from .shapes import convert_all, head_of, read_json, read_list

_NESTED = re.compile(rb'\s*\{\s*"(?:version|data)"\s*:')


def convert_article(record: Mapping[str, Any], place: Place) -> RawRecord:
    """Return the paragraphs of a Wikipedia article and the questions asked of them."""
    title = text_at(record, "title")
    documents, items = [], []
    for position, entry in enumerate(list_at(record, "paragraphs")):
        path = f"paragraphs[{position}]."
        paragraph = object_in(entry, path)
        document = _document(title, text_at(paragraph, "context", path))
        documents.append(document)
        for number, question in enumerate(list_at(paragraph, "qas", path)):
            inner = f"{path}qas[{number}]."
            items.append(_nested_item(object_in(question, inner), inner, document))
    return RawRecord(place, tuple(documents), tuple(items))


def _document(title: str, context: str) -> RawDocument:
    return RawDocument(content_id(title, context), title, context)


def _nested_item(question: Mapping[str, Any], path: str, document: RawDocument) -> RawItem:
    answers = [
        text_at(object_in(answer, f"{path}answers[{position}]"), "text", f"{path}answers[{position}].")
        for position, answer in enumerate(list_at(question, "answers", path))
    ]
    impossible = flag_at(question, "is_impossible", path) if "is_impossible" in question else not answers
    return _item(question, path, document, answers, impossible)


def convert_row(record: Mapping[str, Any], place: Place) -> RawRecord:
    """Return the paragraph and the question of a flat row; its answers stand in parallel lists."""
    document = _document(text_at(record, "title"), text_at(record, "context"))
    answers = texts_at(object_in(record.get("answers"), "answers"), "text", "answers.")
    return RawRecord(place, (document,), (_item(record, "", document, answers, not answers),))


def _item(
    record: Mapping[str, Any], path: str, document: RawDocument, answers: Sequence[str], impossible: bool
) -> RawItem:
    first, *others = distinct(answers) or ("",)
    return RawItem(
        id_at(record, "id", path),
        filled_text_at(record, "question", path),
        first,
        answer_aliases=tuple(others),
        references=(document.external_id,),
        flags=flags_of([first, *others], [document.text], answerable=not impossible),
    )


def _read(files: Sequence[InputFile], problems: Problems, _: Mapping[str, str]) -> Iterator[RawRecord]:
    for file in files:
        if _NESTED.match(head_of(file)):
            yield from convert_all(read_list(file, problems, b"data"), problems, convert_article)
        else:
            yield from convert_all(read_json(file, problems), problems, convert_row)


ADAPTER = Adapter("squad", "SQuAD 1.1 and 2.0: the official JSON file, or rows as JSONL or a list", _read)
