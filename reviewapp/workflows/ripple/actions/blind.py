"""Committing a blind recovery, and the closure that opens once both are in."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from reviewapp.models import Person, Return, Task
from reviewapp.prepared import run
from reviewapp.rules.protocol import CLAIM_LEASE, Stage
from reviewapp.rules.seats import counts_as_seat
from reviewapp.workflows.ripple.actions.writing import begin, write
from reviewapp.workflows.ripple.queries.desk import read_public
from reviewapp.workflows.ripple.rules.blind import check_blind

# Once both blind returns are in, each of the two gets a closure place, claimed for them at once.
OPEN_CLOSURE = f"""
WITH seats AS (
    SELECT b.number, b.person_id, b.campaign_id, b.round, b.state FROM reviewapp_slot b
    WHERE b.task_id = %(task)s AND b.round = %(round)s AND {counts_as_seat("b")}
), opened AS (
INSERT INTO reviewapp_slot (campaign_id, task_id, stage, round, number, state, person_id, queue_key,
    is_ahead, claimed_at, lease_until)
SELECT campaign_id, %(task)s, 'closure', round, number, 'claimed', person_id, nextval('reviewapp_queue_key'),
    false, %(now)s, %(lease_until)s
FROM seats WHERE (SELECT count(*) FROM seats WHERE state = 'committed') = 2
ORDER BY number
ON CONFLICT (task_id, stage, round, number) DO NOTHING
RETURNING campaign_id)
INSERT INTO reviewapp_event (at, verb, campaign_id, task_id, new)
SELECT %(now)s, 'open_closure', min(campaign_id), %(task)s, jsonb_build_object('n', count(*)) FROM opened
HAVING count(*) > 0
"""


@transaction.atomic(durable=True)
def commit_blind(*, task_id: int, actor: Person, body: Mapping[str, Any], now: datetime) -> Return:
    """Commit *actor*'s blind recovery; with the second one of the item, open its closure to both.

    The task's row is locked, so that of two who commit in one instant the later one opens it. Said twice, it
    commits once.

    :raises Incomplete: naming each thing that is missing (see `check_blind`).
    :raises NotYours: if the claim lapsed and somebody else has the item.
    :raises NotAllowed: if the campaign is not open, or *actor* has left the item.
    """
    opened = begin(task_id, actor=actor, stage=Stage.BLIND, now=now)
    if isinstance(opened, Return):
        return opened
    checked = check_blind(body, read_public(opened.task))
    committed = write(opened, actor=actor, decision=Stage.BLIND, body=checked, now=now)
    _open_closure(opened.task, now=now)
    return committed


def _open_closure(task: Task, *, now: datetime) -> None:
    """Give the two whose blind returns are in a closure slot each, where they have none yet."""
    values = {"task": task.pk, "round": task.round, "now": now, "lease_until": now + CLAIM_LEASE}
    run(OPEN_CLOSURE, values)
