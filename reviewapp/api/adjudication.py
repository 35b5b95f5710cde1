"""An adjudicator's work: what waits, one disagreement, its outcome."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from reviewapp.api.base import AdjudicatorOperation, person_of
from reviewapp.api.outputs import documents_of
from reviewapp.api.serializers import DisagreementOut, DisputeOut, OutcomeIn, OutcomeOut
from reviewapp.models import Disagreement, Outcome, Person
from reviewapp.rules.protocol import NotAllowed
from reviewapp.work.actions.adjudication import (
    check_may_adjudicate,
    claim_disagreement,
    resolve_disagreement,
)
from reviewapp.work.queries.adjudication import adjudicated_campaigns, adjudication_seconds, waiting_for
from reviewapp.work.registry import workflow_of

WAITING_AT_MOST = 100


class Adjudications(AdjudicatorOperation):
    """The open disagreements that wait for one, oldest first, and how many there are."""

    def get(self, request: Request) -> Response:
        person = person_of(request)
        waiting = waiting_for(person, adjudicated_campaigns(person))
        rows = waiting.select_related("campaign", "task__item", "task__ripple").defer("task__ripple__public")
        rows = rows.order_by("pk")[:WAITING_AT_MOST]
        return Response({"n": waiting.count(), "adjudications": DisagreementOut(rows, many=True).data})


class AdjudicationDetail(AdjudicatorOperation):
    """One disagreement with its returns."""

    def get(self, request: Request, code: str) -> Response:
        return Response(_dispute(_disagreement(person_of(request), code)))


class AdjudicationClaim(AdjudicatorOperation):
    """One disagreement, kept from other adjudicators for half an hour."""

    def post(self, request: Request, code: str) -> Response:
        person = person_of(request)
        claimed = claim_disagreement(
            disagreement=_disagreement(person, code), actor=person, now=timezone.now()
        )
        return Response(_dispute(claimed))


class AdjudicationOutcome(AdjudicatorOperation):
    """The outcome; said twice, it is recorded once."""

    def post(self, request: Request, code: str) -> Response:
        sent = OutcomeIn(data=request.data)
        sent.is_valid(raise_exception=True)
        person = person_of(request)
        disagreement = _disagreement(person, code)
        outcome = resolve_disagreement(
            disagreement=disagreement,
            actor=person,
            active_seconds=adjudication_seconds(disagreement, person),
            now=timezone.now(),
            **sent.validated_data,
        )
        return Response(OutcomeOut(outcome).data)


def _disagreement(person: Person, code: str) -> Disagreement:
    """Return the disagreement if *person* may adjudicate it; for others it does not exist."""
    disagreement = (
        Disagreement.objects.select_related("campaign", "task__item__source").filter(code=code).first()
    )
    if disagreement is None:
        raise Http404
    try:
        check_may_adjudicate(disagreement=disagreement, person=person)
    except NotAllowed as error:
        raise Http404 from error
    workflow_of(disagreement.task.kind).check_adjudicated_over_api()
    return disagreement


def _dispute(disagreement: Disagreement) -> dict[str, Any]:
    task = disagreement.task
    returns = (
        task.returns.filter(round=disagreement.round, successor__isnull=True)
        .select_related("guideline")
        .defer("guideline__body")
        .order_by("slot__number")
    )
    parts = {
        "documents": documents_of(task),
        "returns": list(returns),
        "outcome": Outcome.objects.filter(disagreement=disagreement).first(),
    }
    dispute = {name: getattr(disagreement, name) for name in ("code", "campaign", "task", "fields", "state")}
    times = {"opened_at": disagreement.opened_at, "lease_until": disagreement.lease_until}
    return dict(DisputeOut(dispute | times | parts).data)
