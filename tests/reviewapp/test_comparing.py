"""Names and numbers that two texts share, and those in which they differ."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.workflows.collision.rules.comparing import MARKS_MAX, compare, names, quantities


def found(text: str) -> list[str]:
    return [text[one.start : one.end] for one in names(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Duke of York met Ada Lovelace.", ["Duke of York", "Ada Lovelace"]),
        ("In Paris it rained. He left.", ["Paris"]),
        ("Dr. A. Smith spoke. Bank of England fell.", ["Dr. A. Smith", "Bank of England"]),
        ("McDonald's and O'Brien", ["McDonald's", "O'Brien"]),
        ("Zoë Öst visited Ålesund", ["Zoë Öst", "Ålesund"]),
        ("nothing here, 12 of it", []),
        ("שלום 東京", []),
    ],
)
def test_names_are_runs_of_capitalised_words(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,204 berths", [("1204",)]),
        ("1204 berths", [("1204",)]),
        ("3.5 million", [("3500000",)]),
        ("twenty-one thousand and five", [("21005",)]),
        ("two hundred", [("200",)]),
        ("21 % or 21 per cent", [("21", "%"), ("21", "%")]),
        ("the 21st of May 1911", [("21",), ("1911",)]),
        ("0.50", [("0.5",)]),
        ("one of them", []),
        ("v1.2 and A4", []),
    ],
)
def test_numbers_are_quantities_by_value(text: str, values: list[tuple[str, ...]]) -> None:
    assert [one.key for one in quantities(text)] == values


def words(text: str, spans: tuple[tuple[int, int], ...]) -> list[str]:
    return [text[start:end] for start, end in spans]


def test_what_is_shared_and_what_differs_is_marked_on_both_sides() -> None:
    candidate = "In 1921 Lovelace saw 893 berths in Vell."
    evidence = "Ada Lovelace saw 1,204 berths in Vell in 1911."
    here, (there,) = compare(candidate, [evidence])
    assert words(candidate, here.shared) == ["Lovelace", "Vell"]
    assert words(candidate, here.differs) == ["1921", "893"]
    assert words(evidence, there.shared) == ["Ada Lovelace", "Vell"]
    assert words(evidence, there.differs) == ["1,204", "1911"]


def test_the_same_number_written_otherwise_is_shared() -> None:
    here, _ = compare("twelve hundred and 3 million", ["1,200 and 3000000"])
    assert here.differs == ()


def test_marks_do_not_grow_without_end() -> None:
    here, _ = compare("Ada 7. " * 3_000, ["Bob"])
    assert len(here.differs) == MARKS_MAX


@given(st.text(max_size=300), st.text(max_size=300))
def test_marks_lie_in_their_text_in_order_and_apart(one: str, other: str) -> None:
    here, (there,) = compare(one, [other])
    for text, compared in ((one, here), (other, there)):
        spans = sorted((*compared.shared, *compared.differs))
        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert all(first[1] <= second[0] for first, second in pairwise(spans))


@given(st.text(alphabet="Ab c.12,%\n", max_size=200))
def test_a_text_shares_all_with_itself(text: str) -> None:
    here, (there,) = compare(text, [text])
    assert here.differs == there.differs == ()
