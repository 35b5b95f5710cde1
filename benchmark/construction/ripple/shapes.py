"""The eight dependency shapes of RKB Table 4, as graphs given by size and greatest depth.

A graph is the list of its units' parents; unit 0 is the edited sentence, whose parent is the edit record.
Sizes count the edited sentence, depths the edge from the edit record (RKB B.1). See docs/construction.md.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

Graph = tuple[tuple[int, ...], ...]

SIZES, DEPTHS = range(4, 8), range(3, 6)


class NoSuchShape(ValueError):
    """A family that has no graph of a size and depth, or an unknown family."""


class _Growing:
    """A graph that grows unit by unit."""

    def __init__(self) -> None:
        self.parents: list[tuple[int, ...]] = [()]

    def add(self, *parents: int) -> int:
        self.parents.append(parents)
        return len(self.parents) - 1

    def path(self, start: int, length: int) -> list[int]:
        """Add *length* units in a line below *start*; return the line, *start* included."""
        line = [start]
        for _ in range(length):
            line.append(self.add(line[-1]))
        return line

    def fill(self, parent: int, size: int) -> None:
        """Add units right below *parent* until the graph has *size*."""
        while len(self.parents) < size:
            self.add(parent)


def _chain_with_branch(size: int, depth: int) -> _Growing | None:
    """A chain; what is left branches off its second unit."""
    graph = _Growing()
    line = graph.path(0, depth - 1)
    graph.fill(line[1], size)
    return graph


def _chain_with_late_branch(size: int, depth: int) -> _Growing | None:
    """A chain; what is left branches off its last unit but one, which is not the second."""
    graph = _Growing()
    line = graph.path(0, depth - 1)
    graph.fill(line[-2], size)
    return graph if depth >= 4 else None


def _fork_with_tails(size: int, depth: int) -> _Growing | None:
    """Two tails of equal depth; what is left widens their ends."""
    graph = _Growing()
    tails = graph.path(0, depth - 1), graph.path(0, depth - 1)
    for turn in range(max(0, size - len(graph.parents))):
        graph.add(tails[turn % 2][-2])
    return graph


def _unequal_depth_branches(size: int, depth: int) -> _Growing | None:
    """A long branch and a shorter one; what is left widens the end of the shorter."""
    graph = _Growing()
    graph.path(0, depth - 1)
    short = graph.path(0, min(size - depth, depth - 2))
    if len(short) < 2 or (size > len(graph.parents) and len(short) < 3):
        return None
    graph.fill(short[-2], size)
    return graph


def _deep_branch(size: int, depth: int) -> _Growing | None:
    """A chain with a branch that starts below the edited sentence's children or has units of its own."""
    graph = _Growing()
    line = graph.path(0, depth - 1)
    spare = size - depth
    if spare == 1 and depth == 5:
        graph.add(line[2])
        return graph
    if spare < 2 or depth < 4:
        return None
    graph.fill(graph.add(line[1]), size)
    return graph


def _three_branches(size: int, depth: int) -> _Growing | None:
    """Three branches from the edited sentence, each no longer than the one before."""
    graph = _Growing()
    graph.path(0, depth - 1)
    spare = size - depth
    if spare < 2 or spare > 2 * (depth - 1):
        return None
    graph.path(0, (spare + 1) // 2)
    graph.path(0, spare // 2)
    return graph


def _diamond_with_tail(size: int, depth: int) -> _Growing | None:
    """Two units that merge at once, and a tail; what is left widens the tail's end."""
    graph = _Growing()
    merge = graph.add(graph.add(0), graph.add(0))
    if depth == 3:
        graph.fill(1, size)
        return graph if size >= 5 else None
    tail = graph.path(merge, depth - 3)
    graph.fill(tail[-2], size)
    return graph


def _branched_merge(size: int, depth: int) -> _Growing | None:
    """Branches of two units or more that merge, and what follows; or a merge beside or below a chain."""
    graph = _Growing()
    if depth == 3:
        graph.add(graph.add(0), graph.add(0))
        graph.fill(0, size)
        return graph if size >= 5 else None
    if size == depth + 1:
        start = graph.path(0, depth - 3)[-1]
        graph.add(graph.add(start), graph.add(start))
        return graph
    left, right = graph.path(0, 2), graph.path(0, 2)
    merge = graph.add(left[-1], right[-1])
    graph.path(merge, depth - 4)
    graph.fill(left[1], size)
    return graph


_FAMILIES: dict[str, Callable[[int, int], _Growing | None]] = {
    "branched_merge": _branched_merge,
    "chain_with_branch": _chain_with_branch,
    "chain_with_late_branch": _chain_with_late_branch,
    "deep_branch": _deep_branch,
    "diamond_with_tail": _diamond_with_tail,
    "fork_with_tails": _fork_with_tails,
    "three_branches": _three_branches,
    "unequal_depth_branches": _unequal_depth_branches,
}
FAMILIES = tuple(_FAMILIES)


def graph_of(family: str, size: int, depth: int) -> Graph:
    """Return the parents of each unit of a family's graph (RKB Table 4).

    >>> graph_of("diamond_with_tail", 5, 4)
    ((), (0,), (0,), (1, 2), (3,))

    :raises NoSuchShape: if the family is unknown or has no graph of this size and depth."""
    if family not in _FAMILIES:
        raise NoSuchShape(f"unknown shape {family!r}, expected one of {', '.join(FAMILIES)}")
    grown = _FAMILIES[family](size, depth) if size > depth >= 3 else None
    graph = tuple(grown.parents) if grown else ()
    if len(graph) != size or max(depths_of(graph)) != depth:
        raise NoSuchShape(f"{family} has no graph of {size} units and depth {depth}")
    return graph


def exists(family: str, size: int, depth: int) -> bool:
    """Tell whether a family has a graph of this size and depth."""
    try:
        graph_of(family, size, depth)
    except NoSuchShape:
        return False
    return True


def depths_of(graph: Graph) -> list[int]:
    """Return each unit's depth: the shortest path from the edit record (RKB B.1).

    >>> depths_of(((), (0,), (0, 1)))
    [1, 2, 2]
    """
    depths: list[int] = []
    for parents in graph:
        depths.append(1 + min((depths[parent] for parent in parents), default=0))
    return depths


def edges_of(graph: Graph) -> list[tuple[int, int]]:
    """Return the edges between units, parent first."""
    return [(parent, child) for child, parents in enumerate(graph) for parent in parents]


def has_branch(graph: Graph) -> bool:
    """Tell whether a unit has two children or more."""
    parents = [parent for parent, _ in edges_of(graph)]
    return len(set(parents)) < len(parents)


def are_isomorphic(one: Graph, other: Graph) -> bool:
    """Tell whether two graphs are one but for the numbering of their units."""
    if sorted(_degrees(one)) != sorted(_degrees(other)):
        return False
    wanted = set(edges_of(other))
    return any(
        {(order[parent], order[child]) for parent, child in edges_of(one)} == wanted
        for order in permutations(range(len(one)))
    )


def _degrees(graph: Graph) -> list[tuple[int, int, int]]:
    edges, depths = edges_of(graph), depths_of(graph)
    return [
        (depths[unit], sum(parent == unit for parent, _ in edges), len(graph[unit]))
        for unit in range(len(graph))
    ]
