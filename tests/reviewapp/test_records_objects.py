"""Strict JSON: what is refused, and in which words."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.records import InvalidRecord, canonical_bytes, parse_object

DAMAGED = {
    b'{"a": 1': "cut off, expected a whole record",
    b'{"a":': "cut off, expected a whole record",
    b'{"a": "x': "cut off inside the string at column 7, expected a whole record",
    b'{"a": "x\n': "column 9: a raw line break in a string, expected '\\n'",
    b'{"a": "x\r\n': "column 9: a raw line break in a string, expected '\\r'",
    b'{"a": "\x01"}': "column 8: a raw control character U+0001 in a string, expected \\u0001",
    b'{"a": "\x00"}': "column 8: a raw control character U+0000 in a string, expected \\u0000",
    b'{"a": 1}{}': "column 9: more text after the record, expected one object",
    b"[1]": "expected an object, got a list",
    b"null": "expected an object, got null",
    b"1.5": "expected an object, got a number with a fraction",
    b'"x"': "expected an object, got a string",
    b'{"a": 1, "a": 1}': "a: the key occurs twice, expected it once",
    b'{"a":1,"a":1}': "a: the key occurs twice, expected it once",
    b'{"x":{"b":1,"b":2}}': "b: the key occurs twice, expected it once",
    b'{"a":NaN}': "NaN is no JSON, expected a number or null",
    b'{"a":-Infinity}': "-Infinity is no JSON, expected a number or null",
    b'{"a":"\\ud800"}': "a: a lone surrogate \\ud800, expected Unicode text",
    b'{"a":"x\\udc00"}': "a: a lone surrogate \\udc00, expected Unicode text",
    b'{"a":[{"b":"\\udfff"}]}': "a: a lone surrogate \\udfff, expected Unicode text",
    b'{"\\ud800":1}': "\\ud800: a lone surrogate \\ud800, expected Unicode text",
    b'{"a":"\xff"}': "byte 106: 0xff is no UTF-8 text, expected UTF-8",
    b'{"a":"\xed\xa0\x80"}': "byte 106: 0xed is no UTF-8 text, expected UTF-8",
    b'{"a":' + b"[" * 100_000: "nested too deeply",
}


@pytest.mark.parametrize(("data", "reason"), DAMAGED.items())
def test_says_what_is_wrong(data: bytes, reason: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        parse_object(data, offset=100)
    assert str(caught.value) == reason


@pytest.mark.parametrize("data", [b'{"a": 1,}', b'{"a": [1, ]}', b'{"a": 1 , }'])
def test_says_that_a_comma_trails(data: bytes) -> None:
    with pytest.raises(InvalidRecord, match=r"column \d+: a trailing comma before '[}\]]', expected none"):
        parse_object(data)


@pytest.mark.parametrize("data", [b"{'a': 1}", b"{a: 1}", b'{"a": 1 "b": 2}', b'{"a" 1}', b'{"a": x}'])
def test_points_at_other_damage(data: bytes) -> None:
    with pytest.raises(InvalidRecord, match=r"^column \d+: .*, found "):
        parse_object(data)


def test_names_every_key_with_a_lone_surrogate() -> None:
    with pytest.raises(InvalidRecord) as caught:
        parse_object(b'{"a":"\\ud800","b":1,"c":"\\udead"}')
    assert [finding.field for finding in caught.value.findings] == ["a", "c"]


def test_reads_escaped_pairs_of_surrogates() -> None:
    assert parse_object(b'{"a":"\\ud83d\\ude00"}') == {"a": "\U0001f600"}


def test_reads_integers_of_any_length_without_guessing() -> None:
    assert parse_object(b'{"a": 9223372036854775807 }') == {"a": 2**63 - 1}
    assert type(parse_object(b'{"a":' + b"9" * 300 + b',"b":"\\u006e"}')["a"]) is float


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=8,
)


@given(
    st.dictionaries(st.text(st.characters(codec="utf-8")), JSON), st.booleans(), st.sampled_from([None, 1])
)
def test_reads_what_the_standard_library_writes(value: dict, ascii_only: bool, indent: int | None) -> None:
    assert parse_object(json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode()) == value


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), JSON))
def test_canonical_bytes_read_and_write_to_themselves(value: dict) -> None:
    data = canonical_bytes(value)
    assert canonical_bytes(parse_object(data)) == data
    assert data.decode() == json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(InvalidRecord):
        assert isinstance(parse_object(data), dict)
