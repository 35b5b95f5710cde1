"""Two bodies of one draft, told apart place by place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from reviewapp.workflows.ripple.rules.public import Public


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where the two differ, and what each says there."""

    where: str
    mine: str
    stored: str


def differences(mine: Mapping[str, Any], stored: Mapping[str, Any], public: Public) -> list[Difference]:
    """Return where the bodies differ, in the order of the first; an empty text where one says nothing."""
    here, there = dict(_places(mine, public)), dict(_places(stored, public))
    return [
        Difference(where, here.get(where, ""), there.get(where, ""))
        for where in [*here, *(one for one in there if one not in here)]
        if here.get(where, "") != there.get(where, "")
    ]


def _places(body: Mapping[str, Any], public: Public) -> Iterator[tuple[str, str]]:
    for name, value in body.items():
        if isinstance(value, list):
            for n, one in enumerate(value, start=1):
                yield _place(name, n, one, public)
        else:
            yield name, str(value)


def _place(name: str, number: int, value: Any, public: Public) -> tuple[str, str]:
    if not isinstance(value, dict):
        paper = next((one for one in public.papers if one.document_id == value), None)
        return f"{name}: {paper.title if paper else value}", "yes"
    unit = public.unit(value.get("unit_id", ""))
    where = f"{name}: {unit.short}" if unit else f"{name} {number}"
    said = [_said(key, one, public) for key, one in value.items() if key not in {"unit_id", "edge_id"}]
    return where, " · ".join(one for one in said if one) or "yes"


def _said(key: str, value: Any, public: Public) -> str:
    if key == "citations":
        return ", ".join(one.get("quote") or _short(one["unit_id"], public) for one in value)
    if isinstance(value, list):
        return ", ".join(_short(one, public) for one in value)
    if isinstance(value, bool):
        return key.replace("_", " ") if value else ""
    return str(value or "").replace("_", " ") if key == "verdict" else str(value or "")


def _short(name: str, public: Public) -> str:
    unit = public.unit(name)
    return unit.short if unit else name
