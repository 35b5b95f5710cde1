"""Taking one's last return back: it stays on record, and a draft that revises it stands in its place."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from reviewapp.models import Draft, Person, Return, Task
from reviewapp.rules.protocol import NothingToUndo, Stage, TaskState, may_undo
from reviewapp.work.actions.events import record
from reviewapp.work.actions.returning import is_adjudicated, is_revising

UNDOABLE = (Stage.SCREENING, Stage.COLLISION)


@transaction.atomic(durable=True)
def undo_last(*, campaign_id: int, actor: Person, now: datetime) -> Task:
    """Reopen *actor*'s last decision of the campaign as a draft; committing it supersedes the first.

    :raises NothingToUndo: if the last decision is too old, adjudicated, applied or not there.
    """
    last = (
        Return.objects.filter(campaign_id=campaign_id, person=actor, stage__in=UNDOABLE)
        .select_related("task")
        .order_by("-committed_at", "-id")
        .first()
    )
    if last is None:
        raise NothingToUndo("You have decided nothing in this campaign yet.")
    if not may_undo(last.committed_at, now):
        raise NothingToUndo("Your last decision is more than five minutes old and stays as it is.")
    task = Task.objects.select_for_update(no_key=True).get(pk=last.task_id)
    if task.round != last.round or task.state == TaskState.WITHDRAWN or is_adjudicated(task):
        raise NothingToUndo("Your last decision has been adjudicated or asked for again and stays as it is.")
    if last.stage == Stage.COLLISION and task.state == TaskState.DECIDED:
        raise NothingToUndo(
            "The item is decided and what follows is done: only an adjudicator changes it now."
        )
    if not is_revising(
        task, actor, last.stage
    ):  # pressed twice, it must not take back what was typed in between
        _reopen(task, last, now)
    record("undo", actor=actor, campaign_id=campaign_id, task=task, old={"return": last.code})
    return task


def _reopen(task: Task, last: Return, now: datetime) -> None:
    body = {
        "decision": last.decision,
        "reason": last.reason,
        "domain": last.domain,
        "note": last.note,
        "evidence": last.body.get("evidence", []),
    }
    Draft.objects.update_or_create(
        task=task,
        person_id=last.person_id,
        stage=last.stage,
        round=task.round,
        defaults={"revises": last, "body": body, "saved_at": now},
    )
