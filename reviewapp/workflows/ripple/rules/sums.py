"""Measures over a campaign's items with bootstrap intervals: counts are summed over the items drawn. Pure.

The units of one item stand or fall together, so a bootstrap sample draws items, not units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reviewapp.rules.agreement import Coefficients, Measure

if TYPE_CHECKING:  # numpy takes over 100 ms to import, which no page should pay
    from numpy.typing import NDArray

    Floats = NDArray[Any]
    # Sums of counts (samples x cells) to values (samples); NaN where a sample has no value.
    Statistic = Callable[[Floats], Floats]

BLOCK_CELLS = 4_000_000  # samples x items held at once, 32 MB
DEFINED_SHARE = 0.95  # below this share of defined samples an interval would describe a selected few
PERCENTILES = (2.5, 97.5)
NOTHING = "there is nothing to count yet"
ONE_LABEL = "only one label was given: no disagreement was to be expected"


def measure_ratio(pairs: Sequence[tuple[float, float]], *, replicates: int, seed: int) -> Measure:
    """Return the sum of the first numbers over that of the second, each pair an item's.

    A mean is the ratio of an item's value to 1; a pooled share that of its hits to its cases.

    >>> measure_ratio([(1, 2), (2, 2)], replicates=0, seed=1).value
    0.75
    """
    statistics: dict[str, Statistic] = {"ratio": lambda sums: _divide(sums[:, 0], sums[:, 1])}
    return measure_sums(pairs, statistics, why=NOTHING, replicates=replicates, seed=seed)["ratio"]


def measure_agreement(tables: Sequence[Sequence[int]], *, replicates: int, seed: int) -> Coefficients:
    """Return how far two reviewers agree over all units of the items.

    The formulas are those of `reviewapp.rules.agreement` for two raters; the intervals draw items.

    >>> found = measure_agreement([[1, 1, 0, 1], [1, 0, 0, 0]], replicates=0, seed=1)
    >>> found.raw.value, found.kappa.value
    (0.75, 0.5)

    :param tables: of each item the counts by the labels of reviewer 1 (rows) and reviewer 2 (columns), row
        after row.
    """
    statistics: dict[str, Statistic] = {
        "raw": _raw,
        "kappa": _kappa,
        "alpha": _alpha,
        "ac1": _ac1(_n_labels(tables)),
    }
    measures = measure_sums(tables, statistics, why=ONE_LABEL, replicates=replicates, seed=seed)
    return Coefficients(**measures)


def measure_sums(
    rows: Sequence[Sequence[float]],
    statistics: Mapping[str, Statistic],
    *,
    why: str,
    replicates: int,
    seed: int,
) -> dict[str, Measure]:
    """Return each statistic of the summed *rows*, one an item, with its percentile bootstrap interval.

    :param rows: counts of each item, all of one length.
    :param why: the reason given where a statistic has no value though there are counts.
    """
    import numpy as np

    counts = np.array([row for row in rows if any(row)], dtype=float)
    n, left_out = len(counts), len(rows) - len(counts)
    if not n:
        return {name: Measure(None, None, None, 0, left_out, NOTHING) for name in statistics}
    blocks = list(_samples(counts, replicates, seed)) if n > 1 else []
    measures = {}
    for name, statistic in statistics.items():
        value = float(statistic(counts.sum(axis=0, keepdims=True))[0])
        if np.isnan(value):
            measures[name] = Measure(None, None, None, n, left_out, why)
        else:
            low, high = _interval([statistic(block) for block in blocks])
            measures[name] = Measure(value, low, high, n, left_out, None)
    return measures


def _samples(counts: Floats, replicates: int, seed: int) -> Iterator[Floats]:
    import numpy as np

    rng, n = np.random.default_rng(seed), len(counts)
    block = max(1, BLOCK_CELLS // n)
    for start in range(0, replicates, block):
        draws = rng.multinomial(n, np.full(n, 1 / n), size=min(block, replicates - start))
        yield draws.astype(float) @ counts


def _interval(blocks: Sequence[Floats]) -> tuple[float | None, float | None]:
    import numpy as np

    values = np.concatenate(blocks) if blocks else np.empty(0)
    defined = values[~np.isnan(values)]
    if not len(values) or len(defined) < DEFINED_SHARE * len(values):
        return None, None
    low, high = np.percentile(defined, PERCENTILES)
    return float(low), float(high)


def _n_labels(tables: Sequence[Sequence[int]]) -> int:
    """Return how many labels anybody gave, which AC1 divides by."""
    import numpy as np

    if not tables:
        return 0
    sums = _square(np.array(tables, dtype=float).sum(axis=0, keepdims=True))[0]
    return int(((sums.sum(axis=0) + sums.sum(axis=1)) > 0).sum())


def _square(sums: Floats) -> Floats:
    side = round(sums.shape[1] ** 0.5)
    return sums.reshape(len(sums), side, side)


def _raw(sums: Floats) -> Floats:
    return _divide(_square(sums).trace(axis1=1, axis2=2), sums.sum(axis=1))


def _kappa(sums: Floats) -> Floats:
    """Return Cohen's kappa (Cohen 1960)."""
    table, total = _square(sums), sums.sum(axis=1)
    by_chance = (table.sum(axis=2) * table.sum(axis=1)).sum(axis=1)
    return _divide(total * table.trace(axis1=1, axis2=2) - by_chance, total * total - by_chance)


def _alpha(sums: Floats) -> Floats:
    """Return Krippendorff's alpha, nominal, of two ratings a unit (Krippendorff 2011)."""
    table = _square(sums)
    margins = table.sum(axis=1) + table.sum(axis=2)
    values = margins.sum(axis=1)
    unlike = 2 * (sums.sum(axis=1) - table.trace(axis1=1, axis2=2))
    by_chance = (margins * (values[:, None] - margins)).sum(axis=1)
    return 1 - _divide(unlike * (values - 1), by_chance)


def _ac1(n_labels: int) -> Statistic:
    """Return Gwet's AC1 (Gwet 2008)."""

    def ac1(sums: Floats) -> Floats:
        table = _square(sums)
        shares = _divide(table.sum(axis=1) + table.sum(axis=2), 2 * sums.sum(axis=1)[:, None])
        by_chance = _divide((shares * (1 - shares)).sum(axis=1), float(n_labels - 1))
        return _divide(_raw(sums) - by_chance, 1 - by_chance)

    return ac1


def _divide(above: Floats, below: Floats | float) -> Floats:
    import numpy as np

    below = np.broadcast_to(below, above.shape)
    quotient: Floats = np.divide(above, below, out=np.full(above.shape, np.nan), where=below != 0)
    return quotient
