"""Where a run is good and where it is not: figures over kinds of items and of affected units (RKB App. J)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from scoring.ripple.rankings.tokens import query_of, tokens
from scoring.ripple.scorer.estimates import SMALLEST, Figure, Mask, Population, estimate
from scoring.ripple.scorer.items import SPLITS, RippleItem
from scoring.ripple.scorer.metrics import METRICS, Score, Target
from scoring.ripple.scorer.scored import ScoredRun
from scoring.statistics.bootstrap import Floats

LOW, MIDDLE, HIGH = TERCILES = ("low", "middle", "high")
UNIT_METRICS = {name: METRICS[name] for name in ("recall_at_2g", "complete_at_2g", "recall_at_g")}

Key = Callable[[RippleItem], Hashable]
UnitKey = Callable[[RippleItem, str], Hashable | None]

ITEM_KINDS: dict[str, Key] = {
    "split": lambda item: item.split,
    "shape": lambda item: item.shape,
    "documents": lambda item: len(item.document_sizes),
    "impact_size": lambda item: len(item.depths),
    "max_depth": lambda item: item.max_depth,
    "candidates": lambda item: len(item.units),
}
"""Kinds of items: all metrics run over the items of the slice."""


@dataclass(frozen=True, slots=True)
class Slice:
    """The figures of each run over one slice, and how many items, affected units and sources it has.

    Over a kind of units, recall and completion concern the affected units of that kind alone, in the items
    that have some. Without intervals the slice is too small: it spans fewer than five sources.
    """

    kind: str
    name: str
    n_items: int
    n_units: int
    n_sources: int
    figures: list[dict[str, Figure]]

    @property
    def too_small(self) -> bool:
        return self.n_sources < SMALLEST


def ripple_slices(population: Population, runs: Sequence[ScoredRun]) -> Iterator[Slice]:
    """Yield the slices of the paper's difficulty classes, all from the population's draws (RKB App. J)."""
    matrices = [run.matrix for run in runs]
    for kind, key in ITEM_KINDS.items():
        keys = [key(target.item) for target in population.targets]
        for name in _ordered(kind, keys):
            mask = np.array([key_of_item == name for key_of_item in keys])
            n_units = int(population.sizes[mask, 2].sum())
            figures = estimate(population, matrices, mask, smallest=SMALLEST)
            yield Slice(kind, str(name), int(mask.sum()), n_units, population.n_sources(mask), figures)
    for kind, unit_key in _unit_kinds([target.item for target in population.targets]).items():
        yield from _unit_slices(population, runs, kind, unit_key)


def _ordered(kind: str, keys: Sequence[Any]) -> list[Any]:
    order: Sequence[Any] = {"split": SPLITS, "lexical_overlap": TERCILES}.get(kind, ())
    there_are = sorted(set(keys) - {None})
    return [key for key in order if key in there_are] + [key for key in there_are if key not in order]


def _unit_kinds(items: Sequence[RippleItem]) -> dict[str, UnitKey]:
    """Kinds of affected units: by depth, document, support in the source question, overlap, spans."""
    tercile = overlap_terciles(items)
    annotated = {(item.item_id, span.unit_id) for item in items for span in item.spans}

    def document(item: RippleItem, unit_id: str) -> str:
        same = item.unit(unit_id).document == item.unit(item.edit.unit_id).document
        return "same as the edit" if same else "another"

    return {
        "depth": lambda item, unit_id: item.depths[unit_id],
        "document": document,
        "supporting_fact": lambda item, unit_id: "yes" if unit_id in item.supporting else "no",
        "lexical_overlap": lambda item, unit_id: tercile.get((item.item_id, unit_id)),
        "annotated_spans": lambda item, unit_id: "some" if (item.item_id, unit_id) in annotated else "none",
    }


def lexical_overlap(item: RippleItem, unit_id: str) -> float:
    """Return the share of a unit's distinct tokens that the edit's query has too (ours; cf. RKB App. J)."""
    unit_tokens = set(tokens(item.unit(unit_id).canonical))
    return len(unit_tokens & set(tokens(query_of(item)))) / len(unit_tokens) if unit_tokens else 0.0


def overlap_terciles(items: Sequence[RippleItem]) -> dict[tuple[str, str], str]:
    """Put each affected unit into a third by lexical overlap, over all items of the file.

    The edited sentence is part of the query and left out. The bounds are the values at ranks ⌈n/3⌉ and
    ⌈2n/3⌉; equal values stay together, in the lower third.
    """
    overlap = {
        (item.item_id, unit_id): lexical_overlap(item, unit_id)
        for item in items
        for unit_id in item.depths
        if unit_id != item.edit.unit_id
    }
    values = sorted(overlap.values())
    if not values:
        return {}
    first, second = values[-(-len(values) // 3) - 1], values[-(-2 * len(values) // 3) - 1]
    return {
        unit: LOW if value <= first else MIDDLE if value <= second else HIGH
        for unit, value in overlap.items()
    }


def _unit_slices(
    population: Population, runs: Sequence[ScoredRun], kind: str, key: UnitKey
) -> Iterator[Slice]:
    keys = [
        {unit_id: key(target.item, unit_id) for unit_id in target.affected} for target in population.targets
    ]
    for name in _ordered(kind, [unit_key_value for item in keys for unit_key_value in item.values()]):
        unit_ids = [
            [unit_id for unit_id, unit_key_value in item.items() if unit_key_value == name] for item in keys
        ]
        mask: Mask = np.array([bool(units) for units in unit_ids])
        matrices = [_unit_matrix(population.targets, run, unit_ids) for run in runs]
        figures = estimate(population, matrices, mask, metrics=UNIT_METRICS, smallest=SMALLEST)
        n_units = sum(map(len, unit_ids))
        yield Slice(kind, str(name), int(mask.sum()), n_units, population.n_sources(mask), figures)


def _unit_matrix(targets: Sequence[Target], run: ScoredRun, unit_ids: Sequence[Sequence[str]]) -> Floats:
    """Score the chosen units of each item as if they were all that is affected, within the item's own K."""
    matrix = np.zeros((len(targets), len(Score._fields)))
    columns = [Score._fields.index(name) for name in UNIT_METRICS]
    for row, (target, scored, units) in enumerate(zip(targets, run.items, unit_ids, strict=True)):
        if units:
            ranks = [scored.ranks.get(unit_id, target.n_units + 1) for unit_id in units]
            within = sum(rank <= target.cutoff for rank in ranks)
            strict = sum(rank <= target.strict for rank in ranks)
            matrix[row, columns] = within / len(units), within == len(units), strict / len(units)
    return matrix
