"""Tasks and their free places entering a campaign's queue, for the first time or for a new round.

Inside the caller's transaction, which has locked the campaign.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import connection

from reviewapp.models import Campaign, Person
from reviewapp.rules.codes import new_codes
from reviewapp.rules.protocol import ItemState

# The items that may enter: those of the list that are in a fitting state and not in hand of this kind.
# Lock order: 5, by ascending id. Whoever withdraws one waits here, or makes this wait: it enters first, and
# is withdrawn with its task, or it does not enter.
_CHOSEN = """
locked AS (
    SELECT i.id FROM reviewapp_evidenceitem i
    WHERE i.id = ANY(%(items)s) AND i.state = ANY(%(states)s)
        AND NOT EXISTS (
            SELECT 1 FROM reviewapp_task t
            WHERE t.item_id = i.id AND t.kind = %(kind)s AND t.state <> 'withdrawn')
    ORDER BY i.id FOR NO KEY UPDATE
), chosen AS (
    SELECT id, row_number() OVER (ORDER BY id) AS place FROM locked
)"""
# Two campaigns of one kind may choose an item in the same moment: the constraint lets one of them have it.
_ADDED = """
added AS (
    INSERT INTO reviewapp_task (code, campaign_id, kind, item_id, state, round)
    SELECT (%(codes)s::text[])[place], %(campaign)s, %(kind)s, id, 'open', 1 FROM chosen ORDER BY place
    ON CONFLICT (item_id, kind) WHERE state <> 'withdrawn' DO NOTHING
    RETURNING id, item_id
)"""
_MOVED = """
moved AS (
    UPDATE reviewapp_evidenceitem i SET state = 'in_review' FROM added
    WHERE i.id = added.item_id AND i.state = ANY(%(moving)s)
)"""
# The order of the queue is the order of the items; each of them has `overlap` places.
PLACES = """
INSERT INTO reviewapp_slot (campaign_id, task_id, stage, round, number, state, queue_key, is_ahead)
SELECT %(campaign)s, added.id, %(stage)s, 1, n, 'free', nextval('reviewapp_queue_key'), false
FROM added, generate_series(1, %(overlap)s) n ORDER BY added.id, n
"""
ADD_TASKS = f"WITH {_CHOSEN}, {_ADDED}, {_MOVED} {PLACES}"

# Lock order: 3, in the order of the ids, so that no two who lock several tasks wait for each other.
_DUE = """
due AS (
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
)"""
_LOGGED = """
logged AS (
    INSERT INTO reviewapp_event (at, actor_id, verb, campaign_id, task_id, item_id, new)
    SELECT %(now)s, %(actor)s, 'requeue', %(campaign)s, id, item_id, jsonb_build_object('round', round)
    FROM reopened ORDER BY id
)"""
_NEW_PLACES = """
INSERT INTO reviewapp_slot (campaign_id, task_id, stage, round, number, state, queue_key, is_ahead)
SELECT %(campaign)s, r.id, %(stage)s, r.round, n, 'free', nextval('reviewapp_queue_key'), false
FROM reopened r, generate_series(1, %(overlap)s) n ORDER BY r.id, n
"""
REQUEUE = f"WITH {_DUE}, {_LOGGED} {_NEW_PLACES}"

NOT_WITHDRAWN = tuple(state for state in ItemState if state != ItemState.WITHDRAWN)


def add_evidence_tasks(
    campaign: Campaign,
    item_ids: Sequence[int],
    *,
    stage: str,
    entering: Collection[ItemState] = NOT_WITHDRAWN,
    moving: Collection[ItemState] = (ItemState.PROPOSED,),
) -> int:
    """Put evidence items at the end of the queue; return how many places that made.

    :param entering: the states of items that may enter.
    :param moving: the states of items that thereby come under review; the others keep theirs.
    """
    values = {
        "items": list(item_ids),
        "kind": campaign.kind,
        "codes": list(islice(new_codes(), len(item_ids))),
        "states": list(entering),
        "moving": list(moving),
    }
    return fill_queue(ADD_TASKS, campaign, stage=stage, values=values)


def requeue_tasks(
    campaign: Campaign, task_ids: Collection[int], *, stage: str, actor: Person, now: datetime
) -> int:
    """Put decided tasks into a new round; return how many places that made."""
    values = {"tasks": list(task_ids), "actor": actor.pk, "now": now}
    return fill_queue(REQUEUE, campaign, stage=stage, values=values)


def fill_queue(statement: str, campaign: Campaign, *, stage: str, values: Mapping[str, Any]) -> int:
    """Run a statement that ends by adding places to the campaign's queue; return how many."""
    own: dict[str, Any] = {"campaign": campaign.pk, "stage": stage, "overlap": campaign.overlap}
    with connection.cursor() as cursor:
        cursor.execute(statement, {**values, **own})
        n_places: int = cursor.rowcount
    return n_places
