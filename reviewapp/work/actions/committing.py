"""Committing: how a return of whatever kind comes to be, inside the caller's transaction.

`begin_return` locks the task, its item and the slot, in this order, which is that of all who lock them;
`draft_return` makes the return, for its workflow to say what was decided; `write_return` writes it and all
that goes with it by one statement, and the decision too where it is the only return that its task needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from psycopg.types.json import Jsonb

from reviewapp.models import Draft, Heartbeat, Membership, Person, Return, Slot, Task
from reviewapp.prepared import fetch_one, link, run
from reviewapp.rules.effort import TOLERANCE_SECONDS, Beat, Work, active_seconds
from reviewapp.rules.protocol import (
    CampaignState,
    Decision,
    NotAllowed,
    NotYours,
    Role,
    SlotState,
    TaskState,
    Verdict,
    check_move,
)
from reviewapp.work.actions.claiming import hold_slot
from reviewapp.work.queries.desk import LockedTask, lock_held, lock_task, read_first_beat

EFFORT_HORIZON = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class OpenReturn:
    """A return on its way: the locked task and slot, and the return of the same person that it replaces.

    `first_beat` is when its author's work on the task began.
    """

    task: Task
    slot: Slot
    stage: str
    earlier: Return | None
    first_beat: datetime | None


def begin_return(
    task_id: int | None = None,
    *,
    code: str = "",
    actor: Person,
    stage: str,
    now: datetime,
    with_item: bool = True,
) -> OpenReturn | Return:
    """Lock what a commit needs, inside the caller's transaction; the return itself if it is there already.

    :param with_item: whether tasks at that stage are about evidence items.

    :raises Task.DoesNotExist: if there is no task of that id or *code*.
    :raises NotYours: if the claim lapsed and somebody else has the task, or *actor* annotates it no more.
    :raises NotAllowed: if the campaign is not open, or the task has been adjudicated.
    """
    since = now - EFFORT_HORIZON
    locked = lock_held(person=actor, stage=stage, since=since, code=code, pk=task_id, with_item=with_item)
    task, slot, first_beat = locked or _take_hold(task_id, code, actor=actor, stage=stage, now=now)
    is_committed = slot.state == SlotState.COMMITTED
    earlier = current_return(task, actor, stage) if is_committed or task.round > 1 else None
    if is_committed:
        assert earlier is not None
        if not is_revising(task, actor, stage):
            return earlier
    check_open(task)
    return OpenReturn(task, slot, stage, earlier, first_beat)


def _take_hold(task_id: int | None, code: str, *, actor: Person, stage: str, now: datetime) -> LockedTask:
    """Lock a task of which *actor* may hold nothing any more, taking a free slot after a lapse."""
    task = lock_task(task_id, code=code)
    lock_item(task)
    slot = hold_slot(task=task, actor=actor, stage=stage, now=now)
    if slot is None:
        raise NotYours("Your claim on this task lapsed and somebody else has it now. Your draft is kept.")
    if slot.state != SlotState.COMMITTED and not _annotates(task, actor):
        raise NotYours("You do not annotate this campaign any more. Your draft is kept.")
    return LockedTask(task, slot, read_first_beat(task=task, person=actor, since=now - EFFORT_HORIZON))


def _annotates(task: Task, actor: Person) -> bool:
    return Membership.objects.filter(
        campaign_id=task.campaign_id, person=actor, role=Role.ANNOTATOR, active=True
    ).exists()


def draft_return(opened: OpenReturn, *, actor: Person, now: datetime) -> Return:
    """Return the return to be written, for its kind to say what was decided."""
    task, slot, earlier = opened.task, opened.slot, opened.earlier
    drafted = Return(
        campaign_id=task.campaign_id,
        task_id=task.pk,
        slot_id=slot.pk,
        stage=opened.stage,
        round=task.round,
        person_id=actor.pk,
        sequence=earlier.sequence + 1 if earlier and earlier.slot_id == slot.pk else 1,
        supersedes_id=earlier.pk if earlier else None,
        guideline_id=task.campaign.guideline_id,
        active_seconds=_active_seconds(opened, actor),
        committed_at=now,
    )
    link(drafted, campaign=task.campaign, task=task, slot=slot, person=actor, supersedes=earlier)
    return drafted


def check_open(task: Task) -> None:
    """Check that the locked *task* takes a decision.

    :raises NotAllowed: if its campaign is not open, or it has been withdrawn or adjudicated.
    """
    if task.campaign.state != CampaignState.OPEN:
        raise NotAllowed(f"“{task.campaign.name}” is {task.campaign.state}. Your draft is kept.")
    if task.state == TaskState.WITHDRAWN:
        raise NotAllowed("This item was withdrawn from the campaign.")
    if task.state != TaskState.OPEN and is_adjudicated(task):
        raise NotAllowed("This item has been adjudicated in the meantime; your decision stays as it was.")


def is_adjudicated(task: Task) -> bool:
    """Say whether an outcome stands on the task's present round."""
    return task.outcomes.filter(disagreement__round=task.round).exists()


def current_return(task: Task, actor: Person, stage: str) -> Return | None:
    """Return *actor*'s return at that stage which no later one of theirs supersedes."""
    return Return.objects.filter(task=task, person=actor, stage=stage, successor__isnull=True).first()


def is_revising(task: Task, actor: Person, stage: str) -> bool:
    """Say whether *actor* has taken their return back and not committed it anew."""
    return Draft.objects.filter(
        task=task, person=actor, stage=stage, round=task.round, revises__isnull=False
    ).exists()


def _active_seconds(opened: OpenReturn, actor: Person) -> float:
    """Return the active time on the task so far; beats of other tabs in the same hours decide what counts."""
    first = opened.first_beat
    if first is None:
        return 0.0
    beats = _beats(actor, first - timedelta(seconds=TOLERANCE_SECONDS))
    if _is_running(beats, first):  # a run of another tab began earlier, and how much earlier matters
        beats = _beats(actor, first - EFFORT_HORIZON)
    return active_seconds(beats).get(Work("", str(opened.task.pk), opened.stage), 0.0)


def _beats(actor: Person, since: datetime) -> list[Beat]:
    rows = Heartbeat.objects.filter(person=actor, at__gte=since)
    values = rows.order_by("at").values_list("task_id", "stage", "tab", "at", "ends")
    return [Beat("", str(task_id), stage, tab, at, ends) for task_id, stage, tab, at, ends in values]


def _is_running(beats: Sequence[Beat], when: datetime) -> bool:
    """Say whether a tab's run of *beats*, which come in the order of time, goes on at *when*."""
    last_of_tab = {beat.tab: beat for beat in beats if beat.at < when}
    return not all(beat.ends for beat in last_of_tab.values())


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

# Lock order: 5.
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

    def statement(self, *, returns: bool, decides: bool) -> str:
        """Return the statement that writes a return, a decision with what follows from it, or both."""
        return _statement(returns, decides, self.parts, self.item_columns)


NOTHING = Consequence("", "", {})


@lru_cache(maxsize=32)
def _statement(returns: bool, decides: bool, parts: str, item_columns: str) -> str:
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
    row = fetch_one(
        consequence.statement(returns=True, decides=verdict is not None),
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
        consequence.statement(returns=False, decides=True),
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


def mark_decided(task: Task, verdict: Verdict, *, guideline_id: int | None, now: datetime) -> None:
    """Say on the locked *task* itself, not in the database, that it is decided.

    :raises IllegalMove: if it cannot be.
    """
    if task.state != TaskState.DECIDED:
        check_move(TaskState(task.state), TaskState.DECIDED)
    task.state = TaskState.DECIDED
    task.decided_at = now
    task.guideline_id = guideline_id
    task.verdict = Decision.ACCEPT if verdict.decision == Decision.ACCEPT else Decision.REJECT
