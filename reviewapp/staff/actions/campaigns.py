"""Campaigns: setting one up, filling its queue, its guidelines and what they make due again."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from reviewapp.models import (
    Campaign,
    CollisionPlan,
    Disagreement,
    EvidenceItem,
    GuidelineVersion,
    Membership,
    Person,
    Question,
    Slot,
    Task,
)
from reviewapp.rules.protocol import (
    DOMAINS,
    FIRST_STAGE,
    OVERLAP_MAX,
    RIPPLE_OVERLAP,
    CampaignState,
    DisagreementState,
    Incomplete,
    ItemState,
    Kind,
    NotAllowed,
    SlotState,
    TaskState,
    check_move,
)
from reviewapp.work.actions.events import record
from reviewapp.workflows.collision.actions.drawing import draw_candidates
from reviewapp.workflows.collision.rules.collisions import SEED_LIMIT, Plan, check_plan
from reviewapp.workflows.ripple.actions.adding import ADD_RIPPLE_TASKS

ADD_TASKS = """
WITH chosen AS (
    SELECT i.id, row_number() OVER (ORDER BY i.id) AS place FROM reviewapp_evidenceitem i
    WHERE i.id = ANY(%(items)s) AND i.state <> 'withdrawn' AND NOT EXISTS (
        SELECT 1 FROM reviewapp_task t
        WHERE t.item_id = i.id AND t.kind = %(kind)s AND t.state <> 'withdrawn')
        AND (%(kind)s <> 'collision' OR i.state IN ('proposed', 'accepted') AND EXISTS (
            SELECT 1 FROM reviewapp_collisioncandidate c WHERE c.item_id = i.id))
), added AS (
    INSERT INTO reviewapp_task (code, campaign_id, kind, item_id, state, round)
    SELECT translate(substr(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 1, 12), '01', 'xy'),
        %(campaign)s, %(kind)s, id, 'open', 1
    FROM chosen ORDER BY place
    ON CONFLICT (item_id, kind) WHERE state <> 'withdrawn' DO NOTHING
    RETURNING id, item_id
), moved AS (
    UPDATE reviewapp_evidenceitem i SET state = 'in_review' FROM added
    WHERE i.id = added.item_id AND (i.state = 'proposed' OR %(kind)s = 'collision')
)
INSERT INTO reviewapp_slot (campaign_id, task_id, stage, round, number, state, queue_key, is_ahead)
SELECT %(campaign)s, added.id, %(stage)s, 1, n, 'free', nextval('reviewapp_queue_key'), false
FROM added, generate_series(1, %(overlap)s) n ORDER BY added.id, n
"""

REQUEUE = """
WITH due AS (
    SELECT id FROM reviewapp_task
    WHERE campaign_id = %(campaign)s AND id = ANY(%(tasks)s) AND state = 'decided'
    ORDER BY id FOR NO KEY UPDATE
), reopened AS (
    UPDATE reviewapp_task t SET round = t.round + 1, state = 'open', decided_at = NULL, verdict = ''
    FROM due WHERE t.id = due.id
    RETURNING t.id, t.item_id, t.round
), moved AS (
    UPDATE reviewapp_evidenceitem i SET state = 'in_review' FROM reopened
    WHERE i.id = reopened.item_id AND i.state <> 'withdrawn'
), logged AS (
    INSERT INTO reviewapp_event (at, actor_id, verb, campaign_id, task_id, item_id, new)
    SELECT %(now)s, %(actor)s, 'requeue', %(campaign)s, id, item_id, jsonb_build_object('round', round)
    FROM reopened ORDER BY id
)
INSERT INTO reviewapp_slot (campaign_id, task_id, stage, round, number, state, queue_key, is_ahead)
SELECT %(campaign)s, r.id, %(stage)s, r.round, n, 'free', nextval('reviewapp_queue_key'), false
FROM reopened r, generate_series(1, %(overlap)s) n ORDER BY r.id, n
"""


@transaction.atomic(durable=True)
def create_campaign(
    *,
    name: str,
    kind: str = Kind.SCREENING,
    overlap: int,
    guidelines: str,
    actor: Person | None,
    domains: Sequence[str] = DOMAINS,
    plan: Plan | None = None,
) -> Campaign:
    """Set up a campaign with the first version of its guidelines; collision review has a *plan* beside.

    :raises Incomplete: if the overlap is not 1 to 9 (2 for ripple review), there is no domain, or the plan
        lacks something.
    """
    if not 1 <= overlap <= OVERLAP_MAX:
        raise Incomplete({"overlap": f"Between 1 and {OVERLAP_MAX} people can look at an item."})
    if kind == Kind.RIPPLE and overlap != RIPPLE_OVERLAP:
        raise Incomplete({"overlap": "Ripple review is done by exactly two people an item."})
    if not domains:
        raise Incomplete({"domains": "A campaign needs at least one domain."})
    campaign = Campaign.objects.create(
        name=name, kind=kind, overlap=overlap, domains=list(domains), created_by=actor
    )
    _write_guidelines(campaign, guidelines, actor)
    told: dict[str, Any] = {"name": name, "overlap": overlap}
    if kind == Kind.COLLISION:
        told["plan"] = _write_plan(campaign, plan or Plan())
    record("create_campaign", actor=actor, campaign=campaign, new=told)
    return campaign


@transaction.atomic(durable=True)
def add_items(*, campaign: Campaign, item_ids: Collection[int], actor: Person | None) -> int:
    """Put items at the end of the campaign's queue; return how many were new to this kind of review.

    :param item_ids: keys of evidence items, or for ripple review of ripple items.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    statement = ADD_RIPPLE_TASKS if campaign.kind == Kind.RIPPLE else ADD_TASKS
    n_slots = _queue(statement, campaign, items=list(item_ids), kind=campaign.kind)
    n_tasks = n_slots // campaign.overlap
    if campaign.kind == Kind.COLLISION and n_tasks:
        draw_candidates(campaign, now=timezone.now())
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
    campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
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
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
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

    :raises NotAllowed: for ripple review, whose reviewers have seen the closure.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if campaign.kind == Kind.RIPPLE:
        raise NotAllowed("A ripple item is recovered blind once: its reviewers have seen the closure since.")
    n_slots = _queue(REQUEUE, campaign, tasks=list(task_ids), actor=actor.pk, now=now)
    if campaign.kind == Kind.COLLISION:
        draw_candidates(campaign, now=now, task_ids=task_ids)
    return n_slots // campaign.overlap


@transaction.atomic(durable=True)
def withdraw_item(*, item: EvidenceItem, reason: str, actor: Person) -> None:
    """Take an item out of review for good, with a reason; its history stays.

    :raises Incomplete: without a reason.
    :raises IllegalMove: if it has been withdrawn already.
    """
    if not reason.strip():
        raise Incomplete({"reason": "Say why the item is withdrawn: the reason stays on record."})
    tasks = Task.objects.select_for_update(no_key=True).filter(item=item)
    for task in tasks.exclude(state=TaskState.WITHDRAWN).order_by("pk"):
        check_move(TaskState(task.state), TaskState.WITHDRAWN)
        task.state = TaskState.WITHDRAWN
        task.save(update_fields=["state"])
        Slot.objects.filter(task=task, state__in=[SlotState.FREE, SlotState.CLAIMED]).update(
            state=SlotState.VOID, lease_until=None
        )
        Disagreement.objects.filter(task=task, state=DisagreementState.OPEN).update(
            state=DisagreementState.DISSOLVED
        )
    item = EvidenceItem.objects.select_for_update(no_key=True).get(pk=item.pk)
    check_move(ItemState(item.state), ItemState.WITHDRAWN)
    old, item.state = item.state, ItemState.WITHDRAWN
    item.save(update_fields=["state"])
    record("withdraw_item", actor=actor, item=item, old={"state": old}, new={"reason": reason})


@transaction.atomic(durable=True)
def ask(*, task: Task, asker: Person, author: Person, body: str) -> Question:
    """Add a message to the thread between *asker* and the managers.

    :raises Incomplete: if it is empty.
    """
    if not body.strip():
        raise Incomplete({"body": "Write your question first."})
    question = Question.objects.create(
        task=task, campaign_id=task.campaign_id, asker=asker, author=author, body=body
    )
    record("ask", actor=author, campaign_id=task.campaign_id, task=task, new={"question": question.code})
    return question


def _write_guidelines(campaign: Campaign, body: str, actor: Person | None) -> GuidelineVersion:
    last = campaign.guideline_versions.aggregate(last=Max("number"))["last"] or 0
    version = GuidelineVersion.objects.create(campaign=campaign, number=last + 1, body=body, created_by=actor)
    campaign.guideline = version
    campaign.save(update_fields=["guideline"])
    return version


def _write_plan(campaign: Campaign, plan: Plan) -> dict[str, Any]:
    """Write how the campaign draws; the seed, where none is given, is drawn here and kept."""
    check_plan(plan)
    held = asdict(plan)
    held["seed"] = secrets.randbelow(SEED_LIMIT) if plan.seed is None else plan.seed
    CollisionPlan.objects.create(campaign=campaign, **held)
    return held


def _queue(statement: str, campaign: Campaign, **values: Any) -> int:
    """Run a statement that ends by adding slots to the campaign's queue; return how many."""
    values |= {
        "campaign": campaign.pk,
        "stage": FIRST_STAGE[Kind(campaign.kind)],
        "overlap": campaign.overlap,
    }
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        n_slots: int = cursor.rowcount
    return n_slots
