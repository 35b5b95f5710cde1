"""Screening: committing a decision (EMB §3.3, stage I step 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from reviewapp.models import ItemDocument, Person, Return, Task
from reviewapp.rules.protocol import Stage, TaskState, check_verdict
from reviewapp.work.actions.committing import (
    OpenReturn,
    begin_return,
    draft_return,
    mark_decided,
    write_return,
)
from reviewapp.work.actions.passages import EvidenceSpan as EvidenceSpan
from reviewapp.work.actions.passages import located
from reviewapp.work.actions.settling import settle
from reviewapp.work.actions.undoing import undo_last as undo_last


@dataclass(frozen=True, slots=True)
class ScreeningEntry:
    """What a screening form holds."""

    decision: str
    reason: str = ""
    domain: str = ""
    note: str = ""
    evidence: Sequence[EvidenceSpan] = ()


@transaction.atomic(durable=True)
def commit_screening(
    *, task_id: int | None = None, code: str = "", actor: Person, entry: ScreeningEntry, now: datetime
) -> Return:
    """Commit *entry* as *actor*'s return and settle the task when it was the last one (EMB §3.3, stage I).

    The task is named by its id or its *code*. Said twice, it commits once: the second call returns the first
    one's return.

    :raises Task.DoesNotExist: if there is no such task.
    :raises Incomplete: naming the fields that lack something.
    :raises NotYours: if the claim lapsed and somebody else has the task.
    :raises NotAllowed: if the campaign is not open, or the task has been adjudicated.
    """
    opened = begin_return(task_id, code=code, actor=actor, stage=Stage.SCREENING, now=now)
    if isinstance(opened, Return):
        return opened
    task = opened.task
    verdict = check_verdict(
        entry.decision, entry.reason, entry.domain, entry.note, domains=task.campaign.domains
    )
    committed = draft_return(opened, actor=actor, now=now)
    committed.decision, committed.reason = verdict.decision, verdict.reason
    committed.domain, committed.note = verdict.domain, entry.note
    committed.body = {"evidence": _evidence(task, entry.evidence)} if entry.evidence else {}
    if task.campaign.overlap == 1 and task.state == TaskState.OPEN:
        mark_decided(task, verdict, guideline_id=committed.guideline_id, now=now)
        _write(committed, opened, actor, verdict=task.verdict)
    else:
        _write(committed, opened, actor)
        settle(task, stage=Stage.SCREENING, latest=committed, now=now)
    return committed


def _write(committed: Return, opened: OpenReturn, actor: Person, verdict: str | None = None) -> None:
    write_return(
        committed,
        task=opened.task,
        slot=opened.slot,
        actor=actor,
        earlier=opened.earlier,
        verdict=verdict,
    )


def _evidence(task: Task, spans: Sequence[EvidenceSpan]) -> list[dict[str, int | str]]:
    references = ItemDocument.objects.filter(item_id=task.item_id).values_list("document_id", flat=True)
    return located(spans, within=references, missing="Evidence must stand in one of this item's documents.")
