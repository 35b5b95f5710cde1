import pytest

from reviewapp.models import Disagreement, Event, Outcome, Return
from reviewapp.rules.protocol import (
    DisagreementState,
    Incomplete,
    ItemState,
    NotAllowed,
    NotYours,
    Role,
    TaskState,
)
from reviewapp.staff.actions.campaigns import requeue, set_member, withdraw_item
from reviewapp.work.actions.adjudication import (
    check_may_adjudicate,
    claim_disagreement,
    renew_disagreement,
    resolve_disagreement,
)
from tests.factories import make_campaign, make_item, make_person

from .desk import NOW, after, decide, dispute, must_claim

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(alice, bob, carol):
    return make_campaign(items=2, overlap=2, adjudicators=("carol", "clara"))


@pytest.fixture
def disagreement(campaign, alice, bob):
    return dispute(campaign, alice, bob)


@pytest.fixture
def clara(campaign):
    return make_person("clara")


def claim(disagreement, person, now=NOW):
    return claim_disagreement(disagreement=disagreement, actor=person, now=now)


def resolve(disagreement, person, decision="accept", *, reason="", domain="", rationale="Clear.", now=NOW):
    return resolve_disagreement(
        disagreement=disagreement,
        actor=person,
        decision=decision,
        reason=reason,
        domain=domain,
        rationale=rationale,
        active_seconds=12.5,
        now=now,
    )


def test_an_outcome_is_a_third_record_beside_the_untouched_returns(campaign, disagreement, carol):
    before = list(Return.objects.values())
    outcome = resolve(disagreement, carol, "reject", reason="other", domain="law", rationale="No source.")
    outcome.refresh_from_db()
    assert [outcome.decision, outcome.reason, outcome.domain] == ["reject", "other", "law"]
    assert (outcome.rationale, outcome.active_seconds, outcome.decided_at) == ("No source.", 12.5, NOW)
    assert (outcome.adjudicator, outcome.guideline) == (carol, campaign.guideline)
    assert list(Return.objects.values()) == before


@pytest.mark.parametrize(
    ("decision", "reason", "state"),
    [("accept", "", ItemState.ACCEPTED), ("reject", "noisy_reference", ItemState.REJECTED)],
)
def test_the_outcome_decides_task_and_item(disagreement, carol, decision, reason, state):
    resolve(disagreement, carol, decision, reason=reason, domain="law", now=after(hours=1))
    task = disagreement.task
    task.refresh_from_db()
    assert (task.state, task.decided_at) == (TaskState.DECIDED, after(hours=1))
    assert (task.item.state, task.item.domain) == (state, "law")
    disagreement.refresh_from_db()
    assert disagreement.state == DisagreementState.DECIDED


def test_said_twice_it_is_recorded_once(disagreement, carol):
    assert resolve(disagreement, carol) == resolve(disagreement, carol, "reject", reason="other")
    assert Outcome.objects.get().decision == "accept"
    assert Event.objects.filter(verb="adjudicate").count() == 1


def test_what_another_has_resolved_is_refused(disagreement, carol, clara):
    resolve(disagreement, carol)
    with pytest.raises(NotYours, match="no longer open"):
        resolve(disagreement, clara)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"rationale": ""}, "rationale"),
        ({"rationale": " \n"}, "rationale"),
        ({"decision": ""}, "decision"),
        ({"decision": "reject"}, "reason"),
        ({"domain": "cooking"}, "domain"),
    ],
)
def test_what_lacks_something_is_not_recorded(disagreement, carol, values, field):
    with pytest.raises(Incomplete) as caught:
        resolve(disagreement, carol, **values)
    assert list(caught.value.missing) == [field]
    disagreement.refresh_from_db()
    assert disagreement.state == DisagreementState.OPEN


def test_a_reviewer_of_the_task_cannot_adjudicate_it(campaign, disagreement, alice, sam):
    alice = make_person("alice", Role.ADJUDICATOR)
    set_member(campaign=campaign, person=alice, role=Role.ADJUDICATOR, active=True, actor=sam)
    for act in (claim, resolve):
        with pytest.raises(NotAllowed, match="reviewed this item yourself"):
            act(disagreement, alice)


def test_one_who_is_no_adjudicator_of_the_campaign_cannot(disagreement, sam):
    for act in (claim, resolve):
        with pytest.raises(NotAllowed, match="no adjudicator"):
            act(disagreement, sam)


def test_an_adjudicator_of_another_campaign_cannot(disagreement):
    dora = make_person("dora")
    make_campaign(adjudicators=["dora"])
    for act in (claim, resolve):
        with pytest.raises(NotAllowed, match="no adjudicator"):
            act(disagreement, dora)


def test_an_annotator_of_the_campaign_cannot_though_new_to_the_task(campaign, disagreement, sam):
    dave = make_person("dave")
    set_member(campaign=campaign, person=dave, role=Role.ANNOTATOR, active=True, actor=sam)
    for act in (claim, resolve):
        with pytest.raises(NotAllowed, match="no adjudicator"):
            act(disagreement, dave)


def test_one_who_has_ceased_to_be_an_adjudicator_cannot(campaign, disagreement, carol, sam):
    set_member(campaign=campaign, person=carol, role=Role.ADJUDICATOR, active=False, actor=sam)
    with pytest.raises(NotAllowed):
        check_may_adjudicate(disagreement=disagreement, person=carol)


def test_a_claim_keeps_others_out_for_half_an_hour(disagreement, carol, clara):
    assert claim(disagreement, carol).lease_until == after(minutes=30)
    for act in (claim, resolve):
        with pytest.raises(NotYours, match="Another adjudicator"):
            act(disagreement, clara, now=after(minutes=29))
    assert claim(disagreement, clara, after(minutes=30)).claimed_by == clara


def test_a_claim_is_renewed_and_logged_once(disagreement, carol):
    claim(disagreement, carol)
    assert claim(disagreement, carol, after(minutes=10)).lease_until == after(minutes=40)
    renew_disagreement(disagreement=disagreement, actor=carol, now=after(minutes=20))
    disagreement.refresh_from_db()
    assert disagreement.lease_until == after(minutes=50)
    assert Event.objects.filter(verb="claim_adjudication").count() == 1


def test_nobody_renews_the_claim_of_another(disagreement, carol, clara):
    claim(disagreement, carol)
    renew_disagreement(disagreement=disagreement, actor=clara, now=after(minutes=20))
    disagreement.refresh_from_db()
    assert disagreement.lease_until == after(minutes=30)


def test_what_is_resolved_cannot_be_claimed(disagreement, carol, clara):
    resolve(disagreement, carol)
    with pytest.raises(NotYours, match="no longer open"):
        claim(disagreement, clara)


def test_the_disagreement_of_a_withdrawn_item_cannot_be_resolved(disagreement, carol, sam):
    withdraw_item(item=disagreement.task.item, reason="Twice in the bank.", actor=sam)
    with pytest.raises(NotYours):
        resolve(disagreement, carol)
    assert not Outcome.objects.exists()


def test_a_second_round_can_be_adjudicated_by_the_same_person(alice, bob, carol, sam):
    campaign = make_campaign(items=[make_item()], overlap=2)
    first = dispute(campaign, alice, bob)
    resolve(first, carol)
    requeue(campaign=campaign, task_ids=[first.task_id], actor=sam, now=NOW)
    decide(campaign, alice)
    assert must_claim(campaign, bob) == first.task
    assert Disagreement.objects.count() == 1


def test_the_event_says_what_was_decided(disagreement, carol):
    outcome = resolve(disagreement, carol, "reject", reason="other", domain="law")
    event = Event.objects.get(verb="adjudicate")
    assert event.new == {"outcome": outcome.code, "decision": "reject", "reason": "other", "domain": "law"}
    assert (event.actor, event.task, event.item) == (carol, disagreement.task, disagreement.task.item)
