from datetime import timedelta

import pytest

from reviewapp.models import Disagreement, Draft, Event, Heartbeat, Membership, Return, Slot
from reviewapp.rules.protocol import (
    DisagreementState,
    Incomplete,
    ItemState,
    NotAllowed,
    NotYours,
    SlotState,
    Stage,
    TaskState,
)
from reviewapp.staff.actions.campaigns import move_campaign, publish_guidelines, requeue, withdraw_item
from reviewapp.work.actions.claiming import resume_claim, run_upkeep
from reviewapp.workflows.screening.actions import EvidenceSpan, ScreeningEntry
from tests.factories import make_campaign, make_document, make_item, make_person

from .desk import ACCEPT, AMBIGUOUS, NOW, after, claim, commit, decide, must_claim

pytestmark = pytest.mark.django_db


def fresh(row):
    row.refresh_from_db()
    return row


# --- Commit --------------------------------------------------------------------------------------------


def test_a_return_says_who_decided_what_when_and_under_which_guidelines(alice):
    campaign = make_campaign()
    entry = ScreeningEntry("reject", "noisy_reference", "law", "Not this one.")
    one = fresh(decide(campaign, alice, entry, after(minutes=3)))
    assert (one.decision, one.reason, one.domain, one.note) == (
        "reject",
        "noisy_reference",
        "law",
        "Not this one.",
    )
    assert (one.person, one.committed_at, one.guideline) == (alice, after(minutes=3), campaign.guideline)
    assert (one.campaign, one.round, one.sequence, one.supersedes) == (campaign, 1, 1, None)


def test_committing_ends_the_claim_for_good(alice):
    task = decide(make_campaign(), alice).task
    slot = Slot.objects.get(task=task)
    assert (slot.state, slot.person, slot.lease_until) == (SlotState.COMMITTED, alice, None)
    assert run_upkeep(now=after(hours=9)).lapsed == 0


@pytest.mark.parametrize(("entry", "state"), [(ACCEPT, ItemState.ACCEPTED), (AMBIGUOUS, ItemState.REJECTED)])
def test_without_overlap_one_return_decides(alice, entry, state):
    task = fresh(decide(make_campaign(), alice, entry).task)
    assert (task.state, task.decided_at, task.item.state) == (TaskState.DECIDED, NOW, state)


def test_the_domain_chosen_becomes_the_items(alice):
    item = make_item(domain="history")
    decide(make_campaign(items=[item]), alice, ScreeningEntry("accept", domain="law"))
    assert (fresh(item).domain, item.imported_domain) == ("law", "history")


def test_without_a_choice_the_item_keeps_its_domain(alice):
    item = make_item(domain="history")
    decide(make_campaign(items=[item]), alice)
    assert fresh(item).domain == "history"


def test_the_same_said_twice_makes_one_return(alice):
    task = must_claim(make_campaign(), alice)
    assert commit(task, alice) == commit(task, alice, AMBIGUOUS, after(minutes=1))
    assert Return.objects.get().decision == "accept"
    assert Event.objects.filter(verb="commit").count() == 1
    assert Membership.objects.get(person=alice).n_returns == 1


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        (ScreeningEntry(""), "decision"),
        (ScreeningEntry("reject"), "reason"),
        (ScreeningEntry("reject", "other"), "note"),
        (ScreeningEntry("accept", domain="cooking"), "domain"),
        (ScreeningEntry("accept", evidence=[EvidenceSpan(10**9, 0, 1)]), "evidence"),
    ],
)
def test_what_lacks_something_is_not_committed(alice, entry, field):
    task = must_claim(make_campaign(), alice)
    with pytest.raises(Incomplete) as caught:
        commit(task, alice, entry)
    assert list(caught.value.missing) == [field]
    assert not Return.objects.exists()
    assert Slot.objects.get(task=task).state == SlotState.CLAIMED


def test_what_one_was_not_given_one_cannot_commit(alice, bob):
    task = must_claim(make_campaign(items=1, overlap=2), alice)
    with pytest.raises(NotYours):
        commit(task, bob)


def test_late_work_is_committed_if_the_task_is_still_free(alice):
    task = must_claim(make_campaign(), alice)
    run_upkeep(now=after(hours=1))
    assert commit(task, alice, now=after(hours=2)).person == alice


def test_late_work_is_refused_if_somebody_else_has_the_task(alice, bob):
    campaign = make_campaign(items=1)
    task = must_claim(campaign, alice)
    run_upkeep(now=after(hours=1))
    must_claim(campaign, bob, after(hours=1))
    with pytest.raises(NotYours, match="draft is kept"):
        commit(task, alice, now=after(hours=2))
    assert commit(task, bob, now=after(hours=2)).person == bob


def test_an_unlapsed_late_commit_counts(alice):
    task = must_claim(make_campaign(), alice)
    assert commit(task, alice, now=after(hours=2)).person == alice


@pytest.mark.parametrize("state", ["paused", "closed"])
def test_a_campaign_that_is_not_open_takes_no_return(alice, sam, state):
    campaign = make_campaign()
    task = must_claim(campaign, alice)
    move_campaign(campaign=campaign, state=state, actor=sam)
    with pytest.raises(NotAllowed, match=state):
        commit(task, alice)


def test_a_withdrawn_item_takes_no_return(alice, sam):
    item = make_item()
    task = must_claim(make_campaign(items=[item]), alice)
    withdraw_item(item=item, reason="Twice in the bank.", actor=sam)
    with pytest.raises(NotAllowed, match="withdrawn"):
        commit(task, alice)


def test_members_count_their_returns_and_those_of_their_own_day(alice):
    alice.time_zone = "Pacific/Auckland"  # thirteen hours ahead: its midnight is 11:00 of the tests' day
    alice.save(update_fields=["time_zone"])
    campaign = make_campaign(items=4)
    counts = []
    for hours in (0, 1, 3, 4):
        decide(campaign, alice, now=after(hours=hours))
        member = Membership.objects.get(campaign=campaign, person=alice)
        counts.append((member.n_returns, member.n_day, member.day.day))
    assert counts == [(1, 1, 2), (2, 2, 2), (3, 1, 3), (4, 2, 3)]


# --- Overlap -------------------------------------------------------------------------------------------


def test_one_of_two_returns_decides_nothing(alice):
    task = fresh(decide(make_campaign(overlap=2), alice).task)
    assert (task.state, task.item.state) == (TaskState.OPEN, ItemState.IN_REVIEW)


def test_two_equal_returns_decide(alice, bob):
    campaign = make_campaign(overlap=2)
    task = decide(campaign, alice).task
    decide(campaign, bob)
    assert (fresh(task).state, task.item.state) == (TaskState.DECIDED, ItemState.ACCEPTED)
    assert not Disagreement.objects.exists()


@pytest.mark.parametrize(
    ("one", "other", "fields"),
    [
        (ACCEPT, AMBIGUOUS, ["decision", "reason"]),
        (AMBIGUOUS, ScreeningEntry("reject", "noisy_reference"), ["reason"]),
        (ScreeningEntry("accept", domain="law"), ScreeningEntry("accept", domain="math"), ["domain"]),
        (ScreeningEntry("accept", domain="law"), ACCEPT, ["domain"]),
        (ScreeningEntry("accept", domain="law"), ScreeningEntry("reject", "other", "math", "No."),
         ["decision", "reason", "domain"]),
    ],
)  # fmt: skip
def test_two_different_returns_open_a_disagreement(alice, bob, one, other, fields):
    campaign = make_campaign(overlap=2)
    task = decide(campaign, alice, one).task
    decide(campaign, bob, other)
    disagreement = Disagreement.objects.get()
    assert (disagreement.task, disagreement.fields, disagreement.state) == (
        task,
        fields,
        DisagreementState.OPEN,
    )
    assert (fresh(task).state, task.item.state) == (TaskState.DISPUTED, ItemState.IN_REVIEW)


def test_a_difference_in_the_note_is_no_disagreement(alice, bob):
    campaign = make_campaign(overlap=2)
    decide(campaign, alice, ScreeningEntry("accept", note="Yes."))
    decide(campaign, bob, ScreeningEntry("accept", note="Certainly."))
    assert not Disagreement.objects.exists()


def test_of_three_returns_the_last_decides(alice, bob):
    campaign = make_campaign(items=1, overlap=3, annotators=("alice", "bob", "dave"))
    states = [fresh(decide(campaign, one).task).state for one in (alice, bob, make_person("dave"))]
    assert states == [TaskState.OPEN, TaskState.OPEN, TaskState.DECIDED]


# --- Evidence ------------------------------------------------------------------------------------------

TEXTS = [
    "plain words",
    "👩‍🔬 measured 😀 twice",
    "cafe\u0301 e\u0301te\u0301",
    "one\r\ntwo\r\nthree\rfour",
    "שלום עולם",
    "x\u2028y\u0085z\ufeff",
    "𝒳 and \U0010ffff",
]


@pytest.mark.parametrize("text", TEXTS)
def test_offsets_in_characters_and_bytes_agree_with_the_quote(alice, text):
    document = make_document(text)
    canonical = text.replace("\r\n", "\n")
    spans = [(0, 1), (2, 5), (1, len(canonical)), (len(canonical) - 1, len(canonical))]
    entry = ScreeningEntry("accept", evidence=[EvidenceSpan(document.doc_id, *span) for span in spans])
    kept = fresh(decide(make_campaign(items=[make_item(documents=[document])]), alice, entry)).body[
        "evidence"
    ]
    assert [(one["doc_id"], one["start"], one["end"]) for one in kept] == [
        (document.doc_id, *s) for s in spans
    ]
    for one in kept:
        assert canonical[one["start"] : one["end"]] == one["quote"]
        assert canonical.encode()[one["start_byte"] : one["end_byte"]] == one["quote"].encode()


def test_evidence_may_stand_in_a_hard_negative(alice):
    near_miss = make_document("It was not so.")
    item = make_item(hard_negatives=[near_miss])
    entry = ScreeningEntry("accept", evidence=[EvidenceSpan(near_miss.doc_id, 0, 2)])
    assert decide(make_campaign(items=[item]), alice, entry).body["evidence"][0]["quote"] == "It"


def test_evidence_in_another_items_document_is_refused(alice):
    entry = ScreeningEntry("accept", evidence=[EvidenceSpan(make_document("Elsewhere.").doc_id, 0, 2)])
    with pytest.raises(Incomplete, match="this item's documents"):
        decide(make_campaign(), alice, entry)


@pytest.mark.parametrize("span", [(0, 0), (3, 2), (-1, 2), (0, 11), (10, 11)])
def test_evidence_outside_the_text_is_refused(alice, span):
    document = make_document("ten chars.")
    entry = ScreeningEntry("accept", evidence=[EvidenceSpan(document.doc_id, *span)])
    with pytest.raises(Incomplete, match="not in its document"):
        decide(make_campaign(items=[make_item(documents=[document])]), alice, entry)


# --- Rounds and guidelines -----------------------------------------------------------------------------


def test_each_return_carries_the_guidelines_of_its_moment(alice, sam):
    campaign = make_campaign()
    first = decide(campaign, alice)
    publish_guidelines(campaign=campaign, body="Accept what is true.", actor=sam)
    second = decide(campaign, alice)
    assert (first.guideline.number, second.guideline.number) == (1, 2)


def test_a_decision_rests_on_the_oldest_guidelines_of_its_returns(alice, bob, sam):
    campaign = make_campaign(items=1, overlap=2)
    task = decide(campaign, alice).task
    publish_guidelines(campaign=campaign, body="Accept what is true.", actor=sam)
    decide(campaign, bob)
    assert fresh(task).guideline.number == 1


def test_in_a_new_round_a_return_supersedes_ones_own_of_the_round_before(alice, bob, sam):
    campaign = make_campaign(items=1, overlap=2)
    first = decide(campaign, alice)
    decide(campaign, bob)
    requeue(campaign=campaign, task_ids=[first.task_id], actor=sam, now=NOW)
    second = decide(campaign, alice, AMBIGUOUS)
    assert (second.supersedes, second.round, second.sequence) == (first, 2, 1)
    assert fresh(first.task).state == TaskState.OPEN
    decide(campaign, bob, AMBIGUOUS)
    assert (fresh(first.task).state, first.task.item.state) == (TaskState.DECIDED, ItemState.REJECTED)


def test_an_old_post_repeated_in_a_new_round_commits_nothing(alice, sam):
    campaign = make_campaign(items=1)
    task = decide(campaign, alice).task
    requeue(campaign=campaign, task_ids=[task.pk], actor=sam, now=NOW)
    with pytest.raises(NotYours):
        commit(task, alice)


def test_resuming_shows_what_is_committed(alice):
    task = decide(make_campaign(), alice).task
    slot = resume_claim(task=task, actor=alice, stage=Stage.SCREENING, now=NOW)
    assert slot.state == SlotState.COMMITTED


def test_committing_drops_the_draft_of_its_own_stage_alone(alice):
    task = must_claim(make_campaign(), alice)
    for stage in (Stage.SCREENING, Stage.COLLISION):
        Draft.objects.create(task=task, person=alice, stage=stage, body={})
    commit(task, alice)
    assert Draft.objects.get().stage == Stage.COLLISION


# --- Effort --------------------------------------------------------------------------------------------


def beat(task, person, *seconds, tab="one", ends=False):
    for second in seconds:
        Heartbeat.objects.create(
            task=task, person=person, stage=Stage.SCREENING, tab=tab, at=after(seconds=second), ends=ends
        )


def test_effort_is_the_active_time_of_the_heartbeats(alice):
    task = must_claim(make_campaign(), alice)
    beat(task, alice, 0, 15, 30, 200, 215)
    assert commit(task, alice, now=after(seconds=220)).active_seconds == 45


def test_without_heartbeats_the_effort_is_zero(alice):
    assert decide(make_campaign(), alice).active_seconds == 0


def test_the_beats_of_others_and_of_other_tasks_do_not_count(alice, bob):
    campaign = make_campaign(overlap=2)
    task, other = must_claim(campaign, alice), must_claim(campaign, alice, ahead=True)
    beat(task, alice, 0, 15)
    beat(task, bob, 0, 15, 30, 45)
    beat(other, alice, 100, 115, 130)
    assert commit(task, alice, now=after(seconds=140)).active_seconds == 15


def test_work_that_began_hours_before_counts(alice):
    task = must_claim(make_campaign(), alice)
    beat(task, alice, 0, 15, 30)
    assert commit(task, alice, now=after(hours=8)).active_seconds == 30


def test_a_second_tab_does_not_count_even_if_it_began_long_before(alice):
    campaign = make_campaign()
    first, second = must_claim(campaign, alice), must_claim(campaign, alice, ahead=True)
    beat(first, alice, *range(0, 600, 15), tab="one")
    beat(second, alice, *range(302, 580, 15), tab="two")
    assert commit(second, alice, now=after(seconds=600)).active_seconds == 0
    assert commit(first, alice, now=after(seconds=600)).active_seconds == 585


def test_a_tab_that_goes_on_to_another_task_stays_the_second(alice):
    campaign = make_campaign(items=2, overlap=2)
    first = must_claim(campaign, alice)
    second = must_claim(campaign, alice, ahead=True)
    before = decide(make_campaign(items=1), alice).task
    beat(first, alice, *range(0, 600, 15), tab="one")
    beat(before, alice, *range(6, 300, 15), tab="two")
    beat(second, alice, *range(306, 580, 15), tab="two")
    assert commit(second, alice, now=after(seconds=600)).active_seconds == 0


def test_a_tab_that_has_ended_takes_nothing_from_the_next(alice):
    campaign = make_campaign()
    first, second = must_claim(campaign, alice), must_claim(campaign, alice, ahead=True)
    beat(first, alice, 0, 15, tab="one")
    beat(first, alice, 20, tab="one", ends=True)
    beat(second, alice, 21, 36, 51, tab="two")
    assert commit(first, alice, now=after(seconds=20)).active_seconds == 20
    assert commit(second, alice, now=after(seconds=60)).active_seconds == 30


# --- Bytes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("note", ["👩‍🔬 e\u0301", "שלום", "a\r\nb\rc\n", "x\u2028y\u0085z", " trailing \t "])
def test_a_note_keeps_every_character(alice, note):
    assert fresh(decide(make_campaign(), alice, ScreeningEntry("accept", note=note))).note == note


def test_the_clock_is_the_callers(alice):
    one = decide(make_campaign(), alice, now=NOW - timedelta(days=400))
    assert fresh(one).committed_at == NOW - timedelta(days=400)


def test_nothing_more_comes_to_one_who_has_decided_all(alice):
    campaign = make_campaign(items=1)
    decide(campaign, alice)
    assert claim(campaign, alice) is None
