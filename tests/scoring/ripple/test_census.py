"""One cause for each miss and each altered copy."""

from typing import Any

import pytest

from scoring.ripple.scorer.census import census_of, copy_cause, totals
from scoring.ripple.scorer.metrics import Target
from scoring.ripple.scorer.rankings_parse import MALFORMED, Parsed
from tests.scoring.ripple.making import TEXTS, entries, entry, three_of_eight

TARGET = Target(three_of_eight())


def causes(ranking: list[Any]) -> dict[str, str]:
    return {miss.unit_id: miss.cause for miss in census_of(TARGET, Parsed(ranking)).misses}


def test_a_unit_is_absent_or_below_the_cutoff() -> None:
    census = census_of(TARGET, Parsed(entries("axyzvwb")))
    assert [(miss.unit_id, miss.cause, miss.rank) for miss in census.misses] == [
        ("b", "below_cutoff", 7),
        ("c", "absent", None),
    ]


def test_a_complete_ranking_has_no_misses() -> None:
    assert causes(entries("cbaxyz")) == {}


def test_misses_have_a_role_with_depth_and_document() -> None:
    census = census_of(TARGET, Parsed(()))
    assert [(miss.unit_id, miss.role) for miss in census.misses] == [
        ("a", "direct"),
        ("b", "downstream:2:within"),
        ("c", "downstream:3:across"),
    ]


@pytest.mark.parametrize("kind", MALFORMED)
def test_a_malformed_response_is_the_cause_of_all_misses(kind: str) -> None:
    census = census_of(TARGET, Parsed((), kind))
    assert {miss.cause for miss in census.misses} == {f"malformed:{kind}"}
    assert census.malformed == kind


def test_a_missing_field_is_told_from_a_missing_unit() -> None:
    ranking = [{"unit_id": "a"}, {"text": TEXTS["b"]}, *entries("c")]
    assert causes(ranking) == {"a": "missing_field", "b": "missing_field"}
    assert causes([{"unit_id": "a"}, *entries("abc")]) == {}


def test_an_unknown_identifier_before_a_units_exact_text_is_the_cause() -> None:
    assert causes([entry("A", TEXTS["a"]), *entries("bc")]) == {"a": "unknown_id"}
    assert causes([entry("A", "North"), *entries("bc")]) == {"a": "absent"}


@pytest.mark.parametrize(
    ("ranking", "cause"),
    [
        (entries("ab??xyc"), "unknown_id"),
        (entries("abaaxyc"), "duplicate"),
        (entries("ab?axyc"), "unknown_id"),
        (entries("ab?aaxc"), "duplicate"),
        ([*entries("ab"), None, None, *entries("xyc")], "missing_field"),
        (entries("abxyzv?c"), "below_cutoff"),
        (entries("ab?xyzvwc"), "below_cutoff"),
    ],
)
def test_wasted_positions_are_the_cause_where_the_unit_had_been_within(
    ranking: list[Any], cause: str
) -> None:
    assert causes(ranking) == {"c": cause}


def test_wasted_positions_are_counted_over_the_whole_list() -> None:
    census = census_of(TARGET, Parsed([*entries("aa?xx"), None, {"unit_id": "a"}, 7]))
    assert census.wasted == (1, 2, 3)


@pytest.mark.parametrize(
    ("submitted", "cause"),
    [
        ("The Café  has 1,204 seats, 12.50 each.", "white_space"),
        ("The\nCafé has 1,204 seats, 12.50 each.\n", "white_space"),
        ("The Café\u00a0has 1,204seats, 12.50 each.", "white_space"),
        ("the café has 1,204 SEATS, 12.50 each.", "case"),
        ("the  café has 1,204 seats, 12.50 each.", "case"),
        ("The Cafe\u0301 has 1,204 seats, 12.50 each.", "unicode_form"),
        ("The Café has １,204 seats, 12.50 each.", "unicode_form"),
        ("The Café has 1,204 seats, 12.50 each.\ud800", "unicode_form"),
        ("The Café has 1204 seats, 12.50 each.", "number_reformatted"),
        ("The Café has 1 204 seats, 12,5 each.", "number_reformatted"),
        ("The café has 1.204 seats, 12.5 each.", "number_reformatted"),
        ("The Café has 1,204 seats", "truncated"),
        ("The Café has 1,204 …", "truncated"),
        ("The Café...", "truncated"),
        ("seats, 12.50 each.", "truncated"),
        ("", "truncated"),
        ("The Café has 1,205 seats, 12.50 each.", "rewritten"),
        ("The Café has 12,04 seats, 12.50 each.", "rewritten"),
        ("There are 1,204 seats.", "rewritten"),
        ("The Café has 1,204 seats, 12.50 each. Really.", "rewritten"),
    ],
)
def test_an_altered_copy_has_one_cause(submitted: str, cause: str) -> None:
    assert copy_cause(submitted, "The Café has 1,204 seats, 12.50 each.") == cause


def test_altered_copies_are_listed_where_they_are_recovered() -> None:
    ranking = [entry("a", "north has 7 crates."), *entries("b"), entry("c", ""), *entries("xyz")]
    census = census_of(TARGET, Parsed(ranking))
    assert [(copy.unit_id, copy.cause, copy.rank) for copy in census.altered] == [
        ("a", "case", 1),
        ("c", "truncated", 3),
    ]
    below = census_of(TARGET, Parsed([*entries("xyzvwb"), entry("a", "")]))
    assert below.altered == ()


def test_totals_count_every_miss_once_by_cause_and_once_by_role() -> None:
    censuses = [
        census_of(TARGET, Parsed(entries("a?"))),
        census_of(TARGET, Parsed((), "fenced")),
        census_of(TARGET, Parsed([entry("a", "x"), *entries("bcc")])),
    ]
    assert totals(censuses) == {
        "miss_causes": {"absent": 2, "malformed:fenced": 3},
        "miss_roles": {"direct": 1, "downstream:2:within": 2, "downstream:3:across": 2},
        "copy_causes": {"rewritten": 1},
        "malformed": {"fenced": 1},
        "wasted_positions": {"unknown": 1, "duplicate": 1, "missing_field": 0},
    }
