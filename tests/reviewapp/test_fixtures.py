"""The sample collection: in canonical form, whole, and awkward in every way that the pages must bear."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from pathlib import Path

import orjson
import pytest

from reviewapp.records import (
    DocumentRecord,
    EvidenceRecord,
    Problems,
    document_bytes,
    evidence_bytes,
    open_source,
    read_documents,
    read_evidence,
    text_sha256,
)
from reviewapp.records.collisions import collision_bytes, read_collisions

FIXTURES = Path(__file__).parents[2] / "fixtures"
DOMAINS = {"medical", "history", "education", "math", "literature", "law", "technology", "finance"}
DOZEN = 12

AWKWARD = {
    "emoji": re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]"),
    "zero-width joiner": re.compile("\u200d"),
    "right to left": re.compile("[\u0590-\u05ff\u0600-\u06ff]"),
    "CRLF": re.compile("\r\n"),
    "line separator": re.compile("\u2028"),
    "long word": re.compile(r"\w{200}"),
    "markup": re.compile("<[a-z/!][^>]*>|&#?[a-z0-9]+;|\\{\\{"),
}


def lines(reader, encode, name: str):
    """The records of a sample file, and that its bytes are the canonical ones."""
    problems = Problems()
    with (FIXTURES / name).open("rb") as raw, open_source(raw, name) as source:
        found = list(reader(source, problems))
    problems.raise_if_any()
    assert all(encode(record) == line.data.rstrip(b"\n") for line, record in found)
    return [record for _, record in found]


@pytest.fixture(scope="module")
def documents() -> list[DocumentRecord]:
    return lines(read_documents, document_bytes, "documents.jsonl.gz")


@pytest.fixture(scope="module")
def items() -> list[EvidenceRecord]:
    return lines(read_evidence, evidence_bytes, "evidence_items.jsonl")


@pytest.fixture(scope="module")
def texts(documents: list[DocumentRecord]) -> dict[int, str]:
    return {document.doc_id: document.text for document in documents if document.doc_id is not None}


def test_there_are_enough_documents_in_every_domain(documents):
    assert len(documents) >= 80
    by_domain = Counter(document.domain for document in documents)
    assert set(by_domain) == DOMAINS
    assert min(by_domain.values()) >= DOZEN


def test_one_document_has_a_megabyte_of_text(documents):
    assert sum(len(document.text.encode()) >= 2**20 for document in documents) == 1


def test_no_two_documents_share_an_id_or_a_text(documents):
    for values in (
        [document.doc_id for document in documents],
        [document.external_id for document in documents],
        [text_sha256(document.text) for document in documents],
    ):
        assert len(set(values)) == len(documents)


def test_there_are_enough_items_a_third_of_them_with_several_references(items):
    assert len({item.item_id for item in items}) == len(items) >= 240
    several = sum(len(item.ref_list) > 1 for item in items)
    assert 0.25 < several / len(items) < 0.4
    assert {len(item.ref_list) for item in items} == {1, 2, 3, 4}


def test_every_named_document_exists(items, texts):
    named = {doc_id for item in items for doc_id in (*item.ref_list, *item.hard_negatives)}
    assert named <= set(texts)
    assert sum(bool(item.hard_negatives) for item in items) > len(items) / 3


@pytest.mark.parametrize("kind", AWKWARD)
def test_at_least_a_dozen_items_are_awkward_in_their_own_text(items, kind):
    assert sum(bool(AWKWARD[kind].search(item.query + item.answer)) for item in items) >= DOZEN


@pytest.mark.parametrize("kind", AWKWARD)
def test_at_least_a_dozen_items_have_an_awkward_reference(items, texts, kind):
    awkward = {doc_id for doc_id, text in texts.items() if AWKWARD[kind].search(text)}
    assert sum(bool(awkward & set(item.ref_list)) for item in items) >= DOZEN


def test_at_least_a_dozen_answers_carry_combining_marks(items):
    assert sum(any(map(unicodedata.combining, item.answer)) for item in items) >= DOZEN


def test_at_least_a_dozen_queries_and_answers_are_very_long(items):
    assert sum(len(item.query) > 1_000 for item in items) >= DOZEN
    assert sum(len(item.answer) > 1_000 for item in items) >= DOZEN


def test_at_least_a_dozen_answers_occur_many_times(items, texts):
    assert sum(max(texts[ref].count(item.answer) for ref in item.ref_list) > 10 for item in items) >= DOZEN


def test_most_answers_occur_in_a_reference_and_a_dozen_do_not(items, texts):
    absent = sum(not any(item.answer in texts[ref] for ref in item.ref_list) for item in items)
    assert DOZEN <= absent < len(items) / 10


def test_the_run_ranks_documents_for_every_item(items, texts):
    head, *rows = map(orjson.loads, (FIXTURES / "run_bm25ish.jsonl").read_bytes().split(b"\n")[:-1])
    assert head["run"]["system"] == "tf-idf"
    assert [row["item_id"] for row in rows] == [item.item_id for item in items]
    assert all(len(row["doc_ids"]) == 20 and set(row["doc_ids"]) <= set(texts) for row in rows)


def test_what_the_model_said_is_about_near_misses_and_quotes_them(items, texts):
    references = {item.item_id: item.ref_list for item in items}
    said = lines(read_collisions, collision_bytes, "collisions.jsonl")
    assert {one.verdict for one in said} == {"conflict", "hard_negative", "false_negative", None}
    assert all(one.doc_id not in references[one.item_id] and one.quote in texts[one.doc_id] for one in said)
    assert len({(one.item_id, one.doc_id) for one in said}) == 17


def test_the_sample_is_small():
    assert sum(path.stat().st_size for path in FIXTURES.iterdir()) < 2_500_000


def test_the_readme_counts_what_is_there(documents, items):
    readme = (FIXTURES / "README.md").read_text()
    several = sum(len(item.ref_list) > 1 for item in items)
    assert f"{len(documents)} documents" in readme
    assert f"{len(items)} evidence items: {len(items) - several} with one reference, {several} with" in readme
