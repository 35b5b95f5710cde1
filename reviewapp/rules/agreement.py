"""Agreement of people who judged the same items alone.

Raw agreement, Cohen's kappa, Krippendorff's alpha (nominal) and Gwet's AC1 with percentile bootstrap
intervals, overall and for each label against the rest; mean Jaccard for selections. The formulas are in
``docs/measures.md``.

Items on which people did the same thing are alike to every measure here. So items are counted by their
*pattern* of labels, and a bootstrap sample of the items is one multinomial draw over the patterns: the same
distribution as drawing the items one by one, at a cost that does not grow with their number.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:  # numpy takes over 100 ms to import, which no page without a measure should pay
    from numpy.typing import NDArray

    Pair = tuple[str, str]
    Floats = NDArray[Any]
    # Weights (replicates x patterns) to values (replicates); NaN where a replicate has no value.
    Statistic = Callable[[Floats], Floats]

Label = TypeVar("Label")
Name = TypeVar("Name")

BLOCK_CELLS = 4_000_000  # replicates x patterns held at once, 32 MB
DEFINED_SHARE = 0.95  # below this share of defined replicates an interval would describe a selected few
PERCENTILES = (2.5, 97.5)

NO_PAIR = "no item has two ratings"
ONE_LABEL_EVER = "only one label was ever given, and AC1 divides by labels minus one"
NO_JOINT_ITEM = "no item was rated by both"


class DuplicateRatingError(ValueError):
    """One person has two ratings on one item."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A measured value, or why there is none.

    ``low`` and ``high`` are the 2.5th and 97.5th percentile of the bootstrap, ``None`` where it says nothing
    (fewer than two items used, or more than 5 % of the replicates undefined). ``n_used`` items bear on it,
    ``n_left_out`` do not, for want of a second rating.
    """

    value: float | None
    low: float | None
    high: float | None
    n_used: int
    n_left_out: int
    why_undefined: str | None


@dataclass(frozen=True, slots=True)
class Coefficients:
    """The four measures on one set of ratings; ``kappa`` is defined for exactly two raters."""

    raw: Measure
    kappa: Measure
    alpha: Measure
    ac1: Measure


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Cohen's kappa of two raters on the items both rated, overall and for each label against the rest."""

    first: str
    second: str
    kappa: Measure
    by_label: Mapping[str, Measure]


@dataclass(frozen=True, slots=True)
class Agreement:
    """All measures of agreement on one set of ratings."""

    raters: tuple[str, ...]
    labels: tuple[str, ...]
    overall: Coefficients
    by_label: Mapping[str, Coefficients]
    pairs: tuple[PairAgreement, ...]


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """The bootstrap: how often items are drawn again, and from which seed."""

    replicates: int
    seed: int


def agreement(ratings: Iterable[tuple[Hashable, str, str]], *, replicates: int, seed: int) -> Agreement:
    """Return every agreement measure on *ratings*, each an ``(item, rater, label)``.

    Order does not matter. Give only the ratings that count: a superseded return is not one.

    >>> found = agreement([(1, "alice", "accept"), (1, "bob", "accept"),
    ...                    (2, "alice", "reject"), (2, "bob", "accept")], replicates=0, seed=1)
    >>> found.overall.raw.value, found.overall.kappa.value
    (0.5, 0.0)

    :param replicates: number of bootstrap samples of the items; 0 gives no intervals.
    :raises DuplicateRatingError: if a rater has two ratings on one item.
    """
    items = _by_item(ratings)
    raters = tuple(sorted({rater for item in items for rater in item}))
    labels = tuple(sorted({label for item in items for label in item.values()}))
    bootstrap = Bootstrap(replicates, seed)
    pairs = _pairs(items, raters, labels, bootstrap)
    groups = _group_measures(items, labels, bootstrap)

    def measures(label: str | None) -> Coefficients:
        group, kappa = groups[label], _lone_kappa(pairs, label, len(raters), len(items))
        return Coefficients(raw=group["raw"], kappa=kappa, alpha=group["alpha"], ac1=group["ac1"])

    return Agreement(
        raters=raters,
        labels=labels,
        overall=measures(None),
        by_label={label: measures(label) for label in labels},
        pairs=pairs,
    )


def mean_jaccard(
    selections: Iterable[tuple[Hashable, str, Iterable[Hashable]]], *, replicates: int, seed: int
) -> Measure:
    """Return the mean over items of the mean Jaccard index over the pairs of people's selections.

    Two empty selections are equal and count 1.

    >>> mean_jaccard([("rk-1", "alice", "ab"), ("rk-1", "bob", "bc")], replicates=0, seed=1).value
    0.3333333333333333

    :param selections: ``(item, rater, chosen things)``, in any order.
    :param replicates: number of bootstrap samples of the items; 0 gives no interval.
    :raises DuplicateRatingError: if a rater has two selections on one item.
    """
    import numpy as np

    items = _by_item((item, rater, frozenset(selection)) for item, rater, selection in selections)
    values = Counter(
        sum(map(_jaccard, combinations(item.values(), 2))) / (len(item) * (len(item) - 1) / 2)
        for item in items
        if len(item) >= 2
    )
    ordered = sorted(values)
    return _measures(
        {"jaccard": lambda weights: _ratio(weights @ np.array(ordered), weights.sum(axis=1))},
        [values[score] for score in ordered],
        Bootstrap(replicates, seed),
        n_used=values.total(),
        n_left_out=len(items) - values.total(),
        whys={"jaccard": None if values else NO_PAIR},
    )["jaccard"]


def _by_item(ratings: Iterable[tuple[Hashable, str, Label]]) -> list[dict[str, Label]]:
    items: defaultdict[Hashable, dict[str, Label]] = defaultdict(dict)
    for item, rater, label in ratings:
        if rater in items[item]:
            raise DuplicateRatingError(f"{rater!r} has two ratings on item {item!r}")
        items[item][rater] = label
    return list(items.values())


def _jaccard(pair: tuple[frozenset[Hashable], frozenset[Hashable]]) -> float:
    first, second = pair
    return len(first & second) / len(first | second) if first | second else 1.0


# Measures over all raters at once


def _group_measures(
    items: Sequence[Mapping[str, str]], labels: Sequence[str], bootstrap: Bootstrap
) -> dict[str | None, dict[str, Measure]]:
    """Return raw, alpha and ac1 for each label against the rest, and under ``None`` overall."""
    import numpy as np

    patterns = Counter(tuple(sorted(item.values())) for item in items)
    ordered = sorted(patterns)
    counts = np.array([[row.count(label) for label in labels] for row in ordered], dtype=float)
    counts = counts.reshape(len(ordered), len(labels))
    tables: dict[str | None, Floats] = {None: counts}
    for label_against_rest, label_counts in zip(labels, counts.T, strict=True):
        tables[label_against_rest] = np.column_stack([label_counts, counts.sum(axis=1) - label_counts])
    statistics: dict[Any, Statistic] = {}
    whys: dict[tuple[str | None, str], str | None] = {}
    for label, table in tables.items():
        statistics |= {(label, name): make(table) for name, make in GROUP_STATISTICS.items()}
        whys |= {(label, name): why for name, why in _why_undefined(table, label).items()}
    n_used = sum(len(item) >= 2 for item in items)
    frequencies = [patterns[pattern] for pattern in ordered]
    measured = _measures(
        statistics, frequencies, bootstrap, n_used=n_used, n_left_out=len(items) - n_used, whys=whys
    )
    return {label: {name: measured[label, name] for name in GROUP_STATISTICS} for label in tables}


def _why_undefined(counts: Floats, label: str | None) -> dict[str, str | None]:
    paired = counts[counts.sum(axis=1) >= 2]
    if not len(paired):
        return dict.fromkeys(GROUP_STATISTICS, NO_PAIR)
    used, given_labels = (paired.sum(axis=0) > 0), (counts.sum(axis=0) > 0)
    carriers = "no rating used carries" if label is not None and not used[0] else "all ratings used carry"
    why = (
        f"{carriers} {repr(label) if label is not None else 'one label'}: no disagreement was to be expected"
    )
    return {
        "raw": None,
        "alpha": why if used.sum() < 2 else None,
        "ac1": ONE_LABEL_EVER if given_labels.sum() < 2 else None,
    }


def _raw(counts: Floats) -> Statistic:
    """Return the mean share of agreeing pairs of ratings (Fleiss 1971)."""
    n = counts.sum(axis=1)
    paired = (n >= 2).astype(float)
    agreeing = _ratio((counts * (counts - 1)).sum(axis=1), n * (n - 1) * paired, empty=0.0)
    return lambda weights: _ratio(weights @ agreeing, weights @ paired)


def _alpha(counts: Floats) -> Statistic:
    """Return Krippendorff's alpha, nominal, from the coincidences of each pattern (Krippendorff 2011)."""
    n = counts.sum(axis=1)
    pairable = counts * (n >= 2)[:, None]
    unlike = _ratio((pairable * (n[:, None] - pairable)).sum(axis=1), n - 1, empty=0.0)

    def alpha(weights: Floats) -> Floats:
        margins = weights @ pairable
        total = margins.sum(axis=1)
        by_chance = (margins * (total[:, None] - margins)).sum(axis=1)
        return 1 - _ratio((weights @ unlike) * (total - 1), by_chance)

    return alpha


def _ac1(counts: Floats) -> Statistic:
    """Return Gwet's AC1 (Gwet 2008); a lone rating bears on the labels' shares, not on the agreement."""
    shares = _ratio(counts, counts.sum(axis=1)[:, None], empty=0.0)
    n_labels = int((counts.sum(axis=0) > 0).sum())
    raw = _raw(counts)

    def ac1(weights: Floats) -> Floats:
        prevalence = _ratio(weights @ shares, weights.sum(axis=1)[:, None])
        by_chance = _ratio((prevalence * (1 - prevalence)).sum(axis=1), n_labels - 1.0)
        return _ratio(raw(weights) - by_chance, 1 - by_chance)

    return ac1


GROUP_STATISTICS: Mapping[str, Callable[[Floats], Statistic]] = {"raw": _raw, "alpha": _alpha, "ac1": _ac1}


# Two raters


def _pairs(
    items: Sequence[Mapping[str, str]], raters: Sequence[str], labels: Sequence[str], bootstrap: Bootstrap
) -> tuple[PairAgreement, ...]:
    joint: defaultdict[Pair, Counter[Pair]] = defaultdict(Counter)
    rated: Counter[str] = Counter()
    for item in items:
        rated.update(item.keys())
        for first, second in combinations(sorted(item), 2):
            joint[first, second][item[first], item[second]] += 1
    return tuple(
        _pair(names, joint[names], rated[names[0]] + rated[names[1]], labels, bootstrap)
        for names in combinations(raters, 2)
    )


def _pair(
    names: Pair, joint: Counter[Pair], n_ratings: int, labels: Sequence[str], bootstrap: Bootstrap
) -> PairAgreement:
    ordered = sorted(joint)
    whys = {label: _why_no_kappa(joint, label) for label in [None, *labels]}
    measured = _measures(
        {label: _kappa(ordered, labels if label is None else [label]) for label in whys if not whys[label]},
        [joint[pattern] for pattern in ordered],
        bootstrap,
        n_used=joint.total(),
        n_left_out=n_ratings - 2 * joint.total(),
        whys=whys,
    )
    return PairAgreement(*names, measured[None], {label: measured[label] for label in labels})


def _why_no_kappa(joint: Counter[Pair], label: str | None) -> str | None:
    if not joint:
        return NO_JOINT_ITEM
    labels_used = {rating for pattern in joint for rating in pattern}
    if label is None:
        return "both gave one and the same label throughout" if len(labels_used) == 1 else None
    if label not in labels_used:
        return f"neither gave {label!r}"
    return f"both gave {label!r} throughout" if labels_used == {label} else None


def _kappa(patterns: Sequence[Pair], labels: Sequence[str]) -> Statistic:
    """Return Cohen's kappa (Cohen 1960), in whole numbers up to the last division.

    A single label is set against the rest.
    """
    import numpy as np

    firsts, seconds = (
        np.array([[pattern[side] == label for label in labels] for pattern in patterns], dtype=float)
        for side in (0, 1)
    )
    if len(labels) == 1:
        firsts, seconds = np.hstack([firsts, 1 - firsts]), np.hstack([seconds, 1 - seconds])
    same = (firsts * seconds).sum(axis=1)

    def kappa(weights: Floats) -> Floats:
        total = weights.sum(axis=1)
        by_chance = ((weights @ firsts) * (weights @ seconds)).sum(axis=1)
        return _ratio(total * (weights @ same) - by_chance, total * total - by_chance)

    return kappa


def _lone_kappa(pairs: Sequence[PairAgreement], label: str | None, n_raters: int, n_items: int) -> Measure:
    if n_raters != 2:
        why = f"Cohen's kappa compares two raters, and here are {n_raters}"
        return Measure(None, None, None, 0, n_items, why)
    return pairs[0].kappa if label is None else pairs[0].by_label[label]


# Values and intervals


def _measures(
    statistics: Mapping[Name, Statistic],
    frequencies: Sequence[int],
    bootstrap: Bootstrap,
    *,
    n_used: int,
    n_left_out: int,
    whys: Mapping[Name, str | None],
) -> dict[Name, Measure]:
    """Return each statistic's value and interval; the same draws serve them all."""
    import numpy as np

    weights = np.array([frequencies], dtype=float)
    defined = {name: statistic for name, statistic in statistics.items() if not whys[name]}
    blocks = list(_replicates(defined, frequencies, bootstrap)) if defined and n_used > 1 else []

    def measure(name: Name) -> Measure:
        if name not in defined:
            return Measure(None, None, None, n_used, n_left_out, whys[name])
        low, high = _interval(np.concatenate([block[name] for block in blocks] or [np.empty(0)]))
        return Measure(float(defined[name](weights)[0]), low, high, n_used, n_left_out, None)

    return {name: measure(name) for name in whys}


def _replicates(
    statistics: Mapping[Name, Statistic], frequencies: Sequence[int], bootstrap: Bootstrap
) -> Iterator[dict[Name, Floats]]:
    import numpy as np

    rng = np.random.default_rng(bootstrap.seed)
    total = sum(frequencies)
    shares = np.array(frequencies) / total
    block = max(1, BLOCK_CELLS // len(frequencies))
    for start in range(0, bootstrap.replicates, block):
        draws = rng.multinomial(total, shares, size=min(block, bootstrap.replicates - start)).astype(float)
        yield {name: statistic(draws) for name, statistic in statistics.items()}


def _interval(values: Floats) -> tuple[float | None, float | None]:
    import numpy as np

    defined = values[~np.isnan(values)]
    if not len(values) or len(defined) < DEFINED_SHARE * len(values):
        return None, None
    low, high = np.percentile(defined, PERCENTILES)
    return float(low), float(high)


def _ratio(above: Floats, below: Floats | float, empty: float = float("nan")) -> Floats:
    """Return *above* / *below*, and *empty* where *below* is 0."""
    import numpy as np

    above, below = np.broadcast_arrays(np.asarray(above, dtype=float), np.asarray(below, dtype=float))
    quotient: Floats = np.divide(above, below, out=np.full(above.shape, empty), where=below != 0)
    return quotient
