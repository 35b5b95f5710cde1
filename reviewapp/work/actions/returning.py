"""What every return begins with, whatever its kind: the lock, the slot, what it replaces, its time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from reviewapp.models import Draft, Heartbeat, Membership, Person, Return, Slot, Task
from reviewapp.prepared import link
from reviewapp.rules.effort import TOLERANCE_SECONDS, Beat, Work, active_seconds
from reviewapp.rules.protocol import CampaignState, NotAllowed, NotYours, Role, SlotState, TaskState
from reviewapp.work.actions.claiming import hold_slot
from reviewapp.work.actions.committing import lock_item
from reviewapp.work.queries.desk import Held, lock_held, lock_task, read_first_beat

EFFORT_HORIZON = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Begun:
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
) -> Begun | Return:
    """Lock what a commit needs, inside the caller's transaction; the return itself if it is there already.

    :param with_item: whether tasks at that stage are about evidence items.

    :raises Task.DoesNotExist: if there is no task of that id or *code*.
    :raises NotYours: if the claim lapsed and somebody else has the task, or *actor* annotates it no more.
    :raises NotAllowed: if the campaign is not open, or the task has been adjudicated.
    """
    since = now - EFFORT_HORIZON
    held = lock_held(person=actor, stage=stage, since=since, code=code, pk=task_id, with_item=with_item)
    task, slot, first_beat = held or _take_hold(task_id, code, actor=actor, stage=stage, now=now)
    is_committed = slot.state == SlotState.COMMITTED
    earlier = current_return(task, actor, stage) if is_committed or task.round > 1 else None
    if is_committed:
        assert earlier is not None
        if not is_revising(task, actor, stage):
            return earlier
    check_open(task)
    return Begun(task, slot, stage, earlier, first_beat)


def _take_hold(task_id: int | None, code: str, *, actor: Person, stage: str, now: datetime) -> Held:
    """Lock a task of which *actor* may hold nothing any more, taking a free slot after a lapse."""
    task = lock_task(task_id, code=code)
    lock_item(task)
    slot = hold_slot(task=task, actor=actor, stage=stage, now=now)
    if slot is None:
        raise NotYours("Your claim on this task lapsed and somebody else has it now. Your draft is kept.")
    if slot.state != SlotState.COMMITTED and not _annotates(task, actor):
        raise NotYours("You do not annotate this campaign any more. Your draft is kept.")
    return Held(task, slot, read_first_beat(task=task, person=actor, since=now - EFFORT_HORIZON))


def _annotates(task: Task, actor: Person) -> bool:
    return Membership.objects.filter(
        campaign_id=task.campaign_id, person=actor, role=Role.ANNOTATOR, active=True
    ).exists()


def draft_return(begun: Begun, *, actor: Person, now: datetime) -> Return:
    """Return the return to be written, for its kind to say what was decided."""
    task, slot, earlier = begun.task, begun.slot, begun.earlier
    drafted = Return(
        campaign_id=task.campaign_id,
        task_id=task.pk,
        slot_id=slot.pk,
        stage=begun.stage,
        round=task.round,
        person_id=actor.pk,
        sequence=earlier.sequence + 1 if earlier and earlier.slot_id == slot.pk else 1,
        supersedes_id=earlier.pk if earlier else None,
        guideline_id=task.campaign.guideline_id,
        active_seconds=_active_seconds(begun, actor),
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


def _active_seconds(begun: Begun, actor: Person) -> float:
    """Return the active time on the task so far; beats of other tabs in the same hours decide what counts."""
    first = begun.first_beat
    if first is None:
        return 0.0
    beats = _beats(actor, first - timedelta(seconds=TOLERANCE_SECONDS))
    if _is_running(beats, first):  # a run of another tab began earlier, and how much earlier matters
        beats = _beats(actor, first - EFFORT_HORIZON)
    return active_seconds(beats).get(Work("", str(begun.task.pk), begun.stage), 0.0)


def _beats(actor: Person, since: datetime) -> list[Beat]:
    rows = Heartbeat.objects.filter(person=actor, at__gte=since)
    values = rows.order_by("at").values_list("task_id", "stage", "tab", "at", "ends")
    return [Beat("", str(task_id), stage, tab, at, ends) for task_id, stage, tab, at, ends in values]


def _is_running(beats: Sequence[Beat], when: datetime) -> bool:
    """Say whether a tab's run of *beats*, which come in the order of time, goes on at *when*."""
    last_of_tab = {beat.tab: beat for beat in beats if beat.at < when}
    return not all(beat.ends for beat in last_of_tab.values())
