"""Both parsers: what is a ranking, what is not, and why (contracts §6)."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ripple.scorer.rankings_parse import (
    FENCE_STRIPPED,
    PRIMARY,
    Parsed,
    UnknownParser,
    nested_too_deep,
    parse_response,
    without_fence,
)

GOOD = '{"ranking":[{"unit_id":"a","text":"x"}]}'
ENTRIES = [{"unit_id": "a", "text": "x"}]


@pytest.mark.parametrize(
    "response",
    [
        GOOD,
        f" \t\r\n{GOOD}\r\n ",
        '{"note":null,"ranking":[{"unit_id":"a","text":"x"}],"more":{"ranking":3}}',
        '{"\\u0072anking":[{"unit_id":"\\u0061","text":"x"}]}',
    ],
)
@pytest.mark.parametrize("parser", [PRIMARY, FENCE_STRIPPED])
def test_one_object_with_a_list_under_ranking_is_a_ranking(response: str, parser: str) -> None:
    assert parse_response(response, parser) == Parsed(ENTRIES)


@pytest.mark.parametrize(
    ("response", "reason"),
    [
        ("", "empty"),
        (" \r\n\t", "empty"),
        ("I cannot tell.", "not_json"),
        (f"Here it is: {GOOD}", "not_json"),
        (f"{GOOD} Done.", "not_json"),
        (GOOD + GOOD, "not_json"),
        (GOOD + "t", "not_json"),
        ("\ufeff" + GOOD, "not_json"),
        ("\u00a0" + GOOD, "not_json"),
        ("\x0c" + GOOD, "not_json"),
        (GOOD.replace('"', "'"), "not_json"),
        (GOOD.replace("]", ",]"), "not_json"),
        ('{"ranking":[],"ranking":[]}', "not_json"),
        ('{"ranking":[{"unit_id":"a","unit_id":"a","text":"x"}]}', "not_json"),
        ('{"ranking":[],"a":{"b":1,"b":1}}', "not_json"),
        ('{"ranking":[NaN]}', "not_json"),
        ('{"ranking":[],"score":Infinity}', "not_json"),
        ('{"ranking":[],"score":-Infinity}', "not_json"),
        ('{"ranking":[01]}', "not_json"),
        ('[{"unit_id":"a","te', "not_json"),
        ('"rank', "not_json"),
        ("[tr", "not_json"),
        ('{"ranking":["a\nb"]}', "not_json"),
        ('{"ranking":["a\0b"]}', "not_json"),
        ("[]", "wrong_shape"),
        ("null", "wrong_shape"),
        ('"ranking"', "wrong_shape"),
        ("{}", "wrong_shape"),
        ('{"ranking":{"a":1}}', "wrong_shape"),
        ('{"ranking":null}', "wrong_shape"),
        ('{"Ranking":[]}', "wrong_shape"),
    ],
)
@pytest.mark.parametrize("parser", [PRIMARY, FENCE_STRIPPED])
def test_everything_else_is_malformed_with_its_reason(response: str, reason: str, parser: str) -> None:
    assert parse_response(response, parser) == Parsed((), reason)


@pytest.mark.parametrize("length", range(1, len(GOOD)))
def test_a_response_cut_off_anywhere_is_truncated(length: int) -> None:
    assert parse_response(GOOD[:length]).malformed == "truncated"


@pytest.mark.parametrize("tail", ["tr", "fals", "nu", "-", "1.", "1e", "1e+", '"\\', '"\\u', '"\\u12'])
def test_a_response_cut_off_within_a_word_is_truncated(tail: str) -> None:
    assert parse_response('{"score":' + tail).malformed == "truncated"


@pytest.mark.parametrize(
    "fenced",
    [
        f"```json\n{GOOD}\n```",
        f"```{GOOD}```",
        f" \r\n````json-5+x_\r\n{GOOD}\r\n`````\n\t",
        f"```JSON\n{GOOD}",
        f"{GOOD}\n```",
    ],
)
def test_only_the_second_parser_takes_a_fence_away(fenced: str) -> None:
    assert parse_response(fenced) == Parsed((), "fenced")
    assert parse_response(fenced, FENCE_STRIPPED) == Parsed(ENTRIES)


@pytest.mark.parametrize(
    ("fenced", "reason"),
    [
        (f"``{GOOD}``", "not_json"),
        (f"~~~\n{GOOD}\n~~~", "not_json"),
        (f"Sure!\n```json\n{GOOD}\n```", "not_json"),
        (f"```json extra\n{GOOD}\n```", "not_json"),
        (f"``` json\n{GOOD}\n```", "not_json"),
        (f"\ufeff```\n{GOOD}\n```", "not_json"),
        (f"```a\n```b\n{GOOD}\n```\n```", "not_json"),
        ("```json\n" + GOOD[:-1], "truncated"),
        ("```\n[]\n```", "wrong_shape"),
        ("```", "empty"),
        ("``````", "empty"),
    ],
)
def test_what_is_no_ranking_behind_its_fence_is_malformed_for_that_reason(fenced: str, reason: str) -> None:
    assert parse_response(fenced).malformed == reason
    assert parse_response(fenced, FENCE_STRIPPED).malformed == reason


def test_nesting_of_a_hundred_is_read_and_one_more_is_not() -> None:
    """The object is the first level, its list the second."""
    deep = '{"ranking":[' + "[" * 98 + "]" * 98 + "]}"
    assert parse_response(deep).malformed == ""
    assert parse_response(deep.replace('":[', '":[[],')).malformed == ""
    assert parse_response(deep.replace("[]", "[{}]")).malformed == "too_deep"
    assert parse_response(deep.replace("[]", "[[]]")).malformed == "too_deep"


@pytest.mark.parametrize("opened", ["[", '{"a":', '[{"a":'])
def test_nesting_of_ten_thousand_does_not_crash(opened: str) -> None:
    assert parse_response('{"ranking":' + opened * 10_000).malformed == "too_deep"
    assert parse_response('{"ranking":' + "[" * 10_000 + "]" * 10_000 + "}").malformed == "too_deep"


def test_brackets_beside_one_another_and_in_strings_are_not_nested() -> None:
    assert not nested_too_deep("[" + "[]," * 500 + "{}]")
    text = '["' + '\\"[{' * 500 + '"]'
    assert not nested_too_deep(text)
    assert parse_response('{"ranking":' + text + "}").malformed == ""


def test_numbers_may_have_any_length_and_are_no_identifiers() -> None:
    digits = "9" * 10_000
    parsed = parse_response(
        f'{{"ranking":[{{"unit_id":{digits},"text":-{digits}.5e{digits}}}],"n":{digits}}}'
    )
    assert parsed.malformed == ""
    assert not any(isinstance(value, str) for value in parsed.entries[0].values())


def test_nul_and_lone_surrogates_are_read_where_escaped() -> None:
    assert parse_response('{"ranking":["\\u0000","\\ud800"]}').entries == ["\0", "\ud800"]


def test_ten_megabytes_are_read_in_a_moment() -> None:
    started = time.process_time()
    big = '{"ranking":[{"unit_id":"a","text":"' + "ü[{" * 3_500_000 + '"}]}'
    assert len(parse_response(big).entries) == 1
    assert parse_response(big[:-2]).malformed == "truncated"
    assert parse_response("`" * 10_000_000, FENCE_STRIPPED).malformed == "empty"
    assert time.process_time() - started < 20


def test_an_unknown_parser_is_refused() -> None:
    with pytest.raises(UnknownParser, match="'lenient'"):
        parse_response(GOOD, "lenient")


@given(st.text(st.sampled_from('`"{}[]:,\\ \nranking')))
def test_no_text_crashes_a_parser_and_unfenced_text_parses_alike(text: str) -> None:
    primary, secondary = parse_response(text), parse_response(text, FENCE_STRIPPED)
    assert bool(primary.malformed) <= (len(primary.entries) == 0)
    if not primary.malformed or "```" not in text:
        assert primary == secondary


@given(
    st.recursive(
        st.none() | st.booleans() | st.text(), lambda one: st.lists(one) | st.dictionaries(st.text(), one)
    )
)
def test_any_json_list_comes_through_as_it_is(value: object) -> None:
    text = json.dumps({"ranking": [value]})
    assert parse_response(text).entries == [value]
    assert without_fence(f"```json\n{text}\n```") == f"\n{text}\n"
