"""How the tests of the desk act: people by name, a clock that is told, one line an act."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from reviewapp.models import Campaign, Disagreement, Person, Return, Task
from reviewapp.rules.protocol import Stage
from reviewapp.work.actions.claiming import claim_next
from reviewapp.workflows.screening.actions import ScreeningEntry, commit_screening

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
ACCEPT = ScreeningEntry("accept")
AMBIGUOUS = ScreeningEntry("reject", "ambiguous_question")


def after(**time: float) -> datetime:
    """Return the moment that lies so long after the tests' nine o'clock."""
    return NOW + timedelta(**time)


def claim(campaign: Campaign, person: Person, now: datetime = NOW, **how: Any) -> Task | None:
    task_id = claim_next(campaign=campaign, actor=person, stage=Stage.SCREENING, now=now, **how)
    return Task.objects.get(pk=task_id) if task_id else None


def must_claim(campaign: Campaign, person: Person, now: datetime = NOW, **how: Any) -> Task:
    task = claim(campaign, person, now, **how)
    assert task is not None
    return task


def commit(task: Task, person: Person, entry: ScreeningEntry = ACCEPT, now: datetime = NOW) -> Return:
    return commit_screening(task_id=task.pk, actor=person, entry=entry, now=now)


def decide(campaign: Campaign, person: Person, entry: ScreeningEntry = ACCEPT, now: datetime = NOW) -> Return:
    """Let *person* claim their next task and commit *entry*."""
    return commit(must_claim(campaign, person, now), person, entry, now)


def dispute(campaign: Campaign, one: Person, other: Person) -> Disagreement:
    """Let two people decide the campaign's next task differently."""
    task = decide(campaign, one, ACCEPT).task
    decide(campaign, other, AMBIGUOUS)
    return Disagreement.objects.get(task=task)
