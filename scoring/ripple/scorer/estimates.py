"""From item scores to a run's figures with source-cluster intervals (RKB App. A, E; contracts §6)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.ripple.scorer.metrics import METRICS, Metric, Score, Sizes, Target
from scoring.statistics.bootstrap import REPLICATES, SEED, Floats, Resampling, cluster_sums, intervals

SMALLEST = 5  # sources that a slice must span to be given an interval
ROWS = 300  # summed at once: 24 MB at 10,000 replicates

Mask = NDArray[np.bool_]


class NoItems(ValueError):
    """There is nothing to score."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One metric of a run over some items, with its interval.

    `value` is None where a mean runs over no item. A mean says over how many items `n` it runs, a pooled
    score its `numerator` and `denominator`. Without an interval, the items span too few sources for one.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int | None = None
    numerator: int | None = None
    denominator: int | None = None


class Population:
    """The items of a comparison in the order of their file, their clusters, and one set of draws.

    :raises NoItems: if there is none.
    """

    def __init__(self, targets: Sequence[Target], *, replicates: int = REPLICATES, seed: int = SEED) -> None:
        if not targets:
            raise NoItems("no items to score against")
        self.targets = targets
        self.sources = [target.item.source_id for target in targets]
        self.sizes = np.array([target.sizes for target in targets], dtype=np.float64)
        self.resampling = Resampling(len(set(self.sources)), replicates=replicates, seed=seed)

    @property
    def everything(self) -> Mask:
        return np.ones(len(self.targets), dtype=bool)

    def n_sources(self, mask: Mask) -> int:
        """Count the clusters that the items of *mask* span."""
        return len({source for source, inside in zip(self.sources, mask, strict=True) if inside})


def score_matrix(scores: Sequence[Score]) -> Floats:
    """Return scores as one row an item, one column a field of `Score`."""
    return np.array(scores, dtype=np.float64)


def estimate(
    population: Population,
    runs: Sequence[Floats],
    mask: Mask | None = None,
    *,
    metrics: Mapping[str, Metric] = METRICS,
    smallest: int = 1,
) -> list[dict[str, Figure]]:
    """Return every metric of every run over the items of *mask*, all from the same draws.

    A replicate that draws no item of a mean is left out of that mean's interval; a pooled score without a
    denominator is 0 in a replicate too, as long as the replicate draws an item of *mask* (contracts §6).

    :param runs: one score matrix a run, rows in the order of the population.
    :param smallest: the number of sources below which no interval is given.
    """
    inside = population.everything if mask is None else mask
    small = population.n_sources(inside) < smallest
    per_pass = max(1, ROWS // len(Score._fields))
    figures: list[dict[str, Figure]] = []
    for start in range(0, len(runs), per_pass):
        part = runs[start : start + per_pass]
        bounds = None if small else _bounds(population, part, inside, metrics)
        figures += [
            _figures(population, run, inside, metrics, None if bounds is None else bounds[number])
            for number, run in enumerate(part)
        ]
    return figures


def replicated(
    population: Population,
    runs: Sequence[Floats],
    inside: Mask,
    metrics: Mapping[str, Metric] = METRICS,
) -> Floats:
    """Return every metric in every replicate: shape (runs, metrics, replicates), NaN where undefined."""
    named = dict.fromkeys(part for metric in metrics.values() for part in metric[:2])
    own = [name for name in named if name in Score._fields]
    picked = [Score._fields.index(name) for name in own]
    columns = np.column_stack([population.sizes, *(run[:, picked] for run in runs)])
    _, rows = cluster_sums(columns * inside[:, None], population.sources)
    totals = population.resampling.totals(rows)
    shared, sums = dict(zip(Sizes._fields, totals, strict=False)), totals[len(Sizes._fields) :]
    values = np.empty((len(runs), len(metrics), totals.shape[1]))
    for number in range(len(runs)):
        part = shared | dict(zip(own, sums[number * len(own) :], strict=False))
        for place, (numerator, denominator, pooled) in enumerate(metrics.values()):
            _divide(part[numerator], part[denominator], values[number, place], 0.0 if pooled else np.nan)
    if not totals[0].all():
        values[:, :, totals[0] == 0] = np.nan
    return values


def _divide(above: Floats, below: Floats, out: Floats, empty: float) -> None:
    """Divide into *out*, which is *empty* where there is nothing to divide by."""
    if below.all():
        np.divide(above, below, out=out)
    else:
        out.fill(empty)
        np.divide(above, below, out=out, where=below != 0)


def _bounds(
    population: Population,
    runs: Sequence[Floats],
    inside: Mask,
    metrics: Mapping[str, Metric],
) -> Floats:
    values = replicated(population, runs, inside, metrics)
    return intervals(values.reshape(-1, values.shape[-1])).reshape(len(runs), len(metrics), 2)


def _figures(
    population: Population,
    run: Floats,
    inside: Mask,
    metrics: Mapping[str, Metric],
    bounds: Floats | None,
) -> dict[str, Figure]:
    columns = dict(zip(Sizes._fields, population.sizes[inside].T, strict=True))
    columns |= dict(zip(Score._fields, run[inside].T, strict=True))
    figures = {}
    for place, (name, (numerator, denominator, pooled)) in enumerate(metrics.items()):
        above, below = math.fsum(columns[numerator]), int(columns[denominator].sum())
        value = above / below if below else 0.0 if pooled else None
        low, high = (None, None) if bounds is None else map(_none_if_nan, bounds[place])
        counts = {"numerator": int(above), "denominator": below} if pooled else {"n": below}
        figures[name] = Figure(value, low, high, **counts)
    return figures


def _none_if_nan(bound: float) -> float | None:
    return None if math.isnan(bound) else float(bound)
