"""Collision review: deciding a candidate alone, the final word on it, and committing the item (EMB A.1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from reviewapp.models import CandidateDecision, Person, Return, Slot, Task
from reviewapp.rules.protocol import Incomplete, NotAllowed, NotYours, SlotState, Stage, TaskState
from reviewapp.work.actions.claiming import hold_slot
from reviewapp.work.actions.committing import (
    OpenReturn,
    begin_return,
    check_open,
    draft_return,
    is_revising,
    write_return,
)
from reviewapp.work.actions.passages import EvidenceSpan, located
from reviewapp.work.actions.settling import current_returns, dispute, dissolve, oldest_guideline
from reviewapp.work.queries.desk import lock_task
from reviewapp.workflows.collision.actions.consequences import apply_decisions, begin_applying, consequence_of
from reviewapp.workflows.collision.actions.deciding import (
    HeldCandidate,
    keep_decision,
    read_held,
    write_candidate_decision,
)
from reviewapp.workflows.collision.queries.candidates import FinalRow, Reviewed, read_reviewed
from reviewapp.workflows.collision.rules.collisions import (
    CollisionDecision,
    Phase,
    check_decision,
    verdict_of,
)

NOT_ASSIGNED = "This document is none of the candidates of this item that people look at."


@dataclass(frozen=True, slots=True)
class CandidateEntry:
    """What the form of a candidate holds."""

    doc_id: int
    decision: str
    rationale: str = ""
    evidence: Sequence[EvidenceSpan] = ()


@transaction.atomic(durable=True)
def decide_candidate(
    *, task_id: int, actor: Person, entry: CandidateEntry, now: datetime
) -> CandidateDecision:
    """Record *actor*'s own decision on a candidate, before any model's verdict is shown.

    Where the campaign shows none, it is the final one too, and returned as such. Said twice, the first one
    stands.

    :raises Incomplete: naming the fields that lack something.
    :raises NotYours: if the claim lapsed and somebody else has the task.
    :raises NotAllowed: if the campaign is not open, or the task has been adjudicated.
    """
    work = _begin(task_id, actor, entry.doc_id, now)
    if work.held.first is not None:
        return _own(work, Phase.FIRST if work.held.reveals else Phase.FINAL)
    decided = _decision(work, entry, now)
    return write_candidate_decision(
        decided, work.held, verb="decide_candidate", is_final=not work.held.reveals
    )


@transaction.atomic(durable=True)
def keep_candidate(*, task_id: int, actor: Person, doc_id: int, now: datetime) -> CandidateDecision:
    """Record that *actor* stays with their first decision now that the model's verdict was shown.

    :raises NotYours, NotAllowed: as `decide_candidate`; :raises Incomplete: before the first decision.
    """
    work = _begin(task_id, actor, doc_id, now)
    if work.held.n_finals:
        return _own(work, Phase.FINAL)
    _check_decided(work)
    return keep_decision(work.held, task=work.task, slot=work.slot, actor=actor, now=now)


@transaction.atomic(durable=True)
def revise_candidate(
    *, task_id: int, actor: Person, entry: CandidateEntry, why: str, now: datetime
) -> CandidateDecision:
    """Record another final decision than the one before, with a reason; all of them are kept.

    :raises Incomplete: naming the fields that lack something; before the first decision.
    :raises NotYours, NotAllowed: as `decide_candidate`.
    """
    work = _begin(task_id, actor, entry.doc_id, now)
    _check_decided(work)
    if not why.strip():
        raise Incomplete({"why": "Say why you revise: both decisions and the reason are kept."})
    decided = _decision(work, entry, now)
    decided.phase, decided.revision_reason = Phase.FINAL, why
    decided.sequence = work.held.n_finals + 1
    return write_candidate_decision(decided, work.held, verb="revise_candidate", is_final=False)


@transaction.atomic(durable=True)
def commit_collision(
    *, task_id: int | None = None, code: str = "", actor: Person, now: datetime, note: str = ""
) -> Return:
    """Commit *actor*'s final decisions on all candidates of an item, and settle it with the last return.

    The item is named by its task's id or *code*. Said twice, it commits once.

    :raises Task.DoesNotExist: if there is no such task.
    :raises Incomplete: if a candidate has no final decision.
    :raises NotYours, NotAllowed: as `decide_candidate`.
    """
    opened = begin_return(task_id, code=code, actor=actor, stage=Stage.COLLISION, now=now)
    if isinstance(opened, Return):
        return opened
    reviewed = read_reviewed(opened.task, actor)
    finals = reviewed.finals
    if waiting := [str(n) for n, candidate in enumerate(finals, start=1) if candidate.decision is None]:
        raise Incomplete({"candidates": f"Not decided yet: candidate {', '.join(waiting)}."})
    decisions = {candidate.doc_id: candidate.decision or "" for candidate in finals}
    committed = draft_return(opened, actor=actor, now=now)
    verdict = verdict_of(decisions.values())
    committed.decision, committed.reason, committed.note = verdict.decision, verdict.reason, note
    committed.body = _body(finals)
    if _decides(opened.task, decisions, reviewed.stood):
        _write_deciding(committed, opened, actor, decisions, reviewed)
    else:
        write_return(committed, task=opened.task, slot=opened.slot, actor=actor, earlier=opened.earlier)
        _settle(opened.task, reviewed.stood, latest=committed, now=now)
    return committed


@dataclass(frozen=True, slots=True)
class _Work:
    """A candidate under decision: the locked task, the slot, and how far its reviewer has got with it."""

    task: Task
    slot: Slot
    actor: Person
    held: HeldCandidate


def _begin(task_id: int, actor: Person, doc_id: int, now: datetime) -> _Work:
    task = lock_task(task_id)
    slot = hold_slot(task=task, actor=actor, stage=Stage.COLLISION, now=now)
    if slot is None:
        raise NotYours("Your claim on this item lapsed and somebody else has it now. Your draft is kept.")
    if slot.state == SlotState.COMMITTED and not is_revising(task, actor, Stage.COLLISION):
        raise NotAllowed("You have committed this item; what is committed does not change.")
    check_open(task)
    candidate = read_held(task, actor, doc_id)
    if candidate is None:
        raise NotAllowed(NOT_ASSIGNED)
    return _Work(task, slot, actor, candidate)


def _check_decided(work: _Work) -> None:
    if work.held.first is None:
        raise Incomplete({"decision": "Decide for yourself first."})


def _decision(work: _Work, entry: CandidateEntry, now: datetime) -> CandidateDecision:
    check_decision(entry.decision, entry.rationale, n_quotes=len(entry.evidence))
    missing = "The quoted passage must stand in the candidate."
    return CandidateDecision(
        task=work.task,
        slot=work.slot,
        round=work.task.round,
        candidate_id=work.held.candidate_id,
        person=work.actor,
        phase=Phase.FIRST,
        guideline_id=work.task.campaign.guideline_id,
        decision=entry.decision,
        rationale=entry.rationale,
        evidence=located(entry.evidence, within=[entry.doc_id], missing=missing) if entry.evidence else [],
        decided_at=now,
    )


def _own(work: _Work, phase: Phase) -> CandidateDecision:
    rows = CandidateDecision.objects.filter(
        task=work.task,
        round=work.task.round,
        person=work.actor,
        candidate=work.held.candidate_id,
        phase=phase,
    )
    return rows.order_by("-sequence")[0]


def _body(candidates: Sequence[FinalRow]) -> dict[str, Any]:
    finals = [
        {
            "doc_id": candidate.doc_id,
            "decision": candidate.decision,
            "rationale": candidate.rationale,
            "evidence": candidate.evidence,
        }
        for candidate in candidates
    ]
    return {
        "candidates": finals,
        "evidence": [span for candidate in candidates for span in candidate.evidence],
    }


def _decides(task: Task, decisions: dict[int, str], stood: dict[int, str]) -> bool:
    """Say whether what one reviewer *decisions* decides an item of which nothing *stood* before."""
    is_only = task.campaign.overlap == 1 and task.state == TaskState.OPEN
    return is_only and not stood and not differing_words([decisions])


def _write_deciding(
    committed: Return, opened: OpenReturn, actor: Person, decisions: dict[int, str], reviewed: Reviewed
) -> None:
    """Write the only return that its task needs, and what follows from it, by one statement."""
    guideline_id, now = committed.guideline_id, committed.committed_at
    applied = begin_applying(opened.task, decisions, reviewed, guideline_id=guideline_id, now=now)
    write_return(
        committed,
        task=opened.task,
        slot=opened.slot,
        actor=actor,
        earlier=opened.earlier,
        verdict=opened.task.verdict,
        consequence=consequence_of(applied),
    )


def _settle(task: Task, stood: dict[int, str], *, latest: Return, now: datetime) -> None:
    """Apply what all reviewers agree on; what they differ in, or cannot tell, opens an adjudication.

    What stood before a new round changes by an adjudicator only, so another word than it is a difference too.
    """
    returns = current_returns(task, Stage.COLLISION, latest)
    if len(returns) < task.campaign.overlap:
        return
    decisions = [
        {candidate["doc_id"]: candidate["decision"] for candidate in row.body["candidates"]}
        for row in returns
    ]
    if differing := differing_words([*decisions, stood]):
        dispute(task, differing)
        return
    dissolve(task)
    oldest = oldest_guideline(returns)
    apply_decisions(task, decisions[0], anew=bool(stood), guideline_id=oldest, now=now)


def differing_words(decisions: Sequence[dict[int, str]]) -> tuple[str, ...]:
    """Return what an adjudicator has to resolve: candidates on which words differ, and those nobody can tell.

    >>> differing_words([{7: "conflict"}, {7: "cannot_tell"}])
    ('candidates', 'cannot tell')
    """
    words: dict[int, set[str]] = {}
    for of_reviewer in decisions:
        for doc_id, decision in of_reviewer.items():
            words.setdefault(doc_id, set()).add(decision)
    differs = any(len(given) > 1 for given in words.values())
    unclear = any(CollisionDecision.CANNOT_TELL in given for given in words.values())
    return (*(["candidates"] if differs else []), *(["cannot tell"] if unclear else []))
