"""Draws the constants of each operation; limits and those compared lie so that the edit crosses them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .expressions import YEAR, Value
from .grammar.standings import Standing
from .nodes import Node, limit_shown
from .supply import TRIES, Drawing, NoExpression
from .tokens import tokens_of

LEAST = 12

Drawn = tuple[dict[str, Any], Standing | None]
Draw = Callable[[Drawing, Sequence[Node], Sequence[Value], Sequence[Value]], Drawn]


def _ends(before: Sequence[Value], after: Sequence[Value]) -> tuple[float, float]:
    low, high = sorted((float(before[0]), float(after[0])))
    return low, high


def _add(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
    low, _ = _ends(before, after)
    return {"c": drawing.constant(11, max(99, low // 3))}, None


def _less(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
    low, _ = _ends(before, after)
    return {"c": drawing.constant(11, low - LEAST)}, None


def _times(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
    return {"c": drawing.rng.randint(2, 9)}, None


def _per(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
    low, high = _ends(before, after)
    return {"c": drawing.constant(11, min(high - low, low / LEAST) if high > low else low / LEAST)}, None


def _share(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
    _, high = _ends(before, after)
    return {"c": drawing.constant(high * 1.1, high * 3)}, None


def _later(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
    _, high = _ends(before, after)
    return {"c": drawing.constant(11, min(150, 2012 - high))}, None


def _span(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
    low, high = _ends(before, after)
    if drawing.rng.random() < 0.5 and high + 25 < 2020:
        return {"c": drawing.constant(high + 20, min(high + 400, 2020))}, None
    return {"c": drawing.constant(low - 400, low - 20)}, None


def _limit(drawing: Drawing, parent: Node, low: float, high: float, changes: bool) -> float:
    """Draw a limit strictly between two values, or anywhere near a value that does not change."""
    decimals = parent.quantity.decimals if parent.quantity else 0
    step = 10**-decimals
    if not changes:
        low, high = low * 0.7, high * 1.3
        if parent.type == YEAR:
            low, high = high / 1.3 - 60, high / 1.3 + 40
    for _ in range(TRIES):
        value = round(drawing.rng.uniform(low + step, high - step), decimals)
        text = limit_shown(parent, value)
        round_ = not decimals and high - low > 30 and value % 10 == 0
        free = drawing.is_free(value) if not decimals else True
        if low < value < high and free and not round_ and not set(tokens_of(text)) & drawing.forbidden:
            return value
    raise NoExpression("no limit lies between")


def _threshold(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
    low, high = _ends(before, after)
    limit = _limit(drawing, parents[0], low, high, low != high)
    standing = drawing.standing(2)
    return {"limits": [limit], "labels": drawing.labels(standing, 2)}, standing


def _band(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
    low, high = _ends(before, after)
    crossed = _limit(drawing, parents[0], low, high, low != high)
    reach = max(high - low, high * 0.2 if parents[0].type != YEAR else 60)
    other = (
        _limit(drawing, parents[0], high, high + reach, True)
        if drawing.rng.random() < 0.5
        else _limit(drawing, parents[0], max(low - reach, 1), low, True)
    )
    limits = sorted((crossed, other))
    if limits[0] == limits[1]:
        raise NoExpression("two limits are one")
    standing = drawing.standing(3)
    return {"limits": limits, "labels": drawing.labels(standing, 3)}, standing


def _rank(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
    low, high = _ends(before, after)
    number = drawing.rng.randint(2, 3)
    between = [_limit(drawing, parents[0], low, high, low != high)]
    others = between + [drawing.constant(low * 0.6, high * 1.5) for _ in range(number - 1)]
    if len(set(others)) < number:
        raise NoExpression("two of those compared are alike")
    drawing.rng.shuffle(others)
    drawing.take(*others)
    return {"others": others, "names": [drawing.body()[0] for _ in others]}, None


def _table(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
    labels = parents[0].labels
    standing = drawing.standing(len(labels))
    return {"table": dict(zip(labels, drawing.labels(standing, len(labels)), strict=True))}, standing


def _tariff(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
    middle = drawing.rng.choice((35, 90, 400, 2_000))
    table: dict[str, int] = {}
    for label in parents[0].labels:
        table[label] = drawing.constant(middle * 0.6, middle * 1.5)
        if list(table.values()).count(table[label]) > 1:
            raise NoExpression("two entries of a table are alike")
    return {"table": table}, None


def _tally(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
    label = drawing.rng.choice((before[0], after[0]))
    rest = [other for other in parents[0].labels if other != label]
    others = [label] * drawing.rng.randint(2, 3) + [
        drawing.rng.choice(rest) for _ in range(drawing.rng.randint(1, 2))
    ]
    return {"label": label, "others": others, "names": [drawing.body()[0] for _ in others]}, None


def _nothing(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
    return {}, None


def _rate(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
    labels = parents[1].labels
    if len(labels) != 2:
        raise NoExpression("a rate takes two classes")
    return {"table": dict(zip(labels, drawing.rng.sample(range(2, 8), 2), strict=True))}, None


def _conditions(number: int) -> Draw:
    def draw(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
        standing = drawing.standing(number)
        wanted = list(drawing.rng.choice((before, after)))
        return {"wanted": wanted, "labels": drawing.labels(standing, number)}, standing

    return draw


PARAMS: Mapping[str, Draw] = {
    "add": _add,
    "less": _less,
    "times": _times,
    "per": _per,
    "share": _share,
    "later": _later,
    "span": _span,
    "threshold": _threshold,
    "band": _band,
    "rank": _rank,
    "table": _table,
    "tariff": _tariff,
    "tally": _tally,
    "sum": _nothing,
    "gap": _nothing,
    "rate": _rate,
    "matrix": _conditions(4),
    "both": _conditions(2),
    "either": _conditions(2),
}
