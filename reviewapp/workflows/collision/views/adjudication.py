"""Adjudicating a collision review: the candidates as rows, what each reviewer said, and what is to stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from reviewapp.models import CandidateAssignment, Disagreement, Outcome, Return
from reviewapp.rules.passages import Mark
from reviewapp.rules.protocol import DisagreementState, Incomplete
from reviewapp.web.permissions import adjudicators_only, person_of
from reviewapp.work.forms import note_problem, typed
from reviewapp.work.queries.adjudication import adjudication_seconds, find_disagreement
from reviewapp.work.queries.desk import read_references
from reviewapp.work.views.adjudication import returns_of
from reviewapp.work.views.documents import (
    GOLD,
    DocumentView,
    answers_of,
    first_panel,
    piece_response,
    reference_panels,
)
from reviewapp.workflows.collision.actions.adjudicating import resolve_collision
from reviewapp.workflows.collision.queries.candidates import read_candidate_text, standing_decisions
from reviewapp.workflows.collision.rules.collisions import TITLES, VERDICTS

CHOICES = [(decision.value, TITLES[decision]) for decision in VERDICTS]


@dataclass(frozen=True, slots=True)
class Row:
    """A candidate of the matrix: what each reviewer said of it, and what is chosen to stand."""

    number: int
    candidate_id: int
    doc_id: int
    title: str
    said: Sequence[dict[str, Any]]
    chosen: str
    rationale: str

    @property
    def is_disputed(self) -> bool:
        words = {candidate.get("decision") for candidate in self.said}
        return len(words) != 1 or not words <= set(VERDICTS)


def show_collision(
    request: HttpRequest, disagreement: Disagreement, errors: Mapping[str, str] | None = None
) -> HttpResponse:
    """Show the matrix, one candidate beside the evidence, and the form of the outcome."""
    outcome = Outcome.objects.filter(disagreement=disagreement).select_related("adjudicator").first()
    returns = returns_of(disagreement)
    rows = _rows(request, disagreement, returns, outcome)
    row = _chosen(request, rows)
    marks, document = read_candidate_text(row.candidate_id)
    context = {
        "disagreement": disagreement,
        "outcome": outcome,
        "task": disagreement.task,
        "item": disagreement.task.evidence,
        "campaign": disagreement.campaign,
        "returns": returns,
        "rows": sorted(rows, key=lambda listed: not listed.is_disputed),
        "row": row,
        "panel": first_panel(document, _beside(disagreement, row, marks)),
        "panels": reference_panels(
            disagreement.task,
            read_references(item_id=disagreement.task.evidence_id),
            lambda reference: _marks(marks.get("references", {}).get(str(reference.pk), {})),
            address=lambda n: reverse("adjudication_document", args=[disagreement.code, n]),
            chips=[GOLD],
        ),
        "choices": CHOICES,
        "rationale": typed(request.POST.get("rationale", "")),
        "errors": errors or {},
        "is_open": disagreement.state == DisagreementState.OPEN,
        "section": "adjudication",
    }
    response = render(request, "reviewapp/collision/adjudicate.html", context)
    response["Cache-Control"] = "no-store"
    return response


def resolve_candidates(request: HttpRequest, disagreement: Disagreement) -> None:
    """Record what the form says of every candidate.

    :raises Incomplete: naming what is missing.
    """
    person = person_of(request)
    rationale = typed(request.POST.get("rationale", ""))
    if problem := note_problem(rationale, "rationale"):
        raise Incomplete(problem)
    resolve_collision(
        disagreement=disagreement,
        actor=person,
        decisions=_decisions(request),
        rationale=rationale,
        active_seconds=adjudication_seconds(disagreement, person),
        now=timezone.now(),
    )


@adjudicators_only
@require_safe
def candidate(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show a piece of one of the disputed item's candidates."""
    disagreement = find_disagreement(person_of(request), code)
    if disagreement is None:
        raise Http404
    row = next((listed for listed in _rows(request, disagreement, [], None) if listed.number == number), None)
    if row is None:
        raise Http404
    marks, document = read_candidate_text(row.candidate_id)
    back = f"{reverse('adjudicate', args=[code])}?n={number}"
    beside = _beside(disagreement, row, marks)
    return piece_response(request, disagreement.task, document, beside, back=back, section="adjudication")


def _rows(
    request: HttpRequest, disagreement: Disagreement, returns: Sequence[Return], outcome: Outcome | None
) -> list[Row]:
    assigned = CandidateAssignment.objects.filter(task=disagreement.task_id, assigned=True)
    named = assigned.order_by("candidate__rank").values_list(
        "candidate_id", "candidate__document_id", "candidate__document__title"
    )
    stood = standing_decisions(disagreement.task_id)
    decisions = [
        {candidate["doc_id"]: candidate for candidate in row.body.get("candidates", [])} for row in returns
    ]
    final = (
        {candidate["doc_id"]: candidate for candidate in outcome.body.get("candidates", [])}
        if outcome
        else {}
    )
    rows = []
    for number, (candidate_id, doc_id, title) in enumerate(named, start=1):
        stands = stood.get(str(doc_id), "")
        mine = [candidate.get(doc_id, {}) for candidate in decisions]
        resolved = final.get(doc_id, {})
        selected = request.POST.get(f"decision-{doc_id}") or resolved.get("decision") or _agreed(mine, stands)
        why = request.POST.get(f"why-{doc_id}") or resolved.get("rationale", "")
        rows.append(Row(number, candidate_id, doc_id, title, mine, selected, typed(why)))
    return rows


def _agreed(decisions: Sequence[dict[str, Any]], stands: str) -> str:
    words = {candidate.get("decision", "") for candidate in decisions} or {stands}
    only = words.pop() if len(words) == 1 else ""
    return only if only in set(VERDICTS) else ""


def _chosen(request: HttpRequest, rows: Sequence[Row]) -> Row:
    wanted = request.GET.get("n", "")
    named = next((row for row in rows if str(row.number) == wanted), None)
    return named or next((row for row in rows if row.is_disputed), rows[0])


def _decisions(request: HttpRequest) -> dict[int, tuple[str, str]]:
    """Return (decision, rationale) by document, as far as the form names one."""
    decisions = {}
    for name, value in request.POST.items():
        doc_id = name.removeprefix("decision-")
        if name.startswith("decision-") and doc_id.isdecimal() and isinstance(value, str) and value:
            why = typed(request.POST.get(f"why-{doc_id}", ""))
            if problem := note_problem(why, "rationale"):
                raise Incomplete(problem)
            decisions[int(doc_id[:18])] = (value, why)
    return decisions


def _beside(disagreement: Disagreement, row: Row, marks: dict[str, Any]) -> DocumentView:
    quotes = [span for candidate in row.said for span in candidate.get("evidence", [])]
    return DocumentView(
        reverse("adjudication_candidate", args=[disagreement.code, row.number]),
        "candidate",
        f"Candidate {row.number}",
        answers_of(disagreement.task.evidence),
        [*_marks(marks), *(Mark(span["start"], span["end"], "evidence") for span in quotes)],
        ["candidate"],
    )


def _marks(stretches: dict[str, Any]) -> list[Mark]:
    return [
        Mark(start, end, kind) for kind in ("shared", "differs") for start, end in stretches.get(kind, [])
    ]
