"""Long texts in pieces: they tile, marks change nothing but the marking, offsets are code points."""

import re
from html import unescape
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.records import canonical_text
from reviewapp.rules.passages import (
    OCCURRENCES_MAX,
    Mark,
    Piece,
    marked_html,
    occurrences,
    piece_around,
    piece_before,
    piece_from,
)

ODD = [
    "a",
    " ",
    "\n",
    "\r",
    "\t",
    "é",
    "e\u0301",
    "🧪",
    "👩‍🔬",
    "ש",
    "\u202e",
    "\u2028",
    "\u0085",
    "<",
    "&",
    '"',
    "İ",
    "ß",
]
texts = st.lists(st.sampled_from(ODD), max_size=60).map("".join).map(canonical_text)
sizes = st.integers(2, 20)


def text_of(html: str) -> str:
    """Return what a browser makes of the HTML's text: tags go, a raw CR is a line end, references are read.

    Python's `unescape` reads `&#13;` as a CR, as browsers do."""
    stripped = re.sub(r"</?mark[^>]*>", "\0", html).replace("\r\n", "\n").replace("\r", "\n")
    return unescape(stripped.replace("\0", ""))


def shown(text: str) -> str:
    """Return the text with every lone CR as the line end that a browser shows for it."""
    return re.sub("\r(?!\n)", "\n", text)


@st.composite
def marked_texts(draw):
    text = draw(texts)
    place = st.integers(0, len(text))
    pairs = draw(st.lists(st.tuples(place, place), max_size=6))
    marks = [Mark(*sorted(pair), draw(st.sampled_from(["answer", "found here"]))) for pair in pairs]
    start, end = sorted((draw(place), draw(place)))
    return text, Piece(start, end, len(text)), marks


# --- Pieces -------------------------------------------------------------------------------------------


@given(texts, sizes)
def test_pieces_tile_the_text(text, size):
    pieces, at = [], 0
    while True:
        piece = piece_from(text, at, size)
        pieces.append(piece)
        at = piece.end
        if piece.is_last:
            break
    assert "".join(text[piece.start : piece.end] for piece in pieces) == text
    assert all(piece.end - piece.start <= size for piece in pieces)


@given(texts, sizes)
def test_pieces_tile_the_text_backwards(text, size):
    pieces, at = [], len(text)
    while at:
        piece = piece_before(text, at, size)
        pieces.append(piece)
        assert piece.start < piece.end == at
        at = piece.start
    assert "".join(text[piece.start : piece.end] for piece in reversed(pieces)) == text


@given(texts.filter(bool), sizes, st.data())
def test_a_piece_around_a_place_holds_it(text, size, data):
    place = data.draw(st.integers(0, len(text) - 1))
    piece = piece_around(text, place, size)
    assert piece.start <= place < piece.end


def test_a_piece_ends_behind_white_space():
    assert piece_from("one two three", 0, size=9) == Piece(0, 8, 13)


def test_a_text_without_white_space_is_cut_all_the_same():
    assert piece_from("x" * 30, 0, size=9) == Piece(0, 9, 30)


def test_a_place_past_the_end_gives_the_empty_last_piece():
    assert piece_from("abc", 99) == Piece(3, 3, 3)


def test_an_empty_text_is_one_piece():
    piece = piece_from("", 0)
    assert (piece.is_first, piece.is_last) == (True, True)


# --- Marks --------------------------------------------------------------------------------------------


@given(marked_texts())
def test_marks_change_nothing_but_the_marking(case):
    text, piece, marks = case
    assert shown(text_of(marked_html(text, piece, marks))) == shown(text[piece.start : piece.end])


@given(marked_texts())
def test_every_code_point_stays_one(case):
    text, piece, marks = case
    assert len(text_of(marked_html(text, piece, marks))) == piece.end - piece.start


@given(marked_texts())
def test_marks_neither_cross_nor_stay_open(case):
    tags = re.findall(r"</?mark", marked_html(*case))
    assert tags == ["<mark", "</mark"] * (len(tags) // 2)


@given(marked_texts())
def test_what_is_marked_is_what_the_marks_cover(case):
    text, piece, marks = case
    covered = {at for mark in marks for at in range(mark.start, mark.end)} & set(
        range(piece.start, piece.end)
    )
    inside = re.findall(r"<mark[^>]*>(.*?)</mark>", marked_html(text, piece, marks), re.S)
    assert sum(len(text_of(part)) for part in inside) == len(covered)


def test_overlapping_marks_are_shown_with_both_kinds():
    html = marked_html("abcdef", Piece(0, 6, 6), [Mark(0, 4, "answer"), Mark(2, 6, "evidence")])
    assert re.findall('<mark class="(.*?)">(.*?)</mark>', html) == [
        ("answer", "ab"),
        ("answer evidence", "cd"),
        ("evidence", "ef"),
    ]


def test_a_mark_is_cut_at_the_edges_of_its_piece():
    assert marked_html("abcdef", Piece(2, 4, 6), [Mark(0, 6, "answer")]) == '<mark class="answer">cd</mark>'


def test_markup_in_a_text_is_only_text():
    html = marked_html("<script>alert('&')</script>", Piece(0, 27, 27), [])
    assert html == "&lt;script&gt;alert(&#x27;&amp;&#x27;)&lt;/script&gt;"


def test_a_cr_that_canonical_texts_keep_before_lf_stays_a_character_of_its_own():
    assert canonical_text("a\r\r\nb") == "a\r\nb"
    assert marked_html("a\r\nb", Piece(0, 4, 4), []) == "a&#13;\nb"


# --- Occurrences --------------------------------------------------------------------------------------


@given(texts, texts.filter(lambda needle: needle.strip()))
def test_occurrences_are_where_the_needle_stands(text, needle):
    found = occurrences(text + needle, [needle])
    assert found
    assert all(end - start == len(needle) for start, end in found)
    assert all(one[1] <= other[0] for one, other in pairwise(found))


@pytest.mark.parametrize(
    ("text", "needle", "spans"),
    [
        ("🧪 lab, 🧪 LAB", "lab", [(2, 5), (9, 12)]),
        ("cafe\u0301 and café", "cafe\u0301", [(0, 5)]),
        ("אבג abc אבג", "אבג", [(0, 3), (8, 11)]),
        ("one\u2028two\u0085two", "two", [(4, 7), (8, 11)]),
        (canonical_text("a\r\nb\r\nb"), "b", [(2, 3), (4, 5)]),
        ("Straße, STRASSE, STRAẞE", "straße", [(0, 6), (17, 23)]),
        ("İstanbul istanbul ISTANBUL", "istanbul", [(0, 8), (9, 17), (18, 26)]),
        ("a.b axb", "a.b", [(0, 3)]),
        ("aaaa", "aa", [(0, 2), (2, 4)]),
        ("abc", "abcd", []),
        ("a b", " ", []),
        ("abc", "", []),
    ],
)
def test_occurrences_of(text, needle, spans):
    assert occurrences(text, [needle]) == spans


def test_of_needles_that_begin_at_one_place_the_longest_counts():
    assert occurrences("New York City", ["New York", "New York City", "York"]) == [(0, 13)]


def test_occurrences_are_not_counted_for_ever():
    assert len(occurrences("a" * (OCCURRENCES_MAX + 9), ["a"])) == OCCURRENCES_MAX
