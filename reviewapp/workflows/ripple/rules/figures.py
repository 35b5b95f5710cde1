"""Computes the figures of a campaign of ripple review from its reviewed items (RKB App. D). Pure.

``docs/ripple_review.md`` defines the numbers. Reviewers are told apart by their seats, 1 and 2, where two
are compared, and by their names where one is measured.
"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from reviewapp.rules.agreement import mean_jaccard
from reviewapp.workflows.ripple.rules.sums import measure_agreement, measure_ratio
from reviewapp.workflows.ripple.rules.words import Judgement

BOTH = "both of them"
EITHER = "at least one of them"
LABELS = tuple(Judgement)
IN = {Judgement.SUPPORTED.value: True, Judgement.NOT_SUPPORTED.value: False}

BLIND_UNITS = "affected units, blind"
CLOSURE_UNITS = "proposed units, closure review"
CLOSURE_EDGES = "proposed edges, closure review"


@dataclass(frozen=True, slots=True)
class Effort:
    """The active seconds of one return or adjudication."""

    stage: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One item of the campaign as far as its review has come; returns of the seats that count, 1 first.

    `blinds` and `closures` hold both bodies or none; `final` is the body of an outcome that decides what is
    affected, i.e. that accepts or rejects.
    """

    item: str
    units: tuple[str, ...]
    closure: Mapping[str, Any]
    reviewers: tuple[str, ...] = ()
    blinds: tuple[Mapping[str, Any], ...] = ()
    closures: tuple[Mapping[str, Any], ...] = ()
    final: Mapping[str, Any] | None = None
    efforts: tuple[Effort, ...] = ()

    @property
    def proposed(self) -> frozenset[str]:
        return frozenset(unit["unit_id"] for unit in self.closure["units"])

    @property
    def selections(self) -> tuple[frozenset[str], ...]:
        """What each of the two selected blind; what is only ambiguous to them is not."""
        return tuple(frozenset(unit["unit_id"] for unit in body["selected"]) for body in self.blinds)


@dataclass(frozen=True, slots=True)
class Resampling:
    """The bootstrap of the intervals: how often items are drawn again, and from which seed."""

    replicates: int
    seed: int


def compute(items: Iterable[Reviewed], *, replicates: int, seed: int) -> dict[str, Any]:
    """Return all figures of the campaign's *items*, ready to be kept as JSON (RKB App. D).

    :param replicates: number of bootstrap samples of the items; 0 gives no intervals.
    :param seed: of the bootstrap; the same seed gives the same intervals.
    """
    reviewed, resampling = list(items), Resampling(replicates, seed)
    return {
        "recovery": recovery(reviewed, resampling),
        "agreement": agreement(reviewed, resampling),
        "followed": followed(reviewed),
        "changes": changes(reviewed),
        "effort": effort(reviewed),
        "ambiguity": ambiguity(reviewed),
        "missed": missed(reviewed),
    }


# --- Blind recovery against the proposal ---------------------------------------------------------------


def recovery(items: Sequence[Reviewed], resampling: Resampling) -> list[dict[str, Any]]:
    """Return precision, recall and complete share of blind selections against the proposed closure.

    A row a reviewer, then what both selected, then what at least one did. Means over items; pooled values
    are over all units. An empty selection has no precision, and is left out of that mean alone.
    """
    groups: defaultdict[str, list[tuple[frozenset[str], frozenset[str]]]] = defaultdict(list)
    both, either = [], []
    for item in items:
        for name, selected in zip(item.reviewers, item.selections, strict=False):
            groups[name].append((selected, item.proposed))
        if len(item.selections) == 2:
            first, second = item.selections
            both.append((first & second, item.proposed))
            either.append((first | second, item.proposed))
    rows = [(name, "reviewer", groups[name]) for name in sorted(groups)]
    rows += [(BOTH, "both", both), (EITHER, "either", either)]
    return [
        {"who": who, "kind": kind, **_recovered(selections, resampling)}
        for who, kind, selections in rows
        if selections
    ]


def _recovered(
    selections: Sequence[tuple[frozenset[str], frozenset[str]]], resampling: Resampling
) -> dict[str, Any]:
    hits = [(len(selected & target), len(selected), len(target)) for selected, target in selections]
    ratios: dict[str, list[tuple[float, float]]] = {
        "precision": [(hit / n, 1) for hit, n, _ in hits if n],
        "recall": [(hit / size, 1) for hit, _, size in hits if size],
        "complete": [(float(hit == size), 1) for hit, _, size in hits],
        "pooled_precision": [(hit, n) for hit, n, _ in hits],
        "pooled_recall": [(hit, size) for hit, _, size in hits],
    }
    measured = {
        name: asdict(measure_ratio(pairs, replicates=resampling.replicates, seed=resampling.seed))
        for name, pairs in ratios.items()
    }
    return {"n": len(selections), **measured}


def missed(items: Iterable[Reviewed]) -> list[list[str]]:
    """Return (item, unit) of what both reviewers selected blind and the proposed closure lacks."""
    return [
        [item.item, unit]
        for item in items
        if len(item.selections) == 2
        for unit in item.units
        if unit in item.selections[0] & item.selections[1] and unit not in item.proposed
    ]


# --- Agreement of the two reviewers --------------------------------------------------------------------


def agreement(items: Sequence[Reviewed], resampling: Resampling) -> list[dict[str, Any]]:
    """Return how far the two agree: blind on all candidate units, then on proposed units and edges."""
    blind = [_table(_selected_pairs(item), 2) for item in items if len(item.selections) == 2]
    units = [_table(_judged(item, "units", "unit_id"), 3) for item in items if len(item.closures) == 2]
    edges = [_table(_judged(item, "edges", "edge_id"), 3) for item in items if len(item.closures) == 2]
    ratings = [
        (n, str(seat), selected)
        for n, item in enumerate(items)
        if len(item.selections) == 2
        for seat, selected in enumerate(item.selections, start=1)
    ]
    jaccard = asdict(mean_jaccard(ratings, replicates=resampling.replicates, seed=resampling.seed))
    return [
        _agreed(BLIND_UNITS, blind, resampling) | {"jaccard": jaccard},
        _agreed(CLOSURE_UNITS, units, resampling) | {"jaccard": None},
        _agreed(CLOSURE_EDGES, edges, resampling) | {"jaccard": None},
    ]


def _agreed(on: str, tables: Sequence[Sequence[int]], resampling: Resampling) -> dict[str, Any]:
    coefficients = measure_agreement(tables, replicates=resampling.replicates, seed=resampling.seed)
    return {"on": on, "n_items": len(tables), "n": sum(map(sum, tables)), **asdict(coefficients)}


def _selected_pairs(item: Reviewed) -> Iterator[tuple[int, int]]:
    """Yield for each candidate unit whether each of the two reviewers selected it, as 0 or 1."""
    first, second = item.selections
    yield from ((int(unit in first), int(unit in second)) for unit in item.units)


def _judged(item: Reviewed, part: str, key: str) -> Iterator[tuple[int, int]]:
    first, second = ({row[key]: row["verdict"] for row in body[part]} for body in item.closures)
    yield from (
        (LABELS.index(first[key_value]), LABELS.index(second[key_value]))
        for key_value in first
        if key_value in second
    )


def _table(pairs: Iterable[tuple[int, int]], side: int) -> list[int]:
    counts = Counter(pairs)
    return [counts[row, column] for row in range(side) for column in range(side)]


# --- What adjudication made of it ----------------------------------------------------------------------


def followed(items: Iterable[Reviewed]) -> list[dict[str, Any]]:
    """Count for each reviewer the judgements on which the two differed, and how many the outcome followed.

    What one of the two called ambiguous is no difference: they did not say which it is.
    """
    counts: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for item in (item for item in items if item.final is not None):
        for on, verdicts, outcome in _answers(item):
            if verdicts[0] != verdicts[1]:
                for name, answer in zip(item.reviewers, verdicts, strict=True):
                    counts[name, on][0] += 1
                    counts[name, on][1] += answer == outcome
    return [
        {"who": who, "on": on, "n": n, "followed": n_followed}
        for (who, on), (n, n_followed) in sorted(counts.items())
    ]


def _answers(item: Reviewed) -> Iterator[tuple[str, tuple[bool, bool], bool]]:
    """Yield (kind of judgement, verdicts of both reviewers, verdict of the outcome); True is “affected”."""
    assert item.final is not None
    units = {unit["unit_id"] for unit in item.final["units"]}
    edges = {(edge["parent"], edge["child"]) for edge in item.final["edges"]}
    if len(item.selections) == 2:
        first, second = item.selections
        for unit in item.units:
            yield BLIND_UNITS, (unit in first, unit in second), unit in units
    if len(item.closures) == 2:
        for unit, verdicts in _decided(item, "units", "unit_id"):
            yield CLOSURE_UNITS, verdicts, unit in units
        ends = {edge["edge_id"]: (edge["parent"], edge["child"]) for edge in item.closure["edges"]}
        for edge_id, verdicts in _decided(item, "edges", "edge_id"):
            yield CLOSURE_EDGES, verdicts, ends[edge_id] in edges


def _decided(item: Reviewed, part: str, key: str) -> Iterator[tuple[str, tuple[bool, bool]]]:
    first, second = ({row[key]: IN.get(row["verdict"]) for row in body[part]} for body in item.closures)
    for name, first_verdict in first.items():
        second_verdict = second.get(name)
        if first_verdict is not None and second_verdict is not None:
            yield name, (first_verdict, second_verdict)


def changes(items: Iterable[Reviewed]) -> dict[str, int]:
    """Count the units and edges of the proposals that outcomes kept, dropped and added."""
    counts: Counter[str] = Counter()
    for item in (item for item in items if item.final is not None):
        assert item.final is not None
        final = {unit["unit_id"] for unit in item.final["units"]}
        _compare(counts, "units", set(item.proposed), final)
        before, after = (
            {(edge["parent"], edge["child"]) for edge in closure["edges"]}
            for closure in (item.closure, item.final)
        )
        _compare(counts, "edges", before, after)
        counts["items"] += 1
        counts["unchanged"] += item.proposed == final and before == after
    names = [f"{part}_{word}" for part in ("units", "edges") for word in ("kept", "dropped", "added")]
    return {name: counts[name] for name in ("items", "unchanged", *names)}


def _compare(counts: Counter[str], part: str, before: set[Any], after: set[Any]) -> None:
    counts[f"{part}_kept"] += len(before & after)
    counts[f"{part}_dropped"] += len(before - after)
    counts[f"{part}_added"] += len(after - before)


# --- Effort and ambiguity ------------------------------------------------------------------------------


def effort(items: Iterable[Reviewed]) -> list[dict[str, Any]]:
    """Return for each stage the active minutes of an item, summed over people: sum, median, 90th percentile.

    Percentiles are linear, as `reviewapp.rules.effort.summarise` has them.
    """
    minutes: defaultdict[str, list[float]] = defaultdict(list)
    for item in items:
        spent: Counter[str] = Counter()
        for record in item.efforts:
            spent[record.stage] += record.seconds / 60  # type: ignore[assignment]  # a sum by stage
        for stage, total in spent.items():
            minutes[stage].append(total)
    return [{"stage": stage, **_summary(item_minutes)} for stage, item_minutes in minutes.items()]


def _summary(minutes: Sequence[float]) -> dict[str, Any]:
    doubled = list(minutes) if len(minutes) > 1 else list(minutes) * 2
    tenths = statistics.quantiles(doubled, n=10, method="inclusive")
    return {
        "n": len(minutes),
        "total_minutes": sum(minutes),
        "median_minutes": statistics.median(minutes),
        "p90_minutes": tenths[-1],
    }


def ambiguity(items: Sequence[Reviewed]) -> list[dict[str, Any]]:
    """Count the answers that reviewers called ambiguous, and the items with at least one of them."""
    blind, units, edges, touched, judged = [0, 0], [0, 0], [0, 0], 0, 0
    for item in items:
        n_before = blind[1] + units[1] + edges[1]
        for body in item.blinds:
            _add(blind, len(item.units), len(body["ambiguous"]))
        for body in item.closures:
            _add(units, len(body["units"]), _ambiguous(body["units"]))
            _add(edges, len(body["edges"]), _ambiguous(body["edges"]))
        judged += bool(item.blinds)
        touched += blind[1] + units[1] + edges[1] > n_before
    rows = [(BLIND_UNITS, blind), (CLOSURE_UNITS, units), (CLOSURE_EDGES, edges)]
    rows.append(("items with any of it", [judged, touched]))
    return [{"on": on, "n": n, "ambiguous": n_ambiguous} for on, (n, n_ambiguous) in rows]


def _ambiguous(rows: Iterable[Mapping[str, Any]]) -> int:
    return sum(row["verdict"] == Judgement.AMBIGUOUS for row in rows)


def _add(counts: list[int], n: int, n_ambiguous: int) -> None:
    counts[0] += n
    counts[1] += n_ambiguous
