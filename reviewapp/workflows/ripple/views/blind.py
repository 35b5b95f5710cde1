"""Blind recovery as its page shows it: what is selected, ambiguous and checked, and what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reviewapp.rules.protocol import Incomplete
from reviewapp.workflows.ripple.rules.blind import check_blind
from reviewapp.workflows.ripple.rules.public import Paper, Public, Unit
from reviewapp.workflows.ripple.views.missing import MissingEntry, missing_entries


@dataclass(frozen=True, slots=True)
class Row:
    """A unit and what the reviewer says of it."""

    unit: Unit
    selected: bool
    rationale: str
    ambiguous: bool
    reason: str

    @property
    def number(self) -> int:
        return self.unit.number

    @property
    def text(self) -> str:
        return self.unit.text

    @property
    def short(self) -> str:
        return self.unit.short

    @property
    def lacks_why(self) -> bool:
        return self.selected and not self.rationale.strip()

    @property
    def lacks_reason(self) -> bool:
        return self.ambiguous and not self.reason.strip()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A document with its rows, and whether it was checked for omissions."""

    paper: Paper
    rows: list[Row]
    checked: bool

    @property
    def number(self) -> int:
        return self.paper.number

    @property
    def title(self) -> str:
        return self.paper.title


def blind_context(public: Public, record: Mapping[str, Any], body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the page's context for *body*, which may be incomplete."""
    selected = {row["unit_id"]: row["rationale"] for row in body.get("selected", [])}
    ambiguous = {row["unit_id"]: row["reason"] for row in body.get("ambiguous", [])}
    checked = set(body.get("checked", []))
    sheets = [
        Sheet(paper, [_row(unit, selected, ambiguous) for unit in paper.units], paper.document_id in checked)
        for paper in public.papers
    ]
    rows = [row for sheet in sheets for row in sheet.rows]
    return {
        "heading": "Blind recovery",
        "papers": sheets,
        "summary": {
            "selected": [row for row in rows if row.selected],
            "ambiguous": [row for row in rows if row.ambiguous],
        },
        "missing": missing_of(public, record, body),
    }


def missing_of(public: Public, record: Mapping[str, Any], body: Mapping[str, Any]) -> list[MissingEntry]:
    """Return what a blind return of this body would lack."""
    try:
        check_blind(body, record)
    except Incomplete as error:
        return missing_entries(error.missing, public)
    return []


def describe(context: Mapping[str, Any]) -> str:
    """Describe in one sentence what is about to be committed."""
    summary, sheets = context["summary"], context["papers"]
    return (
        f"{len(summary['selected'])} selected, {len(summary['ambiguous'])} ambiguous, "
        f"{sum(sheet.checked for sheet in sheets)} of {len(sheets)} documents checked for omissions."
    )


def _row(unit: Unit, selected: Mapping[str, str], ambiguous: Mapping[str, str]) -> Row:
    key = unit.unit_id
    return Row(unit, key in selected, selected.get(key, ""), key in ambiguous, ambiguous.get(key, ""))
