"""The desk of collision review: an item with its candidates, one of them open beside the gold evidence."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from reviewapp.models import Document, Draft, Person, Task
from reviewapp.rules.passages import Mark
from reviewapp.rules.protocol import Incomplete, Kind, NotYours, ProtocolError, Stage, StaleDraft
from reviewapp.web.permissions import person_of, signed_in
from reviewapp.web.quick_templates import render_quick
from reviewapp.web.requests import by_htmx
from reviewapp.work.actions.drafts import save_draft
from reviewapp.work.actions.passages import EvidenceSpan
from reviewapp.work.forms import note_problem, typed
from reviewapp.work.registry import is_of
from reviewapp.work.views.documents import (
    GOLD,
    DocumentView,
    answers_of,
    evidence_marks,
    find_quote,
    first_panel,
    piece_response,
    quoted,
    reference_at,
    reference_panels,
)
from reviewapp.work.views.tasks import Choice, committed_return, is_open, taken_up, task_of
from reviewapp.workflows.collision.actions.reviewing import (
    commit_collision,
    decide_candidate,
    keep_candidate,
    revise_candidate,
)
from reviewapp.workflows.collision.forms import CandidateForm
from reviewapp.workflows.collision.queries.candidates import (
    CandidateRow,
    OwnDecision,
    Texts,
    next_open,
    read_candidate,
    read_candidate_text,
    read_candidates,
    read_revealed,
    read_texts,
)
from reviewapp.workflows.collision.rules.collisions import (
    TITLES,
    CollisionDecision,
    Phase,
    consequence,
    with_entry,
)
from reviewapp.workflows.collision.views.candidate_list import candidate_list

CHOICES = tuple(
    Choice(decision, TITLES[decision], str(n)) for n, decision in enumerate(CollisionDecision, start=1)
)


@lru_cache(maxsize=64)
def choice_radios(selected: str) -> SafeString:
    """Return the ways to decide, of which one may be *selected*: each state of them is written once."""
    return render_quick("reviewapp/collision/choices.html", {"choices": CHOICES, "chosen": selected})


@dataclass(frozen=True, slots=True)
class OpenCandidate:
    """A candidate under the reader's eyes: its row, and what stands on its page."""

    row: CandidateRow
    texts: Texts

    @property
    def first(self) -> OwnDecision | None:
        return next((decision for decision in self.texts.own if decision.phase == Phase.FIRST), None)

    @property
    def final(self) -> OwnDecision | None:
        return next(
            (decision for decision in reversed(self.texts.own) if decision.phase == Phase.FINAL), None
        )

    @property
    def evidence(self) -> list[dict[str, Any]]:
        """What is quoted of the candidate, by the last decision."""
        last = self.final or self.first
        return last.evidence if last else []


@gzip_page
@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def collision(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show the item at one candidate (`?n=`, else the first one open) and, on POST, commit the item."""
    if request.method == "POST":
        return _commit(request, code)
    person = person_of(request)
    task = _task(person, code)
    return _render(request, task, lost=taken_up(task, person))


@signed_in
@require_POST
def decide(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Record the reader's own decision; only the answer to this tells what a model said."""
    person = person_of(request)
    task, row = _candidate(person, code, number)
    form = CandidateForm.read(request.POST)
    try:
        form.check()
        spans = _quoted_spans(row, form)
        entry = form.entry(row.doc_id, spans)
        decided = decide_candidate(task_id=task.pk, actor=person, entry=entry, now=timezone.now())
    except Incomplete as error:
        return _render(request, task, number=number, form=form, errors=error.missing)
    except ProtocolError as error:
        return _late(request, task, row, form, error)
    return _go(code) if decided.phase == Phase.FINAL else _go(code, number)


@signed_in
@require_POST
def keep(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Stay with one's own decision, and go on to the next candidate."""
    person = person_of(request)
    task, row = _candidate(person, code, number)
    try:
        keep_candidate(task_id=task.pk, actor=person, doc_id=row.doc_id, now=timezone.now())
    except Incomplete:
        return _go(code, number)
    except ProtocolError as error:
        return _render(request, task, number=number, lost=str(error), status=409)
    return _go(code)


@signed_in
@require_POST
def revise(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Decide otherwise, with a reason: the first decision stays on record."""
    person = person_of(request)
    task, row = _candidate(person, code, number)
    form = CandidateForm.read(request.POST)
    try:
        form.check()
        entry = form.entry(row.doc_id, _quoted_spans(row, form))
        revise_candidate(task_id=task.pk, actor=person, entry=entry, why=form.why, now=timezone.now())
    except Incomplete as error:
        return _render(request, task, number=number, form=form, errors=error.missing)
    except ProtocolError as error:
        return _late(request, task, row, form, error)
    return _go(code)


@signed_in
@require_POST
def draft(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Keep what is entered for a candidate: a script gets the draft's new version, a form the page."""
    task, row = _candidate(person_of(request), code, number)
    form = CandidateForm.read(request.POST)
    try:
        form.check()
        saved = _save(request, task, row, form)
    except Incomplete as error:
        return _render(request, task, number=number, form=form, errors=error.missing)
    except NotYours as error:
        raise Http404 from error
    except StaleDraft as error:
        return _stale(request, task, row, form, str(error))
    if by_htmx(request):
        when = timezone.localtime(saved.saved_at).strftime("%H:%M") if saved else ""
        return JsonResponse({"version": saved.version if saved else 0, "saved": when})
    return _go(code, number)


@signed_in
@require_safe
def text(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show a piece of a candidate: from an offset, or around something found."""
    person = person_of(request)
    task, row = _candidate(person, code, number)
    opened = _sight(task, person, row)
    return piece_response(
        request, task, opened.texts.document, _beside(task, opened), back=_url(code, number)
    )


@signed_in
@require_safe
def reference(request: HttpRequest, code: str, number: int, position: int) -> HttpResponse:
    """Show a piece of the gold evidence, marked against a candidate."""
    task, row = _candidate(person_of(request), code, number)
    marks, _ = read_candidate_text(row.candidate_id)
    document = reference_at(task, position)
    url = f"{_home(code)}{number}/documents/{position}/"
    beside = DocumentView(
        url,
        str(position),
        f"Reference {position}",
        answers_of(task.evidence),
        _against(marks, document),
        [GOLD],
    )
    return piece_response(request, task, document, beside, back=_url(code, number))


def _task(person: Person, code: str) -> Task:
    task = task_of(person, code=code)
    if not is_of(task, Kind.COLLISION):
        raise Http404
    return task


def _candidate(person: Person, code: str, number: int) -> tuple[Task, CandidateRow]:
    task = _task(person, code)
    row = read_candidate(task, person, number)
    if row is None:
        raise Http404
    return task, row


@lru_cache(maxsize=1024)
def _home(code: str) -> str:
    """Return the item's address, found once for its fifty candidates: those of its parts begin with it."""
    return reverse("collision", args=[code])


def _url(code: str, number: int) -> str:
    return f"{_home(code)}?n={number}"


def _go(code: str, number: int | None = None) -> HttpResponseBase:
    return redirect(_url(code, number) if number else _home(code))


def _sight(task: Task, person: Person, row: CandidateRow) -> OpenCandidate:
    return OpenCandidate(row, read_texts(task, person, row.candidate_id))


def _beside(task: Task, opened: OpenCandidate, evidence: Sequence[dict[str, Any]] = ()) -> DocumentView:
    number = opened.row.number
    marks = _marks(opened.texts.marks) + evidence_marks(opened.texts.document, evidence or opened.evidence)
    return DocumentView(
        f"{_home(task.code)}{number}/text/",
        "candidate",
        f"Candidate {number}",
        answers_of(task.evidence),
        marks,
        ["candidate", f"similarity {opened.row.similarity:.2f}"],
    )


def _marks(stretches: dict[str, Any]) -> list[Mark]:
    return [
        Mark(start, end, kind) for kind in ("shared", "differs") for start, end in stretches.get(kind, [])
    ]


def _against(marks: dict[str, Any], document: Document) -> list[Mark]:
    return _marks(marks.get("references", {}).get(str(document.pk), {}))


def _render(
    request: HttpRequest,
    task: Task,
    *,
    number: int | None = None,
    form: CandidateForm | None = None,
    errors: dict[str, str] | None = None,
    lost: str = "",
    status: int = 200,
) -> HttpResponse:
    person = person_of(request)
    candidates = read_candidates(task, person)
    row = _chosen(request, candidates, number)
    committed = committed_return(task, person)
    here = _home(task.code)
    values = {
        "task": task,
        "item": task.evidence,
        "campaign": task.campaign,
        "membership": task.my_membership,
        "today": timezone.localdate(),
        "here": here,
        "lines": candidate_list(candidates, row.number, here),
        "n_candidates": len(candidates),
        "n_open": sum(candidate.final is None for candidate in candidates),
        "preview": consequence((candidate.doc_id, candidate.final or "") for candidate in candidates),
        "draft": task.my_draft,
        "errors": errors or {},
        "lost": lost,
        "committed": committed,
        "is_open": not lost and committed is None and is_open(task),
    }
    desk = render_quick("reviewapp/collision/item.html", values | _about(task, person, row, form), request)
    page = {"desk": desk, "campaign": task.campaign, "section": "work"}
    response = render(request, "reviewapp/collision/page.html", page, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _chosen(request: HttpRequest, candidates: Sequence[CandidateRow], number: int | None) -> CandidateRow:
    asked = request.GET.get("n", "")
    wanted = number or (int(asked[:9]) if asked.isdecimal() else 0)
    if 0 < wanted <= len(candidates):
        return candidates[wanted - 1]
    return next_open(candidates) or candidates[0]


def _about(
    task: Task,
    person: Person,
    row: CandidateRow,
    form: CandidateForm | None,
) -> dict[str, Any]:
    """Return what the page shows of the chosen candidate."""
    opened = _sight(task, person, row)
    body = form.body() if form else _drafted(task, row)
    evidence = body.get("evidence", []) or opened.evidence
    entered = body or _said(opened)
    panel = first_panel(opened.texts.document, _beside(task, opened, evidence))
    references = reference_panels(
        task,
        opened.texts.references,
        lambda document: _against(opened.texts.marks, document),
        address=lambda n: f"{_home(task.code)}{row.number}/documents/{n}/",
        chips=[GOLD],
    )
    return {
        "row": row,
        "opened": opened,
        "first": opened.first,
        "final": opened.final,
        "reveals": opened.texts.reveals,
        "revealed": _revealed(opened),
        "panel": panel,
        "panels": references,
        "body": entered,
        "choices": choice_radios(entered.get("decision", "")),
        "spans": quoted([panel], evidence),
        "quote": form.quote if form else "",
        "version": task.my_draft.version if task.my_draft else 0,
    }


def _revealed(opened: OpenCandidate) -> list[Any]:
    """Return what models said: nothing of it is read before the reader's own decision is on record."""
    if opened.first is None or not opened.first.shown:
        return []
    return read_revealed(opened.row.candidate_id, opened.first.shown)


def _said(opened: OpenCandidate) -> dict[str, Any]:
    last = opened.final or opened.first
    return {"decision": last.decision, "rationale": last.rationale} if last else {}


def _drafted(task: Task, row: CandidateRow) -> dict[str, Any]:
    entries = task.my_draft.body.get("entries", {}) if task.my_draft else {}
    entry: dict[str, Any] = entries.get(str(row.doc_id), {})
    return entry


def _quoted_spans(row: CandidateRow, form: CandidateForm) -> tuple[EvidenceSpan, ...]:
    if not form.quote.strip():
        return ()
    _, document = read_candidate_text(row.candidate_id)
    return find_quote([document], form.quote, "nowhere in the candidate")


def _save(request: HttpRequest, task: Task, row: CandidateRow, form: CandidateForm) -> Draft | None:
    """Put the candidate's entry beside those of the others, if nobody has saved in the meantime."""
    stored = task.my_draft.body if task.my_draft else {}
    return save_draft(
        task=task,
        actor=person_of(request),
        stage=Stage.COLLISION,
        version=form.version,
        body=with_entry(stored, row.doc_id, form.body(_quoted_spans(row, form))),
        now=timezone.now(),
    )


def _late(
    request: HttpRequest, task: Task, row: CandidateRow, form: CandidateForm, error: ProtocolError
) -> HttpResponse:
    """Keep late work as a draft where that overwrites nothing, and say what happened."""
    with suppress(StaleDraft, NotYours, Incomplete):
        _save(request, task, row, form)
    return _render(request, task, number=row.number, form=form, lost=str(error), status=409)


def _stale(
    request: HttpRequest, task: Task, row: CandidateRow, form: CandidateForm, why: str
) -> HttpResponse:
    """Answer 409 with both texts, so that nothing typed is lost."""
    drafts = Draft.objects.filter(task=task, person=person_of(request), stage=Stage.COLLISION)
    stored = drafts.filter(round=task.round).first()
    entry = stored.body.get("entries", {}).get(str(row.doc_id), {}) if stored else {}
    template = "reviewapp/collision/stale.html" + ("#both" if by_htmx(request) else "")
    context = {"task": task, "row": row, "why": why, "mine": form.body(), "stored": stored, "held": entry}
    return render(request, template, context | {"section": "work"}, status=409)


def _commit(request: HttpRequest, code: str) -> HttpResponseBase:
    """Commit first, since it locks and checks by itself; the page is read only where it is shown again."""
    person = person_of(request)
    note = typed(request.POST.get("note", ""))
    try:
        if problem := note_problem(note):
            raise Incomplete(problem)
        committed = commit_collision(code=code, actor=person, note=note, now=timezone.now())
    except Task.DoesNotExist as error:
        raise Http404 from error
    except Incomplete as error:
        return _render(request, _task(person, code), errors=error.missing)
    except ProtocolError as error:
        return _render(request, _task(person, code), lost=str(error), status=409)
    return redirect("next_task", code=committed.campaign.code)
