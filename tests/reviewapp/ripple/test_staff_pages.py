"""The managers' pages of ripple review: figures, items, audit packets, and what they record of who looks."""

from __future__ import annotations

import hashlib
import json

import pytest
from django.urls import reverse

from reviewapp.jobs.progress import Progress
from reviewapp.models import Event, Job, RippleItem, RippleSeen, Slot, Task
from reviewapp.rules.protocol import NotAllowed, Role
from reviewapp.staff.actions.campaigns import set_member
from reviewapp.staff.jobs import compute_figures
from reviewapp.staff.queries import figures
from reviewapp.work.actions.questions import ask
from reviewapp.workflows.ripple.actions.adjudicating import add_comment, record_assent
from reviewapp.workflows.ripple.actions.seeing import see_campaign, see_hidden
from reviewapp.workflows.ripple.queries.figures import compute_ripples, read_reviewed
from tests.factories import make_person
from tests.reviewapp.desk import NOW
from tests.reviewapp.staff_desk import as_person

from .making import (
    MEMBERS,
    adjudicate,
    blind_body,
    both_judge,
    both_recover,
    closure_body,
    make_ripple_campaign,
    make_ripple_item,
    outcome_body,
    recover,
    subject,
    take,
    unit,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return make_ripple_campaign(3)


@pytest.fixture
def decided(campaign, alice, bob, carol):
    """The first item: bob does not see `share`, both see `dawn`, which the closure lacks; it stays out."""
    bodies = (blind_body([*MEMBERS, "dawn"]), blind_body(["north", "total", "below", "audit", "dawn"]))
    task = both_recover(campaign, alice, bob, bodies)
    case = both_judge(task, alice, bob)
    asked = {subject("unit", "share"): "in", subject("unit", "dawn"): "out"}
    outcome = adjudicate(case, carol, outcome_body(task.ripple, resolve=asked))
    record_assent(outcome=outcome, actor=alice, assents=True, note="", now=NOW)
    return outcome


@pytest.fixture
def sams(sam):
    return as_person("sam")


def page(client, name, *args, **query):
    return client.get(reverse(name, args=args, query=query))


def test_the_list_of_campaigns_wants_two_returns_an_item_from_each_reviewer(campaign, decided, sams):
    assert "4 of 12" in page(sams, "campaigns").text


# --- Figures -------------------------------------------------------------------------------------------


def test_figures_come_from_what_was_returned(campaign, decided):
    found = compute_ripples(campaign, replicates=0, seed=1)
    rows = {row["who"]: row for row in found["recovery"]}
    assert rows["alice"]["precision"]["value"] == pytest.approx(5 / 6)
    assert (rows["alice"]["complete"]["value"], rows["bob"]["recall"]["value"]) == (1.0, 0.8)
    assert found["missed"] == [[decided.task.ripple.code, unit("dawn")]]
    assert {(row["who"], row["followed"]) for row in found["followed"]} == {("alice", 1), ("bob", 0)}
    assert dict(found["steps"])["accepted"] == 1
    assert dict(found["steps"])["blind recovery, none is in"] == 2


def test_reading_takes_as_many_statements_for_one_item_as_for_three(
    campaign, decided, alice, bob, django_assert_num_queries
):
    with django_assert_num_queries(4):
        list(read_reviewed(campaign))
    both_recover(campaign, alice, bob)
    with django_assert_num_queries(4):
        assert len(list(read_reviewed(campaign))) == 3


def test_a_stage_counts_once_both_are_in(campaign, alice):
    task = take(campaign, alice)
    recover(task, alice)
    assert compute_ripples(campaign, replicates=0, seed=1)["recovery"] == []


@pytest.fixture
def computed(campaign, decided, sam, monkeypatch):
    monkeypatch.setattr(figures, "REPLICATES", 20)
    result = compute_figures(Progress(), campaign=campaign.code)
    args = {"campaign": campaign.code}
    Job.objects.create(kind=figures.KIND, title="Figures", state="done", args=args, result=result)
    return campaign


def test_the_figures_stand_on_a_page_and_open_nothing(computed, sams):
    answer = page(sams, "campaign_ripple", computed.code)
    assert answer.status_code == 200
    assert b"both of them" in answer.content
    assert b"1 unit that both selected" in answer.content
    assert not RippleSeen.objects.filter(person__username="sam").exists()


@pytest.mark.parametrize("table", ["steps", "recovery", "agreement", "followed", "changes", "effort"])
def test_every_table_can_be_had_as_csv(computed, sams, table):
    lines = b"".join(page(sams, "campaign_ripple_csv", computed.code, table)).decode().split("\r\n")
    assert len(lines) > 2


def test_who_still_reviews_in_the_campaign_sees_no_figures(computed, sam, sams):
    make_person("sam", "annotator")
    set_member(campaign=computed, person=sam, role=Role.ANNOTATOR, active=True, actor=None)
    for name in ("campaign_ripple", "campaign_missed"):
        answer = page(sams, name, computed.code)
        assert b"You are an annotator of this campaign" in answer.content
        assert b"both of them" not in answer.content
    assert page(sams, "campaign_ripple_csv", computed.code, "recovery").status_code == 302


@pytest.mark.parametrize("name", ["campaign_claims", "campaign_effort", "campaign_progress"])
def test_who_reviews_in_the_campaign_does_not_learn_whether_others_have_begun(campaign, bob, sam, sams, name):
    take(campaign, bob)
    make_person("sam", "annotator")
    assert page(sams, name, campaign.code).status_code == 200
    set_member(campaign=campaign, person=sam, role=Role.ANNOTATOR, active=True, actor=None)
    answer = page(sams, name, campaign.code)
    assert answer["Location"] == reverse("campaign_ripple", args=[campaign.code])
    assert page(sams, "campaign_csv", campaign.code, "progress").status_code == 302


def test_what_the_closure_lacks_is_listed_once_it_is_opened(computed, decided, sam, sams):
    assert b"The gulls rise" not in page(sams, "campaign_missed", computed.code).content
    sams.post(reverse("campaign_missed", args=[computed.code]))
    assert b"The gulls rise" in page(sams, "campaign_missed", computed.code).content
    seen = RippleSeen.objects.get(person=sam)
    assert (seen.item, seen.what) == (decided.task.ripple, "hidden")


# --- Items ---------------------------------------------------------------------------------------------


def test_items_are_listed_by_state_batch_and_campaign(campaign, decided, sams):
    item = decided.task.ripple
    for query in ({"state": "accepted"}, {"batch": item.batch.code}, {"q": item.item_id}):
        assert [one.pk for one in page(sams, "ripple_items", **query).context["page"]] == [item.pk]
    assert len(page(sams, "ripple_items", campaign=campaign.code).context["page"]) == 3


def test_an_item_shows_nothing_hidden_until_it_is_opened(decided, sams, sam):
    item = decided.task.ripple
    closed = page(sams, "ripple_item", item.code).content.decode()
    assert item.key.source_id not in closed
    assert "proposed, depth" not in closed
    sams.post(reverse("ripple_open", args=[item.code]))
    opened = page(sams, "ripple_item", item.code).content.decode()
    assert "proposed, depth 4" in opened
    assert "✓ Valid final closure" in opened
    assert RippleSeen.objects.filter(item=item, person=sam, what="hidden").exists()


def test_acceptance_lines_say_what_is_missing_and_where(campaign, alice, bob, sams, sam):
    task = both_recover(campaign, alice, bob)
    both_judge(task, alice, bob, (None, closure_body(verdicts={"audit": "not_supported"})))
    see_hidden(item=task.ripple, actor=sam)
    answer = page(sams, "ripple_item", task.ripple.code).content.decode()
    assert "✗ No open question" in answer
    assert '<a href="#unit-7">' in answer


def test_a_reviewer_at_work_cannot_open_the_item(campaign, alice):
    make_person("alice", "manager")
    task = take(campaign, alice)
    browser = as_person("alice")
    browser.post(reverse("ripple_open", args=[task.ripple.code]))
    answer = page(browser, "ripple_item", task.ripple.code).content.decode()
    assert "proposed, depth" not in answer
    assert not RippleSeen.objects.exists()
    for name in ("ripple_packet", "ripple_packet_page"):
        assert page(browser, name, task.ripple.code).status_code == 302


def test_a_reviewer_is_released(campaign, alice, sams):
    task = take(campaign, alice)
    sams.post(reverse("ripple_release", args=[task.ripple.code]), {"person": alice.code})
    assert set(Slot.objects.filter(task=task).values_list("state", flat=True)) == {"free"}
    assert RippleSeen.objects.get().what == "released"


def test_an_item_is_withdrawn_with_a_reason(decided, sams):
    address = reverse("ripple_withdraw", args=[decided.task.ripple.code])
    sams.post(address, {"reason": ""})
    assert RippleItem.objects.get(pk=decided.task.ripple_id).state == "accepted"
    sams.post(address, {"reason": "The source is wrong."})
    assert RippleItem.objects.get(pk=decided.task.ripple_id).state == "withdrawn"


def test_a_batch_is_withdrawn_with_one_reason(campaign, sams):
    batch = RippleItem.objects.earliest("pk").batch
    sams.post(reverse("ripple_batch_withdraw", args=[batch.code]), {"reason": "A leak."})
    assert set(RippleItem.objects.filter(batch=batch).values_list("state", flat=True)) == {"withdrawn"}
    assert Event.objects.get(verb="withdraw_batch").new["reason"] == "A leak."


def test_claims_of_ripple_review_are_listed(campaign, alice, sams):
    task = take(campaign, alice)
    assert task.ripple.item_id.encode() in page(sams, "campaign_claims", campaign.code).content
    assert page(sams, "campaign", campaign.code).status_code == 200
    lines = b"".join(page(sams, "campaign_csv", campaign.code, "claims")).decode()
    assert task.ripple.item_id in lines


# --- Queues and threads --------------------------------------------------------------------------------


def test_a_campaign_of_ripple_review_is_set_up_and_filled_on_its_pages(sams):
    first, second = make_ripple_item(), make_ripple_item()
    held = {
        "name": "Closures of the autumn",
        "kind": "ripple",
        "overlap": 2,
        "guidelines": "Follow the edit.",
        "domains": "Sciences",
        "batches": [first.batch_id],
    }
    assert sams.post(reverse("campaign_new"), held).status_code == 302
    task = Task.objects.get(campaign__name="Closures of the autumn")
    assert task.ripple == first
    fill = reverse("campaign_items", args=[task.campaign.code])
    assert b"1 item" in sams.post(fill, {"count": "1"}).content.replace(
        b'</strong> <span class="muted">', b" "
    )
    sams.post(fill)
    assert set(Task.objects.values_list("ripple", flat=True)) == {first.pk, second.pk}


def test_three_people_an_item_are_refused_for_ripple_review(sams):
    held = {"name": "Three", "kind": "ripple", "overlap": 3, "guidelines": "x", "domains": "Sciences"}
    assert b"exactly two people an item" in sams.post(reverse("campaign_new"), held).content


def test_a_question_on_a_ripple_item_can_be_read_and_answered(campaign, alice, sams):
    task = take(campaign, alice)
    question = ask(task=task, asker=alice, author=alice, body="Is the gull a unit?")
    for name, args in (("inbox", ()), ("thread", (question.code,)), ("person", (alice.code,))):
        assert task.ripple.item_id.encode() in page(sams, name, *args).content


# --- Audit packets -------------------------------------------------------------------------------------


def packet(client, name, *args):
    lines = b"".join(page(client, name, *args)).split(b"\n")
    return [json.loads(line) for line in lines if line]


def test_a_packet_holds_every_part_with_its_hash(decided, sam, sams):
    item = decided.task.ripple
    see_hidden(item=item, actor=sam)
    raw = b"".join(page(sams, "ripple_packet", item.code))
    parts = [json.loads(line) for line in raw.split(b"\n") if line]
    assert [part["part"] for part in parts] == [
        *("guidelines", "item", "record", "import", "reviews", "places", "blind_returns", "closure_returns"),
        *("adjudication", "final", "effort", "seen", "events", "manifest"),
    ]
    for line, part in zip(raw.split(b"\n"), parts, strict=False):
        assert hashlib.sha256(line.split(b',"data":', 1)[1][:-1]).hexdigest() == part["sha256"]
    listed = {row["part"]: row["sha256"] for row in parts[-1]["data"]}
    assert listed == {part["part"]: part["sha256"] for part in parts[:-1]}


def test_the_record_of_a_packet_has_the_hash_of_its_import(decided, sam, sams):
    item = decided.task.ripple
    see_hidden(item=item, actor=sam)
    parts = {part["part"]: part for part in packet(sams, "ripple_packet", item.code)}
    assert parts["record"]["sha256"] == hashlib.sha256(item.key.record.rstrip("\n").encode()).hexdigest()
    assert "closure" not in parts["item"]["data"]


def test_a_packet_names_people_by_pseudonym(decided, alice, bob, carol, sam, sams):
    item = decided.task.ripple
    add_comment(task=decided.task, actor=alice, body="Well decided.", now=NOW)
    see_hidden(item=item, actor=sam)
    text = b"".join(page(sams, "ripple_packet", item.code)).decode()
    for person in (alice, bob, carol, sam):
        assert person.pseudonym in text
        assert person.username not in text
        assert person.code not in text
    assert "Well decided." in text


def test_a_packet_can_be_printed(decided, sam, sams):
    see_hidden(item=decided.task.ripple, actor=sam)
    text = b"".join(page(sams, "ripple_packet_page", decided.task.ripple.code)).decode()
    assert "audit follows" in text
    assert "The gulls rise before the bell." in text
    assert text.endswith("</html>\n")


def test_a_campaign_packet_opens_all_of_it(campaign, decided, sam, sams):
    answer = sams.post(reverse("campaign_packet", args=[campaign.code]), {"as": "jsonl"})
    parts = [json.loads(line) for line in b"".join(answer).split(b"\n") if line]
    assert [part["part"] for part in parts].count("manifest") == 3
    assert RippleSeen.objects.filter(person=sam, what="hidden").count() == 3
    printed = sams.post(reverse("campaign_packet", args=[campaign.code]), {"as": "page"})
    assert b"".join(printed).count(b"<h3>Manifest</h3>") == 3


def test_who_reviews_an_item_gets_no_packet_of_its_campaign(campaign, alice):
    make_person("alice", "manager")
    take(campaign, alice)
    answer = as_person("alice").post(reverse("campaign_packet", args=[campaign.code]), {"as": "jsonl"})
    assert answer.status_code == 302
    assert not RippleSeen.objects.exists()


def test_opening_some_items_of_a_campaign_opens_those_alone(campaign, sam):
    first = Task.objects.filter(campaign=campaign).earliest("pk")
    assert see_campaign(campaign=campaign, actor=sam, item_ids=[first.ripple_id]) == 1
    assert see_campaign(campaign=campaign, actor=sam, item_ids=[first.ripple_id]) == 0
    assert RippleSeen.objects.get().item_id == first.ripple_id
    assert Event.objects.filter(verb="see_hidden").count() == 1


def test_opening_a_campaign_is_refused_to_its_reviewers_at_work(campaign, alice):
    take(campaign, alice)
    with pytest.raises(NotAllowed):
        see_campaign(campaign=campaign, actor=alice)
