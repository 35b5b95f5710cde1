"""What a return still lacks, each with the place on the page where it is put right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviewapp.workflows.ripple.rules.public import Public

PLACES = {"selected": "u1", "added-edge": "unintended-dependencies", "added": "missing-statements"}


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing that is missing, and the id of the element where it belongs; "" where there is none."""

    text: str
    anchor: str


def lacks(missing: Mapping[str, str], public: Public, edges: Sequence[Mapping[str, Any]] = ()) -> list[Lack]:
    """Return what is missing, by field, with its place on the page."""
    places = _places(public, edges)
    return [Lack(text, places.get(field) or _general(field)) for field, text in missing.items()]


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
