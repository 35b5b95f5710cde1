"""Taking a decision back: the first one stays, a second one supersedes it."""

import pytest

from reviewapp.models import Disagreement, Draft, Event, Membership, Return
from reviewapp.rules.protocol import (
    DisagreementState,
    ItemState,
    NotAllowed,
    NothingToUndo,
    Stage,
    TaskState,
)
from reviewapp.staff.actions.campaigns import requeue
from reviewapp.work.actions.adjudication import resolve_disagreement
from reviewapp.work.actions.drafts import save_draft
from reviewapp.workflows.screening.actions import ScreeningEntry, undo_last
from tests.factories import make_campaign

from .desk import ACCEPT, AMBIGUOUS, NOW, after, commit, decide, dispute

pytestmark = pytest.mark.django_db


def fresh(row):
    row.refresh_from_db()
    return row


def undo(campaign, person, now=NOW):
    return undo_last(campaign_id=campaign.pk, actor=person, now=now)


def resolve(disagreement, person, decision="accept", now=NOW):
    return resolve_disagreement(
        disagreement=disagreement,
        actor=person,
        decision=decision,
        reason="",
        domain="",
        rationale="It is clear.",
        active_seconds=0,
        now=now,
    )


def test_undo_opens_the_last_decision_as_a_draft(alice):
    campaign = make_campaign()
    decide(campaign, alice)
    entry = ScreeningEntry("reject", "other", "law", "No.")
    last = decide(campaign, alice, entry, after(seconds=1))
    assert undo(campaign, alice, after(minutes=5)) == last.task
    draft = Draft.objects.get()
    assert (draft.task, draft.revises, draft.saved_at) == (last.task, last, after(minutes=5))
    assert draft.body == {
        "decision": "reject",
        "reason": "other",
        "domain": "law",
        "note": "No.",
        "evidence": [],
    }


def test_undo_alone_changes_no_decision(alice):
    campaign = make_campaign()
    task = decide(campaign, alice).task
    undo(campaign, alice)
    assert (fresh(task).state, task.item.state) == (TaskState.DECIDED, ItemState.ACCEPTED)


def test_the_second_decision_supersedes_the_first_which_stays(alice):
    campaign = make_campaign()
    first = decide(campaign, alice)
    undo(campaign, alice)
    second = commit(first.task, alice, AMBIGUOUS, after(minutes=1))
    assert (second.supersedes, second.sequence, second.slot) == (first, 2, first.slot)
    assert fresh(first).decision == "accept"
    assert first.task.item.state == ItemState.REJECTED
    assert not Draft.objects.exists()
    assert Membership.objects.get(person=alice).n_returns == 1


def test_the_second_decision_said_twice_makes_one_return(alice):
    campaign = make_campaign()
    first = decide(campaign, alice)
    undo(campaign, alice)
    assert commit(first.task, alice, AMBIGUOUS) == commit(first.task, alice, AMBIGUOUS)
    assert Return.objects.count() == 2


def test_one_decision_taken_back_opens_no_other(alice):
    campaign = make_campaign(items=2)
    first, second = decide(campaign, alice), decide(campaign, alice)
    undo(campaign, alice)
    assert commit(first.task, alice, AMBIGUOUS) == first
    assert commit(second.task, alice, AMBIGUOUS) != second


def test_what_another_takes_back_opens_nothing_of_ones_own(alice, bob):
    campaign = make_campaign(items=1, overlap=2)
    mine = decide(campaign, alice)
    decide(campaign, bob)
    undo(campaign, bob)
    assert commit(mine.task, alice, AMBIGUOUS) == mine


def test_a_chain_of_decisions_has_one_current_end(alice):
    campaign = make_campaign()
    chain = [decide(campaign, alice)]
    for minute in (1, 2, 3):
        undo(campaign, alice, after(minutes=minute))
        chain.append(commit(chain[-1].task, alice, AMBIGUOUS, after(minutes=minute)))
    assert [one.supersedes for one in chain] == [None, *chain[:-1]]
    assert Return.objects.get(successor__isnull=True) == chain[-1]


def test_undo_pressed_twice_keeps_what_was_typed_in_between(alice):
    campaign = make_campaign()
    task = decide(campaign, alice).task
    undo(campaign, alice)
    save_draft(task=task, actor=alice, stage=Stage.SCREENING, version=1, body={"note": "typed"}, now=NOW)
    undo(campaign, alice, after(minutes=1))
    assert Draft.objects.get().body == {"note": "typed"}


def test_after_five_minutes_a_decision_stays(alice):
    campaign = make_campaign()
    decide(campaign, alice)
    with pytest.raises(NothingToUndo, match="five minutes"):
        undo(campaign, alice, after(minutes=5, seconds=1))


def test_there_is_nothing_of_others_to_undo(alice, bob):
    campaign = make_campaign()
    decide(campaign, bob)
    with pytest.raises(NothingToUndo):
        undo(campaign, alice)


def test_a_second_decision_can_dissolve_a_disagreement(alice, bob):
    campaign = make_campaign(items=1, overlap=2)
    disagreement = dispute(campaign, alice, bob)
    undo(campaign, bob)
    commit(disagreement.task, bob, ACCEPT, after(minutes=1))
    assert fresh(disagreement).state == DisagreementState.DISSOLVED
    task = fresh(disagreement.task)
    assert (task.state, task.item.state) == (TaskState.DECIDED, ItemState.ACCEPTED)


def test_a_second_decision_can_open_a_disagreement(alice, bob):
    campaign = make_campaign(items=1, overlap=2)
    task = decide(campaign, alice).task
    decide(campaign, bob)
    undo(campaign, bob)
    commit(task, bob, AMBIGUOUS, after(minutes=1))
    assert Disagreement.objects.get().state == DisagreementState.OPEN
    assert (fresh(task).state, task.decided_at, task.item.state) == (
        TaskState.DISPUTED, None, ItemState.IN_REVIEW,
    )  # fmt: skip


def test_a_second_decision_can_change_what_is_disputed(alice, bob):
    campaign = make_campaign(items=1, overlap=2)
    disagreement = dispute(campaign, alice, bob)
    undo(campaign, bob)
    commit(disagreement.task, bob, ScreeningEntry("accept", domain="law"))
    assert fresh(disagreement).fields == ["domain"]
    assert Disagreement.objects.count() == 1


def test_what_has_been_adjudicated_cannot_be_undone(alice, bob, carol):
    campaign = make_campaign(items=1, overlap=2)
    resolve(dispute(campaign, alice, bob), carol)
    with pytest.raises(NothingToUndo, match="adjudicated"):
        undo(campaign, bob)


def test_what_is_adjudicated_while_it_is_being_revised_stays(alice, bob, carol):
    campaign = make_campaign(items=1, overlap=2)
    disagreement = dispute(campaign, alice, bob)
    undo(campaign, bob)
    resolve(disagreement, carol, "accept")
    with pytest.raises(NotAllowed, match="adjudicated"):
        commit(disagreement.task, bob, ScreeningEntry("reject", "noisy_reference"))
    assert fresh(disagreement.task).item.state == ItemState.ACCEPTED


def test_what_is_asked_for_again_cannot_be_undone(alice, sam):
    campaign = make_campaign(items=1)
    task = decide(campaign, alice).task
    requeue(campaign=campaign, task_ids=[task.pk], actor=sam, now=NOW)
    with pytest.raises(NothingToUndo):
        undo(campaign, alice)


def test_the_second_round_can_be_undone_though_the_first_was_adjudicated(alice, bob, carol, sam):
    campaign = make_campaign(items=1, overlap=2)
    task = dispute(campaign, alice, bob).task
    resolve(Disagreement.objects.get(), carol)
    requeue(campaign=campaign, task_ids=[task.pk], actor=sam, now=NOW)
    decide(campaign, alice, now=after(seconds=1))
    assert undo(campaign, alice, after(minutes=1)) == task


def test_the_event_names_the_return_and_the_one_before_it(alice):
    campaign = make_campaign()
    first = decide(campaign, alice)
    undo(campaign, alice)
    second = commit(first.task, alice, AMBIGUOUS)
    event = Event.objects.filter(verb="commit").latest("pk")
    assert (event.old, event.new) == ({"return": first.code}, {"return": second.code})
    assert (event.actor, event.task, event.item) == (alice, first.task, first.task.item)
