"""What scoring takes of ripple items: units, edit, closure, depths, spans (RKB §2, B; contracts §4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reviewapp.records import Finding, Place, Problems, Source
from reviewapp.records.fields import quoted
from reviewapp.records.ripple import (
    EDIT,
    KINDS,
    SPLITS,
    Edit,
    RippleRecord,
    Unit,
    UnitSpan,
    check_public,
    check_ripple,
    read_ripple,
)

DEVELOPMENT, SELECTION, REPORT = SPLITS
NUMBER, ENTITY = KINDS


@dataclass(frozen=True, slots=True)
class RippleItem:
    """One item with its hidden answer key; units in the order in which they are rendered."""

    item_id: str
    split: str
    source_id: str
    shape: str
    edit: Edit
    units: tuple[Unit, ...]
    document_sizes: tuple[int, ...]
    depths: Mapping[str, int]
    supporting: frozenset[str]
    spans: tuple[UnitSpan, ...]

    @property
    def max_depth(self) -> int:
        return max(self.depths.values())

    def unit(self, unit_id: str) -> Unit:
        """Return a candidate unit by its identifier."""
        return next(unit for unit in self.units if unit.unit_id == unit_id)


def item_of(record: RippleRecord) -> RippleItem:
    """Return what scoring takes of a record."""
    return RippleItem(
        record.item_id,
        record.split,
        record.source_id,
        record.shape,
        record.edit,
        tuple(record.units),
        tuple(len(document.units) for document in record.documents),
        record.depths,
        frozenset(record.supporting_units),
        record.spans,
    )


def check_item(obj: Mapping[str, Any]) -> RippleItem:
    """Return the ripple item that *obj* describes (contracts §4).

    :raises InvalidRecord: as `check_ripple` does."""
    return item_of(check_ripple(obj))


def read_ripple_items(source: Source, problems: Problems) -> list[RippleItem]:
    """Read a file of ripple items in its order; the bad ones go to *problems* (contracts §1, §4)."""
    items: list[RippleItem] = []
    seen: dict[str, int] = {}
    for line, record in read_ripple(source, problems):
        before = seen.setdefault(record.item_id, line.number)
        if before != line.number:
            message = f"{quoted(record.item_id)} stands twice: on line {before} too"
            problems.reject(Place(source.name, line.number), line.data, [Finding("item_id", message)])
        else:
            items.append(item_of(record))
    return items


__all__ = [
    "DEVELOPMENT",
    "EDIT",
    "ENTITY",
    "KINDS",
    "NUMBER",
    "REPORT",
    "SELECTION",
    "SPLITS",
    "Edit",
    "RippleItem",
    "Unit",
    "UnitSpan",
    "check_item",
    "check_public",
    "item_of",
    "read_ripple_items",
]
