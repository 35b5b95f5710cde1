"""Draws the expressions of a plan so that the edit changes every value that it should (RKB §3.1)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from .expressions import CLASS, NUMBER, YEAR, Value, evaluate
from .grammar.bodies import BODIES, FACETS, Facet
from .grammar.names import dealt
from .grammar.standings import STANDINGS, Standing
from .grammar.statements import YEAR_OBJECTS
from .nodes import SHARE, STATED, Node, limit_shown, rule
from .quantities import MONEY, RANK
from .tokens import tokens_of

LEAST, MOST = 12, 900_000
LARGE = 4_000
TRIES = 12

ON_NUMBER = ("add", "less", "times", "per", "share", "threshold", "band", "add", "less", "threshold", "rank")
ON_YEAR = ("later", "span", "threshold", "later", "span", "threshold", "band")
ON_CLASS = ("table", "tariff", "tally", "table", "tariff")
LONGEST_RULE = 29  # words; a longer rule would stand out among statements
LONG_BY_NATURE = frozenset(("matrix", "both", "either", "rate"))
LEAVES_ONLY = frozenset(("rank", "tally"))


class NoExpression(ValueError):
    """A shape that could not be filled for a source."""


class Drawing:
    """The draws of one item: names, bodies, standings, frames, constants; nothing is used twice.

    :param names: a stem each for as many bodies as the item may need.
    :param forbidden: the tokens that no unit but the edited one may have.
    """

    def __init__(
        self, rng: random.Random, names: Sequence[str], forbidden: frozenset[str], *, grouped: bool
    ) -> None:
        self.rng = rng
        self.forbidden = forbidden
        self.grouped = grouped
        self.used: set[str] = set()
        self._names: Iterator[str] = iter(names)
        bodies = list(BODIES)
        rng.shuffle(bodies)
        self._bodies = bodies
        self._turn = 0
        self._standings = list(STANDINGS)
        rng.shuffle(self._standings)
        self._objects = dealt(YEAR_OBJECTS, rng)
        self._frames: dict[str, list[int]] = {}

    def body(self, *, many: bool | None = None) -> tuple[str, Facet]:
        """Return an invented body's name and a facet of it, for great numbers where *many* says so."""
        for _ in range(len(self._bodies)):
            body = self._bodies[self._turn % len(self._bodies)]
            self._turn += 1
            fitting = [facet for facet in body.facets if many is None or facet.many == many]
            if fitting:
                return f"{self._name()} {body.word}", self.rng.choice(fitting)
        raise NoExpression("no body fits")

    def other_facet(self, node: Node) -> Facet:
        """Return something else that a node's body counts."""
        facets = FACETS[node.entity.split(" ", 1)[1]]
        fitting = [facet for facet in facets if facet != node.facet and not facet.many]
        if not fitting:
            raise NoExpression("the body counts nothing else")
        return self.rng.choice(fitting)

    def _name(self) -> str:
        try:
            return next(self._names)
        except StopIteration:
            raise NoExpression("no name is left") from None

    def thing(self) -> str:
        return next(self._objects)

    def standing(self, labels: int) -> Standing:
        """Return a standing with at least so many words; one of its own for each node, while they last."""
        for place, standing in enumerate(self._standings):
            if len(standing.labels) >= labels:
                return self._standings.pop(place)
        raise NoExpression("no standing is left")

    def give_back(self, standing: Standing) -> None:
        self._standings.append(standing)

    def labels(self, standing: Standing, number: int) -> list[str]:
        return self.rng.sample(standing.labels, number)

    def frame(self, kind: str, of: int = 24) -> int:
        """Return the number of a frame of a kind, all of them before one comes again."""
        left = self._frames.setdefault(kind, [])
        if not left:
            left.extend(self.rng.sample(range(of), of))
        return left.pop()

    def constant(self, low: float, high: float) -> int:
        """Return a whole number within bounds that is not in use; rather no round one."""
        for _ in range(TRIES):
            value = self.rng.randint(int(low), int(high)) if high >= low else 0
            if value and (value % 10 or self.rng.random() < 0.1) and self.is_free(value):
                return value
        raise NoExpression("no constant is free")

    def is_free(self, value: float) -> bool:
        """Tell whether a number may be written: it is no other's, nor a token of the edit."""
        texts = {f"{value:,.0f}", f"{value:.0f}"}
        return not texts & self.used and not texts & self.forbidden

    def take(self, *values: Value) -> None:
        """Keep numbers from coming a second time."""
        for value in values:
            if not isinstance(value, str):
                self.used |= {f"{value:,.0f}", f"{value:.0f}"}


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
                    drawing.take(old, new)
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


def _is_good(drawing: Drawing, node: Node, old: Value, new: Value, changes: bool, feeds_merge: bool) -> bool:
    if changes == (old == new):
        return False
    numbers = [value for value in (old, new) if not isinstance(value, str)]
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
    params, standing = _PARAMS[operation](drawing, parents, before, after)
    old = evaluate(operation, params, before)
    new = evaluate(operation, params, after)
    type_ = YEAR if operation == "later" else CLASS if isinstance(old, str) else NUMBER
    names = tuple(parent.name for parent in parents)
    node = Node(name, type_, operation, names, params, standing=standing, grouped=drawing.grouped)
    return node, old, new


Drawn = tuple[dict[str, Any], Standing | None]
Draw = Callable[[Drawing, Sequence[Node], Sequence[Value], Sequence[Value]], Drawn]


def _ends(before: Sequence[Value], after: Sequence[Value]) -> tuple[float, float]:
    low, high = sorted((float(before[0]), float(after[0])))
    return low, high


def _add(drawing: Drawing, parents: Any, before: Sequence[Value], after: Sequence[Value]) -> Drawn:
    low, high = _ends(before, after)
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
    low, high = _ends(before, after)
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


_PARAMS: dict[str, Draw] = {
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
