"""Confusion of a model's verdicts with people's decisions: counts, precision, recall, agreement. Pure.

People's word is taken as the truth, as in the classification measures of scikit-learn; what people cannot
tell counts as a decision of its own, which no verdict matches. Formulas are in ``docs/measures.md``.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from reviewapp.rules.agreement import Coefficients, agreement
from reviewapp.workflows.collision.rules.collisions import VERDICTS, CollisionDecision

NO_VERDICT = "no_verdict"
ROWS = (*(verdict.value for verdict in VERDICTS), NO_VERDICT)
COLUMNS = tuple(decision.value for decision in CollisionDecision)
Z = 1.959963984540054  # the 97.5th percentile of the normal distribution


@dataclass(frozen=True, slots=True)
class Share:
    """A share of *n* with its 95 % Wilson interval, or why there is none."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    why_undefined: str | None


@dataclass(frozen=True, slots=True)
class ForVerdict:
    """How far one verdict is right (precision), and how much of what people call so it finds (recall)."""

    verdict: str
    precision: Share
    recall: Share


@dataclass(frozen=True, slots=True)
class Confusion:
    """Counts of model (rows) by people (columns), the measures for each verdict, and the coefficients."""

    counts: Sequence[Sequence[int]]
    for_verdicts: Sequence[ForVerdict]
    coefficients: Coefficients


def confuse(pairs: Iterable[tuple[Hashable, str | None, str]], *, replicates: int, seed: int) -> Confusion:
    """Return the confusion table and measures of *pairs* of (unit, model's verdict, person's decision).

    A unit without a verdict is counted in the table and left out of the measures.

    :param replicates: number of bootstrap samples of the units; 0 gives no intervals.

    >>> pairs = [(1, "conflict", "conflict"), (2, "conflict", "hard_negative")]
    >>> confuse(pairs, replicates=0, seed=1).counts[0]
    [1, 1, 0, 0]
    """
    pair_list = list(pairs)
    cells = Counter((verdict or NO_VERDICT, decision) for _, verdict, decision in pair_list)
    ratings = [(unit, "people", decision) for unit, _, decision in pair_list]
    ratings += [(unit, "model", verdict) for unit, verdict, _ in pair_list if verdict]
    return Confusion(
        counts=[[cells[row, column] for column in COLUMNS] for row in ROWS],
        for_verdicts=[_for_verdict(cells, verdict.value) for verdict in VERDICTS],
        coefficients=agreement(ratings, replicates=replicates, seed=seed).overall,
    )


def _for_verdict(cells: Counter[tuple[str, str]], verdict: str) -> ForVerdict:
    right = cells[verdict, verdict]
    n_by_model = sum(cells[verdict, column] for column in COLUMNS)
    n_by_people = sum(cells[row, verdict] for row in ROWS if row != NO_VERDICT)
    return ForVerdict(
        verdict,
        precision=wilson(right, n_by_model, "the model never said so"),
        recall=wilson(right, n_by_people, "no person said so of a candidate with a verdict"),
    )


def wilson(part: int, whole: int, why: str) -> Share:
    """Return *part* of *whole* with its 95 % interval (Wilson 1927).

    >>> share = wilson(8, 10, "")
    >>> round(share.low, 4), round(share.high, 4)
    (0.4902, 0.9433)

    :param part: at most *whole*, both counts.
    :param why: the reason given where *whole* is 0.
    """
    if not whole:
        return Share(None, None, None, 0, why)
    share = part / whole
    centre = share + Z * Z / (2 * whole)
    half = Z * math.sqrt(share * (1 - share) / whole + Z * Z / (4 * whole * whole))
    scale = 1 + Z * Z / whole
    return Share(share, max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale), whole, None)
