"""Evidence access: R@1, SR@K and FR@K of each item of a stored run (EMB A.3, A.5; contracts §7)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

K = 10
SCORER = "1.0.0"  # rises whenever a change here or in the bootstrap could move a score


class BadCutoff(ValueError):
    """K is not positive."""


class RepeatedItem(ValueError):
    """Two items, or two results of one item and rung, have the same name."""


class NoItems(ValueError):
    """There is nothing to score."""


class Sources(IntEnum):
    """How many references an item has: the class each metric is taken over."""

    NONE = 0
    SINGLE = 1
    MULTI = 2


@dataclass(frozen=True, slots=True)
class AccessItem:
    """What scoring needs of an evidence item: its name, its gold documents, its domain."""

    item_id: str
    gold: frozenset[str]
    domain: str = ""

    @property
    def sources(self) -> Sources:
        return Sources(min(len(self.gold), 2))


@dataclass(frozen=True, slots=True)
class ItemScore:
    """One item's three figures; None where a metric does not run over the item."""

    r_at_1: float | None
    sr_at_k: float
    fr_at_k: float | None


def score_item(gold: Collection[str], ids: Sequence[str], k: int = K) -> ItemScore:
    """Score one item's distinct document ids, best first (EMB A.5).

    An item without gold, which a qrels file may hold, has SR@K 0 as in trec_eval and no other figure.

    >>> score_item({"17", "23"}, ["99", "17"], k=10)
    ItemScore(r_at_1=None, sr_at_k=0.5, fr_at_k=0.0)

    :param k: cut-off in positions, at least 1.
    :raises BadCutoff: if *k* is below 1.
    """
    if k < 1:
        raise BadCutoff(f"k: {k} is no positive number")
    if not gold:
        return ItemScore(None, 0.0, None)
    n_found = len(set(gold).intersection(ids[:k]))
    if len(gold) > 1:
        return ItemScore(None, n_found / len(gold), float(n_found == len(gold)))
    return ItemScore(float(bool(ids) and ids[0] in gold), n_found / len(gold), None)


def metric_name(metric: str, k: int) -> str:
    """Return the name under which a metric is written: ``sr_at_k`` at K = 10 is ``sr_at_10``."""
    return metric.replace("_k", f"_{k}") if metric.endswith("_at_k") else metric


def ladder_order(scale: str) -> tuple[int, float, str]:
    """Sort rungs by their size (64K, 512K, 30M), those that name none last and by name.

    >>> sorted(["326M", "all", "64K", "512K"], key=ladder_order)
    ['64K', '512K', '326M', 'all']
    """
    match = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{1,12})?)([KMB])", scale)
    if match is None:
        return 1, 0.0, scale
    return 0, float(match[1]) * {"K": 1e3, "M": 1e6, "B": 1e9}[match[2]], scale


class AccessTable:
    """Scores the results of one run, item by item and rung by rung.

    Every rung runs over all items; an item that the run leaves out scores as empty (contracts §5). No ranking
    is kept: the memory grows with items and rungs, not with the run.
    """

    def __init__(self, items: Sequence[AccessItem], k: int = K) -> None:
        """:raises NoItems, RepeatedItem, BadCutoff: if there is nothing to score, or not in a clear way."""
        if not items:
            raise NoItems("no items to score against")
        if k < 1:
            raise BadCutoff(f"k: {k} is no positive number")
        self.k = k
        self.items = items
        self._row = {item.item_id: row for row, item in enumerate(items)}
        if len(self._row) != len(items):
            raise RepeatedItem("an item_id stands twice among the items")
        self._empty = [score_item(item.gold, (), k) for item in items]
        self._scores: dict[str, list[ItemScore]] = {}
        self._given: dict[str, bytearray] = {}

    def open_scale(self, scale: str) -> None:
        """Make a rung part of the run, all of its items empty."""
        if scale not in self._scores:
            self._scores[scale] = list(self._empty)
            self._given[scale] = bytearray(len(self.items))

    def add(self, scale: str, item_id: str, ids: Sequence[str]) -> bool:
        """Score one result; False if the item is none of this table's (it is then ignored, as in trec_eval).

        :raises RepeatedItem: if the rung has a result of that item already.
        """
        self.open_scale(scale)
        row = self._row.get(item_id)
        if row is None:
            return False
        if self._given[scale][row]:
            raise RepeatedItem(f"item {item_id!r} stands twice under scale {scale!r}")
        self._given[scale][row] = 1
        self._scores[scale][row] = score_item(self.items[row].gold, ids, self.k)
        return True

    @property
    def scales(self) -> list[str]:
        return sorted(self._scores, key=ladder_order)

    def n_missing(self, scale: str) -> int:
        """Count the items that the run leaves out on a rung."""
        return self._given[scale].count(0)

    def missing(self, scale: str) -> Iterator[str]:
        """Yield the items that the run leaves out on a rung."""
        for item, has_result in zip(self.items, self._given[scale], strict=True):
            if not has_result:
                yield item.item_id

    def scores(self, scale: str) -> Iterator[tuple[AccessItem, ItemScore]]:
        """Yield each item with its figures on a rung, in the order of the items."""
        yield from zip(self.items, self._scores[scale], strict=True)
