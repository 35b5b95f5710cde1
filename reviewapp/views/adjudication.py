"""Adjudication pages: what waits, and one disagreement with its returns side by side."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from reviewapp.actions.adjudication import (
    check_may_adjudicate,
    claim_disagreement,
    renew_disagreement,
    resolve_disagreement,
)
from reviewapp.effort import Beat, Work, active_seconds
from reviewapp.models import Disagreement, Heartbeat, Membership, Outcome, Person
from reviewapp.protocol import (
    CampaignState,
    Decision,
    DisagreementState,
    Incomplete,
    NotAllowed,
    NotYours,
    Reason,
    Role,
)
from reviewapp.views.documents import document_panels, show_piece
from reviewapp.views.permissions import adjudicators_only, person_of
from reviewapp.views.tasks import CHOICES, TAB_CHARS
from reviewapp.views.work import waiting_for

ADJUDICATIONS_A_PAGE = 50
EFFORT_STAGE = "adjudication"


@adjudicators_only
@require_safe
def adjudications(request: HttpRequest) -> HttpResponse:
    """List the open disagreements that wait for this person, oldest first, and their own outcomes."""
    person = person_of(request)
    waiting = (
        waiting_for(person, _campaign_ids(person))
        .select_related("campaign", "task__item")
        .defer("task__item__answer")
        .order_by("id")
    )
    done = (
        Outcome.objects.filter(adjudicator=person)
        .select_related("task__item", "campaign", "disagreement")
        .order_by("-decided_at")
    )
    page = Paginator(waiting, ADJUDICATIONS_A_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "reviewapp/work/adjudications.html",
        {"page": page, "done": done[:20], "section": "adjudication"},
    )


@adjudicators_only
@require_http_methods(["GET", "HEAD", "POST"])
def adjudicate(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show one disagreement and, on POST, record its outcome."""
    person = person_of(request)
    disagreement = _disagreement(person, code)
    if disagreement.state != DisagreementState.OPEN:
        return _show(request, disagreement)
    try:
        claim_disagreement(disagreement=disagreement, actor=person, now=timezone.now())
    except NotYours as error:
        messages.warning(request, str(error))
        return redirect("adjudications")
    if request.method != "POST":
        return _show(request, disagreement)
    try:
        _resolve(request, disagreement)
    except Incomplete as error:
        return _show(request, disagreement, errors=error.missing)
    except NotYours as error:
        messages.warning(request, str(error))
    return _next(request, person)


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
        tab=request.POST.get("tab", "")[:TAB_CHARS],
        ends=request.POST.get("ends") == "1",
        at=timezone.now(),
    )
    renew_disagreement(disagreement=disagreement, actor=person, now=timezone.now())
    return HttpResponse(status=204)


@adjudicators_only
@require_safe
def document(request: HttpRequest, code: str, position: int) -> HttpResponse:
    """Show a piece of a document of the disputed item."""
    disagreement = _disagreement(person_of(request), code)
    return show_piece(request, disagreement.task, position, route="adjudication_document", code=code)


def _disagreement(person: Person, code: str) -> Disagreement:
    """Return the disagreement if *person* may adjudicate it; for others it does not exist."""
    found = (
        Disagreement.objects.filter(code=code)
        .select_related("campaign__guideline", "task__item__source")
        .defer("campaign__guideline__body")
        .first()
    )
    if found is None:
        raise Http404
    try:
        check_may_adjudicate(disagreement=found, person=person)
    except NotAllowed as error:
        raise Http404 from error
    return found


def _show(
    request: HttpRequest, disagreement: Disagreement, errors: dict[str, str] | None = None
) -> HttpResponse:
    task = disagreement.task
    returns = list(
        task.returns.filter(round=disagreement.round, successor__isnull=True)
        .select_related("guideline", "slot")
        .defer("guideline__body")
        .order_by("slot__number")
    )
    evidence = [span for one in returns for span in one.body.get("evidence", [])]
    sent = request.POST
    response = render(
        request,
        "reviewapp/work/adjudicate.html",
        {
            "disagreement": disagreement,
            "outcome": Outcome.objects.filter(disagreement=disagreement)
            .select_related("adjudicator")
            .first(),
            "task": task,
            "item": task.item,
            "campaign": disagreement.campaign,
            "returns": returns,
            "panels": document_panels(task, evidence, route="adjudication_document", code=disagreement.code),
            "choices": CHOICES,
            "chosen": sent.get("verdict", ""),
            "domain": sent.get("domain", task.item.domain or ""),
            "rationale": sent.get("rationale", ""),
            "errors": errors or {},
            "is_open": disagreement.state == DisagreementState.OPEN,
            "section": "adjudication",
        },
    )
    response["Cache-Control"] = "no-store"
    return response


def _resolve(request: HttpRequest, disagreement: Disagreement) -> None:
    verdict = request.POST.get("verdict", "")
    rejects = verdict in set(Reason)
    resolve_disagreement(
        disagreement=disagreement,
        actor=person_of(request),
        decision=Decision.REJECT if rejects else verdict,
        reason=verdict if rejects else "",
        domain=request.POST.get("domain", ""),
        rationale=request.POST.get("rationale", "").replace("\r\n", "\n"),
        active_seconds=_active_seconds(disagreement, person_of(request)),
        now=timezone.now(),
    )
    messages.success(request, "The outcome is on record, beside both returns.")


def _next(request: HttpRequest, person: Person) -> HttpResponseBase:
    following = waiting_for(person, _campaign_ids(person)).order_by("id").first()
    return redirect("adjudicate", code=following.code) if following else redirect("adjudications")


def _campaign_ids(person: Person) -> list[int]:
    return list(
        Membership.objects.filter(person=person, role=Role.ADJUDICATOR, active=True)
        .exclude(campaign__state=CampaignState.CLOSED)
        .values_list("campaign_id", flat=True)
    )


def _active_seconds(disagreement: Disagreement, person: Person) -> float:
    rows = Heartbeat.objects.filter(
        person=person,
        task=disagreement.task,
        stage=EFFORT_STAGE,
        at__gt=timezone.now() - timedelta(hours=12),
    ).values_list("tab", "at", "ends")
    task = str(disagreement.task_id)
    spent = active_seconds(Beat("", task, EFFORT_STAGE, tab, at, ends) for tab, at, ends in rows)
    return spent.get(Work("", task, EFFORT_STAGE), 0.0)
