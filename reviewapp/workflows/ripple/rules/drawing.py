"""A closure as a layered drawing: the edit record on the left, depth to the right. Pure.

Every node stands in the column of its depth (shortest path from the edit record, RKB §2). An edge that
passes columns gets a place of its own in each, so that it runs between the nodes and not behind them; one
that leads to the same column or back (a merge of branches of unequal length) runs along the bottom.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reviewapp.records.ripple import EDIT

EDIT_WIDTH, WIDTH, HEIGHT = 48, 132, 46
GAP_X, GAP_Y, BEND_GAP = 30, 18, 14
MARGIN, FOOT, LANE, HEAD = 8, 24, 14, 8
SWEEPS = 6


@dataclass(frozen=True, slots=True)
class Place:
    """Where a node stands; `name` is a unit id or `edit`, `depth` None where no path leads to it."""

    name: str
    depth: int | None
    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> int:
        return self.y + self.height // 2

    @property
    def center(self) -> int:
        return self.x + self.width // 2

    @property
    def right(self) -> int:
        return self.x + self.width


@dataclass(frozen=True, slots=True)
class Arrow:
    """An edge as drawn: `path` and `head` are data of SVG paths, (`x`, `y`) is the place of a mark on it."""

    name: str
    parent: str
    child: str
    path: str
    head: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Column:
    """One depth: its title below the drawing and the middle of it."""

    title: str
    x: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole drawing, in pixels from its left upper corner."""

    width: int
    height: int
    places: tuple[Place, ...]
    arrows: tuple[Arrow, ...]
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Bend:
    """Where an edge passes a column."""

    edge: str
    column: int


Slot = str | Bend


def draw(depths: Mapping[str, int | None], edges: Sequence[tuple[str, str, str]]) -> Drawing:
    """Lay out the units of *depths* and the *edges* (edge id, parent, child) between them (RKB §2, App. D).

    >>> [place.x for place in draw({"a": 1, "b": 2}, [("e1", "edit", "a"), ("e2", "a", "b")]).places]
    [8, 86, 248]

    The same input gives the same drawing. An edge from or to a unit that *depths* lacks is left out.

    :param depths: of each unit its distance from the edit record in edges; None where no path leads to it.
    """
    columns = _columns(depths)
    column_of = {name: n for n, names in enumerate(columns) for name in names}
    drawable = [edge for edge in edges if edge[1] in column_of and edge[2] in column_of]
    chains = {edge[0]: _chain(edge, column_of) for edge in drawable}
    layers = _ordered(_layers(columns, chains), chains)
    at = _placed(layers, depths)
    places = [at[name] for layer in layers for name in layer if isinstance(name, str)]
    bottom = max(place.y + place.height for place in at.values())
    arrows, lanes = _arrows(drawable, chains, at, bottom)
    titles = tuple(
        Column(_title(n, names, depths), at[names[0]].x + at[names[0]].width // 2)
        for n, names in enumerate(columns)
    )
    right = max(place.right for place in places)
    return Drawing(right + MARGIN, bottom + lanes * LANE + FOOT, tuple(places), arrows, titles)


def _columns(depths: Mapping[str, int | None]) -> list[list[str]]:
    """Return the names by column; what no path leads to stands in a column behind all others."""
    known_depths = sorted({depth for depth in depths.values() if depth is not None})
    columns = [
        [EDIT],
        *([name for name, depth in depths.items() if depth == column_depth] for column_depth in known_depths),
    ]
    unreached = [name for name, depth in depths.items() if depth is None]
    return [*columns, unreached] if unreached else columns


def _title(number: int, names: Sequence[str], depths: Mapping[str, int | None]) -> str:
    if number == 0:
        return "depth 0"
    depth = depths[names[0]]
    return "not reached" if depth is None else str(depth)


def _chain(edge: tuple[str, str, str], column_of: Mapping[str, int]) -> list[Slot]:
    """Return the slots that an edge passes, parent first; an edge that leads back has only its two ends."""
    name, parent, child = edge
    between = range(column_of[parent] + 1, column_of[child])
    return [parent, *(Bend(name, column) for column in between), child]


def _layers(columns: Sequence[Sequence[str]], chains: Mapping[str, Sequence[Slot]]) -> list[list[Slot]]:
    layers: list[list[Slot]] = [list(names) for names in columns]
    for chain in chains.values():
        for slot in chain:
            if isinstance(slot, Bend):
                layers[slot.column].append(slot)
    return layers


def _ordered(layers: list[list[Slot]], chains: Mapping[str, Sequence[Slot]]) -> list[list[Slot]]:
    """Order each layer by the mean place of its neighbours, and keep the sweep with the fewest crossings."""
    column = {slot: n for n, layer in enumerate(layers) for slot in layer}
    pairs = [pair for chain in chains.values() for pair in pairwise(chain)]
    links = [(left, right) for left, right in pairs if column[right] - column[left] == 1]
    before: dict[Slot, list[Slot]] = defaultdict(list)
    behind: dict[Slot, list[Slot]] = defaultdict(list)
    for left, right in links:
        before[right].append(left)
        behind[left].append(right)
    best, fewest = layers, _crossings(layers, links)
    for sweep in range(SWEEPS):
        layers = _swept(layers, behind if sweep % 2 else before, is_back=sweep % 2 == 1)
        crossings = _crossings(layers, links)
        if crossings < fewest:
            best, fewest = layers, crossings
    return best


def _swept(
    layers: Sequence[list[Slot]], neighbours: Mapping[Slot, Sequence[Slot]], *, is_back: bool
) -> list[list[Slot]]:
    swept = list(layers)
    order = range(len(layers) - 2, -1, -1) if is_back else range(1, len(layers))
    for n in order:
        rank = {slot: place for place, slot in enumerate(swept[n + 1 if is_back else n - 1])}
        weights = {
            slot: _mean([rank[neighbour] for neighbour in neighbours.get(slot, ())]) for slot in swept[n]
        }
        old_rank = {slot: place for place, slot in enumerate(swept[n])}
        swept[n] = sorted(
            swept[n], key=lambda slot: (_weight_or_place(weights[slot], old_rank[slot]), old_rank[slot])
        )
    return swept


def _weight_or_place(weight: float | None, place: int) -> float:
    return place if weight is None else weight


def _mean(values: Sequence[int]) -> float | None:
    return sum(values) / len(values) if values else None


def _crossings(layers: Sequence[Sequence[Slot]], links: Sequence[tuple[Slot, Slot]]) -> int:
    at = {slot: (n, place) for n, layer in enumerate(layers) for place, slot in enumerate(layer)}
    lines = [(at[left][0], at[left][1], at[right][1]) for left, right in links]
    return sum(
        first[0] == second[0] and (first[1] - second[1]) * (first[2] - second[2]) < 0
        for n, first in enumerate(lines)
        for second in lines[n + 1 :]
    )


def _placed(layers: Sequence[Sequence[Slot]], depths: Mapping[str, int | None]) -> dict[Slot, Place]:
    """Stack each layer around the middle of the tallest."""
    heights = [sum(map(_height, layer)) + GAP_Y * (len(layer) - 1) for layer in layers]
    tallest = max(heights)
    at: dict[Slot, Place] = {}
    x = MARGIN
    for n, layer in enumerate(layers):
        width = EDIT_WIDTH if n == 0 else WIDTH
        y = MARGIN + (tallest - heights[n]) // 2
        for slot in layer:
            name = slot if isinstance(slot, str) else ""
            at[slot] = Place(name, 0 if name == EDIT else depths.get(name), x, y, width, _height(slot))
            y += _height(slot) + GAP_Y
        x += width + GAP_X
    return at


def _height(slot: Slot) -> int:
    return BEND_GAP if isinstance(slot, Bend) else HEIGHT


def _arrows(
    edges: Sequence[tuple[str, str, str]],
    chains: Mapping[str, Sequence[Slot]],
    at: Mapping[Slot, Place],
    bottom: int,
) -> tuple[tuple[Arrow, ...], int]:
    """Return the edges as drawn, and how many of them run along the bottom."""
    arrows = []
    lanes = 0
    ports = _ports(chains, at)
    for name, parent, child in edges:
        if at[child].x > at[parent].x:
            arrows.append(_forward(name, chains[name], at, ports))
        else:
            lanes += 1
            arrows.append(_back(name, at[parent], at[child], bottom + lanes * LANE - LANE // 2))
    return tuple(arrows), lanes


def _ports(chains: Mapping[str, Sequence[Slot]], at: Mapping[Slot, Place]) -> dict[tuple[str, Slot], int]:
    """Return the height at which each edge arrives at its child, spread so that arrow heads do not meet."""
    arriving: dict[Slot, list[tuple[int, str]]] = defaultdict(list)
    for name, chain in chains.items():
        if at[chain[-1]].x > at[chain[0]].x:
            arriving[chain[-1]].append((at[chain[-2]].middle, name))
    ports = {}
    for child, arrivals in arriving.items():
        step = min(14, (HEIGHT - 12) // max(1, len(arrivals)))
        for n, (_, name) in enumerate(sorted(arrivals)):
            ports[name, child] = at[child].middle + round(step * (n - (len(arrivals) - 1) / 2))
    return ports


def _forward(
    name: str,
    chain: Sequence[Slot],
    at: Mapping[Slot, Place],
    ports: Mapping[tuple[str, Slot], int],
) -> Arrow:
    first, last = at[chain[0]], at[chain[-1]]
    path = [f"M{first.right} {first.middle}"]
    x, y = first.right, first.middle
    for slot in chain[1:]:
        place = at[slot]
        end = ports[name, slot] if slot == chain[-1] else place.middle
        half = (x + place.x) // 2
        path.append(f"C{half} {y} {half} {end} {place.x} {end}")
        x, y = place.x, end
        if isinstance(slot, Bend):
            path.append(f"H{place.right}")
            x = place.right
    begin = at[chain[1]]
    return Arrow(
        name,
        first.name,
        last.name,
        " ".join(path),
        f"M{x - HEAD} {y - HEAD // 2} L{x} {y} L{x - HEAD} {y + HEAD // 2} Z",
        (first.right + begin.x) // 2,
        (first.middle + (ports[name, chain[1]] if len(chain) == 2 else begin.middle)) // 2,
    )


def _back(name: str, parent: Place, child: Place, lane: int) -> Arrow:
    start, end = parent.x + parent.width * 2 // 3, child.x + child.width // 3
    foot, mouth = parent.y + parent.height, child.y + child.height
    middle = (start + end) // 2
    path = f"M{start} {foot} C{start} {lane} {start} {lane} {middle} {lane} S{end} {lane} {end} {mouth}"
    head = f"M{end - HEAD // 2} {mouth + HEAD} L{end} {mouth} L{end + HEAD // 2} {mouth + HEAD} Z"
    return Arrow(name, parent.name, child.name, path, head, middle, lane)
