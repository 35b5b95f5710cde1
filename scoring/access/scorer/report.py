"""The figures of a run as the contract's JSON and as a table to read (contracts §8)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from scoring.access.scorer.metrics import AccessTable, metric_name
from scoring.access.scorer.slices import ALL, DOMAIN, FR_AT_K, METRICS, R_AT_1, SR_AT_K, SR_FR_GAP, Slice
from scoring.statistics.bootstrap import Estimate

WRITTEN = (R_AT_1, SR_AT_K, FR_AT_K)


def json_pieces(table: AccessTable, slices: Sequence[Slice], *, replicates: int, seed: int) -> Iterator[str]:
    """Yield `score_access --json` piece by piece, so that it is never held whole (contracts §8)."""
    head = {
        "k": table.k,
        "replicates": replicates,
        "seed": seed,
        "scales": {part.scale: _scale(part, table.k) for part in slices if part.kind == ALL},
    }
    yield _dumps(head)[:-1] + ',"items":['
    between = ""
    for scale in table.scales:
        for item, score in table.scores(scale):
            row = {"item_id": item.item_id, "scale": scale}
            row |= {metric_name(metric, table.k): getattr(score, metric) for metric in WRITTEN}
            yield f"{between}\n{_dumps(row)}"
            between = ","
    yield "\n]}\n"


def _scale(part: Slice, k: int) -> dict[str, object]:
    figures = {metric_name(metric, k): _estimate(part.metrics[metric]) for metric in WRITTEN}
    return {"n_items": part.n_items, "metrics": figures}


def _estimate(figure: Estimate) -> dict[str, float | int | None]:
    return {"value": figure.value, "low": figure.low, "high": figure.high, "n": figure.n}


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def heading(metric: str, k: int) -> str:
    """Return a metric's name for people.

    >>> heading("sr_at_k", 10)
    'SR@10'
    """
    return {R_AT_1: "R@1", SR_AT_K: f"SR@{k}", FR_AT_K: f"FR@{k}", SR_FR_GAP: "SR–FR gap"}[metric]


def slice_label(part: Slice) -> str:
    """Return a slice's name for people."""
    if part.kind == DOMAIN:
        return part.name or "(no domain)"
    return {"all": "all items", "single": "single-source", "multi": "multi-source"}[part.kind]


def figure_text(figure: Estimate) -> str:
    """Write a figure with its interval and number of items.

    >>> figure_text(Estimate(0.6, 0.53125, 0.667, 200))
    '0.600 [0.531, 0.667] n=200'
    """
    if figure.value is None or figure.low is None or figure.high is None:
        return "undefined (n=0)" if figure.value is None else f"{figure.value:.3f} n={figure.n}"
    return f"{figure.value:.3f} [{figure.low:.3f}, {figure.high:.3f}] n={figure.n}"


def text_table(slices: Sequence[Slice], k: int) -> list[str]:
    """Lay the slices out as lines of a table, columns aligned."""
    rows = [["scale", "items", "n", *(heading(metric, k) for metric in METRICS)]]
    for part in slices:
        figures = (figure_text(part.metrics[metric]) for metric in METRICS)
        rows.append([part.scale, slice_label(part), str(part.n_items), *figures])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
