"""Ripple review through the API: what is listed of it, and that nothing hidden is."""

import pytest
from django.urls import reverse

from reviewapp.models import Heartbeat, Slot
from tests.factories import make_person
from tests.reviewapp.api_client import client_of, send

from .making import (
    adjudicate,
    blind_body,
    both_judge,
    both_recover,
    closure_body,
    make_ripple_campaign,
    recover,
    take,
)

pytestmark = pytest.mark.django_db


def test_ones_own_returns_name_the_item(alice):
    task = take(make_ripple_campaign(), alice)
    own = recover(task, alice)
    (one,) = send(alice, "get", "returns").json()["returns"]
    assert (one["code"], one["item_id"], one["stage"]) == (own.code, task.ripple.item_id, "blind")
    assert send(alice, "get", "return", own.code).json() == one


def test_ones_own_returns_say_nothing_of_what_is_hidden(alice):
    task = take(make_ripple_campaign(), alice)
    recover(task, alice)
    text = send(alice, "get", "returns").content.decode()
    key = task.ripple.key
    hidden = [key.source_id, key.shape, key.split, task.ripple.record_sha256, task.ripple.state]
    assert not [word for word in hidden if f'"{word}"' in text]


@pytest.fixture
def case(alice, bob):
    task = both_recover(make_ripple_campaign(), alice, bob)
    return both_judge(task, alice, bob)


def test_adjudications_that_wait_name_the_item(case, carol):
    (one,) = send(carol, "get", "adjudications").json()["adjudications"]
    assert (one["code"], one["item_id"]) == (case.code, case.task.ripple.item_id)


def test_no_program_adjudicates_a_closure(case, carol):
    for method, name in (("get", "adjudication"), ("post", "adjudication_claim"), ("post", "outcome")):
        answer = send(carol, method, name, case.code)
        assert (answer.status_code, answer.json()["detail"]) == (
            409,
            "A closure is adjudicated on its page, not by a program.",
        )


def test_to_its_reviewers_the_adjudication_does_not_exist(case, alice, bob):
    adjudicate(case, make_person("carol", "adjudicator"))
    assert send(alice, "get", "adjudication", case.code).status_code == 404


def test_a_program_recovers_an_item_blind(alice):
    campaign = make_ripple_campaign()
    given = send(alice, "post", "next", campaign.code).json()
    assert (given["stage"], given["slot"], given["closure"]) == ("blind", "claimed", None)
    assert given["item"].keys() == {"item_id", "edit", "documents"}
    sent = {"stage": "blind", "body": blind_body()}
    first = send(alice, "post", "ripple_commit", given["code"], data=sent)
    assert first.status_code == 200
    assert send(alice, "post", "ripple_commit", given["code"], data=sent).json() == first.json()
    again = send(alice, "get", "ripple", given["code"]).json()
    assert (again["stage"], again["slot"]) == ("blind", "committed")
    assert again["returned"]["body"]["selected"] == blind_body()["selected"]


def test_the_closure_is_told_once_it_is_open_and_committed(alice, bob):
    campaign = make_ripple_campaign()
    task = take(campaign, alice)
    recover(task, alice)
    early = send(alice, "post", "ripple_commit", task.code, data={"stage": "closure", "body": closure_body()})
    assert early.status_code in (403, 409)
    assert send(alice, "get", "ripple", task.code).json()["closure"] is None
    recover(take(campaign, bob), bob)
    opened = send(alice, "get", "ripple", task.code).json()
    assert (opened["stage"], opened["closure"]) == ("closure", task.ripple.key.closure)
    blind = send(alice, "get", "ripple", task.code, stage="blind").json()
    assert (blind["stage"], blind["closure"]) == ("blind", None)
    sent = {"stage": "closure", "body": closure_body(task.ripple)}
    assert send(alice, "post", "ripple_commit", task.code, data=sent).status_code == 200


def test_what_a_return_lacks_is_told_by_name(alice):
    task = take(make_ripple_campaign(), alice)
    for body in (
        "{}",
        r'{"selected": [{"unit_id": "\ud800", "rationale": "\udfff"}]}',
        '{"selected": [1, null]}',
    ):
        sent = f'{{"stage": "blind", "body": {body}}}'
        url = reverse("api_ripple_commit", args=[task.code])
        answer = client_of(alice).post(url, sent, content_type="application/json")
        assert (answer.status_code, "selected" in answer.json()["missing"]) == (422, True)


def test_others_find_no_item_of_ripple_review(alice, bob):
    task = take(make_ripple_campaign(), alice)
    stranger = make_person("mallory", "annotator")
    sent = {"stage": "blind", "body": blind_body()}
    for person in (bob, stranger):
        assert send(person, "get", "ripple", task.code).status_code == 404
        assert send(person, "post", "ripple_commit", task.code, data=sent).status_code == 404
        assert send(person, "post", "ripple_skip", task.code).status_code == 404


def test_an_item_is_skipped_and_work_on_it_counted(alice):
    campaign = make_ripple_campaign(2)
    given = send(alice, "post", "next", campaign.code).json()
    sign = {"stage": "blind", "tab": "t"}
    assert send(alice, "post", "ripple_beat", given["code"], data=sign).status_code == 204
    assert send(alice, "post", "ripple_skip", given["code"]).status_code == 204
    assert Slot.objects.filter(person=alice).count() == 0
    assert Heartbeat.objects.filter(person=alice, stage="blind").count() == 1
