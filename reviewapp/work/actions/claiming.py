"""Claims: who works on what, for how long, and what becomes of a claim that lapses."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import Max, QuerySet

from reviewapp.models import Campaign, Event, Person, Slot, Task
from reviewapp.models.queue import NEXT_QUEUE_KEY
from reviewapp.prepared import Row, fetch_all
from reviewapp.rules.protocol import (
    AHEAD_LEASE,
    CLAIM_LEASE,
    CampaignState,
    NotAllowed,
    NotYours,
    SlotState,
)
from reviewapp.work.actions.events import record
from reviewapp.work.queries.access import claims_of
from reviewapp.work.queries.desk import DESK_OF_GIVEN, SLOT, desk_of_given, lock_own_slot
from reviewapp.work.registry import workflow_of, workflows

_MEMBER = """
member AS (
    SELECT m.id, m.cursor, m.campaign_id
    FROM reviewapp_membership m JOIN reviewapp_campaign c ON c.id = m.campaign_id
    WHERE c.code = %(campaign)s AND c.state = 'open' AND m.person_id = %(person)s
        AND m.role = 'annotator' AND m.active
)"""
# A claim already held is given again. Asked for a task ahead, only one that was fetched ahead counts: the
# task under work stays where it is.
_RENEWED = f"""
held AS (
    SELECT id FROM reviewapp_slot
    WHERE campaign_id = (SELECT campaign_id FROM member) AND person_id = %(person)s AND state = 'claimed'
        AND stage = %(stage)s AND (is_ahead OR NOT %(ahead)s::bool)
    ORDER BY is_ahead, claimed_at LIMIT 1
), renewed AS (
    UPDATE reviewapp_slot s
    SET lease_until = %(lease_until)s, is_ahead = s.is_ahead AND %(ahead)s::bool
    FROM held, member WHERE s.id = held.id
    RETURNING {SLOT.sql}
)"""
# Otherwise the first free place behind the member's cursor, of a task in which they have no part. A place
# that somebody else has locked is about to be theirs and is passed over: nobody waits for anybody.
_PICKED = """
picked AS (
    SELECT s.id, s.task_id, s.queue_key FROM reviewapp_slot s
    WHERE s.campaign_id = (SELECT campaign_id FROM member) AND s.stage = %(stage)s AND s.state = 'free'
        AND s.queue_key > (SELECT cursor FROM member)
        AND NOT EXISTS (SELECT 1 FROM held)
        AND NOT EXISTS (
            SELECT 1 FROM reviewapp_slot own
            WHERE own.task_id = s.task_id AND own.stage = s.stage AND own.round = s.round
                AND own.person_id = %(person)s)
        AND NOT EXISTS (
            SELECT 1 FROM reviewapp_outcome o
            WHERE o.task_id = s.task_id AND o.adjudicator_id = %(person)s)
"""
# No place in the lock order: it waits for nobody.
_FIRST_OF_QUEUE = """
    ORDER BY s.queue_key LIMIT 1
    FOR UPDATE OF s SKIP LOCKED
)"""
_CLAIMED = f"""
claimed AS (
    UPDATE reviewapp_slot s
    SET state = 'claimed', person_id = %(person)s, claimed_at = %(now)s, lease_until = %(lease_until)s,
        is_ahead = %(ahead)s::bool
    FROM picked WHERE s.id = picked.id
    RETURNING {SLOT.sql}
), moved AS (
    UPDATE reviewapp_membership m SET cursor = greatest(m.cursor, picked.queue_key)
    FROM picked, member WHERE m.id = member.id
), logged AS (
    INSERT INTO reviewapp_event (actor_id, verb, campaign_id, task_id)
    SELECT %(person)s::bigint, 'claim', campaign_id, task_id FROM claimed
), given AS (
    SELECT * FROM claimed UNION ALL SELECT * FROM renewed
)"""


@lru_cache(maxsize=32)
def claim_sql(answer: str, condition: str = "") -> str:
    """Return the statement that gives a place of the queue and answers with *answer*, which reads `given`.

    :param condition: what else must hold of a free place, as `Workflow.claim_condition`.
    """
    return f"WITH {_MEMBER}, {_RENEWED}, {_PICKED}{condition}{_FIRST_OF_QUEUE}, {_CLAIMED} {answer}"


TASK_OF_GIVEN = "SELECT task_id FROM given"
CLAIM_ID = claim_sql(TASK_OF_GIVEN)
CLAIM_DESK = claim_sql(DESK_OF_GIVEN)


def claim_next(
    *, campaign: Campaign, actor: Person, stage: str, now: datetime, ahead: bool = False
) -> int | None:
    """Give *actor* the next task of the campaign and return its id; None where nothing is left for them.

    A claim already held is given again. With *ahead*, one more task is fetched for the time being.
    One statement, whatever the size of the pool: free slots stand in an index in queue order, and the
    member's cursor says where to go on.

    :raises NotAllowed: if the campaign is not open.
    """
    if campaign.state != CampaignState.OPEN:
        raise NotAllowed(f"“{campaign.name}” is {campaign.state}: no work is given out.")
    statement = claim_sql(TASK_OF_GIVEN, workflow_of(campaign.kind).claim_condition)
    rows = _claim(statement, campaign.code, actor, stage=stage, now=now, ahead=ahead)
    return rows[0][0] if rows else None


def claim_with_desk(
    *, campaign_code: str, actor: Person, stage: str, now: datetime, ahead: bool = False
) -> Task | None:
    """Give *actor* the next task of the campaign with all that its page needs, as `claim_next` does.

    Only for a workflow over evidence items that sets no condition of its own. None where there is nothing to
    give: nothing is left, or the campaign is not open, not *actor*'s, or without that *stage*.
    """
    rows = _claim(CLAIM_DESK, campaign_code, actor, stage=stage, now=now, ahead=ahead)
    return desk_of_given(rows) if rows else None


def hold_slot(*, task: Task, actor: Person, stage: str, now: datetime) -> Slot | None:
    """Return *actor*'s slot of the locked *task*, taking a free one after a lapse; None if all are taken.

    Inside the caller's transaction, which has locked the task.
    """
    mine = lock_own_slot(task, person=actor, stage=stage)
    if mine is not None:
        return mine
    if not workflow_of(task.kind).may_hold(task, actor):
        return None
    slots = Slot.objects.select_for_update().filter(task=task, stage=stage, round=task.round)  # lock order: 4
    free = slots.filter(state=SlotState.FREE).order_by("number").first()
    given = claims_of(task, actor).filter(pk__gt=_last_requeue(task)).order_by("pk").last()
    if free is None or given is None:
        return None
    _give(free, actor=actor, since=min(given.at, now), now=now)
    record("claim", actor=actor, campaign_id=task.campaign_id, task=task, new={"after": "lapse"})
    return free


@transaction.atomic(durable=True)
def resume_claim(*, task: Task, actor: Person, stage: str, now: datetime) -> Slot:
    """Take up a task again: renew the claim, or claim it anew after a lapse if it is still free.

    :raises NotYours: if somebody else has taken it in the meantime.
    """
    task = Task.objects.select_for_update(no_key=True).get(pk=task.pk)  # lock order: 3
    slot = hold_slot(task=task, actor=actor, stage=stage, now=now)
    if slot is None:
        raise NotYours("Your claim on this task lapsed and somebody else has it now. Your draft is kept.")
    if slot.state == SlotState.CLAIMED:
        slot.lease_until = now + CLAIM_LEASE
        slot.is_ahead = False
        slot.save(update_fields=["lease_until", "is_ahead"])
    return slot


def renew_lease(*, task: Task, actor: Person, stage: str, now: datetime) -> bool:
    """Renew *actor*'s claim, as activity does; return False where they hold none (any more)."""
    return bool(
        Slot.objects.filter(
            task=task, person=actor, stage=stage, state=SlotState.CLAIMED, round=task.round
        ).update(lease_until=now + CLAIM_LEASE, is_ahead=False)
    )


@transaction.atomic(durable=True)
def skip_task(*, task: Task, actor: Person, stage: str) -> None:
    """Put the claim back at the end of the queue, with the task's other free places; the draft stays.

    :raises NotYours: if *actor* does not hold the task.
    """
    workflow_of(task.kind).check_skip(stage)
    freed = free_slots(Slot.objects.filter(task=task, person=actor, stage=stage, state=SlotState.CLAIMED))
    if not freed:
        raise NotYours("You do not hold this task, so there is nothing to skip.")
    others = Slot.objects.filter(task=task, stage=stage, round=task.round, state=SlotState.FREE)
    others.update(queue_key=NEXT_QUEUE_KEY)
    record("skip", actor=actor, campaign_id=task.campaign_id, task=task)


@dataclass(frozen=True, slots=True)
class Upkeep:
    """What a round of upkeep did: claims that lapsed, free slots put within reach again."""

    lapsed: int
    requeued: int


# No place in the lock order: what somebody has locked is at work, and lapses the next time.
LAPSE = """
WITH late AS (
    SELECT id, campaign_id, task_id, person_id FROM reviewapp_slot
    WHERE state = 'claimed' AND lease_until <= %(now)s AND stage <> ALL(%(kept)s)
    ORDER BY lease_until LIMIT 1000 FOR UPDATE SKIP LOCKED
), freed AS (
    UPDATE reviewapp_slot s
    SET state = 'free', person_id = NULL, claimed_at = NULL, lease_until = NULL, is_ahead = false,
        queue_key = nextval('reviewapp_queue_key')
    FROM late WHERE s.id = late.id
)
INSERT INTO reviewapp_event (actor_id, verb, campaign_id, task_id)
SELECT person_id, 'lapse', campaign_id, task_id FROM late
"""

# No place in the lock order: what somebody has locked is about to be theirs.
REQUEUE_PASSED = """
UPDATE reviewapp_slot s SET queue_key = nextval('reviewapp_queue_key')
FROM (
    SELECT f.id FROM reviewapp_slot f
    JOIN (
        SELECT m.campaign_id, max(m.cursor) AS reached FROM reviewapp_membership m
        JOIN reviewapp_campaign c ON c.id = m.campaign_id AND c.state = 'open'
        WHERE m.role = 'annotator' AND m.active GROUP BY m.campaign_id
    ) far ON far.campaign_id = f.campaign_id AND f.queue_key <= far.reached
    WHERE f.state = 'free' AND EXISTS (
        SELECT 1 FROM reviewapp_membership w
        WHERE w.campaign_id = f.campaign_id AND w.role = 'annotator' AND w.active
            AND w.cursor >= f.queue_key
            AND NOT EXISTS (
                SELECT 1 FROM reviewapp_slot own
                WHERE own.task_id = f.task_id AND own.stage = f.stage AND own.round = f.round
                    AND own.person_id = w.person_id)
            AND NOT EXISTS (
                SELECT 1 FROM reviewapp_outcome o
                WHERE o.task_id = f.task_id AND o.adjudicator_id = w.person_id))
    ORDER BY f.queue_key LIMIT 1000 FOR UPDATE OF f SKIP LOCKED
) passed WHERE s.id = passed.id
"""


def run_upkeep(*, now: datetime) -> Upkeep:
    """Free the claims that have lapsed; put free slots that somebody's cursor has passed back in reach.

    A cursor passes a slot that it should not have when the slot was locked by a claim that then failed, or
    got its key in a transaction that committed after one with a later key. Safe to run at any time, by any
    number of workers.
    """
    kept = sorted(stage for workflow in workflows() for stage in workflow.kept_stages)
    lapsed = _execute(LAPSE, {"now": now, "kept": kept})
    return Upkeep(lapsed=lapsed, requeued=_execute(REQUEUE_PASSED, {}))


def _claim(
    sql: str, campaign_code: str, actor: Person, *, stage: str, now: datetime, ahead: bool
) -> list[Row]:
    values = {
        "campaign": campaign_code,
        "person": actor.pk,
        "stage": stage,
        "ahead": ahead,
        "now": now,
        "lease_until": now + (AHEAD_LEASE if ahead else CLAIM_LEASE),
    }
    try:
        return fetch_all(sql, values)  # one statement: it commits by itself
    except IntegrityError:
        # The same person asked twice in one moment and was about to get two slots of one task; now that
        # the other request has committed, its claim is the one to give again.
        return fetch_all(sql, values)


def _execute(statement: str, values: dict[str, Any]) -> int:
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(statement, values)
        n_rows: int = cursor.rowcount
    return n_rows


def _last_requeue(task: Task) -> int:
    """Return the id of the event that began the task's current round; 0 in the first."""
    requeues = Event.objects.filter(task=task, verb="requeue")
    return requeues.aggregate(last=Max("pk"))["last"] or 0


def _give(slot: Slot, *, actor: Person, since: datetime, now: datetime) -> None:
    """Give a free slot back; the time since the claim that lapsed is on record where no other is."""
    slot.state = SlotState.CLAIMED
    slot.person = actor
    slot.claimed_at = since
    slot.lease_until = now + CLAIM_LEASE
    slot.save(update_fields=["state", "person", "claimed_at", "lease_until"])


def free_slots(slots: QuerySet[Slot]) -> int:
    """Give places back, at the end of the queue; return how many there were."""
    return slots.update(
        state=SlotState.FREE,
        person=None,
        claimed_at=None,
        lease_until=None,
        is_ahead=False,
        queue_key=NEXT_QUEUE_KEY,
    )
