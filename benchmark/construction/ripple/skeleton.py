"""The skeleton of an item: what depends on what, whether or not it changes.

A reader who follows dependencies and does not compute sees a skeleton, so nothing in it may tell which of its
units the edit changes. Its widths are drawn apart from the affected graph, and units that hold take the same
places below the edit as units that change.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from .shapes import Graph, depths_of

# How many units stand at the depths 2, 3, 4 and 5, by how many are linked in all but the edited one. The
# affected units of Table 4 are spread over the depths alike (1.7, 1.6, 1.0 and 0.2 on average).
WIDTHS = {
    16: ((6, 5, 4, 1), (6, 6, 3, 1), (5, 6, 4, 1)),
    17: ((6, 6, 4, 1), (7, 5, 4, 1), (6, 7, 3, 1)),
}
SECOND_PARENT = 0.55  # of units that change, how many have another parent that holds
SECOND_OF_HELD = 0.5
BOTH_LEVELS = 0.7  # of items, how many have a unit that holds below a changing one at both inner levels
CROWDED = 1.5  # how many children a unit that changes is taken to have beside its own


@dataclass(frozen=True, slots=True)
class Knot:
    """One place of a skeleton: the places it depends on, its depth, and whether it is to change.

    `number` is its place in the affected graph, None for one that holds."""

    parents: tuple[int, ...]
    depth: int
    number: int | None

    @property
    def changes(self) -> bool:
        return self.number is not None


def grown(graph: Graph, linked: int, rng: random.Random) -> list[Knot]:
    """Return a skeleton around an affected graph: *linked* places beside the edited one, parents first."""
    widths = rng.choice(WIDTHS[linked])
    depths = depths_of(graph)
    knots = [Knot((), 1, 0)]
    place_of = {0: 0}
    level = [0]
    mixed = {3, 4} if rng.random() < BOTH_LEVELS else {rng.choice((3, 4))}
    for depth in range(2, max(5, max(depths)) + 1):
        members = [number for number, found in enumerate(depths) if found == depth]
        held = max(widths[depth - 2] - len(members), 0)
        order: list[int | None] = [*members, *[None] * held]
        rng.shuffle(order)
        children = dict.fromkeys(level, 0)
        for member in members:
            for parent in graph[member]:
                if place_of[parent] in children:
                    children[place_of[parent]] += 1
        next_level = []
        changing = [one for one in level if knots[one].changes]
        below = rng.choice(changing) if changing and depth in mixed else -1
        for number in order:
            parents = (
                _second(tuple(place_of[parent] for parent in graph[number]), level, knots, rng)
                if number is not None
                else _adopted(level, children, below, knots, rng)
            )
            below = below if number is not None else -1
            if number is not None:
                place_of[number] = len(knots)
            next_level.append(len(knots))
            knots.append(Knot(parents, depth, number))
        level = next_level
    return knots


def _second(
    parents: tuple[int, ...], level: Sequence[int], knots: Sequence[Knot], rng: random.Random
) -> tuple[int, ...]:
    """Give a changing unit with one parent another that holds, as often as the others have a second."""
    others = [one for one in level if one not in parents and not knots[one].changes]
    if len(parents) == 1 and others and rng.random() < SECOND_PARENT:
        parents = (*parents, rng.choice(others))
        return parents if rng.random() < 0.5 else parents[::-1]
    return parents


def _adopted(
    level: Sequence[int],
    children: dict[int, int],
    below: int,
    knots: Sequence[Knot],
    rng: random.Random,
) -> tuple[int, ...]:
    """Choose the parents of a unit that holds: where there are fewest children, so that none stands out.

    :param below: a place that must be among them, or -1: one or two units an item hold below one that changes
        other than the edited one."""
    order = sorted(
        level,
        key=lambda one: (one != below, children[one] + CROWDED * knots[one].changes + rng.random()),
    )
    parents = tuple(order[: 2 if rng.random() < SECOND_OF_HELD else 1])
    for one in parents:
        children[one] += 1
    return tuple(rng.sample(parents, len(parents)))
