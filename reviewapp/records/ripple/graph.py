"""The dependency graph of a ripple item: depths and cycles (RKB §2, B.1). Pure."""

from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter

EDIT = "edit"
"""What stands for the edit record as the parent of an edge; no unit is called so."""


def shortest_paths(edges: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Return how far each unit is from the edit record along the edges (RKB B.1).

    >>> shortest_paths([("edit", "a"), ("a", "b"), ("b", "c"), ("a", "c")])
    {'a': 1, 'b': 2, 'c': 2}
    """
    children: dict[str, list[str]] = {}
    for parent, child in edges:
        children.setdefault(parent, []).append(child)
    depths: dict[str, int] = {}
    frontier, depth = [EDIT], 0
    while frontier:
        depth += 1
        reached = [child for parent in frontier for child in children.get(parent, ())]
        frontier = [child for child in dict.fromkeys(reached) if child not in depths and child != EDIT]
        depths |= dict.fromkeys(frontier, depth)
    return depths


def find_cycle(edges: Iterable[tuple[str, str]]) -> list[str] | None:
    """Return a cycle as the units along it, the first again at its end; None where there is none.

    >>> find_cycle([("edit", "a"), ("a", "b"), ("b", "a")])
    ['a', 'b', 'a']
    >>> find_cycle([("edit", "a"), ("a", "b")]) is None
    True
    """
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for parent, child in edges:
        sorter.add(child, parent)
    try:
        sorter.prepare()
    except CycleError as error:
        return list(error.args[1])
    return None
