"""What the page of a task needs, in one statement; and the campaign and documents beside it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from operator import itemgetter
from typing import NamedTuple

from reviewapp.models import (
    Campaign,
    Document,
    Draft,
    EvidenceItem,
    GuidelineVersion,
    Membership,
    Person,
    Slot,
    Source,
    Task,
)
from reviewapp.prepared import Columns, Row, fetch_all, fetch_one, joined, link, split

TASK = Columns(
    Task,
    "t",
    *("id", "code", "campaign", "kind", "item", "ripple", "state", "round", "decided_at", "guideline"),
)
CAMPAIGN = Columns(
    Campaign, "c", "id", "code", "name", "kind", "overlap", "state", "domains", "guideline", "n_tasks"
)
GUIDELINE = Columns(GuidelineVersion, "g", "id", "number")
ITEM = Columns(
    EvidenceItem,
    "i",
    *("id", "code", "item_id", "query", "answer", "answer_aliases", "domain", "task_type", "source"),
    *("flags", "n_references", "state"),
)
SOURCE = Columns(Source, "src", "id", "name")
SLOT = Columns(
    Slot,
    "s",
    *("id", "campaign", "task", "stage", "round", "number", "state", "person", "queue_key"),
    *("claimed_at", "lease_until", "is_ahead"),
)
HELD_SLOT = Columns(Slot, "s", "id", "campaign", "task", "stage", "round", "number", "state", "person")
DRAFT = Columns(
    Draft,
    "d",
    *("id", "task", "stage", "person", "round", "version", "body", "is_late", "revises", "saved_at"),
)
MEMBERSHIP = Columns(
    Membership, "m", "id", "campaign", "person", "role", "active", "n_returns", "day", "n_day"
)
DOCUMENT_COLUMNS = ("doc_id", "source", "title", "text", "n_tokens", "n_chars")
DOCUMENT = Columns(Document, "d", *DOCUMENT_COLUMNS)
REFERENCE = Columns(Document, "ref", *DOCUMENT_COLUMNS)
REFERENCE_SOURCE = Columns(Source, "refsrc", "id", "name")
DESK = (TASK, CAMPAIGN, GUIDELINE, ITEM, SOURCE, SLOT, DRAFT, MEMBERSHIP)
DESK_WIDTH = sum(part.width for part in DESK)

STAGE = "coalesce(%(stage)s::text, t.kind)"
"""The stage that was asked for, or the first one: over evidence items it bears the name of the kind."""

_BESIDE = """
JOIN reviewapp_campaign c ON c.id = t.campaign_id
LEFT JOIN reviewapp_guidelineversion g ON g.id = c.guideline_id
JOIN reviewapp_evidenceitem i ON i.id = t.item_id
JOIN reviewapp_source src ON src.id = i.source_id
"""
_DESK = f"""
SELECT {joined(*DESK)}
FROM reviewapp_task t {_BESIDE}
LEFT JOIN reviewapp_slot s
    ON s.task_id = t.id AND s.stage = {STAGE} AND s.round = t.round AND s.person_id = %(person)s
LEFT JOIN reviewapp_draft d
    ON d.task_id = t.id AND d.stage = {STAGE} AND d.round = t.round AND d.person_id = %(person)s
LEFT JOIN reviewapp_membership m
    ON m.campaign_id = c.id AND m.person_id = %(person)s AND m.role = 'annotator'
"""
DESK_BY_CODE = f"{_DESK} WHERE t.code = %(code)s"
DESK_BY_ID = f"{_DESK} WHERE t.id = %(id)s"
DESK_OF_GIVEN = f"""
SELECT {joined(*DESK)}, r.position, {joined(REFERENCE, REFERENCE_SOURCE)}
FROM given s JOIN reviewapp_task t ON t.id = s.task_id {_BESIDE}
LEFT JOIN reviewapp_draft d
    ON d.task_id = t.id AND d.stage = s.stage AND d.round = s.round AND d.person_id = %(person)s
JOIN reviewapp_membership m
    ON m.campaign_id = c.id AND m.person_id = %(person)s AND m.role = 'annotator'
LEFT JOIN reviewapp_itemdocument r ON r.item_id = i.id AND r.role = 'reference'
LEFT JOIN reviewapp_document ref ON ref.doc_id = r.document_id
LEFT JOIN reviewapp_source refsrc ON refsrc.id = ref.source_id
"""
"""The desk of the slot that a statement's `given` has just handed out (see actions/claiming.py): once for
each reference of the item, in no order."""

ANNOTATED = f"""
SELECT {joined(CAMPAIGN, GUIDELINE)}
FROM reviewapp_campaign c
JOIN reviewapp_membership m
    ON m.campaign_id = c.id AND m.person_id = %(person)s AND m.role = 'annotator' AND m.active
LEFT JOIN reviewapp_guidelineversion g ON g.id = c.guideline_id
WHERE c.code = %(code)s
"""

REFERENCES = f"""
SELECT {joined(DOCUMENT, SOURCE)}
FROM reviewapp_itemdocument r
JOIN reviewapp_document d ON d.doc_id = r.document_id
JOIN reviewapp_source src ON src.id = d.source_id
WHERE r.item_id = %(item)s AND r.role = 'reference'
    AND (%(position)s::int IS NULL OR r.position = %(position)s::int)
ORDER BY r.position
"""


_LOCKED_TASK = f"""
SELECT {joined(TASK, CAMPAIGN)}
FROM reviewapp_task t JOIN reviewapp_campaign c ON c.id = t.campaign_id
"""
# Lock order: 3.
LOCKED_TASK = f"{_LOCKED_TASK} WHERE t.id = %(id)s FOR NO KEY UPDATE OF t"
LOCKED_TASK_BY_CODE = f"{_LOCKED_TASK} WHERE t.code = %(code)s FOR NO KEY UPDATE OF t"
# Lock order: 4.
LOCKED_SLOT = f"""
SELECT {SLOT.sql} FROM reviewapp_slot s
WHERE s.task_id = %(task)s AND s.stage = %(stage)s AND s.round = %(round)s AND s.person_id = %(person)s
FOR UPDATE
"""


FIRST_BEAT = """
SELECT min(b.at) FROM reviewapp_heartbeat b
WHERE b.person_id = %(person)s AND b.task_id = {task} AND b.at > %(since)s
"""
FIRST_BEAT_OF_TASK = FIRST_BEAT.format(task="%(task)s")
_HELD = f"""
SELECT {joined(TASK, CAMPAIGN, HELD_SLOT)}, ({FIRST_BEAT.format(task="t.id")})
FROM reviewapp_task t
JOIN reviewapp_campaign c ON c.id = t.campaign_id
JOIN reviewapp_membership m
    ON m.campaign_id = c.id AND m.person_id = %(person)s AND m.role = 'annotator' AND m.active
JOIN reviewapp_slot s
    ON s.task_id = t.id AND s.stage = %(stage)s AND s.round = t.round AND s.person_id = %(person)s
{{where}}
"""
_ITEM = "JOIN reviewapp_evidenceitem i ON i.id = t.item_id"
# Lock order: 3, 4 and 5 by one statement, the task first: whoever has to wait, waits there.
HELD = _HELD.format(where=f"{_ITEM} WHERE t.id = %(id)s FOR NO KEY UPDATE OF t, i FOR UPDATE OF s")
HELD_BY_CODE = _HELD.format(
    where=f"{_ITEM} WHERE t.code = %(code)s FOR NO KEY UPDATE OF t, i FOR UPDATE OF s"
)
HELD_WITHOUT_ITEM = _HELD.format(where="WHERE t.id = %(id)s FOR NO KEY UPDATE OF t FOR UPDATE OF s")


class LockedTask(NamedTuple):
    """A task and one's own slot of it, both locked, and when one's work on it began."""

    task: Task
    slot: Slot
    first_beat: datetime | None


def lock_task(task_id: int | None = None, *, code: str = "") -> Task:
    """Lock the task for the caller's transaction and return it with its campaign.

    :raises Task.DoesNotExist: if there is none.
    """
    sql = LOCKED_TASK_BY_CODE if task_id is None else LOCKED_TASK
    row = fetch_one(sql, {"id": task_id, "code": code})
    if row is None:
        raise Task.DoesNotExist(f"no task {task_id or code}")
    task, task.campaign = split(row, TASK, CAMPAIGN)
    assert isinstance(task, Task)
    return task


def lock_held(
    *,
    person: Person,
    stage: str,
    since: datetime,
    code: str = "",
    pk: int | None = None,
    with_item: bool = True,
) -> LockedTask | None:
    """Lock a task that *person*, an annotator of its campaign, has a slot of, and its item of evidence.

    :param with_item: whether tasks at that stage are about evidence items.

    None if there is no such. The task comes before item and slot, as everywhere, so that no two people wait
    for each other.
    """
    of_evidence = HELD_BY_CODE if pk is None else HELD
    sql = of_evidence if with_item else HELD_WITHOUT_ITEM
    row = fetch_one(sql, {"person": person.pk, "stage": stage, "since": since, "id": pk, "code": code})
    if row is None:
        return None
    task, campaign, slot = split(row, TASK, CAMPAIGN, HELD_SLOT)
    link(task, campaign=campaign)
    return LockedTask(task, slot, row[-1])


def read_first_beat(*, task: Task, person: Person, since: datetime) -> datetime | None:
    """Return when *person*'s work on *task* began, as far back as *since*."""
    row = fetch_one(FIRST_BEAT_OF_TASK, {"person": person.pk, "task": task.pk, "since": since})
    return row[0] if row else None


def lock_own_slot(task: Task, *, person: Person, stage: str) -> Slot | None:
    """Lock *person*'s slot of the task's round, if they have one, and return it."""
    row = fetch_one(LOCKED_SLOT, {"task": task.pk, "stage": stage, "round": task.round, "person": person.pk})
    slot: Slot | None = SLOT.make(row, 0) if row else None
    return slot


def read_desk(
    *, person: Person, stage: str | None = None, code: str = "", pk: int | None = None
) -> Task | None:
    """Return the task with all that its page needs of it, and the reader's own slot, draft and membership.

    Without a *stage*, of the one in which people work on the task.
    """
    params = {"person": person.pk, "stage": stage}
    if pk is None:
        row = fetch_one(DESK_BY_CODE, {**params, "code": code})
    else:
        row = fetch_one(DESK_BY_ID, {**params, "id": pk})
    return desk_of(row) if row else None


def desk_of(row: Row) -> Task:
    """Return the task that a row of `DESK` holds, with all that stands beside it."""
    task, campaign, guideline, item, source, slot, draft, membership = split(row, *DESK)
    link(task, campaign=campaign, item=item)
    link(campaign, guideline=guideline)
    link(item, source=source)
    task.my_slot, task.my_draft, task.my_membership = slot, draft, membership
    assert isinstance(task, Task)
    return task


def desk_of_given(rows: Sequence[Row]) -> Task:
    """Return the task that rows of `DESK_OF_GIVEN` hold, with its references in RefList order."""
    task = desk_of(rows[0])
    named = sorted((row[DESK_WIDTH:] for row in rows if row[DESK_WIDTH] is not None), key=itemgetter(0))
    task.references = [sourced(row, 1, REFERENCE, REFERENCE_SOURCE) for row in named]
    return task


def read_annotated(*, person: Person, code: str) -> Campaign | None:
    """Return the campaign of that code if *person* annotates it."""
    row = fetch_one(ANNOTATED, {"person": person.pk, "code": code})
    if row is None:
        return None
    campaign, guideline = split(row, CAMPAIGN, GUIDELINE)
    campaign.guideline = guideline
    assert isinstance(campaign, Campaign)
    return campaign


def read_references(*, item_id: int, place: int | None = None) -> list[Document]:
    """Return the item's references in RefList order, or only the one at *place* (from 1)."""
    rows = fetch_all(REFERENCES, {"item": item_id, "position": place})
    return [sourced(row, 0) for row in rows]


def sourced(row: Row, at: int, document: Columns = DOCUMENT, source: Columns = SOURCE) -> Document:
    """Return the document whose columns begin at *at*, with its source, whose columns follow."""
    read: Document = document.make(row, at)
    link(read, source=source.make(row, at + document.width))
    return read
