"""The public representation of a ripple item as pages number it (RKB B.1). Pure.

Pages name units and documents by their number in the item, from 1 in the order of the file: identifiers
may hold anything, numbers fit into names of fields and addresses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any


@dataclass(frozen=True, slots=True)
class Unit:
    """One candidate unit; `text` is canonical (CRLF read as LF)."""

    number: int
    unit_id: str
    text: str
    document: int
    title: str

    @property
    def short(self) -> str:
        """The beginning of the text, for lists and lines of choice."""
        flat = " ".join(self.text.split())
        return flat if len(flat) <= 70 else flat[:69] + "…"


@dataclass(frozen=True, slots=True)
class Paper:
    """One document of the item, with its units."""

    number: int
    document_id: str
    title: str
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Edit:
    """The edit record, and the edited sentence around the place: *before* + old + *after* is its text."""

    unit: Unit
    old: str
    new: str
    description: str
    before: str
    after: str


@dataclass(frozen=True)
class Public:
    """All that a reviewer sees of an item before the closure is revealed."""

    item_id: str
    edit: Edit
    papers: tuple[Paper, ...]

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        return tuple(unit for paper in self.papers for unit in paper.units)

    @cached_property
    def _by_id(self) -> dict[str, Unit]:
        return {unit.unit_id: unit for unit in self.units}

    def unit(self, unit_id: str) -> Unit | None:
        """Return the unit of that id, if the item has it."""
        return self._by_id.get(unit_id)

    def numbered(self, number: str) -> Unit | None:
        """Return the unit of that number, as a form sends it."""
        return self.units[int(number) - 1] if _is_number(number, len(self.units)) else None


def read_public(record: Mapping[str, Any]) -> Public:
    """Return the numbered view of a public record of contracts §4, which its import has checked."""
    papers: list[Paper] = []
    count = 0
    for number, document in enumerate(record["documents"], start=1):
        units = tuple(
            Unit(
                count + place,
                entry["unit_id"],
                entry["text"].replace("\r\n", "\n"),
                number,
                document["title"],
            )
            for place, entry in enumerate(document["units"], start=1)
        )
        count += len(units)
        papers.append(Paper(number, document["document_id"], document["title"], units))
    edit = record["edit"]
    unit = next(unit for paper in papers for unit in paper.units if unit.unit_id == edit["unit_id"])
    before, _, after = unit.text.partition(edit["old"].replace("\r\n", "\n"))
    edit_view = Edit(unit, edit["old"], edit["new"], edit["description"], before, after)
    return Public(record["item_id"], edit_view, tuple(papers))


def _is_number(text: str, highest: int) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= highest
