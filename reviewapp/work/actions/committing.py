"""The writes of every commit, as prepared statements, inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from psycopg.types.json import Jsonb

from reviewapp.models import Person, Return, Slot, Task
from reviewapp.prepared import fetch_one, run
from reviewapp.rules.protocol import SlotState

_RETURN = """
closed AS (
    UPDATE reviewapp_slot SET state = 'committed', lease_until = NULL, is_ahead = false
    WHERE id = %(slot)s AND state = 'claimed'
), counted AS (
    UPDATE reviewapp_membership
    SET n_returns = n_returns + 1, n_day = CASE WHEN day = %(day)s::date THEN n_day + 1 ELSE 1 END,
        day = %(day)s::date
    WHERE %(is_new)s::bool AND campaign_id = %(campaign)s AND person_id = %(person)s
        AND role = 'annotator'
), dropped AS (
    DELETE FROM reviewapp_draft
    WHERE task_id = %(task)s AND person_id = %(person)s AND stage = %(stage)s
), logged AS (
    INSERT INTO reviewapp_event (at, actor_id, verb, campaign_id, task_id, item_id, old, new)
    VALUES (%(at)s, %(person)s, 'commit', %(campaign)s, %(task)s, %(item)s, %(old)s, %(new)s)
), returned AS (
INSERT INTO reviewapp_return (
    code, campaign_id, task_id, slot_id, stage, round, person_id, sequence, supersedes_id, guideline_id,
    decision, reason, domain, note, body, active_seconds, committed_at)
VALUES (
    %(code)s, %(campaign)s, %(task)s, %(slot)s, %(stage)s, %(round)s, %(person)s, %(sequence)s,
    %(supersedes)s, %(guideline)s, %(decision)s, %(reason)s, %(domain)s, %(note)s, %(body)s,
    %(active_seconds)s, %(at)s)
RETURNING id)
"""

LOCK_ITEM = "SELECT 1 FROM reviewapp_evidenceitem WHERE id = %(item)s FOR NO KEY UPDATE"


def _decision(more: str = "") -> str:
    """Return the parts that decide a task and move its item, setting *more* columns of the item as well.

    The item goes where `item_state_after` says; tests/reviewapp/test_item_states.py holds the two together.
    """
    return f"""
decided AS (
    UPDATE reviewapp_task SET state = 'decided', decided_at = %(at)s, guideline_id = %(guideline)s,
        verdict = %(verdict)s
    WHERE id = %(task)s
), elsewhere AS (
    SELECT coalesce(bool_or(state = 'decided' AND verdict = 'reject'), false) AS rejected,
        coalesce(bool_or(state IN ('open', 'disputed')), false) AS pending
    FROM reviewapp_task WHERE item_id = %(item)s AND id <> %(task)s AND state <> 'withdrawn'
), moved AS (
UPDATE reviewapp_evidenceitem i
SET state = CASE WHEN i.state = 'withdrawn' THEN i.state
        WHEN %(verdict)s::text = 'reject' OR e.rejected THEN 'rejected'
        WHEN e.pending THEN 'in_review' ELSE 'accepted' END,
    domain = CASE WHEN %(domain)s::text = '' OR i.state = 'withdrawn' THEN domain ELSE %(domain)s::text END
    {more}
FROM elsewhere e WHERE i.id = %(item)s)
"""


class Consequence(NamedTuple):
    """What a workflow writes in the statement that decides its task.

    *parts* are further parts of its WITH, *item_columns* what it sets of the item beside state and domain
    (each begins with a comma), *values* what both run with.
    """

    parts: str
    item_columns: str
    values: Mapping[str, Any]


NOTHING = Consequence("", "", {})


@lru_cache(maxsize=32)
def _statement(*, returns: bool, decides: bool, parts: str, item_columns: str) -> str:
    """Return the statement that writes a return, a decision with what follows from it, or both."""
    written = [_RETURN] if returns else []
    decided = [*([parts] if parts else []), _decision(item_columns)] if decides else []
    answer = "SELECT id FROM returned" if returns else "SELECT 1"
    return f"WITH {', '.join([*written, *decided])} {answer}"


def write_return(
    committed: Return,
    *,
    task: Task,
    slot: Slot,
    actor: Person,
    earlier: Return | None,
    verdict: str | None = None,
    consequence: Consequence = NOTHING,
) -> None:
    """Insert the return, close its slot, count it on the member's own row, drop the draft, log the event.

    The counter is the member's, so that no two people wait for one row. With a *verdict*, the return is the
    only one that its task needs and decides it, as `write_decision` does with the same *consequence*, in the
    same statement; the caller has locked the item.
    """
    decides = verdict is not None
    row = fetch_one(
        _statement(
            returns=True, decides=decides, parts=consequence.parts, item_columns=consequence.item_columns
        ),
        {
            **consequence.values,
            "code": committed.code,
            "campaign": task.campaign_id,
            "task": task.pk,
            "item": task.item_id,
            "slot": slot.pk,
            "stage": committed.stage,
            "round": committed.round,
            "person": actor.pk,
            "sequence": committed.sequence,
            "supersedes": earlier.pk if earlier else None,
            "guideline": committed.guideline_id,
            "decision": committed.decision,
            "reason": committed.reason,
            "domain": committed.domain,
            "note": committed.note,
            "body": Jsonb(committed.body),
            "active_seconds": committed.active_seconds,
            "at": committed.committed_at,
            "day": committed.committed_at.astimezone(actor.zone).date(),
            "is_new": slot.state == SlotState.CLAIMED,
            "old": Jsonb({"return": earlier.code}) if earlier else None,
            "new": Jsonb({"return": committed.code}),
            "verdict": verdict,
        },
    )
    assert row is not None
    committed.pk = row[0]
    committed._state.adding = False


def write_decision(
    task: Task,
    *,
    verdict: str,
    domain: str,
    guideline_id: int | None,
    now: datetime,
    consequence: Consequence = NOTHING,
) -> None:
    """Decide the task and move its item, both locked; an empty *domain* leaves the item's own.

    An item is accepted once every kind of review that has it in hand accepts it, and rejected by any.
    """
    run(
        _statement(
            returns=False, decides=True, parts=consequence.parts, item_columns=consequence.item_columns
        ),
        {
            **consequence.values,
            "task": task.pk,
            "item": task.item_id,
            "verdict": verdict,
            "domain": domain,
            "guideline": guideline_id,
            "at": now,
        },
    )


def lock_item(task: Task) -> None:
    """Lock the item of evidence of the locked *task*, if it is about one.

    By a statement of its own, so that the next one sees what another kind of review decided meanwhile.
    """
    if task.item_id is not None:
        fetch_one(LOCK_ITEM, {"item": task.item_id})
