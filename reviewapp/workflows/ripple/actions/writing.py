"""What both stages of ripple review begin and end with, inside the caller's transaction."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from reviewapp.models import Person, Return
from reviewapp.rules.protocol import NotYours, SlotState, Stage
from reviewapp.work.actions.committing import write_return
from reviewapp.work.actions.returning import Begun, begin_return, draft_return


def begin(task_id: int, *, actor: Person, stage: Stage, now: datetime) -> Begun | Return:
    """Lock the task and *actor*'s slot; return the return itself if it is there already.

    :raises NotYours, NotAllowed: as `begin_return`; if *actor* has been replaced.
    """
    begun = begin_return(task_id, actor=actor, stage=stage, now=now, with_item=False)
    if isinstance(begun, Begun) and begun.slot.state == SlotState.VOID:
        raise NotYours("You have left this item; somebody else goes on with it.")
    return begun


def write(begun: Begun, *, actor: Person, decision: str, body: dict[str, Any], now: datetime) -> Return:
    """Write the return of a checked *body*."""
    committed = draft_return(begun, actor=actor, now=now)
    committed.decision, committed.body = decision, body
    write_return(committed, task=begun.task, slot=begun.slot, actor=actor, earlier=None)
    return committed
