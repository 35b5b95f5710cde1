"""A ripple item as the paper has them, by hand, and ways to spoil it."""

from __future__ import annotations

import copy
import hashlib
import json
from pathlib import Path
from typing import Any

SAMPLE = Path(__file__).parents[3] / "fixtures" / "ripple_items.jsonl"


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def sample_lines() -> list[bytes]:
    """The lines of the shipped file, without their ends."""
    lines = SAMPLE.read_bytes().split(b"\n")
    assert lines.pop() == b""
    return lines


def item(place: int = 0, **changes: Any) -> dict[str, Any]:
    """One of the shipped items, some keys of it replaced."""
    found: dict[str, Any] = json.loads(sample_lines()[place])
    return found | changes


def changed(path: str, value: Any, base: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return an item with one value put in at a dotted path; ... takes the key away."""
    whole = copy.deepcopy(base or item())
    *keys, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    part: Any = whole
    for key in keys:
        part = part[key]
    if value is ...:
        del part[last]
    elif isinstance(part, list) and last == len(part):
        part.append(value)
    else:
        part[last] = value
    return whole


def reworded(document: int, unit: int, text: str, base: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return an item with another text of a unit, its hash put right and its spans gone."""
    whole = changed(f"documents.{document}.units.{unit}.text", text, base)
    found = whole["documents"][document]["units"][unit]
    found["sha256"] = digest(text.replace("\r\n", "\n").encode())
    whole["spans"] = [span for span in whole["spans"] if span["unit_id"] != found["unit_id"]]
    return whole


def span(unit_id: str, text: str, start: int, end: int, kind: str = "entity") -> dict[str, Any]:
    quote = text.encode()[start:end]
    return {"unit_id": unit_id, "kind": kind, "start": start, "end": end, "sha256": digest(quote)}
