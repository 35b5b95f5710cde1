"""The desk of ripple review: one item, in the stage that its reviewer is at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST

from reviewapp.models import Draft, Person, Return, Task
from reviewapp.rules.protocol import (
    Incomplete,
    NotYours,
    ProtocolError,
    SlotState,
    Stage,
    StaleDraft,
    TaskState,
)
from reviewapp.web.permissions import person_of, signed_in
from reviewapp.web.quick_templates import render_quick
from reviewapp.web.requests import by_htmx
from reviewapp.work.actions.claiming import skip_task
from reviewapp.work.actions.drafts import save_draft
from reviewapp.work.queries.access import may_open
from reviewapp.work.views.tasks import is_open, taken_up
from reviewapp.workflows.ripple.actions.blind import commit_blind
from reviewapp.workflows.ripple.actions.closure import commit_closure
from reviewapp.workflows.ripple.forms.stages import blind_body, check_texts, closure_body, version_of
from reviewapp.workflows.ripple.queries.desk import read_closure, read_own_returns, read_ripple_desk
from reviewapp.workflows.ripple.queries.returns import is_open_to_reviewer
from reviewapp.workflows.ripple.rules.public import Public, read_public
from reviewapp.workflows.ripple.views import blind, closure
from reviewapp.workflows.ripple.views.differing import differences
from reviewapp.workflows.ripple.views.missing import MissingEntry, missing_entries

TEMPLATES = {
    Stage.BLIND: "reviewapp/ripple/blind.html",
    Stage.CLOSURE: "reviewapp/ripple/closure.html",
}
SUMMARIES = {
    Stage.BLIND: "reviewapp/ripple/blind_summary.html",
    Stage.CLOSURE: "reviewapp/ripple/closure_summary.html",
}
PAGE = "reviewapp/ripple/page.html"
NOT_KEPT = {"csrfmiddlewaretoken", "sure", "version"}


@dataclass
class Desk:
    """A task as its reviewer has it: the stage, and of what is hidden only what is open to them."""

    task: Task
    person: Person
    stage: Stage
    public: Public
    proposal: Mapping[str, Any]

    @cached_property
    def returns(self) -> Mapping[str, Return]:
        """One's own returns, by stage."""
        return read_own_returns(self.task, self.person)

    @property
    def committed(self) -> Return | None:
        slot = self.task.my_slot
        return self.returns.get(self.stage) if slot and slot.state == SlotState.COMMITTED else None

    @property
    def blind(self) -> Mapping[str, Any]:
        """What one returned blind, beside which the closure is judged."""
        returned = self.returns.get(Stage.BLIND)
        return returned.body if returned else {}

    @property
    def record(self) -> Mapping[str, Any]:
        record: Mapping[str, Any] = self.task.rippled.public
        return record

    @property
    def draft_body(self) -> Mapping[str, Any]:
        body: Mapping[str, Any] = self.task.my_draft.body if self.task.my_draft else {}
        return body

    def read_form(self, request: HttpRequest) -> dict[str, Any]:
        """Return what the form that was sent says.

        :raises Incomplete: if a text cannot be kept, or a quote is found nowhere.
        """
        check_texts(request.POST)
        if self.stage == Stage.BLIND:
            return blind_body(request.POST, self.public)
        return closure_body(request.POST, self.public, self.proposal)

    def context(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the page shows of *body*."""
        if self.stage == Stage.BLIND:
            return blind.blind_context(self.public, self.record, body)
        review = closure.ClosureReview(self.public, self.record, self.proposal, self.blind, body)
        return closure.closure_context(review)

    def describe(self, context: Mapping[str, Any]) -> str:
        return blind.describe(context) if self.stage == Stage.BLIND else closure.describe(context)

    def missing_entries(self, missing: Mapping[str, str]) -> list[MissingEntry]:
        return missing_entries(missing, self.public, self.proposal.get("edges", []))


@gzip_page
@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def ripple(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show the item in the stage one is at (`?stage=blind`: the blind stage again); on POST, commit it."""
    desk = desk_of(request, code, _stage_asked(request))
    if request.method == "POST":
        return _commit(request, desk)
    lost = taken_up(desk.task, desk.person) if desk.task.state == TaskState.OPEN else ""
    return _render(request, desk, _standing(desk), lost=lost)


@signed_in
@require_POST
def draft(request: HttpRequest, code: str) -> HttpResponseBase:
    """Keep what is entered: a script gets the version, and the parts of the page that follow from it."""
    desk = desk_of(request, code, _stage_asked(request))
    try:
        body = desk.read_form(request)
        saved = _save(request, desk, body)
    except Incomplete as error:
        return _refused(request, desk, error)
    except NotYours as error:
        raise Http404 from error
    except StaleDraft as error:
        return _stale(request, desk, str(error))
    if not by_htmx(request):
        return redirect("ripple", code=code)
    when = timezone.localtime(saved.saved_at).strftime("%H:%M") if saved else ""
    parts = _parts(request, desk, body) if saved else {}
    return JsonResponse({"version": saved.version if saved else 0, "saved": when, "parts": parts})


@signed_in
@require_POST
def skip(request: HttpRequest, code: str) -> HttpResponseBase:
    """Keep what was typed, put the item back at the end of the queue and bring the next one."""
    desk = desk_of(request, code, _stage_asked(request))
    if desk.stage != Stage.BLIND:
        raise Http404
    _keep(request, desk)
    try:
        skip_task(task=desk.task, actor=desk.person, stage=desk.stage)
    except NotYours as error:
        messages.warning(request, str(error))
    return redirect("next_task", code=desk.task.campaign.code)


def desk_of(request: HttpRequest, code: str, stage_name: str = "") -> Desk:
    """Return the desk of a task that one holds, held or committed; for others it does not exist."""
    person = person_of(request)
    stage = Stage.BLIND if stage_name == Stage.BLIND else None
    task = read_ripple_desk(code=code, person=person, stage=stage)
    if task is None or not may_open(task, person):
        raise Http404
    slot = task.my_slot
    stage = Stage(slot.stage) if slot else Stage.BLIND
    proposal = read_closure(task, person) if stage == Stage.CLOSURE else {}
    return Desk(task, person, stage, read_public(task.rippled.public), proposal)


def _stage_asked(request: HttpRequest) -> str:
    return request.POST.get("stage", "") if request.method == "POST" else request.GET.get("stage", "")


def _standing(desk: Desk) -> Mapping[str, Any]:
    body: Mapping[str, Any] = desk.committed.body if desk.committed else desk.draft_body
    return body


def _render(
    request: HttpRequest,
    desk: Desk,
    body: Mapping[str, Any],
    *,
    errors: list[MissingEntry] | None = None,
    lost: str = "",
    status: int = 200,
) -> HttpResponse:
    task = desk.task
    if task.state == TaskState.WITHDRAWN and not lost:
        lost = "This item has been withdrawn. What you did stays on record."
    context = _context(desk, body, is_live=not lost) | {"errors": errors or [], "lost": lost}
    page = context | {
        "desk": render_quick(TEMPLATES[desk.stage], context, request),
        "title": f"{context['heading']} · {task.campaign.name}",
        "section": "work",
    }
    response = render(request, PAGE, page, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _context(desk: Desk, body: Mapping[str, Any], *, is_live: bool) -> dict[str, Any]:
    task, slot = desk.task, desk.task.my_slot
    holds = slot is not None and slot.state == SlotState.CLAIMED
    return desk.context(body) | {
        "task": task,
        "public": desk.public,
        "campaign": task.campaign,
        "membership": task.my_membership,
        "today": timezone.localdate(),
        "draft": task.my_draft,
        "version": task.my_draft.version if task.my_draft else 0,
        "body": body,
        "committed": desk.committed,
        "is_open": is_live and desk.committed is None and holds and is_open(task),
        "may_skip": desk.stage == Stage.BLIND,
        "is_joint": desk.stage == Stage.CLOSURE and desk.committed and is_open_to_reviewer(task, desk.person),
    }


def _parts(request: HttpRequest, desk: Desk, body: Mapping[str, Any]) -> dict[str, str]:
    """Return the parts of the page that say what is there and what is missing, by the id they replace."""
    context = _context(desk, body, is_live=True)
    parts: dict[str, str] = {"summary": render_quick(SUMMARIES[desk.stage], context, request)}
    if desk.stage == Stage.CLOSURE:
        parts["progress"] = render_quick("reviewapp/ripple/progress.html", context, request)
    return parts


def _save(request: HttpRequest, desk: Desk, body: dict[str, Any]) -> Draft | None:
    return save_draft(
        task=desk.task,
        actor=desk.person,
        stage=desk.stage,
        version=version_of(request.POST),
        body=body,
        now=timezone.now(),
    )


def _keep(request: HttpRequest, desk: Desk) -> None:
    """Save the form as a draft where that overwrites nothing; it is shown or sent again in any case."""
    with suppress(StaleDraft, NotYours, Incomplete):
        desk.task.my_draft = _save(request, desk, desk.read_form(request)) or desk.task.my_draft


def _commit(request: HttpRequest, desk: Desk) -> HttpResponseBase:
    if request.POST.get("stage") != desk.stage or desk.committed:
        messages.warning(request, "It had been committed before: nothing was changed.")
        return redirect("ripple", code=desk.task.code)
    try:
        body = desk.read_form(request)
        if request.POST.get("sure") != "1" and not (context := desk.context(body))["missing"]:
            return _ask(request, desk, context)
        commit = commit_blind if desk.stage == Stage.BLIND else commit_closure
        commit(task_id=desk.task.pk, actor=desk.person, body=body, now=timezone.now())
    except Incomplete as error:
        return _refused(request, desk, error)
    except ProtocolError as error:
        _keep(request, desk)
        return _render(request, desk, _typed(request, desk), lost=str(error), status=409)
    messages.success(request, "Committed. It stays on record as it is.")
    return redirect("next_task", code=desk.task.campaign.code)


def _ask(request: HttpRequest, desk: Desk, context: Mapping[str, Any]) -> HttpResponse:
    """Ask once before what is final: everything that was sent goes along."""
    _keep(request, desk)
    address = reverse("ripple", args=[desk.task.code])
    version = desk.task.my_draft.version if desk.task.my_draft else version_of(request.POST)
    fields = [*fields_of(request), ("version", str(version))]
    question = {"heading": context["heading"], "description": desk.describe(context), "fields": fields}
    return render(
        request,
        "reviewapp/ripple/sure.html",
        question | {"action": address, "back": address, "section": "work", "task": desk.task},
    )


def fields_of(request: HttpRequest) -> list[tuple[str, str]]:
    """Return what the form sent, to be sent again."""
    return [
        (name, value) for name, values in request.POST.lists() if name not in NOT_KEPT for value in values
    ]


def _refused(request: HttpRequest, desk: Desk, error: Incomplete) -> HttpResponse:
    """Show what is missing beside what was entered; a script hears of it by the status."""
    _keep(request, desk)
    status = 422 if by_htmx(request) else 200
    errors = desk.missing_entries(error.missing)
    return _render(request, desk, _typed(request, desk), errors=errors, status=status)


def _typed(request: HttpRequest, desk: Desk) -> Mapping[str, Any]:
    """Return what the form says as far as it can be read."""
    if desk.stage == Stage.BLIND:
        return blind_body(request.POST, desk.public)
    return closure_body(request.POST, desk.public, desk.proposal, lenient=True)


def _stale(request: HttpRequest, desk: Desk, why: str) -> HttpResponse:
    """Answer 409 with what differs, so that nothing typed is lost."""
    drafts = Draft.objects.filter(task=desk.task, person=desk.person, stage=desk.stage)
    stored = drafts.filter(round=desk.task.round).first()
    differing = differences(_typed(request, desk), stored.body if stored else {}, desk.public)
    addresses = {
        "action": reverse("ripple_draft", args=[desk.task.code]),
        "back": reverse("ripple", args=[desk.task.code]),
        "section": "work",
    }
    return stale_response(request, stored, differing, {"why": why, **addresses})


def stale_response(
    request: HttpRequest, stored: Draft | None, differing: Sequence[Any], context: Mapping[str, str]
) -> HttpResponse:
    """Answer 409 with what was sent, what is stored, and where they differ."""
    template = "reviewapp/ripple/stale.html" + ("#both" if by_htmx(request) else "")
    page = {"stored": stored, "differing": differing, "fields": fields_of(request), **context}
    return render(request, template, page, status=409)
