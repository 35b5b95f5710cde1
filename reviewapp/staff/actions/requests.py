"""What a manager asks for that takes long: it becomes a job, one at a time a campaign and kind."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from reviewapp.jobs.actions import enqueue
from reviewapp.models import Campaign, Job, Person
from reviewapp.rules.protocol import JobState


@transaction.atomic(durable=True)
def request_job(
    kind: str, *, campaign: Campaign, title: str, actor: Person, unit: str, args: dict[str, Any] | None = None
) -> Job:
    """Return the campaign's job of this kind that is under way, or a new one."""
    Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)  # lock order: 2
    live = Job.objects.filter(
        kind=kind, args__campaign=campaign.code, state__in=[JobState.WAITING, JobState.RUNNING]
    ).first()
    if live is not None:
        return live
    job_args = {"campaign": campaign.code, **(args or {})}
    return enqueue(kind, title=f"{title} · {campaign.name}"[:200], args=job_args, actor=actor, unit=unit)
