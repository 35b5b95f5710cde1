"""Evidence items: fields, canonical bytes, and the domain that references give."""

import io

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.records import (
    TRACKS,
    EvidenceRecord,
    InvalidRecord,
    Problems,
    check_evidence,
    evidence_bytes,
    evidence_sha256,
    majority_domain,
    open_source,
    read_evidence,
)

GOOD = {
    "item_id": "q1",
    "query": "Who?",
    "answer": "Ada",
    "ref_list": [17, 23],
    "hard_negatives": [99],
    "domain": None,
    "task_type": None,
    "source": "s",
    "track": "single",
}
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
FILLED = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=100)
IDS = st.lists(st.integers(0, 2**63 - 1), unique=True, max_size=6)


@st.composite
def items(draw: st.DrawFn) -> EvidenceRecord:
    ids = draw(IDS)
    cut = draw(st.integers(0, len(ids)))
    return EvidenceRecord(
        draw(FILLED),
        draw(FILLED),
        draw(TEXT),
        tuple(ids[:cut]),
        tuple(ids[cut:]),
        draw(FILLED | st.none()),
        draw(FILLED | st.none()),
        draw(FILLED),
        draw(st.sampled_from(TRACKS)),
    )


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("item_id", "", "expected text, got an empty string"),
        ("query", "", "expected text, got an empty string"),
        ("answer", None, "expected a string, got null"),
        ("ref_list", 17, "expected a list of integers, got an integer"),
        ("ref_list", [17, "x"], "entry 2: expected an integer from 0 to 9223372036854775807, got a string"),
        ("ref_list", [True], "entry 1: expected an integer from 0 to 9223372036854775807, got a boolean"),
        ("ref_list", [17, 5, 17], "17 is named twice, expected distinct ids"),
        ("track", "double", "'double' is unknown, expected one of single, rewriting, atomization"),
        ("track", None, "None is unknown, expected one of single, rewriting, atomization"),
    ],
)
def test_says_what_is_wrong_with_a_field(field: str, value: object, message: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        check_evidence(GOOD | {field: value})
    assert str(caught.value) == f"{field}: {message}"


def test_refuses_a_reference_among_the_hard_negatives() -> None:
    with pytest.raises(InvalidRecord, match="hard_negatives: 23 is also in ref_list"):
        check_evidence(GOOD | {"hard_negatives": [5, 23]})


def test_absent_keys_stand_for_nothing_known() -> None:
    record = check_evidence({"item_id": "q", "query": "?", "answer": "", "ref_list": []}, "mine")
    assert record == EvidenceRecord("q", "?", "", (), (), None, None, "mine", "single")


@given(items())
def test_an_item_is_read_back_from_its_canonical_bytes(record: EvidenceRecord) -> None:
    assert check_evidence(orjson.loads(evidence_bytes(record))) == record


def test_writes_the_documented_order_whatever_order_came() -> None:
    expected = (
        '{"item_id":"q1","query":"Who?","answer":"Ada","ref_list":[17,23],"hard_negatives":[99],'
        '"domain":null,"task_type":null,"source":"s","track":"single"}'
    )
    assert evidence_bytes(check_evidence(dict(reversed(GOOD.items())))).decode() == expected


def test_the_hash_is_that_of_the_canonical_bytes() -> None:
    one = check_evidence(GOOD)
    assert evidence_sha256(one) == evidence_sha256(check_evidence(dict(reversed(GOOD.items()))))
    assert evidence_sha256(one) != evidence_sha256(check_evidence(GOOD | {"ref_list": [23, 17]}))


def test_reads_a_file_with_its_lines() -> None:
    data = b"\n" + orjson.dumps(GOOD) + b"\n" + orjson.dumps(GOOD | {"colour": 1}) + b"\n"
    problems = Problems()
    with open_source(io.BytesIO(data), "e.jsonl") as source:
        assert [line.number for line, _ in read_evidence(source, problems)] == [2]
    assert problems.messages[0].startswith("e.jsonl:3: colour: an unknown key, expected one of item_id, ")


@pytest.mark.parametrize(
    ("domains", "expected"),
    [
        ([], None),
        ([None, None], None),
        (["law"], "law"),
        (["law", "history"], "law"),
        (["law", "history", "history"], "history"),
        ([None, "math", None, "law"], "math"),
        (["math", "law", "law", "math"], "math"),
    ],
)
def test_the_domain_is_that_of_most_references(domains: list[str | None], expected: str | None) -> None:
    assert majority_domain(domains) == expected
