"""What leaves the review of a ripple item: a reviewer, the item, or a whole batch."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max

from reviewapp.models import Person, RippleBatch, RippleItem, Slot, Task
from reviewapp.models.queue import NEXT_QUEUE_KEY
from reviewapp.rules.protocol import (
    Incomplete,
    ItemState,
    NotAllowed,
    SlotState,
    Stage,
    TaskState,
    check_move,
)
from reviewapp.work.actions.claiming import free_slots
from reviewapp.work.actions.events import record
from reviewapp.work.actions.withdrawing import lock_with_tasks, withdraw_task
from reviewapp.workflows.ripple.actions.seeing import see
from reviewapp.workflows.ripple.queries.returns import current_seats
from reviewapp.workflows.ripple.rules.words import Seen


@transaction.atomic(durable=True)
def release_reviewer(*, task: Task, person: Person, actor: Person) -> None:
    """Take *person*'s uncommitted slot of the item from them; somebody who has seen nothing of it takes over.

    Before their blind return the place becomes free. After it, that return stays on record, and a further
    place replaces it: whoever takes that does the blind recovery first, and then the closure review.

    :raises NotAllowed: if *person* holds no slot that is uncommitted or waits for its closure to open.
    """
    task = Task.objects.select_for_update(no_key=True).get(pk=task.pk)  # lock order: 3
    release_seat(task, person=person, actor=actor)


def release_seat(task: Task, *, person: Person, actor: Person) -> None:
    """Do so inside the caller's transaction, which has locked the task."""
    seat = next((slot for slot in current_seats(task) if slot.person_id == person.pk), None)
    closure = Slot.objects.filter(task=task, stage=Stage.CLOSURE, round=task.round, person=person).first()
    if seat is None or task.state != TaskState.OPEN:
        raise NotAllowed(f"“{person}” is no reviewer of this item who has not finished.")
    if closure is not None and closure.state == SlotState.COMMITTED:
        raise NotAllowed(f"“{person}” has judged the closure of this item; that stays on record.")
    if closure is not None:
        check_move(SlotState(closure.state), SlotState.VOID)
        Slot.objects.filter(pk=closure.pk).update(state=SlotState.VOID, lease_until=None)
    if seat.state == SlotState.CLAIMED:
        free_slots(Slot.objects.filter(pk=seat.pk))
    else:
        _replace(task, seat)
    see(task.rippled, person=person, what=Seen.RELEASED)
    record(
        "release",
        actor=actor,
        campaign_id=task.campaign_id,
        task=task,
        ripple_id=task.ripple_id,
        old={"person": person.code},
        new={"replaced": seat.state == SlotState.COMMITTED},
    )


@transaction.atomic(durable=True)
def withdraw_ripple(*, item: RippleItem, reason: str, actor: Person) -> None:
    """Take an item out of review for good, with a reason; its history stays.

    :raises Incomplete: without a reason.
    :raises IllegalMove: if it has been withdrawn already.
    """
    _check_reason(reason)
    _withdraw(item.pk, reason=reason, actor=actor)


@transaction.atomic(durable=True)
def withdraw_batch(*, batch: RippleBatch, reason: str, actor: Person) -> int:
    """Take all items of an import out of review with one reason; return how many were not so already.

    :raises Incomplete: without a reason.
    """
    _check_reason(reason)
    items = RippleItem.objects.filter(batch=batch).exclude(state=ItemState.WITHDRAWN)
    item_ids = list(items.order_by("pk").values_list("pk", flat=True))
    for item_id in item_ids:
        _withdraw(item_id, reason=reason, actor=actor)
    record("withdraw_batch", actor=actor, new={"batch": batch.code, "reason": reason, "n": len(item_ids)})
    return len(item_ids)


def move_item(item_id: int, state: ItemState) -> ItemState:
    """Move an item inside the caller's transaction; return where it was.

    :raises IllegalMove: if its state does not lead there.
    """
    item = RippleItem.objects.select_for_update(no_key=True).only("state").get(pk=item_id)  # lock order: 5
    old = ItemState(item.state)
    check_move(old, state)
    RippleItem.objects.filter(pk=item_id).update(state=state)
    return old


def _withdraw(item_id: int, *, reason: str, actor: Person) -> None:
    """Withdraw the item's task with it: open slots are void, an open adjudication dissolves."""
    _, tasks = lock_with_tasks(RippleItem.objects.filter(pk=item_id), Task.objects.filter(ripple=item_id))
    task = tasks[0] if tasks else None  # at most one is live
    old = move_item(item_id, ItemState.WITHDRAWN)
    if task is not None:
        withdraw_task(task)
    record(
        "withdraw_item",
        actor=actor,
        task=task,
        campaign_id=task.campaign_id if task else None,
        ripple_id=item_id,
        old={"state": old},
        new={"reason": reason},
    )


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise Incomplete({"reason": "Say why it is withdrawn: the reason stays on record."})


def _replace(task: Task, seat: Slot) -> None:
    """Open a further place of the blind stage in place of *seat*, whose return stays on record."""
    last = Slot.objects.filter(task=task, stage=Stage.BLIND, round=task.round).aggregate(n=Max("number"))["n"]
    Slot.objects.create(
        campaign_id=task.campaign_id,
        task=task,
        stage=Stage.BLIND,
        round=task.round,
        number=last + 1,
        queue_key=NEXT_QUEUE_KEY,
        replaces=seat,
    )
