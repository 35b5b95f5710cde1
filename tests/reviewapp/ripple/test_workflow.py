"""An item from its blind recovery to its outcome, and who may take part in it (RKB App. D)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from reviewapp.models import (
    Disagreement,
    Event,
    Outcome,
    Person,
    Return,
    RippleExclusion,
    RippleSeen,
    Slot,
    Task,
)
from reviewapp.rules.protocol import (
    IllegalMove,
    Incomplete,
    ItemState,
    Kind,
    NotAllowed,
    NotYours,
    SlotState,
    Stage,
    StaleDraft,
    TaskState,
)
from reviewapp.staff.actions.campaigns import add_items, create_campaign, requeue, set_member
from reviewapp.work.actions.adjudication import claim_disagreement
from reviewapp.work.actions.assignments import reassign_open_tasks, release_open_tasks
from reviewapp.work.actions.claiming import run_upkeep, skip_task
from reviewapp.work.actions.drafts import save_draft
from reviewapp.work.queries.adjudication import adjudicated_campaigns, find_disagreement, waiting_for
from reviewapp.workflows.ripple.actions.adjudicating import (
    add_comment,
    decide_ripple,
    record_assent,
    save_ripple_draft,
)
from reviewapp.workflows.ripple.actions.leaving import release_reviewer, withdraw_batch, withdraw_ripple
from reviewapp.workflows.ripple.actions.seeing import see_hidden
from reviewapp.workflows.ripple.queries.returns import current_seats, is_open_to_reviewer, read_record
from tests.factories import make_person
from tests.reviewapp.desk import NOW, after
from tests.reviewapp.ripple.making import (
    MEMBERS,
    adjudicate,
    blind_body,
    both_judge,
    both_recover,
    closure_body,
    judge,
    make_batch,
    make_ripple_campaign,
    make_ripple_item,
    one_ripple,
    outcome_body,
    recover,
    subject,
    take,
    unit,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def dave(db: None) -> Person:
    return make_person("dave")


def closure_slots(task: Task) -> list[tuple[str | None, str]]:
    rows = Slot.objects.filter(task=task, stage=Stage.CLOSURE).order_by("number")
    return list(rows.values_list("person__username", "state"))


def must_take(task: Task, person: Person) -> None:
    assert take(task.campaign, person) == task


# --- From the queue to the outcome --------------------------------------------------------------------


def test_an_item_on_which_all_agree_is_accepted_by_the_adjudicator(
    alice: Person, bob: Person, carol: Person
) -> None:
    item, campaign, _ = one_ripple()
    task = both_recover(campaign, alice, bob)
    disagreement = both_judge(task, alice, bob)
    assert disagreement.fields == []
    outcome = adjudicate(disagreement, carol)
    assert [line["ok"] for line in outcome.body["acceptance"]] == [True] * 5
    assert [one["depth"] for one in outcome.body["units"]] == [1, 2, 2, 3, 4]
    task.refresh_from_db()
    item.refresh_from_db()
    assert (task.state, task.verdict, item.state) == (TaskState.DECIDED, "accept", ItemState.ACCEPTED)


def test_an_item_enters_a_campaign_once_and_has_two_places() -> None:
    item, campaign, task = one_ripple()
    assert add_items(campaign=campaign, item_ids=[item.pk], actor=None) == 0
    other = make_ripple_campaign([item])
    assert (campaign.n_tasks, other.n_tasks) == (1, 0)
    assert list(task.slots.values_list("number", "stage", "state").order_by("number")) == [
        (1, "blind", "free"),
        (2, "blind", "free"),
    ]
    item.refresh_from_db()
    assert item.state == ItemState.IN_REVIEW


def test_two_people_review_an_item_and_never_a_third(alice: Person, bob: Person, dave: Person) -> None:
    _, campaign, task = one_ripple()
    must_take(task, alice)
    must_take(task, bob)
    assert take(campaign, dave) is None


def test_ripple_review_is_done_in_pairs() -> None:
    with pytest.raises(Incomplete, match="exactly two"):
        create_campaign(name="x", kind=Kind.RIPPLE, overlap=3, guidelines="", actor=None)


def test_the_closure_opens_for_both_with_the_second_blind_return(alice: Person, bob: Person) -> None:
    _, _, task = one_ripple()
    must_take(task, alice)
    must_take(task, bob)
    recover(task, bob)
    assert closure_slots(task) == []
    recover(task, alice)
    assert closure_slots(task) == [("alice", "claimed"), ("bob", "claimed")]


def test_said_twice_a_return_is_committed_once(alice: Person, bob: Person) -> None:
    _, campaign, _ = one_ripple()
    task = both_recover(campaign, alice, bob)
    first = Return.objects.get(person=alice)
    assert recover(task, alice, blind_body(["north"])) == first
    judged = judge(task, alice)
    assert judge(task, alice, closure_body(verdicts={"audit": "ambiguous"})) == judged
    assert Return.objects.count() == 3


def test_what_is_missing_commits_nothing(alice: Person) -> None:
    _, _, task = one_ripple()
    must_take(task, alice)
    with pytest.raises(Incomplete):
        recover(task, alice, blind_body() | {"checked": []})
    assert not Return.objects.exists()
    assert Slot.objects.get(person=alice).state == SlotState.CLAIMED


def test_the_closure_is_judged_by_nobody_before_it_is_open(alice: Person, bob: Person) -> None:
    _, _, task = one_ripple()
    must_take(task, alice)
    must_take(task, bob)
    recover(task, alice)
    for person in (alice, bob):
        with pytest.raises(NotYours):
            judge(task, person)


def test_the_adjudication_opens_with_the_second_closure_return(alice: Person, bob: Person) -> None:
    _, campaign, _ = one_ripple()
    task = both_recover(campaign, alice, bob, [blind_body(MEMBERS[:-1]), None])
    judge(task, alice, closure_body(verdicts={"e6": "ambiguous"}))
    assert not Disagreement.objects.exists()
    judge(task, bob, closure_body(needed={"below": ["e4"]}))
    assert Disagreement.objects.get().fields == ["membership", "edges", "merges"]
    task.refresh_from_db()
    assert task.state == TaskState.DISPUTED


def test_only_the_lock_of_a_closure_lapses(alice: Person, bob: Person) -> None:
    _, campaign, _ = one_ripple()
    task = both_recover(campaign, alice, bob)
    assert run_upkeep(now=after(days=2)).lapsed == 0
    assert judge(task, alice, now=after(days=3)).stage == Stage.CLOSURE
    with pytest.raises(NotYours, match="one's own"):
        skip_task(task=task, actor=bob, stage=Stage.CLOSURE)


def test_a_blind_claim_lapses_and_is_taken_up_again_while_it_is_free(
    alice: Person, bob: Person, dave: Person
) -> None:
    _, _, task = one_ripple()
    must_take(task, alice)
    must_take(task, bob)
    assert run_upkeep(now=after(minutes=31)).lapsed == 2
    assert recover(task, alice, now=after(minutes=32)).person == alice


def test_who_commits_after_a_lapse_has_an_effort_record(alice: Person, bob: Person, carol: Person) -> None:
    """Also without JavaScript, where no beat keeps the claim: else the item could never be accepted."""
    _, campaign, _ = one_ripple()
    start = timezone.now()  # what an event says is the database's time
    for person in (alice, bob):
        task = take(campaign, person, start)
        assert task is not None
    run_upkeep(now=start + timedelta(minutes=31))
    for person in (alice, bob):
        recover(task, person, now=start + timedelta(minutes=40))
    for person in (alice, bob):
        judge(task, person, now=start + timedelta(minutes=50))
    outcome = adjudicate(Disagreement.objects.get(), carol, now=start + timedelta(hours=1))
    assert outcome.decision == "accepted"


def test_the_drafts_of_both_stages_are_apart(alice: Person, bob: Person) -> None:
    _, _, task = one_ripple()
    must_take(task, alice)
    save_draft(task=task, actor=alice, stage=Stage.BLIND, version=0, body={"notes": "b"}, now=NOW)
    recover(task, alice)
    must_take(task, bob)
    recover(task, bob)
    draft = save_draft(task=task, actor=alice, stage=Stage.CLOSURE, version=0, body={}, now=after(days=1))
    assert draft is not None
    assert draft.stage == Stage.CLOSURE


def test_a_paused_campaign_takes_no_return(alice: Person) -> None:
    _, campaign, task = one_ripple()
    must_take(task, alice)
    type(campaign).objects.filter(pk=campaign.pk).update(state="paused")
    with pytest.raises(NotAllowed, match="paused"):
        recover(task, alice)


def test_new_guidelines_do_not_make_a_recovery_blind_again(alice: Person, bob: Person, sam: Person) -> None:
    _, campaign, task = one_ripple()
    with pytest.raises(NotAllowed, match="blind once"):
        requeue(campaign=campaign, task_ids=[task.pk], actor=sam, now=NOW)


# --- The adjudication ---------------------------------------------------------------------------------


def disputed(alice: Person, bob: Person) -> Disagreement:
    """Return an adjudication: bob finds the last edge ambiguous."""
    _, campaign, _ = one_ripple()
    task = both_recover(campaign, alice, bob)
    return both_judge(task, alice, bob, [None, closure_body(verdicts={"e6": "ambiguous"})])


LAST_EDGE = subject("edge", "below", "audit")


def test_an_ambiguity_left_open_is_not_acceptable(alice: Person, bob: Person, carol: Person) -> None:
    disagreement = disputed(alice, bob)
    with pytest.raises(Incomplete) as raised:
        adjudicate(disagreement, carol)
    assert raised.value.missing.keys() == {"accept-questions", LAST_EDGE}
    assert not Outcome.objects.exists()


def test_a_resolution_is_kept_beside_the_untouched_returns(alice: Person, bob: Person, carol: Person) -> None:
    disagreement = disputed(alice, bob)
    before = list(Return.objects.order_by("pk").values())
    item = disagreement.task.rippled
    outcome = adjudicate(disagreement, carol, outcome_body(item, resolve={LAST_EDGE: "in"}))
    assert outcome.body["resolutions"] == [
        {
            "subject": LAST_EDGE,
            "what": ["disagreement", "ambiguity"],
            "resolution": "in",
            "rationale": "because the text says so",
        }
    ]
    assert list(Return.objects.order_by("pk").values()) == before


def test_a_rejected_item_may_leave_questions_open(alice: Person, bob: Person, carol: Person) -> None:
    disagreement = disputed(alice, bob)
    outcome = adjudicate(disagreement, carol, decision="rejected")
    assert [line["line"] for line in outcome.body["acceptance"] if not line["ok"]] == ["questions"]
    disagreement.task.rippled.refresh_from_db()
    assert disagreement.task.rippled.state == ItemState.REJECTED


def test_an_adjudicator_may_withdraw_the_item(alice: Person, bob: Person, carol: Person) -> None:
    disagreement = disputed(alice, bob)
    adjudicate(disagreement, carol, decision="withdrawn")
    task = Task.objects.select_related("ripple").get()
    assert (task.state, task.rippled.state) == (TaskState.WITHDRAWN, ItemState.WITHDRAWN)


def test_an_outcome_says_why(alice: Person, bob: Person, carol: Person) -> None:
    disagreement = disputed(alice, bob)
    with pytest.raises(Incomplete) as raised:
        adjudicate(disagreement, carol, decision="accept")
    assert list(raised.value.missing) == ["decision"]


def test_said_twice_an_outcome_is_recorded_once(alice: Person, bob: Person, carol: Person) -> None:
    disagreement = disputed(alice, bob)
    outcome = adjudicate(disagreement, carol, decision="rejected")
    again = decide_ripple(
        disagreement=disagreement,
        actor=carol,
        decision="accepted",
        body={},
        rationale="no, yes",
        active_seconds=1,
        now=after(hours=1),
    )
    assert again == outcome


def test_an_accepted_item_of_the_same_source_in_another_split(
    alice: Person, bob: Person, carol: Person
) -> None:
    make_ripple_item("rk-other", split="development", source_id="2hop__7")
    _, campaign, _ = one_ripple(source_id="2hop__7")
    disagreement = both_judge(both_recover(campaign, alice, bob), alice, bob)
    RippleExclusion.objects.create(list="in review", source_id="2hop__7")
    with pytest.raises(Incomplete) as raised:
        adjudicate(disagreement, carol)
    assert raised.value.missing == {
        "accept-isolation": "Its source is in the split “development” too: rk-other. "
        "Its source is on the exclusion list “in review”."
    }


def test_a_withdrawn_item_no_longer_shares_its_source(
    alice: Person, bob: Person, carol: Person, sam: Person
) -> None:
    other = make_ripple_item(split="development", source_id="2hop__7")
    _, campaign, _ = one_ripple(source_id="2hop__7")
    disagreement = both_judge(both_recover(campaign, alice, bob), alice, bob)
    withdraw_ripple(item=other, reason="its source is used", actor=sam)
    assert adjudicate(disagreement, carol).decision == "accepted"


def test_a_return_without_any_time_is_no_effort_record(alice: Person, bob: Person, carol: Person) -> None:
    _, _, task = one_ripple()
    for person in (alice, bob):
        must_take(task, person)
        recover(task, person, now=NOW)  # in the very instant of the claim
    with pytest.raises(Incomplete) as raised:
        adjudicate(both_judge(task, alice, bob), carol)
    assert raised.value.missing == {
        "accept-effort": "The blind recovery by Alice has no effort record. "
        "The blind recovery by Bob has no effort record."
    }


def test_a_reviewer_does_not_adjudicate(alice: Person, bob: Person) -> None:
    disagreement = disputed(alice, bob)
    set_member(
        campaign=disagreement.campaign,
        person=make_person("alice", "adjudicator"),
        role="adjudicator",
        active=True,
        actor=None,
    )
    with pytest.raises(NotAllowed):
        claim_disagreement(disagreement=disagreement, actor=alice, now=NOW)


def test_whoever_opened_what_is_hidden_does_not_adjudicate(alice: Person, bob: Person, carol: Person) -> None:
    disagreement = disputed(alice, bob)
    assert waiting_for(carol, adjudicated_campaigns(carol)).exists()
    see_hidden(item=disagreement.task.rippled, actor=carol)
    with pytest.raises(NotAllowed):
        claim_disagreement(disagreement=disagreement, actor=carol, now=NOW)
    assert find_disagreement(carol, disagreement.code) is None
    assert not waiting_for(carol, adjudicated_campaigns(carol)).exists()


def test_taking_an_adjudication_up_is_no_obstacle_to_it(alice: Person, bob: Person, carol: Person) -> None:
    disagreement = disputed(alice, bob)
    claim_disagreement(disagreement=disagreement, actor=carol, now=NOW)
    assert RippleSeen.objects.get().what == "adjudication"
    assert find_disagreement(carol, disagreement.code) == disagreement


def test_the_draft_of_an_adjudication(alice: Person, bob: Person, carol: Person) -> None:
    disagreement = disputed(alice, bob)
    draft = save_ripple_draft(disagreement=disagreement, actor=carol, version=0, body={"a": 1}, now=NOW)
    draft = save_ripple_draft(
        disagreement=disagreement, actor=carol, version=draft.version, body={"a": 2}, now=NOW
    )
    assert (draft.version, draft.body) == (2, {"a": 2})
    for version in (0, 1):
        with pytest.raises(StaleDraft):
            save_ripple_draft(disagreement=disagreement, actor=carol, version=version, body={}, now=NOW)
    with pytest.raises(NotAllowed):
        save_ripple_draft(disagreement=disagreement, actor=alice, version=0, body={}, now=NOW)


def test_all_three_comment_and_nobody_else(alice: Person, bob: Person, carol: Person, dave: Person) -> None:
    task = disputed(alice, bob).task
    for person in (alice, bob, carol):
        add_comment(task=task, actor=person, body=f"{person} thinks", now=NOW)
    with pytest.raises(NotAllowed):
        add_comment(task=task, actor=dave, body="me too", now=NOW)
    with pytest.raises(Incomplete):
        add_comment(task=task, actor=alice, body=" \n", now=NOW)
    assert task.ripple_comments.count() == 3


def test_no_comment_before_both_closures_are_judged(alice: Person, bob: Person, carol: Person) -> None:
    _, campaign, _ = one_ripple()
    task = both_recover(campaign, alice, bob)
    judge(task, alice)
    assert not is_open_to_reviewer(task, alice)
    for person in (alice, bob, carol):
        with pytest.raises(NotAllowed):
            add_comment(task=task, actor=person, body="I think", now=NOW)


def test_each_reviewer_assents_or_dissents_once(
    alice: Person, bob: Person, carol: Person, dave: Person
) -> None:
    disagreement = disputed(alice, bob)
    outcome = adjudicate(disagreement, carol, decision="rejected")
    record_assent(outcome=outcome, actor=alice, assents=True, note="", now=NOW)
    with pytest.raises(Incomplete):
        record_assent(outcome=outcome, actor=bob, assents=False, note="", now=NOW)
    record_assent(outcome=outcome, actor=bob, assents=False, note="It is clear enough.", now=NOW)
    for person in (alice, dave, carol):
        with pytest.raises(NotAllowed):
            record_assent(outcome=outcome, actor=person, assents=True, note="", now=NOW)
    assert list(outcome.assents.order_by("pk").values_list("assents", flat=True)) == [True, False]


# --- Leaving ------------------------------------------------------------------------------------------


def test_an_uncommitted_slot_passes_to_somebody_who_has_seen_nothing(
    alice: Person, bob: Person, dave: Person, sam: Person
) -> None:
    _, campaign, task = one_ripple()
    must_take(task, alice)
    release_reviewer(task=task, person=alice, actor=sam)
    assert take(campaign, alice, after(minutes=1)) is None
    with pytest.raises(NotYours):
        recover(task, alice)
    must_take(task, bob)
    must_take(task, dave)


def test_whoever_takes_over_recovers_blind_first_and_then_judges(
    alice: Person, bob: Person, dave: Person, carol: Person, sam: Person
) -> None:
    _, campaign, _ = one_ripple()
    task = both_recover(campaign, alice, bob)
    release_reviewer(task=task, person=alice, actor=sam)
    assert closure_slots(task) == [("alice", "void"), ("bob", "claimed")]
    judge(task, bob, now=after(minutes=10))
    assert not Disagreement.objects.exists()
    must_take(task, dave)
    with pytest.raises(NotYours):
        judge(task, dave)
    recover(task, dave, now=after(minutes=15))
    judge(task, dave, now=after(minutes=20))
    assert [slot.person for slot in current_seats(task)] == [bob, dave]
    found = read_record(Task.objects.get(pk=task.pk))
    assert [one.person for one in (*found.blind_returns, *found.closure_returns)] == [bob, dave] * 2
    assert Return.objects.filter(person=alice, stage=Stage.BLIND).exists()
    assert adjudicate(Disagreement.objects.get(), carol, now=after(minutes=40)).decision == "accepted"


def test_one_who_leaves_after_the_blind_return_keeps_the_closure_shut(
    alice: Person, bob: Person, dave: Person, sam: Person
) -> None:
    _, _, task = one_ripple()
    must_take(task, alice)
    recover(task, alice)
    release_reviewer(task=task, person=alice, actor=sam)
    must_take(task, bob)
    recover(task, bob)
    assert closure_slots(task) == []
    must_take(task, dave)
    recover(task, dave)
    assert closure_slots(task) == [("bob", "claimed"), ("dave", "claimed")]


def test_one_who_left_comes_back_to_nothing(alice: Person, bob: Person, dave: Person, sam: Person) -> None:
    _, campaign, _ = one_ripple()
    task = both_recover(campaign, alice, bob)
    release_reviewer(task=task, person=alice, actor=sam)
    assert take(campaign, alice) is None
    with pytest.raises(NotYours, match="somebody else"):
        judge(task, alice)
    with pytest.raises(NotAllowed):
        release_reviewer(task=task, person=alice, actor=sam)


def test_one_who_replaced_may_be_replaced(alice: Person, bob: Person, dave: Person, sam: Person) -> None:
    erin = make_person("erin", "annotator")
    _, campaign, _ = one_ripple()
    set_member(campaign=campaign, person=erin, role="annotator", active=True, actor=None)
    task = both_recover(campaign, alice, bob)
    release_reviewer(task=task, person=alice, actor=sam)
    must_take(task, dave)
    recover(task, dave)
    release_reviewer(task=task, person=dave, actor=sam)
    must_take(task, erin)
    recover(task, erin)
    assert closure_slots(task) == [
        ("alice", "void"),
        ("bob", "claimed"),
        ("dave", "void"),
        ("erin", "claimed"),
    ]


def test_one_who_has_judged_the_closure_cannot_be_replaced(alice: Person, bob: Person, sam: Person) -> None:
    _, campaign, _ = one_ripple()
    task = both_recover(campaign, alice, bob)
    judge(task, alice)
    with pytest.raises(NotAllowed, match="on record"):
        release_reviewer(task=task, person=alice, actor=sam)


def test_all_open_work_of_a_person_is_released(alice: Person, bob: Person, dave: Person, sam: Person) -> None:
    items = [make_ripple_item(), make_ripple_item()]
    campaign = make_ripple_campaign(items)
    first = both_recover(campaign, alice, bob)
    second = take(campaign, alice)
    assert second not in (None, first)
    assert release_open_tasks(person=alice, actor=sam) == 2
    assert not Slot.objects.filter(person=alice, state=SlotState.CLAIMED).exists()
    assert {take(campaign, dave, after(minutes=1)).ripple for _ in range(1)} <= set(items)


def test_work_is_reassigned_only_to_one_who_has_seen_nothing(
    alice: Person, bob: Person, dave: Person, sam: Person
) -> None:
    item, _, task = one_ripple()
    must_take(task, alice)
    set_member(
        campaign=task.campaign,
        person=make_person("sam", "annotator"),
        role="annotator",
        active=True,
        actor=None,
    )
    see_hidden(item=item, actor=sam)
    assert reassign_open_tasks(person=alice, to=sam, actor=sam).kept == 1
    assert reassign_open_tasks(person=alice, to=dave, actor=sam).moved == 1
    assert take(task.campaign, alice, after(minutes=1)) is None


def test_an_adjudication_goes_back_to_one_who_had_taken_it_up(
    alice: Person, bob: Person, carol: Person, sam: Person
) -> None:
    disagreement = disputed(alice, bob)
    clara = make_person("clara", "adjudicator")
    set_member(campaign=disagreement.campaign, person=clara, role="adjudicator", active=True, actor=None)
    claim_disagreement(disagreement=disagreement, actor=carol, now=NOW)
    assert reassign_open_tasks(person=carol, to=clara, actor=sam).moved == 1
    assert reassign_open_tasks(person=clara, to=carol, actor=sam).moved == 1


def test_a_closure_is_not_reassigned(alice: Person, bob: Person, dave: Person, sam: Person) -> None:
    _, campaign, _ = one_ripple()
    both_recover(campaign, alice, bob)
    assert reassign_open_tasks(person=alice, to=dave, actor=sam).kept == 1


def test_a_manager_who_opened_what_is_hidden_gets_no_slot(alice: Person, sam: Person) -> None:
    item, campaign, task = one_ripple()
    set_member(
        campaign=campaign, person=make_person("sam", "annotator"), role="annotator", active=True, actor=None
    )
    see_hidden(item=item, actor=sam)
    see_hidden(item=item, actor=sam)
    assert take(campaign, sam) is None
    assert Event.objects.get(verb="see_hidden").ripple == item
    must_take(task, alice)


def test_a_reviewer_opens_nothing_hidden_until_the_item_is_decided(
    alice: Person, bob: Person, carol: Person
) -> None:
    item, _, task = one_ripple()
    must_take(task, alice)
    with pytest.raises(NotAllowed, match="until it is decided"):
        see_hidden(item=item, actor=alice)
    must_take(task, bob)
    recover(task, alice)
    recover(task, bob, now=after(minutes=1))
    with pytest.raises(NotAllowed):
        see_hidden(item=item, actor=alice)
    adjudicate(both_judge(task, alice, bob), carol, decision="rejected")
    see_hidden(item=item, actor=alice)


# --- Withdrawing --------------------------------------------------------------------------------------


def test_a_withdrawn_item_keeps_its_history(alice: Person, bob: Person, sam: Person) -> None:
    disagreement = disputed(alice, bob)
    item = disagreement.task.rippled
    withdraw_ripple(item=item, reason="the source is wrong", actor=sam)
    assert Return.objects.count() == 4
    disagreement.refresh_from_db()
    assert disagreement.state == "dissolved"
    assert Event.objects.get(verb="withdraw_item").new == {"reason": "the source is wrong"}
    with pytest.raises(IllegalMove):
        withdraw_ripple(item=item, reason="again", actor=sam)


def test_a_withdrawal_says_why(sam: Person) -> None:
    item = make_ripple_item()
    with pytest.raises(Incomplete):
        withdraw_ripple(item=item, reason=" ", actor=sam)
    with pytest.raises(Incomplete):
        withdraw_batch(batch=item.batch, reason="", actor=sam)


def test_open_places_of_a_withdrawn_item_are_void(alice: Person, bob: Person, sam: Person) -> None:
    item, campaign, task = one_ripple()
    must_take(task, alice)
    withdraw_ripple(item=item, reason="wrong", actor=sam)
    assert set(task.slots.values_list("state", flat=True)) == {SlotState.VOID}
    assert take(campaign, bob) is None
    with pytest.raises(NotAllowed, match="withdrawn"):
        recover(task, alice)


def test_a_whole_batch_is_withdrawn_with_one_reason(alice: Person, sam: Person) -> None:
    batch = make_batch()
    items = [make_ripple_item(batch=batch) for _ in range(3)]
    kept = make_ripple_item()
    make_ripple_campaign([items[0], kept])
    withdraw_ripple(item=items[1], reason="alone", actor=sam)
    assert withdraw_batch(batch=batch, reason="the generator was wrong", actor=sam) == 2
    assert {item.state for item in batch.items.all()} == {ItemState.WITHDRAWN}
    kept.refresh_from_db()
    assert kept.state == ItemState.IN_REVIEW
    assert withdraw_batch(batch=batch, reason="again", actor=sam) == 0


def test_a_unit_that_both_missed_enters_the_final_closure(alice: Person, bob: Person, carol: Person) -> None:
    item, campaign, _ = one_ripple()
    task = both_recover(campaign, alice, bob, [blind_body([*MEMBERS, "south"])] * 2)
    disagreement = both_judge(task, alice, bob, [closure_body(added={"south": ["edit"]})] * 2)
    resolve = {subject("unit", "south"): "in", subject("edge", "edit", "south"): "in"}
    marked = [("south", "number", 13, 18)]
    body = outcome_body(item, add={"south": ["edit"]}, spans=marked, resolve=resolve)
    outcome = adjudicate(disagreement, carol, body)
    assert {"unit_id": unit("south"), "depth": 1} in outcome.body["units"]
    assert outcome.decided_at - NOW == timedelta(minutes=20)
