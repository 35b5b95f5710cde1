"""The plan of one item, fixed before its text: edit, graph, expressions, documents, slots (RKB §3.1)."""

from __future__ import annotations

import random
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from .drawing import draw_node, stated_node, stated_standing
from .expressions import CLASS, NUMBER, YEAR, Value
from .grammar.names import NamePool
from .nodes import SOURCE, STATED, Node
from .quantities import YEAR as YEAR_KIND
from .quantities import Quantity
from .schedule import Coordinate
from .seeds import rng_of
from .shapes import Graph, graph_of
from .sources import PreparedSource, bare
from .supply import Drawing, NoExpression

STEMS = 30
ATTEMPTS = 60
EDITED, AFFECTED, RULE, BYSTANDER, REAL = ROLES = ("edited", "affected", "rule", "bystander", "real")

# By affected units below the edited one: bystander nodes, facts about affected bodies, real sentences.
_BESIDE: Mapping[int, tuple[int, int, int]] = {3: (1, 4, 2), 4: (2, 5, 2), 5: (2, 5, 2), 6: (1, 7, 2)}
LEAST_UNITS, MOST_UNITS = 14, 26


class Unfillable(ValueError):
    """A coordinate that cannot be filled from a source: turned down before any text is made."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One unit to be: its role, its document, and the node or the real sentence that it tells."""

    name: str
    role: str
    document: int
    node: str = ""
    sentence: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class PlannedDocument:
    """A document to be: its title and, where it is a real paragraph, which of the source's documents."""

    title: str
    real: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Everything about an item but its wording."""

    coordinate: Coordinate
    source: PreparedSource
    graph: Graph
    nodes: Mapping[str, Node]
    before: Mapping[str, Value]
    after: Mapping[str, Value]
    documents: tuple[PlannedDocument, ...]
    slots: tuple[Slot, ...]
    neighbours: tuple[str, ...]
    stems: frozenset[str]
    seed: int

    @property
    def chain(self) -> list[Node]:
        """The affected nodes in the graph's order; the first is the source's figure."""
        return [self.nodes[f"n{number}"] for number in range(len(self.graph))]

    @property
    def edges(self) -> list[tuple[str, str]]:
        """The graph's edges between nodes by name."""
        return [(parent, node.name) for node in self.chain for parent in node.parents]


def make_plan(
    coordinate: Coordinate, source: PreparedSource, names: NamePool, *, seed: int, used: Container[str] = ()
) -> Plan:
    """Plan the item of a coordinate from a source.

    :param used: real sentences that another item has; they are left to it.

    :raises Unfillable: if its shape cannot be filled."""
    graph = graph_of(coordinate.shape, coordinate.size, coordinate.depth)
    stems = names.take(STEMS, source.words)
    for attempt in range(ATTEMPTS):
        rng = rng_of("plan", seed, coordinate.key, source.source_id, attempt)
        try:
            plan = _planned(coordinate, source, graph, stems, rng, seed, used)
        except NoExpression:
            continue
        names.give_back(stem for stem in stems if stem not in plan.stems)
        return plan
    names.give_back(stems)
    raise Unfillable("shape_cannot_be_filled")


def _planned(
    coordinate: Coordinate,
    source: PreparedSource,
    graph: Graph,
    stems: Sequence[str],
    rng: random.Random,
    seed: int,
    used: Container[str],
) -> Plan:
    title, *stems = stems
    grouped = source.quantity.grouped or source.quantity.value < 1000 or source.quantity.kind == YEAR_KIND
    drawing = Drawing(rng, stems, source.forbidden, grouped=grouped)
    documents = _documents(coordinate.documents, source, title, stems[-1], rng)
    nodes, before, after = _chain(drawing, source, graph)
    beside, facts, n_real = _BESIDE[len(graph) - 1]
    side = _bystanders(drawing, source, documents, beside)
    facts += side[0][0].operation == SOURCE
    side += _facts(drawing, nodes[1:], [node for node, _ in side if node.entity], facts)
    for node, value in side:
        before[node.name] = after[node.name] = value
    neighbours = tuple(drawing.body()[0] for _ in range(3))
    everything = {node.name: node for node in [*nodes, *(node for node, _ in side)]}
    slots = _slots(source, documents, list(everything.values()), n_real, rng, used)
    return Plan(
        coordinate,
        source,
        graph,
        everything,
        before,
        after,
        documents,
        slots,
        neighbours,
        drawing.stems_taken | {title, stems[-1]},
        seed,
    )


def _chain(
    drawing: Drawing, source: PreparedSource, graph: Graph
) -> tuple[list[Node], dict[str, Value], dict[str, Value]]:
    nodes = [_figure_node("n0", source.quantity, bare(source.home.title), drawing.grouped)]
    old = source.quantity.value
    new = float("".join(letter for letter in source.new if letter.isdigit() or letter == "."))
    before: dict[str, Value] = {"n0": old}
    after: dict[str, Value] = {"n0": new}
    children = [
        [child for child, parents in enumerate(graph) if unit in parents] for unit in range(len(graph))
    ]
    for number, parents in enumerate(graph):
        if parents:
            node, one, other = draw_node(
                drawing,
                f"n{number}",
                [nodes[parent] for parent in parents],
                [before[f"n{parent}"] for parent in parents],
                [after[f"n{parent}"] for parent in parents],
                leaf=not children[number],
                feeds_merge=any(len(graph[child]) > 1 for child in children[number]),
            )
            nodes.append(node)
            before[node.name], after[node.name] = one, other
    return nodes, before, after


def _figure_node(name: str, quantity: Quantity, title: str, grouped: bool) -> Node:
    type_ = YEAR if quantity.kind == YEAR_KIND else NUMBER
    return Node(name, type_, SOURCE, quantity=quantity, title=title, grouped=grouped)


def _bystanders(
    drawing: Drawing, source: PreparedSource, documents: Sequence[PlannedDocument], number: int
) -> list[tuple[Node, Value]]:
    """Draw nodes that follow from nothing edited: from a real figure beside it, or from a stated one."""
    root, value = _side_root(drawing, source, documents)
    found = [(root, value)]
    for place in range(1, number + 1):
        parent, given = found[drawing.rng.choice((place - 1, max(place - 2, 0)))]
        name = f"b{place}"
        node, one, _ = draw_node(
            drawing, name, [parent], [given], [given], leaf=place == number, feeds_merge=False
        )
        found.append((node, one))
    return found


def _side_root(
    drawing: Drawing, source: PreparedSource, documents: Sequence[PlannedDocument]
) -> tuple[Node, Value]:
    for document in documents:
        real = source.documents[document.real] if document.real else None
        if real and real.counted:
            quantity = real.counted[1]
            node = _figure_node("b0", quantity, bare(real.title), drawing.grouped)
            return node, quantity.value
    return stated_node(drawing, "b0")


def _facts(
    drawing: Drawing, nodes: Sequence[Node], beside: Sequence[Node], number: int
) -> list[tuple[Node, Value]]:
    """Draw further facts about bodies, those of the chain first, which follow from nothing."""
    found: list[tuple[Node, Value]] = []
    bodies = [*drawing.rng.sample(nodes, len(nodes)), *drawing.rng.sample(beside, len(beside))]
    for node in bodies:
        if len(found) == number:
            break
        with suppress(NoExpression):
            draw = stated_standing if drawing.rng.random() < 0.6 else stated_node
            found.append(draw(drawing, f"f{len(found)}", node))
    if len(found) < number:
        raise NoExpression("too few further facts")
    return found


def _documents(
    number: int, source: PreparedSource, first: str, second: str, rng: random.Random
) -> tuple[PlannedDocument, ...]:
    real = 2 if number == 3 or len(source.documents) == 2 else rng.choice((2, 3))
    chosen = sorted(rng.sample(range(1, len(source.documents)), real - 1))
    documents = [PlannedDocument(source.documents[place].title, place) for place in (0, *chosen)]
    frames = rng.sample(_TITLES, 2)
    for stem, frame in zip((first, second), frames, strict=True):
        documents.append(PlannedDocument(frame.format(stem), None))
    return tuple(documents[:number])


_TITLES = (
    "The {} Handbook",
    "Notes on {}",
    "{} and its bodies",
    "The {} Almanac",
    "{} (district)",
    "A guide to {}",
    "Public bodies of {}",
    "The {} Directory",
    "{} Union",
    "Around {}",
    "The {} Gazetteer",
    "{} and neighbourhood",
)


def _slots(
    source: PreparedSource,
    documents: Sequence[PlannedDocument],
    nodes: Sequence[Node],
    n_real: int,
    rng: random.Random,
    used: Container[str],
) -> tuple[Slot, ...]:
    generated, dated = [], set()
    years = {node.name for node in nodes if node.type == YEAR}
    for node in nodes:
        if node.operation != SOURCE:
            generated.append((AFFECTED if node.name.startswith("n") else BYSTANDER, node.name))
            dated |= {generated[-1]} if node.type == YEAR else set()
            if node.operation != STATED:
                generated.append((RULE, node.name))
                dated |= {generated[-1]} if years & {node.name, *node.parents} else set()
    real = _real(source, documents, nodes, n_real, rng, used)
    places = _places(generated, len(documents), [document for document, _ in real], rng)
    if source.quantity.kind == YEAR_KIND:
        _clear_home(places, [one in dated for one in generated], rng)
    _hold(places, generated, len(documents), {document for document, _ in real})
    slots = [Slot("edited", EDITED, 0, "n0")]
    slots += [
        Slot(f"{role}:{name}", role, place, name)
        for (role, name), place in zip(generated, places, strict=True)
    ]
    for document, sentence in real:
        slots.append(Slot(f"real:{document}:{sentence}", REAL, document, sentence=(document, sentence)))
    if not LEAST_UNITS <= len(slots) <= MOST_UNITS:
        raise NoExpression(f"{len(slots)} units")
    return tuple(slots)


def _real(
    source: PreparedSource,
    documents: Sequence[PlannedDocument],
    nodes: Sequence[Node],
    number: int,
    rng: random.Random,
    used: Container[str],
) -> list[tuple[int, int]]:
    """Choose real sentences: one of each real document but perhaps the edited one's, then any."""
    titles = [node.title for node in nodes if node.name == "b0"]
    found: list[tuple[int, int]] = []
    rest: list[tuple[int, int]] = []
    for place, document in enumerate(documents):
        if document.real is None:
            continue
        real = source.documents[document.real]
        order = [nth for nth, one in enumerate(real.sentences) if one.text not in used]
        rng.shuffle(order)
        if real.counted and bare(real.title) in titles:
            wanted = real.sentences.index(real.counted[0])
            if wanted not in order:
                raise NoExpression("the figure beside it is another item's")
            order.remove(wanted)
            order.insert(0, wanted)
        found += [(place, sentence) for sentence in order[:1]]
        rest += [(place, sentence) for sentence in order[1:3]]
    rng.shuffle(rest)
    return found + rest[: max(0, number - len(found))]


def _places(
    generated: Sequence[tuple[str, str]], documents: int, real: Sequence[int], rng: random.Random
) -> list[int]:
    """Deal the generated units to the documents, so that these are of like size and hold what they must."""
    total = len(generated) + len(real) + 1
    sizes = [
        total // documents + (place < total % documents) for place in rng.sample(range(documents), documents)
    ]
    room = [
        place
        for place in range(documents)
        for _ in range(max(0, sizes[place] - real.count(place) - (place == 0)))
    ]
    room += [documents - 1] * max(0, len(generated) - len(room))
    rng.shuffle(room)
    return room[: len(generated)]


def _clear_home(places: list[int], dated: Sequence[bool], rng: random.Random) -> None:
    """Move units with years of their own out of the edited document, where one year alone may stand."""
    for unit, place in enumerate(places):
        if dated[unit] and place == 0:
            free = [other for other, at in enumerate(places) if at and not dated[other]]
            if not free:
                raise NoExpression("years would stand in the edited document")
            other = rng.choice(free)
            places[unit], places[other] = places[other], place


def _hold(
    places: Sequence[int], generated: Sequence[tuple[str, str]], documents: int, real: set[int]
) -> None:
    """Refuse a placing without two affected units elsewhere, or with a document that holds no other unit."""
    away = [place for (role, _), place in zip(generated, places, strict=True) if role == AFFECTED and place]
    idle = {place for (role, _), place in zip(generated, places, strict=True) if role != AFFECTED}
    if len(away) < 2 or len(idle | real) < documents:
        raise NoExpression("the placing does not hold what it must")


__all__ = [
    "AFFECTED",
    "BYSTANDER",
    "CLASS",
    "EDITED",
    "REAL",
    "RULE",
    "Plan",
    "Slot",
    "Unfillable",
    "make_plan",
]
