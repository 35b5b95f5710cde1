"""The metrics of one item's ranking, and how items make up a run's (RKB §2, E; contracts §6, §8)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.ripple.scorer.fidelity import is_exact, preserved
from scoring.ripple.scorer.items import ENTITY, NUMBER, RippleItem, UnitSpan

SCORER = "1.0.0"  # rises whenever a change of this package or of the bootstrap could move a score
ALL_OF_THEM = Fraction(1)


class BadTarget(ValueError):
    """The target recall is not within 0 (excluded) and 1."""


def target_recall(text: str) -> Fraction:
    """Read a target recall exactly as written: 0.7 of ten units are seven.

    >>> target_recall("0.7") * 10
    Fraction(7, 1)

    :raises BadTarget: if it is no number above 0 and up to 1.
    """
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise BadTarget(f"target: {text!r} is no number") from error
    if not 0 < value <= 1:
        raise BadTarget(f"target: {text} is not above 0 and up to 1")
    return value


class Sizes(NamedTuple):
    """What an item weighs in each denominator, whatever the run; names as in METRICS."""

    items: int
    with_downstream: int
    affected: int
    number_spans: int
    entity_spans: int


class Score(NamedTuple):
    """What an item's ranking scores; means first, then the counts that are pooled."""

    recall_at_2g: float
    complete_at_2g: float
    recall_at_g: float
    precision_at_2g: float
    f1_at_2g: float
    average_precision: float
    review_burden: float
    review_success: float
    verbatim_recall_at_2g_macro: float
    direct_recall_at_2g: float
    downstream_recall_at_2g: float
    unrestricted_recall: float
    recovered: int
    exact: int
    numbers: int
    entities: int
    numbers_recovered: int
    entities_recovered: int


class Metric(NamedTuple):
    """A quotient of two sums over items: a mean of item values, or pooled over the items (micro)."""

    numerator: str
    denominator: str
    pooled: bool = False


METRICS: Mapping[str, Metric] = {
    "recall_at_2g": Metric("recall_at_2g", "items"),
    "complete_at_2g": Metric("complete_at_2g", "items"),
    "recall_at_g": Metric("recall_at_g", "items"),
    "precision_at_2g": Metric("precision_at_2g", "items"),
    "f1_at_2g": Metric("f1_at_2g", "items"),
    "average_precision": Metric("average_precision", "items"),
    "review_burden": Metric("review_burden", "items"),
    "review_success": Metric("review_success", "items"),
    "verbatim_recall_at_2g": Metric("exact", "affected", pooled=True),
    "verbatim_recall_at_2g_macro": Metric("verbatim_recall_at_2g_macro", "items"),
    "conditional_exactness": Metric("exact", "recovered", pooled=True),
    "number_span_fidelity": Metric("numbers", "number_spans", pooled=True),
    "entity_span_fidelity": Metric("entities", "entity_spans", pooled=True),
    "number_span_conditional": Metric("numbers", "numbers_recovered", pooled=True),
    "entity_span_conditional": Metric("entities", "entities_recovered", pooled=True),
    "direct_recall_at_2g": Metric("direct_recall_at_2g", "items"),
    "downstream_recall_at_2g": Metric("downstream_recall_at_2g", "with_downstream"),
    "unrestricted_recall": Metric("unrestricted_recall", "items"),
}


Hit = tuple[int, str, str]
"""An affected unit's first occurrence in a ranking: its rank from 1, the unit, the text submitted."""


@dataclass(frozen=True, slots=True)
class Affected:
    """An affected unit as the scorer needs it."""

    depth: int
    canonical: str
    spans: tuple[UnitSpan, ...]
    numbers: int
    entities: int


class Target:
    """An item's answer key, prepared once for any number of rankings.

    `cutoff` is K = min(|U|, 2|G|), `strict` is K_G = min(|U|, |G|); `wanted` is how many affected units the
    review burden waits for.
    """

    __slots__ = ("affected", "cutoff", "direct", "downstream", "item", "n_units", "sizes", "strict", "wanted")

    def __init__(self, item: RippleItem, target: Fraction = ALL_OF_THEM) -> None:
        self.item = item
        self.affected = _affected(item)
        size = len(self.affected)
        self.n_units = len(item.units)
        self.cutoff = min(self.n_units, 2 * size)
        self.strict = min(self.n_units, size)
        self.wanted = math.ceil(target * size)
        self.direct = sum(unit.depth == 1 for unit in self.affected.values())
        self.downstream = size - self.direct
        numbers = sum(unit.numbers for unit in self.affected.values())
        entities = sum(unit.entities for unit in self.affected.values())
        self.sizes = Sizes(1, int(self.downstream > 0), size, numbers, entities)


def _affected(item: RippleItem) -> dict[str, Affected]:
    affected = {}
    for unit in item.units:
        if unit.unit_id in item.depths:
            spans = tuple(span for span in item.spans if span.unit_id == unit.unit_id)
            kinds = [span.kind for span in spans]
            counts = kinds.count(NUMBER), kinds.count(ENTITY)
            affected[unit.unit_id] = Affected(item.depths[unit.unit_id], unit.canonical, spans, *counts)
    return affected


def hits(target: Target, entries: Sequence[Any]) -> list[Hit]:
    """Return the first occurrence of each affected unit, best first (RKB E.1; contracts §6).

    Every entry consumes its position. One that is no object, or without a string as `unit_id` and as `text`,
    is no occurrence of its identifier: a later whole one is its first.
    """
    missing = set(target.affected)
    recovered: list[Hit] = []
    for rank, entry in enumerate(entries, 1):
        if type(entry) is dict:
            unit_id = entry.get("unit_id")
            if type(unit_id) is str and unit_id in missing and type(text := entry.get("text")) is str:
                missing.remove(unit_id)
                recovered.append((rank, unit_id, text))
    return recovered


def score(target: Target, entries: Sequence[Any]) -> Score:
    """Score one ranking (RKB E.1, E.2).

    Downstream recall is 0 where the item has no downstream unit; the item's `with_downstream` then keeps it
    out of the mean.
    """
    recovered = hits(target, entries)
    size, cutoff = len(target.affected), target.cutoff
    n = n_strict = n_direct = 0
    precision = 0.0
    for place, (rank, unit_id, _) in enumerate(recovered, 1):
        precision += place / rank
        if rank <= cutoff:
            n = place
            n_strict += rank <= target.strict
            n_direct += target.affected[unit_id].depth == 1
    exact, *spans = _copied(target, recovered[:n])
    return Score(
        n / size,
        float(n == size),
        n_strict / size,
        n / cutoff,
        2 * n / (size + cutoff),
        precision / size,
        *_burden(target, recovered),
        exact / size,
        n_direct / target.direct,
        (n - n_direct) / target.downstream if target.downstream else 0.0,
        len(recovered) / size,
        n,
        exact,
        *spans,
    )


def _burden(target: Target, recovered: Sequence[Hit]) -> tuple[float, float]:
    """Return the first rank within |U| with enough affected units, over |G|, and whether there is one."""
    size = len(target.affected)
    if len(recovered) >= target.wanted and (rank := recovered[target.wanted - 1][0]) <= target.n_units:
        return rank / size, 1.0
    return (target.n_units + 1) / size, 0.0


def _copied(target: Target, within: Sequence[Hit]) -> tuple[int, int, int, int, int]:
    """Count exact copies, spans kept of each kind, and the spans that recovered units have of each kind."""
    exact = numbers = entities = of_numbers = of_entities = 0
    for _, unit_id, text in within:
        unit = target.affected[unit_id]
        spans_kept = unit.numbers, unit.entities
        of_numbers += unit.numbers
        of_entities += unit.entities
        if is_exact(text, unit.canonical):
            exact += 1
        else:
            spans_kept = preserved(text, unit.spans)
        numbers += spans_kept[0]
        entities += spans_kept[1]
    return exact, numbers, entities, of_numbers, of_entities


def item_values(target: Target, scored: Score) -> dict[str, float | None]:
    """Return an item's value of every metric: that of a run of this item alone, None where undefined."""
    figures = {**target.sizes._asdict(), **scored._asdict()}
    values = {}
    for name, (numerator, denominator, pooled) in METRICS.items():
        if figures[denominator]:
            values[name] = figures[numerator] / figures[denominator]
        else:
            values[name] = 0.0 if pooled else None
    return values
