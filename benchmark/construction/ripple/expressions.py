"""What a generated unit's value is, given its parents' values: the expressions of the rules generator.

An expression is an operation with constants; the constants are stated in an unaffected unit, the rule. A
value is a number, or a word that says how a body stands.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Value = float | str
Params = Mapping[str, Any]

NUMBER, YEAR, CLASS = TYPES = ("number", "year", "class")

ORDINALS = ("first", "second", "third", "fourth", "fifth")
WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class UnknownOperation(ValueError):
    """An expression with an operation that is none of OPERATIONS."""


def _number(value: Value) -> float:
    assert not isinstance(value, str)
    return value


def _threshold(values: Sequence[Value], params: Params) -> Value:
    labels: list[str] = params["labels"]
    place: int = sum(_number(values[0]) >= limit for limit in params["limits"])
    return labels[place]


def _rank(values: Sequence[Value], params: Params) -> Value:
    place: int = sum(other > _number(values[0]) for other in params["others"])
    return ORDINALS[place]


def _table(values: Sequence[Value], params: Params) -> Value:
    found: Value = params["table"][values[0]]
    return found


def _tally(values: Sequence[Value], params: Params) -> Value:
    return WORDS[[values[0], *params["others"]].count(params["label"])]


def _rate(values: Sequence[Value], params: Params) -> Value:
    factor: int = params["table"][values[1]]
    return _number(values[0]) * factor


def _matrix(values: Sequence[Value], params: Params) -> Value:
    labels: Sequence[str] = params["labels"]
    first, second = (value == wanted for value, wanted in zip(values, params["wanted"], strict=True))
    return labels[0 if first and second else 1 if first else 2 if second else 3]


def _both(values: Sequence[Value], params: Params) -> Value:
    labels: Sequence[str] = params["labels"]
    return labels[0 if list(values) == list(params["wanted"]) else 1]


def _either(values: Sequence[Value], params: Params) -> Value:
    labels: Sequence[str] = params["labels"]
    met = any(value == wanted for value, wanted in zip(values, params["wanted"], strict=True))
    return labels[0 if met else 1]


OPERATIONS: Mapping[str, Callable[[Sequence[Value], Params], Value]] = {
    "add": lambda values, params: _number(values[0]) + params["c"],
    "less": lambda values, params: _number(values[0]) - params["c"],
    "times": lambda values, params: _number(values[0]) * params["c"],
    "per": lambda values, params: math.ceil(_number(values[0]) / params["c"]),
    "share": lambda values, params: round(100 * _number(values[0]) / params["c"]),
    "later": lambda values, params: _number(values[0]) + params["c"],
    "span": lambda values, params: abs(params["c"] - _number(values[0])),
    "threshold": _threshold,
    "band": _threshold,
    "rank": _rank,
    "table": _table,
    "tariff": _table,
    "tally": _tally,
    "sum": lambda values, params: _number(values[0]) + _number(values[1]),
    "gap": lambda values, params: abs(_number(values[0]) - _number(values[1])),
    "rate": _rate,
    "matrix": _matrix,
    "both": _both,
    "either": _either,
}


def evaluate(operation: str, params: Params, values: Sequence[Value]) -> Value:
    """Return the value of an expression over its parents' values.

    >>> evaluate("per", {"c": 25}, [1204])
    49
    >>> evaluate("threshold", {"limits": [50], "labels": ["low", "high"]}, [49])
    'low'

    :raises UnknownOperation: if there is no such operation."""
    if operation not in OPERATIONS:
        raise UnknownOperation(f"unknown operation {operation!r}")
    return OPERATIONS[operation](values, params)
