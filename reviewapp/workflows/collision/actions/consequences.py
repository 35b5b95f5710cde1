"""What follows once every candidate of an item is decided (EMB A.1.3), inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from reviewapp.models import DocumentRole, ItemDocument, Task
from reviewapp.work.actions.committing import write_decision
from reviewapp.work.actions.settling import mark_decided
from reviewapp.workflows.collision.actions.applying import consequence_of, move_links
from reviewapp.workflows.collision.queries.candidates import Reviewed, read_reviewed
from reviewapp.workflows.collision.rules.collisions import Applied, applied, verdict_of


def apply_decisions(
    task: Task, decisions: Mapping[int, str], *, anew: bool, guideline_id: int | None, now: datetime
) -> None:
    """Make of the locked task's item what *decisions*, by document, say.

    :param anew: whether something may have been made of it before, which is undone first.
    """
    if anew:
        _undo(task)
    made = begin_applying(task, decisions, read_reviewed(task), guideline_id=guideline_id, now=now)
    write_decision(
        task,
        verdict=task.verdict,
        domain="",
        guideline_id=guideline_id,
        now=now,
        consequence=consequence_of(made),
    )


def begin_applying(
    task: Task, decisions: Mapping[int, str], held: Reviewed, *, guideline_id: int | None, now: datetime
) -> Applied:
    """Return what *decisions* make of the item as it is *held*, for the statement that decides the task.

    The locked task itself is marked as decided here, and what changes lists is moved.

    :raises IllegalMove: if it cannot be decided.
    """
    mark_decided(task, verdict_of(decisions.values()), guideline_id=guideline_id, now=now)
    made = applied(held.with_model(decisions), held.links)
    move_links(made.moved)
    return made


def _undo(task: Task) -> None:
    """Give the item back the documents that its import named."""
    ItemDocument.objects.filter(item_id=task.item_id, by_review=True).delete()
    for moved in ItemDocument.objects.filter(item_id=task.item_id, base_position__isnull=False):
        moved.role, moved.position = DocumentRole.HARD_NEGATIVE, moved.base_position or 0
        moved.base_position = None
        moved.save(update_fields=["role", "position", "base_position"])
