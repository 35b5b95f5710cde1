"""The schedule: RKB Tables 4 and 5 to the item, any size, schedules of one's own, reserves."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.construction.ripple.schedule import (
    SPLITS,
    InvalidSchedule,
    apportion,
    default_schedule,
    reserves_for,
    schedule_of,
)

GOOD = {"split": "report", "shape": "three_branches", "size": 7, "depth": 4, "documents": 3}


def test_the_default_marginals_are_those_of_tables_4_and_5() -> None:
    schedule = default_schedule()
    assert Counter(place.shape for place in schedule) == {
        "branched_merge": 17,
        "chain_with_branch": 23,
        "chain_with_late_branch": 19,
        "deep_branch": 19,
        "diamond_with_tail": 18,
        "unequal_depth_branches": 19,
        "fork_with_tails": 19,
        "three_branches": 16,
    }
    assert Counter(place.documents for place in schedule) == {3: 75, 4: 75}
    assert Counter(place.size for place in schedule) == {4: 23, 5: 56, 6: 38, 7: 33}
    assert Counter(place.depth for place in schedule) == {3: 42, 4: 72, 5: 36}
    assert Counter(place.split for place in schedule) == {"development": 30, "selection": 30, "report": 90}


def test_each_split_has_every_shape_and_as_many_documents_of_each_number() -> None:
    for split in SPLITS:
        places = [place for place in default_schedule() if place.split == split]
        assert len({place.shape for place in places}) == 8
        assert Counter(place.documents for place in places) == {3: len(places) // 2, 4: len(places) // 2}


@given(st.integers(1, 2_000))
def test_a_schedule_of_any_size_has_that_size_and_distinct_keys(items: int) -> None:
    schedule = default_schedule(items)
    assert len({place.key for place in schedule}) == items


def test_no_items_are_no_schedule() -> None:
    with pytest.raises(InvalidSchedule, match="0 items"):
        default_schedule(0)


@given(st.integers(0, 500), st.lists(st.integers(1, 50), min_size=1, max_size=9))
def test_apportioning_gives_all_and_misses_no_quota_by_one(total: int, weights: list[int]) -> None:
    named = {str(place): weight for place, weight in enumerate(weights)}
    shares = apportion(total, named)
    assert sum(shares.values()) == total
    assert all(abs(shares[name] - total * weight / sum(weights)) < 1 for name, weight in named.items())


def test_a_schedule_of_ones_own_is_taken() -> None:
    [place] = schedule_of([GOOD])
    assert (place.key, place.shape, place.size) == ("report-0001", "three_branches", 7)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"split": "test"}, "row 1: split 'test'"),
        ({"documents": 5}, "row 1: 5 documents"),
        ({"size": 4}, "row 1: three_branches has no graph of 4 units"),
        ({"size": "7"}, "row 1: "),
        ({"colour": 1}, "row 1: expected an object with the keys"),
    ],
)
def test_a_bad_row_is_named_with_its_reason(change: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidSchedule, match=reason):
        schedule_of([GOOD | change])


def test_an_empty_schedule_is_refused() -> None:
    with pytest.raises(InvalidSchedule, match="no rows"):
        schedule_of([])


def test_reserves_are_dealt_round_by_round_and_never_beyond_the_split() -> None:
    schedule = schedule_of([GOOD, GOOD, GOOD | {"split": "development"}])
    reserves = reserves_for(schedule, {"report": list("abcde"), "development": ["d"]}, seed=1)
    assert reserves["development-0003"] == ["d"]
    first, second = sorted((reserves["report-0001"], reserves["report-0002"]), key=len)
    assert {first[0], second[0]} == {"a", "b"}
    assert {first[1], second[1]} == {"c", "d"}
    assert second[2:] == ["e"]


def test_what_is_dealt_first_falls_to_no_place_more_than_to_another() -> None:
    schedule = schedule_of([GOOD] * 4)
    first = {
        next(key for key, found in reserves.items() if found)
        for seed in range(40)
        for reserves in [reserves_for(schedule, {"report": ["a"]}, seed=seed)]
    }
    assert len(first) == 4


def test_reserves_are_at_most_as_many_as_asked_for() -> None:
    reserves = reserves_for(schedule_of([GOOD]), {"report": [str(number) for number in range(20)]}, most=12)
    assert reserves["report-0001"] == [str(number) for number in range(12)]


def test_what_is_left_goes_to_the_largest_remainders_and_of_equals_to_the_first() -> None:
    assert apportion(10, {"a": 1, "b": 2}) == {"a": 3, "b": 7}
    assert apportion(10, {"a": 1, "b": 1, "c": 1}) == {"a": 4, "b": 3, "c": 3}
