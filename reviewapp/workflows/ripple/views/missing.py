"""What a return still misses, each entry with the place on the page where it belongs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviewapp.workflows.ripple.rules.public import Public

PLACES = {"selected": "u1", "added-edge": "unintended-dependencies", "added": "missing-statements"}


@dataclass(frozen=True, slots=True)
class MissingEntry:
    """A message about something missing, and the id of the page element where it belongs, or ""."""

    text: str
    anchor: str


def missing_entries(
    missing: Mapping[str, str], public: Public, edges: Sequence[Mapping[str, Any]] = ()
) -> list[MissingEntry]:
    """Return what is missing, by field, with its place on the page."""
    places = _places(public, edges)
    return [MissingEntry(text, places.get(field) or _general(field)) for field, text in missing.items()]


def _places(public: Public, edges: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    places = {f"checked-{paper.document_id}": f"d{paper.number}" for paper in public.papers}
    for unit in public.units:
        places[f"rationale-{unit.unit_id}"] = f"why-u{unit.number}"
        places[f"reason-{unit.unit_id}"] = f"reason-u{unit.number}"
        places[f"unit-{unit.unit_id}"] = places[f"merge-{unit.unit_id}"] = f"u{unit.number}"
        places[f"quote-u{unit.number}"] = f"u{unit.number}"
    for n, edge in enumerate(edges, start=1):
        places[f"edge-{edge['edge_id']}"] = places[f"quote-e{n}"] = f"e{n}"
    return places


def _general(field: str) -> str:
    if field == "notes":
        return "notes"
    return next((place for prefix, place in PLACES.items() if field.startswith(prefix)), "")
