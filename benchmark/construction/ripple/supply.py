"""What one item draws from, nothing of it twice: names, bodies, standings, frames."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from .expressions import Value
from .grammar.bodies import BODIES, Body
from .grammar.standings import STANDINGS, Standing


class NoExpression(ValueError):
    """A shape that could not be filled for a source."""


class Drawing:
    """The draws of one item: names, bodies, standings, frames; no body and no standing comes twice.

    :param names: a stem each for as many bodies as the item may need.
    :param forbidden: the tokens that no unit but the edited one may have.
    :param said: the source's own text in lower case: no body is described by words of it.
    """

    def __init__(
        self,
        rng: random.Random,
        names: Sequence[str],
        forbidden: frozenset[str],
        *,
        grouped: bool,
        said: str = "",
    ) -> None:
        self.rng = rng
        self.forbidden = forbidden
        self.grouped = grouped
        self._names: Iterator[str] = iter(names)
        self._taken: list[str] = []
        self._bodies = [body for body in rng.sample(BODIES, len(BODIES)) if body.described not in said]
        self._standings = [
            one for one in rng.sample(STANDINGS, len(STANDINGS)) if not set(one.labels) & forbidden
        ]
        self._frames: dict[str, list[int]] = {}

    def body(self) -> Body:
        """Return what the next invented body is; each comes once in an item.

        :raises NoExpression: if there are no more."""
        if not self._bodies:
            raise NoExpression("no body is left")
        return self._bodies.pop()

    def named(self, word: str) -> str:
        """Return a name for a body."""
        stem = next(self._names, None)
        if stem is None:
            raise NoExpression("no name is left")
        self._taken.append(stem)
        return f"{stem} {word}"

    @property
    def stems_taken(self) -> frozenset[str]:
        """The stems of the names that are in use."""
        return frozenset(self._taken)

    def standing(self, labels: int) -> Standing:
        """Return a standing with at least so many words; one of its own for each node."""
        for place, standing in enumerate(self._standings):
            if len(standing.labels) >= labels:
                return self._standings.pop(place)
        raise NoExpression("no standing is left")

    def give_back(self, standing: Standing) -> None:
        """Take a standing back that no node has; another comes before it again."""
        self._standings.append(standing)

    def labels(self, standing: Standing, number: int) -> list[str]:
        """Return some of a standing's words, in a drawn order."""
        return self.rng.sample(standing.labels, number)

    def frame(self, kind: str, of: int) -> int:
        """Return the number of a frame of a kind, all of them before one comes again."""
        left = self._frames.setdefault(kind, [])
        if not left:
            left.extend(self.rng.sample(range(of), of))
        return left.pop()

    def is_free(self, value: Value) -> bool:
        """Tell whether a number may be written: it is no token of the edit."""
        return isinstance(value, str) or not {
            f"{value:,.0f}", f"{value:.0f}", f"{value:g}"
        } & self.forbidden  # fmt: skip
