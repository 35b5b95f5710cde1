"""The nodes of a plan: what each invented body has, from what it follows, and the text that says so."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .expressions import CLASS, NUMBER, WORDS, YEAR, Value, evaluate
from .grammar import rules, statements
from .grammar.bodies import Facet
from .grammar.standings import Standing
from .quantities import RANK, Quantity, ordinal, written
from .quantities import YEAR as YEAR_KIND

SOURCE, STATED = "source", "stated"
SHARE = "share"


@dataclass(frozen=True, slots=True)
class Node:
    """One value of an item: the source's own figure, or what a body has.

    `operation` and `params` are its expression over `parents` (names of nodes); a source's figure and a
    stated value have none. Frames are numbers of entries in the grammar's lists.
    """

    name: str
    type: str
    operation: str
    parents: tuple[str, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    entity: str = ""
    facet: Facet | None = None
    standing: Standing | None = None
    thing: str = ""
    quantity: Quantity | None = None
    title: str = ""
    statement: int = 0
    rule: int = 0
    figure: int = 0
    grouped: bool = True

    @property
    def labels(self) -> tuple[str, ...]:
        """The words that a class node may take."""
        return tuple(dict.fromkeys(self.params.get("labels") or self.params.get("table", {}).values()))


Nodes = Mapping[str, Node]
Values = Mapping[str, Value]


def values_of(nodes: Sequence[Node], given: Values) -> dict[str, Value]:
    """Return every node's value from those *given* (source figures and stated values)."""
    values: dict[str, Value] = {}
    for node in nodes:
        values[node.name] = value_of(node, given, values)
    return values


def value_of(node: Node, given: Values, values: Values) -> Value:
    """Return a node's value over its parents' *values*."""
    if node.operation in (SOURCE, STATED):
        return given[node.name]
    return evaluate(node.operation, node.params, [values[parent] for parent in node.parents])


def shown(node: Node, value: Value) -> str:
    """Return a value as prose has it."""
    if isinstance(value, str):
        return value
    return written(value, grouped=False) if node.type == YEAR else written(value, grouped=node.grouped)


def statement(node: Node, value: Value, nodes: Nodes) -> str:
    """Return the clause that states a node's value, without its full stop."""
    fill: dict[str, Any] = {"E": node.entity, "x": shown(node, value)}
    if node.operation == "rank":
        return _pick(statements.RANK_FRAMES, node.statement).format(**fill, **_ranked(node, nodes))
    if node.operation == "tally":
        standing = nodes[node.parents[0]].standing
        assert standing
        bp, k = standing.plural(node.params["label"]), WORDS[len(node.params["others"]) + 1]
        return _pick(statements.TALLY_FRAMES, node.statement).format(**fill, bp=bp, k=k)
    if node.operation == SHARE:
        return _pick(statements.SHARE_FRAMES, node.statement).format(**fill)
    if node.type == NUMBER:
        return _pick(statements.NUMBER_FRAMES, node.statement).format(**fill, **_counting(node))
    if node.type == YEAR:
        return _pick(statements.YEAR_FRAMES, node.statement).format(**fill, o=node.thing)
    assert node.standing
    label = str(value)
    vp, bp = node.standing.predicate(label), node.standing.bare(label)
    said = _pick(statements.CLASS_FRAMES, node.statement).format(**fill, vp=vp, bp=bp)
    return _ADVERB.sub(r" is \1 ", said)


_ADVERB = re.compile(r" (at present|currently|for now) is ")


def _pick(frames: Sequence[str], number: int) -> str:
    return frames[number % len(frames)]


def _counting(node: Node) -> dict[str, str]:
    assert node.facet
    return {"v": node.facet.verb, "b": node.facet.base, "n": node.facet.noun}


def _ranked(node: Node, nodes: Nodes) -> dict[str, str]:
    parent = nodes[node.parents[0]]
    assert parent.facet
    k = WORDS[len(node.params["others"]) + 1]
    return {"P": parent.entity, "k": k, "pn": parent.facet.noun, "pv": parent.facet.verb}


def figure(parent: Node, variant: int) -> str:
    """Return what a parent's value is called in a rule."""
    if parent.quantity:
        frame = _pick(rules.SOURCE_FIGURES, variant)
        return frame.format(named=parent.quantity.named, T=parent.title)
    if parent.operation == SHARE:
        return _pick(rules.SHARE_FIGURES, variant).format(P=parent.entity)
    if parent.type == YEAR:
        return _pick(rules.YEAR_FIGURES, variant).format(P=parent.entity, o=parent.thing)
    return _pick(rules.NODE_FIGURES, variant).format(P=parent.entity, **_counting(parent))


def rule(node: Node, nodes: Nodes) -> str:
    """Return the clause that states what a node's value follows from, without its full stop."""
    parents = [nodes[name] for name in node.parents]
    fill: dict[str, Any] = {"E": node.entity, "P": parents[0].entity}
    fill |= _counting(node) if node.facet else {}
    fill |= {"o": node.thing} if node.thing else {}
    if parents[0].type != CLASS:
        fill["F"] = figure(parents[0], node.figure)
    if len(parents) > 1 and parents[1].type != CLASS:
        fill["F2"] = figure(parents[1], node.figure + 1)
    fill |= _CONSTANTS.get(node.operation, _plain)(node, parents)
    frames = rules.RULES[node.operation]
    if all(parent.facet for parent in parents) and node.operation in rules.BY_COUNTING:
        frames = rules.BY_COUNTING[node.operation]
        for number, parent in zip(("", "2"), parents, strict=False):
            fill |= _counted(parent, number)
    elif node.operation in rules.BY_ONE_OF_TWO and len(node.params["table"]) == 2:
        frames = rules.BY_ONE_OF_TWO[node.operation]
        fill |= _one_of_two(node, parents[0])
    return _pick(frames, node.rule).format(**fill).replace("two times", "twice")


def _counted(parent: Node, number: str) -> dict[str, str]:
    assert parent.facet
    verb, noun = parent.facet.verb, parent.facet.noun
    said = f"{parent.entity} {verb} {noun}"
    return {f"P{number}": parent.entity, f"pv{number}": verb, f"pn{number}": noun, f"M{number}": said}


def _one_of_two(node: Node, parent: Node) -> dict[str, str]:
    """Return the words of a table with two entries, told by one of them and the rest."""
    assert parent.standing
    entries = list(node.params["table"].items())
    (label, first), (_, other) = entries[:: 1 if node.figure % 2 else -1]
    words = {"W": f"{parent.entity} {parent.standing.predicate(label)}"}
    if node.standing:
        said = {"first": node.standing.predicate(first), "bfirst": node.standing.bare(first)}
        return words | said | {"other": node.standing.second(other)}
    return words | {
        "first": written(first, grouped=node.grouped),
        "other": written(other, grouped=node.grouped),
    }


def _plain(node: Node, parents: Sequence[Node]) -> dict[str, str]:
    if "c" not in node.params:
        return {}
    value = node.params["c"]
    if node.operation == "times":
        return {"c": WORDS[value]}
    return {"c": written(value, grouped=node.grouped and node.operation != "span")}


def _limits(node: Node, parents: Sequence[Node]) -> dict[str, str]:
    """Return the words of a threshold or of bands: limits, and what holds below, between and above them."""
    assert node.standing
    parent, standing = parents[0], node.standing
    limits = [limit_shown(parent, limit) for limit in node.params["limits"]]
    labels = node.params["labels"]
    in_time = parent.type == YEAR or bool(parent.quantity and parent.quantity.kind == RANK)
    words = {
        "c1": limits[0],
        "c2": limits[-1],
        "below": "before" if in_time else "below",
        "least": f"{limits[0]} or later" if in_time else f"at least {limits[0]}",
        "beyond": "later" if in_time else "more",
        "short": "is earlier" if in_time else "falls short",
    }
    for name, label in zip(
        ("low", "mid", "high") if len(labels) == 3 else ("low", "high"), labels, strict=True
    ):
        words |= {name: standing.predicate(label), f"{name}2": standing.second(label)}
        words[f"b{name}"] = standing.bare(label)
    return words


def limit_shown(parent: Node, limit: float) -> str:
    """Return a limit on a parent's value with that value's own unit."""
    quantity = parent.quantity
    if not quantity:
        text = shown(parent, limit)
        return f"{text} percent" if parent.operation == SHARE else text
    if quantity.kind == RANK:
        return ordinal(round(limit))
    grouped = quantity.kind != YEAR_KIND and parent.grouped
    text = written(limit, decimals=quantity.decimals, grouped=grouped)
    return quantity.unit.format(text) if quantity.unit else text


def _others(node: Node, parents: Sequence[Node]) -> dict[str, str]:
    pairs = zip(node.params["names"], node.params["others"], strict=True)
    return {"others": listed([f"{written(value, grouped=node.grouped)} for {name}" for name, value in pairs])}


def _partners(node: Node, parents: Sequence[Node]) -> dict[str, str]:
    standing = parents[0].standing
    assert standing
    groups = []
    for label in dict.fromkeys(node.params["others"]):
        names = [
            name
            for name, other in zip(node.params["names"], node.params["others"], strict=True)
            if other == label
        ]
        several = len(names) > 1
        does = standing.plural(label) if several else standing.predicate(label)
        groups.append(f"{listed(names)}, which {does}")
    number = len(node.params["others"])
    return {"k": WORDS[number + 1], "m": WORDS[number], "others": ", and ".join(groups)}


def _entries(node: Node, parents: Sequence[Node]) -> dict[str, str]:
    standing = parents[0].standing
    assert standing
    parts = []
    for place, (label, value) in enumerate(node.params["table"].items()):
        if node.standing:
            said = node.standing.second(value) if place else node.standing.predicate(value)
        else:
            said = written(value, grouped=node.grouped)
            said = said if place or not node.facet else f"{said} {node.facet.noun}"
        where = (
            f"it {standing.verb} {standing.second(label)}"
            if place
            else f"{parents[0].entity} {standing.predicate(label)}"
        )
        parts.append(f"{said} where {where}")
    return {"entries": listed(parts)}


def _rates(node: Node, parents: Sequence[Node]) -> dict[str, str]:
    standing = parents[1].standing
    assert standing
    (label1, k1), (label2, k2) = node.params["table"].items()
    return {
        "k1": WORDS[k1],
        "k2": WORDS[k2],
        "W1": f"{parents[1].entity} {standing.predicate(label1)}",
        "W2": f"it {standing.verb} {standing.second(label2)}",
    }


def _conditions(node: Node, parents: Sequence[Node]) -> dict[str, str]:
    assert node.standing
    words = {
        "b1": node.standing.bare(node.params["labels"][0]),
        "p2": node.standing.predicate(node.params["labels"][1]),
    }
    for place, label in enumerate(node.params["labels"], 1):
        words[f"l{place}"] = node.standing.second(label) if place > 1 else node.standing.predicate(label)
    for place, (parent, wanted) in enumerate(zip(parents, node.params["wanted"], strict=True), 1):
        assert parent.standing
        words[f"W{place}"] = f"{parent.entity} {parent.standing.predicate(wanted)}"
    return words


_CONSTANTS = {
    "threshold": _limits,
    "band": _limits,
    "rank": _others,
    "tally": _partners,
    "table": _entries,
    "tariff": _entries,
    "rate": _rates,
    "matrix": _conditions,
    "both": _conditions,
    "either": _conditions,
}


def listed(parts: Sequence[str]) -> str:
    """Return a list as prose has it.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
