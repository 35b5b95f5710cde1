"""The nodes of a plan: what each invented body has, from what it follows, and the text that says so."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .expressions import CLASS, NUMBER, WORDS, YEAR, Value, evaluate
from .grammar import relations
from .grammar.bodies import BY_WORD, Facet
from .grammar.standings import Standing
from .quantities import COUNT, DURATION, MEASURE, POPULATION, RANK, Quantity, ordinal, written
from .quantities import YEAR as YEAR_KIND

SOURCE = "source"
DESCRIBED = 3  # of the ways of referring to what a body counts, the first that describes the body


@dataclass(frozen=True, slots=True)
class Node:
    """One value of an item: the source's own figure, or what a body has.

    `operation` and `params` are its expression over `parents` (names of nodes); a source's figure has none.
    `changes` says whether the edit is to change it. `step` is by how much its value moves at a time. The
    last numbers choose among the grammar's frames; `references` has one for each parent.
    """

    name: str
    type: str
    operation: str
    parents: tuple[str, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    changes: bool = False
    depth: int = 1
    step: float = 1
    entity: str = ""
    facet: Facet | None = None
    standing: Standing | None = None
    quantity: Quantity | None = None
    title: str = ""
    core: int = 0
    body: int = 0
    glue: int = 0
    references: tuple[int, ...] = ()
    grouped: bool = True

    @property
    def described(self) -> str:
        """What the body is called without its name."""
        return BY_WORD[self.entity.split(" ", 1)[1]].described


Nodes = Mapping[str, Node]
Values = Mapping[str, Value]


def values_of(nodes: Sequence[Node], given: Values) -> dict[str, Value]:
    """Return every node's value from the source's figure that is *given*; parents come first."""
    values: dict[str, Value] = {}
    for node in nodes:
        values[node.name] = value_of(node, given, values)
    return values


def value_of(node: Node, given: Values, values: Values) -> Value:
    """Return a node's value over its parents' *values*."""
    if node.operation == SOURCE:
        return given[node.name]
    return evaluate(node.operation, node.params, [values[parent] for parent in node.parents])


def shown(node: Node, value: Value) -> str:
    """Return a value as prose has it."""
    if isinstance(value, str):
        return value
    return written(value, grouped=node.grouped and node.type != YEAR)


def statement(node: Node, value: Value, nodes: Nodes) -> str:
    """Return the clause that states a node's value, without its relation and without its full stop."""
    if node.operation == "rank":
        return _pick(relations.RANKS, node.core).format(E=node.entity, x=value, **_ranked(node, nodes))
    if node.type == NUMBER:
        assert node.facet
        return _pick(relations.NUMBER_CORES, node.core).format(
            E=node.entity, x=shown(node, value), v=node.facet.verb, n=node.facet.noun
        )
    assert node.standing
    text = _pick(relations.CLASS_CORES, node.core).format(
        E=node.entity, p=node.standing.predicate(str(value))
    )
    return _ADVERB.sub(r" is \1 ", text)


_ADVERB = re.compile(r" (at present|currently|now) is ")


def _pick(frames: Sequence[str], number: int) -> str:
    return frames[number % len(frames)]


def _ranked(node: Node, nodes: Nodes) -> dict[str, str]:
    parent = nodes[node.parents[0]]
    assert parent.facet
    pairs = zip(node.params["names"], node.params["others"], strict=True)
    others = listed([f"{name} with {written(value)}" for name, value in pairs])
    return {"P": parent.entity, "pn": parent.facet.noun, "others": others}


def joined(node: Node, clause: str, nodes: Nodes) -> str:
    """Return a statement's clause with its own relation in it; a rank has it already."""
    if node.operation == "rank":
        return clause
    frame = _pick(relations.INSIDE[node.type], node.glue)
    return frame.format(core=clause, body=relation(node, nodes, inside=True))


def apart(told: Sequence[Node], nodes: Nodes) -> str:
    """Return the clause of a unit that states the relations of one body, or of two."""
    first, *rest = told
    text = _pick(relations.APART[first.type], first.glue).format(E=first.entity, body=relation(first, nodes))
    return text + "".join(relations.AND.format(E=node.entity, body=relation(node, nodes)) for node in rest)


def relation(node: Node, nodes: Nodes, *, inside: bool = False) -> str:
    """Return what a node's value goes by, as a phrase.

    :param inside: leave out what the statement around it has named already."""
    parents = [nodes[name] for name in node.parents]
    fill = {**_outcomes(node, inside), **_inputs(node, parents)}
    key = {"tariff": "table", "total": "per"}.get(node.operation, node.operation)
    if node.operation in ("per", "total", "larger"):
        key += " up" if node.params["up"] else " full"
    return _pick(relations.BODIES[key], node.body).format(**fill)


def _outcomes(node: Node, inside: bool) -> dict[str, str]:
    """Return what a relation may lead to: so many for a lot, or one of some outcomes."""
    params = node.params
    if "k" in params:
        assert node.facet
        count = WORDS[params["k"]]
        return {
            "kn": count if inside else f"{count} {node.facet.noun}",
            "c": written(params["c"], grouped=node.grouped),
            "o": written(params["o"], grouped=node.grouped),
        }
    if node.standing:
        outcomes = [node.standing.object(label) for label in params.get("labels") or params["results"]]
    elif node.facet:
        noun = "" if inside else f" {node.facet.noun}"
        outcomes = [f"{written(amount)}{noun}" for amount in params["results"]]
    else:
        return {}
    return dict(zip("ABC", outcomes, strict=False))


def _inputs(node: Node, parents: Sequence[Node]) -> dict[str, str]:
    """Return what a relation is told of its parents: counted things, figures with limits, conditions."""
    params, found = node.params, dict[str, str]()
    if "k" in params:
        counts = [counted(parent, way, params) for parent, way in zip(parents, node.references, strict=True)]
        if node.operation == "total":
            return {"W": f"{' and '.join(counts)} taken together"}
        return dict(zip(("W", "W2"), counts, strict=False))
    if "limits" in params:
        found["F"] = figure(parents[0], node.references[0])
        limits = [limit_shown(parents[0], limit) for limit in params["limits"]]
        found |= dict(zip(("t", "t2"), limits, strict=False)) | _comparisons(parents[0], limits[0])
    conditions = params.get("conditions") or ([{"among": params["among"]}] if "among" in params else [])
    for key, parent, way, condition in zip(("S", "S2"), parents, node.references, conditions, strict=False):
        found[key] = condition_shown(parent, way, condition)
    return found


def _comparisons(parent: Node, limit: str) -> dict[str, str]:
    in_time = parent.type == YEAR or bool(parent.quantity and parent.quantity.kind == RANK)
    if in_time:
        return {"is_below": "is earlier than", "is_least": f"is {limit} or later"}
    return {"is_below": "is below", "is_least": f"is at least {limit}"}


def condition_shown(parent: Node, way: int, condition: Mapping[str, Any]) -> str:
    """Return a condition on a parent's value as a clause."""
    if "least" in condition:
        limit = limit_shown(parent, condition["least"])
        return f"{figure(parent, way)} {_comparisons(parent, limit)['is_least']}"
    assert parent.standing
    return f"{called(parent, way)} {parent.standing.among(tuple(condition['among']))}"


def called(parent: Node, way: int) -> str:
    """Return a body by its name or by its description."""
    return parent.described if way % len(relations.COUNTED) >= DESCRIBED else parent.entity


def counted(parent: Node, way: int, params: Mapping[str, Any]) -> str:
    """Return what a parent counts, as things of which some may be taken."""
    if parent.quantity:
        if parent.type == YEAR:
            return f"years between {figure(parent, way)} and {params['to']}"
        frame = _pick(relations.SOURCE_COUNTED, way)
        return frame.format(n=things_of(parent.quantity), T=parent.title)
    assert parent.facet
    facet = parent.facet
    return _pick(relations.COUNTED, way).format(
        n=facet.noun, o=facet.other, w=facet.passive, v=facet.verb, P=parent.entity, D=parent.described
    )


def figure(parent: Node, way: int) -> str:
    """Return what a parent's value is called."""
    if parent.quantity:
        return _pick(relations.SOURCE_FIGURES, way).format(named=parent.quantity.named, T=parent.title)
    return f"the number of {counted(parent, way, {})}"


def things_of(quantity: Quantity) -> str:
    """Return what a quantity counts, or nothing where lots of it cannot be spoken of.

    >>> things_of(Quantity(COUNT, "12", 0, 2, 12.0, "number of boats"))
    'boats'
    """
    if quantity.scale or quantity.decimals:
        return ""
    if quantity.named == POPULATION:
        return "inhabitants"
    if quantity.kind in (COUNT, DURATION):
        return quantity.named.removeprefix("number of ")
    return quantity.named.removeprefix("figure in ") if quantity.kind == MEASURE else ""


def limit_shown(parent: Node, limit: float) -> str:
    """Return a limit on a parent's value with that value's own unit."""
    quantity = parent.quantity
    if not quantity:
        return shown(parent, limit)
    if quantity.kind == RANK:
        return ordinal(round(limit))
    grouped = quantity.kind != YEAR_KIND and parent.grouped
    text = written(limit, decimals=quantity.decimals, grouped=grouped)
    return quantity.unit.format(text) if quantity.unit else text


def listed(parts: Sequence[str]) -> str:
    """Return a list as prose has it.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


__all__ = ["CLASS", "NUMBER", "SOURCE", "YEAR", "Node", "apart", "joined", "relation", "statement"]
