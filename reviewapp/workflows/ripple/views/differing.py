"""Compares two bodies of one draft place by place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from reviewapp.workflows.ripple.rules.public import Public


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where two bodies differ, with the text of each."""

    where: str
    mine: str
    stored: str


def differences(mine: Mapping[str, Any], stored: Mapping[str, Any], public: Public) -> list[Difference]:
    """Return where the bodies differ, in the order of the first; an empty text where one says nothing."""
    mine_by_place, stored_by_place = dict(_places(mine, public)), dict(_places(stored, public))
    return [
        Difference(where, mine_by_place.get(where, ""), stored_by_place.get(where, ""))
        for where in [*mine_by_place, *(place for place in stored_by_place if place not in mine_by_place)]
        if mine_by_place.get(where, "") != stored_by_place.get(where, "")
    ]


def _places(body: Mapping[str, Any], public: Public) -> Iterator[tuple[str, str]]:
    for name, value in body.items():
        if isinstance(value, list):
            for n, element in enumerate(value, start=1):
                yield _place(name, n, element, public)
        else:
            yield name, str(value)


def _place(name: str, number: int, value: Any, public: Public) -> tuple[str, str]:
    if not isinstance(value, dict):
        paper = next((paper for paper in public.papers if paper.document_id == value), None)
        return f"{name}: {paper.title if paper else value}", "yes"
    unit = public.unit(value.get("unit_id", ""))
    where = f"{name}: {unit.short}" if unit else f"{name} {number}"
    parts = [
        _value_text(key, field_value, public)
        for key, field_value in value.items()
        if key not in {"unit_id", "edge_id"}
    ]
    return where, " · ".join(part for part in parts if part) or "yes"


def _value_text(key: str, value: Any, public: Public) -> str:
    if key == "citations":
        return ", ".join(citation.get("quote") or _short(citation["unit_id"], public) for citation in value)
    if isinstance(value, list):
        return ", ".join(_short(name, public) for name in value)
    if isinstance(value, bool):
        return key.replace("_", " ") if value else ""
    return str(value or "").replace("_", " ") if key == "verdict" else str(value or "")


def _short(name: str, public: Public) -> str:
    unit = public.unit(name)
    return unit.short if unit else name
