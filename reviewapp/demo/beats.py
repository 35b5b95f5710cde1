"""Signs of active work for the sample: what a browser would have sent."""

from __future__ import annotations

from datetime import datetime, timedelta

from reviewapp.models import Heartbeat, Person, Task
from reviewapp.rules.effort import BEAT_SECONDS


def write_beats(task: Task, actor: Person, *, stage: str, begins: datetime, seconds: int) -> None:
    """Write the heartbeats of *seconds* of work without a pause."""
    at = [*range(0, seconds, BEAT_SECONDS), seconds]
    Heartbeat.objects.bulk_create(
        Heartbeat(
            person=actor,
            task=task,
            stage=stage,
            tab="sample",
            ends=after == seconds,
            at=begins + timedelta(seconds=after),
        )
        for after in at
    )
