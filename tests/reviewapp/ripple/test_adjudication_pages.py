"""The pages of a ripple adjudication: the matrix, the acceptance rule, comments, assent."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from reviewapp.models import Disagreement, Draft, Outcome, Person, RippleAssent, RippleComment
from tests.reviewapp.ripple.making import (
    adjudicate,
    blind_body,
    both_judge,
    both_recover,
    closure_body,
    one_ripple,
    outcome_body,
    unit,
)
from tests.reviewapp.ripple.pages import HTMX, filled, numbers, outcome_fields
from tests.reviewapp.workdesk import as_person

pytestmark = pytest.mark.django_db


def opened(
    alice: Person, bob: Person, blinds: Any = (None, None), closures: Any = (None, None)
) -> Disagreement:
    _, campaign, task = one_ripple()
    both_recover(campaign, alice, bob, blinds)
    return both_judge(task, alice, bob, closures)


@pytest.fixture
def agreed(alice: Person, bob: Person) -> Disagreement:
    return opened(alice, bob)


@pytest.fixture
def asked(alice: Person, bob: Person) -> Disagreement:
    """bob finds audit unsupported and dawn missing; alice finds dawn ambiguous, and one parent enough."""
    closures = (
        closure_body(needed={"below": ["e4"]}),
        closure_body(verdicts={"audit": "not_supported", "e6": "not_supported"}, added={"dawn": ["north"]}),
    )
    return opened(alice, bob, (blind_body(ambiguous=["dawn"]), None), closures)


def address(found: Disagreement, name: str = "adjudicate") -> str:
    return reverse(name, args=[found.code])


def key(found: Disagreement, name: str) -> str:
    return f"u{numbers(found.task)[unit(name)]}"


def entry(page: Any, row: str) -> Any:
    return next(one for group in page.context["groups"] for one in group.rows if one.key == row)


def test_it_waits_in_the_list_and_on_my_work(asked: Disagreement, carol: Person) -> None:
    client = as_person("carol")
    assert asked.task.rippled.item_id.encode() in client.get(reverse("adjudications")).content
    assert b"both closure reviews are in" in client.get(reverse("my_work")).content


def test_where_all_agree_nothing_is_asked_and_all_is_filled_in(agreed: Disagreement, carol: Person) -> None:
    client = as_person("carol")
    page = client.get(address(agreed))
    assert page.context["progress"]["n"] == 0
    assert entry(page, key(agreed, "audit")).answer == "in"
    assert entry(page, key(agreed, "door")).answer == "out"
    assert all(line["ok"] for line in page.context["acceptance"])
    fields = outcome_fields(agreed, {}, **filled(page.content), decision="accepted")
    sure = client.post(address(agreed), fields)
    assert b"accepted: 5 units, 6 edges" in sure.content
    assert not Outcome.objects.exists()
    client.post(address(agreed), dict(sure.context["fields"]) | {"sure": "1"})
    assert Outcome.objects.get().decision == "accepted"
    assert not Draft.objects.exists()


def test_questions_come_first_with_what_each_said(asked: Disagreement, carol: Person) -> None:
    page = as_person("carol").get(address(asked))
    units, edges, merges = page.context["groups"]
    assert {one.key for one in units.questions} == {key(asked, "audit"), key(asked, "dawn")}
    assert [one.key for one in edges.questions] == ["x6", "x7"]
    assert [one.key for one in merges.questions] == ["m1"]
    dawn = entry(page, key(asked, "dawn"))
    assert [[word for word, _ in cell.pills] for cell in dawn.cells] == [
        ["? ambiguous"],
        [],
        [],
        ["+ missing"],
    ]
    assert {note.text for note in dawn.notes} == {"dawn may follow", "dawn follows too"}
    assert dawn.answer == ""
    assert dawn.issues == ["disagreement", "addition", "ambiguity"]
    assert key(asked, "door") in {one.key for one in units.unnamed}


def test_acceptance_is_refused_with_links_to_what_is_open(asked: Disagreement, carol: Person) -> None:
    client = as_person("carol")
    page = client.get(address(asked))
    fields = outcome_fields(asked, {}, **filled(page.content), decision="accepted")
    refused = client.post(address(asked), fields)
    linked = {one.anchor for one in refused.context["errors"]}
    assert {key(asked, "audit"), key(asked, "dawn"), "x6", "x7", "m1"} <= linked
    questions = next(line for line in refused.context["acceptance"] if line["title"] == "No open question")
    assert not questions["ok"]
    assert f'<a href="#{key(asked, "dawn")}" data-goto>'.encode() in refused.content
    assert not Outcome.objects.exists()
    assert Draft.objects.get().stage == "adjudication"


def test_what_enters_needs_its_spans_which_are_found_by_their_words(
    asked: Disagreement, carol: Person
) -> None:
    client, why = as_person("carol"), "as it says"
    dawn = key(asked, "dawn")
    fields = outcome_fields(
        asked,
        {
            key(asked, "audit"): ("in", why),
            dawn: ("in", why),
            "x6": ("in", why),
            "x7": ("in", why),
            "m1": ("all", why),
        },
        decision="accepted",
        sure="1",
    )
    page = client.get(address(asked))
    whole = {**filled(page.content), **fields}
    refused = client.post(address(asked), whole)
    assert dawn in {one.anchor for one in refused.context["errors"]}
    version = Draft.objects.get().version
    nowhere = client.post(address(asked), whole | {f"entity-{dawn}": "hawks", "version": version})
    assert b"stands nowhere in" in nowhere.content
    client.post(address(asked), whole | {f"entity-{dawn}": "gulls", "version": version})
    body = Outcome.objects.get().body
    assert {"unit_id": unit("dawn"), "depth": 2} in body["units"]
    (span,) = (one for one in body["spans"] if one["unit_id"] == unit("dawn"))
    assert (span["kind"], span["start"], span["end"]) == ("entity", 4, 9)
    assert len(body["resolutions"]) == 5


def test_a_question_left_open_can_be_rejected_not_accepted(asked: Disagreement, carol: Person) -> None:
    client = as_person("carol")
    page = client.get(address(asked))
    fields = outcome_fields(asked, {}, **filled(page.content), decision="rejected", sure="1")
    client.post(address(asked), fields)
    outcome = Outcome.objects.get()
    assert outcome.decision == "rejected"
    shown = client.get(address(asked))
    assert entry(shown, key(asked, "dawn")).answer == ""
    assert any(not line["ok"] for line in shown.context["acceptance"])
    assert b"data-commit" not in shown.content


def test_the_draft_weighs_what_it_holds(asked: Disagreement, carol: Person) -> None:
    client = as_person("carol")
    page = client.get(address(asked))
    fields = {**filled(page.content), **outcome_fields(asked, {"m1": ("some", "e4 is enough")})}
    answer = client.post(address(asked, "adjudication_draft"), fields, headers=HTMX).json()
    assert answer["version"] == 1
    assert "1 of 5 questions resolved" in answer["parts"]["progress"]
    assert "<svg" in answer["parts"]["final"]
    assert "No open question" in answer["parts"]["acceptance"]
    assert entry(client.get(address(asked)), "m1").why == "e4 is enough"
    stale = client.post(address(asked, "adjudication_draft"), fields, headers=HTMX)
    assert stale.status_code == 409


def test_the_adjudicator_names_an_edge_of_their_own(agreed: Disagreement, carol: Person) -> None:
    client = as_person("carol")
    page = client.get(address(agreed))
    number = numbers(agreed.task)
    more = {
        "new-parent-0": number[unit("north")],
        "new-child-0": number[unit("below")],
        "new-rule-0": "crates of North",
        "new-why-0": "it says so",
    }
    fields = outcome_fields(agreed, {}, **filled(page.content), **more, decision="accepted", sure="1")
    client.post(address(agreed), fields)
    body = Outcome.objects.get().body
    assert body["edges"][-1]["rule"] == "crates of North"
    assert next(one for one in body["units"] if one["unit_id"] == unit("below"))["depth"] == 2


def test_only_the_two_reviewers_and_adjudicators_see_it(
    asked: Disagreement, carol: Person, sam: Person
) -> None:
    joint = reverse("ripple_adjudication", args=[asked.task.code])
    assert as_person("alice").get(joint).status_code == 200
    for name in ("dave", "carol", "sam"):
        assert as_person(name).get(joint).status_code == 404
    for name in ("alice", "sam"):
        assert as_person(name).get(address(asked)).status_code == 404
        assert as_person(name).post(address(asked, "adjudication_draft")).status_code == 404


def test_before_both_have_judged_there_is_no_joint_page(alice: Person, bob: Person) -> None:
    _, campaign, task = one_ripple()
    both_recover(campaign, alice, bob)
    assert as_person("alice").get(reverse("ripple_adjudication", args=[task.code])).status_code == 404
    sent = as_person("alice").post(reverse("ripple_comment", args=[task.code]), {"body": "hm"})
    assert sent.status_code == 404


def test_all_three_comment(asked: Disagreement, carol: Person, sam: Person) -> None:
    say = reverse("ripple_comment", args=[asked.task.code])
    as_person("alice").post(say, {"body": "I read it twice."})
    as_person("carol").post(say, {"body": "Which line?"})
    assert as_person("sam").post(say, {"body": "Hurry."}).status_code == 404
    assert RippleComment.objects.count() == 2
    page = as_person("bob").get(reverse("ripple_adjudication", args=[asked.task.code])).content.decode()
    assert page.index("Reviewer 1 ·") < page.index("I read it twice.") < page.index("Which line?")
    assert "Alice" not in page
    assert "Carol" not in page
    assert (
        "Reviewer 1 (you)"
        in as_person("alice").get(reverse("ripple_adjudication", args=[asked.task.code])).content.decode()
    )


def test_each_reviewer_assents_or_dissents_once(asked: Disagreement, carol: Person) -> None:
    adjudicate(asked, carol, outcome_body(), decision="rejected")
    client, joint = as_person("alice"), reverse("ripple_adjudication", args=[asked.task.code])
    send = reverse("ripple_assent", args=[asked.task.code])
    assert joint.encode() in client.get(reverse("my_work")).content
    client.post(send, {"assents": "no", "note": ""})
    assert not RippleAssent.objects.exists()
    client.post(send, {"assents": "no", "note": "The fee hangs on it."})
    client.post(send, {"assents": "yes"})
    said = RippleAssent.objects.get()
    assert (said.assents, said.note) == (False, "The fee hangs on it.")
    assert joint.encode() not in client.get(reverse("my_work")).content
    shown = as_person("carol").get(address(asked)).content
    assert b"The fee hangs on it." in shown
