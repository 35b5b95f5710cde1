"""What an adjudication looks at: both returns of both stages beside what is hidden (RKB App. D).

For adjudicators, for staff, and for the two reviewers once both of them have judged the closure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef

from reviewapp.models import (
    Disagreement,
    Outcome,
    Person,
    Return,
    RippleExclusion,
    RippleKey,
    RippleSeen,
    Slot,
    Task,
)
from reviewapp.protocol import ItemState, SlotState, Stage
from reviewapp.ripple.acceptance import Effort, Isolation, Sibling
from reviewapp.ripple.matrix import Matrix, build_matrix
from reviewapp.ripple.words import Seen


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
        return [one.body for one in self.blind_returns]

    @property
    def closures(self) -> list[dict[str, Any]]:
        return [one.body for one in self.closure_returns]


def read_record(task: Task) -> Record:
    """Return the record of the task's item; a replaced reviewer's return stays in the history alone."""
    key = RippleKey.objects.select_related("item").get(item=task.ripple_id)
    people = tuple(slot.person for slot in current_seats(task) if slot.person is not None)
    returns = {(one.stage, one.person_id): one for one in _returns(task)}
    blind, closure = (
        tuple(one for person in people if (one := returns.get((stage.value, person.pk))))
        for stage in (Stage.BLIND, Stage.CLOSURE)
    )
    return Record(key.item.public, key, people, blind, closure)


def matrix_of(found: Record) -> Matrix:
    """Return the matrix of an item whose four returns are in."""
    return build_matrix(found.public, found.closure, blinds=found.blinds, closures=found.closures)


def current_seats(task: Task) -> list[Slot]:
    """Return the two places of the blind stage that count, in their order."""
    replaced = Slot.objects.filter(replaces=OuterRef("pk"))
    seats = Slot.objects.filter(~Exists(replaced), task=task, stage=Stage.BLIND, round=task.round)
    return list(seats.select_related("person").order_by("number"))


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
    found = [
        Effort(
            titles[Stage(one.stage)],
            str(one.person),
            one.active_seconds,
            _elapsed(one.slot.claimed_at, one.committed_at),
        )
        for one in (*record.blind_returns, *record.closure_returns)
    ]
    taken = RippleSeen.objects.filter(item=record.key.pk, person=adjudicator, what=Seen.ADJUDICATION).first()
    elapsed = _elapsed(taken.at if taken else None, now)
    return [*found, Effort("The adjudication", str(adjudicator), active_seconds, elapsed)]


def current_outcome(task: Task) -> Outcome | None:
    """Return the outcome of the task's adjudication, if there is one."""
    return Outcome.objects.filter(task=task).order_by("-pk").first()


def _returns(task: Task) -> Sequence[Return]:
    return list(Return.objects.filter(task=task, round=task.round).select_related("person", "slot"))


def _elapsed(since: datetime | None, until: datetime) -> float:
    return (until - since).total_seconds() if since else 0.0
