"""A person's own work: the next task, its texts, draft and return; and one's own returns."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from reviewapp.api.base import Operation, person_of
from reviewapp.api.outputs import given_out
from reviewapp.api.serializers import (
    MembershipOut,
    NextIn,
    ReturnOut,
)
from reviewapp.models import (
    Campaign,
    Membership,
    Person,
    Return,
    Task,
)
from reviewapp.people.actions.tokens import end_token, make_token
from reviewapp.rules.protocol import CampaignState
from reviewapp.work.actions.claiming import claim_next
from reviewapp.work.actions.undoing import undo_last
from reviewapp.work.queries.desk import read_annotated
from reviewapp.work.registry import workflow_of

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
        task_id = claim_next(
            campaign=campaign,
            actor=person,
            stage=workflow_of(campaign.kind).stages[0],
            now=timezone.now(),
            ahead=sent.validated_data["ahead"],
        )
        if task_id is None:
            return Response(status=204)
        return Response(given_out(person, Task.objects.only("code", "kind").get(pk=task_id)))


class Undo(Operation):
    """One's last decision in a campaign, reopened as a draft."""

    def post(self, request: Request, code: str) -> Response:
        person = person_of(request)
        task = undo_last(campaign_id=_campaign(person, code).pk, actor=person, now=timezone.now())
        return Response(given_out(person, task))


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


def _own_returns(person: Person) -> QuerySet[Return]:
    return (
        Return.objects.filter(person=person)
        .select_related("task__item", "task__ripple", "campaign", "guideline", "supersedes")
        .defer("task__item__query", "task__item__answer", "task__ripple__public", "guideline__body")
        .defer("supersedes__body")
    )
