"""Who may open a task: one rule for pages and API."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from reviewapp.models import Event, Person, Task
from reviewapp.rules.protocol import SlotState


def may_open(task: Task | None, person: Person) -> bool:
    """Say whether *person* may open the task, which was read with their own slot and membership.

    They must hold it, have held it or have committed it; and whoever annotates the campaign no more opens
    only what they have committed.
    """
    if task is None:
        return False
    slot = task.my_slot
    if slot is not None and slot.state == SlotState.COMMITTED:
        return True
    return annotates(task) and (slot is not None or had_claim(task=task, person=person))


def annotates(task: Task) -> bool:
    """Say whether the reader annotates the campaign of a task that was read with their membership."""
    return task.my_membership is not None and task.my_membership.active


def had_claim(*, task: Task, person: Person) -> bool:
    """Say whether *person* was ever given this task, in whatever round."""
    return claims_of(task, person).exists()


def claims_of(task: Task, person: Person) -> QuerySet[Event]:
    """Return the events by which *person* got the task, from the queue or from another's hands."""
    own = Q(actor=person, verb="claim") | Q(verb="reassign", new__person=person.code)
    return Event.objects.filter(own, task=task)
