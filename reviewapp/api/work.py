"""A person's own work: the next task, its texts, draft and return; and one's own returns."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from reviewapp.api.base import Operation, person_of, task_of
from reviewapp.api.outputs import given_out, references_of, task_id_of, task_out
from reviewapp.api.serializers import (
    BeatIn,
    DraftIn,
    DraftOut,
    EntryIn,
    MembershipOut,
    NextIn,
    ReturnOut,
    TextOut,
)
from reviewapp.models import (
    Campaign,
    Document,
    Draft,
    Membership,
    Person,
    Return,
    Task,
)
from reviewapp.people.actions.tokens import end_token, make_token
from reviewapp.records import canonical_text
from reviewapp.rules.protocol import FIRST_STAGE, CampaignState, Kind, NotYours, Stage, StaleDraft
from reviewapp.work.actions.claiming import claim_next, had_claim, skip_task
from reviewapp.work.actions.drafts import save_draft
from reviewapp.work.actions.heartbeats import beat
from reviewapp.work.queries.desk import read_annotated
from reviewapp.workflows.screening.actions import commit_screening, undo_last

RETURNS_A_PAGE = 100


class Token(Operation):
    """A new token with which one's programs may act as oneself; only a session is told one, and once."""

    authentication_classes = [SessionAuthentication]

    def post(self, request: Request) -> Response:
        return Response({"token": make_token(actor=person_of(request))})

    def delete(self, request: Request) -> Response:
        end_token(actor=person_of(request))
        return Response(status=204)


class Campaigns(Operation):
    """The campaigns that one has a part in."""

    def get(self, request: Request) -> Response:
        mine = (
            Membership.objects.filter(person=person_of(request), active=True)
            .exclude(campaign__state=CampaignState.CLOSED)
            .select_related("campaign__guideline")
            .defer("campaign__guideline__body")
            .order_by("campaign__name", "role")
        )
        return Response({"campaigns": MembershipOut(mine, many=True).data})


class NextTask(Operation):
    """The next task of a campaign, claimed; 204 where nothing is left."""

    def post(self, request: Request, code: str) -> Response:
        sent = NextIn(data=request.data)
        sent.is_valid(raise_exception=True)
        person = person_of(request)
        campaign = _campaign(person, code)
        kind = Kind(campaign.kind)
        task_id = claim_next(
            campaign=campaign,
            actor=person,
            stage=FIRST_STAGE[kind],
            now=timezone.now(),
            ahead=sent.validated_data["ahead"],
        )
        return Response(given_out(person, task_id, kind)) if task_id else Response(status=204)


class Undo(Operation):
    """One's last decision in a campaign, reopened as a draft."""

    def post(self, request: Request, code: str) -> Response:
        person = person_of(request)
        task = undo_last(campaign_id=_campaign(person, code).pk, actor=person, now=timezone.now())
        return Response(given_out(person, task.pk, Kind(task.kind)))


class TaskDetail(Operation):
    """A task that one was given, with one's draft."""

    def get(self, request: Request, code: str) -> Response:
        return Response(task_out(task_of(person_of(request), code=code)))


class TaskDocument(Operation):
    """The whole text of one of the task's references."""

    kind = Kind.SCREENING

    def get(self, request: Request, code: str, doc_id: int) -> Response:
        task = task_of(person_of(request), code=code, kind=self.kind)
        references = references_of(task).filter(document=doc_id)
        document = get_object_or_404(
            Document.objects.select_related("source"), pk__in=references.values("document")
        )
        document.text = canonical_text(document.text)
        return Response(TextOut(document).data)


class TaskDraft(Operation):
    """One's draft: PUT saves it over its *version*; 204 after the commit, which it cannot change."""

    def put(self, request: Request, code: str) -> Response:
        sent = DraftIn(data=request.data)
        sent.is_valid(raise_exception=True)
        person = person_of(request)
        task = task_of(person, code=code)
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
        try:
            committed = commit_screening(
                task_id=task_id, actor=person, entry=sent.entry(), now=timezone.now()
            )
        except NotYours:
            if had_claim(task=Task(pk=task_id), person=person):
                raise
            raise Http404 from None
        return Response({"code": committed.code, "sequence": committed.sequence})


class TaskSkip(Operation):
    """The task put back at the end of the queue."""

    kind = Kind.SCREENING

    def post(self, request: Request, code: str) -> Response:
        person = person_of(request)
        task = task_of(person, code=code, kind=self.kind)
        skip_task(task=task, actor=person, stage=FIRST_STAGE[self.kind])
        return Response(status=204)


class TaskBeat(Operation):
    """A sign of active work."""

    kind = Kind.SCREENING

    def post(self, request: Request, code: str) -> Response:
        sent = BeatIn(data=request.data)
        sent.is_valid(raise_exception=True)
        person = person_of(request)
        task = task_of(person, code=code, kind=self.kind)
        beat(task=task, actor=person, stage=FIRST_STAGE[self.kind], now=timezone.now(), **sent.validated_data)
        return Response(status=204)


class Returns(Operation):
    """One's own returns, newest first; `?before=CODE` goes on behind the last one seen."""

    def get(self, request: Request) -> Response:
        returns = _own_returns(person_of(request)).order_by("-committed_at", "-pk")
        if before := request.query_params.get("before"):
            last = get_object_or_404(returns, code=before)
            earlier = Q(committed_at=last.committed_at, pk__lt=last.pk)
            returns = returns.filter(Q(committed_at__lt=last.committed_at) | earlier)
        page = list(returns[: RETURNS_A_PAGE + 1])
        more = page[RETURNS_A_PAGE - 1].code if len(page) > RETURNS_A_PAGE else None
        return Response({"returns": ReturnOut(page[:RETURNS_A_PAGE], many=True).data, "before": more})


class ReturnDetail(Operation):
    """One of one's own returns."""

    def get(self, request: Request, code: str) -> Response:
        return Response(ReturnOut(get_object_or_404(_own_returns(person_of(request)), code=code)).data)


def _campaign(person: Person, code: str) -> Campaign:
    """Return the campaign that *person* annotates; for others it does not exist."""
    campaign = read_annotated(person=person, code=code)
    if campaign is None:
        raise Http404
    return campaign


def _both_texts(task: Task, person: Person, sent: DraftIn, why: str) -> Response:
    stored = Draft.objects.filter(task=task, person=person, stage=Stage.SCREENING, round=task.round).first()
    body = {"detail": why, "mine": sent.body(), "stored": DraftOut(stored).data if stored else None}
    return Response(body, status=409)


def _own_returns(person: Person) -> QuerySet[Return]:
    return (
        Return.objects.filter(person=person)
        .select_related("task__item", "task__ripple", "campaign", "guideline", "supersedes")
        .defer("task__item__query", "task__item__answer", "task__ripple__public", "guideline__body")
        .defer("supersedes__body")
    )
