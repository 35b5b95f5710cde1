"""What follows once every candidate of an item is decided (EMB A.1.3), inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from reviewapp.actions.committing import write_decision
from reviewapp.actions.settling import mark_decided
from reviewapp.collisions import consequence
from reviewapp.models import DocumentRole, ItemDocument, Task
from reviewapp.protocol import CONFLICT_REASON, Decision, Verdict


def apply_decisions(
    task: Task, decisions: Mapping[int, str], *, anew: bool, guideline_id: int | None, now: datetime
) -> None:
    """Make of the locked task's item what *decisions*, by document, say.

    :param anew: whether something may have been made of it before, which is undone first.
    """
    if anew:
        _undo(task)
    verdict = mark_applied(task, decisions, guideline_id=guideline_id, now=now)
    write_decision(task, verdict=verdict, domain="", guideline_id=guideline_id, now=now, decisions=decisions)


def mark_applied(task: Task, decisions: Mapping[int, str], *, guideline_id: int | None, now: datetime) -> str:
    """Say on the locked *task* itself, not in the database, that *decisions* decide it; return how.

    :raises IllegalMove: if it cannot be decided.
    """
    found = consequence(decisions.items())
    verdict = Verdict(Decision.REJECT, CONFLICT_REASON) if found.discarded else Verdict(Decision.ACCEPT)
    mark_decided(task, verdict, guideline_id=guideline_id, now=now)
    return task.verdict


def _undo(task: Task) -> None:
    """Give the item back the documents that its import named."""
    ItemDocument.objects.filter(item_id=task.item_id, by_review=True).delete()
    for moved in ItemDocument.objects.filter(item_id=task.item_id, base_position__isnull=False):
        moved.role, moved.position = DocumentRole.HARD_NEGATIVE, moved.base_position or 0
        moved.base_position = None
        moved.save(update_fields=["role", "position", "base_position"])
