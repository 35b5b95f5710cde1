"""The open tasks of somebody who cannot finish them."""

import pytest
from django.utils import timezone

from reviewapp.models import Disagreement, Draft, Event, Slot
from reviewapp.people.actions.people import deactivate_person
from reviewapp.rules.protocol import NotAllowed
from reviewapp.work.actions.assignments import reassign_open_tasks, release_open_tasks
from reviewapp.work.actions.claiming import claim_next
from tests.factories import make_campaign, make_person

pytestmark = pytest.mark.django_db


def claim(campaign, person, **kwargs):
    return claim_next(campaign=campaign, actor=person, stage="screening", now=timezone.now(), **kwargs)


def dispute(campaign, adjudicator):
    task = campaign.tasks.order_by("pk").first()
    return Disagreement.objects.create(
        campaign=campaign, task=task, fields=["decision"], claimed_by=adjudicator, lease_until=timezone.now()
    )


def test_release_puts_claims_at_the_end_of_the_queue(alice, bob, sam):
    campaign = make_campaign(items=2)
    first = claim(campaign, alice)

    assert release_open_tasks(person=alice, actor=sam) == 1

    slot = Slot.objects.get(task=first)
    assert (slot.state, slot.person, slot.lease_until) == ("free", None, None)
    assert slot.queue_key == max(Slot.objects.values_list("queue_key", flat=True))
    assert claim(campaign, bob) != first


def test_release_keeps_the_draft_and_writes_an_event_each(alice, sam):
    campaign = make_campaign(items=2)
    tasks = [claim(campaign, alice), claim(campaign, alice, ahead=True)]
    Draft.objects.create(task_id=tasks[0], stage="screening", person=alice, body={"note": "half"})

    assert release_open_tasks(person=alice, actor=sam) == 2

    assert Draft.objects.get().body == {"note": "half"}
    found = (
        Event.objects.filter(verb="release").order_by("task_id").values_list("actor", "task", "old__person")
    )
    assert list(found) == [(sam.pk, task, alice.code) for task in sorted(tasks)]


def test_release_leaves_others_and_what_is_committed(alice, bob, sam):
    campaign = make_campaign(items=3)
    theirs, done = claim(campaign, bob), claim(campaign, alice)
    Slot.objects.filter(task=done).update(state="committed")

    assert release_open_tasks(person=alice, actor=sam) == 0
    assert set(Slot.objects.filter(person__isnull=False).values_list("task", flat=True)) == {theirs, done}


def test_release_gives_an_adjudication_back(carol, sam):
    open_one = dispute(make_campaign(), carol)

    assert release_open_tasks(person=carol, actor=sam) == 1

    open_one.refresh_from_db()
    assert (open_one.claimed_by, open_one.lease_until) == (None, None)


def test_reassign_hands_the_claim_over(alice, bob, sam):
    task = claim(make_campaign(), alice)

    done = reassign_open_tasks(person=alice, to=bob, actor=sam)

    slot = Slot.objects.get(task=task)
    assert (done.moved, done.kept, slot.person, slot.state) == (1, 0, bob, "claimed")
    assert slot.lease_until > timezone.now()
    event = Event.objects.get(verb="reassign")
    assert (event.actor, event.old, event.new) == (sam, {"person": alice.code}, {"person": bob.code})


def test_reassign_works_for_the_deactivated(alice, bob, sam):
    claim(make_campaign(), alice)
    deactivate_person(person=alice, actor=sam)

    assert reassign_open_tasks(person=alice, to=bob, actor=sam).moved == 1


def test_reassign_keeps_what_the_other_works_on_already(alice, bob, sam):
    campaign = make_campaign(items=1, overlap=2)
    claim(campaign, alice)
    claim(campaign, bob)

    done = reassign_open_tasks(person=alice, to=bob, actor=sam)

    assert (done.moved, done.kept) == (0, 1)
    assert set(Slot.objects.values_list("person", flat=True)) == {alice.pk, bob.pk}


def test_reassign_keeps_what_is_not_the_others_campaign(alice, sam):
    claim(make_campaign(annotators=["alice"]), alice)

    assert reassign_open_tasks(person=alice, to=make_person("dave"), actor=sam).kept == 1


def test_reassign_never_makes_an_adjudicator_a_reviewer_of_the_same_task(alice, carol, sam):
    make_person("carol", "annotator")
    campaign = make_campaign(items=1, annotators=["alice", "carol"])
    claim(campaign, alice)
    dispute(campaign, carol)

    assert reassign_open_tasks(person=alice, to=carol, actor=sam).kept == 1


def test_reassign_hands_an_adjudication_over(carol, sam):
    dina = make_person("dina", "adjudicator")
    open_one = dispute(make_campaign(adjudicators=["carol", "dina"]), carol)

    assert reassign_open_tasks(person=carol, to=dina, actor=sam).moved == 1

    open_one.refresh_from_db()
    assert open_one.claimed_by == dina


def test_reassign_never_makes_a_reviewer_the_adjudicator_of_the_same_task(alice, carol, sam):
    make_person("alice", "adjudicator")
    campaign = make_campaign(items=1, adjudicators=["alice", "carol"])
    claim(campaign, alice)
    dispute(campaign, carol)

    assert reassign_open_tasks(person=carol, to=alice, actor=sam).kept == 1


def test_reassign_refuses_the_deactivated_and_oneself(alice, bob, sam):
    deactivate_person(person=bob, actor=sam)
    with pytest.raises(NotAllowed, match="Bob"):
        reassign_open_tasks(person=alice, to=bob, actor=sam)
    with pytest.raises(NotAllowed, match="already"):
        reassign_open_tasks(person=alice, to=alice, actor=sam)
