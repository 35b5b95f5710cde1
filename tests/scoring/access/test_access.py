"""R@1, SR@K and FR@K of single items and of a run (EMB A.5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.access.scorer.metrics import (
    AccessItem,
    AccessTable,
    BadCutoff,
    ItemScore,
    NoItems,
    RepeatedItem,
    ladder_order,
    metric_name,
    score_item,
)

NAMES = st.sampled_from("abcdefghij")
RANKINGS = st.lists(NAMES, unique=True)


@pytest.mark.parametrize(
    ("gold", "ids", "k", "expected"),
    [
        ("a", "abc", 10, ItemScore(1.0, 1.0, None)),
        ("a", "bac", 10, ItemScore(0.0, 1.0, None)),
        ("a", "bac", 1, ItemScore(0.0, 0.0, None)),
        ("a", "", 10, ItemScore(0.0, 0.0, None)),
        ("ab", "ab", 10, ItemScore(None, 1.0, 1.0)),
        ("ab", "xab", 2, ItemScore(None, 0.5, 0.0)),
        ("abcd", "xdya", 10, ItemScore(None, 0.5, 0.0)),
        ("abc", "abc", 2, ItemScore(None, 2 / 3, 0.0)),  # more gold than places: never complete
        ("ab", "", 10, ItemScore(None, 0.0, 0.0)),
        ("", "ab", 10, ItemScore(None, 0.0, None)),
    ],
)
def test_items_score_as_computed_by_hand(gold: str, ids: str, k: int, expected: ItemScore) -> None:
    assert score_item(set(gold), list(ids), k) == expected


@given(st.sets(NAMES, min_size=1), RANKINGS, st.integers(1, 12))
def test_full_recall_is_strict_recall(gold: set[str], ids: list[str], k: int) -> None:
    score = score_item(gold, ids, k)
    assert 0 <= score.sr_at_k <= 1
    if score.fr_at_k is not None:
        assert score.fr_at_k == (score.sr_at_k == 1)
    if score.r_at_1 is not None:
        assert score.r_at_1 <= score.sr_at_k


@given(st.sets(NAMES, min_size=1), RANKINGS, st.integers(1, 12))
def test_a_longer_list_loses_nothing(gold: set[str], ids: list[str], k: int) -> None:
    assert score_item(gold, ids, k).sr_at_k <= score_item(gold, ids, k + 1).sr_at_k


@given(st.sets(NAMES, min_size=1), RANKINGS, st.integers(1, 12), st.randoms())
def test_order_within_the_cut_matters_to_the_first_alone(gold, ids, k, random) -> None:  # type: ignore[no-untyped-def]
    head = ids[:k]
    random.shuffle(head)
    before, after = score_item(gold, ids, k), score_item(gold, head + ids[k:], k)
    assert (before.sr_at_k, before.fr_at_k) == (after.sr_at_k, after.fr_at_k)


def test_a_cutoff_below_one_is_refused() -> None:
    with pytest.raises(BadCutoff, match="k: 0"):
        score_item({"a"}, ["a"], 0)
    with pytest.raises(BadCutoff, match="k: 0"):
        AccessTable([AccessItem("q", frozenset("a"))], 0)


def table(k: int = 10) -> AccessTable:
    return AccessTable([AccessItem("q1", frozenset("a")), AccessItem("q2", frozenset("bc"))], k)


def test_a_missing_item_scores_as_empty() -> None:
    run = table()
    run.add("64K", "q1", ["a"])
    assert [score for _, score in run.scores("64K")] == [ItemScore(1.0, 1.0, None), ItemScore(None, 0.0, 0.0)]
    assert run.n_missing("64K") == 1


def test_an_empty_result_is_not_missing() -> None:
    run = table()
    run.add("64K", "q1", [])
    assert run.n_missing("64K") == 1


def test_a_result_of_an_unknown_item_is_left_out_but_makes_the_rung_part_of_the_run() -> None:
    run = table()
    assert not run.add("64K", "q3", ["a"])
    assert run.scales == ["64K"]
    assert run.n_missing("64K") == 2


def test_a_second_result_of_an_item_is_refused_on_the_same_rung_alone() -> None:
    run = table()
    assert run.add("64K", "q1", ["a"])
    assert run.add("512K", "q1", [])
    with pytest.raises(RepeatedItem, match=r"item 'q1' stands twice under scale '64K'"):
        run.add("64K", "q1", [])


def test_items_must_be_there_and_distinct() -> None:
    with pytest.raises(NoItems):
        AccessTable([])
    with pytest.raises(RepeatedItem):
        AccessTable([AccessItem("q", frozenset("a"))] * 2)


def test_rungs_stand_in_the_order_of_the_ladder() -> None:
    run = table()
    for scale in ["all", "326M", "64K", "1.5M", "512K", "x"]:
        run.open_scale(scale)
    assert run.scales == ["64K", "512K", "1.5M", "326M", "all", "x"]
    assert ladder_order("64k")[0] == 1


def test_metrics_are_named_with_their_cutoff() -> None:
    assert [metric_name(name, 5) for name in ("r_at_1", "sr_at_k", "fr_at_k")] == [
        "r_at_1",
        "sr_at_5",
        "fr_at_5",
    ]
