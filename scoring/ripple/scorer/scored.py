"""A stored run scored item by item: what estimates, slices, census and reports are made from (RKB App. E)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reviewapp.records.fields import quoted
from scoring.ripple.scorer.census import ItemCensus, census_of
from scoring.ripple.scorer.estimates import score_matrix
from scoring.ripple.scorer.metrics import Score, Target, hits, score
from scoring.ripple.scorer.rankings_parse import Parsed
from scoring.ripple.scorer.runs import MISSING, ItemResult
from scoring.statistics.bootstrap import Floats

SHOWN_UNKNOWN = 5


@dataclass(frozen=True, slots=True)
class ScoredItem:
    """One item of a run: its score, the rank of each affected unit in the list, and what went wrong."""

    parsed: bool
    score: Score
    ranks: Mapping[str, int]
    census: ItemCensus


@dataclass(slots=True)
class ScoredRun:
    """All items of a population under one run; those that the run leaves out are scored as empty."""

    name: str
    items: list[ScoredItem]
    matrix: Floats
    n_missing: int
    n_unknown: int = 0
    unknown: list[str] = field(default_factory=list)
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def n_parsed(self) -> int:
        return sum(item.parsed for item in self.items)

    @property
    def censuses(self) -> list[ItemCensus]:
        return [item.census for item in self.items]


def score_parsed(target: Target, parsed: Parsed) -> ScoredItem:
    """Score one item's parsed response."""
    ranks = {unit_id: rank for rank, unit_id, _ in hits(target, parsed.entries)}
    return ScoredItem(not parsed.malformed, score(target, parsed.entries), ranks, census_of(target, parsed))


def score_run(targets: Sequence[Target], results: Iterable[ItemResult], name: str = "") -> ScoredRun:
    """Score a run as its results come; results of unknown items are counted and left out."""
    places = {target.item.item_id: place for place, target in enumerate(targets)}
    scored: list[ScoredItem | None] = [None] * len(targets)
    unknown: list[str] = []
    n_unknown = 0
    for result in results:
        place = places.get(result.item_id)
        if place is not None:
            scored[place] = score_parsed(targets[place], result.parsed)
            continue
        n_unknown += 1
        if n_unknown <= SHOWN_UNKNOWN:
            unknown.append(quoted(result.item_id))
    items = [item or score_parsed(target, MISSING) for item, target in zip(scored, targets, strict=True)]
    matrix = score_matrix([item.score for item in items])
    return ScoredRun(name, items, matrix, scored.count(None), n_unknown, unknown)
