"""Campaigns: setting one up, filling its queue, its guidelines and what they make due again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Max, QuerySet

from reviewapp.models import (
    Campaign,
    Disagreement,
    EvidenceItem,
    GuidelineVersion,
    Membership,
    Person,
    Task,
)
from reviewapp.rules.protocol import (
    DOMAINS,
    OVERLAP_MAX,
    CampaignState,
    DisagreementState,
    Incomplete,
    ItemState,
    Kind,
    NotAllowed,
    TaskState,
    check_move,
)
from reviewapp.work.actions.events import record
from reviewapp.work.actions.withdrawing import lock_with_tasks, withdraw_task
from reviewapp.work.registry import workflow_of


@transaction.atomic(durable=True)
def create_campaign(
    *,
    name: str,
    kind: str = Kind.SCREENING,
    overlap: int,
    guidelines: str,
    actor: Person | None,
    domains: Sequence[str] = DOMAINS,
    plan: Any = None,
) -> Campaign:
    """Set up a campaign with the first version of its guidelines, and with what its workflow plans.

    :raises UnknownWorkflow: if there is no such kind of review.
    :raises Incomplete: if the overlap is not 1 to 9, or none that the workflow allows, there is no domain, or
        the plan lacks something.
    """
    workflow = workflow_of(kind)
    if not 1 <= overlap <= OVERLAP_MAX:
        raise Incomplete({"overlap": f"Between 1 and {OVERLAP_MAX} people can look at an item."})
    workflow.check_overlap(overlap)
    if not domains:
        raise Incomplete({"domains": "A campaign needs at least one domain."})
    campaign = Campaign.objects.create(
        name=name, kind=kind, overlap=overlap, domains=list(domains), created_by=actor
    )
    _write_guidelines(campaign, guidelines, actor)
    settings = {"name": name, "overlap": overlap, **workflow.set_up(campaign, plan)}
    record("create_campaign", actor=actor, campaign=campaign, new=settings)
    return campaign


@transaction.atomic(durable=True)
def add_items(*, campaign: Campaign, item_ids: Collection[int], actor: Person | None) -> int:
    """Put items at the end of the campaign's queue; return how many were new to this kind of review.

    :param item_ids: keys of evidence items, or for ripple review of ripple items.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)  # lock order: 2
    n_places = workflow_of(campaign.kind).add_tasks(campaign, list(item_ids))
    n_tasks = n_places // campaign.overlap
    Campaign.objects.filter(pk=campaign.pk).update(n_tasks=F("n_tasks") + n_tasks)
    record("add_items", actor=actor, campaign=campaign, new={"n_items": n_tasks})
    return n_tasks


@transaction.atomic(durable=True)
def move_campaign(*, campaign: Campaign, state: str, actor: Person | None) -> None:
    """Open, pause or close the campaign.

    :raises IllegalMove: if its state does not lead there.
    :raises NotAllowed: if it is to be closed while a disagreement is open.
    """
    # The full lock waits for every commit under way: one of them may open a disagreement.
    campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)  # lock order: 2
    check_move(CampaignState(campaign.state), CampaignState(state))
    n_open = Disagreement.objects.filter(campaign=campaign, state=DisagreementState.OPEN).count()
    if state == CampaignState.CLOSED and n_open:
        raise NotAllowed(f"Disagreements are open ({n_open}): adjudicate them before closing.")
    old, campaign.state = campaign.state, state
    campaign.save(update_fields=["state"])
    record("move_campaign", actor=actor, campaign=campaign, old={"state": old}, new={"state": state})


@transaction.atomic(durable=True)
def publish_guidelines(*, campaign: Campaign, body: str, actor: Person | None) -> GuidelineVersion:
    """Publish a new version of the guidelines; returns from now on are made under it."""
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)  # lock order: 2
    version = _write_guidelines(campaign, body, actor)
    record("publish_guidelines", actor=actor, campaign=campaign, new={"number": version.number})
    return version


@transaction.atomic(durable=True)
def set_member(*, campaign: Campaign, person: Person, role: str, active: bool, actor: Person | None) -> None:
    """Give *person* the *role* in the campaign, or take it from them; what they did stays.

    :raises NotAllowed: if the person is deactivated or not in the group of that name.
    """
    if active and not person.is_active:
        raise NotAllowed(f"{person} is deactivated.")
    if active and not person.groups.filter(name=role).exists():
        raise NotAllowed(f"{person} is not in the group “{role}”.")
    Membership.objects.update_or_create(
        campaign=campaign, person=person, role=role, defaults={"active": active}
    )
    record(
        "set_member",
        actor=actor,
        campaign=campaign,
        new={"person": person.username, "role": role, "active": active},
    )


def decided_under_older(campaign: Campaign) -> QuerySet[Task]:
    """Return the decided tasks whose decision rests on an older version of the guidelines."""
    return Task.objects.filter(
        campaign=campaign, state=TaskState.DECIDED, guideline_id__lt=campaign.guideline_id
    )


@transaction.atomic(durable=True)
def requeue(*, campaign: Campaign, task_ids: Collection[int], actor: Person, now: datetime) -> int:
    """Put decided tasks into a new round of review; the old round's returns stay on record.

    Return how many were put back; a task that is not decided is left alone.

    :raises NotAllowed: if this kind of review is never done again.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)  # lock order: 2
    n_places = workflow_of(campaign.kind).requeue_tasks(campaign, task_ids, actor, now)
    return n_places // campaign.overlap


@transaction.atomic(durable=True)
def withdraw_item(*, item: EvidenceItem, reason: str, actor: Person) -> None:
    """Take an item out of review for good, with a reason; its history stays.

    :raises Incomplete: without a reason.
    :raises IllegalMove: if it has been withdrawn already.
    """
    if not reason.strip():
        raise Incomplete({"reason": "Say why the item is withdrawn: the reason stays on record."})
    item, tasks = lock_with_tasks(EvidenceItem.objects.filter(pk=item.pk), Task.objects.filter(item=item))
    for task in tasks:
        withdraw_task(task)
    check_move(ItemState(item.state), ItemState.WITHDRAWN)
    old, item.state = item.state, ItemState.WITHDRAWN
    item.save(update_fields=["state"])
    record("withdraw_item", actor=actor, item=item, old={"state": old}, new={"reason": reason})


def _write_guidelines(campaign: Campaign, body: str, actor: Person | None) -> GuidelineVersion:
    last = campaign.guideline_versions.aggregate(last=Max("number"))["last"] or 0
    version = GuidelineVersion.objects.create(campaign=campaign, number=last + 1, body=body, created_by=actor)
    campaign.guideline = version
    campaign.save(update_fields=["guideline"])
    return version
