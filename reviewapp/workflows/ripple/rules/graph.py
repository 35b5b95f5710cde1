"""The graph of a closure: depths, cycles, merges (RKB §2, B.1, B.3). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from reviewapp.records.ripple import find_cycle, shortest_paths

Pair = tuple[str, str]


def depths(edges: Iterable[Pair]) -> dict[str, int]:
    """Return the depth of each unit that the edges reach: its shortest path from the edit record (RKB B.1).

    >>> depths([("edit", "a"), ("a", "b"), ("x", "y")])
    {'a': 1, 'b': 2}
    """
    return shortest_paths(edges)


def cycle(edges: Iterable[Pair]) -> list[str] | None:
    """Return a cycle along the edges, its first unit again at its end; None where there is none.

    >>> cycle([("a", "b"), ("b", "a")])
    ['a', 'b', 'a']
    """
    return find_cycle(edges)


def pairs(edges: Iterable[Mapping[str, Any]]) -> list[Pair]:
    """Return the edges of a closure as (parent, child).

    >>> pairs([{"edge_id": "e1", "parent": "edit", "child": "a", "rule": "as stated"}])
    [('edit', 'a')]
    """
    return [(edge["parent"], edge["child"]) for edge in edges]


def merges(edges: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return for each merge, a unit with more than one parent, the ids of its edges (RKB B.3).

    >>> merges([{"edge_id": str(n), "parent": p, "child": "c"} for n, p in enumerate("ab")])
    {'c': ['0', '1']}
    """
    arriving: dict[str, list[str]] = {}
    for edge in edges:
        arriving.setdefault(edge["child"], []).append(edge["edge_id"])
    return {child: edge_ids for child, edge_ids in arriving.items() if len(edge_ids) > 1}
