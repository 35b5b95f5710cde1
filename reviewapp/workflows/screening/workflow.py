"""Screening as a workflow: a verdict, a reason and a domain on an item of evidence (EMB §3.3, stage I)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, path

from reviewapp.api.base import task_of
from reviewapp.models import Disagreement, Person, Task
from reviewapp.rules.protocol import Kind, Stage
from reviewapp.work.workflow import Workflow
from reviewapp.workflows.screening import adjudication, api, views


class Screening(Workflow):
    kind = Kind.SCREENING
    title = "Screening"
    stages = (Stage.SCREENING,)
    page = views.PAGE
    fetches_ahead = True
    can_undo = True
    adjudicated_by_verdict = True
    review_word = ""
    agreement_fields = {"decision": "Decision", "reason": "Reason", "domain": "Domain"}

    def next_page(
        self, request: HttpRequest, *, campaign_code: str, person: Person, now: datetime, ahead: bool
    ) -> HttpResponseBase | None:
        return views.next_page(request, campaign_code=campaign_code, person=person, now=now, ahead=ahead)

    def keep_entry(self, request: HttpRequest, task: Task) -> None:
        views.keep_entry(request, task)

    def show_adjudication(
        self, request: HttpRequest, disagreement: Disagreement, errors: Mapping[str, str] | None = None
    ) -> HttpResponseBase:
        return adjudication.show_verdicts(request, disagreement, errors)

    def resolve(self, request: HttpRequest, disagreement: Disagreement) -> HttpResponseBase | None:
        adjudication.resolve_verdict(request, disagreement)
        messages.success(request, "The outcome is on record, beside all returns.")
        return None

    def api_task(self, task: Task, person: Person) -> dict[str, Any]:
        return api.task_out(task_of(person, pk=task.pk, kind=self.kind))

    def urls(self) -> list[URLPattern]:
        return [
            path("tasks/<str:code>/", views.task, name=views.PAGE),
            path("tasks/<str:code>/draft/", views.draft, name="draft"),
            path("tasks/<str:code>/documents/<int:position>/", views.document, name="document"),
        ]

    def api_urls(self) -> list[URLPattern]:
        document = api.Reference.as_view()
        return [
            path("tasks/<str:code>/", api.TaskDetail.as_view(), name="api_task"),
            path("tasks/<str:code>/documents/<int:doc_id>/", document, name="api_document"),
            path("tasks/<str:code>/draft/", api.TaskDraft.as_view(), name="api_draft"),
            path("tasks/<str:code>/return/", api.TaskReturn.as_view(), name="api_commit"),
            path("tasks/<str:code>/skip/", api.Skip.as_view(), name="api_skip"),
            path("tasks/<str:code>/beat/", api.Beat.as_view(), name="api_beat"),
        ]


SCREENING = Screening()
