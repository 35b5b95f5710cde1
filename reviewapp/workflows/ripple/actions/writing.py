"""What both stages of ripple review begin and end with, inside the caller's transaction."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from reviewapp.models import Person, Return
from reviewapp.rules.protocol import NotYours, SlotState, Stage
from reviewapp.work.actions.committing import OpenReturn, begin_return, draft_return, write_return


def begin(task_id: int, *, actor: Person, stage: Stage, now: datetime) -> OpenReturn | Return:
    """Lock the task and *actor*'s slot; return the return itself if it is there already.

    :raises NotYours, NotAllowed: as `begin_return`; if *actor* has been replaced.
    """
    opened = begin_return(task_id, actor=actor, stage=stage, now=now, with_item=False)
    if isinstance(opened, OpenReturn) and opened.slot.state == SlotState.VOID:
        raise NotYours("You have left this item; somebody else goes on with it.")
    return opened


def write(opened: OpenReturn, *, actor: Person, decision: str, body: dict[str, Any], now: datetime) -> Return:
    """Write the return of a checked *body*."""
    committed = draft_return(opened, actor=actor, now=now)
    committed.decision, committed.body = decision, body
    write_return(committed, task=opened.task, slot=opened.slot, actor=actor, earlier=None)
    return committed
