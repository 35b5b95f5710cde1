"""Ripple items as managers look for them, and one of them with where its review stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from reviewapp.models import Disagreement, Event, Outcome, Person, RippleItem, RippleSeen, Slot, Task
from reviewapp.rules.protocol import SlotState, TaskState
from reviewapp.staff.queries.exports import instant
from reviewapp.work.queries.blindness import visible
from reviewapp.workflows.ripple.queries.returns import Record, matrix_of, read_effort, read_isolation
from reviewapp.workflows.ripple.rules.acceptance import Line, acceptance
from reviewapp.workflows.ripple.rules.outcome import final_of, open_questions
from reviewapp.workflows.ripple.rules.words import Seen

COLUMNS = ("item_id", "state", "documents", "units", "batch", "imported_at")
ROWS_A_FETCH = 2_000


@dataclass(frozen=True, slots=True)
class RippleFilter:
    """What the list is narrowed to; empty means any."""

    words: str = ""
    state: str = ""
    batch: int | None = None
    campaign: int | None = None


def find_ripple_items(criteria: RippleFilter) -> QuerySet[RippleItem]:
    """Return the items that match, newest first; *words* are the beginning of an item's id."""
    rows = RippleItem.objects.all()
    if criteria.words:
        rows = rows.filter(item_id__startswith=criteria.words)
    if criteria.state:
        rows = rows.filter(state=criteria.state)
    if criteria.batch:
        rows = rows.filter(batch=criteria.batch)
    if criteria.campaign:
        rows = rows.filter(Exists(Task.objects.filter(ripple=OuterRef("pk"), campaign=criteria.campaign)))
    return rows.order_by("-pk")


def ripple_item_rows(items: QuerySet[RippleItem]) -> Iterator[Sequence[Any]]:
    """Yield the items as the list orders them."""
    fields = ("item_id", "state", "n_documents", "n_units", "batch__name", "imported_at")
    with transaction.atomic():
        for *plain, imported_at in items.values_list(*fields).iterator(chunk_size=ROWS_A_FETCH):
            yield (*plain, instant(imported_at))


def opened_by(person: Person, items: Iterable[RippleItem]) -> set[int]:
    """Return the keys of those *items* of which *person* has opened what is hidden."""
    openings = RippleSeen.objects.filter(
        person=person, what=Seen.HIDDEN, item__in=[item.pk for item in items]
    )
    return set(openings.values_list("item_id", flat=True))


def item_tasks(item: RippleItem) -> list[Task]:
    """Return the item's tasks, the last one first; at most one of them is live."""
    return list(Task.objects.filter(ripple=item).select_related("campaign", "ripple").order_by("-pk"))


def seats_of(task: Task) -> list[Slot]:
    """Return all places of the task's round, also those that were replaced or taken."""
    slots = Slot.objects.filter(task=task, round=task.round).select_related("person", "replaces")
    return list(slots.order_by("stage", "number", "pk"))


def releasable(task: Task, slots: Sequence[Slot]) -> list[Person]:
    """Return the people who can be released: they hold a seat that counts and have not finished."""
    if task.state != TaskState.OPEN:
        return []
    replaced = {slot.replaces_id for slot in slots}
    done = {slot.person_id for slot in slots if slot.stage == "closure" and slot.state == SlotState.COMMITTED}
    return [
        slot.person
        for slot in slots
        if slot.stage == "blind"
        and slot.pk not in replaced
        and slot.state in (SlotState.CLAIMED, SlotState.COMMITTED)
        and slot.person is not None
        and slot.person_id not in done
    ]


def ripple_events(item: RippleItem, tasks: Iterable[Task], person: Person) -> QuerySet[Event]:
    """Return the events of the item and its *tasks* that *person* may see, the latest first."""
    touching = Event.objects.filter(Q(ripple=item) | Q(task__in=[task.pk for task in tasks]))
    return visible(touching, person).select_related("actor", "campaign").order_by("-pk")


def weigh_now(record: Record, task: Task, outcome: Outcome | None, *, now: datetime) -> tuple[Line, ...]:
    """Return the acceptance lines of the outcome or, without one, of the unchanged proposal.

    The lines need all four returns; before that the tuple is empty.
    """
    case = Disagreement.objects.filter(task=task, round=task.round).first()
    if len(record.closure_returns) < 2 or case is None:
        return ()
    answer_key: dict[str, Any] = (
        dict(outcome.body) if outcome and "units" in outcome.body else _as_proposed(record)
    )
    effort = read_effort(
        record,
        case,
        adjudicator=outcome.adjudicator if outcome else record.reviewers[0],
        active_seconds=outcome.active_seconds if outcome else 0.0,
        now=outcome.decided_at if outcome else now,
    )
    return acceptance(
        record.public,
        final_of(answer_key, record.closure),
        isolation=read_isolation(record.key),
        questions=open_questions(matrix_of(record), answer_key, record.public),
        effort=effort if outcome else effort[:-1],  # nobody has adjudicated it yet
    )


def _as_proposed(record: Record) -> dict[str, Any]:
    return {**record.closure, "spans": record.key.spans, "resolutions": []}
