"""The eight families as graphs: their sizes and depths, branches, and that no two are one."""

from itertools import combinations

import numpy as np
import pytest
from scipy.sparse.csgraph import shortest_path

from benchmark.construction.ripple.schedule import TABLE_4
from benchmark.construction.ripple.shapes import (
    DEPTHS,
    FAMILIES,
    SIZES,
    Graph,
    NoSuchShape,
    are_isomorphic,
    depths_of,
    edges_of,
    exists,
    graph_of,
    has_branch,
)

COORDINATES = [(size, depth) for size in SIZES for depth in DEPTHS]
EVERY = [
    (family, size, depth) for family in FAMILIES for size, depth in COORDINATES if exists(family, size, depth)
]


@pytest.mark.parametrize(
    ("family", "graph"),
    [
        ("chain_with_branch", ((), (0,), (1,), (1,))),
        ("fork_with_tails", ((), (0,), (1,), (0,), (3,))),
        ("chain_with_late_branch", ((), (0,), (1,), (2,), (2,))),
        ("diamond_with_tail", ((), (0,), (0,), (1, 2), (3,))),
        ("unequal_depth_branches", ((), (0,), (1,), (2,), (0,), (4,))),
        ("deep_branch", ((), (0,), (1,), (2,), (3,), (2,))),
        ("three_branches", ((), (0,), (1,), (2,), (0,), (4,), (0,))),
        ("branched_merge", ((), (0,), (1,), (0,), (3,), (2, 4), (5,))),
    ],
)
def test_the_scheduled_graph_of_each_family_drawn_by_hand(family: str, graph: Graph) -> None:
    _, size, depth = TABLE_4[family]
    assert are_isomorphic(graph_of(family, size, depth), graph)


@pytest.mark.parametrize(("family", "size", "depth"), EVERY)
def test_each_graph_has_its_size_depth_and_a_branch(family: str, size: int, depth: int) -> None:
    graph = graph_of(family, size, depth)
    assert len(graph) == size
    assert max(depths_of(graph)) == depth
    assert has_branch(graph)


@pytest.mark.parametrize(("family", "size", "depth"), EVERY)
def test_depths_are_those_of_an_independent_library(family: str, size: int, depth: int) -> None:
    graph = graph_of(family, size, depth)
    matrix = np.zeros((size, size))
    for parent, child in edges_of(graph):
        matrix[parent, child] = 1
    lengths = shortest_path(matrix, unweighted=True, indices=0)
    assert depths_of(graph) == [length + 1 for length in lengths]


@pytest.mark.parametrize(("size", "depth"), COORDINATES)
def test_no_two_families_are_one_graph(size: int, depth: int) -> None:
    graphs = {family: graph_of(family, size, depth) for family in FAMILIES if exists(family, size, depth)}
    for (one, graph), (other, rival) in combinations(graphs.items(), 2):
        assert not are_isomorphic(graph, rival), (one, other)


def test_only_merging_families_merge() -> None:
    merging = {
        family
        for family, size, depth in EVERY
        if any(len(unit) > 1 for unit in graph_of(family, size, depth))
    }
    assert merging == {"diamond_with_tail", "branched_merge"}


def test_renumbered_graphs_are_isomorphic() -> None:
    assert are_isomorphic(((), (0,), (0,), (1,)), ((), (0,), (0,), (2,)))
    assert not are_isomorphic(((), (0,), (0,), (1,)), ((), (0,), (1,), (1,)))


def test_what_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(NoSuchShape, match="fork_with_tails has no graph of 4 units"):
        graph_of("fork_with_tails", 4, 3)
    with pytest.raises(NoSuchShape, match="unknown shape 'ring'"):
        graph_of("ring", 5, 3)
