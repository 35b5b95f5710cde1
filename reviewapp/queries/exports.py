"""The managers' tables as rows, streamed from the database however many there are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from reviewapp.models import Campaign, Event, EvidenceItem, Outcome, Person, Return
from reviewapp.queries.blindness import visible
from reviewapp.queries.campaigns import last_of_round

ROWS_A_FETCH = 2_000

RETURNS = (
    *("return", "item_id", "stage", "round", "sequence", "reviewer", "decision", "reason", "domain", "note"),
    *("guidelines", "active_seconds", "committed_at", "supersedes", "superseded_by", "evidence"),
)
EFFORT = ("item_id", "person", "stage", "round", "active_seconds", "at")
EVENTS = ("at", "actor", "verb", "item_id", "task", "old", "new")
ITEMS = (
    *("item_id", "query", "answer", "domain", "imported_domain", "task_type", "source", "track"),
    *("n_references", "flags", "state", "imported_at"),
)


def return_rows(campaign: Campaign, person: Person) -> Iterator[Sequence[Any]]:
    """Yield the campaign's returns, superseded ones too, except those that *person* is blind to."""
    rows = visible(Return.objects.filter(campaign=campaign), person).order_by("pk")
    fields = (
        *("code", "task__item__item_id", "stage", "round", "sequence", "person__username", "decision"),
        *("reason", "domain", "note", "guideline__number", "active_seconds", "committed_at"),
        *("supersedes__code", "successor__code", "body"),
    )
    for *plain, committed_at, old, new, body in _fetched(rows.values_list(*fields)):
        yield (*plain, instant(committed_at), old, new, as_json(body.get("evidence", [])))


def effort_rows(campaign: Campaign, person: Person) -> Iterator[Sequence[Any]]:
    """Yield the active seconds of every piece of work: one person on one item at one stage and round."""
    returns = visible(last_of_round(Return.objects.filter(campaign=campaign)), person).order_by("pk")
    fields = ("task__item__item_id", "person__username", "stage", "round", "active_seconds", "committed_at")
    for *plain, at in _fetched(returns.values_list(*fields)):
        yield (*plain, instant(at))
    outcomes = visible(Outcome.objects.filter(campaign=campaign), person).order_by("pk")
    named = ("task__item__item_id", "adjudicator__username", "disagreement__round", "active_seconds")
    for item_id, who, number, seconds, at in _fetched(outcomes.values_list(*named, "decided_at")):
        yield (item_id, who, "adjudication", number, seconds, instant(at))


def event_rows(campaign: Campaign, person: Person) -> Iterator[Sequence[Any]]:
    """Yield everything that happened in the campaign, except what *person* is blind to."""
    rows = visible(Event.objects.filter(campaign=campaign), person).order_by("pk")
    fields = ("at", "actor__username", "verb", "task__item__item_id", "task__code", "old", "new")
    for at, actor, verb, item_id, task, old, new in _fetched(rows.values_list(*fields)):
        yield (instant(at), actor, verb, item_id, task, as_json(old), as_json(new))


def item_rows(items: QuerySet[EvidenceItem]) -> Iterator[Sequence[Any]]:
    """Yield the items as the list orders them."""
    fields = (
        *("item_id", "query", "answer", "domain", "imported_domain", "task_type", "source__name", "track"),
        *("n_references", "flags", "state", "imported_at"),
    )
    for *plain, flags, state, imported_at in _fetched(items.values_list(*fields)):
        yield (*plain, " ".join(flags), state, instant(imported_at))


def instant(at: datetime) -> str:
    """Write an instant in UTC.

    >>> instant(datetime(2026, 3, 1, 12, 30, tzinfo=UTC))
    '2026-03-01T12:30:00.000Z'
    """
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def as_json(value: Any) -> str:
    """Write what a cell holds of structure; nothing for nothing."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) if value else ""


def _fetched(rows: QuerySet[Any, Any]) -> Iterator[Any]:
    """Yield *rows* inside one transaction: outside, the server would first run the query to its end."""
    with transaction.atomic():
        yield from rows.iterator(chunk_size=ROWS_A_FETCH)
