"""What a reviewer may read before the closure is open does not come from what is hidden (RKB B.1, App. D)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from reviewapp.models import Person, Return, RippleItem, Slot, Task
from reviewapp.rules.protocol import NotYours, Role, Stage
from reviewapp.staff.actions.campaigns import set_member
from reviewapp.work.actions.drafts import save_draft
from reviewapp.work.queries.blindness import visible
from reviewapp.workflows.ripple.queries.desk import (
    own_return,
    own_stage,
    read_closure,
    read_public,
    read_ripple_desk,
)
from tests.factories import make_person
from tests.reviewapp.desk import NOW
from tests.reviewapp.ripple.making import (
    EDGES,
    adjudicate,
    both_judge,
    both_recover,
    judge,
    make_ripple_campaign,
    make_ripple_item,
    one_ripple,
    recover,
    take,
)

pytestmark = pytest.mark.django_db

HIDDEN_TABLES = ("ripplekey", "ripplebatch", "rippleexclusion", "reviewapp_outcome", "disagreement")
HIDDEN_COLUMNS = ("record_sha256", '"place"', "i.state", "i.place", "i.batch")


@contextmanager
def asked() -> Iterator[list[str]]:
    """Collect the statements that are run inside, prepared ones too."""
    found: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        found.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield found


def desk(task: Task, person: Person) -> dict[str, Any]:
    found = read_ripple_desk(person=person, code=task.code)
    assert found is not None
    return {
        "public": found.rippled.public,
        "n": (found.rippled.n_units, found.rippled.n_documents),
        "slot": found.my_slot and (found.my_slot.stage, found.my_slot.state, found.my_slot.person_id),
        "draft": found.my_draft and found.my_draft.body,
        "deferred": sorted(found.rippled.get_deferred_fields()),
    }


def test_the_blind_desk_touches_nothing_hidden(alice: Person) -> None:
    _, campaign, task = one_ripple()
    take(campaign, alice)
    with asked() as statements:
        shown = desk(task, alice)
        assert read_public(task) == shown["public"]
        assert own_stage(task, alice) == Stage.BLIND
        assert own_return(task, alice, Stage.BLIND) is None
    assert len(statements) == 4
    hidden = (*HIDDEN_TABLES, *HIDDEN_COLUMNS)
    assert not [sql for sql in statements if any(name in sql for name in hidden)]
    assert shown["slot"] == ("blind", "claimed", alice.pk)
    assert shown["deferred"] == ["batch_id", "imported_at", "place", "record_sha256", "state"]
    assert shown["public"].keys() == {"item_id", "edit", "documents"}


def test_committing_blind_first_touches_nothing_hidden(alice: Person) -> None:
    _, campaign, task = one_ripple()
    take(campaign, alice)
    with asked() as statements:
        recover(task, alice)
    assert statements
    assert not [sql for sql in statements if "ripplekey" in sql]


def test_the_closure_is_read_through_ones_own_slot_alone(
    alice: Person, bob: Person, carol: Person, sam: Person
) -> None:
    item, campaign, task = one_ripple()
    for person in (alice, bob):
        take(campaign, person)
        for reader in (alice, bob, carol, sam):
            with pytest.raises(NotYours):
                read_closure(task, reader)
        recover(task, person, now=NOW + timedelta(minutes=5))
    for reader in (alice, bob):
        assert read_closure(task, reader) == item.key.closure
        assert own_stage(task, reader) == Stage.CLOSURE
    for reader in (carol, sam):
        with pytest.raises(NotYours):
            read_closure(task, reader)


def test_the_desk_shows_ones_own_slot_and_draft_at_ones_own_stage(alice: Person, bob: Person) -> None:
    _, campaign, task = one_ripple()
    for person in (alice, bob):
        take(campaign, person)
        body = {"notes": person.username}
        save_draft(task=task, actor=person, stage=Stage.BLIND, version=0, body=body, now=NOW)
        assert desk(task, person)["draft"] == body
    recover(task, alice)
    assert desk(task, alice)["draft"] is None
    recover(task, bob)
    assert desk(task, bob)["slot"] == ("closure", "claimed", bob.pk)
    blind = read_ripple_desk(person=bob, code=task.code, stage=Stage.BLIND)
    assert blind is not None
    assert blind.my_slot is not None
    assert blind.my_slot.stage == Stage.BLIND


def test_two_closures_of_one_public_item_give_one_desk(alice: Person, bob: Person) -> None:
    other = [*EDGES[:3], ("north", "door"), ("north", "south")]
    shown = []
    for edges in (EDGES, other):
        item = RippleItem.objects.get(pk=make_ripple_item(edges=edges, spans=()).pk)
        campaign = make_ripple_campaign([item])
        task = take(campaign, alice)
        assert task is not None
        take(campaign, bob)
        found = desk(task, alice)
        found["public"].pop("item_id")
        recover(task, bob, now=NOW + timedelta(minutes=5))
        assert desk(task, alice) | {"public": found["public"]} == found  # nothing of bob either
        shown.append(found)
    assert shown[0] == shown[1]


def test_the_other_reviewer_makes_no_difference(alice: Person, bob: Person) -> None:
    """Whatever bob does before alice has committed, alice reads the same."""
    _, campaign, task = one_ripple()
    take(campaign, alice)
    before = desk(task, alice)
    take(campaign, bob)
    assert desk(task, alice) == before
    save_draft(task=task, actor=bob, stage=Stage.BLIND, version=0, body={"notes": "b"}, now=NOW)
    recover(task, bob, now=NOW + timedelta(minutes=5))
    assert desk(task, alice) == before


def test_a_manager_who_reviews_sees_no_return_of_the_other(
    alice: Person, bob: Person, carol: Person, sam: Person
) -> None:
    _, campaign, _ = one_ripple()
    as_annotator = make_person("sam", Role.ANNOTATOR)
    set_member(campaign=campaign, person=as_annotator, role=Role.ANNOTATOR, active=True, actor=None)
    task = both_recover(campaign, sam, bob)
    assert not visible(Return.objects.all(), sam).exists()
    judge(task, sam)
    judge(task, bob)
    assert not visible(Return.objects.all(), sam).exists()
    adjudicate(task.disagreements.get(), carol, decision="rejected")
    assert visible(Return.objects.all(), sam).count() == 4


def test_the_order_of_tasks_is_that_of_the_file(alice: Person, bob: Person) -> None:
    items = [make_ripple_item() for _ in range(5)]
    campaign = make_ripple_campaign(reversed(items))
    rows = Task.objects.filter(campaign=campaign).order_by("pk").values_list("ripple", flat=True)
    assert list(rows) == [item.pk for item in items]
    keys = Slot.objects.filter(campaign=campaign).order_by("queue_key").values_list("task__ripple", flat=True)
    assert list(keys) == [item.pk for item in items for _ in range(2)]


def test_a_second_item_is_given_while_a_closure_waits(alice: Person, bob: Person) -> None:
    campaign = make_ripple_campaign(2)
    first = both_recover(campaign, alice, bob)
    second = take(campaign, alice)
    assert second not in (None, first)
    assert both_judge(first, alice, bob).task == first
