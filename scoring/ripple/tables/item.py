"""One item of a run: the ranking with its two cutoffs, copies compared, and what was missed. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.ripple.scorer.census import DUPLICATE, MISSING_FIELD, UNKNOWN_ID, marks_of
from scoring.ripple.scorer.fidelity import is_exact
from scoring.ripple.scorer.metrics import Target
from scoring.ripple.scorer.rankings_parse import Parsed
from scoring.ripple.tables.copies import ADDED, MISSING, Piece, compared, visible

SHOWN_ENTRIES = 300
SHOWN_CHARACTERS = 3_000

MARKS: Mapping[str, str] = {
    UNKNOWN_ID: "unknown identifier",
    DUPLICATE: "duplicate",
    MISSING_FIELD: "no identifier or no text",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One position of a ranking; *copy* is there where the text is not the unit's own."""

    rank: int
    unit_id: str
    title: str
    text: str
    depth: int | None
    mark: str
    exact: bool | None
    copy: Sequence[Piece]
    cutoff: str

    @property
    def is_affected(self) -> bool:
        return self.depth is not None and not self.mark


@dataclass(frozen=True, slots=True)
class Missed:
    """An affected unit outside of the reviewed prefix."""

    unit_id: str
    title: str
    text: str
    depth: int
    cause: str
    rank: int | None


def entries_of(target: Target, parsed: Parsed, titles: Sequence[str]) -> list[Entry]:
    """Return the first positions of a ranking. The last position of a cutoff carries the cutoff's name.

    :param titles: of the item's documents, in their order.
    """
    units = {unit.unit_id: unit for unit in target.item.units}
    rows = []
    entries = parsed.entries[:SHOWN_ENTRIES]
    for rank, (entry, mark) in enumerate(zip(entries, marks_of(target, entries), strict=True), 1):
        named, copy_text = (_text(entry, key) for key in ("unit_id", "text"))
        unit = units.get(named or "")
        exact = None if unit is None or copy_text is None else is_exact(copy_text, unit.canonical)
        copy = (
            compared(copy_text, unit.canonical) if unit and copy_text is not None and exact is False else []
        )
        rows.append(
            Entry(
                rank,
                legible(named) if named is not None else "",
                titles[unit.document] if unit else "",
                unit.canonical if unit and exact is not False else legible(copy_text or ""),
                target.item.depths.get(named or ""),
                MARKS.get(mark, ""),
                exact,
                [Piece(piece.kind, _visible_text(piece)) for piece in copy],
                _cutoff(target, rank),
            )
        )
    return rows


def _text(entry: Any, key: str) -> str | None:
    value = entry.get(key) if type(entry) is dict else None
    return value if type(value) is str else None


def legible(text: str) -> str:
    """Return a text as a page can hold it: lone surrogates named, the end of a very long one left out."""
    short = text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}…"
    return short.encode("utf-8", "backslashreplace").decode().replace("\0", "␀")


def _visible_text(piece: Piece) -> str:
    if piece.kind in (MISSING, ADDED):
        return legible(visible(piece.text[:SHOWN_CHARACTERS]))
    return legible(piece.text)


def _cutoff(target: Target, rank: int) -> str:
    if rank == target.cutoff:
        return "2G"
    return "G" if rank == target.strict else ""


def missed_of(target: Target, detail: Mapping[str, Any], titles: Sequence[str]) -> list[Missed]:
    """Return what an item's stored census says was missed, with texts."""
    rows = []
    for miss in detail["misses"]:
        unit = target.item.unit(miss["unit_id"])
        place = (miss["depth"], miss["cause"], miss["rank"])
        rows.append(Missed(unit.unit_id, titles[unit.document], unit.canonical, *place))
    return rows
