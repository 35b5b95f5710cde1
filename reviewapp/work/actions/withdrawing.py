"""An item leaving review for good: its live tasks are withdrawn with it, inside the caller's transaction."""

from __future__ import annotations

from typing import TypeVar

from django.db import transaction
from django.db.models import QuerySet

from reviewapp.models import Disagreement, EvidenceItem, RippleItem, Slot, Task
from reviewapp.rules.protocol import DisagreementState, SlotState, TaskState, check_move

Item = TypeVar("Item", EvidenceItem, RippleItem)


def lock_with_tasks(items: QuerySet[Item], tasks: QuerySet[Task]) -> tuple[Item, list[Task]]:
    """Lock the live ones of an item's *tasks*, then the only one of *items*, and return item and tasks.

    It may enter a campaign while this waits for it: then both are let go and locked anew, in their order.
    """
    live_tasks = tasks.exclude(state=TaskState.WITHDRAWN).order_by("pk")
    while True:
        savepoint = transaction.savepoint()
        locked_tasks = list(live_tasks.select_for_update(no_key=True))  # lock order: 3
        item = items.select_for_update(no_key=True).get()  # lock order: 5
        if live_tasks.count() == len(locked_tasks):
            transaction.savepoint_commit(savepoint)
            return item, locked_tasks
        transaction.savepoint_rollback(savepoint)


def withdraw_task(task: Task) -> None:
    """Withdraw the locked task: its open places are void, an open disagreement dissolves.

    :raises IllegalMove: if it has been withdrawn already.
    """
    check_move(TaskState(task.state), TaskState.WITHDRAWN)
    task.state = TaskState.WITHDRAWN
    task.save(update_fields=["state"])
    unfinished = Slot.objects.filter(task=task, state__in=[SlotState.FREE, SlotState.CLAIMED])
    unfinished.update(state=SlotState.VOID, lease_until=None)
    Disagreement.objects.filter(task=task, state=DisagreementState.OPEN).update(
        state=DisagreementState.DISSOLVED
    )
