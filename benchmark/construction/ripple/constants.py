"""Draws the constants of a relation: first what says nothing of the outcome, then what decides it.

Lot sizes, rates, outcomes and the sizes of sets are drawn the same way for units that change and for units
that hold. What is left, an offset, a limit's side, the members of a set, is drawn until the value changes as
it is to. So which of the two a relation gives is told by its arithmetic and by nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .expressions import CLASS, NUMBER, YEAR, Value, evaluate
from .grammar.standings import Standing
from .nodes import Node, things_of
from .supply import Drawing, NoExpression

TRIES = 40
LEAST, MOST = 2, 900
RATES = (2, 2, 3, 3, 4, 5, 6, 8, 12)
LAST_YEAR = 2020

Params = dict[str, Any]
Drawn = tuple[Params, Standing | None]


class Inputs:
    """What a relation is drawn over: parents, with their values before and after the edit."""

    def __init__(
        self, parents: Sequence[Node], before: Sequence[Value], after: Sequence[Value], changes: bool | None
    ) -> None:
        self.parents, self.before, self.after = parents, before, after
        self.changes = changes

    def suits(self, operation: str, params: Params) -> bool:
        """Tell whether a relation changes as it is to; and needs each parent that changes, if it does."""
        try:
            old = evaluate(operation, params, self.before)
            new = evaluate(operation, params, self.after)
        except ValueError:
            return False
        if self.changes is None:
            return True
        if self.changes != (old != new):
            return False
        return not self.changes or all(
            self._needs(operation, params, place, old, new) for place in range(len(self.parents))
        )

    def _needs(self, operation: str, params: Params, place: int, old: Value, new: Value) -> bool:
        if self.before[place] == self.after[place]:
            return True
        kept = [*self.after[:place], self.before[place], *self.after[place + 1 :]]
        moved = [*self.before[:place], self.after[place], *self.before[place + 1 :]]
        return evaluate(operation, params, kept) != new or evaluate(operation, params, moved) != old

    def numbers(self, place: int) -> tuple[float, float]:
        """Return the lower and the higher of a parent's two values."""
        low, high = sorted((float(self.before[place]), float(self.after[place])))
        return low, high


def rounded(value: float, digits: int = 2) -> int:
    """Round a number to its first digits.

    >>> rounded(1234), rounded(87.4), rounded(9876, 3)
    (1200, 87, 9880)
    """
    whole = round(value)
    return round(whole, -max(len(str(abs(whole))) - digits, 0))


def lots(drawing: Drawing, operation: str, inputs: Inputs) -> Drawn:
    """Draw lots of a counted thing: rate, size and rounding first; the offset decides."""
    rng, params = drawing.rng, Params()
    steps = [parent.step for parent in inputs.parents]
    if inputs.parents[0].type == YEAR:
        params["to"] = _other_year(drawing, inputs)
    low = _taken(operation, params, inputs)
    step = max(steps) if operation != "total" else sum(steps) * rng.uniform(0.6, 1.0)
    params |= {"k": rng.choice(RATES), "up": rng.random() < 0.5, "c": rounded(step * rng.uniform(1.1, 2.9))}
    if params["c"] < 2 or low < params["c"] + 3:
        raise NoExpression("the lots are larger than what is counted")
    for _ in range(TRIES):
        most = low - params["c"] * 1.02
        params["o"] = int(rng.uniform(max(1, low - params["c"] * 8), most)) if most > 1 else 0
        if params["o"] > 100 and rng.random() < 0.7:
            params["o"] = rounded(params["o"])
        if params["o"] > 0 and inputs.suits(operation, params) and _are_free(drawing, params, inputs):
            return params, None
    raise NoExpression("no offset decides so")


def _taken(operation: str, params: Params, inputs: Inputs) -> float:
    """Return the least that lots are taken of."""
    pairs = [inputs.numbers(place) for place in range(len(inputs.parents))]
    if operation == "total":
        return sum(low for low, _ in pairs)
    if "to" in params:
        return float(min(abs(params["to"] - end) for end in pairs[0]))
    return max(low for low, _ in pairs)


def _other_year(drawing: Drawing, inputs: Inputs) -> int:
    low, high = inputs.numbers(0)
    reach = inputs.parents[0].step * 8 + 30
    year = int(low - drawing.rng.uniform(0.5, 1) * reach)
    if high + reach / 2 < LAST_YEAR and drawing.rng.random() < 0.5:
        year = int(min(high + drawing.rng.uniform(0.5, 1) * reach, LAST_YEAR))
    if not drawing.is_free(year):
        raise NoExpression("the other year is the edit's")
    return year


def _are_free(drawing: Drawing, params: Params, inputs: Inputs) -> bool:
    """Tell whether constants may be written: none is the edit's, none is a parent's value."""
    numbers = [params[name] for name in ("c", "o", "to") if name in params]
    numbers += [*params.get("limits", ()), *params.get("others", ())]
    numbers += [one["least"] for one in params.get("conditions", ()) if "least" in one]
    numbers += [one for one in params.get("results", ()) if not isinstance(one, str)]
    return all(map(drawing.is_free, numbers)) and not set(numbers) & {*inputs.before, *inputs.after}


def _limit(rng: random.Random, parent: Node, low: float, high: float, within: bool) -> float:
    """Draw a limit between a parent's two values, or near them on either side."""
    decimals = parent.quantity.decimals if parent.quantity else 0
    step = max(parent.step, 10**-decimals)
    if within:
        value = rng.uniform(low, high)
    elif rng.random() < 0.5:
        value = low - rng.uniform(0.05, 1.1) * step
    else:
        value = high + rng.uniform(0.05, 1.1) * step
    return round(value, decimals) if decimals else _as_said(rng, value, parent)


def _as_said(rng: random.Random, value: float, parent: Node) -> int:
    """Write most large limits as round numbers, years and small ones as they come."""
    return rounded(value) if value > 100 and parent.type != YEAR and rng.random() < 0.75 else round(value)


def limits(number: int) -> Callable[[Drawing, str, Inputs], Drawn]:
    """Return the draw of a threshold or of bands: outcomes first, then on which side the limits lie."""

    def draw(drawing: Drawing, operation: str, inputs: Inputs) -> Drawn:
        standing = drawing.standing(number + 1)
        params: Params = {"labels": drawing.labels(standing, number + 1)}
        low, high = inputs.numbers(0)
        for _ in range(TRIES):
            found = {
                _limit(drawing.rng, inputs.parents[0], low, high, bool(inputs.changes) and place == 0)
                for place in range(number)
            }
            params["limits"] = sorted(found)
            fits = len(found) == number and min(found) > 1 and not _is_to_come(inputs.parents[0], found)
            if fits and inputs.suits(operation, params) and _are_free(drawing, params, inputs):
                return params, standing
        drawing.give_back(standing)
        raise NoExpression("no limit decides so")

    return draw


def _is_to_come(parent: Node, years: Iterable[float]) -> bool:
    return parent.type == YEAR and max(years) > LAST_YEAR


def rank(drawing: Drawing, operation: str, inputs: Inputs) -> Drawn:
    """Draw others of the same kind to compare with; their numbers decide."""
    parent = inputs.parents[0]
    low, high = inputs.numbers(0)
    for _ in range(TRIES):
        others = {
            round(drawing.rng.uniform(low - 1.5 * parent.step, high + 1.5 * parent.step)) for _ in range(3)
        }
        if inputs.changes and high - low > 1:
            others = {*sorted(others)[:2], round(drawing.rng.uniform(low + 1, high - 1))}
        params: Params = {"others": drawing.rng.sample(sorted(others), len(others))}
        fits = len(others) == 3 and min(others) > 1
        if fits and inputs.suits(operation, params) and _are_free(drawing, params, inputs):
            word = parent.entity.split(" ", 1)[1]
            return params | {"names": [drawing.named(word) for _ in others]}, None
    raise NoExpression("no others decide so")


def _sets(drawing: Drawing, parent: Node) -> Iterable[tuple[str, ...]]:
    """Yield sets of two of a parent's words, in a drawn order."""
    assert parent.standing
    while True:
        yield tuple(drawing.rng.sample(parent.standing.labels, 2))


def table(drawing: Drawing, operation: str, inputs: Inputs) -> Drawn:
    """Draw what follows from a class: two outcomes first; which words lead to which decides."""
    standing, params = None, Params()
    if operation == "table":
        standing = drawing.standing(2)
        params["results"] = drawing.labels(standing, 2)
    else:
        params["results"] = _amounts(drawing)
    for among, _ in zip(_sets(drawing, inputs.parents[0]), range(TRIES), strict=False):
        params["among"] = among
        if inputs.suits(operation, params) and _are_free(drawing, params, inputs):
            return {**params, "among": list(among)}, standing
    if standing:
        drawing.give_back(standing)
    raise NoExpression("no set decides so")


def _amounts(drawing: Drawing) -> list[int]:
    middle = drawing.rng.choice((24, 40, 70, 120))
    found = [
        rounded(drawing.rng.uniform(0.5, 0.95) * middle),
        rounded(drawing.rng.uniform(1.05, 1.6) * middle),
    ]
    return drawing.rng.sample(found, 2)


def conditions(drawing: Drawing, operation: str, inputs: Inputs) -> Drawn:
    """Draw two conditions: outcomes first; limits and words decide."""
    standing = drawing.standing(2)
    params: Params = {"labels": drawing.labels(standing, 2)}
    for _ in range(TRIES):
        params["conditions"] = [
            _condition(drawing, parent, *_ends(inputs, place)) for place, parent in enumerate(inputs.parents)
        ]
        if inputs.suits(operation, params) and _are_free(drawing, params, inputs):
            return params, standing
    drawing.give_back(standing)
    raise NoExpression("no conditions decide so")


def _ends(inputs: Inputs, place: int) -> tuple[Value, Value]:
    return inputs.before[place], inputs.after[place]


def _condition(drawing: Drawing, parent: Node, before: Value, after: Value) -> Params:
    if parent.type == CLASS:
        return {"among": list(next(iter(_sets(drawing, parent))))}
    low, high = sorted((float(before), float(after)))
    within = low != high and drawing.rng.random() < 0.5
    return {"least": _limit(drawing.rng, parent, low, high, within)}


def operations_on(parents: Sequence[Node], *, leaf: bool) -> Sequence[str]:
    """Return what can follow from parents, each as often as it is wanted."""
    types = [NUMBER if parent.type == YEAR else parent.type for parent in parents]
    if len(parents) == 2:
        conditional = ("both", "either")
        return ("total", "larger", *conditional) if types == [NUMBER, NUMBER] else conditional
    if types == [CLASS]:
        return ("table", "tariff", "tariff")
    parent = parents[0]
    countable = parent.type == YEAR or not parent.quantity or bool(things_of(parent.quantity))
    found = ("per", "per", "per", "threshold", "threshold", "band") if countable else ("threshold", "band")
    return (*found, "rank") if leaf and parent.facet else found


PARAMS: Mapping[str, Callable[[Drawing, str, Inputs], Drawn]] = {
    "per": lots,
    "total": lots,
    "larger": lots,
    "threshold": limits(1),
    "band": limits(2),
    "rank": rank,
    "table": table,
    "tariff": table,
    "both": conditions,
    "either": conditions,
}
