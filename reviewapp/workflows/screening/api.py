"""Screening: a task, its texts, draft and return."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from reviewapp.api.base import Operation, committed_or_404, person_of, task_id_of, task_of
from reviewapp.api.outputs import documents_of
from reviewapp.api.serializers import DraftOut
from reviewapp.api.tasks import TaskBeat, TaskDocument, TaskSkip
from reviewapp.models import Draft, Person, Task
from reviewapp.rules.protocol import Kind, SlotState, Stage, StaleDraft
from reviewapp.work.actions.drafts import save_draft
from reviewapp.workflows.screening.actions import commit_screening
from reviewapp.workflows.screening.serializers import DraftIn, EntryIn, TaskOut


class TaskDetail(Operation):
    """A task that one was given, with one's draft."""

    def get(self, request: Request, code: str) -> Response:
        return Response(task_out(task_of(person_of(request), code=code, kind=Kind.SCREENING)))


class TaskDraft(Operation):
    """One's draft: PUT saves it over its *version*; 204 after the commit, which it cannot change."""

    def put(self, request: Request, code: str) -> Response:
        sent = DraftIn(data=request.data)
        sent.is_valid(raise_exception=True)
        person = person_of(request)
        task = task_of(person, code=code, kind=Kind.SCREENING)
        try:
            draft = save_draft(
                task=task,
                actor=person,
                stage=Stage.SCREENING,
                version=sent.validated_data["version"],
                body=sent.body(),
                now=timezone.now(),
            )
        except StaleDraft as error:
            return _both_texts(task, person, sent, str(error))
        return Response(DraftOut(draft).data) if draft else Response(status=204)


class TaskReturn(Operation):
    """One's return: POST commits it; said twice, it is committed once."""

    def post(self, request: Request, code: str) -> Response:
        sent = EntryIn(data=request.data)
        sent.is_valid(raise_exception=True)
        person = person_of(request)
        task_id = task_id_of(code, Kind.SCREENING)
        commit = partial(
            commit_screening, task_id=task_id, actor=person, entry=sent.entry(), now=timezone.now()
        )
        committed = committed_or_404(commit, task_id=task_id, person=person)
        return Response({"code": committed.code, "sequence": committed.sequence})


def _both_texts(task: Task, person: Person, sent: DraftIn, why: str) -> Response:
    stored = Draft.objects.filter(task=task, person=person, stage=Stage.SCREENING, round=task.round).first()
    body = {"detail": why, "mine": sent.body(), "stored": DraftOut(stored).data if stored else None}
    return Response(body, status=409)


class Reference(TaskDocument):
    kind = Kind.SCREENING


class Skip(TaskSkip):
    kind = Kind.SCREENING


class Beat(TaskBeat):
    kind = Kind.SCREENING


def task_out(task: Task) -> dict[str, Any]:
    """Return a task of screening as its reviewer has it."""
    task.documents = documents_of(task)  # type: ignore[attr-defined]
    if task.my_slot is not None and task.my_slot.state == SlotState.COMMITTED:
        task.evidence.domain = None  # what it has become tells how the others decided
    return dict(TaskOut(task).data)
