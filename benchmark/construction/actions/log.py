"""Telling the log of a decision about the construction (RKB App. L)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from benchmark.models import ConstructionDecision
from reviewapp.models import Person
from reviewapp.rules.protocol import Incomplete
from reviewapp.work.actions.events import record


@transaction.atomic(durable=True)
def log_decision(
    *, change: str, reason: str, outputs: str | None, at: datetime, actor: Person | None, now: datetime
) -> ConstructionDecision:
    """Add what was changed, why and when, to the log; an entry is never changed.

    :param outputs: which outputs had been seen when it was decided; None if none had.
    :raises Incomplete: without a change, or if outputs are said to have been seen and not which; or if it is
        yet to come."""
    missing = {}
    if not change.strip():
        missing["change"] = "Say what was changed."
    if outputs is not None and not outputs.strip():
        missing["outputs"] = "Say which outputs had been seen: of which system, on which items."
    if at > now:
        missing["at"] = "That is yet to come: the log tells of what was decided."
    if missing:
        raise Incomplete(missing)
    entry = ConstructionDecision.objects.create(
        at=at, change=change, reason=reason, outputs=outputs or "", entered_by=actor
    )
    record("log_decision", actor=actor, new={"decision": entry.pk, "at": at.isoformat()})
    return entry
