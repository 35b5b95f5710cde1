"""What follows when all returns of a task are in: agreed, or a disagreement for an adjudicator.

Shared by every kind of campaign; called inside an action that has locked the task.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from reviewapp.models import Disagreement, EvidenceItem, Return, Task
from reviewapp.prepared import fetch_one, run
from reviewapp.rules.codes import new_code
from reviewapp.rules.protocol import (
    CampaignState,
    DisagreementState,
    ItemState,
    NotAllowed,
    TaskState,
    Verdict,
    check_move,
    differing_fields,
)
from reviewapp.work.actions.committing import mark_decided, write_decision

# Against the lock order (2), for a moment: it waits for whoever closes the campaign, who waits for no task.
CAMPAIGN_STATE = "SELECT state FROM reviewapp_campaign WHERE id = %(campaign)s FOR KEY SHARE"
DISPUTE = """
WITH moved AS (
    UPDATE reviewapp_task SET state = 'disputed', decided_at = NULL, verdict = ''
    WHERE id = %(task)s AND state <> 'disputed'
), updated AS (
    UPDATE reviewapp_disagreement SET fields = %(fields)s::text[]
    WHERE task_id = %(task)s AND state = 'open' RETURNING 1
)
INSERT INTO reviewapp_disagreement (code, campaign_id, task_id, round, fields, state)
SELECT %(code)s, %(campaign)s, %(task)s, %(round)s, %(fields)s::text[], 'open'
WHERE NOT EXISTS (SELECT 1 FROM updated)
"""


def settle(task: Task, *, stage: str, latest: Return, now: datetime) -> None:
    """Move the locked *task* on where its last return has come in.

    Agreement decides it; a difference in decision, reason or domain opens a disagreement. A revised return
    may dissolve one again.
    """
    returns = current_returns(task, stage, latest)
    if len(returns) < task.campaign.overlap:
        return
    verdicts = [Verdict(row.decision, row.reason, row.domain) for row in returns]
    differing = differing_fields(verdicts)
    if differing:
        dispute(task, differing)
    else:
        dissolve(task)
        decide(task, verdicts[0], guideline_id=oldest_guideline(returns), now=now)


def decide(task: Task, verdict: Verdict, *, guideline_id: int | None, now: datetime) -> None:
    """Write *verdict* to the locked task and its item."""
    mark_decided(task, verdict, guideline_id=guideline_id, now=now)
    write_decision(
        task,
        verdict=task.verdict,
        domain=verdict.domain,
        guideline_id=guideline_id,
        now=now,
    )


def reopen_item(task: Task) -> None:
    """Put the item of a task that is under review (again) back to *in review*."""
    if task.item_id is not None:
        item = EvidenceItem.objects.filter(pk=task.item_id).exclude(state=ItemState.WITHDRAWN)
        item.update(state=ItemState.IN_REVIEW)


def current_returns(task: Task, stage: str, latest: Return) -> list[Return]:
    """Return what the reviewers of the locked task's round say now."""
    if task.campaign.overlap == 1:
        return [latest]
    rows = Return.objects.filter(task=task, stage=stage, round=task.round, successor__isnull=True)
    return list(rows.only("decision", "reason", "domain", "body", "guideline_id"))


def oldest_guideline(returns: Sequence[Return]) -> int | None:
    """Return the oldest of the versions that a decision rests on; ids grow with the versions."""
    return min((row.guideline_id for row in returns if row.guideline_id), default=None)


def dispute(task: Task, differing: tuple[str, ...]) -> None:
    """Open a disagreement on the locked task, or say of the open one what it is about now.

    :raises NotAllowed: if the campaign is not open.
    """
    # Closing takes the full lock of the campaign's row, which waits for this one and lets this one wait: no
    # disagreement comes up behind a closed door.
    if fetch_one(CAMPAIGN_STATE, {"campaign": task.campaign_id}) != (CampaignState.OPEN,):
        raise NotAllowed(f"“{task.campaign.name}” is not open any more. Your draft is kept.")
    is_new = task.state != TaskState.DISPUTED
    if is_new:
        check_move(TaskState(task.state), TaskState.DISPUTED)
        task.state, task.decided_at, task.verdict = TaskState.DISPUTED, None, ""
    run(
        DISPUTE,
        {
            "task": task.pk,
            "campaign": task.campaign_id,
            "round": task.round,
            "fields": list(differing),
            "code": new_code(),
        },
    )
    if is_new:
        reopen_item(task)


def dissolve(task: Task) -> None:
    """Dissolve the disagreement of the locked task, where one is open."""
    if task.state == TaskState.DISPUTED:
        Disagreement.objects.filter(task=task, state=DisagreementState.OPEN).update(
            state=DisagreementState.DISSOLVED
        )
