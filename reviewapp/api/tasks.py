"""Operations on a task that several workflows share; each names its kind in a subclass."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from reviewapp.api.base import Operation, person_of, task_of
from reviewapp.api.outputs import references_of
from reviewapp.api.serializers import BeatIn, TextOut
from reviewapp.models import Document
from reviewapp.records import canonical_text
from reviewapp.work.actions.claiming import skip_task
from reviewapp.work.actions.heartbeats import beat
from reviewapp.work.registry import workflow_of


class TaskDocument(Operation):
    """The whole text of one of the task's references."""

    kind: str

    def get(self, request: Request, code: str, doc_id: int) -> Response:
        task = task_of(person_of(request), code=code, kind=self.kind)
        references = references_of(task).filter(document=doc_id)
        document = get_object_or_404(
            Document.objects.select_related("source"), pk__in=references.values("document")
        )
        document.text = canonical_text(document.text)
        return Response(TextOut(document).data)


class TaskSkip(Operation):
    """The task put back at the end of the queue."""

    kind: str

    def post(self, request: Request, code: str) -> Response:
        person = person_of(request)
        task = task_of(person, code=code, kind=self.kind)
        skip_task(task=task, actor=person, stage=workflow_of(self.kind).stages[0])
        return Response(status=204)


class TaskBeat(Operation):
    """A sign of active work."""

    kind: str

    def post(self, request: Request, code: str) -> Response:
        sent = BeatIn(data=request.data)
        sent.is_valid(raise_exception=True)
        person = person_of(request)
        task = task_of(person, code=code, kind=self.kind)
        beat(
            task=task,
            actor=person,
            stage=workflow_of(self.kind).stages[0],
            now=timezone.now(),
            **sent.validated_data,
        )
        return Response(status=204)
