"""Lines of a release of ripple items: final keys, decisions, the log, checks (RKB App. D, L). Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from benchmark.releases.formats.canonical import utc_text
from reviewapp.records import canonical_bytes, parse_object
from reviewapp.records.ripple import RippleRecord, check_ripple, public_bytes, ripple_bytes


def final_record(line: str, outcome: Mapping[str, Any] | None) -> RippleRecord:
    """Return an item with the key that its adjudication left, checked whole (RKB App. D).

    Units, edges and spans that stay keep their order, so that an item whose key was confirmed is, byte for
    byte, the one that was proposed.

    :param line: of the item as it was imported.
    :param outcome: with the final `units`, `edges` and `spans`; None for an item that nobody has reviewed.
    :raises InvalidRecord: if the final key is none."""
    proposed = parse_object(line.encode())
    if outcome is not None:
        closure = proposed["closure"]
        units = {unit["unit_id"]: unit["depth"] for unit in outcome["units"]}
        stayed = [unit["unit_id"] for unit in closure["units"] if unit["unit_id"] in units]
        order = dict.fromkeys([*stayed, *units])
        proposed["closure"] = {
            "units": [{"unit_id": unit_id, "depth": units[unit_id]} for unit_id in order],
            "edges": list(outcome["edges"]),
        }
        proposed["spans"] = list(outcome["spans"])
    return check_ripple(proposed)


def public_line(line: bytes) -> bytes:
    """Return the canonical public part of an item's canonical line (RKB B.1)."""
    return public_bytes(check_ripple(parse_object(line)))


@dataclass(frozen=True, slots=True)
class RippleDecisionLine:
    """A return, an adjudication, a comment in it or an assent to it, as `decisions.jsonl` writes it.

    `reviewer` is a pseudonym that stays the same in every release of an installation. `counts` is false of a
    return whose author was replaced: it stays on record. `body` is what was judged, as it was committed.
    """

    item_id: str
    kind: str
    decision_id: str | None
    campaign: str
    stage: str
    round: int
    reviewer: str
    decision: str
    note: str
    counts: bool
    body: Mapping[str, Any]
    guideline_version: int | None
    at: datetime
    active_seconds: float | None

    def as_object(self) -> dict[str, Any]:
        """Return the line with its keys in the documented order."""
        seconds = self.active_seconds
        return {
            "item_id": self.item_id,
            "kind": self.kind,
            "decision_id": self.decision_id,
            "campaign": self.campaign,
            "stage": self.stage,
            "round": self.round,
            "reviewer": self.reviewer,
            "decision": self.decision or None,
            "note": self.note,
            "counts": self.counts,
            "body": self.body,
            "guideline_version": self.guideline_version,
            "committed_at": utc_text(self.at),
            "active_seconds": seconds if seconds is not None and math.isfinite(seconds) else None,
        }


def ripple_decision_bytes(line: RippleDecisionLine) -> bytes:
    """Return the canonical bytes of a decision, without the line end."""
    return canonical_bytes(line.as_object())


@dataclass(frozen=True, slots=True)
class LogLine:
    """One decision about the construction, in the order in which they were taken (RKB App. L).

    `outputs` are those that had been seen when it was taken; None where the log cannot tell, empty where it
    was taken before any.
    """

    number: int
    at: datetime
    kind: str
    change: str
    reason: str
    outputs: str | None
    by: str | None

    def as_object(self) -> dict[str, Any]:
        """Return the line with its keys in the documented order."""
        when = None if self.outputs is None else "after" if self.outputs else "before"
        return {
            "number": self.number,
            "at": utc_text(self.at),
            "kind": self.kind,
            "change": self.change,
            "reason": self.reason or None,
            "outputs_seen": when,
            "outputs": self.outputs or None,
            "by": self.by,
        }


def log_bytes(line: LogLine) -> bytes:
    """Return the canonical bytes of an entry of the decision log, without the line end."""
    return canonical_bytes(line.as_object())


def check_bytes(name: str, result: Mapping[str, Any]) -> bytes:
    """Return the line of `checks.jsonl` that tells what a check found.

    >>> check_bytes("mechanical", {"passed": True, "items": 2}).decode()
    '{"check":"mechanical","passed":true,"items":2}'
    """
    rest = {key: value for key, value in result.items() if key != "passed"}
    return canonical_bytes({"check": name, "passed": result["passed"], **rest})


__all__ = [
    "LogLine",
    "RippleDecisionLine",
    "check_bytes",
    "final_record",
    "log_bytes",
    "public_line",
    "ripple_bytes",
    "ripple_decision_bytes",
]
