"""Paired differences: intervals, the sign-flip test with scipy as witness, Holm by hand."""

import numpy as np
import pytest
from scipy import stats

from scoring.ripple.scorer.compare import differences, holm, sign_patterns
from scoring.ripple.scorer.estimates import Population, score_matrix
from scoring.ripple.scorer.metrics import Score, Target, score
from tests.scoring.ripple.making import entries, entry, three_of_eight

FIRST = ["abcxyz", "abxyzv", "abcxyz", "a", "cbaxyz", "xyzvwab", "abc", ""]
SECOND = ["axyzvwb", "abxyzv", "", "cab", "xyzvwa", "xyzvwabc", "a", "a"]
OTHER = ["a", "b", "ab", "", "c", "abc", "ca", "b"]


def population(sources: str, replicates: int = 500) -> Population:
    items = [three_of_eight(item_id=f"rk-{n}", source_id=name) for n, name in enumerate(sources)]
    return Population([Target(item) for item in items], replicates=replicates, seed=2)


def matrix(rankings: list[str]) -> np.ndarray:
    target = Target(three_of_eight())
    return score_matrix([score(target, entries(ranking)) for ranking in rankings])


def column(rankings: list[str], name: str) -> np.ndarray:
    return matrix(rankings)[:, Score._fields.index(name)]


def test_p_is_that_of_scipys_exact_paired_permutation_test() -> None:
    [found] = differences(population("abcdefgh"), [matrix(FIRST), matrix(SECOND)], ["recall_at_2g"])
    witness = stats.permutation_test(
        (column(FIRST, "recall_at_2g"), column(SECOND, "recall_at_2g")),
        lambda x, y, axis: np.mean(x - y, axis=axis),
        permutation_type="samples",
        n_resamples=np.inf,
        vectorized=True,
    )
    assert found.value == pytest.approx(witness.statistic)
    assert found.p == pytest.approx(witness.pvalue)


def test_items_of_one_source_are_exchanged_together() -> None:
    [found] = differences(population("aabbccdd"), [matrix(FIRST), matrix(SECOND)], ["recall_at_2g"])
    by_source = (column(FIRST, "recall_at_2g") - column(SECOND, "recall_at_2g")).reshape(4, 2).sum(axis=1)
    signs = np.concatenate(list(sign_patterns(4, 500, 1)))
    assert found.p == np.mean(np.abs(signs @ by_source) >= abs(by_source.sum()) - 1e-12)


def test_random_exchanges_come_near_to_all_of_them() -> None:
    pair = [matrix(FIRST), matrix(SECOND)]
    [exact] = differences(population("abcdefgh", 256), pair, ["recall_at_2g"])
    [drawn] = differences(population("abcdefgh", 255), pair, ["recall_at_2g"])
    assert exact.p is not None
    assert drawn.p == pytest.approx(exact.p, abs=4 * np.sqrt(exact.p * (1 - exact.p) / 255) + 1 / 256)
    assert drawn.p * 256 == pytest.approx(round(drawn.p * 256))


def test_pooled_scores_exchange_numerator_and_denominator() -> None:
    target = Target(three_of_eight())
    first = score_matrix([score(target, [entry("a"), entry("b", "?")]), score(target, [entry("c", "")])])
    second = score_matrix([score(target, [entry("a")]), score(target, [])])
    [found] = differences(population("ab"), [first, second], ["conditional_exactness"])
    # observed 1/3 − 1/1; exchanging a: 1/2 − 1/2; exchanging b: 1/2 − 1/2; both: 1/1 − 1/3
    assert (found.value, found.p) == (pytest.approx(-2 / 3), 0.5)


def test_the_interval_is_that_of_the_difference_in_each_replicate() -> None:
    world = population("aabbcdef", replicates=700)
    runs = [matrix(FIRST), matrix(SECOND), matrix(OTHER)]
    names = sorted(set("aabbcdef"))
    drawn = np.random.default_rng(2).integers(0, 6, size=(700, 6))
    rows = [[n for c in row for n, source in enumerate("aabbcdef") if source == names[c]] for row in drawn]
    for found in differences(world, runs, ["complete_at_2g"]):
        first, second = (run[:, 1] for run in (runs[found.first], runs[found.second]))
        slow = [first[row].mean() - second[row].mean() for row in rows]
        assert (found.low, found.high) == pytest.approx(tuple(np.percentile(slow, (2.5, 97.5))))


def test_equal_runs_do_not_differ() -> None:
    for found in differences(population("abcdefgh"), [matrix(FIRST), matrix(FIRST)]):
        assert (found.value, found.low, found.high, found.p, found.p_holm) == (0, 0, 0, 1, 1)


def test_holm_corrects_over_the_pairs_of_a_metric() -> None:
    runs = [matrix(FIRST), matrix(SECOND), matrix(OTHER)]
    found = differences(population("abcdefgh"), runs, ["recall_at_2g", "recall_at_g"])
    assert [(one.metric, one.first, one.second) for one in found] == [
        (name, *pair) for name in ("recall_at_2g", "recall_at_g") for pair in ((0, 1), (0, 2), (1, 2))
    ]
    for name in ("recall_at_2g", "recall_at_g"):
        part = [one for one in found if one.metric == name]
        assert [one.p_holm for one in part] == holm([one.p for one in part if one.p is not None])
    assert differences(population("abcdefgh"), [matrix(FIRST)]) == []


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.02, 0.03, 0.005]) == pytest.approx([0.03, 0.04, 0.04, 0.02])
    assert holm([0.5, 0.9]) == [1, 1]
    assert holm([]) == []


def test_all_patterns_are_tried_where_they_are_few() -> None:
    patterns = np.concatenate(list(sign_patterns(3, 8, 1)))
    assert sorted(map(tuple, patterns)) == sorted(
        {(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)}
    )
    drawn = np.concatenate(list(sign_patterns(3, 7, 1)))
    assert drawn.shape == (7, 3)
    assert set(np.unique(drawn)) <= {-1, 1}
