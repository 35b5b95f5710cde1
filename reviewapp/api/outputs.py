"""What an operation answers with when it gives a task, by the kind of its review."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from reviewapp.api.base import task_of
from reviewapp.api.serializers import TaskOut
from reviewapp.models import DocumentRole, ItemDocument, Person, Task
from reviewapp.prepared import fetch_one
from reviewapp.rules.protocol import Kind, SlotState, Stage
from reviewapp.work.actions.claiming import had_claim
from reviewapp.workflows.collision.queries.candidates import read_candidates
from reviewapp.workflows.collision.serializers import CollisionOut
from reviewapp.workflows.ripple.queries.desk import own_return, read_closure, read_ripple_desk
from reviewapp.workflows.ripple.serializers import RippleOut, RippleSightOut

TASK_ID = "SELECT id FROM reviewapp_task WHERE code = %(code)s AND kind = %(kind)s"


def given_out(person: Person, pk: int, kind: Kind) -> dict[str, Any]:
    """Return the task that *person* was just given."""
    if kind == Kind.RIPPLE:
        return ripple_out(ripple_of(person, Task.objects.only("code").get(pk=pk).code), person)
    task = task_of(person, pk=pk, kind=kind)
    return collision_out(task, person) if kind == Kind.COLLISION else task_out(task)


def task_out(task: Task) -> dict[str, Any]:
    """Return a task of screening as its reviewer has it."""
    task.documents = documents_of(task)  # type: ignore[attr-defined]
    if task.my_slot is not None and task.my_slot.state == SlotState.COMMITTED:
        task.evidence.domain = None  # what it has become tells how the others decided
    return dict(TaskOut(task).data)


def collision_out(task: Task, person: Person) -> dict[str, Any]:
    """Return an item under collision review as its reviewer has it."""
    task.documents = documents_of(task)  # type: ignore[attr-defined]
    task.candidates = read_candidates(task, person)  # type: ignore[attr-defined]
    task.evidence.domain = None  # what it has become tells how others decided
    return dict(CollisionOut(task).data)


def ripple_of(person: Person, code: str, *, stage: Stage | None = None) -> Task:
    """Return the ripple task if *person* holds it, held it or committed it; for others it does not exist."""
    task = read_ripple_desk(person=person, code=code, stage=stage)
    if task is None or (task.my_slot is None and not had_claim(task=task, person=person)):
        raise Http404
    is_member = task.my_membership is not None and task.my_membership.active
    if not is_member and (task.my_slot is None or task.my_slot.state != SlotState.COMMITTED):
        raise Http404
    return task


def ripple_out(task: Task, person: Person) -> dict[str, Any]:
    """Return an item under ripple review as its reviewer has it: the closure only once it is open to them."""
    stage = Stage(task.my_slot.stage) if task.my_slot else Stage.BLIND
    own = own_return(task, person, stage)
    closure = read_closure(task, person) if stage == Stage.CLOSURE else None
    shown = {"stage": stage, "public": task.rippled.public, "closure": closure, "own": own}
    return dict(RippleOut(task).data) | dict(RippleSightOut(shown).data)


def documents_of(task: Task) -> list[dict[str, Any]]:
    """Return the references of the task's item in RefList order, without their texts."""
    fields = ("doc_id", "title", "source__name", "n_chars")
    rows = references_of(task).order_by("position").values_list(*(f"document__{name}" for name in fields))
    return [dict(zip(fields, row, strict=True)) for row in rows]


def references_of(task: Task) -> QuerySet[ItemDocument]:
    """Return the rows that name the references of the task's item."""
    return ItemDocument.objects.filter(item=task.item_id, role=DocumentRole.REFERENCE)


def task_id_of(code: str, kind: Kind) -> int:
    """Return the id of a task of that kind; others do not exist."""
    row = fetch_one(TASK_ID, {"code": code, "kind": kind})
    if row is None:
        raise Http404
    return int(row[0])
