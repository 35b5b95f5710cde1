"""Ripple review through the API: what is listed of it, and that nothing hidden is."""

import pytest

from tests.factories import make_person
from tests.reviewapp.api_client import send

from .making import adjudicate, both_judge, both_recover, make_ripple_campaign, recover, take

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
