"""The structural schedule: how many items of which split, shape, documents, size, depth (RKB Tables 4, 5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .seeds import by_hash
from .shapes import NoSuchShape, graph_of

SPLITS = ("development", "selection", "report")
SHARES: Mapping[str, int] = {"development": 1, "selection": 1, "report": 3}
DOCUMENTS = (3, 4)
ITEMS = 150
RESERVES = 12

# RKB Table 4, with the one size and depth a family that also gives Table 5.
TABLE_4: Mapping[str, tuple[int, int, int]] = {
    "branched_merge": (17, 7, 5),
    "chain_with_branch": (23, 4, 3),
    "chain_with_late_branch": (19, 5, 4),
    "deep_branch": (19, 6, 5),
    "diamond_with_tail": (18, 5, 4),
    "unequal_depth_branches": (19, 6, 4),
    "fork_with_tails": (19, 5, 3),
    "three_branches": (16, 7, 4),
}


class InvalidSchedule(ValueError):
    """A schedule that cannot be built."""


@dataclass(frozen=True, slots=True)
class Coordinate:
    """One place of the schedule; `key` names it and seeds what is drawn for it."""

    key: str
    split: str
    shape: str
    size: int
    depth: int
    documents: int


def apportion(total: int, weights: Mapping[str, int]) -> dict[str, int]:
    """Share *total* out by *weights*: largest remainders, ties to the earlier name.

    >>> apportion(150, {"development": 1, "selection": 1, "report": 3})
    {'development': 30, 'selection': 30, 'report': 90}
    """
    whole = sum(weights.values())
    shares = {name: total * weight // whole for name, weight in weights.items()}
    by_remainder = sorted(weights, key=lambda name: -(total * weights[name] % whole))
    for name in by_remainder[: total - sum(shares.values())]:
        shares[name] += 1
    return shares


def default_schedule(items: int = ITEMS) -> list[Coordinate]:
    """Return a schedule with the marginals of RKB Tables 4 and 5, scaled to *items*.

    The list, family by family, is dealt to the splits one, one, three, so that each has its part of all.

    :raises InvalidSchedule: if *items* is not at least 1."""
    if items < 1:
        raise InvalidSchedule(f"{items} items, expected at least 1")
    counts = apportion(items, {shape: row[0] for shape, row in TABLE_4.items()})
    shapes = [shape for shape, count in counts.items() for _ in range(count)]
    rows: list[Coordinate] = []
    seen = dict.fromkeys(SPLITS, 0)
    for shape, split in zip(shapes, _spread(apportion(items, SHARES)), strict=True):
        _, size, depth = TABLE_4[shape]
        documents = DOCUMENTS[(seen[split] + SPLITS.index(split)) % 2]
        seen[split] += 1
        rows.append(Coordinate(f"{split}-{seen[split]:04}", split, shape, size, depth, documents))
    return rows


def _spread(counts: Mapping[str, int]) -> list[str]:
    """Return each name as often as counted, its copies at even distances."""
    places = [
        ((copy + 0.5) / count, rank, name)
        for rank, (name, count) in enumerate(counts.items())
        for copy in range(count)
    ]
    return [name for _, _, name in sorted(places)]


_KEYS = {"split", "shape", "size", "depth", "documents"}


def schedule_of(rows: Iterable[Any]) -> list[Coordinate]:
    """Read a schedule of one's own: objects with `split shape size depth documents`, in their order.

    :raises InvalidSchedule: naming the row and what is wrong with it."""
    coordinates: list[Coordinate] = []
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or set(row) != _KEYS:
            raise InvalidSchedule(
                f"row {number}: expected an object with the keys {', '.join(sorted(_KEYS))}"
            )
        if row["split"] not in SPLITS:
            raise InvalidSchedule(f"row {number}: split {row['split']!r} is none of {', '.join(SPLITS)}")
        if row["documents"] not in DOCUMENTS:
            raise InvalidSchedule(f"row {number}: {row['documents']!r} documents, expected 3 or 4")
        try:
            graph_of(row["shape"], row["size"], row["depth"])
        except (NoSuchShape, TypeError) as error:
            raise InvalidSchedule(f"row {number}: {error}") from error
        coordinates.append(Coordinate(f"{row['split']}-{number:04}", **row))
    if not coordinates:
        raise InvalidSchedule("no rows, expected at least one")
    return coordinates


def reserves_for(
    schedule: Sequence[Coordinate],
    eligible: Mapping[str, Sequence[str]],
    most: int = RESERVES,
    *,
    seed: int | str = 0,
) -> dict[str, list[str]]:
    """Deal the eligible sources of each split to its coordinates: an ordered list of reserves each.

    Each round goes over the coordinates in an order of its own, so that what comes first in *eligible*
    falls to no family more than to another.

    :param eligible: by split, source ids in the order in which they are dealt.
    :param most: the greatest number of reserves a coordinate; sources that are left over go unused."""
    reserves: dict[str, list[str]] = {coordinate.key: [] for coordinate in schedule}
    for split in SPLITS:
        keys = [coordinate.key for coordinate in schedule if coordinate.split == split]
        sources = eligible.get(split, ())[: most * len(keys)]
        for start in range(0, len(sources), max(1, len(keys))):
            order = by_hash(keys, "deal", seed, start)
            for key, source_id in zip(order, sources[start : start + len(keys)], strict=False):
                reserves[key].append(source_id)
    return reserves
