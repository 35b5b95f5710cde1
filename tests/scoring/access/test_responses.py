"""Document ids out of the lines of a run (contracts §5, §7)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.records import InvalidRecord
from scoring.access.scorer.responses import first_distinct, ids_in, result_of
from scoring.runs.lines import decode, metadata_of


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("", ()),
        ("none at all", ()),
        ("[DocID=17], [DocID=23]", ("17", "23")),
        ("17, 17, 017, 00017", ("17",)),
        ("-5 and 3.25", ("5", "3", "25")),
        ("0, 00, 000", ("0",)),
        ("a1b2c3", ("1", "2", "3")),
        ("٣ ３ ², then 4", ("4",)),  # digits of other scripts are no ids
        ("1\u20282\x853\n4", ("1", "2", "3", "4")),
        ("18446744073709551615", ("18446744073709551615",)),
    ],
)
def test_integers_are_taken_in_order_of_appearance(response: str, expected: tuple[str, ...]) -> None:
    assert ids_in(response, 10) == expected


def test_only_the_first_k_distinct_ids_are_kept() -> None:
    assert ids_in("5 5 4 5 3 4 2 1", 3) == ("5", "4", "3")


def test_an_integer_beyond_64_bits_takes_a_place_and_matches_nothing() -> None:
    huge = "18446744073709551616"
    unknown, known = ids_in(f"{huge} 17 {huge} 0{huge}", 10)
    assert known == "17"
    assert unknown != huge
    assert " " in unknown  # which no document's name in a qrels file can hold


def test_two_integers_beyond_64_bits_are_two_ids() -> None:
    assert len(ids_in(f"{'9' * 5000} {'9' * 4999}8", 10)) == 2


@given(st.text(), st.integers(1, 20))
def test_ids_are_distinct_ascii_integers_and_at_most_k(response: str, k: int) -> None:
    ids = ids_in(response, k)
    assert len(ids) == len(set(ids)) <= k
    assert all(name.split("…")[0].isascii() for name in ids)


@given(st.lists(st.integers(0, 10**6)), st.integers(1, 20), st.sampled_from([" ", ", ", "][DocID=", "\n"]))
def test_a_response_that_lists_ids_gives_the_same_as_the_list(ids: list[int], k: int, between: str) -> None:
    line = result_of(1, {"item_id": "q", "doc_ids": ids}, k=k)
    assert ids_in(between.join(map(str, ids)), k) == line.ids


@given(st.lists(st.sampled_from("abcdef")), st.integers(1, 8))
def test_cutting_later_cuts_no_more(names: list[str], k: int) -> None:
    assert first_distinct(names, k + 1)[:k] == first_distinct(names, k)


def test_a_list_of_ids_keeps_unknown_ones_in_their_place() -> None:
    record = decode(b'{"item_id": "q1", "doc_ids": [-3, 99999999999999999999999, 17, 17, "a b"]}')
    assert result_of(1, record, k=10).ids == ("-3", "99999999999999999999999", "17", "a b")


def test_a_line_that_names_no_rung_takes_the_given_one() -> None:
    record = {"item_id": "q1", "doc_ids": [], "scale": None}
    assert result_of(1, record, k=10, scale="64K").scale == "64K"
    assert result_of(1, record | {"scale": "512K"}, k=10, scale="64K").scale == "512K"


def test_a_response_may_hold_what_is_no_text() -> None:
    record = decode(rb'{"item_id": "q1", "response": "\ud800 17 \u0000 18"}')
    assert result_of(1, record, k=10).ids == ("17", "18")


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"doc_ids": []}, "item_id: expected a string that is not empty, got None"),
        ({"item_id": 7, "doc_ids": []}, "item_id: expected a string that is not empty, got 7"),
        ({"item_id": "", "doc_ids": []}, "item_id: expected a string that is not empty, got ''"),
        ({"item_id": "q"}, "doc_ids: missing: expected doc_ids or response"),
        ({"item_id": "q", "ranking": []}, "doc_ids: missing: expected doc_ids or response"),
        ({"item_id": "q", "doc_ids": None}, "doc_ids: expected a list, got None"),
        ({"item_id": "q", "doc_ids": [1, True]}, "doc_ids: entry 1 is True: expected an integer or a string"),
        ({"item_id": "q", "doc_ids": [1.0]}, "doc_ids: entry 0 is 1.0: expected an integer or a string"),
        ({"item_id": "q", "response": None}, "response: expected a string, got None"),
        ({"item_id": "q", "response": "", "doc_ids": []}, "doc_ids: expected either doc_ids or response"),
        ({"item_id": "q", "scale": "", "doc_ids": []}, "scale: expected a string that is not empty, got ''"),
        (
            {"item_id": "q", "scale": 512, "doc_ids": []},
            "scale: expected a string that is not empty, got 512",
        ),
    ],
)
def test_a_wrong_field_is_named(record: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        result_of(1, record, k=10)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"[]", "expected a JSON object, got a list"),
        (b'{"a": 1,}', "no JSON: "),
        (b'{"a": "x', "no JSON: "),
        (b'{"a": 1, "a": 2}', "the key 'a' stands twice"),
        (b'{"a": NaN}', "NaN is no JSON number"),
        (b'{"a": -Infinity}', "-Infinity is no JSON number"),
        (b'{"a": "\xff"}', "byte 107 is not UTF-8"),
        (b'{"a": ' + b"[" * 100_000, "no JSON that can be read: nested too deeply"),
    ],
)
def test_a_line_that_is_no_object_is_refused(raw: bytes, message: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        decode(raw, 100)
    assert message in str(caught.value)


@given(st.dictionaries(st.text(), st.integers(-(10**18), 10**18) | st.text() | st.none()))
def test_decoding_gives_back_what_was_written(record: dict[str, object]) -> None:
    assert decode(json.dumps(record).encode()) == record


def test_metadata_are_an_object_with_a_known_group() -> None:
    assert metadata_of({"run": {"system": "BM25", "group": "later"}}) == {"system": "BM25", "group": "later"}
    with pytest.raises(InvalidRecord, match=r"run: expected an object, got 'x'"):
        metadata_of({"run": "x"})
    with pytest.raises(InvalidRecord, match=r"run\.group: 'last': expected one of initial, later"):
        metadata_of({"run": {"group": "last"}})
    with pytest.raises(InvalidRecord, match=r"run\.system: expected a string, got 3"):
        metadata_of({"run": {"system": 3}})
