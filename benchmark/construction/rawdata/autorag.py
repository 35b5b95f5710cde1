"""AutoRAG: a corpus and a question file, both parquet; questions name documents by their ids."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from reviewapp.records import InputFile, InvalidFile, InvalidRecord, Place, Problems, kind_of

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
from .rows import parquet_columns, read_parquet
from .shapes import convert_all

CORPUS = ("doc_id", "contents")
QUESTIONS = ("qid", "query", "generation_gt", "retrieval_gt")


def convert_document(record: Mapping[str, Any], place: Place) -> RawRecord:
    """Return a corpus row as a document; the format has no titles."""
    return RawRecord(place, (RawDocument(id_at(record, "doc_id"), "", text_at(record, "contents")),))


def convert_question(record: Mapping[str, Any], place: Place) -> RawRecord:
    """Return a question with all its gold answers; groups of alternative documents are flattened."""
    answers = distinct(texts_at(record, "generation_gt"))
    if not answers:
        raise InvalidRecord.because("expected at least one answer, got none", "generation_gt")
    item = RawItem(
        id_at(record, "qid"),
        filled_text_at(record, "query"),
        answers[0],
        answer_aliases=answers[1:],
        references=distinct(_ids(value_at(record, "retrieval_gt"))),
    )
    return RawRecord(place, (), (item,))


def _ids(value: object) -> Iterator[str]:
    if isinstance(value, list):
        for part in value:
            yield from _ids(part)
    elif isinstance(value, str):
        yield value
    else:
        raise InvalidRecord.because(f"expected document ids, got {kind_of(value)}", "retrieval_gt")


def _read(files: Sequence[InputFile], problems: Problems, _: Mapping[str, str]) -> Iterator[RawRecord]:
    """Yield documents, then questions; of the corpus only the texts that questions name are held."""
    corpora, questions = _sort(files)
    named: set[str] = set()
    for file in questions:
        for row in convert_all(read_parquet(file, QUESTIONS), Problems(), convert_question):
            named.update(row.items[0].references)
    texts: dict[str, str] = {}
    for file in corpora:
        for row in convert_all(read_parquet(file, CORPUS), problems, convert_document):
            texts.update(
                {
                    document.external_id: document.text
                    for document in row.documents
                    if document.external_id in named
                }
            )
            yield row
    for file in questions:
        for row in convert_all(read_parquet(file, QUESTIONS), problems, convert_question):
            yield replace(row, items=(_flagged(row.items[0], texts),))


def _flagged(item: RawItem, texts: Mapping[str, str]) -> RawItem:
    """Flag an item whose references are all at hand; others may stand in the bank already."""
    if not all(doc_id in texts for doc_id in item.references):
        return item
    answers = [item.answer, *item.answer_aliases]
    return replace(item, flags=flags_of(answers, [texts[doc_id] for doc_id in item.references]))


def _sort(files: Sequence[InputFile]) -> tuple[list[InputFile], list[InputFile]]:
    corpora, questions = [], []
    for file in files:
        columns = set(parquet_columns(file))
        if "retrieved_ids" in columns:
            raise InvalidFile([f"{file.name}: a retrieval result, expected a corpus or questions"])
        if columns.issuperset(CORPUS):
            corpora.append(file)
        elif columns.issuperset(QUESTIONS):
            questions.append(file)
        else:
            columns_there = f"found {', '.join(sorted(columns))}"
            expected = f"expected {', '.join(CORPUS)} or {', '.join(QUESTIONS)}"
            raise InvalidFile([f"{file.name}: {columns_there}; {expected}"])
    return corpora, questions


ADAPTER = Adapter("autorag", "AutoRAG: a corpus and a question file, both parquet, given together", _read)
