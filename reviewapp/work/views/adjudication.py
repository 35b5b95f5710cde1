"""Adjudication pages: what waits, and one disagreement with its returns side by side."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from reviewapp.models import Disagreement, Heartbeat, Outcome, Person, Return
from reviewapp.rules.protocol import (
    DisagreementState,
    Incomplete,
    NotAllowed,
    NotYours,
)
from reviewapp.web.permissions import adjudicators_only, person_of
from reviewapp.work.actions.adjudication import claim_disagreement, renew_disagreement
from reviewapp.work.queries.adjudication import (
    EFFORT_STAGE,
    adjudicated_campaigns,
    find_disagreement,
    waiting_for,
)
from reviewapp.work.registry import workflow_of
from reviewapp.work.views.documents import show_piece
from reviewapp.work.views.tasks import TAB_CHARS

ADJUDICATIONS_A_PAGE = 50


@adjudicators_only
@require_safe
def adjudications(request: HttpRequest) -> HttpResponse:
    """List the open disagreements that wait for this person, oldest first, and their own outcomes."""
    person = person_of(request)
    waiting = (
        waiting_for(person, adjudicated_campaigns(person))
        .select_related("campaign", "task__item", "task__ripple")
        .defer("task__item__answer", "task__ripple__public")
        .order_by("id")
    )
    done = (
        Outcome.objects.filter(adjudicator=person)
        .select_related("task__item", "task__ripple", "campaign", "disagreement")
        .defer("task__ripple__public", "body")
        .order_by("-decided_at")
    )
    page = Paginator(waiting, ADJUDICATIONS_A_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "reviewapp/work/adjudications.html",
        {"page": page, "done": done[:20], "section": "adjudication"},
    )


@gzip_page
@adjudicators_only
@require_http_methods(["GET", "HEAD", "POST"])
def adjudicate(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show one disagreement and, on POST, record its outcome."""
    person = person_of(request)
    disagreement = _disagreement(person, code)
    if disagreement.state != DisagreementState.OPEN:
        if request.method == "POST" and not _decided_by(disagreement, person):
            messages.warning(request, "It had been resolved before: your outcome was not recorded.")
        return _show(request, disagreement)
    try:
        claim_disagreement(disagreement=disagreement, actor=person, now=timezone.now())
    except (NotYours, NotAllowed) as error:
        messages.warning(request, str(error))
        return redirect("adjudications")
    if request.method != "POST":
        return _show(request, disagreement)
    try:
        again = workflow_of(disagreement.campaign.kind).resolve(request, disagreement)
    except Incomplete as error:
        return _show(request, disagreement, errors=error.missing)
    except NotYours as error:
        messages.warning(request, str(error))
        again = None
    return again or _next(request, person)


@adjudicators_only
@require_POST
def beat(request: HttpRequest, code: str) -> HttpResponse:
    """Take a heartbeat of an adjudicator at work and renew the claim."""
    person = person_of(request)
    disagreement = _disagreement(person, code)
    Heartbeat.objects.create(
        task=disagreement.task,
        person=person,
        stage=EFFORT_STAGE,
        tab=request.POST.get("tab", "").replace("\0", "")[:TAB_CHARS],
        ends=request.POST.get("ends") == "1",
        at=timezone.now(),
    )
    renew_disagreement(disagreement=disagreement, actor=person, now=timezone.now())
    return HttpResponse(status=204)


@gzip_page
@adjudicators_only
@require_safe
def document(request: HttpRequest, code: str, position: int) -> HttpResponse:
    """Show a piece of a document of the disputed item."""
    disagreement = _disagreement(person_of(request), code)
    return show_piece(
        request,
        disagreement.task,
        position,
        evidence_of(returns_of(disagreement)),
        page="adjudicate",
        route="adjudication_document",
        code=code,
    )


def _disagreement(person: Person, code: str) -> Disagreement:
    """Return the disagreement if *person* may adjudicate it; for others it does not exist."""
    disagreement = find_disagreement(person, code)
    if disagreement is None:
        raise Http404
    return disagreement


def _show(
    request: HttpRequest, disagreement: Disagreement, errors: dict[str, str] | None = None
) -> HttpResponseBase:
    return workflow_of(disagreement.campaign.kind).show_adjudication(request, disagreement, errors)


def returns_of(disagreement: Disagreement) -> list[Return]:
    """Return what the reviewers decided, in the order of their slots."""
    current = disagreement.task.returns.filter(round=disagreement.round, successor__isnull=True)
    return list(current.select_related("guideline", "slot").defer("guideline__body").order_by("slot__number"))


def evidence_of(returns: list[Return]) -> list[dict[str, Any]]:
    """Return the passages that the reviewers cite."""
    return [span for row in returns for span in row.body.get("evidence", [])]


def _decided_by(disagreement: Disagreement, person: Person) -> bool:
    return Outcome.objects.filter(disagreement=disagreement, adjudicator=person).exists()


def _next(request: HttpRequest, person: Person) -> HttpResponseBase:
    following = waiting_for(person, adjudicated_campaigns(person)).order_by("id").first()
    return redirect("adjudicate", code=following.code) if following else redirect("adjudications")
