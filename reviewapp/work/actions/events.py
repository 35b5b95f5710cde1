"""The one way in which an event is written; every action calls it once."""

from __future__ import annotations

from typing import Any

from reviewapp.models import Campaign, Event, EvidenceItem, Person, RippleItem, Task


def record(
    verb: str,
    *,
    actor: Person | None,
    campaign: Campaign | None = None,
    task: Task | None = None,
    item: EvidenceItem | None = None,
    ripple: RippleItem | None = None,
    campaign_id: int | None = None,
    task_id: int | None = None,
    item_id: int | None = None,
    ripple_id: int | None = None,
    old: dict[str, Any] | None = None,
    new: dict[str, Any] | None = None,
) -> None:
    """Write one event inside the caller's transaction; rows may be given as such or by id."""
    Event.objects.create(
        actor=actor,
        verb=verb,
        campaign_id=campaign.pk if campaign else campaign_id,
        task_id=task.pk if task else task_id,
        item_id=item.pk if item else item_id,
        ripple_id=ripple.pk if ripple else ripple_id,
        old=old,
        new=new,
    )
