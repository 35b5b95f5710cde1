"""Figures of a run over all, single- and multi-source items and each domain, with intervals (EMB §4.3)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.access.scorer.metrics import AccessItem, AccessTable, Sources
from scoring.statistics.bootstrap import Estimate, Floats, Integers, interval, quotients, replicate_sums

R_AT_1, SR_AT_K, FR_AT_K, SR_FR_GAP = "r_at_1", "sr_at_k", "fr_at_k", "sr_fr_gap"
METRICS = (R_AT_1, SR_AT_K, FR_AT_K, SR_FR_GAP)
ALL, SINGLE, MULTI, DOMAIN = "all", "single", "multi", "domain"
UNDEFINED = Estimate(None, None, None, 0)

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Slice:
    """The figures of one rung over one set of items: all, single, multi, or one domain (*name*)."""

    scale: str
    kind: str
    name: str
    n_items: int
    metrics: dict[str, Estimate]


@dataclass(frozen=True, slots=True)
class _Mean:
    """A mean over items, and its value in each replicate (NaN where the replicate drew none of them)."""

    value: float
    n: int
    replicates: Floats

    def estimate(self) -> Estimate:
        low, high = interval(self.replicates)
        return Estimate(self.value, low, high, self.n)


def access_slices(
    table: AccessTable, *, replicates: int, seed: int, by_domain: bool = False
) -> Iterator[Slice]:
    """Yield the slices of every rung, smallest rung first (contracts §6–7).

    Clusters are the items, sorted by item_id. All slices, metrics and rungs share one set of draws: a
    replicate of a slice is that part of the whole replicate which falls into it, so differences are paired.
    A replicate that drew no item of a mean is left out of that mean's interval.

    :param by_domain: add one slice a domain, in alphabetical order; items without one form the domain "".
    """
    rungs = [_Rung(table, scale) for scale in table.scales]
    layout = _Layout(table.items, by_domain)
    order = np.array(sorted(range(len(table.items)), key=lambda row: table.items[row].item_id))
    columns = np.column_stack([np.ones(len(order)), *(part[order] for rung in rungs for part in rung.parts)])
    sums = replicate_sums(columns, layout.group[order], replicates=replicates, seed=seed)
    for number, rung in enumerate(rungs):
        rung.sums = sums[:, :, [0, 1 + 2 * number, 2 + 2 * number]]
        for kind, name, mask in layout.slices():
            n_items = int(mask[layout.group].sum())
            yield Slice(rung.scale, kind, name, n_items, _metrics(rung, layout, mask))


def _metrics(rung: _Rung, layout: _Layout, mask: Mask) -> dict[str, Estimate]:
    """Return the four figures of one rung over the groups of *mask*."""
    success = rung.mean(layout, mask, _Rung.SR)
    first = rung.mean(layout, mask & layout.of(Sources.SINGLE), _Rung.STRICT)
    full = rung.mean(layout, mask & layout.of(Sources.MULTI), _Rung.STRICT)
    gap = None
    if success and full:
        gap = _Mean(success.value - full.value, success.n, success.replicates - full.replicates)
    means = zip(METRICS, (first, success, full, gap), strict=True)
    return {metric: mean.estimate() if mean else UNDEFINED for metric, mean in means}


class _Layout:
    """Which group (domain × number of sources) an item is in, and which groups make a slice."""

    def __init__(self, items: Sequence[AccessItem], by_domain: bool) -> None:
        self.domains = sorted({item.domain for item in items}) if by_domain else []
        number = {domain: place for place, domain in enumerate(self.domains)}
        self.group: Integers = np.array(
            [number.get(item.domain, 0) * len(Sources) + item.sources for item in items], dtype=np.int64
        )
        self._groups = np.arange(int(self.group.max()) + 1)

    def of(self, sources: Sources) -> Mask:
        return np.asarray(self._groups % len(Sources) == sources)

    def slices(self) -> Iterator[tuple[str, str, Mask]]:
        yield ALL, "", self._groups >= 0
        yield SINGLE, "", self.of(Sources.SINGLE)
        yield MULTI, "", self.of(Sources.MULTI)
        for place, domain in enumerate(self.domains):
            yield DOMAIN, domain, self._groups // len(Sources) == place


class _Rung:
    """One rung's item figures in two columns, and their sums in each replicate."""

    COUNT, SR, STRICT = 0, 1, 2
    sums: Floats

    def __init__(self, table: AccessTable, scale: str) -> None:
        scores = [score for _, score in table.scores(scale)]
        strict = [score.r_at_1 if score.fr_at_k is None else score.fr_at_k for score in scores]
        self.scale = scale
        self.parts = (
            np.array([score.sr_at_k for score in scores]),
            np.array([value or 0.0 for value in strict]),
        )

    def mean(self, layout: _Layout, mask: Mask, column: int) -> _Mean | None:
        """Average a column over the items of the groups of *mask*; None if there is no such item."""
        values = self.parts[column - 1][mask[layout.group]]
        if len(values) == 0:
            return None
        totals = self.sums[:, mask].sum(axis=1)
        replicates = quotients(totals[:, column], totals[:, self.COUNT])
        return _Mean(math.fsum(values) / len(values), len(values), replicates)
