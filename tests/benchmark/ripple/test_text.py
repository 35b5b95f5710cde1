"""Sentences, tokens, names, expressions, frames: the small parts that make a unit."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.construction.ripple.expressions import OPERATIONS, UnknownOperation, Value, evaluate
from benchmark.construction.ripple.grammar import relations
from benchmark.construction.ripple.grammar.bodies import BODIES
from benchmark.construction.ripple.grammar.names import NamePool, OutOfNames, stems
from benchmark.construction.ripple.grammar.standings import STANDINGS
from benchmark.construction.ripple.sentences import is_printable, sentences_of
from benchmark.construction.ripple.tokens import tokens_of

PARAGRAPH = (
    "Dr. Bell has 3 boats, e.g. the U.S. one.  It cost £5.50 (or less). “Why?” he asked.\nNobody knew…"
)


def test_sentences_are_byte_exact_pieces_of_their_paragraph() -> None:
    found = sentences_of(PARAGRAPH)
    assert len(found) >= 3
    for sentence in found:
        assert PARAGRAPH.encode()[sentence.start : sentence.end].decode() == sentence.text


@given(st.text(alphabet=st.sampled_from('Ab 1.,!?\n\u2028\u200b😀é\r\t"('), max_size=200))
def test_any_paragraph_is_split_into_pieces_of_itself(paragraph: str) -> None:
    whole, end = paragraph.encode(), 0
    for sentence in sentences_of(paragraph):
        assert sentence.start >= end
        assert whole[sentence.start : sentence.end].decode() == sentence.text != ""
        end = sentence.end


@pytest.mark.parametrize(
    "text",
    [
        "In it had a population of , which is little for a town of its kind.",
        "The river is long and between wide, and nobody knows where it was first seen.",
        "It is ``the best '' of its kind and was made by the town for the town itself.",
        "Rohan Chand as a young guide at the bazaar in the old part of the city.",
        "the town was built by people who came over the hill and who liked the view.",
        "The town was built by people who came over the hill (and who liked the view.",
        "It was.",
    ],
)
def test_damaged_sentences_are_not_printed(text: str) -> None:
    assert not is_printable(text)


def test_a_token_is_a_run_of_letters_or_digits_with_inner_commas_and_points() -> None:
    found = tokens_of("1,204 boats, 3.5% of “the 5th”; in 1999.")
    assert found == ["1,204", "boats", "3.5", "of", "the", "5th", "in", "1999"]


def test_names_are_many_distinct_and_without_digits() -> None:
    found = stems(1)
    assert len(found) == len({one.casefold() for one in found}) > 20_000
    assert all(one.isalpha() and one.istitle() for one in found)
    assert stems(1) == found != stems(2)


def test_a_pool_deals_each_name_once_and_none_of_the_source() -> None:
    first = stems(1)[0]
    pool = NamePool(1)
    taken = pool.take(50, frozenset({first.casefold()}))
    assert first not in taken
    taken += pool.take(50, frozenset())
    assert len(set(taken)) == 100


def test_names_that_no_item_has_are_dealt_again() -> None:
    pool = NamePool(1)
    taken = pool.take(5, frozenset())
    pool.give_back(taken[2:])
    assert pool.take(4, frozenset({taken[3].casefold()}))[:2] == [taken[2], taken[4]]
    assert pool.take(1, frozenset()) == [taken[3]]


def test_a_pool_says_when_it_is_empty() -> None:
    with pytest.raises(OutOfNames):
        NamePool(1).take(10**6, frozenset())


@pytest.mark.parametrize(
    ("operation", "params", "values", "wanted"),
    [
        ("per", {"c": 25, "o": 10, "k": 2, "up": True}, [1204], 96),
        ("per", {"c": 25, "o": 10, "k": 2, "up": False}, [1204], 94),
        ("per", {"c": 25, "o": 4, "k": 1, "up": True}, [1204], 48),
        ("per", {"c": 10, "o": 3, "k": 3, "up": False, "to": 1987}, [1887], 27),
        ("per", {"c": 10, "o": 3, "k": 3, "up": True, "to": 1800}, [1887], 27),
        ("total", {"c": 5, "o": 2, "k": 3, "up": True}, [4, 9], 9),
        ("larger", {"c": 5, "o": 2, "k": 3, "up": False}, [4, 12], 6),
        ("threshold", {"limits": [1300], "labels": ["low", "high"]}, [1300], "high"),
        ("band", {"limits": [10, 20], "labels": ["a", "b", "c"]}, [15], "b"),
        ("rank", {"others": [1500, 900]}, [1204], "second"),
        ("table", {"among": ["low", "mid"], "results": ["white", "green"]}, ["low"], "white"),
        ("tariff", {"among": ["low", "mid"], "results": [40, 65]}, ["high"], 65),
        ("both", {"conditions": [{"among": ["a"]}, {"least": 5}], "labels": ["1", "2"]}, ["a", 5], "1"),
        ("both", {"conditions": [{"among": ["a"]}, {"least": 5}], "labels": ["1", "2"]}, ["a", 4], "2"),
        ("either", {"conditions": [{"among": ["a"]}, {"least": 5}], "labels": ["1", "2"]}, ["x", 5], "1"),
        ("either", {"conditions": [{"among": ["a"]}, {"least": 5}], "labels": ["1", "2"]}, ["x", 4], "2"),
    ],
)
def test_expressions_computed_by_hand(
    operation: str, params: dict[str, object], values: list[Value], wanted: Value
) -> None:
    assert evaluate(operation, params, values) == wanted


def test_an_unknown_operation_is_refused() -> None:
    with pytest.raises(UnknownOperation, match="'modulo'"):
        evaluate("modulo", {}, [1])


FRAMES = [
    *relations.RANKS,
    *relations.NUMBER_CORES,
    *relations.CLASS_CORES,
    *(frame for frames in relations.APART.values() for frame in frames),
]
PHRASES = [
    *(frame for frames in relations.BODIES.values() for frame in frames),
    *(frame for frames in relations.INSIDE.values() for frame in frames),
    *relations.COUNTED,
    *relations.SOURCE_COUNTED,
    *relations.SOURCE_FIGURES,
]


@pytest.mark.parametrize("frame", FRAMES)
def test_every_frame_opens_with_its_body(frame: str) -> None:
    assert frame.startswith("{E}")


@pytest.mark.parametrize("frame", FRAMES + PHRASES)
def test_no_frame_says_a_number_of_its_own(frame: str) -> None:
    fields = [name for _, name, _, _ in string.Formatter().parse(frame) if name]
    assert len(fields) > 1
    assert not re.search(r"\d", re.sub(r"\{\w+\}", "", frame))


def test_every_operation_has_words_for_its_relation() -> None:
    own = {name.split()[0] for name in relations.BODIES}
    assert own | {"tariff", "total", "rank"} == OPERATIONS.keys()


def test_articles_agree_with_their_word() -> None:
    licence = next(one for one in STANDINGS if one.name == "ledger")
    assert licence.predicate("accrual") == "keeps accounts on an accrual basis"
    assert licence.predicate("cash") == "keeps accounts on a cash basis"


def test_a_condition_names_the_verb_once() -> None:
    audit = next(one for one in STANDINGS if one.name == "audit")
    assert audit.among(("spring", "winter")) == "is audited in spring or in winter"


def test_words_of_standings_leave_room_for_sets_that_absorb() -> None:
    assert all(len(set(one.labels)) >= 4 for one in STANDINGS)


def test_bodies_are_distinct_by_name_and_by_description() -> None:
    assert (
        len({body.word for body in BODIES}) == len({body.described for body in BODIES}) == len(BODIES) >= 40
    )
    assert all(facet.verb.endswith("s") for body in BODIES for facet in body.facets)
    assert all(body.described.startswith("the ") for body in BODIES)
