"""Threads between a person at work on a task and the managers: one a task and asker."""

from __future__ import annotations

from django.db.models import Exists, F, OuterRef, QuerySet

from reviewapp.models import Person, Question
from reviewapp.work.queries.blindness import visible

NAMED = ("task__item", "task__ripple", "campaign", "asker", "author")


def threads(person: Person, *, campaign: int | None = None, unanswered: bool = False) -> QuerySet[Question]:
    """Return the last message of each thread that *person* may read, the latest first."""
    later = Question.objects.filter(task=OuterRef("task"), asker=OuterRef("asker"), pk__gt=OuterRef("pk"))
    rows = Question.objects.filter(~Exists(later))
    if campaign:
        rows = rows.filter(campaign=campaign)
    if unanswered:
        rows = rows.filter(author=F("asker"))
    return visible(rows, person).select_related(*NAMED).defer("task__ripple__public").order_by("-pk")


def messages(thread: Question) -> QuerySet[Question]:
    """Return the messages of the thread that *thread* is one of, in their order."""
    rows = Question.objects.filter(task=thread.task_id, asker=thread.asker_id)
    return rows.select_related("author").order_by("pk")
