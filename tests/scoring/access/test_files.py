"""Items, qrels and runs as files: what is read, and how bad lines are reported."""

import gzip
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from reviewapp.records import Problems, open_source
from scoring.access.scorer.files import RunReader, read_items
from scoring.access.scorer.metrics import AccessItem

ITEM = {"item_id": "q1", "query": "?", "answer": "!", "ref_list": [17, 23], "domain": "law", "source": "s"}


@contextmanager
def run(data: bytes, k: int = 10, scale: str = "all") -> Iterator[tuple[RunReader, Problems]]:
    problems = Problems()
    with open_source(io.BytesIO(data), "run") as source:
        yield RunReader(source, problems, k=k, scale=scale), problems


def results(data: bytes, **options: object) -> list[tuple[str, str, tuple[str, ...]]]:
    with run(data, **options) as (reader, problems):  # type: ignore[arg-type]
        found = [(result.scale, result.item_id, result.ids) for result in reader.results()]
        assert problems.messages == []
    return found


def messages(data: bytes) -> list[str]:
    with run(data) as (reader, problems):
        list(reader.results())
    return problems.messages


def items(data: bytes) -> tuple[list[AccessItem], list[str]]:
    problems = Problems()
    with open_source(io.BytesIO(data), "items") as source:
        return read_items(source, problems), problems.messages


def test_a_jsonl_run_with_metadata_gzip_mark_and_crlf() -> None:
    data = (
        b'\xef\xbb\xbf{"run": {"system": "BM25"}}\r\n\r\n'
        b'{"item_id": "q1", "scale": "512K", "doc_ids": [17, 23]}\r\n'
        b'{"item_id": "q1", "scale": "64K", "response": "[23]"}'
    )
    with run(gzip.compress(data)) as (reader, problems):
        found = [(result.scale, result.item_id, result.ids) for result in reader.results()]
    assert found == [("512K", "q1", ("17", "23")), ("64K", "q1", ("23",))]
    assert (reader.kind, reader.metadata, problems.messages) == ("jsonl", {"system": "BM25"}, [])


def test_the_same_item_twice_on_a_rung_is_an_error_with_both_lines() -> None:
    line = b'{"item_id": "q1", "doc_ids": []}\n'
    assert messages(line + b"\n" + line) == ["run:3: item_id: 'q1' stands twice on this rung: on line 1 too"]


def test_every_bad_line_is_reported_in_one_go() -> None:
    data = b'{"item_id": "q1"}\n{"item_id": "q2", "doc_ids": [1]}\nnot json\n{"run": {}}\n'
    assert messages(data) == [
        "run:1: doc_ids: missing: expected doc_ids or response",
        "run:3: no JSON: Expecting value at character 0",
        "run:4: item_id: expected a string that is not empty, got None",
    ]


def test_trec_runs_are_ordered_by_32_bit_score_then_id_both_descending() -> None:
    data = (
        b"q1 Q0 d1 1 0.5 t\n"
        b"q1 Q0 d9 2 1.00000001 t\n"  # as a 32-bit float the same as 1
        b"q1\tQ0\td10 3  1.0 t more junk\n"
        b"q1 Q0 d2 4 1e0 t\r\n"
        b"q1 Q0 z 5 -inf t\n"
    )
    assert results(data) == [("all", "q1", ("d9", "d2", "d10", "d1", "z"))]
    assert results(data, k=2, scale="64K") == [("64K", "q1", ("d9", "d2"))]


def test_trec_lines_of_a_query_need_not_stand_together() -> None:
    data = b"# a comment\nq1 Q0 a 1 1 t\nq2 Q0 a 1 1 t\nq1 Q0 b 1 2 t\n"
    assert results(data) == [("all", "q1", ("b", "a")), ("all", "q2", ("a",))]


def test_trec_ids_are_separated_by_ascii_space_alone() -> None:
    data = "q\u00a01 Q0 d\u20281\u0085 1 1 t\n".encode()
    assert results(data) == [("all", "q\u00a01", ("d\u20281\u0085",))]


def test_a_trec_run_says_which_lines_are_bad() -> None:
    data = (
        b"q1 Q0 a 1 1 t\nq1 Q0 b 1 nan t\nq1 Q0 c 1 t\nq2 Q0 a 1 0x1 t\nq2 Q0 \xff 1 1 t\n"
        b"q1 Q0 a 1 2 t\nq1 Q0 a 1 3 t\n"
    )
    assert messages(data) == [
        "run:2: score: 'nan': expected a number",
        "run:3: 5 columns: expected query, Q0, document, rank, score, tag",
        "run:4: score: '0x1': expected a number",
        "run:5: document: '\\\\xff': byte 0 is not UTF-8",
        "run:6: document: named twice for query 'q1': on line 1 too",
        "run:7: document: named twice for query 'q1': on line 6 too",
    ]


def test_the_tag_of_a_trec_run_is_its_system() -> None:
    with run(b"q1 Q0 a 1 1 STANDARD\n") as (reader, _):
        list(reader.results())
    assert (reader.kind, reader.metadata) == ("trec", {"system": "STANDARD"})


def test_an_empty_run_gives_nothing() -> None:
    assert results(b"") == []


def test_evidence_items_are_read_with_their_gold_and_domain() -> None:
    data = json.dumps(ITEM).encode() + b"\n" + json.dumps(ITEM | {"item_id": "q2", "domain": None}).encode()
    assert items(data) == (
        [AccessItem("q1", frozenset({"17", "23"}), "law"), AccessItem("q2", frozenset({"17", "23"}), "")],
        [],
    )


def test_bad_evidence_items_are_reported_together() -> None:
    lines = [ITEM, ITEM, ITEM | {"item_id": "q2", "ref_list": ["17"]}, {**ITEM, "item_id": "q3", "gold": []}]
    _, found = items(b"\n".join(json.dumps(line).encode() for line in lines))
    assert [message.split(": expected")[0].split(", expected")[0] for message in found] == [
        "items:2: item_id: 'q1' stands twice: on line 1 too",
        "items:3: ref_list: entry 1",
        "items:4: gold: an unknown key",
    ]


def test_qrels_take_relevance_from_one_as_gold() -> None:
    data = b"# comment\nq1 0 a 1\nq1\t0  b 0\nq2 0 c -1\nq1 0 d 2\nq1 0 e#e 1 junk at the end\n"
    assert items(data) == (
        [AccessItem("q1", frozenset({"a", "d", "e#e"})), AccessItem("q2", frozenset())],
        [],
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"q1 0 b", "items:2: 3 columns: expected query, iteration, document, relevance"),
        (b"q1 0 b x", "items:2: relevance: 'x': expected an integer"),
        (b"q1 0 b 1.0", "items:2: relevance: '1.0': expected an integer"),
        (b"q1 0 a 0", "items:2: document: named twice for query 'q1': on line 1 too"),
    ],
)
def test_bad_qrels_are_reported(line: bytes, message: str) -> None:
    assert items(b"q1 0 a 1\n" + line + b"\n")[1] == [message]
