"""From the lines of stored runs to what is kept of their scores; no database (RKB §2, App. A, E). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from scoring.ripple.scorer.census import ItemCensus, Wasted
from scoring.ripple.scorer.compare import COMPARED, differences
from scoring.ripple.scorer.estimates import Population, estimate
from scoring.ripple.scorer.metrics import Score, Target
from scoring.ripple.scorer.rankings_parse import NO_RESPONSE
from scoring.ripple.scorer.report import figure_object, item_object
from scoring.ripple.scorer.runs import result_of
from scoring.ripple.scorer.scored import ScoredItem, ScoredRun, score_run
from scoring.ripple.scorer.slices import ripple_slices
from scoring.runs.lines import decode
from scoring.statistics.bootstrap import Floats

ALL = "all"
MOST_COMPARED = 40  # systems whose every pair is compared: 780 pairs

CENSUS_TAGS: Mapping[str, str] = {
    "miss_causes": "miss",
    "miss_roles": "role",
    "copy_causes": "copy",
    "malformed": "malformed",
    "wasted_positions": "wasted",
}
"""What each part of a census is called in an item's causes."""


class SliceFigures(NamedTuple):
    """The figures of one run over one slice; the first slice of a run holds all items."""

    kind: str
    name: str
    n_items: int
    n_units: int
    n_sources: int
    figures: dict[str, dict[str, float | int | None]]


class ItemRow(NamedTuple):
    """What is kept of one item of a run."""

    split: str
    outcome: str
    recall: float
    causes: list[str]
    detail: dict[str, Any]


def score_lines(targets: Sequence[Target], lines: Iterable[bytes], parser: str) -> ScoredRun:
    """Score the lines of a stored run, one a known item, under one parser."""
    return score_run(targets, (result_of(0, decode(line), parser) for line in lines))


def slices_of(population: Population, runs: Sequence[ScoredRun]) -> list[list[SliceFigures]]:
    """Return the slices of each run, that of all items first, all from the population's draws."""
    overall = estimate(population, [run.matrix for run in runs])
    n_units = int(population.sizes[:, 2].sum())
    counts = (len(population.targets), n_units, population.resampling.n_clusters)
    by_run = [[SliceFigures(ALL, "", *counts, _objects(figures))] for figures in overall]
    for part in ripple_slices(population, runs):
        sizes = (part.n_items, part.n_units, part.n_sources)
        for rows, figures in zip(by_run, part.figures, strict=True):
            rows.append(SliceFigures(part.kind, part.name, *sizes, _objects(figures)))
    return by_run


def _objects(figures: Mapping[str, Any]) -> dict[str, dict[str, float | int | None]]:
    return {metric: figure_object(figure) for metric, figure in figures.items()}


def item_rows(targets: Sequence[Target], run: ScoredRun) -> Iterator[ItemRow]:
    """Yield what is kept of each item, in the order of the release."""
    for target, item in zip(targets, run.items, strict=True):
        detail = item_object(target, item)
        causes = causes_of(item.census)
        yield ItemRow(target.item.split, outcome_of(item), item.score.recall_at_2g, causes, detail)


def outcome_of(item: ScoredItem) -> str:
    """Say in one word how an item ended: complete, part, none, malformed or missing."""
    if item.census.malformed:
        return "missing" if item.census.malformed == NO_RESPONSE else "malformed"
    if item.score.complete_at_2g:
        return "complete"
    return "part" if item.score.recovered else "none"


def causes_of(census: ItemCensus) -> list[str]:
    """Return every cause that an item is counted under, each once, named as in CENSUS_TAGS."""
    wasted = zip(Wasted._fields, census.wasted, strict=True)
    tags = [f"malformed:{census.malformed}"] if census.malformed else []
    tags += [tag for miss in census.misses for tag in (f"miss:{miss.cause}", f"role:{miss.role}")]
    tags += [f"copy:{copy.cause}" for copy in census.altered]
    tags += [f"wasted:{kind}" for kind, count in wasted if count]
    return list(dict.fromkeys(tags))


def matrix_bytes(matrix: Floats) -> bytes:
    """Return a score matrix as bytes: little-endian 64-bit floats, row by row."""
    return np.ascontiguousarray(matrix, dtype="<f8").tobytes()


def matrix_of(data: bytes) -> Floats:
    """Return the score matrix that `matrix_bytes` wrote."""
    matrix: Floats = np.frombuffer(data, dtype="<f8").reshape(-1, len(Score._fields)).astype(np.float64)
    return matrix


def compare(population: Population, matrices: Sequence[Floats], keys: Sequence[str]) -> list[dict[str, Any]]:
    """Compare the first MOST_COMPARED runs pair by pair; runs are named by their keys."""
    pairs = differences(population, matrices[:MOST_COMPARED], COMPARED)
    return [asdict(pair) | {"first": keys[pair.first], "second": keys[pair.second]} for pair in pairs]


def targets_of(items: Iterable[Any], target: str) -> list[Target]:
    """Prepare items for scoring, with the board's target recall."""
    return [Target(item, Fraction(target)) for item in items]
