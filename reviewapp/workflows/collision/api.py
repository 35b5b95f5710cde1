"""Collision review: an item with its candidates, one's decision on each, what models said, the return."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from reviewapp.api.base import Operation, committed_or_404, person_of, task_id_of, task_of
from reviewapp.api.outputs import documents_of
from reviewapp.api.serializers import DraftOut
from reviewapp.api.tasks import TaskBeat, TaskDocument, TaskSkip
from reviewapp.models import Draft, Person, Task
from reviewapp.records import canonical_text
from reviewapp.rules.protocol import Kind, Stage, StaleDraft
from reviewapp.work.actions.drafts import save_draft
from reviewapp.workflows.collision.actions.reviewing import (
    commit_collision,
    decide_candidate,
    keep_candidate,
    revise_candidate,
)
from reviewapp.workflows.collision.queries.candidates import (
    CandidateRow,
    read_candidate,
    read_candidates,
    read_revealed,
    read_texts,
)
from reviewapp.workflows.collision.rules.collisions import Phase, with_entry
from reviewapp.workflows.collision.serializers import (
    CandidateDraftIn,
    CandidateIn,
    CandidateOut,
    CollisionOut,
    NoteIn,
    RevisionIn,
    SightOut,
)


class Item(Operation):
    """An item under collision review: its candidates numbered as shown, with one's own decisions so far."""

    def get(self, request: Request, code: str) -> Response:
        return Response(collision_out(_task(person_of(request), code), person_of(request)))


class Candidate(Operation):
    """One candidate with its text and marks; what models said only behind one's own decision on it."""

    def get(self, request: Request, code: str, number: int) -> Response:
        person = person_of(request)
        task, row = _candidate(person, code, number)
        return Response(_sight_out(task, person, row))


class Decide(Operation):
    """One's own decision on a candidate; the answer tells what models said, where the campaign does."""

    def post(self, request: Request, code: str, number: int) -> Response:
        person = person_of(request)
        task, row = _candidate(person, code, number)
        sent = CandidateIn(data=request.data)
        sent.is_valid(raise_exception=True)
        entry = sent.entry(row.doc_id)
        decide_candidate(task_id=task.pk, actor=person, entry=entry, now=timezone.now())
        return _after(task, person, number)


class Keep(Operation):
    """One stays with the first decision."""

    def post(self, request: Request, code: str, number: int) -> Response:
        person = person_of(request)
        task, row = _candidate(person, code, number)
        keep_candidate(task_id=task.pk, actor=person, doc_id=row.doc_id, now=timezone.now())
        return _after(task, person, number)


class Revise(Operation):
    """Another decision than before, with the reason *why*; all of them stay on record."""

    def post(self, request: Request, code: str, number: int) -> Response:
        person = person_of(request)
        task, row = _candidate(person, code, number)
        sent = RevisionIn(data=request.data)
        sent.is_valid(raise_exception=True)
        revise_candidate(
            task_id=task.pk,
            actor=person,
            entry=sent.entry(row.doc_id),
            why=sent.validated_data["why"],
            now=timezone.now(),
        )
        return _after(task, person, number)


class CandidateDraft(Operation):
    """What is entered for a candidate: PUT saves it over the *version* of the item's draft."""

    def put(self, request: Request, code: str, number: int) -> Response:
        person = person_of(request)
        task, row = _candidate(person, code, number)
        sent = CandidateDraftIn(data=request.data)
        sent.is_valid(raise_exception=True)
        stored = task.my_draft.body if task.my_draft else {}
        try:
            draft = save_draft(
                task=task,
                actor=person,
                stage=Stage.COLLISION,
                version=sent.validated_data["version"],
                body=with_entry(stored, row.doc_id, sent.body()),
                now=timezone.now(),
            )
        except StaleDraft as error:
            return _both_texts(task, person, sent, str(error))
        return Response(DraftOut(draft).data) if draft else Response(status=204)


class Commit(Operation):
    """One's return on the item: POST commits the final decisions; said twice, it is committed once."""

    def post(self, request: Request, code: str) -> Response:
        person = person_of(request)
        sent = NoteIn(data=request.data)
        sent.is_valid(raise_exception=True)
        task_id = task_id_of(code, Kind.COLLISION)
        commit = partial(
            commit_collision,
            task_id=task_id,
            actor=person,
            note=sent.validated_data["note"],
            now=timezone.now(),
        )
        committed = committed_or_404(commit, task_id=task_id, person=person)
        return Response({"code": committed.code, "sequence": committed.sequence})


class Reference(TaskDocument):
    kind = Kind.COLLISION


class Skip(TaskSkip):
    kind = Kind.COLLISION


class Beat(TaskBeat):
    kind = Kind.COLLISION


def collision_out(task: Task, person: Person) -> dict[str, Any]:
    """Return an item under collision review as its reviewer has it."""
    task.documents = documents_of(task)  # type: ignore[attr-defined]
    task.candidates = read_candidates(task, person)  # type: ignore[attr-defined]
    task.evidence.domain = None  # what it has become tells how others decided
    return dict(CollisionOut(task).data)


def _task(person: Person, code: str) -> Task:
    return task_of(person, code=code, kind=Kind.COLLISION)


def _candidate(person: Person, code: str, number: int) -> tuple[Task, CandidateRow]:
    task = _task(person, code)
    row = read_candidate(task, person, number)
    if row is None:
        raise Http404
    return task, row


def _after(task: Task, person: Person, number: int) -> Response:
    row = read_candidate(task, person, number)
    assert row is not None
    return Response(_sight_out(task, person, row))


def _sight_out(task: Task, person: Person, row: CandidateRow) -> dict[str, Any]:
    """Return a candidate as its reviewer sees it: no verdict is read before their first decision."""
    texts = read_texts(task, person, row.candidate_id)
    first = next((decision for decision in texts.own if decision.phase == Phase.FIRST), None)
    shown_ids = first.shown if first else []
    texts.document.text = canonical_text(texts.document.text)
    sight = {
        "marks": texts.marks,
        "document": texts.document,
        "reveals": texts.reveals,
        "decisions": texts.own,
        "verdicts": read_revealed(row.candidate_id, shown_ids) if shown_ids else [],
    }
    return dict(CandidateOut(row).data) | dict(SightOut(sight).data)


def _both_texts(task: Task, person: Person, sent: CandidateDraftIn, why: str) -> Response:
    drafts = Draft.objects.filter(task=task, person=person, stage=Stage.COLLISION, round=task.round)
    stored = drafts.first()
    body = {"detail": why, "mine": sent.body(), "stored": DraftOut(stored).data if stored else None}
    return Response(body, status=409)
