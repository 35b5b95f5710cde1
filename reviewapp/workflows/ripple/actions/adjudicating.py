"""Adjudication of a ripple item: comments, the draft, the outcome, and the reviewers' assent (RKB App. D)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F

from reviewapp.models import Disagreement, Draft, Outcome, Person, RippleAssent, RippleComment, Task
from reviewapp.rules.protocol import (
    Decision,
    Incomplete,
    ItemState,
    Kind,
    NotAllowed,
    RippleDecision,
    StaleDraft,
    TaskState,
    Verdict,
    check_move,
)
from reviewapp.work.actions.adjudication import (
    NO_RATIONALE,
    Case,
    check_may_adjudicate,
    close_case,
    open_case,
    renew_disagreement,
)
from reviewapp.work.actions.events import record
from reviewapp.work.registry import is_of
from reviewapp.workflows.ripple.actions.leaving import move_item
from reviewapp.workflows.ripple.queries.returns import (
    Record,
    current_seats,
    is_open_to_reviewer,
    matrix_of,
    read_effort,
    read_isolation,
    read_record,
)
from reviewapp.workflows.ripple.rules.acceptance import Line, acceptance
from reviewapp.workflows.ripple.rules.outcome import check_outcome, final_of, open_questions, report
from reviewapp.workflows.ripple.rules.words import ADJUDICATION

ITEM_STATES = {
    RippleDecision.ACCEPTED: ItemState.ACCEPTED,
    RippleDecision.REJECTED: ItemState.REJECTED,
    RippleDecision.WITHDRAWN: ItemState.WITHDRAWN,
}


@transaction.atomic(durable=True)
def save_ripple_draft(
    *, disagreement: Disagreement, actor: Person, version: int, body: dict[str, Any], now: datetime
) -> Draft:
    """Save *body* over *version* (0: none yet) of the adjudicator's draft, and renew their claim.

    :raises StaleDraft: if it has been saved elsewhere since.
    :raises NotAllowed: if *actor* may not adjudicate the item.
    """
    check_may_adjudicate(disagreement=disagreement, person=actor)
    task = Task.objects.select_for_update(no_key=True).get(pk=disagreement.task_id)  # lock order: 3
    drafts = Draft.objects.filter(task=task, person=actor, stage=ADJUDICATION, round=task.round)
    renew_disagreement(disagreement=disagreement, actor=actor, now=now)
    if version:
        values = {"body": body, "version": F("version") + 1, "saved_at": now}
        if not drafts.filter(version=version).update(**values):
            raise StaleDraft("This draft was saved elsewhere in the meantime.")
        return drafts.get()
    try:
        with transaction.atomic():
            return Draft.objects.create(
                task=task, person=actor, stage=ADJUDICATION, round=task.round, body=body, saved_at=now
            )
    except IntegrityError as error:
        raise StaleDraft("This draft was saved elsewhere in the meantime.") from error


@transaction.atomic(durable=True)
def decide_ripple(
    *,
    disagreement: Disagreement,
    actor: Person,
    decision: str,
    body: Mapping[str, Any],
    rationale: str,
    active_seconds: float,
    now: datetime,
) -> Outcome:
    """Record the outcome beside the untouched returns, and decide the item by it.

    Said twice, it is recorded once. What a rejected or withdrawn item leaves open stays so, on record.

    :raises Incomplete: without a rationale; if the item is to be accepted, naming what the acceptance rule
        misses: `accept-<line>`, and each open question by its subject.
    :raises NotAllowed: if *actor* has reviewed or seen the item, or is no adjudicator of the campaign.
    :raises NotYours: if another adjudicator is at it, or it is no longer open.
    """
    case = open_case(disagreement, actor, now)
    if isinstance(case, Outcome):
        return case
    if not is_of(case.task, Kind.RIPPLE):
        raise NotAllowed("This item is no ripple item.")
    _check_said(decision, rationale)
    outcome, lines = weigh(case.task, case.disagreement, actor, body, active_seconds=active_seconds, now=now)
    if decision == RippleDecision.ACCEPTED:
        _check_acceptable(lines)
    held = {"decision": decision, **outcome, "acceptance": report(lines)}
    written = close_case(
        case, actor, Verdict(decision), rationale=rationale, seconds=active_seconds, now=now, body=held
    )
    _decide(case, RippleDecision(decision), guideline_id=written.guideline_id, now=now)
    Draft.objects.filter(task=case.task, person=actor, stage=ADJUDICATION).delete()
    return written


def weigh(
    task: Task,
    disagreement: Disagreement,
    actor: Person,
    body: Mapping[str, Any],
    *,
    active_seconds: float,
    now: datetime,
    found: Record | None = None,
) -> tuple[dict[str, Any], tuple[Line, ...]]:
    """Return what *body* decides, its depths recomputed, and the five lines of the acceptance rule.

    *found* is the record of the task, where the caller has read it.

    :raises Incomplete: if it names something that the item does not have.
    """
    found = found or read_record(task)
    matrix = matrix_of(found)
    outcome = check_outcome(
        body, public=found.public, closure=found.closure, spans=found.key.spans, matrix=matrix
    )
    lines = acceptance(
        found.public,
        final_of(outcome, found.closure),
        isolation=read_isolation(found.key),
        questions=open_questions(matrix, outcome, found.public),
        effort=read_effort(found, disagreement, adjudicator=actor, active_seconds=active_seconds, now=now),
    )
    return outcome, lines


@transaction.atomic(durable=True)
def record_assent(
    *, outcome: Outcome, actor: Person, assents: bool, note: str, now: datetime
) -> RippleAssent:
    """Record a reviewer's assent to the outcome, or their dissent; said once, it stands.

    :raises Incomplete: if a dissent does not say why.
    :raises NotAllowed: if *actor* is none of the two reviewers, or has said it already.
    """
    if not assents and not note.strip():
        raise Incomplete({"note": "Say why you dissent: it stays on record."})
    task = Task.objects.select_for_update(no_key=True).get(pk=outcome.task_id)  # lock order: 3
    if actor.pk not in {slot.person_id for slot in current_seats(task)}:
        raise NotAllowed("Assent is asked of the two reviewers of the item.")
    if RippleAssent.objects.filter(outcome=outcome, person=actor).exists():
        raise NotAllowed("You have said so already; what is committed does not change.")
    answer = RippleAssent.objects.create(outcome=outcome, person=actor, assents=assents, note=note, at=now)
    new = {"outcome": outcome.code, "assents": assents}
    record("assent", actor=actor, campaign_id=task.campaign_id, task=task, ripple_id=task.ripple_id, new=new)
    return answer


@transaction.atomic(durable=True)
def add_comment(*, task: Task, actor: Person, body: str, now: datetime) -> RippleComment:
    """Add a message to the adjudication, by one of the two reviewers or an adjudicator.

    :raises Incomplete: if it is empty.
    :raises NotAllowed: before both closure reviews are in, and for everybody else.
    """
    if not body.strip():
        raise Incomplete({"body": "Write your comment first."})
    disagreement = Disagreement.objects.filter(task=task).order_by("-pk").first()
    if disagreement is None:
        raise NotAllowed("The adjudication of this item has not begun.")
    if not is_open_to_reviewer(task, actor):
        check_may_adjudicate(disagreement=disagreement, person=actor)
    comment = RippleComment.objects.create(task=task, person=actor, body=body, at=now)
    new = {"comment": comment.code}
    record("comment", actor=actor, campaign_id=task.campaign_id, task=task, ripple_id=task.ripple_id, new=new)
    return comment


def _check_said(decision: str, rationale: str) -> None:
    missing = {}
    if decision not in set(RippleDecision):
        missing["decision"] = "Choose Accepted, Rejected or Withdrawn."
    if not rationale.strip():
        missing["rationale"] = NO_RATIONALE
    if missing:
        raise Incomplete(missing)


def _check_acceptable(lines: tuple[Line, ...]) -> None:
    missing = {
        f"accept-{line.name}": " ".join(gap.text for gap in line.missing) for line in lines if not line.ok
    }
    for line in lines:
        missing |= {gap.subject: gap.text for gap in line.missing if gap.subject}
    if missing:
        raise Incomplete(missing)


def _decide(case: Case, decision: RippleDecision, *, guideline_id: int | None, now: datetime) -> None:
    """Move the task and its item to where the outcome puts them."""
    task = case.task
    state = TaskState.WITHDRAWN if decision == RippleDecision.WITHDRAWN else TaskState.DECIDED
    check_move(TaskState(task.state), state)
    task.state, task.decided_at, task.guideline_id = state, now, guideline_id
    task.verdict = Decision.ACCEPT if decision == RippleDecision.ACCEPTED else Decision.REJECT
    task.save(update_fields=["state", "decided_at", "guideline", "verdict"])
    move_item(task.rippled.pk, ITEM_STATES[decision])
