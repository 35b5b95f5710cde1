"""Adjudication: one disagreement, one adjudicator who reviewed nothing of it, one outcome."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from reviewapp.actions.events import record
from reviewapp.actions.settling import decide
from reviewapp.models import Disagreement, Membership, Outcome, Person, Task
from reviewapp.protocol import (
    CLAIM_LEASE,
    DisagreementState,
    Incomplete,
    NotAllowed,
    NotYours,
    Role,
    check_verdict,
)


@transaction.atomic(durable=True)
def claim_disagreement(*, disagreement: Disagreement, actor: Person, now: datetime) -> Disagreement:
    """Give *actor* the disagreement for half an hour, or renew their claim.

    :raises NotYours: if another adjudicator is at it.
    :raises NotAllowed: if *actor* may not adjudicate it.
    """
    check_may_adjudicate(disagreement=disagreement, person=actor)
    taken = Disagreement.objects.filter(
        Q(claimed_by=None) | Q(claimed_by=actor) | Q(lease_until__lte=now),
        pk=disagreement.pk,
        state=DisagreementState.OPEN,
    ).update(claimed_by=actor, lease_until=now + CLAIM_LEASE)
    if not taken:
        raise NotYours("Another adjudicator is at this one, or it has been resolved.")
    disagreement.refresh_from_db()
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
    :raises NotYours: if it has been resolved or dissolved otherwise.
    """
    check_may_adjudicate(disagreement=disagreement, person=actor)
    task = (
        Task.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=disagreement.task_id)
    )
    disagreement = Disagreement.objects.select_for_update().get(pk=disagreement.pk)
    if disagreement.state == DisagreementState.DECIDED and disagreement.outcome.adjudicator_id == actor.pk:
        return disagreement.outcome
    if disagreement.state != DisagreementState.OPEN:
        raise NotYours("This disagreement is no longer open.")
    if not rationale.strip():
        raise Incomplete({"rationale": "Say why: the rationale stays on record."})
    verdict = check_verdict(decision, reason, domain, rationale, domains=task.campaign.domains)
    outcome = Outcome.objects.create(
        disagreement=disagreement,
        campaign_id=task.campaign_id,
        task=task,
        adjudicator=actor,
        guideline_id=task.campaign.guideline_id,
        decision=verdict.decision,
        reason=verdict.reason,
        domain=verdict.domain,
        rationale=rationale,
        active_seconds=active_seconds,
        decided_at=now,
    )
    disagreement.state = DisagreementState.DECIDED
    disagreement.save(update_fields=["state"])
    decide(task, verdict, guideline_id=task.campaign.guideline_id, now=now)
    record(
        "adjudicate",
        actor=actor,
        campaign_id=task.campaign_id,
        task=task,
        item_id=task.item_id,
        new={"outcome": outcome.code, "decision": decision, "reason": verdict.reason, "domain": domain},
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
