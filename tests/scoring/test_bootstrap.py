"""The bootstrap: the contract's draws, a slow loop and scipy as witnesses."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from scoring.statistics import bootstrap
from scoring.statistics.bootstrap import (
    LEVELS,
    BadColumns,
    BadReplicates,
    draws,
    interval,
    intervals,
    quotients,
    replicate_sums,
)


def contract_draws(n_clusters: int, replicates: int, seed: int) -> np.ndarray:
    """Draw exactly as contracts §6 words it: whole blocks of 1,000, the last one shorter."""
    generator = np.random.default_rng(seed)
    sizes = [min(1000, replicates - start) for start in range(0, replicates, 1000)]
    return np.concatenate([generator.integers(0, n_clusters, size=(size, n_clusters)) for size in sizes])


@pytest.mark.parametrize("n_clusters", [1, 2, 3, 17, 483])
@pytest.mark.parametrize("replicates", [1, 999, 1000, 2500])
def test_pieces_hold_the_same_draws_as_the_contracts_blocks(
    n_clusters: int, replicates: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = contract_draws(n_clusters, replicates, 7)
    for cells in (1, 1000, 7777, 1_000_000):
        monkeypatch.setattr(bootstrap, "CELLS", cells)
        assert np.array_equal(np.concatenate(list(draws(n_clusters, replicates, 7))), expected)


def test_pieces_stay_small_at_the_benchmarks_full_size() -> None:
    first = next(draws(39_860, 10_000, 1))
    assert first.nbytes <= 8_000_000
    assert np.array_equal(first[:3], np.random.default_rng(1).integers(0, 39_860, size=(3, 39_860)))


@settings(deadline=None, max_examples=25)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 2)), min_size=1, max_size=30), st.integers(0, 9))
def test_sums_equal_a_slow_loop_exactly(rows: list[tuple[int, int]], seed: int) -> None:
    columns = np.array([[1.0, quarters / 4] for quarters, _ in rows])
    groups = np.array([group for _, group in rows])
    sums = replicate_sums(columns, groups, replicates=20, seed=seed)
    for replicate, drawn in enumerate(contract_draws(len(rows), 20, seed)):
        for group in range(groups.max() + 1):
            picked = [index for index in drawn if groups[index] == group]
            assert sums[replicate, group, 0] == len(picked)
            assert sums[replicate, group, 1] == sum(columns[index, 1] for index in picked)


def test_agrees_with_scipy_within_monte_carlo_error() -> None:
    values = np.random.default_rng(3).beta(2, 1, size=300)
    sums = replicate_sums(values[:, None], np.zeros(300, dtype=int), replicates=10_000, seed=1)
    low, high = interval(sums[:, 0, 0] / 300)
    witness = stats.bootstrap(
        (values,), np.mean, n_resamples=10_000, method="percentile", rng=np.random.default_rng(2)
    ).confidence_interval
    error = 5 * values.std() / np.sqrt(300) / np.sqrt(10_000) / 0.37  # the 2.5 % quantile's own spread
    assert low == pytest.approx(witness.low, abs=error)
    assert high == pytest.approx(witness.high, abs=error)


def test_the_interval_is_the_linear_percentile() -> None:
    assert interval(np.arange(101.0)) == (2.5, 97.5)
    assert interval(np.array([0.0, 1.0])) == (0.025, 0.975)


@pytest.mark.parametrize("replicates", [2, 7, 28, 37, 100])
def test_many_intervals_are_the_library_s_to_the_bit(replicates: int) -> None:
    rows = np.random.default_rng(replicates).normal(size=(400, replicates)) * 1e3
    expected = np.percentile(rows, LEVELS, axis=1, method="linear").T
    assert np.array_equal(intervals(rows.copy()), expected)


def test_replicates_without_a_value_are_left_out() -> None:
    means = quotients(np.array([1.0, 0.0, 3.0]), np.array([2.0, 0.0, 2.0]))
    assert np.isnan(means[1])
    assert interval(means) == (0.525, 1.475)
    assert interval(np.array([np.nan])) == (None, None)


def test_constant_clusters_have_no_spread() -> None:
    sums = replicate_sums(np.ones((50, 1)), np.zeros(50, dtype=int), replicates=100, seed=1)
    assert interval(sums[:, 0, 0] / 50) == (1.0, 1.0)


def test_wrong_sizes_are_refused() -> None:
    with pytest.raises(BadReplicates, match="replicates: 0"):
        next(draws(3, 0, 1))
    with pytest.raises(BadColumns):
        replicate_sums(np.ones((0, 1)), np.zeros(0, dtype=int), replicates=1, seed=1)
    with pytest.raises(BadColumns):
        replicate_sums(np.ones((2, 1)), np.zeros(3, dtype=int), replicates=1, seed=1)
