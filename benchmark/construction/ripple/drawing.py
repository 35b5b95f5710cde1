"""Draws the expressions of a plan so that the edit changes every value that it should (RKB §3.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from .constants import LEAST, PARAMS
from .expressions import CLASS, NUMBER, YEAR, Value, evaluate
from .nodes import SHARE, STATED, Node, rule
from .quantities import MONEY, RANK
from .supply import Drawing, NoExpression
from .tokens import tokens_of

MOST = 900_000
LARGE = 4_000

ON_NUMBER = ("add", "less", "times", "per", "share", "threshold", "band", "add", "less", "threshold", "rank")
ON_YEAR = ("later", "span", "threshold", "later", "span", "threshold", "band")
ON_CLASS = ("table", "tariff", "tally", "table", "tariff")
LONGEST_RULE = 29  # words; a longer rule would stand out among statements
LONG_BY_NATURE = frozenset(("matrix", "both", "either", "rate"))
LEAVES_ONLY = frozenset(("rank", "tally"))


def draw_node(
    drawing: Drawing,
    name: str,
    parents: Sequence[Node],
    before: Sequence[Value],
    after: Sequence[Value],
    *,
    leaf: bool,
    feeds_merge: bool,
) -> tuple[Node, Value, Value]:
    """Draw a node over its parents, whose values are given before and after the edit.

    Where those differ, the node's differ too. Return the node with both values.

    :raises NoExpression: if no operation does."""
    for operation in _operations(drawing, parents, leaf=leaf, feeds_merge=feeds_merge):
        for _ in range(3):
            try:
                node, old, new = _drawn(drawing, operation, name, parents, before, after)
            except NoExpression:
                continue
            if _is_good(drawing, node, old, new, list(before) != list(after), feeds_merge):
                named = _named(drawing, node, old, new)
                length = len(rule(named, {parent.name: parent for parent in parents}).split())
                if length <= LONGEST_RULE or operation in LONG_BY_NATURE:
                    drawing.take(old, new, *_numbers(node.params))
                    return named, old, new
            if node.standing:
                drawing.give_back(node.standing)
    raise NoExpression(f"nothing follows from {', '.join(parent.type for parent in parents)}")


def stated_standing(drawing: Drawing, name: str, at: Node) -> tuple[Node, Value]:
    """Draw a standing of the body *at* that follows from nothing."""
    standing = drawing.standing(2)
    labels = drawing.labels(standing, 2)
    node = Node(name, CLASS, STATED, params={"labels": labels}, entity=at.entity, standing=standing)
    return _framed(drawing, node), labels[0]


def _named(drawing: Drawing, node: Node, old: Value, new: Value) -> Node:
    """Give a node its body, its words and its frames."""
    counts = node.type == NUMBER and node.operation not in (SHARE, "tally", "rank")
    many = max(float(old), float(new)) > LARGE if counts else None
    entity, facet = drawing.body(many=many)
    thing = drawing.thing() if node.type == YEAR else ""
    return _framed(drawing, replace(node, entity=entity, facet=facet if counts else None, thing=thing))


def stated_node(drawing: Drawing, name: str, at: Node | None = None) -> tuple[Node, Value]:
    """Draw a number that follows from nothing: of a new body, or another one of the body *at*."""
    value = drawing.constant(LEAST + 9, drawing.rng.choice((98, 480, 3_900)))
    drawing.take(value)
    if at:
        entity, facet = at.entity, drawing.other_facet(at)
    else:
        entity, facet = drawing.body(many=False)
    node = Node(name, NUMBER, STATED, entity=entity, facet=facet, grouped=drawing.grouped)
    return _framed(drawing, node), value


def _framed(drawing: Drawing, node: Node) -> Node:
    kind = node.operation if node.operation in ("rank", "tally", SHARE) else node.type
    return replace(
        node,
        statement=drawing.frame(f"statement {kind}", 36),
        rule=drawing.frame(f"rule {node.operation}", 24),
        figure=drawing.rng.randrange(4),
    )


def _operations(drawing: Drawing, parents: Sequence[Node], *, leaf: bool, feeds_merge: bool) -> list[str]:
    if len(parents) == 2:
        types = [parent.type for parent in parents]
        found = {
            (NUMBER, NUMBER): ["sum", "gap"],
            (CLASS, CLASS): ["matrix", "both", "either", "matrix"],
            (NUMBER, CLASS): ["rate"],
            (CLASS, NUMBER): ["rate"],
        }.get((types[0], types[1]), [])
    else:
        found = list(_on_one(parents[0]))
    drawing.rng.shuffle(found)
    if not leaf:
        found = [operation for operation in found if operation not in LEAVES_ONLY]
    if feeds_merge:
        found = [operation for operation in found if operation not in ("later", "share")]
    return list(dict.fromkeys(found))


def _on_one(parent: Node) -> Sequence[str]:
    if parent.type == CLASS:
        return ON_CLASS
    if parent.type == YEAR:
        return ON_YEAR
    if parent.quantity:
        exact = not parent.quantity.decimals and not parent.quantity.scale
        computable = exact and parent.quantity.kind not in (RANK, MONEY)
        return ON_NUMBER[:-1] if computable else ("threshold", "band")
    return ("threshold", "band", "add", "less", "times") if parent.operation == SHARE else ON_NUMBER


def _numbers(params: Mapping[str, Any]) -> list[float]:
    """Return the constants that a rule states in digits; a tariff's entries are its own values."""
    found = [params.get("c"), *params.get("limits", ()), *params.get("others", ())]
    return [one for one in found if isinstance(one, int | float)]


def _is_good(drawing: Drawing, node: Node, old: Value, new: Value, changes: bool, feeds_merge: bool) -> bool:
    if changes == (old == new):
        return False
    numbers = [value for value in (old, new) if not isinstance(value, str)]
    if set(numbers) & set(_numbers(node.params)):
        return False
    if node.type == YEAR:
        return all(1000 <= value <= 2012 and drawing.is_free(value) for value in numbers)
    if node.operation == SHARE:
        return all(4 <= value <= 97 for value in numbers) and abs(numbers[0] - numbers[1]) >= 2 * changes
    if any(isinstance(value, str) and set(tokens_of(value)) & drawing.forbidden for value in (old, new)):
        return False
    if feeds_merge and numbers and max(numbers) > MOST / 4:
        return False
    return all(LEAST <= value <= MOST and drawing.is_free(value) for value in numbers)


def _drawn(
    drawing: Drawing,
    operation: str,
    name: str,
    parents: Sequence[Node],
    before: Sequence[Value],
    after: Sequence[Value],
) -> tuple[Node, Value, Value]:
    if operation == "rate" and parents[0].type == CLASS:
        parents, before, after = parents[::-1], before[::-1], after[::-1]
    params, standing = PARAMS[operation](drawing, parents, before, after)
    old = evaluate(operation, params, before)
    new = evaluate(operation, params, after)
    type_ = YEAR if operation == "later" else CLASS if isinstance(old, str) else NUMBER
    names = tuple(parent.name for parent in parents)
    node = Node(name, type_, operation, names, params, standing=standing, grouped=drawing.grouped)
    return node, old, new
