"""Pairs of systems on the same items: differences, intervals, sign-flip tests, Holm (contracts §6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from scoring.ripple.scorer.estimates import Population, replicated
from scoring.ripple.scorer.metrics import METRICS, Metric, Score, Sizes
from scoring.statistics.bootstrap import CELLS, Floats, cluster_sums, intervals

COMPARED = ("complete_at_2g", "recall_at_2g", "recall_at_g")
TOLERANCE = 1e-12  # differences that are equal but for rounding count as equal
PAIRS = 64  # whose differences are held at once: 5 MB a metric at 10,000 replicates


@dataclass(frozen=True, slots=True)
class Difference:
    """One metric, first minus second run, with its interval and p before and after Holm's correction.

    All is None where the metric of one of the two is undefined.
    """

    metric: str
    first: int
    second: int
    value: float | None
    low: float | None
    high: float | None
    p: float | None
    p_holm: float | None


def holm(p_values: Sequence[float]) -> list[float]:
    """Correct p values for their number, step down (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected = [0.0] * len(p_values)
    largest = 0.0
    for place, number in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - place) * p_values[number]))
        corrected[number] = largest
    return corrected


def differences(
    population: Population, runs: Sequence[Floats], metrics: Sequence[str] = COMPARED
) -> list[Difference]:
    """Compare every pair of runs on the population's draws; Holm's family is the pairs of one metric.

    The interval is the percentile interval of the difference within each replicate. p is that of the paired
    sign-flip test: under the hypothesis of no difference the two runs' results of a source may be exchanged,
    all items of the source together. All exchanges are tried where they are no more than the replicates,
    else as many as there are replicates are drawn from the seed, the observed one counted among them.

    :param runs: one score matrix a run, rows in the order of the population.
    """
    compared = {name: METRICS[name] for name in metrics}
    pairs = list(combinations(range(len(runs)), 2))
    if not pairs:
        return []
    values = replicated(population, runs, population.everything, compared)
    totals = _Exchanged(population, runs, compared)
    results = []
    for place, name in enumerate(metrics):
        bounds = np.concatenate(list(_bounds(values[:, place], pairs)))
        p_values = [totals.p(place, *pair) for pair in pairs]
        tested = [number for number, p in enumerate(p_values) if p is not None]
        corrected = dict(zip(tested, holm([p for p in p_values if p is not None]), strict=True))
        for number, pair in enumerate(pairs):
            value = totals.difference(place, *pair)
            low, high = (None, None) if value is None else map(float, bounds[number])
            results.append(Difference(name, *pair, value, low, high, p_values[number], corrected.get(number)))
    return results


def _bounds(values: Floats, pairs: Sequence[tuple[int, int]]) -> Iterator[Floats]:
    for start in range(0, len(pairs), PAIRS):
        first, second = np.array(pairs[start : start + PAIRS]).T
        bounds = intervals(values[first] - values[second])
        bounds[np.abs(bounds) < TOLERANCE] = 0.0
        yield bounds


class _Exchanged:
    """Numerators and denominators of every run and metric, as observed and half-exchanged with each pattern.

    With signs s of ±1 a source, the sums after exchange are those of the pair's mean plus and minus half of
    the signed difference: one matrix product for all runs serves every pair.
    """

    def __init__(self, population: Population, runs: Sequence[Floats], metrics: Mapping[str, Metric]) -> None:
        columns = []
        for run in runs:
            named = dict(zip(Sizes._fields, population.sizes.T, strict=True))
            named |= dict(zip(Score._fields, run.T, strict=True))
            columns += [named[part] for metric in metrics.values() for part in metric[:2]]
        _, rows = cluster_sums(np.column_stack(columns), population.sources)
        shape = (len(runs), len(metrics), 2)
        resampling = population.resampling
        signs = list(sign_patterns(rows.shape[1], resampling.replicates, resampling.seed))
        self.is_exact = 2 ** rows.shape[1] <= resampling.replicates
        self.pooled = [metric.pooled for metric in metrics.values()]
        self.shared = [metric.denominator in Sizes._fields for metric in metrics.values()]
        self.observed = rows.sum(axis=1).reshape(shape)
        self.above = _signed(rows[0::2], signs).reshape(*shape[:2], -1)
        self.below = None if all(self.shared) else _signed(rows[1::2], signs).reshape(*shape[:2], -1)

    def difference(self, metric: int, first: int, second: int) -> float | None:
        """Return the observed difference, None where one of the two is undefined."""
        parts = self.observed[[first, second], metric]
        if not self.pooled[metric] and not parts[:, 1].all():
            return None
        return float(_quotient(*parts[0]) - _quotient(*parts[1]))

    def p(self, metric: int, first: int, second: int) -> float | None:
        """Return the share of exchanges with at least the observed difference, either way."""
        observed = self.difference(metric, first, second)
        if observed is None:
            return None
        exchanged, scale = self._exchanged(metric, first, second)
        limit = (abs(observed) - TOLERANCE) * scale
        reached = np.count_nonzero(np.abs(exchanged, out=exchanged) >= limit)
        return reached / len(exchanged) if self.is_exact else (reached + 1) / (len(exchanged) + 1)

    def _exchanged(self, metric: int, first: int, second: int) -> tuple[Floats, float]:
        """Return the difference under each pattern of exchanges, times a scale, and the scale."""
        above = self.above[first, metric] - self.above[second, metric]
        mean = (self.observed[first, metric] + self.observed[second, metric]) / 2
        if self.shared[metric] or self.below is None:
            return above, max(float(mean[1]), 1.0)
        below = self.below[first, metric] - self.below[second, metric]
        quotient = _quotient(mean[0] + above / 2, mean[1] + below / 2)
        return quotient - _quotient(mean[0] - above / 2, mean[1] - below / 2), 1.0


def _signed(rows: Floats, signs: Sequence[Floats]) -> Floats:
    """Sum the rows over the clusters with each pattern of signs."""
    return np.concatenate([rows @ part.T for part in signs], axis=1)


def _quotient(above: Floats, below: Floats) -> Floats:
    """Divide; a pooled score without a denominator is 0 (contracts §6)."""
    return np.divide(above, below, out=np.zeros_like(above, dtype=np.float64), where=np.abs(below) > 0.25)


def sign_patterns(n_clusters: int, replicates: int, seed: int) -> Iterator[Floats]:
    """Yield signs of ±1, one row a pattern: all 2^C if these are at most *replicates*, else random ones."""
    if n_clusters < 63 and 2**n_clusters <= replicates:
        patterns = np.arange(2**n_clusters)[:, None] >> np.arange(n_clusters)
        yield (1 - 2 * (patterns & 1)).astype(np.float64)
        return
    generator = np.random.default_rng([seed, 1])  # beside the bootstrap's stream
    rows = max(1, CELLS // n_clusters)
    for start in range(0, replicates, rows):
        size = (min(rows, replicates - start), n_clusters)
        yield (1 - 2 * generator.integers(0, 2, size=size, dtype=np.int8)).astype(np.float64)
