"""Screening: committing a decision, taking it back, and what follows from all of a task's returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from reviewapp.actions.claiming import hold_slot
from reviewapp.actions.committing import write_return
from reviewapp.actions.events import record
from reviewapp.actions.settling import settle
from reviewapp.effort import TOLERANCE_SECONDS, Beat, Work, active_seconds
from reviewapp.models import Document, Draft, Heartbeat, ItemDocument, Person, Return, Task
from reviewapp.protocol import (
    CampaignState,
    Incomplete,
    NotAllowed,
    NothingToUndo,
    NotYours,
    SlotState,
    Stage,
    TaskState,
    check_verdict,
    may_undo,
)
from reviewapp.queries.desk import lock_task
from reviewapp.queries.prepared import fetch_one
from reviewapp.records import SpanOutOfText, span_offsets

EFFORT_HORIZON = timedelta(hours=12)
FIRST_BEAT = """
SELECT min(at) FROM reviewapp_heartbeat WHERE person_id = %(person)s AND task_id = %(task)s AND at > %(since)s
"""


@dataclass(frozen=True, slots=True)
class EvidenceSpan:
    """A passage of a document: *start* and *end* in code points of its canonical text."""

    doc_id: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ScreeningEntry:
    """What a screening form holds."""

    decision: str
    reason: str = ""
    domain: str = ""
    note: str = ""
    evidence: Sequence[EvidenceSpan] = ()


@transaction.atomic(durable=True)
def commit_screening(*, task_id: int, actor: Person, entry: ScreeningEntry, now: datetime) -> Return:
    """Commit *entry* as *actor*'s return and settle the task when it was the last one (EMB §3.3, stage I).

    Said twice, it commits once: the second call returns the first one's return.

    :raises Incomplete: naming the fields that lack something.
    :raises NotYours: if the claim lapsed and somebody else has the task.
    :raises NotAllowed: if the campaign is not open, or the task has been adjudicated.
    """
    task = lock_task(task_id)
    slot = hold_slot(task=task, actor=actor, stage=Stage.SCREENING, now=now)
    if slot is None:
        raise NotYours("Your claim on this task lapsed and somebody else has it now. Your draft is kept.")
    earlier = _current_return(task, actor) if slot.state == SlotState.COMMITTED or task.round > 1 else None
    if slot.state == SlotState.COMMITTED:
        assert earlier is not None
        if not _is_revising(task, actor):
            return earlier
    _check_open(task)
    verdict = check_verdict(
        entry.decision, entry.reason, entry.domain, entry.note, domains=task.campaign.domains
    )
    committed = Return(
        campaign=task.campaign,
        task=task,
        slot=slot,
        stage=Stage.SCREENING,
        round=task.round,
        person=actor,
        sequence=earlier.sequence + 1 if earlier and earlier.slot_id == slot.pk else 1,
        supersedes=earlier,
        guideline_id=task.campaign.guideline_id,
        decision=verdict.decision,
        reason=verdict.reason,
        domain=verdict.domain,
        note=entry.note,
        body={"evidence": _evidence(task, entry.evidence)} if entry.evidence else {},
        active_seconds=_active_seconds(task, actor, now),
        committed_at=now,
    )
    write_return(committed, task=task, slot=slot, actor=actor, earlier=earlier)
    settle(task, stage=Stage.SCREENING, latest=committed, now=now)
    return committed


@transaction.atomic(durable=True)
def undo_last(*, campaign_id: int, actor: Person, now: datetime) -> Task:
    """Reopen *actor*'s last decision of the campaign as a draft; committing it supersedes the first.

    :raises NothingToUndo: if the last decision is too old, adjudicated or not there.
    """
    last = (
        Return.objects.filter(campaign_id=campaign_id, person=actor, stage=Stage.SCREENING)
        .select_related("task")
        .order_by("-committed_at", "-id")
        .first()
    )
    if last is None:
        raise NothingToUndo("You have decided nothing in this campaign yet.")
    if not may_undo(last.committed_at, now):
        raise NothingToUndo("Your last decision is more than five minutes old and stays as it is.")
    task = Task.objects.select_for_update(no_key=True).get(pk=last.task_id)
    if task.round != last.round or task.state == TaskState.WITHDRAWN or _is_adjudicated(task):
        raise NothingToUndo("Your last decision has been adjudicated or asked for again and stays as it is.")
    if not _is_revising(task, actor):  # pressed twice, it must not take back what was typed in between
        _reopen(task, last, now)
    record("undo", actor=actor, campaign_id=campaign_id, task=task, old={"return": last.code})
    return task


def _reopen(task: Task, last: Return, now: datetime) -> None:
    body = {
        "decision": last.decision,
        "reason": last.reason,
        "domain": last.domain,
        "note": last.note,
        "evidence": last.body.get("evidence", []),
    }
    Draft.objects.update_or_create(
        task=task,
        person_id=last.person_id,
        stage=last.stage,
        round=task.round,
        defaults={"revises": last, "body": body, "saved_at": now},
    )


def _check_open(task: Task) -> None:
    if task.campaign.state != CampaignState.OPEN:
        raise NotAllowed(f"“{task.campaign.name}” is {task.campaign.state}. Your draft is kept.")
    if task.state == TaskState.WITHDRAWN:
        raise NotAllowed("This item was withdrawn from the campaign.")
    if task.state != TaskState.OPEN and _is_adjudicated(task):
        raise NotAllowed("This item has been adjudicated in the meantime; your decision stays as it was.")


def _is_adjudicated(task: Task) -> bool:
    return task.outcomes.filter(disagreement__round=task.round).exists()


def _current_return(task: Task, actor: Person) -> Return | None:
    return Return.objects.filter(
        task=task, person=actor, stage=Stage.SCREENING, successor__isnull=True
    ).first()


def _is_revising(task: Task, actor: Person) -> bool:
    return Draft.objects.filter(
        task=task, person=actor, stage=Stage.SCREENING, round=task.round, revises__isnull=False
    ).exists()


def _evidence(task: Task, spans: Sequence[EvidenceSpan]) -> list[dict[str, int | str]]:
    """Return the spans with byte offsets and quotes, read from the documents themselves."""
    references = ItemDocument.objects.filter(item_id=task.item_id).values_list("document_id", flat=True)
    wanted = {span.doc_id for span in spans}
    if not wanted <= set(references):
        raise Incomplete({"evidence": "Evidence must stand in one of this item's documents."})
    texts = dict(Document.objects.filter(pk__in=wanted).values_list("pk", "text"))
    try:
        return [_located(span, texts[span.doc_id]) for span in spans]
    except SpanOutOfText as error:
        raise Incomplete({"evidence": f"A selected passage is not in its document: {error}"}) from error


def _located(span: EvidenceSpan, text: str) -> dict[str, int | str]:
    found = span_offsets(text, span.start, span.end)
    return {
        "doc_id": span.doc_id,
        "start": span.start,
        "end": span.end,
        "start_byte": found.byte_start,
        "end_byte": found.byte_end,
        "quote": found.quote,
    }


def _active_seconds(task: Task, actor: Person, now: datetime) -> float:
    """Return the active time on *task* so far; beats of other tabs in the same hours decide what counts."""
    row = fetch_one(FIRST_BEAT, {"person": actor.pk, "task": task.pk, "since": now - EFFORT_HORIZON})
    first = row[0] if row else None
    if first is None:
        return 0.0
    beats = _beats(actor, first - timedelta(seconds=TOLERANCE_SECONDS))
    if _is_running(beats, first):  # a run of another tab began earlier, and how much earlier matters
        beats = _beats(actor, first - EFFORT_HORIZON)
    return active_seconds(beats).get(Work("", str(task.pk), Stage.SCREENING), 0.0)


def _beats(actor: Person, since: datetime) -> list[Beat]:
    rows = Heartbeat.objects.filter(person=actor, at__gte=since)
    values = rows.order_by("at").values_list("task_id", "stage", "tab", "at", "ends")
    return [Beat("", str(task_id), stage, tab, at, ends) for task_id, stage, tab, at, ends in values]


def _is_running(beats: Sequence[Beat], when: datetime) -> bool:
    """Say whether a tab's run of *beats*, which come in the order of time, goes on at *when*."""
    last_of_tab = {beat.tab: beat for beat in beats if beat.at < when}
    return not all(beat.ends for beat in last_of_tab.values())
