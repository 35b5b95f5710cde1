"""Ripple review: an item at the stage at which one is, and one's return (RKB App. D)."""

from __future__ import annotations

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from reviewapp.actions.claiming import had_claim, skip_task
from reviewapp.actions.heartbeats import beat
from reviewapp.actions.ripple.blind import commit_blind
from reviewapp.actions.ripple.closure import commit_closure
from reviewapp.api.base import Operation, person_of
from reviewapp.api.outputs import ripple_of, ripple_out, task_id_of
from reviewapp.api.serializers_ripple import RippleBeatIn, RippleIn
from reviewapp.models import Task
from reviewapp.protocol import Kind, NotYours, Stage


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
        sent = RippleIn(data=request.data)
        sent.is_valid(raise_exception=True)
        task_id = task_id_of(code, Kind.RIPPLE)
        commit = commit_blind if sent.validated_data["stage"] == Stage.BLIND else commit_closure
        try:
            committed = commit(
                task_id=task_id, actor=person, body=sent.validated_data["body"], now=timezone.now()
            )
        except NotYours:
            if had_claim(task=Task(pk=task_id), person=person):
                raise
            raise Http404 from None
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
        sent = RippleBeatIn(data=request.data)
        sent.is_valid(raise_exception=True)
        beat(task=ripple_of(person, code), actor=person, now=timezone.now(), **sent.validated_data)
        return Response(status=204)
