"""What a manager who is also a reviewer may not see yet: others' returns on what they have not judged."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet

from reviewapp.models import Campaign, Membership, Person, Return, Task
from reviewapp.rules.protocol import Role, TaskState
from reviewapp.work.registry import workflows

Row = TypeVar("Row", bound=Model)

SETTLED = (TaskState.DECIDED, TaskState.WITHDRAWN)
WHY_HIDDEN = (
    "You are an annotator of this campaign and have not judged this item yet, so what others said of it "
    "stays hidden from you until you have committed or the item is decided."
)


def blind_campaigns(person: Person) -> list[int]:
    """Return the campaigns in which *person* reviews items themselves."""
    mine = Membership.objects.filter(person=person, role=Role.ANNOTATOR, active=True)
    return list(mine.values_list("campaign_id", flat=True))


def visible(rows: QuerySet[Row], person: Person, *, task: str = "task") -> QuerySet[Row]:
    """Leave out the *rows* of tasks that *person* is blind to; *task* is the way to a row's task."""
    blind = blind_campaigns(person)
    return rows.filter(_is_open_to(person, blind, task)) if blind else rows


def is_hidden(task: Task, person: Person) -> bool:
    """Say whether *person* is blind to what others said of *task*."""
    return not visible(Task.objects.filter(pk=task.pk), person, task="").exists()


def is_blind_in(campaign: Campaign, person: Person) -> bool:
    """Say whether *person* reviews in the campaign and anything of it is undecided."""
    mine = Membership.objects.filter(campaign=campaign, person=person, role=Role.ANNOTATOR, active=True)
    return mine.exists() and Task.objects.filter(campaign=campaign).exclude(state__in=SETTLED).exists()


def _is_open_to(person: Person, blind: list[int], task: str) -> Q:
    path = f"{task}__" if task else ""
    own = Return.objects.filter(task=OuterRef(f"{path}pk"), person=person, round=F("task__round"))
    elsewhere = ~Q(**{f"{path}campaign__in": blind}) | Q(**{f"{path}pk": None})
    hidden_to_the_end = [workflow.kind for workflow in workflows() if not workflow.shows_others_after_own]
    seen = Q(Exists(own)) & ~Q(**{f"{path}kind__in": hidden_to_the_end})
    return elsewhere | Q(**{f"{path}state__in": SETTLED}) | seen
