"""Active time from heartbeats: cases worked out by hand, and laws."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.rules.effort import Beat, NaiveBeatError, Work, active_seconds, summarise

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def beats(
    *seconds: float, person="alice", task="q1", stage="screening", tab="one", ends: float | None = None
):
    """Beats of one tab at *seconds* after nine; the one at *ends* hides or commits."""
    return [Beat(person, task, stage, tab, START + timedelta(seconds=at), ends=at == ends) for at in seconds]


def total(found: list[Beat]) -> float:
    return sum(active_seconds(found).values())


many_beats = st.lists(
    st.builds(
        Beat,
        person=st.sampled_from(["alice", "bob"]),
        task=st.sampled_from(["q1", "q2"]),
        stage=st.sampled_from(["screening", "adjudication"]),
        tab=st.sampled_from(["one", "two", "three"]),
        at=st.integers(0, 600).map(lambda seconds: START + timedelta(seconds=seconds)),
        ends=st.booleans(),
    ),
    max_size=60,
)


# By hand


def test_beats_that_follow_closely_count_from_the_first_to_the_last():
    assert active_seconds(beats(0, 15, 30, 37)) == {Work("alice", "q1", "screening"): 37.0}


def test_a_gap_above_the_tolerance_counts_nothing():
    assert total(beats(0, 15, 36, 51)) == 15 + 15


def test_a_gap_of_just_the_tolerance_counts():
    assert total(beats(0, 20)) == 20


def test_the_tolerance_can_be_set():
    assert active_seconds(beats(0, 30), tolerance_seconds=30) == {Work("alice", "q1", "screening"): 30.0}


def test_time_after_the_page_hid_does_not_count():
    assert total(beats(0, 15, 18, 28, 40, ends=18)) == 18 + 12


def test_a_single_beat_is_work_of_no_time():
    assert active_seconds(beats(0)) == {Work("alice", "q1", "screening"): 0.0}


def test_no_beats_are_no_work():
    assert active_seconds([]) == {}


def test_a_second_tab_on_the_same_task_counts_once():
    assert total(beats(0, 15, 30, 45) + beats(5, 20, 35, 50, tab="two")) == 50


def test_an_instant_belongs_to_the_tab_that_began_first():
    found = active_seconds(beats(0, 15, 30) + beats(10, 25, 40, task="q2", tab="two"))
    assert found == {Work("alice", "q1", "screening"): 30.0, Work("alice", "q2", "screening"): 10.0}


def test_a_tab_that_comes_back_does_not_take_time_from_the_one_that_went_on():
    first = beats(0, 15) + beats(60, 75, 90)
    second = beats(50, 65, 80, task="q2", tab="two")
    found = active_seconds(first + second)
    assert found[Work("alice", "q2", "screening")] == 30
    assert found[Work("alice", "q1", "screening")] == 15 + 10


def test_a_tab_that_goes_on_to_the_next_task_is_attributed_to_each():
    found = active_seconds(beats(0, 12, ends=12) + beats(12.5, 27.5, task="q2"))
    assert found == {Work("alice", "q1", "screening"): 12.0, Work("alice", "q2", "screening"): 15.0}


def test_time_from_one_task_to_the_next_without_an_end_is_the_first_ones():
    found = active_seconds(beats(0, 15) + beats(25, task="q2"))
    assert found == {Work("alice", "q1", "screening"): 25.0, Work("alice", "q2", "screening"): 0.0}


def test_two_people_in_tabs_of_the_same_name_both_work():
    assert total(beats(0, 15) + beats(0, 15, person="bob")) == 30


def test_stages_of_a_task_are_kept_apart():
    found = active_seconds(beats(0, 15) + beats(100, 110, stage="adjudication"))
    assert found == {Work("alice", "q1", "screening"): 15.0, Work("alice", "q1", "adjudication"): 10.0}


def test_beats_in_different_zones_are_the_same_instants():
    there = timezone(timedelta(hours=5, minutes=45))
    moved = [beat._replace(at=beat.at.astimezone(there)) for beat in beats(0, 30)]
    assert total(beats(15, 45) + moved) == 45


def test_the_change_of_the_clocks_makes_no_time():
    zone = ZoneInfo("Europe/Vienna")  # 2026-03-29: 01:59:55 is followed by 03:00:00
    before, after = (
        datetime(2026, 3, 29, 1, 59, 55, tzinfo=zone),
        datetime(2026, 3, 29, 3, 0, 5, tzinfo=zone),
    )
    assert total([Beat("alice", "q1", "screening", "one", at) for at in (before, after)]) == 10


def test_a_time_without_a_zone_is_refused():
    with pytest.raises(NaiveBeatError, match="'alice' on 'q1' at 2026-03-02T09:00:00 has no time zone"):
        active_seconds([Beat("alice", "q1", "screening", "one", datetime(2026, 3, 2, 9, 0))])


# Summaries


def test_summary_of_one_stage_by_hand():
    active = {Work("alice", f"q{n}", "screening"): float(n) for n in range(1, 12)}
    found = summarise(active, by=lambda work: work.stage)["screening"]
    assert (found.n, found.total_seconds, found.median_seconds, found.p90_seconds) == (11, 66.0, 6.0, 10.0)


def test_summary_of_one_piece_of_work_is_that_piece():
    found = summarise({Work("alice", "q1", "screening"): 42.0}, by=lambda work: work.person)["alice"]
    assert (found.n, found.total_seconds, found.median_seconds, found.p90_seconds) == (1, 42.0, 42.0, 42.0)


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=50))
def test_percentiles_are_numpys(seconds):
    active = {Work("alice", f"q{n}", "screening"): value for n, value in enumerate(seconds)}
    found = summarise(active, by=lambda work: work.stage)["screening"]
    assert found.median_seconds == pytest.approx(np.percentile(seconds, 50))
    assert found.p90_seconds == pytest.approx(np.percentile(seconds, 90))


@given(many_beats)
def test_totals_of_the_stages_sum_to_the_whole(found):
    active = active_seconds(found)
    summaries = summarise(active, by=lambda work: work.stage)
    assert sum(one.total_seconds for one in summaries.values()) == pytest.approx(sum(active.values()))
    assert sum(one.n for one in summaries.values()) == len(active)


# Laws


@given(many_beats, st.randoms())
def test_order_and_repetition_do_not_matter(found, rng):
    again = found + found[::2]
    rng.shuffle(again)
    assert active_seconds(again) == active_seconds(found)


@given(many_beats)
def test_time_is_never_negative_nor_more_than_the_wall_clock(found):
    active = active_seconds(found)
    assert all(seconds >= 0 for seconds in active.values())
    for person in {beat.person for beat in found}:
        times = [beat.at for beat in found if beat.person == person]
        worked = sum(seconds for work, seconds in active.items() if work.person == person)
        assert worked <= (max(times) - min(times)).total_seconds()


@given(many_beats, st.lists(st.integers(0, 300), max_size=30))
def test_another_tab_within_an_active_period_adds_nothing(others, seconds):
    steady = [beat for beat in others if beat.person != "alice"] + beats(*range(0, 301, 15))
    other_tab = beats(*seconds, task="q2", tab="two")
    assert total(steady + other_tab) == total(steady)


@given(many_beats, many_beats)
def test_more_beats_of_another_tab_never_take_time_away_from_a_person(found, more):
    tabs_apart = [beat._replace(tab="another") for beat in more]
    assert total(found + tabs_apart) >= total(found)


@given(many_beats)
def test_people_do_not_bear_on_one_another(found):
    apart = {
        work: seconds
        for person in ("alice", "bob")
        for work, seconds in active_seconds([beat for beat in found if beat.person == person]).items()
    }
    assert active_seconds(found) == apart
