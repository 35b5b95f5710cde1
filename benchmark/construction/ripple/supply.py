"""What one item draws from, nothing of it twice: names, bodies, standings, frames, constants."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from .expressions import Value
from .grammar.bodies import BODIES, FACETS, Facet
from .grammar.names import dealt
from .grammar.standings import STANDINGS, Standing
from .grammar.statements import YEAR_OBJECTS
from .nodes import Node

TRIES = 12


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
        self._taken: list[str] = []
        bodies = list(BODIES)
        rng.shuffle(bodies)
        self._bodies = bodies
        self._turn = 0
        self._nouns: set[str] = set()
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
            fitting = [facet for facet in fitting if facet.noun not in self._nouns]
            if fitting:
                facet = self.rng.choice(fitting)
                self._nouns.add(facet.noun)
                return f"{self._name()} {body.word}", facet
        raise NoExpression("no body fits")

    def other_facet(self, node: Node) -> Facet:
        """Return something else that a node's body counts."""
        facets = FACETS[node.entity.split(" ", 1)[1]]
        fitting = [facet for facet in facets if facet.noun not in self._nouns and not facet.many]
        if not fitting:
            raise NoExpression("the body counts nothing else")
        facet = self.rng.choice(fitting)
        self._nouns.add(facet.noun)
        return facet

    def _name(self) -> str:
        stem = next(self._names, None)
        if stem is None:
            raise NoExpression("no name is left")
        self._taken.append(stem)
        return stem

    @property
    def stems_taken(self) -> frozenset[str]:
        """The stems of the names that are in use."""
        return frozenset(self._taken)

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
