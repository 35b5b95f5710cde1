"""Adjudication of a ripple item: the adjudicator's matrix, and the same page for the two reviewers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from reviewapp.models import Disagreement, Draft, Outcome, Person, Task
from reviewapp.rules.protocol import (
    DisagreementState,
    Incomplete,
    ProtocolError,
    RippleDecision,
    StaleDraft,
)
from reviewapp.web.permissions import adjudicators_only, person_of, signed_in
from reviewapp.web.quick_templates import render_quick
from reviewapp.web.requests import by_htmx
from reviewapp.work.forms import note_problem, typed
from reviewapp.work.queries.adjudication import adjudication_seconds, find_disagreement
from reviewapp.workflows.ripple.actions.adjudicating import (
    add_comment,
    decide_ripple,
    record_assent,
    save_ripple_draft,
    weigh,
)
from reviewapp.workflows.ripple.forms.outcome import outcome_body
from reviewapp.workflows.ripple.forms.stages import check_texts, version_of
from reviewapp.workflows.ripple.queries.returns import Record, is_open_to_reviewer, matrix_of, read_record
from reviewapp.workflows.ripple.rules.acceptance import TITLES, Line
from reviewapp.workflows.ripple.rules.matrix import Matrix
from reviewapp.workflows.ripple.rules.public import Public, read_public
from reviewapp.workflows.ripple.rules.words import ADJUDICATION
from reviewapp.workflows.ripple.views.desk import PAGE, fields_of, stale_response
from reviewapp.workflows.ripple.views.differing import differences
from reviewapp.workflows.ripple.views.matrix import matrix_context
from reviewapp.workflows.ripple.views.missing import MissingEntry

TEMPLATE = "reviewapp/ripple/adjudicate.html"
PARTS = {
    "acceptance": "reviewapp/ripple/bench_acceptance.html",
    "progress": "reviewapp/ripple/bench_progress.html",
    "final": "reviewapp/ripple/bench_final.html",
}
DECISIONS = (
    (RippleDecision.ACCEPTED, "Accepted"),
    (RippleDecision.REJECTED, "Rejected"),
    (RippleDecision.WITHDRAWN, "Withdrawn"),
)


@dataclass(frozen=True, slots=True)
class Bench:
    """A disagreement with all that its page needs."""

    disagreement: Disagreement
    person: Person
    record: Record
    matrix: Matrix
    public: Public
    draft: Draft | None
    outcome: Outcome | None

    @property
    def task(self) -> Task:
        return self.disagreement.task

    @property
    def body(self) -> Mapping[str, Any]:
        body: Mapping[str, Any] = self.outcome.body if self.outcome else self.draft.body if self.draft else {}
        return body

    @property
    def is_open(self) -> bool:
        return self.disagreement.state == DisagreementState.OPEN

    def read_form(self, request: HttpRequest) -> dict[str, Any]:
        """Return what the form decides.

        :raises Incomplete: if a text cannot be kept, or the words of a span are found nowhere.
        """
        check_texts(request.POST)
        return outcome_body(request.POST, self.public, self.matrix)

    def weigh(self, body: Mapping[str, Any]) -> tuple[Line, ...]:
        """Return the lines of the acceptance rule; none of a body that names what the item does not have."""
        seconds = adjudication_seconds(self.disagreement, self.person)
        try:
            return weigh(
                self.task,
                self.disagreement,
                self.person,
                body,
                active_seconds=seconds,
                now=timezone.now(),
                found=self.record,
            )[1]
        except Incomplete:
            return ()


def show_ripple(request: HttpRequest, disagreement: Disagreement) -> HttpResponse:
    """Show the matrix to an adjudicator."""
    bench = bench_of(disagreement, person_of(request))
    return _render(request, bench, bench.body)


def decide_item(request: HttpRequest, disagreement: Disagreement) -> HttpResponseBase | None:
    """Record the outcome that the form decides, after asking once; return None once it is recorded."""
    bench = bench_of(disagreement, person_of(request))
    try:
        body = bench.read_form(request)
        if request.POST.get("sure") != "1" and _is_whole(bench, body):
            return _ask(request, bench, body)
        decide_ripple(
            disagreement=disagreement,
            actor=bench.person,
            decision=body["decision"],
            body=body,
            rationale=body["rationale"],
            active_seconds=adjudication_seconds(disagreement, bench.person),
            now=timezone.now(),
        )
    except Incomplete as error:
        typed_body = outcome_body(request.POST, bench.public, bench.matrix, lenient=True)
        return _render(request, _with_draft(request, bench), typed_body, missing=error.missing)
    messages.success(request, "The outcome is on record, beside all returns.")
    return None


@adjudicators_only
@require_POST
def draft(request: HttpRequest, code: str) -> HttpResponseBase:
    """Keep what the adjudicator has entered; a script gets the parts of the page that follow from it."""
    person = person_of(request)
    disagreement = find_disagreement(person, code)
    if disagreement is None or disagreement.state != DisagreementState.OPEN:
        raise Http404
    bench = bench_of(disagreement, person)
    try:
        body = bench.read_form(request)
        saved = _save(request, bench, body)
    except Incomplete as error:
        typed_body = outcome_body(request.POST, bench.public, bench.matrix, lenient=True)
        status = 422 if by_htmx(request) else 200
        return _render(request, bench, typed_body, missing=error.missing, status=status)
    except StaleDraft as error:
        return _stale(request, bench, str(error))
    if not by_htmx(request):
        return redirect("adjudicate", code=code)
    when = timezone.localtime(saved.saved_at).strftime("%H:%M")
    context = _context(bench, body)
    parts = {name: render_quick(template, context, request) for name, template in PARTS.items()}
    return JsonResponse({"version": saved.version, "saved": when, "parts": parts})


@signed_in
@require_safe
def joint(request: HttpRequest, code: str) -> HttpResponse:
    """Show the adjudication to one of the two reviewers, once both have judged the closure."""
    person = person_of(request)
    disagreement = _reviewed(person, code)
    bench = bench_of(disagreement, person)
    body = bench.outcome.body if bench.outcome else {}
    return _render(request, bench, body, is_reviewer=True)


@signed_in
@require_POST
def say(request: HttpRequest, code: str) -> HttpResponseBase:
    """Add a comment to the adjudication of a task: by one of its reviewers, or an adjudicator."""
    person = person_of(request)
    task = Task.objects.filter(code=code, ripple__isnull=False).first()
    disagreement = Disagreement.objects.filter(task=task).order_by("-pk").first() if task else None
    if task is None or disagreement is None:
        raise Http404
    is_reviewer = is_open_to_reviewer(task, person)
    if not is_reviewer and find_disagreement(person, disagreement.code) is None:
        raise Http404
    body = typed(request.POST.get("body", ""))
    try:
        if problem := note_problem(body, "comment"):
            raise Incomplete(problem)
        add_comment(task=task, actor=person, body=body, now=timezone.now())
    except ProtocolError as error:
        messages.warning(request, str(error))
    if is_reviewer:
        return redirect(reverse("ripple_adjudication", args=[code]) + "#comments")
    return redirect(reverse("adjudicate", args=[disagreement.code]) + "#comments")


@signed_in
@require_http_methods(["POST"])
def assent(request: HttpRequest, code: str) -> HttpResponseBase:
    """Record one's assent to the outcome, or dissent."""
    person = person_of(request)
    disagreement = _reviewed(person, code)
    outcome = Outcome.objects.filter(disagreement=disagreement).first()
    if outcome is None:
        raise Http404
    note = typed(request.POST.get("note", ""))
    answer = request.POST.get("assents", "")
    try:
        if problem := note_problem(note):
            raise Incomplete(problem)
        if answer not in {"yes", "no"}:
            raise Incomplete({"assents": "Say whether you assent or dissent."})
        record_assent(outcome=outcome, actor=person, assents=answer == "yes", note=note, now=timezone.now())
        messages.success(request, "It is on record beside the outcome.")
    except ProtocolError as error:
        messages.warning(request, str(error))
    return redirect("ripple_adjudication", code=code)


def bench_of(disagreement: Disagreement, person: Person) -> Bench:
    """Return what the page of *disagreement* needs."""
    task = disagreement.task
    record = read_record(task)
    drafts = Draft.objects.filter(task=task, person=person, stage=ADJUDICATION, round=task.round)
    outcome = Outcome.objects.filter(disagreement=disagreement).select_related("adjudicator").first()
    public = read_public(record.public)
    return Bench(disagreement, person, record, matrix_of(record), public, drafts.first(), outcome)


def _reviewed(person: Person, code: str) -> Disagreement:
    """Return the adjudication of a task to one of its two reviewers; for others it does not exist."""
    disagreements = Disagreement.objects.filter(task__code=code, task__ripple__isnull=False).order_by("-pk")
    disagreement = disagreements.select_related("task__ripple", "campaign__guideline").first()
    if disagreement is None or not is_open_to_reviewer(disagreement.task, person):
        raise Http404
    return disagreement


def _render(
    request: HttpRequest,
    bench: Bench,
    body: Mapping[str, Any],
    *,
    missing: Mapping[str, str] | None = None,
    is_reviewer: bool = False,
    status: int = 200,
) -> HttpResponse:
    context = _context(bench, body, is_reviewer=is_reviewer)
    context["errors"] = _missing_entries(missing or {}, context["labels"])
    page = context | {
        "desk": render_quick(TEMPLATE, context, request),
        "title": f"Adjudication · {bench.public.item_id}",
        "crumb": bench.public.item_id,
        "section": "work" if is_reviewer else "adjudication",
    }
    response = render(request, PAGE, page, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _context(bench: Bench, body: Mapping[str, Any], *, is_reviewer: bool = False) -> dict[str, Any]:
    context = matrix_context(bench.public, bench.record, bench.matrix, body)
    shows_rule = not is_reviewer or bench.outcome is not None
    return context | {
        "heading": "Adjudication",
        "disagreement": bench.disagreement,
        "task": bench.task,
        "public": bench.public,
        "campaign": bench.disagreement.campaign,
        "outcome": bench.outcome,
        "draft": bench.draft,
        "version": bench.draft.version if bench.draft else 0,
        "body": body,
        "decisions": DECISIONS,
        "acceptance": _acceptance(bench, body, context["labels"]) if shows_rule else [],
        "comments": _comments(bench),
        "assents": _assents(bench),
        "my_assent": bench.outcome and bench.outcome.assents.filter(person=bench.person).first(),
        "is_open": bench.is_open and not is_reviewer,
        "is_reviewer": is_reviewer,
    }


def _acceptance(bench: Bench, body: Mapping[str, Any], keys: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the lines of the acceptance rule: of an outcome as it was recorded, else as the form has it."""
    if bench.outcome:
        return [
            {
                "title": TITLES.get(line["line"], line["line"]),
                "ok": line["ok"],
                "missing": [MissingEntry(text, "") for text in line["missing"]],
            }
            for line in bench.outcome.body.get("acceptance", [])
        ]
    return [
        {
            "title": line.title,
            "ok": line.ok,
            "missing": [MissingEntry(text.text, keys.get(text.subject, "")) for text in line.missing],
        }
        for line in bench.weigh(body or _prefilled(bench))
    ]


def _prefilled(bench: Bench) -> dict[str, Any]:
    """Return the body that the page's form holds before anything is decided."""
    units = [row.unit_id for row in bench.matrix.units if row.prefilled]
    edges = [
        {"parent": row.parent, "child": row.child, "rule": row.rule}
        for row in bench.matrix.edges
        if row.prefilled
    ]
    return {"units": units, "edges": edges, "spans": [], "resolutions": []}


def _missing_entries(missing: Mapping[str, str], keys: Mapping[str, str]) -> list[MissingEntry]:
    """Return what is missing, each with its row, without what the acceptance lines show already."""
    return [
        MissingEntry(text, keys.get(name, name if name in {"decision", "rationale"} else ""))
        for name, text in missing.items()
        if not (name.startswith("accept-") and len(missing) > 1 and any(field in keys for field in missing))
    ]


def _comments(bench: Bench) -> list[dict[str, Any]]:
    names = _names(bench)
    rows = bench.task.ripple_comments.select_related("person").order_by("pk")
    return [
        {"who": names.get(comment.person_id, "Adjudicator"), "at": comment.at, "body": comment.body}
        for comment in rows
    ]


def _assents(bench: Bench) -> list[dict[str, Any]]:
    if bench.outcome is None:
        return []
    names = _names(bench)
    rows = bench.outcome.assents.order_by("pk")
    return [
        {
            "who": names.get(assent.person_id, "Reviewer"),
            "assents": assent.assents,
            "note": assent.note,
            "at": assent.at,
        }
        for assent in rows
    ]


def _names(bench: Bench) -> dict[int, str]:
    """Return what the page calls each reviewer: a number, and "you" for the reader."""
    numbered = enumerate(bench.record.reviewers, start=1)
    names = {reviewer.pk: f"Reviewer {n}" for n, reviewer in numbered}
    own = names.get(bench.person.pk, "Adjudicator")
    return names | {bench.person.pk: f"{own} (you)"}


def _is_whole(bench: Bench, body: Mapping[str, Any]) -> bool:
    """Say whether the outcome could be recorded as it stands."""
    if body["decision"] not in set(RippleDecision) or not body["rationale"].strip():
        return False
    lines = bench.weigh(body)
    return bool(lines) and (body["decision"] != RippleDecision.ACCEPTED or all(line.ok for line in lines))


def _ask(request: HttpRequest, bench: Bench, body: Mapping[str, Any]) -> HttpResponse:
    bench = _with_draft(request, bench)
    address = reverse("adjudicate", args=[bench.disagreement.code])
    title = dict(DECISIONS)[RippleDecision(body["decision"])].lower()
    description = f"The item is {title}: {len(body['units'])} units, {len(body['edges'])} edges."
    fields = [*fields_of(request), ("version", str(bench.draft.version if bench.draft else 0))]
    context = {
        "heading": "the outcome",
        "description": description,
        "fields": fields,
        "action": address,
        "back": address,
    }
    return render(request, "reviewapp/ripple/sure.html", context | {"section": "adjudication"})


def _save(request: HttpRequest, bench: Bench, body: dict[str, Any]) -> Draft:
    return save_ripple_draft(
        disagreement=bench.disagreement,
        actor=bench.person,
        version=version_of(request.POST),
        body=body,
        now=timezone.now(),
    )


def _with_draft(request: HttpRequest, bench: Bench) -> Bench:
    """Save the form as a draft where that overwrites nothing; return the bench with that draft."""
    try:
        return replace(bench, draft=_save(request, bench, bench.read_form(request)))
    except (StaleDraft, Incomplete):
        return bench


def _stale(request: HttpRequest, bench: Bench, why: str) -> HttpResponse:
    """Answer 409 with what differs, so that nothing typed is lost."""
    stored = bench.draft
    mine = outcome_body(request.POST, bench.public, bench.matrix, lenient=True)
    differing = differences(mine, stored.body if stored else {}, bench.public)
    addresses = {
        "action": reverse("adjudication_draft", args=[bench.disagreement.code]),
        "back": reverse("adjudicate", args=[bench.disagreement.code]),
        "section": "adjudication",
    }
    return stale_response(request, stored, differing, {"why": why, **addresses})
