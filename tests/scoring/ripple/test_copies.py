"""Copies beside their unit, character by character."""

from hypothesis import given
from hypothesis import strategies as st

from reviewapp.records import canonical_text
from scoring.ripple.tables.copies import ADDED, MISSING, SAME, compared, visible

TEXTS = st.text(st.characters(codec=None), max_size=25)


@given(TEXTS, TEXTS)
def test_what_is_same_and_missing_is_the_unit_and_what_is_same_and_added_the_copy(
    copy: str, unit: str
) -> None:
    unit = canonical_text(unit)
    pieces = compared(copy, unit)
    assert "".join(piece.text for piece in pieces if piece.kind in (SAME, MISSING)) == unit
    assert "".join(piece.text for piece in pieces if piece.kind in (SAME, ADDED)) == canonical_text(copy)


@given(TEXTS)
def test_an_exact_copy_is_all_the_same(unit: str) -> None:
    unit = canonical_text(unit)
    assert all(piece.kind == SAME for piece in compared(unit.replace("\n", "\r\n"), unit))


def test_a_reformatted_number_differs_in_its_separator_alone() -> None:
    assert [
        (piece.kind, piece.text) for piece in compared("North has 1.204 crates.", "North has 1,204 crates.")
    ] == [
        (SAME, "North has 1"),
        (MISSING, ","),
        (ADDED, "."),
        (SAME, "204 crates."),
    ]


def test_a_long_rewriting_is_not_gone_through_letter_by_letter() -> None:
    assert [
        (piece.kind, len(piece.text))
        for piece in compared("a" + "x" * 500_000 + "z", "a" + "y" * 9_000 + "z")
    ] == [
        (SAME, 1),
        (MISSING, 9_000),
        (ADDED, 500_000),
        (SAME, 1),
    ]


def test_what_leaves_no_mark_is_named() -> None:
    assert visible("a\u00a0b\r\n\t") == "a⟨U+00A0⟩b⟨CR⟩⟨LF⟩⟨TAB⟩"
    assert visible("\u202eab\ufeff") == "⟨U+202E⟩ab⟨U+FEFF⟩"
