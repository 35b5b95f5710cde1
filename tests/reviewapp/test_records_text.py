"""Canonical text, hashes and offsets."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.records import SpanOutOfText, canonical_text, span_offsets, text_sha256

TEXT = st.text(st.characters(codec="utf-8") | st.sampled_from("\r\n"), min_size=1)


def test_reads_crlf_as_lf_and_nothing_else() -> None:
    assert canonical_text("a\r\nb\rc\r\r\nd\n\re\u2028\u0085") == "a\nb\rc\r\nd\n\re\u2028\u0085"


def test_texts_that_differ_in_line_ends_share_their_hash() -> None:
    assert text_sha256("a\r\nb") == text_sha256("a\nb") == hashlib.sha256(b"a\nb").hexdigest()
    assert text_sha256("a\rb") != text_sha256("a\nb")
    assert text_sha256("é") != text_sha256("e\u0301")


@pytest.mark.parametrize(
    ("text", "start", "end", "byte_start", "byte_end", "quote"),
    [
        ("plain", 1, 3, 1, 3, "la"),
        ("é😀x", 1, 2, 2, 6, "😀"),
        ("e\u0301x", 1, 3, 1, 4, "\u0301x"),
        ("a\r\nbc", 2, 4, 2, 4, "bc"),
        ("a\r\nbc", 0, 2, 0, 2, "a\n"),
        ("שלום", 0, 4, 0, 8, "שלום"),
    ],
)
def test_counts_code_points_and_bytes(
    text: str, start: int, end: int, byte_start: int, byte_end: int, quote: str
) -> None:
    assert tuple(span_offsets(text, start, end)) == (start, end, byte_start, byte_end, quote)


@pytest.mark.parametrize(("start", "end"), [(-1, 1), (0, 4), (1, 1), (2, 1)])
def test_refuses_a_span_outside_the_text(start: int, end: int) -> None:
    with pytest.raises(SpanOutOfText, match=f"{start}–{end} is not within the 3 characters"):
        span_offsets("a\r\nb", start, end)


@given(TEXT, st.data())
def test_both_offsets_cut_the_same_quote(text: str, data: st.DataObject) -> None:
    whole = canonical_text(text)
    start = data.draw(st.integers(0, len(whole) - 1))
    end = data.draw(st.integers(start + 1, len(whole)))
    span = span_offsets(text, start, end)
    assert whole.encode()[span.byte_start : span.byte_end].decode() == span.quote == whole[start:end]
