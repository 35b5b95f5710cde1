"""Reads the record of an item's review: both returns of both stages, and the hidden key (RKB App. D).

For adjudicators, for staff, and for the two reviewers once both of them have judged the closure.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from reviewapp.models import (
    Disagreement,
    Outcome,
    Person,
    Return,
    RippleExclusion,
    RippleItem,
    RippleKey,
    RippleSeen,
    Slot,
    Task,
)
from reviewapp.prepared import Columns, fetch_all, fetch_one, joined, split
from reviewapp.rules.protocol import ItemState, SlotState, Stage
from reviewapp.rules.seats import counts_as_seat
from reviewapp.workflows.ripple.rules.acceptance import Effort, Isolation, Sibling
from reviewapp.workflows.ripple.rules.matrix import Matrix, build_matrix
from reviewapp.workflows.ripple.rules.words import Seen

KEY, ITEM, PERSON, RETURN, SLOT = (
    Columns(model, alias, *(field.name for field in model._meta.concrete_fields))
    for model, alias in ((RippleKey, "k"), (RippleItem, "i"), (Person, "p"), (Return, "r"), (Slot, "s"))
)
KEY_OF_ITEM = f"""
SELECT {joined(KEY, ITEM)} FROM reviewapp_ripplekey k JOIN reviewapp_rippleitem i ON i.id = k.item_id
WHERE k.item_id = %(item)s
"""
RETURNS_OF_SEATS = f"""
SELECT {joined(PERSON, RETURN, SLOT)}
-- The seats that count are the blind slots that no later slot replaces; seat 1 comes first.
FROM reviewapp_slot b
JOIN reviewapp_person p ON p.id = b.person_id
-- Both returns of the person in the seat, with the slot each was made in; none before they commit.
LEFT JOIN reviewapp_return r ON r.task_id = b.task_id AND r.round = b.round AND r.person_id = b.person_id
LEFT JOIN reviewapp_slot s ON s.id = r.slot_id
WHERE b.task_id = %(task)s AND b.round = %(round)s AND {counts_as_seat("b")}
ORDER BY b.number, r.id
"""


@dataclass(frozen=True, slots=True)
class Record:
    """All of an item's review: the public item, the key, and the returns that count, reviewer 1 first.

    Until a return is in, the lists are shorter.
    """

    public: dict[str, Any]
    key: RippleKey
    reviewers: tuple[Person, ...]
    blind_returns: tuple[Return, ...]
    closure_returns: tuple[Return, ...]

    @property
    def closure(self) -> dict[str, Any]:
        closure: dict[str, Any] = self.key.closure
        return closure

    @property
    def blinds(self) -> list[dict[str, Any]]:
        return [committed.body for committed in self.blind_returns]

    @property
    def closures(self) -> list[dict[str, Any]]:
        return [committed.body for committed in self.closure_returns]


def read_record(task: Task) -> Record:
    """Return the record of the task's item; a replaced reviewer's return stays in the history alone."""
    row = fetch_one(KEY_OF_ITEM, {"item": task.ripple_id})
    assert row is not None
    key, key.item = split(row, KEY, ITEM)
    people: dict[int, Person] = {}
    returns: dict[str, list[Return]] = {Stage.BLIND: [], Stage.CLOSURE: []}
    for row in fetch_all(RETURNS_OF_SEATS, {"task": task.pk, "round": task.round}):
        person, committed, slot = split(row, PERSON, RETURN, SLOT)
        person = people.setdefault(person.pk, person)
        if committed is not None:
            committed.person, committed.slot = person, slot
            returns[committed.stage].append(committed)
    return Record(
        key.item.public,
        key,
        tuple(people.values()),
        tuple(returns[Stage.BLIND]),
        tuple(returns[Stage.CLOSURE]),
    )


def matrix_of(record: Record) -> Matrix:
    """Return the matrix of an item whose four returns are in."""
    return build_matrix(record.public, record.closure, blinds=record.blinds, closures=record.closures)


def current_seats(task: Task) -> list[Slot]:
    """Return the two places of the blind stage that count, in their order."""
    seats = counting_seats().filter(task=task, round=task.round)
    return list(seats.select_related("person").order_by("number"))


def counting_seats() -> QuerySet[Slot]:
    """Return the places that `counts_as_seat` describes, as the ORM has them."""
    replaced = Slot.objects.filter(replaces=OuterRef("pk"))
    return Slot.objects.filter(~Exists(replaced), stage=Stage.BLIND)


def is_open_to_reviewer(task: Task, person: Person) -> bool:
    """Say whether *person* is one of the two reviewers and both of them have judged the closure."""
    committed = {
        slot.person_id
        for slot in Slot.objects.filter(
            task=task, stage=Stage.CLOSURE, round=task.round, state=SlotState.COMMITTED
        )
    }
    seats = {slot.person_id for slot in current_seats(task)}
    return person.pk in seats and len(seats) == 2 and seats <= committed


def read_isolation(key: RippleKey) -> Isolation:
    """Return what is known of the item's source: items not withdrawn that share it, lists that exclude it."""
    others = RippleKey.objects.filter(source_id=key.source_id).exclude(pk=key.pk)
    rows = others.exclude(item__state=ItemState.WITHDRAWN).order_by("pk")
    siblings = [
        Sibling(item_id, split, state == ItemState.ACCEPTED)
        for item_id, split, state in rows.values_list("item__item_id", "split", "item__state")
    ]
    lists = RippleExclusion.objects.filter(source_id=key.source_id).values_list("list", flat=True)
    return Isolation(key.split, tuple(siblings), tuple(lists.order_by("list")))


def read_effort(
    record: Record, disagreement: Disagreement, *, adjudicator: Person, active_seconds: float, now: datetime
) -> list[Effort]:
    """Return the effort record of every return that counts, and of the adjudication.

    Where nothing was measured (a reader without JavaScript), the time from claim to commit is on record.
    """
    titles = {Stage.BLIND: "The blind recovery", Stage.CLOSURE: "The closure review"}
    efforts = [
        Effort(
            titles[Stage(committed.stage)],
            str(committed.person),
            committed.active_seconds,
            _elapsed(committed.slot.claimed_at, committed.committed_at),
        )
        for committed in (*record.blind_returns, *record.closure_returns)
    ]
    taken_up = RippleSeen.objects.filter(
        item=record.key.pk, person=adjudicator, what=Seen.ADJUDICATION
    ).first()
    elapsed = _elapsed(taken_up.at if taken_up else None, now)
    return [*efforts, Effort("The adjudication", str(adjudicator), active_seconds, elapsed)]


def current_outcome(task: Task) -> Outcome | None:
    """Return the outcome of the task's adjudication, if there is one."""
    return Outcome.objects.filter(task=task).order_by("-pk").first()


def _elapsed(since: datetime | None, until: datetime) -> float:
    return (until - since).total_seconds() if since else 0.0
