"""Every illegal move of every pair of states, refused by the protocol, by the actions and by the database."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from reviewapp.models import (
    Campaign,
    Disagreement,
    Draft,
    Outcome,
    Person,
    Return,
    RippleAssent,
    RippleComment,
    RippleExclusion,
    RippleItem,
    RippleKey,
    RippleSeen,
    Slot,
    Task,
)
from reviewapp.rules.protocol import (
    NEXT,
    DisagreementState,
    IllegalMove,
    ItemState,
    ProtocolError,
    SlotState,
    Stage,
    State,
    TaskState,
    check_move,
)
from reviewapp.staff.actions.campaigns import add_items
from reviewapp.workflows.ripple.actions.adjudicating import add_comment, decide_ripple, record_assent
from reviewapp.workflows.ripple.actions.leaving import release_reviewer, withdraw_ripple
from reviewapp.workflows.ripple.actions.seeing import see_hidden
from tests.factories import make_person
from tests.reviewapp.desk import NOW
from tests.reviewapp.ripple.making import (
    adjudicate,
    both_judge,
    both_recover,
    judge,
    make_batch,
    make_ripple_campaign,
    make_ripple_item,
    one_ripple,
    outcome_body,
    recover,
    take,
)

pytestmark = pytest.mark.django_db

# --- By the protocol and by the database --------------------------------------------------------------


def _item(state: str) -> RippleItem:
    item = make_ripple_item()
    return RippleItem.objects.create(
        item_id=f"{item.item_id}-{state}", public={}, n_documents=0, n_units=0, batch=item.batch, state=state
    )


def _task(state: str) -> Task:
    campaign = make_ripple_campaign(0)
    return Task.objects.create(campaign=campaign, kind="ripple", ripple=make_ripple_item(), state=state)


def _slot(state: str) -> Slot:
    task = _task(TaskState.OPEN)
    held: dict[str, Any] = {} if state in ("free", "void") else {"person": make_person("alice")}
    held |= {"lease_until": NOW} if state == "claimed" else {}
    return Slot.objects.create(
        campaign=task.campaign, task=task, stage="blind", number=1, queue_key=1, state=state, **held
    )


def _disagreement(state: str) -> Disagreement:
    task = _task(TaskState.DISPUTED)
    return Disagreement.objects.create(campaign=task.campaign, task=task, fields=[], state=state)


MAKERS: list[tuple[type[State], Callable[[str], Any]]] = [
    (ItemState, _item),
    (TaskState, _task),
    (SlotState, _slot),
    (DisagreementState, _disagreement),
]


@pytest.mark.parametrize(("states", "make"), MAKERS)
def test_the_database_refuses_what_the_protocol_refuses(
    states: type[State], make: Callable[[str], Any]
) -> None:
    for old in states:
        row = make(old)
        for new in set(states) - {old}:
            refused = None
            try:
                with transaction.atomic():
                    type(row).objects.filter(pk=row.pk).update(state=new)
                    transaction.set_rollback(True)
            except IntegrityError as error:
                refused = error
            if new in NEXT[states][old]:
                check_move(old, new)
                assert refused is None or "cannot go from" not in str(refused)
            else:
                with pytest.raises(IllegalMove):
                    check_move(old, new)
                assert f"cannot go from {old} to {new}" in str(refused)


# --- By the actions: what moves at which state of an item, and what does not ---------------------------


def _claimed(alice: Person, bob: Person, carol: Person) -> Task:
    _, campaign, task = one_ripple()
    assert take(campaign, alice) == task
    return task


def _one_blind(alice: Person, bob: Person, carol: Person) -> Task:
    task = _claimed(alice, bob, carol)
    recover(task, alice, now=NOW + timedelta(minutes=1))
    return task


def _closure(alice: Person, bob: Person, carol: Person) -> Task:
    return both_recover(one_ripple()[1], alice, bob)


def _one_closure(alice: Person, bob: Person, carol: Person) -> Task:
    task = _closure(alice, bob, carol)
    judge(task, alice)
    return task


def _adjudication(alice: Person, bob: Person, carol: Person) -> Task:
    return both_judge(_closure(alice, bob, carol), alice, bob).task


def _decided(alice: Person, bob: Person, carol: Person) -> Task:
    task = _adjudication(alice, bob, carol)
    adjudicate(Disagreement.objects.get(), carol)
    return task


def _withdrawn(alice: Person, bob: Person, carol: Person) -> Task:
    task = _adjudication(alice, bob, carol)
    withdraw_ripple(item=task.rippled, reason="wrong", actor=carol)
    return task


def _decide(task: Task, who: Person) -> None:
    disagreement = Disagreement.objects.filter(task=task).first()
    if disagreement is None:
        raise ProtocolError("there is nothing to decide")
    decide_ripple(
        disagreement=disagreement,
        actor=who,
        decision="accepted",
        body=outcome_body(task.rippled),
        rationale="so",
        active_seconds=1,
        now=NOW + timedelta(hours=1),
    )


def _assent(task: Task, who: Person) -> None:
    outcome = Outcome.objects.filter(task=task).first()
    if outcome is None:
        raise ProtocolError("there is nothing to assent to")
    record_assent(outcome=outcome, actor=who, assents=True, note="", now=NOW)


ACTS: dict[str, Callable[[Task, Person, Person, Person], Any]] = {
    "alice recovers": lambda task, alice, bob, carol: recover(task, alice),
    "bob recovers": lambda task, alice, bob, carol: recover(task, bob),
    "carol recovers": lambda task, alice, bob, carol: recover(task, carol),
    "alice judges": lambda task, alice, bob, carol: judge(task, alice),
    "carol judges": lambda task, alice, bob, carol: judge(task, carol),
    "alice decides": lambda task, alice, bob, carol: _decide(task, alice),
    "carol decides": lambda task, alice, bob, carol: _decide(task, carol),
    "alice assents": lambda task, alice, bob, carol: _assent(task, alice),
    "carol assents": lambda task, alice, bob, carol: _assent(task, carol),
    "alice comments": lambda task, alice, bob, carol: add_comment(task=task, actor=alice, body="a", now=NOW),
    "carol comments": lambda task, alice, bob, carol: add_comment(task=task, actor=carol, body="c", now=NOW),
    "alice leaves": lambda task, alice, bob, carol: release_reviewer(task=task, person=alice, actor=carol),
    "alice opens": lambda task, alice, bob, carol: see_hidden(item=task.rippled, actor=alice),
    "it enters anew": lambda task, alice, bob, carol: add_items(
        campaign=make_ripple_campaign(0), item_ids=[task.rippled.pk], actor=None
    ),
    "it is withdrawn": lambda task, alice, bob, carol: withdraw_ripple(
        item=task.rippled, reason="x", actor=carol
    ),
}
LATE = {"alice comments", "carol comments"}
STEPS: list[tuple[Callable[..., Task], set[str]]] = [
    (_claimed, {"alice recovers", "alice leaves", "it is withdrawn"}),
    (_one_blind, {"alice leaves", "it is withdrawn"}),
    (_closure, {"alice judges", "alice leaves", "it is withdrawn"}),
    (_one_closure, {"it is withdrawn"}),
    (_adjudication, {"carol decides", "it is withdrawn", *LATE}),
    (_decided, {"alice assents", "alice opens", "it is withdrawn", *LATE}),
    (_withdrawn, {"alice opens", *LATE}),
]


def held() -> list[Any]:
    """Return all that an act could change."""
    tables = (Task, Slot, Return, Disagreement, Outcome, RippleAssent, RippleComment, RippleSeen, Draft)
    return [list(table.objects.order_by("pk").values()) for table in tables] + [
        list(RippleItem.objects.order_by("pk").values_list("pk", "state"))
    ]


@pytest.mark.parametrize(("reach", "lawful"), STEPS, ids=lambda one: getattr(one, "__name__", ""))
def test_at_each_step_only_what_the_protocol_allows_changes_anything(
    reach: Callable[..., Task], lawful: set[str], alice: Person, bob: Person, carol: Person
) -> None:
    task = reach(alice, bob, carol)
    before = held()
    for name in ACTS.keys() - lawful:
        with suppress(ProtocolError):  # an act that was done before is not refused, and changes nothing
            ACTS[name](task, alice, bob, carol)
        assert held() == before, name


@pytest.mark.parametrize(
    ("reach", "name"),
    [(reach, name) for reach, lawful in STEPS for name in sorted(lawful)],
    ids=lambda one: getattr(one, "__name__", one),
)
def test_at_each_step_what_the_protocol_allows_is_done(
    reach: Callable[..., Task], name: str, alice: Person, bob: Person, carol: Person
) -> None:
    task = reach(alice, bob, carol)
    before = held()
    ACTS[name](task, alice, bob, carol)
    assert held() != before


# --- What direct SQL cannot do ------------------------------------------------------------------------


def refuse(act: Callable[[], Any], message: str) -> None:
    with pytest.raises(DatabaseError, match=message), transaction.atomic():
        act()


def test_what_is_on_record_is_never_changed(alice: Person, bob: Person, carol: Person) -> None:
    task = _decided(alice, bob, carol)
    outcome = Outcome.objects.get()
    add_comment(task=task, actor=alice, body="a", now=NOW)
    record_assent(outcome=outcome, actor=alice, assents=True, note="", now=NOW)
    RippleExclusion.objects.create(list="l", source_id="s")
    tables = (Return, Outcome, RippleAssent, RippleComment, RippleSeen, RippleKey, RippleExclusion)
    names = [*(table._meta.db_table for table in tables), "reviewapp_event", "reviewapp_ripplebatch"]
    columns = {"reviewapp_ripplekey": "item_id", "reviewapp_rippleseen": "what"}
    for name in names:
        column = columns.get(name, "id")
        for sql in (f"UPDATE {name} SET {column} = {column}", f"DELETE FROM {name}"):
            refuse(lambda sql=sql: connection.cursor().execute(sql), "Cannot update or delete")


@pytest.mark.parametrize("column", ["item_id = 'x'", "public = '{}'", "record_sha256 = ''", "code = 'x'"])
def test_an_item_stays_as_it_was_imported(column: str) -> None:
    make_ripple_item()
    sql = f"UPDATE reviewapp_rippleitem SET {column}"
    refuse(lambda: connection.cursor().execute(sql), "Cannot update")
    refuse(lambda: connection.cursor().execute("DELETE FROM reviewapp_rippleitem"), "Cannot")


def _slot_of(task: Task, person: Person | None, stage: str, number: int, **more: Any) -> Callable[[], Slot]:
    state = {"state": "claimed", "lease_until": NOW} if person else {"state": "free"}
    values = {"campaign": task.campaign, "task": task, "stage": stage, "queue_key": 1, **state, **more}
    return lambda: Slot.objects.create(number=number, person=person, **values)


def test_a_third_place_is_refused(alice: Person, bob: Person, carol: Person) -> None:
    task = _claimed(alice, bob, carol)
    refuse(_slot_of(task, bob, "blind", 3), "slot_ripple_seats")
    mine = Slot.objects.get(person=alice)
    refuse(_slot_of(task, None, "blind", 3, replaces=mine), "none that is committed")


def test_a_place_is_replaced_once(alice: Person, bob: Person, carol: Person) -> None:
    task = _one_blind(alice, bob, carol)
    mine = Slot.objects.get(person=alice)
    _slot_of(task, None, "blind", 3, replaces=mine)()
    refuse(_slot_of(task, None, "blind", 4, replaces=mine), "slot_replaced_once")


def test_a_closure_slot_before_both_are_in_or_for_another_is_refused(
    alice: Person, bob: Person, carol: Person
) -> None:
    task = _one_blind(alice, bob, carol)
    message = "the closure opens for the two"
    refuse(_slot_of(task, alice, "closure", 1), message)
    assert take(task.campaign, bob) == task
    recover(task, bob, now=NOW + timedelta(minutes=5))
    refuse(_slot_of(task, make_person("dave"), "closure", 3), message)
    refuse(_slot_of(task, None, "closure", 1), "slot_number_once")


def _return_of(task: Task, person: Person, slot: Slot, stage: str, **more: Any) -> Callable[[], Return]:
    values = {"campaign": task.campaign, "task": task, "slot": slot, "round": 1, "decision": stage}
    return lambda: Return.objects.create(person=person, stage=stage, **values, **more)


def test_a_closure_return_before_both_blind_ones_is_refused(
    alice: Person, bob: Person, carol: Person
) -> None:
    task = _one_blind(alice, bob, carol)
    slot = Slot.objects.get(person=alice)
    refuse(_return_of(task, alice, slot, "closure"), "holds no such slot")


def test_a_return_of_a_closure_slot_that_was_forced_in_is_refused(
    alice: Person, bob: Person, carol: Person
) -> None:
    task = _one_blind(alice, bob, carol)
    with connection.cursor() as cursor:  # as a superuser might: the trigger of the slots is off
        cursor.execute("SET session_replication_role = replica")
        slot = _slot_of(task, alice, "closure", 1)()
        cursor.execute("SET session_replication_role = origin")
    refuse(_return_of(task, alice, slot, "closure"), "after both blind returns")


def test_a_second_return_is_refused(alice: Person, bob: Person, carol: Person) -> None:
    task = _one_blind(alice, bob, carol)
    (mine,) = Return.objects.all()
    refuse(_return_of(task, alice, mine.slot, "blind", sequence=2, supersedes=mine), "it is final")
    refuse(_return_of(task, alice, mine.slot, "blind", sequence=2), "return_one_chain")


def _outcome_by(task: Task, person: Person) -> Callable[[], Outcome]:
    disagreement = Disagreement.objects.filter(task=task).first() or Disagreement.objects.create(
        campaign=task.campaign, task=task, fields=[]
    )
    return lambda: Outcome.objects.create(
        disagreement=disagreement, campaign=task.campaign, task=task, adjudicator=person, rationale="so"
    )


def test_an_outcome_by_a_reviewer_is_refused(alice: Person, bob: Person, carol: Person) -> None:
    task = _adjudication(alice, bob, carol)
    refuse(_outcome_by(task, alice), "cannot adjudicate")


def test_an_outcome_before_both_closure_returns_is_refused(alice: Person, bob: Person, carol: Person) -> None:
    task = _one_closure(alice, bob, carol)
    refuse(_outcome_by(task, carol), "both closure returns come first")


@pytest.mark.parametrize("what", ["hidden", "released"])
def test_one_who_has_seen_what_is_hidden_is_refused(
    what: str, alice: Person, bob: Person, carol: Person
) -> None:
    task = _adjudication(alice, bob, carol)
    RippleSeen.objects.create(item=task.rippled, person=carol, what=what)
    refuse(_outcome_by(task, carol), "has seen what is hidden")
    fresh = one_ripple()[2]
    RippleSeen.objects.create(item=fresh.rippled, person=carol, what=what)
    slot = fresh.slots.order_by("number")[0]
    claim = {"state": "claimed", "person": carol, "lease_until": NOW}
    refuse(lambda: Slot.objects.filter(pk=slot.pk).update(**claim), "has seen what is hidden")


def test_a_reviewer_has_seen_nothing(alice: Person, bob: Person, carol: Person) -> None:
    task = _claimed(alice, bob, carol)
    seen = RippleSeen(item=task.rippled, person=alice, what="hidden")
    refuse(lambda: seen.save(force_insert=True), "a reviewer of an item cannot open")


def test_an_adjudicator_gets_no_slot_of_the_item(alice: Person, bob: Person, carol: Person) -> None:
    task = _decided(alice, bob, carol)
    slot = Slot.objects.filter(task=task, person=alice, stage=Stage.BLIND).get()
    refuse(_slot_of(task, carol, "blind", 3, replaces=slot), "slot: its holder")


def test_assent_of_one_who_is_no_reviewer_is_refused(alice: Person, bob: Person, carol: Person) -> None:
    _decided(alice, bob, carol)
    said = RippleAssent(outcome=Outcome.objects.get(), person=carol, assents=True)
    refuse(lambda: said.save(force_insert=True), "the two reviewers")


def test_a_task_is_about_one_kind_of_item(alice: Person) -> None:
    campaign: Campaign = make_ripple_campaign(0)
    refuse(lambda: Task.objects.create(campaign=campaign, kind="ripple"), "task_item_of_its_kind")
    item = make_ripple_item(batch=make_batch())
    refuse(
        lambda: Task.objects.create(campaign=campaign, kind="screening", ripple=item), "task_item_of_its_kind"
    )
    Task.objects.create(campaign=campaign, kind="ripple", ripple=item)
    refuse(lambda: Task.objects.create(campaign=campaign, kind="ripple", ripple=item), "task_one_live_ripple")


def test_a_ripple_campaign_is_for_pairs() -> None:
    campaign = make_ripple_campaign(0)
    refuse(lambda: Campaign.objects.filter(pk=campaign.pk).update(overlap=3), "campaign_ripple_pairs")
