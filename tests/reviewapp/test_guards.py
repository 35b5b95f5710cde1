"""What the database itself refuses, whoever asks: every attempt here goes past the actions."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from reviewapp.models import (
    Campaign,
    Disagreement,
    EvidenceItem,
    ItemDocument,
    ItemWords,
    Outcome,
    Return,
    Slot,
    Task,
)
from reviewapp.rules.protocol import SlotState, Stage
from reviewapp.work.actions.adjudication import resolve_disagreement
from tests.factories import make_campaign, make_document, make_item, make_person

from .desk import AMBIGUOUS, NOW, decide, dispute, must_claim

pytestmark = pytest.mark.django_db


def execute(sql, *values):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, values)


def make_return(slot, person, **changed):
    values = {
        "campaign": slot.campaign,
        "task": slot.task,
        "slot": slot,
        "stage": slot.stage,
        "round": slot.round,
        "person": person,
        "decision": "accept",
    }
    with transaction.atomic():
        return Return.objects.create(**values | changed)


def make_outcome(disagreement, person):
    with transaction.atomic():
        return Outcome.objects.create(
            disagreement=disagreement,
            campaign_id=disagreement.campaign_id,
            task_id=disagreement.task_id,
            adjudicator=person,
            decision="accept",
            rationale="Clear.",
        )


@pytest.fixture
def history(alice, bob, carol):
    """One disputed and resolved task: a row in each table that only grows."""
    disagreement = dispute(make_campaign(items=1, overlap=2), alice, bob)
    resolve_disagreement(
        disagreement=disagreement, actor=carol, decision="accept", reason="", domain="",
        rationale="Clear.", active_seconds=0, now=NOW,
    )  # fmt: skip


GROWING = {
    "reviewapp_return": "note = 'changed'",
    "reviewapp_event": "verb = 'changed'",
    "reviewapp_outcome": "rationale = 'changed'",
    "reviewapp_document": "title = 'changed'",
    "reviewapp_guidelineversion": "body = 'changed'",
}


@pytest.mark.usefixtures("history")
@pytest.mark.parametrize(("table", "change"), GROWING.items())
def test_rows_that_only_grow_cannot_be_changed(table, change):
    with pytest.raises(DatabaseError, match="Cannot update or delete"):
        execute(f"UPDATE {table} SET {change}")


@pytest.mark.usefixtures("history")
@pytest.mark.parametrize("table", GROWING)
def test_rows_that_only_grow_cannot_be_deleted(table):
    with pytest.raises(DatabaseError, match="Cannot update or delete"):
        execute(f"DELETE FROM {table}")


def test_a_return_of_one_who_does_not_hold_the_slot(alice, bob):
    task = must_claim(make_campaign(overlap=2), alice)
    with pytest.raises(IntegrityError, match="holds no such slot"):
        make_return(Slot.objects.get(task=task, person=alice), bob)


def test_a_return_on_a_free_slot(alice):
    make_campaign(items=1)
    with pytest.raises(IntegrityError, match="holds no such slot"):
        make_return(Slot.objects.get(), alice)


@pytest.mark.parametrize("wrong", ["task", "campaign", "round"])
def test_a_return_that_does_not_match_its_slot(alice, wrong):
    campaign = make_campaign(items=2)
    slot = Slot.objects.get(task=must_claim(campaign, alice))
    values = {
        "task": Task.objects.exclude(pk=slot.task_id).get(),
        "campaign": make_campaign(items=0),
        "round": 2,
    }
    with pytest.raises(IntegrityError, match="holds no such slot"):
        make_return(slot, alice, **{wrong: values[wrong]})


def test_a_second_return_of_a_slot(alice):
    task = decide(make_campaign(), alice).task
    slot = Slot.objects.get(task=task)
    with pytest.raises(IntegrityError, match="return_once_a_slot"):
        make_return(slot, alice)
    with pytest.raises(IntegrityError, match="return_one_chain_a_reviewer"):
        make_return(slot, alice, sequence=2)


def test_a_return_that_two_supersede(alice):
    first = decide(make_campaign(), alice)
    make_return(first.slot, alice, sequence=2, supersedes=first)
    with pytest.raises(IntegrityError, match="supersedes"):
        make_return(first.slot, alice, sequence=3, supersedes=first)


def test_a_return_that_supersedes_another_persons(alice, bob):
    campaign = make_campaign(overlap=2)
    first = decide(campaign, alice)
    must_claim(campaign, bob)
    with pytest.raises(IntegrityError, match="not its author's own"):
        make_return(Slot.objects.get(person=bob), bob, supersedes=first)


def test_more_returns_than_the_overlap(alice, bob):
    campaign = make_campaign(items=1, overlap=2)
    task = decide(campaign, alice).task
    decide(campaign, bob)
    dave = make_person("dave")
    slot = Slot.objects.create(
        campaign=campaign, task=task, stage=Stage.SCREENING, number=3, queue_key=1,
        state=SlotState.CLAIMED, person=dave, claimed_at=NOW, lease_until=NOW,
    )  # fmt: skip
    with pytest.raises(IntegrityError, match="holds no such slot"):
        make_return(slot, dave)


def test_a_person_in_two_slots_of_a_task(alice):
    task = must_claim(make_campaign(items=1, overlap=2), alice)
    with pytest.raises(IntegrityError, match="slot_person_once"):
        execute(
            "UPDATE reviewapp_slot SET state = 'claimed', person_id = %s, lease_until = now() "
            "WHERE task_id = %s AND state = 'free'",
            alice.pk,
            task.pk,
        )


def test_an_outcome_of_a_reviewer(alice, bob):
    disagreement = dispute(make_campaign(items=1, overlap=2), alice, bob)
    with pytest.raises(IntegrityError, match="a reviewer of a task cannot adjudicate it"):
        make_outcome(disagreement, alice)


def test_a_return_of_the_adjudicator(alice, bob, carol):
    campaign = make_campaign(items=1, overlap=2)
    disagreement = dispute(campaign, alice, bob)
    make_outcome(disagreement, carol)
    slot = Slot.objects.create(
        campaign=campaign, task=disagreement.task, stage=Stage.SCREENING, round=2, number=1, queue_key=1,
        state=SlotState.CLAIMED, person=carol, claimed_at=NOW, lease_until=NOW,
    )  # fmt: skip
    with pytest.raises(IntegrityError, match="the adjudicator of a task cannot review it"):
        make_return(slot, carol)


def test_two_outcomes_of_a_disagreement(alice, bob, carol):
    disagreement = dispute(make_campaign(items=1, overlap=2), alice, bob)
    make_outcome(disagreement, carol)
    with pytest.raises(IntegrityError):
        make_outcome(disagreement, carol)


def test_two_open_disagreements_of_a_task(alice, bob):
    one = dispute(make_campaign(items=1, overlap=2), alice, bob)
    with pytest.raises(IntegrityError, match="disagreement_one_open"), transaction.atomic():
        Disagreement.objects.create(campaign=one.campaign, task=one.task, fields=["domain"])


@pytest.mark.parametrize("model", [Campaign, EvidenceItem, Task, Slot])
def test_a_state_that_the_protocol_does_not_know(alice, bob, model):
    dispute(make_campaign(items=1, overlap=2), alice, bob)
    with pytest.raises(IntegrityError, match=r"_state_known|slot_claim_has_person"), transaction.atomic():
        model.objects.update(state="odd")


def test_a_claim_without_a_person():
    make_campaign(items=1)
    with pytest.raises(IntegrityError, match="slot_claim_has_person"), transaction.atomic():
        Slot.objects.update(state=SlotState.CLAIMED)


def test_a_second_live_task_of_an_item(alice):
    task = decide(make_campaign(items=1), alice, AMBIGUOUS).task
    with pytest.raises(IntegrityError, match="task_one_live_a_kind"), transaction.atomic():
        Task.objects.create(campaign=task.campaign, kind=task.kind, item=task.item)


@pytest.mark.parametrize("column", ["item_id", "document_id"])
def test_a_link_to_what_is_not_there(column):
    item = make_item()
    made = {"item_id": item.pk, "document_id": make_document().pk} | {column: 999_999}
    with pytest.raises(IntegrityError, match=f"{column} 999999"), transaction.atomic():
        ItemDocument.objects.bulk_create(
            [
                ItemDocument(item=item, document=make_document(), role="reference", position=8),
                ItemDocument(**made, role="reference", position=9),
            ]
        )
    assert item.item_documents.count() == 1


@pytest.mark.parametrize("column", ["item_id", "document_id"])
def test_a_link_that_is_turned_elsewhere(column):
    link = make_item().item_documents.get()
    with pytest.raises(DatabaseError, match="Cannot update"):
        execute(f"UPDATE reviewapp_itemdocument SET {column} = {column} + 0 WHERE id = %s", link.pk)


def test_an_item_that_names_documents_is_not_deleted():
    item = make_item()
    with pytest.raises(IntegrityError, match="names documents"):
        execute("DELETE FROM reviewapp_evidenceitem WHERE id = %s", item.pk)


def test_an_item_keeps_its_key():
    item = make_item()
    with pytest.raises(DatabaseError, match="Cannot update"):
        execute("UPDATE reviewapp_evidenceitem SET id = id + 1000 WHERE id = %s", item.pk)


def test_an_item_that_goes_takes_its_words_along():
    item = make_item(documents=[])
    execute("DELETE FROM reviewapp_evidenceitem WHERE id = %s", item.pk)
    assert not ItemWords.objects.exists()
