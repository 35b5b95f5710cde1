"""Heartbeats: signs of active work, each of which renews the claim on what is worked on."""

from __future__ import annotations

from datetime import datetime

from reviewapp.models import Heartbeat, Person, Task
from reviewapp.work.actions.claiming import renew_lease


def beat(*, task: Task, actor: Person, stage: str, tab: str, ends: bool, now: datetime) -> None:
    """Write one heartbeat of *actor*'s *tab* and renew their claim; beats are no events."""
    Heartbeat.objects.create(task=task, person=actor, stage=stage, tab=tab, ends=ends, at=now)
    renew_lease(task=task, actor=actor, stage=stage, now=now)
