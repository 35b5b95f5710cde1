import pytest

from reviewapp.models import Disagreement, Event, Membership, Question, Return, Slot, Task
from reviewapp.rules.protocol import (
    DisagreementState,
    IllegalMove,
    Incomplete,
    ItemState,
    NotAllowed,
    Role,
    SlotState,
    TaskState,
)
from reviewapp.staff.actions.campaigns import (
    add_items,
    create_campaign,
    decided_under_older,
    move_campaign,
    publish_guidelines,
    requeue,
    set_member,
    withdraw_item,
)
from reviewapp.work.actions.adjudication import resolve_disagreement
from reviewapp.work.actions.questions import ask
from tests.factories import make_campaign, make_item, make_person

from .desk import AMBIGUOUS, NOW, claim, decide, dispute, must_claim

pytestmark = pytest.mark.django_db


def fresh(row):
    row.refresh_from_db()
    return row


def again(campaign, tasks, sam):
    return requeue(campaign=campaign, task_ids=[task.pk for task in tasks], actor=sam, now=NOW)


# --- Setting up ----------------------------------------------------------------------------------------


def test_a_campaign_begins_open_with_its_first_guidelines(sam):
    campaign = create_campaign(name="Pool", overlap=2, guidelines="Accept it.", actor=sam)
    assert (campaign.state, campaign.overlap, campaign.created_by) == ("open", 2, sam)
    assert (campaign.guideline.number, campaign.guideline.body) == (1, "Accept it.")


@pytest.mark.parametrize(("values", "field"), [
    ({"overlap": 0}, "overlap"), ({"overlap": 10}, "overlap"), ({"overlap": 1, "domains": []}, "domains"),
])  # fmt: skip
def test_a_campaign_that_cannot_work_is_refused(sam, values, field):
    with pytest.raises(Incomplete) as caught:
        create_campaign(name="Pool", guidelines="", actor=sam, **values)
    assert list(caught.value.missing) == [field]


def test_items_get_a_task_each_and_as_many_slots_as_the_overlap():
    campaign = make_campaign(items=2, overlap=3)
    assert campaign.n_tasks == Task.objects.filter(campaign=campaign).count() == 2
    slots = Slot.objects.order_by("queue_key").values_list("task__item_id", "number")
    items = [item_id for item_id, _ in slots]
    assert [number for _, number in slots] == [1, 2, 3, 1, 2, 3]
    assert items == sorted(items)
    assert {task.item.state for task in Task.objects.all()} == {ItemState.IN_REVIEW}


def test_the_same_items_again_change_nothing(sam):
    items = [make_item(), make_item()]
    campaign = make_campaign(items=items)
    ids = [item.pk for item in items]
    assert add_items(campaign=campaign, item_ids=ids + ids, actor=sam) == 0
    assert add_items(campaign=make_campaign(items=0), item_ids=ids, actor=sam) == 0
    assert fresh(campaign).n_tasks == Task.objects.count() == Slot.objects.count() == 2


def test_items_named_twice_enter_once(sam):
    campaign, item = make_campaign(items=0), make_item()
    assert add_items(campaign=campaign, item_ids=[item.pk, item.pk], actor=sam) == 1


def test_a_withdrawn_item_does_not_enter(sam):
    campaign, item = make_campaign(items=0), make_item()
    withdraw_item(item=item, reason="Twice in the bank.", actor=sam)
    assert add_items(campaign=campaign, item_ids=[item.pk], actor=sam) == 0


def test_added_items_stand_at_the_end_of_the_queue(alice, sam):
    campaign = make_campaign(items=2)
    late = make_item()
    add_items(campaign=campaign, item_ids=[late.pk], actor=sam)
    assert [decide(campaign, alice).task.item == late for _ in range(3)] == [False, False, True]


def test_a_member_must_be_in_the_group_of_the_role(sam, alice):
    with pytest.raises(NotAllowed, match="adjudicator"):
        set_member(campaign=make_campaign(), person=alice, role=Role.ADJUDICATOR, active=True, actor=sam)


def test_a_member_comes_back_where_they_were(sam, alice):
    campaign = make_campaign(items=2)
    decide(campaign, alice)
    before = Membership.objects.get(campaign=campaign, person=alice)
    for active in (False, True):
        set_member(campaign=campaign, person=alice, role=Role.ANNOTATOR, active=active, actor=sam)
    assert fresh(before).cursor > 0
    assert (before.n_returns, before.active) == (1, True)


# --- Guidelines and rounds -----------------------------------------------------------------------------


def test_guidelines_are_numbered(sam):
    campaign = make_campaign()
    assert publish_guidelines(campaign=campaign, body="Better.", actor=sam).number == 2
    assert fresh(campaign).guideline.body == "Better."
    assert campaign.guideline_versions.count() == 2


def test_what_was_decided_under_older_guidelines_is_listed(alice, sam):
    campaign = make_campaign(items=3)
    old = decide(campaign, alice).task
    publish_guidelines(campaign=campaign, body="Better.", actor=sam)
    decide(campaign, alice)
    assert list(decided_under_older(fresh(campaign))) == [old]


def test_nothing_is_older_than_the_first_guidelines(alice):
    campaign = make_campaign()
    decide(campaign, alice)
    assert not decided_under_older(campaign)


def test_requeueing_begins_a_new_round_and_keeps_the_old(alice, bob, sam):
    campaign = make_campaign(items=1, overlap=2)
    task = decide(campaign, alice).task
    decide(campaign, bob)
    assert again(campaign, [task], sam) == 1
    assert (fresh(task).round, task.state, task.decided_at) == (2, TaskState.OPEN, None)
    assert task.item.state == ItemState.IN_REVIEW
    assert Return.objects.filter(task=task, round=1).count() == 2
    new = Slot.objects.filter(task=task, round=2, state=SlotState.FREE)
    assert sorted(new.values_list("number", flat=True)) == [1, 2]
    assert Event.objects.get(verb="requeue").new == {"round": 2}


def test_requeued_work_is_within_everybodys_reach(alice, bob, sam):
    campaign = make_campaign(items=2)
    task = decide(campaign, alice).task
    decide(campaign, alice)
    again(campaign, [task], sam)
    assert must_claim(campaign, alice) == task
    assert claim(campaign, bob) is None


def test_requeueing_twice_begins_one_round(alice, sam):
    campaign = make_campaign(items=1)
    task = decide(campaign, alice).task
    assert [again(campaign, [task], sam) for _ in range(2)] == [1, 0]
    assert fresh(task).round == 2


def test_only_decided_tasks_of_the_campaign_are_requeued(alice, bob, sam):
    campaign = make_campaign(items=2, overlap=2)
    disputed = dispute(campaign, alice, bob).task
    open_task = must_claim(campaign, alice)
    elsewhere = decide(make_campaign(items=1), alice).task
    assert again(campaign, [disputed, open_task, elsewhere], sam) == 0


# --- Closing -------------------------------------------------------------------------------------------


def test_a_campaign_goes_through_its_states(sam):
    campaign = make_campaign()
    for state in ("paused", "open", "closed", "open"):
        move_campaign(campaign=campaign, state=state, actor=sam)
        assert fresh(campaign).state == state
    assert Event.objects.filter(verb="move_campaign").first().old == {"state": "open"}


def test_a_campaign_does_not_go_where_it_is(sam):
    with pytest.raises(IllegalMove):
        move_campaign(campaign=make_campaign(), state="open", actor=sam)


def test_a_campaign_with_an_open_disagreement_is_not_closed(alice, bob, carol, sam):
    campaign = make_campaign(items=1, overlap=2)
    disagreement = dispute(campaign, alice, bob)
    with pytest.raises(NotAllowed, match=r"open \(1\)"):
        move_campaign(campaign=campaign, state="closed", actor=sam)
    resolve_disagreement(
        disagreement=disagreement, actor=carol, decision="accept", reason="", domain="",
        rationale="Clear.", active_seconds=0, now=NOW,
    )  # fmt: skip
    move_campaign(campaign=campaign, state="closed", actor=sam)


# --- Withdrawing ---------------------------------------------------------------------------------------


def test_a_withdrawn_item_leaves_the_queue(alice, sam):
    item = make_item()
    campaign = make_campaign(items=[item])
    withdraw_item(item=item, reason="Twice in the bank.", actor=sam)
    assert fresh(item).state == ItemState.WITHDRAWN
    assert Task.objects.get().state == TaskState.WITHDRAWN
    assert Slot.objects.get().state == SlotState.VOID
    assert claim(campaign, alice) is None
    assert Event.objects.get(verb="withdraw_item").new == {"reason": "Twice in the bank."}


def test_withdrawing_keeps_the_returns_and_dissolves_the_disagreement(alice, bob, sam):
    disagreement = dispute(make_campaign(items=1, overlap=2), alice, bob)
    withdraw_item(item=disagreement.task.item, reason="Twice in the bank.", actor=sam)
    assert fresh(disagreement).state == DisagreementState.DISSOLVED
    assert Return.objects.count() == 2
    assert set(Slot.objects.values_list("state", flat=True)) == {SlotState.COMMITTED}


@pytest.mark.parametrize("reason", ["", " \n"])
def test_withdrawing_needs_a_reason(sam, reason):
    with pytest.raises(Incomplete):
        withdraw_item(item=make_item(), reason=reason, actor=sam)


def test_an_item_is_withdrawn_once(sam):
    item = make_item()
    withdraw_item(item=item, reason="Twice.", actor=sam)
    with pytest.raises(IllegalMove):
        withdraw_item(item=item, reason="Twice.", actor=sam)


# --- Questions -----------------------------------------------------------------------------------------


def test_a_question_stands_in_the_thread_of_its_task(alice):
    task = must_claim(make_campaign(), alice)
    question = ask(task=task, asker=alice, author=alice, body="Which Ada?")
    assert list(Question.objects.filter(task=task, asker=alice)) == [question]


def test_an_empty_question_is_refused(alice):
    task = must_claim(make_campaign(), alice)
    with pytest.raises(Incomplete):
        ask(task=task, asker=alice, author=alice, body=" ")


def test_a_rejected_item_can_be_accepted_in_the_next_round(alice, sam):
    campaign = make_campaign(items=1)
    task = decide(campaign, alice, AMBIGUOUS).task
    again(campaign, [task], sam)
    decide(campaign, make_person("bob"))
    assert fresh(task).item.state == ItemState.ACCEPTED
    assert not Disagreement.objects.exists()


def test_somebody_deactivated_gets_no_part_in_a_campaign():
    campaign, dave = make_campaign(items=1), make_person("dave")
    dave.is_active = False
    dave.save(update_fields=["is_active"])
    with pytest.raises(NotAllowed, match="deactivated"):
        set_member(campaign=campaign, person=dave, role="annotator", active=True, actor=None)
