"""What a generated unit's value is, given its parents' values: the expressions of the rules generator.

An expression is an operation with constants. Every operation can absorb a change as well as pass it on, so
that only computing tells which it does. A value is a number, or a word that says how a body stands.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Value = float | str
Params = Mapping[str, Any]

NUMBER, YEAR, CLASS = TYPES = ("number", "year", "class")

ORDINALS = ("first", "second", "third", "fourth", "fifth")
WORDS = (
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


class UnknownOperation(ValueError):
    """An expression with an operation that is none of OPERATIONS."""


def _number(value: Value) -> float:
    assert not isinstance(value, str)
    return value


def _lots(value: float, params: Params) -> Value:
    """Return so many for every lot beyond an offset; a begun lot counts where `up` says so."""
    if "to" in params:
        value = abs(params["to"] - value)
    lots: float = (value - params["o"]) / params["c"]
    rate: int = params["k"]
    return rate * (math.ceil(lots) if params["up"] else math.floor(lots))


def _limits(values: Sequence[Value], params: Params) -> Value:
    labels: Sequence[str] = params["labels"]
    limits: Sequence[float] = params["limits"]
    return labels[sum(_number(values[0]) >= limit for limit in limits)]


def _rank(values: Sequence[Value], params: Params) -> Value:
    others: Sequence[float] = params["others"]
    return ORDINALS[sum(other > _number(values[0]) for other in others)]


def _table(values: Sequence[Value], params: Params) -> Value:
    chosen: Value = params["results"][0 if values[0] in params["among"] else 1]
    return chosen


def meets(value: Value, condition: Mapping[str, Any]) -> bool:
    """Tell whether a value meets a condition: a least number, or one of some words."""
    if "least" in condition:
        least: float = condition["least"]
        return _number(value) >= least
    among: Sequence[Value] = condition["among"]
    return value in among


def _met(values: Sequence[Value], params: Params) -> list[bool]:
    return [meets(value, condition) for value, condition in zip(values, params["conditions"], strict=True)]


OPERATIONS: Mapping[str, Callable[[Sequence[Value], Params], Value]] = {
    "per": lambda values, params: _lots(_number(values[0]), params),
    "total": lambda values, params: _lots(_number(values[0]) + _number(values[1]), params),
    "larger": lambda values, params: _lots(max(_number(values[0]), _number(values[1])), params),
    "threshold": _limits,
    "band": _limits,
    "rank": _rank,
    "table": _table,
    "tariff": _table,
    "both": lambda values, params: params["labels"][0 if all(_met(values, params)) else 1],
    "either": lambda values, params: params["labels"][0 if any(_met(values, params)) else 1],
}


def evaluate(operation: str, params: Params, values: Sequence[Value]) -> Value:
    """Return the value of an expression over its parents' values.

    >>> evaluate("per", {"c": 90, "o": 30, "k": 2, "up": True}, [1204])
    28
    >>> evaluate("threshold", {"limits": [50], "labels": ["low", "high"]}, [49])
    'low'

    :raises UnknownOperation: if there is no such operation."""
    if operation not in OPERATIONS:
        raise UnknownOperation(f"unknown operation {operation!r}")
    return OPERATIONS[operation](values, params)
