"""Ripple review: an item at the stage at which one is, and one's return (RKB App. D)."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from reviewapp.api.base import Operation, person_of
from reviewapp.models import Person, Task
from reviewapp.rules.protocol import Stage
from reviewapp.work.actions.claiming import skip_task
from reviewapp.work.actions.heartbeats import beat
from reviewapp.work.queries.access import may_open
from reviewapp.workflows.ripple.actions.blind import commit_blind
from reviewapp.workflows.ripple.actions.closure import commit_closure
from reviewapp.workflows.ripple.queries.desk import own_return, read_closure, read_ripple_desk
from reviewapp.workflows.ripple.serializers import RippleBeatIn, RippleIn, RippleOut, RippleSightOut


class Item(Operation):
    """An item under ripple review at one's stage; `?stage=blind`: the blind stage again."""

    def get(self, request: Request, code: str) -> Response:
        person = person_of(request)
        stage = Stage.BLIND if request.query_params.get("stage") == Stage.BLIND else None
        return Response(ripple_out(ripple_of(person, code, stage=stage), person))


class Commit(Operation):
    """One's return at a stage: POST commits it; said twice, it is committed once."""

    def post(self, request: Request, code: str) -> Response:
        person = person_of(request)
        task = ripple_of(person, code)
        sent = RippleIn(data=request.data)
        sent.is_valid(raise_exception=True)
        commit = commit_blind if sent.validated_data["stage"] == Stage.BLIND else commit_closure
        committed = commit(
            task_id=task.pk, actor=person, body=sent.validated_data["body"], now=timezone.now()
        )
        return Response({"code": committed.code})


class Skip(Operation):
    """The item put back at the end of the queue, before its blind return."""

    def post(self, request: Request, code: str) -> Response:
        person = person_of(request)
        skip_task(task=ripple_of(person, code, stage=Stage.BLIND), actor=person, stage=Stage.BLIND)
        return Response(status=204)


class Beat(Operation):
    """A sign of active work at a stage."""

    def post(self, request: Request, code: str) -> Response:
        person = person_of(request)
        task = ripple_of(person, code)
        sent = RippleBeatIn(data=request.data)
        sent.is_valid(raise_exception=True)
        beat(task=task, actor=person, now=timezone.now(), **sent.validated_data)
        return Response(status=204)


def ripple_of(person: Person, code: str, *, stage: Stage | None = None) -> Task:
    """Return the ripple task if *person* holds it, held it or committed it; for others it does not exist."""
    task = read_ripple_desk(person=person, code=code, stage=stage)
    if task is None or not may_open(task, person):
        raise Http404
    return task


def ripple_out(task: Task, person: Person) -> dict[str, Any]:
    """Return an item under ripple review as its reviewer has it: the closure only once it is open to them."""
    stage = Stage(task.my_slot.stage) if task.my_slot else Stage.BLIND
    own = own_return(task, person, stage)
    closure = read_closure(task, person) if stage == Stage.CLOSURE else None
    sight = {"stage": stage, "public": task.rippled.public, "closure": closure, "own": own}
    return dict(RippleOut(task).data) | dict(RippleSightOut(sight).data)
