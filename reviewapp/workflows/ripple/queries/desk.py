"""What a reviewer of a ripple item may read at each stage (RKB App. D).

Before the closure is open to the reader, nothing here touches the table of what is hidden, nor anything of
the other reviewer: the statement that reads the proposal finds it through the reader's own closure slot.
"""

from __future__ import annotations

import json
from typing import Any

from reviewapp.models import Person, Return, RippleItem, Task
from reviewapp.prepared import Columns, Row, fetch_all, fetch_one, joined, split
from reviewapp.rules.protocol import NotYours, SlotState, Stage
from reviewapp.work.queries.desk import CAMPAIGN, DRAFT, GUIDELINE, MEMBERSHIP, SLOT, TASK

# Neither state nor hash of the whole record, nor file and batch: all of them follow from what is hidden.
RIPPLE = Columns(RippleItem, "i", "id", "code", "item_id", "public", "n_documents", "n_units")
RIPPLE_DESK = (TASK, CAMPAIGN, GUIDELINE, RIPPLE, SLOT, DRAFT, MEMBERSHIP)

_OWN = """
    s.task_id = t.id AND s.round = t.round AND s.person_id = %(person)s AND s.state <> 'void'
    AND s.stage = stage.name
"""

RIPPLE_DESK_BY_CODE = f"""
SELECT {joined(*RIPPLE_DESK)}
FROM reviewapp_task t
JOIN reviewapp_campaign c ON c.id = t.campaign_id
LEFT JOIN reviewapp_guidelineversion g ON g.id = c.guideline_id
JOIN reviewapp_rippleitem i ON i.id = t.ripple_id
-- The stage asked for; else closure review, once the reader has a slot of it.
JOIN LATERAL (
    SELECT coalesce(%(stage)s::text, CASE WHEN EXISTS (
        SELECT 1 FROM reviewapp_slot o WHERE o.task_id = t.id AND o.round = t.round AND o.stage = 'closure'
            AND o.person_id = %(person)s AND o.state <> 'void') THEN 'closure' ELSE 'blind' END) AS name
) stage ON true
-- The reader's own slot, draft and membership: outer joins, since each may be missing.
LEFT JOIN reviewapp_slot s ON {_OWN}
LEFT JOIN reviewapp_draft d
    ON d.task_id = t.id AND d.stage = stage.name AND d.round = t.round AND d.person_id = %(person)s
LEFT JOIN reviewapp_membership m
    ON m.campaign_id = c.id AND m.person_id = %(person)s AND m.role = 'annotator'
WHERE t.code = %(code)s
"""

# The hidden key is reached through the reader's own closure slot alone: without that slot there is no row.
CLOSURE = """
SELECT k.closure,
    CASE WHEN %(whole)s THEN (SELECT i.public FROM reviewapp_rippleitem i WHERE i.id = t.ripple_id) END
FROM reviewapp_slot s
JOIN reviewapp_task t ON t.id = s.task_id AND t.round = s.round
JOIN reviewapp_ripplekey k ON k.item_id = t.ripple_id
WHERE s.task_id = %(task)s AND s.person_id = %(person)s AND s.stage = 'closure'
    AND s.state IN ('claimed', 'committed')
"""

RETURN = Columns(Return, "r", "id", "code", "stage", "body", "active_seconds", "committed_at", "guideline")
OWN_RETURNS = f"""
SELECT {joined(RETURN, GUIDELINE)}
FROM reviewapp_return r LEFT JOIN reviewapp_guidelineversion g ON g.id = r.guideline_id
WHERE r.task_id = %(task)s AND r.person_id = %(person)s AND r.round = %(round)s
"""

PUBLIC = "SELECT public FROM reviewapp_rippleitem WHERE id = %(item)s"


def read_ripple_desk(*, person: Person, code: str, stage: Stage | None = None) -> Task | None:
    """Return the task with its public item, and the reader's own slot, draft and membership of that stage.

    Without a *stage*, of the one at which the reader is: closure review once that is open to them.
    """
    row = fetch_one(RIPPLE_DESK_BY_CODE, {"person": person.pk, "code": code, "stage": stage})
    if row is None:
        return None
    task, campaign, guideline, item, slot, draft, membership = split(row, *RIPPLE_DESK)
    task.campaign, campaign.guideline, task.ripple = campaign, guideline, item
    task.my_slot, task.my_draft, task.my_membership = slot, draft, membership
    assert isinstance(task, Task)
    return task


def read_public(task: Task) -> dict[str, Any]:
    """Return the public representation of the task's item."""
    row = fetch_one(PUBLIC, {"item": task.ripple_id})
    assert row is not None
    public: dict[str, Any] = json.loads(row[0])
    return public


def read_closure(task: Task, person: Person) -> dict[str, Any]:
    """Return the proposed closure, {"units", "edges"}, to a reviewer to whom it is open.

    :raises NotYours: before both blind returns are in, and for everybody else.
    """
    closure: dict[str, Any] = json.loads(_closure_row(task, person, whole=False)[0])
    return closure


def read_revealed(task: Task, person: Person) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the public representation and the proposed closure.

    :raises NotYours: as `read_closure` does.
    """
    closure, public = (json.loads(text) for text in _closure_row(task, person, whole=True))
    return public, closure


def _closure_row(task: Task, person: Person, *, whole: bool) -> Row:
    row = fetch_one(CLOSURE, {"task": task.pk, "person": person.pk, "whole": whole})
    if row is None:
        raise NotYours("The closure of this item is not open to you.")
    return row


def read_own_returns(task: Task, person: Person) -> dict[str, Return]:
    """Return what *person* has committed of the item, by stage."""
    returns = {}
    for row in fetch_all(OWN_RETURNS, {"task": task.pk, "person": person.pk, "round": task.round}):
        committed, committed.guideline = split(row, RETURN, GUIDELINE)
        returns[committed.stage] = committed
    return returns


def own_stage(task: Task, person: Person) -> Stage | None:
    """Return the stage at which *person* is with the item: the last at which they hold a slot of it."""
    stages = set(
        task.slots.filter(person=person, round=task.round)
        .exclude(state=SlotState.VOID)
        .values_list("stage", flat=True)
    )
    return next((stage for stage in (Stage.CLOSURE, Stage.BLIND) if stage in stages), None)


def own_return(task: Task, person: Person, stage: Stage) -> Return | None:
    """Return what *person* committed at that stage of the item."""
    return Return.objects.filter(task=task, person=person, stage=stage, round=task.round).first()
