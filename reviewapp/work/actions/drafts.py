"""Drafts: what is entered and not committed, kept through lost connections, logouts and lapses."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F

from reviewapp.models import Draft, Person, Slot, Task
from reviewapp.rules.protocol import NotYours, SlotState, StaleDraft
from reviewapp.work.actions.claiming import renew_lease
from reviewapp.work.queries.access import had_claim


@transaction.atomic(durable=True)
def save_draft(
    *, task: Task, actor: Person, stage: str, version: int, body: dict[str, Any], now: datetime
) -> Draft | None:
    """Save *body* over the draft's *version* (0: none yet) and renew the claim; None after a commit.

    After a lapse the draft is saved all the same and marked late.

    :raises StaleDraft: if the draft has been saved elsewhere since *version*.
    :raises NotYours: if *actor* was never given the task.
    """
    # Whoever commits has the task locked: without waiting here, a draft could be written after its commit.
    task = Task.objects.select_for_update(no_key=True).get(pk=task.pk)  # lock order: 3
    slots = Slot.objects.filter(task=task, person=actor, stage=stage, round=task.round)
    state = slots.values_list("state", flat=True).first()
    drafts = Draft.objects.filter(task=task, person=actor, stage=stage, round=task.round)
    if state == SlotState.COMMITTED and not drafts.filter(revises__isnull=False).exists():
        return None
    if state is None and not had_claim(task=task, person=actor):
        raise NotYours("You were not given this task.")
    renew_lease(task=task, actor=actor, stage=stage, now=now)
    is_late = state is None
    if version:
        changed = drafts.filter(version=version).update(
            body=body, version=F("version") + 1, saved_at=now, is_late=is_late
        )
        if not changed:
            raise StaleDraft("This draft was saved elsewhere in the meantime.")
        return drafts.get()
    try:
        with transaction.atomic():
            return Draft.objects.create(
                task=task,
                person=actor,
                stage=stage,
                round=task.round,
                body=body,
                saved_at=now,
                is_late=is_late,
            )
    except IntegrityError as error:
        raise StaleDraft("This draft was saved elsewhere in the meantime.") from error


@transaction.atomic(durable=True)
def discard_draft(*, task: Task, actor: Person, stage: str) -> None:
    """Throw away *actor*'s own draft."""
    Draft.objects.filter(task=task, person=actor, stage=stage, round=task.round).delete()
