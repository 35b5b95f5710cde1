"""A run's figures as the contract's JSON, with all that stands behind them, and as tables (contracts §8)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from scoring.ripple.scorer.census import totals
from scoring.ripple.scorer.compare import Difference
from scoring.ripple.scorer.estimates import Figure
from scoring.ripple.scorer.metrics import METRICS, SCORER, Target, item_values
from scoring.ripple.scorer.scored import ScoredItem, ScoredRun
from scoring.ripple.scorer.slices import Slice


@dataclass(frozen=True, slots=True)
class Signature:
    """The facts on which a score depends. They are stored with every score."""

    items_sha256: str
    run_sha256: str
    parser: str
    replicates: int
    seed: int
    target: str
    scorer: str = SCORER


def figure_object(figure: Figure) -> dict[str, float | int | None]:
    """Write a figure: value and interval, then n of a mean or the counts of a pooled score."""
    written: dict[str, float | int | None] = {"value": figure.value, "low": figure.low, "high": figure.high}
    if figure.n is None:
        return written | {"numerator": figure.numerator, "denominator": figure.denominator}
    return written | {"n": figure.n}


def json_pieces(
    targets: Sequence[Target], run: ScoredRun, figures: Mapping[str, Figure], signature: Signature
) -> Iterator[str]:
    """Yield `score --json` piece by piece (contracts §8)."""
    head = {
        "n_items": len(targets),
        "parsed": run.n_parsed,
        "parser": signature.parser,
        "replicates": signature.replicates,
        "seed": signature.seed,
        "metrics": {name: figure_object(figure) for name, figure in figures.items()},
    }
    yield _dumps(head)[:-1] + ',"items":['
    between = ""
    for target, item in zip(targets, run.items, strict=True):
        row = {"item_id": target.item.item_id, "parsed": item.parsed, **item_values(target, item.score)}
        yield f"{between}\n{_dumps(row)}"
        between = ","
    yield "\n]}\n"


def details(
    targets: Sequence[Target],
    runs: Sequence[ScoredRun],
    signatures: Sequence[Signature],
    figures: Sequence[Mapping[str, Figure]],
    slices: Sequence[Slice],
    differences: Sequence[Difference],
) -> dict[str, Any]:
    """Return all that the contract's JSON leaves out: signatures, counts, census, slices, differences."""
    return {
        "runs": [
            {
                "name": run.name,
                "metadata": dict(run.metadata),
                "signature": asdict(signature),
                "parsed": run.n_parsed,
                "missing": run.n_missing,
                "unknown_items": run.n_unknown,
                "metrics": {name: figure_object(figure) for name, figure in metrics.items()},
                "census": totals(run.censuses),
                "items": [item_object(target, item) for target, item in zip(targets, run.items, strict=True)],
            }
            for run, signature, metrics in zip(runs, signatures, figures, strict=True)
        ],
        "slices": [slice_object(part) for part in slices],
        "differences": [
            asdict(difference)
            | {"first": runs[difference.first].name, "second": runs[difference.second].name}
            for difference in differences
        ],
    }


def item_object(target: Target, item: ScoredItem) -> dict[str, Any]:
    """Write one item with every count that is needed to pool it again, its ranks, and what went wrong."""
    census = item.census
    return {
        "item_id": target.item.item_id,
        "source_id": target.item.source_id,
        "parsed": item.parsed,
        "malformed": census.malformed or None,
        "candidates": target.n_units,
        "cutoff": target.cutoff,
        **target.sizes._asdict(),
        **item.score._asdict(),
        "ranks": dict(item.ranks),
        "misses": [miss._asdict() | {"role": miss.role} for miss in census.misses],
        "altered": [copy._asdict() for copy in census.altered],
        "wasted": census.wasted._asdict(),
    }


def slice_object(part: Slice) -> dict[str, Any]:
    """Write a slice with the figures of every run, in the order of the runs."""
    return {
        "kind": part.kind,
        "name": part.name,
        "items": part.n_items,
        "affected_units": part.n_units,
        "sources": part.n_sources,
        "too_small_for_an_interval": part.too_small,
        "metrics": [{name: figure_object(figure) for name, figure in run.items()} for run in part.figures],
    }


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def dump_pieces(value: object) -> Iterator[str]:
    """Yield a value as indented JSON."""
    yield from json.JSONEncoder(ensure_ascii=False, indent=1, allow_nan=False).iterencode(value)
    yield "\n"


def figure_text(figure: Figure) -> str:
    """Write a figure with its interval and what it runs over.

    >>> figure_text(Figure(0.6, 0.53125, 0.667, n=200))
    '0.600 [0.531, 0.667] n=200'
    >>> figure_text(Figure(0.5, None, None, numerator=1, denominator=2))
    '0.500 1/2'
    """
    over = f"{figure.numerator}/{figure.denominator}" if figure.n is None else f"n={figure.n}"
    if figure.value is None:
        return f"undefined {over}"
    return f"{figure.value:.3f}{_interval(figure.low, figure.high)} {over}"


def _interval(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f" [{low:.3f}, {high:.3f}]"


def metric_table(runs: Sequence[ScoredRun], figures: Sequence[Mapping[str, Figure]]) -> list[str]:
    """Lay out one row a metric, one column a run."""
    rows = [["metric", *(run.name for run in runs)]]
    rows += [[name, *(figure_text(by_metric[name]) for by_metric in figures)] for name in METRICS]
    return aligned(rows)


def slice_table(runs: Sequence[ScoredRun], slices: Sequence[Slice]) -> list[str]:
    """Lay out one row a slice and run: recall and completion beside each other."""
    rows = [["slice", "", "run", "items", "units", "sources", "recall@2G", "complete@2G"]]
    for part in slices:
        for run, figures in zip(runs, part.figures, strict=True):
            texts = [figure_text(figures[name]) for name in ("recall_at_2g", "complete_at_2g")]
            texts[1] += "  too few sources for an interval" if part.too_small else ""
            counts = map(str, (part.n_items, part.n_units, part.n_sources))
            rows.append([part.kind, part.name, run.name, *counts, *texts])
    return aligned(rows)


def census_table(runs: Sequence[ScoredRun]) -> list[str]:
    """Lay out one row a cause, one column a run."""
    counted = [totals(run.censuses) for run in runs]
    rows = [["census", "", *(run.name for run in runs)]]
    for group in counted[0]:
        for name in sorted({name for counts in counted for name in counts[group]}):
            rows.append([group, name, *(str(counts[group].get(name, 0)) for counts in counted)])
    return aligned(rows)


def difference_table(runs: Sequence[ScoredRun], differences: Sequence[Difference]) -> list[str]:
    """Lay out one row a pair and metric."""
    rows = [["difference", "first", "second", "first − second", "p", "p (Holm)"]]
    for difference in differences:
        texts = ["undefined", "", ""]
        if difference.value is not None and difference.p is not None and difference.p_holm is not None:
            value = f"{difference.value:+.3f}{_interval(difference.low, difference.high)}"
            texts = [value, f"{difference.p:.4f}", f"{difference.p_holm:.4f}"]
        rows.append([difference.metric, runs[difference.first].name, runs[difference.second].name, *texts])
    return aligned(rows)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Pad the cells of each column to one width.

    >>> aligned([["a", "b"], ["long", "c"]])
    ['a     b', 'long  c']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
