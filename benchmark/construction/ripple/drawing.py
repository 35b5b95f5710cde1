"""Draws the nodes of a plan over its skeleton: first what they are, then constants that decide (RKB §3.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from .constants import LEAST, MOST, PARAMS, Inputs, Params, operations_on
from .expressions import CLASS, NUMBER, Value, evaluate
from .grammar import relations
from .nodes import Node, shown
from .skeleton import Knot
from .supply import Drawing, NoExpression
from .tokens import tokens_of

ROUNDS = 3


def draw_nodes(
    drawing: Drawing, root: Node, old: Value, new: Value, skeleton: Sequence[Knot]
) -> tuple[list[Node], dict[str, Value], dict[str, Value]]:
    """Draw a node for every place of a skeleton; return them, parents first, with values before and after.

    :raises NoExpression: if one of them can be drawn from nothing."""
    nodes, names = [root], [root.name]
    before: dict[str, Value] = {root.name: old}
    after: dict[str, Value] = {root.name: new}
    inner = {parent for knot in skeleton for parent in knot.parents}
    for place, knot in enumerate(skeleton[1:], 1):
        name = f"n{knot.number}" if knot.changes else f"h{place}"
        parents = [nodes[parent] for parent in knot.parents]
        node = _drawn(drawing, name, knot, parents, before, after, leaf=place not in inner)
        nodes.append(node)
        names.append(name)
        for values in (before, after):
            values[name] = evaluate(node.operation, node.params, [values[one.name] for one in parents])
    return nodes, before, after


def _drawn(
    drawing: Drawing,
    name: str,
    knot: Knot,
    parents: Sequence[Node],
    before: Mapping[str, Value],
    after: Mapping[str, Value],
    *,
    leaf: bool,
) -> Node:
    """Draw one node: what follows from its parents is chosen before it is known how its value can change."""
    old, new = [before[one.name] for one in parents], [after[one.name] for one in parents]
    inputs = Inputs(parents, old, new, knot.changes if old != new else None)
    offered = operations_on(parents, leaf=leaf)
    order = list(dict.fromkeys(drawing.rng.sample(offered, len(offered))))
    for operation in order:
        for _ in range(ROUNDS):
            try:
                params, standing = PARAMS[operation](drawing, operation, inputs)
            except NoExpression:
                continue
            values = [evaluate(operation, params, one) for one in (old, new)]
            if _is_good(drawing, values, inputs, leaf):
                type_ = CLASS if isinstance(values[0], str) else NUMBER
                node = Node(name, type_, operation, tuple(one.name for one in parents), params)
                node = replace(node, changes=knot.changes, depth=knot.depth, standing=standing)
                return _named(drawing, replace(node, grouped=drawing.grouped, step=_step(params)))
            if standing:
                drawing.give_back(standing)
    raise NoExpression(f"nothing follows from {', '.join(one.type for one in parents)}")


def _is_good(drawing: Drawing, values: Sequence[Value], inputs: Inputs, leaf: bool) -> bool:
    """Tell whether values may be written, and say nothing of a parent's."""
    if set(values) & {*inputs.before, *inputs.after}:
        return False
    for value in values:
        if isinstance(value, str):
            if set(tokens_of(value)) & drawing.forbidden:
                return False
        elif not LEAST <= value <= MOST or not drawing.is_free(value) or (not leaf and value < 5):
            return False
    return True


def _step(params: Params) -> float:
    """Return by how much a number moves when what it follows from moves a little."""
    if "k" in params:
        return float(params["k"])
    results = params.get("results", ())
    return abs(results[0] - results[1]) if results and not isinstance(results[0], str) else 1.0


def _named(drawing: Drawing, node: Node) -> Node:
    """Give a node its body, its words and its frames."""
    body = drawing.body()
    facet = drawing.rng.choice(body.facets) if node.type == NUMBER else None
    ways = len(relations.COUNTED)
    return replace(
        node,
        entity=drawing.named(body.word),
        facet=facet,
        core=drawing.frame(f"core {node.type}", 12),
        body=drawing.frame(f"body {node.operation}", 12),
        glue=drawing.frame(f"glue {node.type}", 10),
        references=tuple(drawing.frame("reference", ways) for _ in node.parents),
    )


__all__ = ["draw_nodes", "shown"]
