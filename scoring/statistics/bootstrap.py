"""Percentile bootstrap over clusters, one set of draws for every metric (RKB App. E; contracts §6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

REPLICATES = 10_000
SEED = 1
LEVELS = (2.5, 97.5)
CELLS = 1_000_000  # integers held at once: 8 MB of draws, whatever the number of clusters

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class BadReplicates(ValueError):
    """The number of replicates is not positive."""


class BadColumns(ValueError):
    """Columns and groups do not describe the same clusters."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """One figure with its interval, and over how many items it runs; None where it is undefined."""

    value: float | None
    low: float | None
    high: float | None
    n: int


def draws(n_clusters: int, replicates: int, seed: int) -> Iterator[Integers]:
    """Yield the drawn cluster indices, some replicates (rows) at a time (contracts §6).

    The contract names blocks of 1,000 replicates; a generator fills them row by row, so smaller pieces hold
    the same numbers and the memory stays bounded at any number of clusters.

    :param n_clusters: C, the number of clusters, sorted by their name beforehand.
    :raises BadReplicates: if *replicates* is below 1.
    """
    if replicates < 1:
        raise BadReplicates(f"replicates: {replicates} is no positive number")
    generator = np.random.default_rng(seed)
    rows = max(1, min(1000, CELLS // max(1, n_clusters)))
    for start in range(0, replicates, rows):
        size = (min(rows, replicates - start), n_clusters)
        yield generator.integers(0, n_clusters, size=size)


def replicate_sums(columns: Floats, groups: Integers, *, replicates: int, seed: int) -> Floats:
    """Sum every column over the clusters of each replicate, apart for each group (contracts §6).

    A mean over any union of groups is then a quotient of two of these sums, and all of them share one set
    of draws.

    :param columns: shape (C, M), one row a cluster, in the sorted order of the clusters.
    :param groups: shape (C,), the group of each cluster, from 0.
    :return: shape (replicates, G, M).
    :raises BadColumns: if there is no cluster, or the shapes disagree.
    """
    n_clusters = len(columns)
    if n_clusters == 0 or groups.shape != (n_clusters,):
        raise BadColumns(f"columns of shape {columns.shape} and groups of shape {groups.shape}")
    order = np.argsort(groups, kind="stable")
    position = np.empty(n_clusters, dtype=np.int64)
    position[order] = np.arange(n_clusters)
    edges = np.searchsorted(groups[order], np.arange(int(groups.max()) + 2))
    parts = [columns[order[start:end]] for start, end in pairwise(edges)]
    sums = np.empty((replicates, len(parts), columns.shape[1]))
    done = 0
    for drawn in draws(n_clusters, replicates, seed):
        counts = _counts(position[drawn], n_clusters)
        for group, part in enumerate(parts):
            sums[done : done + len(drawn), group] = counts[:, edges[group] : edges[group + 1]] @ part
        done += len(drawn)
    return sums


def _counts(drawn: Integers, n_clusters: int) -> Floats:
    """Count how often each cluster was drawn, one row a replicate."""
    rows = len(drawn)
    shifted = drawn + (np.arange(rows) * n_clusters)[:, None]
    counts = np.bincount(shifted.ravel(), minlength=rows * n_clusters)
    return counts.reshape(rows, n_clusters).astype(np.float64)


class Resampling:
    """The draws of one comparison, shared by its systems, metrics and slices (RKB App. A; contracts §6).

    :param n_clusters: C, the number of clusters, sorted by their name beforehand.
    :raises BadReplicates: if *replicates* is below 1.
    """

    def __init__(self, n_clusters: int, *, replicates: int = REPLICATES, seed: int = SEED) -> None:
        if replicates < 1:
            raise BadReplicates(f"replicates: {replicates} is no positive number")
        self.n_clusters, self.replicates, self.seed = n_clusters, replicates, seed
        self._kept: Floats | None = None

    def counts(self) -> Iterator[Floats]:
        """Yield how often each cluster was drawn, one row a replicate, the same on every pass.

        They are kept from the first pass to the next ones where that takes no more than 32 MB.
        """
        if self._kept is not None:
            yield self._kept
            return
        blocks = (
            _counts(drawn, self.n_clusters) for drawn in draws(self.n_clusters, self.replicates, self.seed)
        )
        if self.n_clusters * self.replicates > 4 * CELLS:
            yield from blocks
            return
        self._kept = np.concatenate(list(blocks))
        yield self._kept

    def totals(self, rows: Floats) -> Floats:
        """Sum each row of cluster sums over the clusters of each replicate.

        :param rows: shape (M, C), one column a cluster in sorted order.
        :return: shape (M, replicates).
        :raises BadColumns: if *rows* has another number of clusters, or none.
        """
        if rows.ndim != 2 or rows.shape[1] != self.n_clusters or self.n_clusters == 0:
            raise BadColumns(f"rows of shape {rows.shape} for {self.n_clusters} clusters")
        totals = np.empty((len(rows), self.replicates))
        done = 0
        for counts in self.counts():
            np.matmul(rows, counts.T, out=totals[:, done : done + len(counts)])
            done += len(counts)
        return totals


def cluster_sums(values: Floats, clusters: Sequence[str]) -> tuple[list[str], Floats]:
    """Sum item values over clusters, which come sorted by name as code points (contracts §6).

    :param values: shape (N, M), one row an item.
    :param clusters: the cluster of each item, `source_id`.
    :return: the C names, and the sums in shape (M, C).
    :raises BadColumns: if there is no item, or not one cluster an item.
    """
    if len(values) == 0 or len(values) != len(clusters):
        raise BadColumns(f"values of shape {values.shape} and {len(clusters)} clusters")
    names = sorted(set(clusters))
    place = {name: number for number, name in enumerate(names)}
    sums = np.zeros((len(names), values.shape[1]))
    np.add.at(sums, [place[name] for name in clusters], values)
    return names, sums.T


def quotients(numerators: Floats, denominators: Floats) -> Floats:
    """Divide replicate by replicate; NaN where a replicate drew nothing that counts."""
    undefined = np.full(len(numerators), np.nan)
    np.divide(numerators, denominators, out=undefined, where=denominators > 0)
    return undefined


def interval(values: Floats) -> tuple[float, float] | tuple[None, None]:
    """Return the 2.5th and 97.5th percentile, linear, of the replicates that are defined (contracts §6).

    :param values: shape (replicates,), NaN where the mean of that replicate is undefined.
    """
    defined = values[~np.isnan(values)]
    if len(defined) == 0:
        return None, None
    low, high = np.percentile(defined, LEVELS, method="linear")
    return float(low), float(high)


def intervals(rows: Floats) -> Floats:
    """Return the percentiles of `interval` for many figures at once; sorts *rows* in place.

    :param rows: shape (M, replicates), NaN where a replicate is undefined.
    :return: shape (M, 2), NaN where no replicate is defined.
    """
    rows.sort(axis=1)
    partly = np.isnan(rows[:, -1])
    defined = np.full(len(rows), rows.shape[1])
    defined[partly] -= np.isnan(rows[partly]).sum(axis=1)
    last = np.maximum(defined - 1, 0)[:, None]
    exact = last * (np.array(LEVELS) / 100)
    below = np.floor(exact).astype(np.int64)
    low = np.take_along_axis(rows, below, axis=1)
    high = np.take_along_axis(rows, np.minimum(below + 1, last), axis=1)
    share = exact - below
    bounds: Floats = np.where(share < 0.5, low + (high - low) * share, high - (high - low) * (1 - share))
    return bounds
