"""Taking one's last return back: it stays on record, and a draft that revises it stands in its place."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from reviewapp.models import Draft, Person, Return, Task
from reviewapp.rules.protocol import NothingToUndo, TaskState, may_undo
from reviewapp.work.actions.committing import is_adjudicated, is_revising
from reviewapp.work.actions.events import record
from reviewapp.work.registry import workflow_of, workflows


@transaction.atomic(durable=True)
def undo_last(*, campaign_id: int, actor: Person, now: datetime) -> Task:
    """Reopen *actor*'s last decision of the campaign as a draft; committing it supersedes the first.

    :raises NothingToUndo: if the last decision is too old, adjudicated, applied or not there.
    """
    undoable = [stage for workflow in workflows() if workflow.can_undo for stage in workflow.stages]
    last = (
        Return.objects.filter(campaign_id=campaign_id, person=actor, stage__in=undoable)
        .select_related("task")
        .order_by("-committed_at", "-id")
        .first()
    )
    if last is None:
        raise NothingToUndo("You have decided nothing in this campaign yet.")
    if not may_undo(last.committed_at, now):
        raise NothingToUndo("Your last decision is more than five minutes old and stays as it is.")
    task = Task.objects.select_for_update(no_key=True).get(pk=last.task_id)  # lock order: 3
    if task.round != last.round or task.state == TaskState.WITHDRAWN or is_adjudicated(task):
        raise NothingToUndo("Your last decision has been adjudicated or asked for again and stays as it is.")
    workflow_of(task.kind).check_undo(task)
    if not is_revising(
        task, actor, last.stage
    ):  # pressed twice, it must not take back what was typed in between
        _reopen(task, last, now)
    record("undo", actor=actor, campaign_id=campaign_id, task=task, old={"return": last.code})
    return task


def _reopen(task: Task, last: Return, now: datetime) -> None:
    body = workflow_of(task.kind).draft_of(last)
    Draft.objects.update_or_create(
        task=task,
        person_id=last.person_id,
        stage=last.stage,
        round=task.round,
        defaults={"revises": last, "body": body, "saved_at": now},
    )
