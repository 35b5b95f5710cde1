"""Figures and intervals: hand, a slow loop over the same draws, and scipy as witness."""

import math

import numpy as np
import pytest
from scipy import stats

from scoring.ripple.scorer.estimates import Figure, NoItems, Population, estimate, replicated, score_matrix
from scoring.ripple.scorer.metrics import METRICS, Score, Sizes, Target, score
from scoring.statistics import bootstrap
from scoring.statistics.bootstrap import (
    BadColumns,
    BadReplicates,
    Resampling,
    cluster_sums,
    interval,
    intervals,
)
from tests.scoring.ripple.making import entries, three_of_eight

RANKINGS = ["abcxyz", "axyzvwb", "", "cba", "xyzvwabc", "bbb", "ab?c"]
SOURCES = ["s2", "s1", "s2", "s3", "s1", "s10", "s2"]


def targets() -> list[Target]:
    return [
        Target(three_of_eight(item_id=f"rk-{place}", source_id=source))
        for place, source in enumerate(SOURCES)
    ]


def matrix(rankings: list[str] = RANKINGS) -> np.ndarray:
    return score_matrix(
        [score(target, entries(ranking)) for target, ranking in zip(targets(), rankings, strict=True)]
    )


def test_means_weigh_items_and_pooled_scores_weigh_units() -> None:
    figures = estimate(Population(targets(), replicates=10), [matrix()])[0]
    assert figures["recall_at_2g"].value == pytest.approx((3 + 1 + 0 + 3 + 1 + 1 + 3) / 21)
    assert (figures["recall_at_2g"].n, figures["recall_at_2g"].numerator) == (7, None)
    verbatim = figures["verbatim_recall_at_2g"]
    assert (verbatim.value, verbatim.numerator, verbatim.denominator, verbatim.n) == (12 / 21, 12, 21, None)
    conditional = figures["conditional_exactness"]
    assert (conditional.value, conditional.numerator, conditional.denominator) == (1, 12, 12)
    assert figures["number_span_fidelity"].denominator == 14
    assert figures["complete_at_2g"].value == 3 / 7


def test_empty_denominators() -> None:
    only = [Target(three_of_eight(spans=()))]
    figures = estimate(Population(only, replicates=10), [score_matrix([score(only[0], [])])])[0]
    for name in ("conditional_exactness", "number_span_fidelity", "entity_span_conditional"):
        assert figures[name] == Figure(0.0, 0.0, 0.0, numerator=0, denominator=0)
    nothing = estimate(Population(targets(), replicates=10), [matrix()], np.zeros(7, dtype=bool))[0]
    assert nothing["recall_at_2g"] == Figure(None, None, None, n=0)
    with pytest.raises(NoItems):
        Population([])


def contract_draws(n_clusters: int, replicates: int, seed: int) -> np.ndarray:
    generator = np.random.default_rng(seed)
    sizes = [min(1000, replicates - start) for start in range(0, replicates, 1000)]
    return np.concatenate([generator.integers(0, n_clusters, size=(size, n_clusters)) for size in sizes])


def slow(scores: np.ndarray, sizes: np.ndarray, replicates: int, seed: int) -> dict[str, list[float]]:
    """Recompute every metric item by item in every replicate, as the contract words it."""
    names = sorted(set(SOURCES))
    found: dict[str, list[float]] = {name: [] for name in METRICS}
    for drawn in contract_draws(len(names), replicates, seed):
        rows = [row for cluster in drawn for row, source in enumerate(SOURCES) if source == names[cluster]]
        for name, (numerator, denominator, _) in METRICS.items():
            above = math.fsum(scores[row, Score._fields.index(numerator)] for row in rows)
            table, fields = (
                (sizes, Sizes._fields) if denominator in Sizes._fields else (scores, Score._fields)
            )
            below = sum(table[row, fields.index(denominator)] for row in rows)
            found[name].append(above / below if below else 0.0)
    return found


def test_replicates_equal_a_slow_loop_over_the_contracts_draws() -> None:
    population = Population(targets(), replicates=1300, seed=5)
    values = replicated(population, [matrix()], population.everything)[0]
    expected = slow(matrix(), population.sizes, 1300, 5)
    figures = estimate(population, [matrix()])[0]
    for place, name in enumerate(METRICS):
        assert values[place] == pytest.approx(np.array(expected[name]), abs=1e-14), name
        if METRICS[name].pooled or name in ("complete_at_2g", "review_success"):
            assert values[place].tolist() == expected[name], name  # whole numbers: exactly
        low, high = np.percentile(expected[name], (2.5, 97.5))
        assert (figures[name].low, figures[name].high) == (pytest.approx(low), pytest.approx(high))


def test_a_run_scores_the_same_whatever_it_is_compared_with() -> None:
    others = [matrix(RANKINGS[::-1])] * 20
    alone = estimate(Population(targets(), replicates=500), [matrix()])[0]
    among = estimate(Population(targets(), replicates=500), [*others, matrix()])[-1]
    for name in METRICS:
        assert alone[name].low == pytest.approx(among[name].low, abs=1e-14)


def test_small_slices_have_no_interval() -> None:
    population = Population(targets(), replicates=10)
    mask = np.array([source == "s2" for source in SOURCES])
    figure = estimate(population, [matrix()], mask, smallest=2)[0]["recall_at_2g"]
    assert (figure.value, figure.low, figure.high) == (pytest.approx(2 / 3), None, None)


def test_replicates_without_an_item_of_the_slice_are_left_out() -> None:
    population = Population(targets(), replicates=400, seed=3)
    mask = np.array([source == "s10" for source in SOURCES])
    values = replicated(population, [matrix()], mask)[0]
    drawn = contract_draws(4, 400, 3)
    absent = ~(drawn == 1).any(axis=1)  # s1, s10, s2, s3
    assert np.array_equal(np.isnan(values).any(axis=0), absent)
    figures = estimate(population, [matrix()], mask)[0]
    assert figures["recall_at_2g"] == Figure(1 / 3, 1 / 3, 1 / 3, n=1)
    assert figures["conditional_exactness"].low == 1


def test_agrees_with_scipy_on_unclustered_data() -> None:
    generator = np.random.default_rng(3)
    values = generator.integers(0, 8, size=150) / 7
    names, rows = cluster_sums(values[:, None], [f"{number:03}" for number in range(150)])
    assert len(names) == 150
    means = Resampling(150, replicates=10_000, seed=1).totals(rows)[0] / 150
    low, high = interval(means)
    witness = stats.bootstrap(
        (values,), np.mean, n_resamples=10_000, method="percentile", rng=np.random.default_rng(2)
    )
    ends = witness.confidence_interval
    density = stats.norm.pdf(stats.norm.ppf(0.025)) / means.std()
    error = math.sqrt(0.025 * 0.975 / 10_000) / density  # of one end of a percentile interval
    assert low == pytest.approx(ends.low, abs=4 * math.sqrt(2) * error)
    assert high == pytest.approx(ends.high, abs=4 * math.sqrt(2) * error)


def test_clusters_are_sorted_by_code_points() -> None:
    names, rows = cluster_sums(np.array([[1.0], [2.0], [4.0], [8.0]]), ["é", "Z", "a", "Z"])
    assert names == ["Z", "a", "é"]
    assert rows.tolist() == [[10.0, 4.0, 1.0]]
    for values, clusters in ((np.ones((0, 1)), []), (np.ones((2, 1)), ["a"])):
        with pytest.raises(BadColumns):
            cluster_sums(values, clusters)


def test_draws_are_the_same_on_every_pass_kept_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.random.default_rng(1).random((3, 20))
    kept = Resampling(20, replicates=2100, seed=4)
    first, second = kept.totals(rows), kept.totals(rows)
    monkeypatch.setattr(bootstrap, "CELLS", 100)
    assert np.array_equal(first, second)
    assert Resampling(20, replicates=2100, seed=4).totals(rows) == pytest.approx(first, abs=1e-13)
    with pytest.raises(BadColumns):
        kept.totals(np.ones((3, 19)))
    with pytest.raises(BadReplicates):
        Resampling(20, replicates=0)


def test_many_intervals_are_those_of_one() -> None:
    rows = np.random.default_rng(2).random((5, 997))
    rows[1, :400] = np.nan
    rows[2, 1:] = np.nan
    rows[3] = np.nan
    expected = [interval(row) for row in rows]
    found = intervals(rows.copy())
    assert np.isnan(found[3]).all()
    assert expected[3] == (None, None)
    for row in (0, 1, 2, 4):
        assert tuple(found[row]) == expected[row]
