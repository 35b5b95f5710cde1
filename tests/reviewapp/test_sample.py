"""The sample: everything that pages show is there, twice loaded it is there once, and it is quick."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import connection

from reviewapp.demo import sample
from reviewapp.demo.sample import load_sample, sample_is_due
from reviewapp.models import (
    Campaign,
    Disagreement,
    Document,
    Event,
    EvidenceItem,
    OneTimeLink,
    Outcome,
    Person,
    Question,
    Return,
    RippleAssent,
    RippleItem,
    Source,
    Task,
)
from reviewapp.rules.protocol import DisagreementState, ItemState, TaskState
from reviewapp.staff.queries.figures import ratings
from tests.reviewapp.colliding import lists_of

pytestmark = pytest.mark.django_db(transaction=True)

COUNTED = (Person, Source, Document, EvidenceItem, Campaign, Task, Return, Outcome, Question, Event)


def counts() -> dict[str, int]:
    return {model.__name__: model._default_manager.count() for model in COUNTED}


def test_the_people_are_there_and_nobody_has_a_password():
    load_sample()
    people = {person.username: person for person in Person.objects.all()}
    assert {name: set(person.roles) for name, person in people.items()} == {
        "alice": {"annotator"},
        "bob": {"annotator"},
        "dana": {"annotator"},
        "carol": {"adjudicator"},
        "sam": {"manager"},
    }
    assert not any(person.has_usable_password() for person in people.values())


def test_both_pools_are_open_and_hold_all_items():
    load_sample()
    pools = {campaign.name: campaign for campaign in Campaign.objects.all()}
    assert (pools["Harbour pool"].overlap, pools["Ledger pool"].overlap) == (2, 1)
    screening = [campaign.n_tasks for campaign in pools.values() if campaign.kind == "screening"]
    assert sum(screening) == EvidenceItem.objects.count() >= 240
    assert all(campaign.state == "open" for campaign in pools.values())
    assert pools["Harbour pool"].guideline.body.startswith("# Screening guidelines")


def test_every_page_has_something_to_show():
    load_sample()
    harbour = Campaign.objects.get(name="Harbour pool")
    assert harbour.outcomes.count() == 2
    assert Disagreement.objects.filter(campaign=harbour, state=DisagreementState.OPEN).exists()
    assert Task.objects.filter(campaign=harbour, state=TaskState.DECIDED).count() > 10
    assert {ItemState.ACCEPTED, ItemState.REJECTED} <= set(
        EvidenceItem.objects.values_list("state", flat=True)
    )
    assert Question.objects.filter(campaign=harbour).count() == 2
    assert all(seconds > 10 for seconds in harbour.returns.values_list("active_seconds", flat=True))
    assert len({label for _, _, label in ratings(harbour, "decision")}) == 2
    assert Return.objects.filter(body__has_key="evidence").exists()


def test_near_misses_show_every_state():
    load_sample()
    campaign = Campaign.objects.get(name="Near misses")
    states = {task.item.item_id: task.state for task in campaign.tasks.select_related("item")}
    assert states == {
        "vell-0005": TaskState.DECIDED,
        "vell-0013": TaskState.DECIDED,
        "vell-0018": TaskState.DISPUTED,
        "vell-0019": TaskState.OPEN,
        "vell-0059": TaskState.OPEN,
    }
    item = EvidenceItem.objects.get(item_id="vell-0013")
    assert lists_of(item)[0] == [67, 137]
    assert item.state == ItemState.ACCEPTED
    assert campaign.returns.exclude(active_seconds__gt=60).count() == 0


def test_loaded_twice_it_is_there_once():
    assert sample_is_due()
    load_sample()
    before = counts()
    assert not sample_is_due()
    load_sample()
    assert counts() == before


@pytest.mark.parametrize(
    "step",
    [
        "_describe_source",
        "import_evidence",
        "_campaign",
        "_adjudicate",
        "_talk",
        "review_near_misses",
        "review_ripples",
    ],
)
def test_cut_off_at_any_step_it_goes_on_from_there(monkeypatch, step):
    def cut_off(*args: object, **kwargs: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(sample, step, cut_off)
        with pytest.raises(KeyboardInterrupt):
            load_sample()
    assert sample_is_due()
    load_sample()
    assert Campaign.objects.get(name="Harbour pool").returns.count() == sum(
        2 * (n // 2) for n in sample.WORK_DONE.values()
    )
    assert Person.objects.count() == OneTimeLink.objects.count() == 5


def test_a_database_of_ones_own_is_left_alone():
    Person.objects.create_user("somebody", password=None)
    assert not sample_is_due()


def test_it_takes_few_statements(django_assert_max_num_queries):
    # The demo shows its first page six seconds after it starts; waiting for the sample is part of them.
    with django_assert_max_num_queries(2_000):
        load_sample()


def test_commits_wait_for_the_disk_again_afterwards():
    with connection.cursor() as cursor:
        cursor.execute("SHOW synchronous_commit")
        before = cursor.fetchone()
    load_sample()
    with connection.cursor() as cursor:
        cursor.execute("SHOW synchronous_commit")
        assert cursor.fetchone() == before


def test_ripple_review_has_an_item_at_every_step():
    load_sample()
    campaign = Campaign.objects.get(kind="ripple")
    states = {"accepted": 1, "rejected": 1, "in_review": 5, "withdrawn": 1, "proposed": 4}
    assert Counter(RippleItem.objects.values_list("state", flat=True)) == states
    returns = campaign.returns.values_list("person__username", "stage")
    assert Counter(returns) == {
        ("alice", "blind"): 6,
        ("bob", "blind"): 5,
        ("alice", "closure"): 4,
        ("bob", "closure"): 3,
    }
    assert min(campaign.returns.values_list("active_seconds", flat=True)) > 300
    outcomes = campaign.outcomes.order_by("id")
    assert [all(line["ok"] for line in one.body["acceptance"]) for one in outcomes] == [True, False]
    assert sorted(RippleAssent.objects.values_list("assents", flat=True)) == [False, True, True, True]
    waiting = Disagreement.objects.get(campaign=campaign, state=DisagreementState.OPEN)
    assert waiting.fields == ["membership", "edges"]
    assert waiting.task.ripple_comments.count() == 1
