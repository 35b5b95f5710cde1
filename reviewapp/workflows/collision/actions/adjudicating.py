"""Adjudicating a collision review: every candidate gets the decision that stands (EMB A.1.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from reviewapp.models import CandidateAssignment, Disagreement, Outcome, Person, Return, Task
from reviewapp.rules.protocol import Incomplete, Kind, NotAllowed, TaskState
from reviewapp.work.actions.adjudication import NO_RATIONALE, close_case, open_case
from reviewapp.work.actions.events import record
from reviewapp.work.actions.settling import dispute
from reviewapp.work.queries.desk import lock_task
from reviewapp.work.registry import is_of
from reviewapp.workflows.collision.actions.consequences import apply_decisions
from reviewapp.workflows.collision.queries.candidates import standing_decisions
from reviewapp.workflows.collision.rules.collisions import CollisionDecision, verdict_of

CONTESTED = "contested"


@dataclass(frozen=True, slots=True)
class Disputed:
    """A candidate as an adjudicator finds it; *agreed* is what all reviewers said, where they could tell."""

    doc_id: int
    agreed: str


def disputed_candidates(task: Task, round_: int) -> list[Disputed]:
    """Return the candidates of the task that were looked at, in rank order."""
    returns = Return.objects.filter(task=task, round=round_, successor__isnull=True)
    decisions: dict[int, set[str]] = {}
    for body in returns.values_list("body", flat=True):
        for candidate in body.get("candidates", []):
            decisions.setdefault(candidate["doc_id"], set()).add(candidate["decision"])
    assigned = CandidateAssignment.objects.filter(task=task, assigned=True).order_by("candidate__rank")
    stood = standing_decisions(task.pk)
    rows = assigned.values_list("candidate__document_id", flat=True)
    return [
        Disputed(doc_id, _agreed(decisions.get(doc_id, set()), stood.get(str(doc_id), ""))) for doc_id in rows
    ]


@transaction.atomic(durable=True)
def resolve_collision(
    *,
    disagreement: Disagreement,
    actor: Person,
    decisions: Mapping[int, tuple[str, str]],
    rationale: str,
    active_seconds: float,
    now: datetime,
) -> Outcome:
    """Record the adjudicator's decision on every candidate and apply it; agreed ones stand if not named.

    Said twice, it is recorded once.

    :param decisions: (decision, rationale) by document.
    :raises Incomplete: naming the candidates that lack a decision; without a rationale.
    :raises NotAllowed, NotYours: as `resolve_disagreement`.
    """
    case = open_case(disagreement, actor, now)
    if isinstance(case, Outcome):
        return case
    disputed = disputed_candidates(case.task, case.disagreement.round)
    resolved = [
        (candidate.doc_id, *decisions.get(candidate.doc_id, (candidate.agreed, ""))) for candidate in disputed
    ]
    _check(resolved, rationale)
    verdict = verdict_of(decision for _, decision, _ in resolved)
    body = {
        "candidates": [
            {"doc_id": d, "decision": decision_of, "rationale": why} for d, decision_of, why in resolved
        ]
    }
    outcome = close_case(
        case, actor, verdict, rationale=rationale, seconds=active_seconds, now=now, body=body
    )
    decision_of = {doc_id: decision for doc_id, decision, _ in resolved}
    apply_decisions(case.task, decision_of, anew=True, guideline_id=outcome.guideline_id, now=now)
    return outcome


@transaction.atomic(durable=True)
def contest_decision(*, task_id: int, actor: Person, reason: str) -> Task:
    """Send a decided item to an adjudicator again, the one way in which it changes; till then it stands.

    :raises Incomplete: without a reason.
    :raises NotAllowed: if the item is not decided, or not by collision review.
    """
    task = lock_task(task_id)
    if not reason.strip():
        raise Incomplete({"reason": "Say what is doubtful: the reason stays on record."})
    if not is_of(task, Kind.COLLISION) or task.state != TaskState.DECIDED:
        raise NotAllowed("Only a decided item of collision review can be contested.")
    dispute(task, (CONTESTED,))
    record(
        "contest",
        actor=actor,
        campaign_id=task.campaign_id,
        task=task,
        item_id=task.item_id,
        new={"reason": reason},
    )
    return task


def _agreed(decisions: set[str], stands: str) -> str:
    words = decisions or ({stands} if stands else set())
    only = words.pop() if len(words) == 1 else ""
    return "" if only == CollisionDecision.CANNOT_TELL else only


def _check(resolved: list[tuple[int, str, str]], rationale: str) -> None:
    missing = {
        f"candidate-{doc_id}": f"Candidate {number} needs one of the three decisions."
        for number, (doc_id, decision, _) in enumerate(resolved, start=1)
        if decision not in set(CollisionDecision) - {CollisionDecision.CANNOT_TELL}
    }
    if not rationale.strip():
        missing["rationale"] = NO_RATIONALE
    if missing:
        raise Incomplete(missing)
