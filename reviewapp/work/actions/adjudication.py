"""Adjudication: one disagreement, one adjudicator who reviewed nothing of it, one outcome."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from reviewapp.models import Disagreement, Membership, Outcome, Person, Task
from reviewapp.rules.protocol import (
    CLAIM_LEASE,
    DisagreementState,
    Incomplete,
    NotAllowed,
    NotYours,
    Role,
    Verdict,
    check_verdict,
)
from reviewapp.work.actions.committing import lock_item
from reviewapp.work.actions.events import record
from reviewapp.work.actions.settling import decide
from reviewapp.work.registry import workflow_of

NO_RATIONALE = "Say why: the rationale stays on record."


@transaction.atomic(durable=True)
def claim_disagreement(*, disagreement: Disagreement, actor: Person, now: datetime) -> Disagreement:
    """Give *actor* the disagreement for half an hour, or renew their claim.

    :raises NotYours: if another adjudicator is at it.
    :raises NotAllowed: if *actor* may not adjudicate it.
    """
    check_may_adjudicate(disagreement=disagreement, person=actor)
    # lock order: 4
    disagreement = Disagreement.objects.select_for_update(no_key=True).get(pk=disagreement.pk)
    _check_open(disagreement, actor, now)
    is_new = disagreement.claimed_by_id != actor.pk
    workflow_of(disagreement.task.kind).note_adjudication(disagreement.task, actor=actor, now=now)
    disagreement.claimed_by, disagreement.lease_until = actor, now + CLAIM_LEASE
    disagreement.save(update_fields=["claimed_by", "lease_until"])
    if is_new:
        record(
            "claim_adjudication",
            actor=actor,
            campaign_id=disagreement.campaign_id,
            task_id=disagreement.task_id,
            new={"disagreement": disagreement.code},
        )
    return disagreement


def renew_disagreement(*, disagreement: Disagreement, actor: Person, now: datetime) -> None:
    """Renew *actor*'s claim, as activity does."""
    Disagreement.objects.filter(pk=disagreement.pk, claimed_by=actor, state=DisagreementState.OPEN).update(
        lease_until=now + CLAIM_LEASE
    )


@transaction.atomic(durable=True)
def resolve_disagreement(
    *,
    disagreement: Disagreement,
    actor: Person,
    decision: str,
    reason: str,
    domain: str,
    rationale: str,
    active_seconds: float,
    now: datetime,
) -> Outcome:
    """Record the outcome, a third record beside the untouched returns, and decide the task by it.

    Said twice, it is recorded once.

    :raises Incomplete: naming the fields that lack something.
    :raises NotAllowed: if *actor* reviewed the task or is no adjudicator of the campaign.
    :raises NotYours: if another adjudicator is at it, or it has been resolved or dissolved otherwise.
    """
    case = open_case(disagreement, actor, now)
    if isinstance(case, Outcome):
        return case
    workflow_of(case.task.kind).check_verdict_resolves()
    if not rationale.strip():
        raise Incomplete({"rationale": NO_RATIONALE})
    domains = case.task.campaign.domains
    verdict = check_verdict(decision, reason, domain, rationale, domains=domains)
    outcome = close_case(case, actor, verdict, rationale=rationale, seconds=active_seconds, now=now)
    decide(case.task, verdict, guideline_id=outcome.guideline_id, now=now)
    return outcome


@dataclass(frozen=True, slots=True)
class Case:
    """A disagreement under resolution: it, its task and the item, all locked."""

    disagreement: Disagreement
    task: Task


def open_case(disagreement: Disagreement, actor: Person, now: datetime) -> Case | Outcome:
    """Lock what an outcome needs, inside the caller's transaction; *actor*'s own one if it is there already.

    :raises NotAllowed, NotYours: as `resolve_disagreement`.
    """
    check_may_adjudicate(disagreement=disagreement, person=actor)
    # lock order: 3
    tasks = Task.objects.select_for_update(of=("self",), no_key=True).select_related("campaign")
    task = tasks.get(pk=disagreement.task_id)
    # lock order: 4
    disagreement = Disagreement.objects.select_for_update(no_key=True).get(pk=disagreement.pk)
    if disagreement.state == DisagreementState.DECIDED and disagreement.outcome.adjudicator_id == actor.pk:
        return disagreement.outcome
    _check_open(disagreement, actor, now)
    lock_item(task)
    return Case(disagreement, task)


def close_case(
    case: Case,
    actor: Person,
    verdict: Verdict,
    *,
    rationale: str,
    seconds: float,
    now: datetime,
    body: dict[str, Any] | None = None,
) -> Outcome:
    """Write the outcome of a case and its event; the caller says what follows for the task."""
    task = case.task
    outcome = Outcome.objects.create(
        disagreement=case.disagreement,
        campaign_id=task.campaign_id,
        task=task,
        adjudicator=actor,
        guideline_id=task.campaign.guideline_id,
        decision=verdict.decision,
        reason=verdict.reason,
        domain=verdict.domain,
        rationale=rationale,
        body=body or {},
        active_seconds=seconds,
        decided_at=now,
    )
    case.disagreement.state = DisagreementState.DECIDED
    case.disagreement.save(update_fields=["state"])
    record(
        "adjudicate",
        actor=actor,
        campaign_id=task.campaign_id,
        task=task,
        item_id=task.item_id,
        new={
            "outcome": outcome.code,
            "decision": verdict.decision,
            "reason": verdict.reason,
            "domain": verdict.domain,
        },
    )
    return outcome


def check_may_adjudicate(*, disagreement: Disagreement, person: Person) -> None:
    """Check that *person* is an adjudicator of the campaign and has no part in the task.

    :raises NotAllowed: if not.
    """
    is_member = Membership.objects.filter(
        campaign_id=disagreement.campaign_id, person=person, role=Role.ADJUDICATOR, active=True
    ).exists()
    if not is_member:
        raise NotAllowed("You are no adjudicator of this campaign.")
    if disagreement.task.returns.filter(person=person).exists():
        raise NotAllowed("You reviewed this item yourself, so somebody else must adjudicate it.")
    workflow_of(disagreement.task.kind).check_adjudicator(disagreement.task, person)


def _check_open(disagreement: Disagreement, actor: Person, now: datetime) -> None:
    if disagreement.state != DisagreementState.OPEN:
        raise NotYours("This disagreement is no longer open.")
    is_held = disagreement.lease_until is not None and disagreement.lease_until > now
    if is_held and disagreement.claimed_by_id not in {None, actor.pk}:
        raise NotYours("Another adjudicator is at this one.")
