"""The managers' tables as rows, streamed from the database however many there are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import astuple
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from reviewapp.models import (
    Campaign,
    Event,
    EvidenceItem,
    Job,
    Membership,
    Outcome,
    Person,
    Question,
    Return,
    Slot,
)
from reviewapp.rules.protocol import SlotState
from reviewapp.staff.queries.campaigns import count_funnel, last_of_round, sum_effort, work_by_day
from reviewapp.work.queries.blindness import visible

ROWS_A_FETCH = 2_000
ITEM_ID = Coalesce("task__item__item_id", "task__ripple__item_id")  # of the one item that a task has

RETURNS = (
    *("return", "item_id", "stage", "round", "sequence", "reviewer", "decision", "reason", "domain", "note"),
    *("guidelines", "active_seconds", "committed_at", "supersedes", "superseded_by", "evidence"),
)
EFFORT = ("item_id", "person", "stage", "round", "active_seconds", "at")
EVENTS = ("at", "actor", "verb", "item_id", "task", "old", "new")
PROGRESS = ("day", "person", "n", "active_seconds")
FUNNEL = ("line", "n")
SUMMARY = ("stage", "person", "n", "active_seconds", "median_seconds", "p90_seconds")
PEOPLE = ("username", "name", "role", "active", "n_returns", "joined_at")
CLAIMS = ("person", "item_id", "stage", "claimed_at", "lease_until", "fetched_ahead")
QUESTIONS = ("campaign", "item_id", "asker", "author", "at", "body")
CAMPAIGNS = ("name", "state", "kind", "items", "overlap", "returns", "people", "guidelines", "created_at")
JOBS = (
    "title",
    "kind",
    "state",
    "progress",
    "total",
    "unit",
    "asked_by",
    "created_at",
    "finished_at",
    "error",
)
ITEMS = (
    *("item_id", "query", "answer", "domain", "imported_domain", "task_type", "source", "track"),
    *("n_references", "flags", "state", "imported_at"),
)


def return_rows(campaign: Campaign, person: Person) -> Iterator[Sequence[Any]]:
    """Yield the campaign's returns, superseded ones too, except those that *person* is blind to."""
    rows = visible(Return.objects.filter(campaign=campaign), person).order_by("pk")
    fields = (
        *("code", ITEM_ID, "stage", "round", "sequence", "person__username", "decision"),
        *("reason", "domain", "note", "guideline__number", "active_seconds", "committed_at"),
        *("supersedes__code", "successor__code", "body"),
    )
    for *plain, committed_at, old, new, body in _fetched(rows.values_list(*fields)):
        yield (*plain, instant(committed_at), old, new, as_json(body.get("evidence", [])))


def effort_rows(campaign: Campaign, person: Person) -> Iterator[Sequence[Any]]:
    """Yield the active seconds of every piece of work: one person on one item at one stage and round."""
    returns = visible(last_of_round(Return.objects.filter(campaign=campaign)), person).order_by("pk")
    fields = (ITEM_ID, "person__username", "stage", "round", "active_seconds", "committed_at")
    for *plain, at in _fetched(returns.values_list(*fields)):
        yield (*plain, instant(at))
    outcomes = visible(Outcome.objects.filter(campaign=campaign), person).order_by("pk")
    named = (ITEM_ID, "adjudicator__username", "disagreement__round", "active_seconds")
    for item_id, who, number, seconds, at in _fetched(outcomes.values_list(*named, "decided_at")):
        yield (item_id, who, "adjudication", number, seconds, instant(at))


def event_rows(campaign: Campaign, person: Person) -> Iterator[Sequence[Any]]:
    """Yield everything that happened in the campaign, except what *person* is blind to."""
    rows = visible(Event.objects.filter(campaign=campaign), person).order_by("pk")
    fields = ("at", "actor__username", "verb", ITEM_ID, "task__code", "old", "new")
    for at, actor, verb, item_id, task, old, new in _fetched(rows.values_list(*fields)):
        yield (instant(at), actor, verb, item_id, task, as_json(old), as_json(new))


def progress_rows(campaign: Campaign, person: Person) -> Iterator[Sequence[Any]]:
    """Yield what each person did on each day; the days are the reader's own."""
    yield from work_by_day(campaign, zone=person.zone)


def funnel_rows(campaign: Campaign, person: Person) -> Iterator[Sequence[Any]]:
    """Yield the lines of the campaign's funnel."""
    yield from ((name, n) for name, n, _ in count_funnel(campaign).rows)


def summary_rows(campaign: Campaign, person: Person) -> Iterator[Sequence[Any]]:
    """Yield the active time a task by stage and by person; without a person, of everybody."""
    yield from (astuple(line) for line in sum_effort(campaign))


def people_rows(campaign: Campaign, person: Person) -> Iterator[Sequence[Any]]:
    """Yield the campaign's members."""
    rows = Membership.objects.filter(campaign=campaign).order_by("role", "person__username")
    fields = ("person__username", "person__name", "role", "active", "n_returns", "joined_at")
    for *plain, joined_at in _fetched(rows.values_list(*fields)):
        yield (*plain, instant(joined_at))


def claim_rows(campaign: Campaign, person: Person) -> Iterator[Sequence[Any]]:
    """Yield who holds what just now."""
    rows = Slot.objects.filter(campaign=campaign, state=SlotState.CLAIMED).order_by("lease_until", "pk")
    fields = ("person__username", ITEM_ID, "stage", "claimed_at", "lease_until", "is_ahead")
    for who, item_id, stage, since, until, ahead in _fetched(rows.values_list(*fields)):
        yield (who, item_id, stage, instant(since), instant(until), ahead)


def question_rows(campaign: Campaign | None, person: Person) -> Iterator[Sequence[Any]]:
    """Yield the messages of every thread that *person* may read, of one campaign or of all."""
    rows = Question.objects.filter(campaign=campaign) if campaign else Question.objects.all()
    fields = ("campaign__name", ITEM_ID, "asker__username", "author__username", "at", "body")
    for *plain, at, body in _fetched(visible(rows, person).order_by("pk").values_list(*fields)):
        yield (*plain, instant(at), body)


def campaign_rows(campaigns: QuerySet[Any]) -> Iterator[Sequence[Any]]:
    """Yield the campaigns as `listed_campaigns` counts them."""
    fields = ("name", "state", "kind", "n_tasks", "overlap", "n_returns", "n_people", "guideline__number")
    for *plain, created_at in _fetched(campaigns.values_list(*fields, "created_at")):
        yield (*plain, instant(created_at))


def job_rows(jobs: QuerySet[Job]) -> Iterator[Sequence[Any]]:
    """Yield the jobs as the list orders them, with what `with_readable_errors` leaves of their errors."""
    fields = ("title", "kind", "state", "progress", "total", "unit", "created_by__username")
    for *plain, created, finished, error in _fetched(
        jobs.values_list(*fields, "created_at", "finished_at", "readable_error")
    ):
        yield (*plain, instant(created), instant(finished), error)


def item_rows(items: QuerySet[EvidenceItem]) -> Iterator[Sequence[Any]]:
    """Yield the items as the list orders them."""
    fields = (
        *("item_id", "query", "answer", "domain", "imported_domain", "task_type", "source__name", "track"),
        *("n_references", "flags", "state", "imported_at"),
    )
    for *plain, flags, state, imported_at in _fetched(items.values_list(*fields)):
        yield (*plain, " ".join(flags), state, instant(imported_at))


def instant(at: datetime | None) -> str:
    """Write an instant in UTC; nothing for none.

    >>> instant(datetime(2026, 3, 1, 12, 30, tzinfo=UTC))
    '2026-03-01T12:30:00.000Z'
    """
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z") if at else ""


def as_json(value: Any) -> str:
    """Write what a cell holds of structure; nothing for nothing."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) if value else ""


def _fetched(rows: QuerySet[Any, Any]) -> Iterator[Any]:
    """Yield *rows* inside one transaction: outside, the server would first run the query to its end."""
    with transaction.atomic():
        yield from rows.iterator(chunk_size=ROWS_A_FETCH)
