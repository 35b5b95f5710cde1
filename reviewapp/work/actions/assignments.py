"""The open tasks of somebody who cannot finish them: put back for others, or given to one of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from reviewapp.models import Disagreement, Membership, Outcome, Person, Return, Slot, Task
from reviewapp.people.actions.links import lock_person
from reviewapp.rules.protocol import (
    CLAIM_LEASE,
    DisagreementState,
    NotAllowed,
    Role,
    SlotState,
)
from reviewapp.work.actions.claiming import free_slots
from reviewapp.work.actions.events import record
from reviewapp.work.registry import workflow_of


@dataclass(frozen=True, slots=True)
class Reassigned:
    """How many open tasks changed hands, and how many stay because the other may not take them."""

    moved: int
    kept: int


@transaction.atomic(durable=True)
def release_open_tasks(*, person: Person, actor: Person) -> int:
    """Put everything *person* has claimed back for others; their drafts stay. Returns how many."""
    slots, disagreements = _lock_claims(person)
    for slot in slots:
        if workflow_of(slot.task.kind).release(slot, person=person, actor=actor):
            continue
        free_slots(Slot.objects.filter(pk=slot.pk))
        _record_claim("release", slot, actor=actor, old=_who(person))
    for disagreement in disagreements:
        _hand_over(disagreement, to=None, until=None)
        _record_claim("release_adjudication", disagreement, actor=actor, old=_who(person))
    return len(slots) + len(disagreements)


@transaction.atomic(durable=True)
def reassign_open_tasks(*, person: Person, to: Person, actor: Person) -> Reassigned:
    """Give *to* the claims of *person* that they may take: as a member, and new to the task.

    What they may not take stays as it is. The drafts of *person* stay *person*'s own.

    :raises NotAllowed: if *to* is deactivated or the same person.
    """
    if to.pk == person.pk:
        raise NotAllowed(f"“{to}” has these tasks already.")
    to = lock_person(to.pk)
    if not to.is_active:
        raise NotAllowed(f"“{to}” is deactivated.")
    slots, disagreements = _lock_claims(person)
    until = timezone.now() + CLAIM_LEASE
    moved = [_reassign_slot(slot, to=to, actor=actor, until=until) for slot in slots]
    moved += [
        _reassign_adjudication(disagreement, to=to, actor=actor, until=until)
        for disagreement in disagreements
    ]
    return Reassigned(moved=sum(moved), kept=len(moved) - sum(moved))


def _lock_claims(person: Person) -> tuple[list[Slot], list[Disagreement]]:
    """Lock the tasks, then the claims on them, each in id order, as a commit does."""
    slots = Slot.objects.filter(person=person, state=SlotState.CLAIMED)
    disputes = Disagreement.objects.filter(claimed_by=person, state=DisagreementState.OPEN)
    tasks = Task.objects.filter(pk__in=slots.values("task").union(disputes.values("task")))
    list(tasks.order_by("pk").select_for_update(no_key=True).values_list("pk"))  # lock order: 3, then 4
    return (
        list(slots.order_by("pk").select_for_update(no_key=True)),
        list(disputes.order_by("pk").select_for_update(no_key=True)),
    )


def _reassign_slot(slot: Slot, *, to: Person, actor: Person, until: datetime) -> bool:
    """Move one claim; a task that *to* takes up in this very moment is refused by the constraint."""
    if not _may_review(to, slot):
        return False
    holder, old = slot.person, _who(slot.person)
    slot.person, slot.claimed_at, slot.lease_until, slot.is_ahead = to, timezone.now(), until, False
    try:
        with transaction.atomic():
            slot.save(update_fields=["person", "claimed_at", "lease_until", "is_ahead"])
    except IntegrityError:
        return False
    if holder is not None:
        workflow_of(slot.task.kind).note_handover(slot, holder=holder)
    _record_claim("reassign", slot, actor=actor, old=old, new=_who(to))
    return True


def _reassign_adjudication(disagreement: Disagreement, *, to: Person, actor: Person, until: datetime) -> bool:
    if not _may_adjudicate(to, disagreement):
        return False
    old = _who(disagreement.claimed_by)
    _hand_over(disagreement, to=to, until=until)
    _record_claim("reassign_adjudication", disagreement, actor=actor, old=old, new=_who(to))
    return True


def _hand_over(disagreement: Disagreement, *, to: Person | None, until: datetime | None) -> None:
    disagreement.claimed_by, disagreement.lease_until = to, until
    disagreement.save(update_fields=["claimed_by", "lease_until"])


def _may_review(person: Person, slot: Slot) -> bool:
    return (
        workflow_of(slot.task.kind).may_take_over(slot, person)
        and _is_member(person, slot.campaign_id, Role.ANNOTATOR)
        and not Slot.objects.filter(
            task=slot.task_id, stage=slot.stage, round=slot.round, person=person
        ).exists()
        and not Outcome.objects.filter(task=slot.task_id, adjudicator=person).exists()
        and not Disagreement.objects.filter(
            task=slot.task_id, claimed_by=person, state=DisagreementState.OPEN
        ).exists()
    )


def _may_adjudicate(person: Person, disagreement: Disagreement) -> bool:
    return (
        _is_member(person, disagreement.campaign_id, Role.ADJUDICATOR)
        and not Return.objects.filter(task=disagreement.task_id, person=person).exists()
        and not Slot.objects.filter(task=disagreement.task_id, person=person).exists()
        and workflow_of(disagreement.task.kind).may_be_given_adjudication(disagreement, person)
    )


def _is_member(person: Person, campaign_id: int, role: Role) -> bool:
    members = Membership.objects.filter(campaign=campaign_id, person=person, role=role, active=True)
    return members.exists()


def _who(person: Person | None) -> dict[str, str]:
    return {"person": person.code if person else ""}


def _record_claim(
    verb: str,
    claim: Slot | Disagreement,
    *,
    actor: Person,
    old: dict[str, str],
    new: dict[str, str] | None = None,
) -> None:
    record(verb, actor=actor, campaign_id=claim.campaign_id, task_id=claim.task_id, old=old, new=new)
