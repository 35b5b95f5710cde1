"""The page of screening: one item with its references, its draft, and the decision."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from reviewapp.models import Draft, Person, Task
from reviewapp.rules.protocol import (
    REASON_TITLES,
    Decision,
    Incomplete,
    NotAllowed,
    NotYours,
    ProtocolError,
    Reason,
    Stage,
    StaleDraft,
)
from reviewapp.web.permissions import person_of, signed_in
from reviewapp.web.quick_templates import render_quick
from reviewapp.web.requests import by_htmx
from reviewapp.work.actions.claiming import claim_with_desk
from reviewapp.work.actions.drafts import save_draft
from reviewapp.work.views.documents import document_panels, quoted, show_piece, spans_of_quote
from reviewapp.work.views.tasks import (
    Choice,
    committed_facts,
    committed_return,
    held_task,
    is_open,
    on_other_page,
    taken_up,
    task_of,
)
from reviewapp.workflows.screening.actions import commit_screening
from reviewapp.workflows.screening.forms import ScreeningForm

PAGE = "task"

CHOICES = (
    Choice(Decision.ACCEPT, "Accept", "a"),
    *(
        Choice(reason, REASON_TITLES[reason] + (" – say what" if reason == Reason.OTHER else ""), str(n))
        for n, reason in enumerate(Reason, start=1)
    ),
)


@lru_cache(maxsize=64)
def choice_buttons(selected: str) -> SafeString:
    """Return the buttons that decide: the same on every page, so each state of them is written once."""
    return render_quick("reviewapp/screening/choices.html", {"choices": CHOICES, "chosen": selected})


@lru_cache(maxsize=1024)
def domain_options(domains: tuple[str, ...], selected: str) -> SafeString:
    """Return the options of the domain field, written once for each choice among the same *domains*."""
    return render_quick("reviewapp/screening/domains.html", {"domains": domains, "chosen": selected})


@gzip_page
@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def task(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show the task and, on POST, commit the decision and bring the next one."""
    if request.method == "POST":
        return _commit(request, code)
    person = person_of(request)
    task = held_task(person, code)
    return on_other_page(task, PAGE) or render_task(request, task, lost=taken_up(task, person))


def render_task(
    request: HttpRequest,
    task: Task,
    *,
    form: ScreeningForm | None = None,
    errors: dict[str, str] | None = None,
    lost: str = "",
    status: int = 200,
) -> HttpResponse:
    """Write the page of a task, or its working area alone for htmx."""
    person = person_of(request)
    draft = task.my_draft
    body: dict[str, Any] = form.body() if form else draft.body if draft else {}
    committed = committed_return(task, person)
    evidence = committed.body.get("evidence", []) if committed else body.get("evidence", [])
    panels = document_panels(task, evidence, route="document", code=task.code)
    values = {
        "task": task,
        "item": task.item,
        "campaign": task.campaign,
        "membership": task.my_membership,
        "today": timezone.localdate(),
        "draft": draft,
        "version": draft.version if draft else 0,
        "body": body,
        "choices": choice_buttons(body.get("reason") or body.get("decision", "")),
        "domains": domain_options(
            tuple(task.campaign.domains), body.get("domain", task.evidence.domain or "")
        ),
        "errors": errors or {},
        "lost": lost,
        "committed": committed,
        "facts": committed_facts(committed),
        "is_open": not lost and committed is None and is_open(task),
        "spans": quoted(panels, evidence),
        "quote": form.quote if form and errors else "",
        "panels": panels,
    }
    response = _desk_response(request, task, values, status)
    response["Vary"] = "HX-Request"
    response["Cache-Control"] = "no-store"
    return response


def _desk_response(request: HttpRequest, task: Task, values: dict[str, Any], status: int) -> HttpResponse:
    desk = render_quick("reviewapp/screening/task.html", values, request)
    if by_htmx(request):
        return HttpResponse(desk, status=status)
    page = {"desk": desk, "campaign": task.campaign, "section": "work"}
    return render(request, "reviewapp/screening/page.html", page, status=status)


@signed_in
@require_POST
def draft(request: HttpRequest, code: str) -> HttpResponseBase:
    """Save the draft: a script gets its new version as JSON, a form comes back to the page."""
    person = person_of(request)
    task = task_of(person, code=code)
    form = ScreeningForm.read(request.POST)
    try:
        form.check()
        spans = form.spans + spans_of_quote(task, form.quote)
        saved = save_draft(
            task=task,
            actor=person,
            stage=Stage.SCREENING,
            version=form.version,
            body=form.body(spans),
            now=timezone.now(),
        )
    except Incomplete as error:
        return _refused(request, task, form, error.missing)
    except NotYours as error:
        raise Http404 from error
    except StaleDraft as error:
        return _stale(request, task, form, str(error))
    if by_htmx(request):
        when = timezone.localtime(saved.saved_at).strftime("%H:%M") if saved else ""
        return JsonResponse({"version": saved.version if saved else 0, "saved": when})
    return redirect("task", code=code)


@gzip_page
@signed_in
@require_safe
def document(request: HttpRequest, code: str, position: int) -> HttpResponse:
    """Show a piece of one of the task's documents: from an offset, or around something found."""
    task = task_of(person_of(request), code=code)
    evidence = task.my_draft.body.get("evidence", []) if task.my_draft else []
    return show_piece(request, task, position, evidence, page="task", route="document", code=code)


def _commit(request: HttpRequest, code: str) -> HttpResponseBase:
    """Commit first, since it locks and checks by itself; the page is read only where it is shown again."""
    person = person_of(request)
    form = ScreeningForm.read(request.POST)
    try:
        form.check()
        spans = form.spans
        if form.quote:
            spans += spans_of_quote(task_of(person, code=code), form.quote)
        committed = commit_screening(code=code, actor=person, entry=form.entry(spans), now=timezone.now())
    except Task.DoesNotExist as error:
        raise Http404 from error
    except ProtocolError as error:
        return _not_committed(request, held_task(person, code), form, error)
    if by_htmx(request) and request.POST.get("ahead") == "1":
        return HttpResponse(status=204)
    return redirect("next_task", code=committed.campaign.code)


def _not_committed(
    request: HttpRequest, task: Task, form: ScreeningForm, error: ProtocolError
) -> HttpResponseBase:
    if elsewhere := on_other_page(task, PAGE):
        return elsewhere
    if isinstance(error, Incomplete):
        return _refused(request, task, form, error.missing)
    return _kept(request, task, form, error)


def _refused(request: HttpRequest, task: Task, form: ScreeningForm, missing: dict[str, str]) -> HttpResponse:
    """Show what is missing beside what was entered; a script hears of it by the status."""
    status = 422 if by_htmx(request) else 200
    return render_task(request, task, form=form, errors=missing, status=status)


def _kept(request: HttpRequest, task: Task, form: ScreeningForm, error: ProtocolError) -> HttpResponse:
    """Keep late work as a draft and say what happened."""
    _keep(request, task, form)
    lost = str(error) if isinstance(error, NotYours | NotAllowed) else ""
    return render_task(request, task, form=form, errors={"": str(error)}, lost=lost, status=409)


def keep_entry(request: HttpRequest, task: Task) -> None:
    """Keep what the form of a skipped task holds, where it holds anything that can be kept."""
    form = ScreeningForm.read(request.POST)
    if not form.is_empty and not form.problems:
        _keep(request, task, form)


def next_page(
    request: HttpRequest, *, campaign_code: str, person: Person, now: datetime, ahead: bool
) -> HttpResponse | None:
    """Give the next task of a screening campaign with its page; None where there is none to give."""
    task = claim_with_desk(
        campaign_code=campaign_code, actor=person, stage=Stage.SCREENING, now=now, ahead=ahead
    )
    return render_task(request, task) if task is not None else None


def _keep(request: HttpRequest, task: Task, form: ScreeningForm) -> None:
    """Save the form as a draft where that overwrites nothing; it is shown or sent again in any case."""
    with suppress(StaleDraft, NotYours):
        save_draft(
            task=task,
            actor=person_of(request),
            stage=Stage.SCREENING,
            version=form.version,
            body=form.body(),
            now=timezone.now(),
        )


def _stale(request: HttpRequest, task: Task, form: ScreeningForm, why: str) -> HttpResponse:
    """Answer 409 with both texts, so that nothing typed is lost."""
    drafts = Draft.objects.filter(task=task, person=person_of(request), stage=Stage.SCREENING)
    stored = drafts.filter(round=task.round).first()
    template = "reviewapp/screening/stale.html"
    if by_htmx(request):
        template += "#both"
    return render(
        request,
        template,
        {"task": task, "why": why, "mine": form.body(), "stored": stored, "section": "work"},
        status=409,
    )
