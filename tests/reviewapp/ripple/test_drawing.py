"""The layered drawing of a closure: a table by hand, and what holds of every graph."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from reviewapp.workflows.ripple.rules.drawing import (
    EDIT,
    GAP_X,
    HEIGHT,
    MARGIN,
    WIDTH,
    Drawing,
    Place,
    draw,
)
from reviewapp.workflows.ripple.rules.graph import depths

NAMES = "abcdefgh"
DIAMOND = [("e1", EDIT, "a"), ("e2", "a", "b"), ("e3", "a", "c"), ("e4", "b", "d"), ("e5", "c", "d")]


def drawn(edges: list[tuple[str, str, str]]) -> Drawing:
    found = depths([(parent, child) for _, parent, child in edges])
    return draw({name: found.get(name) for name in dict.fromkeys(edge[2] for edge in edges)}, edges)


def at(drawing: Drawing) -> dict[str, Place]:
    return {place.name: place for place in drawing.places}


def ends(path: str) -> tuple[tuple[int, int], tuple[int, int]]:
    numbers = [int(one) for one in re.findall(r"-?\d+", path)]
    return (numbers[0], numbers[1]), (numbers[-2], numbers[-1])


def test_a_diamond_by_hand() -> None:
    drawing = drawn(DIAMOND)
    places = at(drawing)
    assert [places[name].depth for name in (EDIT, "a", "b", "c", "d")] == [0, 1, 2, 2, 3]
    assert places["b"].x == places["c"].x == places["a"].x + WIDTH + GAP_X
    assert places["b"].y == MARGIN
    assert places["c"].y == MARGIN + HEIGHT + 18
    assert places["a"].middle == places["d"].middle == places[EDIT].middle
    assert [column.title for column in drawing.columns] == ["depth 0", "1", "2", "3"]


def test_branches_are_ordered_so_that_no_edges_cross() -> None:
    edges = [("e1", EDIT, "a"), ("e2", "a", "b"), ("e3", "a", "c"), ("e4", "c", "x"), ("e5", "b", "y")]
    places = at(drawn(edges))
    assert (places["b"].y < places["c"].y) == (places["y"].y < places["x"].y)


def test_an_edge_that_passes_a_column_runs_between_its_nodes() -> None:
    edges = [*DIAMOND, ("e6", "a", "d"), ("e7", "d", "z"), ("e8", "a", "z")]
    drawing = draw({"a": 1, "b": 2, "c": 2, "d": 3, "z": 4}, edges)
    path = next(arrow.path for arrow in drawing.arrows if arrow.name == "e8")
    for x, y in [(int(x), int(y)) for x, y in re.findall(r"(-?\d+) (-?\d+) H", path)]:
        inside = [one for one in drawing.places if one.x <= x < one.right and one.y <= y <= one.y + HEIGHT]
        assert inside == []


def test_a_merge_of_unequal_branches_leads_back_along_the_bottom() -> None:
    edges = [("e1", EDIT, "a"), ("e2", "a", "b"), ("e3", "b", "c"), ("e4", "a", "m"), ("e5", "c", "m")]
    drawing = drawn(edges)
    places, back = at(drawing), next(arrow for arrow in drawing.arrows if arrow.name == "e5")
    assert places["m"].x < places["c"].x
    assert back.y > max(place.y + place.height for place in drawing.places)
    assert back.y < drawing.height


def test_what_no_path_reaches_stands_behind_all_others() -> None:
    drawing = draw({"a": 1, "lost": None}, [("e1", EDIT, "a"), ("e2", "lost", "a")])
    places = at(drawing)
    assert places["lost"].x > places["a"].x
    assert drawing.columns[-1].title == "not reached"


def test_an_edge_to_what_is_not_drawn_is_left_out() -> None:
    assert draw({"a": 1}, [("e1", EDIT, "a"), ("e2", "a", "gone")]).arrows[0].name == "e1"
    assert draw({}, []).arrows == ()


GRAPHS = st.lists(
    st.tuples(st.sampled_from([EDIT, *NAMES]), st.sampled_from(NAMES)).filter(lambda one: one[0] != one[1]),
    max_size=14,
    unique=True,
)


@given(GRAPHS)
def test_what_holds_of_every_graph(pairs: list[tuple[str, str]]) -> None:
    edges = [(f"e{n}", parent, child) for n, (parent, child) in enumerate(pairs)]
    drawing = drawn(edges)
    assert drawn(edges) == drawing
    places = at(drawing)
    for one in drawing.places:
        assert 0 <= one.x < one.right < drawing.width
        assert 0 <= one.y < one.y + one.height < drawing.height
        for other in drawing.places:
            if one.depth is not None and other.depth is not None:
                assert (one.depth < other.depth) == (one.x < other.x)
            if one is not other and one.x == other.x:
                assert abs(one.y - other.y) >= HEIGHT
    shown = [edge for edge in edges if {edge[1], edge[2]} <= places.keys()]
    assert [arrow.name for arrow in drawing.arrows] == [edge[0] for edge in shown]
    for arrow in drawing.arrows:
        start, end = ends(arrow.path)
        parent, child = places[arrow.parent], places[arrow.child]
        if child.x > parent.x:
            assert start == (parent.right, parent.middle)
            assert end[0] == child.x
            assert child.y <= end[1] <= child.y + child.height
