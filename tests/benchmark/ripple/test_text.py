"""Sentences, tokens, names, expressions, frames: the small parts that make a unit."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.construction.ripple.expressions import OPERATIONS, UnknownOperation, Value, evaluate
from benchmark.construction.ripple.grammar import additions, rules, statements
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
        ("add", {"c": 48}, [1204], 1252),
        ("less", {"c": 4}, [1204], 1200),
        ("times", {"c": 3}, [1204], 3612),
        ("per", {"c": 25}, [1204], 49),
        ("share", {"c": 2000}, [1204], 60),
        ("later", {"c": 50}, [1887], 1937),
        ("span", {"c": 1987}, [1887], 100),
        ("span", {"c": 1800}, [1887], 87),
        ("threshold", {"limits": [1300], "labels": ["low", "high"]}, [1300], "high"),
        ("band", {"limits": [10, 20], "labels": ["a", "b", "c"]}, [15], "b"),
        ("rank", {"others": [1500, 900]}, [1204], "second"),
        ("table", {"table": {"low": "white", "high": "green"}}, ["low"], "white"),
        ("tariff", {"table": {"low": 40, "high": 65}}, ["high"], 65),
        ("tally", {"label": "low", "others": ["low", "high", "low"]}, ["low"], "three"),
        ("sum", {}, [3, 4], 7),
        ("gap", {}, [3, 10], 7),
        ("rate", {"table": {"low": 2, "high": 5}}, [7, "high"], 35),
        ("matrix", {"wanted": ["a", "b"], "labels": ["1", "2", "3", "4"]}, ["a", "x"], "2"),
        ("matrix", {"wanted": ["a", "b"], "labels": ["1", "2", "3", "4"]}, ["x", "b"], "3"),
        ("both", {"wanted": ["a", "b"], "labels": ["1", "2"]}, ["a", "x"], "2"),
        ("either", {"wanted": ["a", "b"], "labels": ["1", "2"]}, ["a", "x"], "1"),
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
    *(frame for name in dir(statements) if name.endswith("_FRAMES") for frame in getattr(statements, name)),
    *(frame for frames in rules.RULES.values() for frame in frames),
    *(frame for frames in rules.BY_COUNTING.values() for frame in frames),
    *(frame for frames in rules.BY_ONE_OF_TWO.values() for frame in frames),
]


@pytest.mark.parametrize("frame", FRAMES)
def test_every_frame_opens_with_its_body_and_says_no_number_of_its_own(frame: str) -> None:
    assert frame.startswith("{E}")
    fields = [name for _, name, _, _ in string.Formatter().parse(frame) if name]
    assert len(fields) > 1
    assert not re.search(r"\d", re.sub(r"\{\w+\}", "", frame))


def test_there_are_a_dozen_statements_of_each_kind_and_a_rule_for_each_operation() -> None:
    for name in dir(statements):
        if name.endswith("_FRAMES"):
            assert len(set(getattr(statements, name))) >= 12, name
    assert rules.RULES.keys() == OPERATIONS.keys()


def test_additions_are_written_without_a_comma_of_their_own() -> None:
    for frames in (additions.WITH_NAME, additions.WITH_NUMBER, additions.WITH_YEAR, additions.PLAIN):
        assert len(set(frames)) == len(frames)
        assert not any(frame.startswith((",", " ")) or frame.endswith((".", " ")) for frame in frames)


def test_articles_agree_with_their_word() -> None:
    flag = next(one for one in STANDINGS if one.name == "flag")
    assert flag.predicate("amber") == "flies an amber flag"
    assert flag.second("white") == "a white one"


def test_verbs_agree_with_one_and_with_several() -> None:
    audit = next(one for one in STANDINGS if one.name == "audit")
    assert (audit.predicate("spring"), audit.plural("spring")) == (
        "is audited in spring",
        "are audited in spring",
    )
    fair = next(one for one in STANDINGS if one.name == "fair")
    assert fair.plural("winter") == "hold their open day in winter"


def test_bodies_are_distinct_and_count_things() -> None:
    assert len({body.word for body in BODIES}) == len(BODIES) >= 40
    assert all(facet.verb.endswith("s") for body in BODIES for facet in body.facets)
