"""Adjudicating a screening: the returns side by side, and one verdict as the outcome."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from reviewapp.models import Disagreement, Outcome
from reviewapp.rules.protocol import (
    Decision,
    DisagreementState,
    Incomplete,
    Reason,
)
from reviewapp.web.permissions import person_of
from reviewapp.work.actions.adjudication import resolve_disagreement
from reviewapp.work.forms import note_problem, typed
from reviewapp.work.queries.adjudication import (
    adjudication_seconds,
)
from reviewapp.work.views.adjudication import evidence_of, returns_of
from reviewapp.work.views.documents import document_panels
from reviewapp.workflows.screening.views import CHOICES


def show_verdicts(
    request: HttpRequest, disagreement: Disagreement, errors: Mapping[str, str] | None = None
) -> HttpResponse:
    """Show what each reviewer decided beside the item's documents, and the form of the outcome."""
    task = disagreement.task
    returns = returns_of(disagreement)
    route = "adjudication_document"
    sent = request.POST
    response = render(
        request,
        "reviewapp/screening/adjudicate.html",
        {
            "disagreement": disagreement,
            "outcome": Outcome.objects.filter(disagreement=disagreement)
            .select_related("adjudicator")
            .first(),
            "task": task,
            "item": task.item,
            "campaign": disagreement.campaign,
            "returns": returns,
            "panels": document_panels(task, evidence_of(returns), route=route, code=disagreement.code),
            "choices": CHOICES,
            "chosen": sent.get("verdict", ""),
            "domain": sent.get("domain", task.evidence.domain or ""),
            "rationale": typed(sent.get("rationale", "")),
            "errors": errors or {},
            "is_open": disagreement.state == DisagreementState.OPEN,
            "section": "adjudication",
        },
    )
    response["Cache-Control"] = "no-store"
    return response


def resolve_verdict(request: HttpRequest, disagreement: Disagreement) -> None:
    """Record the verdict that the form holds.

    :raises Incomplete: naming what is missing.
    """
    verdict = request.POST.get("verdict", "").replace("\0", "")
    rationale = typed(request.POST.get("rationale", ""))
    if problem := note_problem(rationale, "rationale"):
        raise Incomplete(problem)
    rejects = verdict in set(Reason)
    resolve_disagreement(
        disagreement=disagreement,
        actor=person_of(request),
        decision=Decision.REJECT if rejects else verdict,
        reason=verdict if rejects else "",
        domain=request.POST.get("domain", ""),
        rationale=rationale,
        active_seconds=adjudication_seconds(disagreement, person_of(request)),
        now=timezone.now(),
    )
