"""Adjudication pages: what waits, both returns side by side, one outcome beside them."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from reviewapp.models import Disagreement, EvidenceItem, Heartbeat, Outcome, Return
from reviewapp.staff.actions.campaigns import set_member
from tests.factories import make_campaign, make_document, make_item, make_person
from tests.reviewapp.workdesk import HTMX, as_person, judge, take

pytestmark = pytest.mark.django_db

DECISION = {"verdict": "accept", "domain": "law", "rationale": "It stands in line two."}


def dispute(*, adjudicators=("carol",), **item):
    """Let alice accept and bob reject an item; return their disagreement."""
    campaign = make_campaign(items=[make_item(**item)], overlap=2, adjudicators=adjudicators)
    alice, bob = take(campaign, "alice"), take(campaign, "bob")
    judge(alice, "alice", note="alice's note")
    judge(bob, "bob", "reject", reason="ambiguous_question", note="bob's note", domain="law")
    return Disagreement.objects.select_related("task__item").get(campaign=campaign)


def at(disagreement, name="adjudicate", *args):
    return reverse(name, args=[disagreement.code, *args])


def test_what_waits_is_listed_with_what_differs():
    dispute(query="Who sank?")
    page = as_person("carol").get("/adjudication/").text
    assert "Who sank?" in page
    for field in ("decision", "reason", "domain"):
        assert f'<span class="pill pill-odd">{field}</span>' in page


def test_an_empty_list_says_when_something_comes(carol):
    assert "No disagreement waits" in as_person("carol").get("/adjudication/").text


def test_what_another_adjudicator_is_at_is_not_offered():
    disagreement = dispute(adjudicators=["carol", "cleo"], query="Who sank?")
    as_person("cleo").get(at(disagreement))
    assert "Who sank?" not in as_person("carol").get("/adjudication/").text
    answer = as_person("carol").get(at(disagreement), follow=True)
    assert "Another adjudicator is at this one." in answer.text


def test_both_returns_stand_side_by_side_without_names():
    page = as_person("carol").get(at(dispute())).text
    for shown in ["alice&#x27;s note", "bob&#x27;s note", "Reviewer 1", "Reviewer 2", "Ambiguous question"]:
        assert shown in page
    assert "Alice" not in page
    assert "Bob" not in page


def test_the_evidence_of_both_is_marked_in_the_document():
    document = make_document("one two three")
    campaign = make_campaign(items=[make_item(documents=[document])], overlap=2)
    for name, start, decision, reason in (("alice", 0, "accept", ""), ("bob", 4, "reject", "other")):
        task = take(campaign, name)
        sent = {
            "verdict": reason or decision,
            "note": "x",
            "evidence": f"{document.doc_id}:{start}:{start + 3}",
        }
        as_person(name).post(reverse("task", args=[task.code]), sent)
    disagreement = Disagreement.objects.get()
    client = as_person("carol")
    for page in (
        client.get(at(disagreement)),
        client.get(at(disagreement, "adjudication_document", 1), headers=HTMX),
    ):
        assert '<mark class="evidence">one</mark> <mark class="evidence">two</mark>' in page.text


def test_an_outcome_is_a_third_record_beside_the_returns(carol):
    disagreement = dispute()
    before = list(Return.objects.order_by("id").values())
    answer = as_person("carol").post(at(disagreement), {**DECISION, "rationale": "\r\ntwo\r\nlines"})
    made = Outcome.objects.get()
    assert answer["Location"] == "/adjudication/"
    assert (made.decision, made.domain, made.rationale, made.adjudicator) == (
        "accept",
        "law",
        "\ntwo\nlines",
        carol,
    )
    assert list(Return.objects.order_by("id").values()) == before
    assert EvidenceItem.objects.get().state == "accepted"


def test_the_next_disagreement_follows():
    first, second = dispute(), dispute()
    set_member(
        campaign=first.campaign, person=make_person("carol"), role="adjudicator", active=True, actor=None
    )
    answer = as_person("carol").post(at(first), DECISION)
    assert answer["Location"] == at(second)


def test_the_same_post_twice_makes_one_outcome():
    disagreement, client = dispute(), as_person("carol")
    client.post(at(disagreement), DECISION)
    page = client.post(at(disagreement), {**DECISION, "verdict": "other"})
    assert page.status_code == 200
    assert "was not recorded" not in page.text
    assert Outcome.objects.get().decision == "accept"


def test_who_comes_second_is_told_so():
    disagreement = dispute(adjudicators=["carol", "cleo"])
    as_person("carol").post(at(disagreement), DECISION)
    page = as_person("cleo").post(at(disagreement), DECISION)
    assert "your outcome was not recorded" in page.text
    assert Outcome.objects.count() == 1


def test_a_resolved_disagreement_is_read():
    disagreement, client = dispute(), as_person("carol")
    client.post(at(disagreement), DECISION)
    page = client.get(at(disagreement)).text
    assert "It stands in line two." in page
    assert 'id="decision"' not in page
    assert disagreement.task.item.query in client.get("/adjudication/").text


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"verdict": "nonsense"}, "Choose Accept"),
        ({"verdict": "\0"}, "Choose Accept"),
        ({"rationale": " \n "}, "Say why"),
        ({"rationale": "a\0b"}, "cannot hold the character NUL"),
        ({"rationale": "x" * 20_001}, "20,000 characters at the most"),
        ({"domain": "astrology"}, "none of this campaign"),
    ],
)
def test_what_is_missing_is_said_and_what_was_typed_is_shown_again(sent, told):
    disagreement = dispute()
    page = as_person("carol").post(at(disagreement), {**DECISION, **sent})
    assert page.status_code == 200
    assert told in page.text
    assert {**DECISION, **sent}["rationale"] in page.text
    assert not Outcome.objects.exists()


def test_it_does_not_exist_for_one_who_reviewed_it():
    disagreement = dispute(adjudicators=["carol", "alice"])
    client = as_person("alice")
    for page in (at(disagreement), at(disagreement, "adjudication_document", 1)):
        assert client.get(page).status_code == 404
    assert client.post(at(disagreement), DECISION).status_code == 404
    assert client.post(at(disagreement, "adjudication_beat")).status_code == 404
    assert disagreement.task.item.query not in client.get("/adjudication/").text
    assert not Outcome.objects.exists()


@pytest.mark.parametrize("name", ["bob", "sam", "cleo"])
def test_it_does_not_exist_for_who_adjudicates_nothing_there(name):
    disagreement = dispute()
    if name == "cleo":
        make_person("cleo", "adjudicator")
    assert as_person(name).get(at(disagreement)).status_code == 404


def test_a_heartbeat_is_kept_and_renews_the_claim():
    disagreement, client = dispute(), as_person("carol")
    client.get(at(disagreement))
    Disagreement.objects.update(lease_until=timezone.now() + timedelta(minutes=1))
    assert client.post(at(disagreement, "adjudication_beat"), {"tab": "t\0"}).status_code == 204
    assert Heartbeat.objects.get().stage == "adjudication"
    assert Disagreement.objects.get().lease_until > timezone.now() + timedelta(minutes=29)


def test_active_time_is_counted_up_to_the_outcome():
    disagreement, client = dispute(), as_person("carol")
    client.get(at(disagreement))
    for seconds in (30, 15, 0):
        when = timezone.now() - timedelta(seconds=seconds)
        Heartbeat.objects.create(
            task=disagreement.task, person=make_person("carol"), stage="adjudication", tab="t", at=when
        )
    client.post(at(disagreement), DECISION)
    assert 29 < Outcome.objects.get().active_seconds < 31


def test_methods():
    disagreement, client = dispute(), as_person("carol")
    assert client.post("/adjudication/").status_code == 405
    assert client.put(at(disagreement)).status_code == 405
    assert client.get(at(disagreement, "adjudication_beat")).status_code == 405
    assert client.post(at(disagreement, "adjudication_document", 1)).status_code == 405
    assert client.get(at(disagreement, "adjudication_document", 9)).status_code == 404


@pytest.mark.parametrize("code", ["nosuchcode", "\0", "x" * 99])
def test_a_code_that_never_was_is_not_found(code, carol):
    assert as_person("carol").get(reverse("adjudicate", args=[code])).status_code == 404


def test_the_list_costs_the_same_whatever_waits(django_assert_num_queries):
    for _ in range(3):
        dispute()
    client = as_person("carol")
    with django_assert_num_queries(6):
        client.get("/adjudication/")


def test_hostile_notes_are_shown_escaped():
    campaign = make_campaign(items=1, overlap=2)
    judge(take(campaign, "alice"), "alice", note="<script>alert(1)</script>")
    judge(take(campaign, "bob"), "bob", "reject", reason="other", note="\u202eשלום\u2028")
    page = as_person("carol").get(at(Disagreement.objects.get())).text
    assert "&lt;script&gt;" in page
    assert "<script>alert" not in page
    assert "\u202eשלום\u2028" in page
