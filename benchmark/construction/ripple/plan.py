"""The plan of one item, fixed before its text: edit, graph, expressions, documents, slots (RKB §3.1)."""

from __future__ import annotations

import random
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from .drawing import draw_nodes
from .expressions import Value
from .grammar.names import NamePool
from .nodes import NUMBER, SOURCE, YEAR, Node
from .quantities import YEAR as YEAR_KIND
from .schedule import Coordinate
from .seeds import rng_of
from .shapes import Graph, graph_of
from .skeleton import grown
from .sources import PreparedSource, bare
from .supply import Drawing, NoExpression

STEMS = 48
ATTEMPTS = 40
EDITED, AFFECTED, HELD, RULE, REAL = ROLES = ("edited", "affected", "held", "rule", "real")

# Linked units beside the edited one, units that state a relation apart, and real sentences beside the edited
# one: drawn apart from everything else of an item, so that no count tells how many units are affected.
COUNTS = ((16, 1, 7), (16, 1, 8), (17, 0, 8), (16, 1, 8), (16, 0, 7), (17, 0, 7))
LEAST_UNITS, MOST_UNITS = 14, 26
LEAST_REAL = max(real for _, _, real in COUNTS)


class Unfillable(ValueError):
    """A coordinate that cannot be filled from a source: turned down before any text is made."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One unit to be: its role, its document, and the nodes or the real sentence that it tells.

    `relates` says whether a statement has its own relation in it; of a rule, `node` and `second` are those
    whose relations it states."""

    name: str
    role: str
    document: int
    node: str = ""
    second: str = ""
    relates: bool = True
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
    stems: frozenset[str]
    seed: str

    @property
    def chain(self) -> list[Node]:
        """The affected nodes in the graph's order; the first is the source's figure."""
        return [self.nodes[f"n{number}"] for number in range(len(self.graph))]

    @property
    def held(self) -> list[Node]:
        """The nodes that depend on what is edited and do not change."""
        return [node for node in self.nodes.values() if not node.changes]

    @property
    def edges(self) -> list[tuple[str, str]]:
        """The affected graph's edges between nodes by name."""
        affected = {node.name for node in self.chain}
        return [(parent, node.name) for node in self.chain for parent in node.parents if parent in affected]


def make_plan(
    coordinate: Coordinate,
    source: PreparedSource,
    names: NamePool,
    *,
    seed: int | str,
    used: Container[str] = (),
) -> Plan:
    """Plan the item of a coordinate from a source.

    :param seed: what all draws hang on: a secret, or a number.
    :param used: real sentences that another item has; they are left to it.

    :raises Unfillable: if its shape cannot be filled."""
    graph = graph_of(coordinate.shape, coordinate.size, coordinate.depth)
    stems = names.take(STEMS, source.words)
    for attempt in range(ATTEMPTS):
        rng = rng_of("plan", seed, coordinate.key, source.source_id, attempt)
        try:
            plan = _planned(coordinate, source, graph, stems, rng, str(seed), used)
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
    seed: str,
    used: Container[str],
) -> Plan:
    title, *stems = stems
    quantity = source.quantity
    grouped = quantity.grouped or quantity.value < 1000 or quantity.kind == YEAR_KIND
    drawing = Drawing(rng, stems, source.forbidden, grouped=grouped, said=source.text)
    linked, apart, n_real = rng.choice(COUNTS)
    documents = _documents(coordinate.documents, source, title, n_real, rng, used)
    root, old, new = _root(source, grouped)
    nodes, before, after = draw_nodes(drawing, root, old, new, grown(graph, linked, rng))
    everything = {node.name: node for node in nodes}
    slots = _slots(source, documents, nodes, (apart, n_real), rng, used)
    taken = drawing.stems_taken | {title}
    return Plan(coordinate, source, graph, everything, before, after, documents, slots, taken, seed)


def _root(source: PreparedSource, grouped: bool) -> tuple[Node, float, float]:
    """Return the node of the source's figure, with its values before and after."""
    quantity, title = source.quantity, bare(source.home.title)
    new = float("".join(letter for letter in source.new if letter.isdigit() or letter == "."))
    type_ = YEAR if quantity.kind == YEAR_KIND else NUMBER
    step = abs(new - quantity.value)
    node = Node("n0", type_, SOURCE, changes=True, quantity=quantity, title=title, grouped=grouped, step=step)
    return node, quantity.value, new


def _free(source: PreparedSource, real: int, used: Container[str]) -> list[int]:
    """Return the sentences of one of a source's documents that no other item has."""
    return [nth for nth, one in enumerate(source.documents[real].sentences) if one.text not in used]


def _documents(
    number: int,
    source: PreparedSource,
    stem: str,
    n_real: int,
    rng: random.Random,
    used: Container[str],
) -> tuple[PlannedDocument, ...]:
    """Choose real paragraphs that have sentences enough, and one invented document where there is room."""
    supply = [len(_free(source, place, used)) for place in range(len(source.documents))]
    others = [place for place in range(1, len(source.documents)) if supply[place]]
    rng.shuffle(others)
    chosen = others[: number - 2]
    if supply[0] + sum(supply[place] for place in chosen) < n_real:
        others.sort(key=lambda place: -supply[place])
        chosen = others[: number - 1]
    if supply[0] + sum(supply[place] for place in chosen) < n_real:
        raise NoExpression("too few real sentences")
    documents = [PlannedDocument(source.documents[place].title, place) for place in (0, *sorted(chosen))]
    if len(documents) < number:
        documents.append(PlannedDocument(rng.choice(_TITLES).format(stem), None))
    if len(documents) < number:
        raise NoExpression("too few documents")
    return tuple(documents)


_TITLES = (
    "{} (region)",
    "Public services of {}",
    "Administration of {}",
    "Institutions of {}",
    "{} yearbook",
    "{} regional code",
    "Local government in {}",
    "{} and its public bodies",
    "Economy of {}",
    "Public life in {}",
    "{} register of offices",
    "{} county",
)


def _slots(
    source: PreparedSource,
    documents: Sequence[PlannedDocument],
    nodes: Sequence[Node],
    counts: tuple[int, int],
    rng: random.Random,
    used: Container[str],
) -> tuple[Slot, ...]:
    apart, n_real = counts
    moved = _moved(nodes, apart, rng)
    told = [name for pair in moved for name in pair]
    generated = [
        Slot(
            f"{AFFECTED if node.changes else HELD}:{node.name}",
            AFFECTED if node.changes else HELD,
            0,
            node.name,
            relates=node.name not in told,
        )
        for node in nodes[1:]
    ]
    generated += [Slot(f"{RULE}:{pair[0]}", RULE, 0, pair[0], "".join(pair[1:])) for pair in moved]
    real = _real(source, documents, n_real, rng, used)
    places = _places(len(generated), len(documents), [document for document, _ in real], rng)
    dated = [_is_dated(slot, nodes) for slot in generated]
    if source.quantity.kind == YEAR_KIND:
        _clear_home(places, dated, rng)
    _hold(places, generated, len(documents), {document for document, _ in real})
    slots = [Slot("edited", EDITED, 0, "n0")]
    slots += [
        Slot(slot.name, slot.role, place, slot.node, slot.second, slot.relates)
        for slot, place in zip(generated, places, strict=True)
    ]
    slots += [
        Slot(f"real:{document}:{sentence}", REAL, document, sentence=(document, sentence))
        for document, sentence in real
    ]
    return tuple(slots)


def _moved(nodes: Sequence[Node], apart: int, rng: random.Random) -> list[tuple[str, ...]]:
    """Choose whose relations stand apart from their statements, mostly two in one unit."""
    able = [node for node in nodes[1:] if node.operation not in ("rank", "band", "both", "either")]
    chosen = rng.sample(able, min(len(able), 2 * apart))
    pairs = [tuple(node.name for node in chosen[place : place + 2]) for place in range(0, len(chosen), 2)]
    return [pair if rng.random() < 0.7 else pair[:1] for pair in pairs]


def _is_dated(slot: Slot, nodes: Sequence[Node]) -> bool:
    """Tell whether a unit states a relation on a year, and so has a year of its own."""
    by_name = {node.name: node for node in nodes}
    told = [slot.node, slot.second] if slot.role == RULE else [slot.node] if slot.relates else []
    return any(by_name[parent].type == YEAR for name in told if name for parent in by_name[name].parents)


def _real(
    source: PreparedSource,
    documents: Sequence[PlannedDocument],
    number: int,
    rng: random.Random,
    used: Container[str],
) -> list[tuple[int, int]]:
    """Choose real sentences: one of each real document where there is one, then any."""
    first: list[tuple[int, int]] = []
    rest: list[tuple[int, int]] = []
    for place, document in enumerate(documents):
        if document.real is not None:
            order = _free(source, document.real, used)
            rng.shuffle(order)
            first += [(place, sentence) for sentence in order[:1]]
            rest += [(place, sentence) for sentence in order[1:]]
    rng.shuffle(rest)
    texts = [_sentence_of(source, documents, one) for one in (*first, *rest)]
    if len(set(texts)) < len(texts):
        raise NoExpression("a sentence stands in two documents")
    found = first + rest[: max(0, number - len(first))]
    if len(found) != number:
        raise NoExpression("too few real sentences")
    return found


def _sentence_of(source: PreparedSource, documents: Sequence[PlannedDocument], place: tuple[int, int]) -> str:
    return source.documents[documents[place[0]].real or 0].sentences[place[1]].text


def _places(generated: int, documents: int, real: Sequence[int], rng: random.Random) -> list[int]:
    """Deal the generated units to the documents, so that these are of like size and hold what they must."""
    total = generated + len(real) + 1
    sizes = [
        total // documents + (place < total % documents) for place in rng.sample(range(documents), documents)
    ]
    room = [
        place
        for place in range(documents)
        for _ in range(max(0, sizes[place] - real.count(place) - (place == 0)))
    ]
    room += [documents - 1] * max(0, generated - len(room))
    rng.shuffle(room)
    return room[:generated]


def _clear_home(places: list[int], dated: Sequence[bool], rng: random.Random) -> None:
    """Move units with years of their own out of the edited document, where one year alone may stand."""
    for unit, place in enumerate(places):
        if dated[unit] and place == 0:
            free = [other for other, at in enumerate(places) if at and not dated[other]]
            if not free:
                raise NoExpression("years would stand in the edited document")
            other = rng.choice(free)
            places[unit], places[other] = places[other], place


def _hold(places: Sequence[int], generated: Sequence[Slot], documents: int, real: set[int]) -> None:
    """Refuse a placing without two affected units elsewhere, or with a document that holds no other unit."""
    away = [place for slot, place in zip(generated, places, strict=True) if slot.role == AFFECTED and place]
    idle = {place for slot, place in zip(generated, places, strict=True) if slot.role != AFFECTED}
    if len(away) < 2 or len(idle | real) < documents:
        raise NoExpression("the placing does not hold what it must")


__all__ = [
    "AFFECTED",
    "EDITED",
    "HELD",
    "REAL",
    "RULE",
    "Plan",
    "Slot",
    "Unfillable",
    "make_plan",
]
