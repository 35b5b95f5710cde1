"""Many people at once, in threads, each with a connection of its own."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import chain
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, connections

from reviewapp.models import Campaign, Disagreement, Draft, Event, EvidenceItem, Person, Return, Slot, Task
from reviewapp.rules.protocol import ItemState, NotAllowed, SlotState, Stage, TaskState
from reviewapp.staff.actions.campaigns import add_items, move_campaign
from reviewapp.work.actions.claiming import claim_next, run_upkeep, skip_task
from reviewapp.work.actions.drafts import save_draft
from reviewapp.workflows.screening.actions import commit_screening, undo_last
from tests.factories import make_campaign, make_person, make_source

from .desk import ACCEPT, AMBIGUOUS, NOW, claim, commit, decide, must_claim

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run every act in a thread of its own, all starting together; return their results in order."""
    start = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            start.wait(30)
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result(60) for future in [pool.submit(run, act) for act in acts]]


def make_items(n: int) -> list[int]:
    values = {"query": "q", "answer": "a", "source": make_source(), "n_references": 1}
    items = [EvidenceItem(item_id=f"pool-{number}", **values) for number in range(n)]
    return [item.pk for item in EvidenceItem.objects.bulk_create(items)]


def pool_of(n_items: int, n_people: int) -> tuple[Campaign, list[Person]]:
    people = [make_person(f"person{number}", "annotator") for number in range(n_people)]
    campaign = make_campaign(items=0, overlap=2, annotators=[person.username for person in people])
    add_items(campaign=campaign, item_ids=make_items(n_items), actor=None)
    return campaign, people


def work(campaign: Campaign, person: Person, rng: random.Random) -> list[str]:
    """Claim and commit until nothing is left, skipping now and then; return the acknowledged codes."""
    codes = []
    while True:
        task_id = claim_next(campaign=campaign, actor=person, stage=Stage.SCREENING, now=NOW)
        if task_id is None:
            return codes
        if rng.random() < 0.02:
            skip_task(task=Task.objects.get(pk=task_id), actor=person, stage=Stage.SCREENING)
            continue
        entry = ACCEPT if rng.random() < 0.9 else AMBIGUOUS
        codes.append(commit_screening(task_id=task_id, actor=person, entry=entry, now=NOW).code)


def test_twenty_people_share_1000_items_with_overlap_2():
    campaign, people = pool_of(1_000, 20)
    rngs = [random.Random(seed) for seed in range(20)]
    shifts = [partial(work, campaign, *one) for one in zip(people, rngs, strict=True)]
    acknowledged = list(chain.from_iterable(at_once(shifts)))
    while run_upkeep(now=NOW).requeued:  # what a lock has hidden from somebody comes back, as in the worker
        acknowledged += chain.from_iterable(shift() for shift in shifts)
    returns = list(Return.objects.values_list("code", "task_id", "person_id"))
    assert sorted(acknowledged) == sorted(code for code, _, _ in returns)
    assert set(Counter(task for _, task, _ in returns).values()) == {2}
    assert len({(task, person) for _, task, person in returns}) == 2_000
    assert set(Slot.objects.values_list("state", flat=True)) == {SlotState.COMMITTED}
    states = Counter(Task.objects.values_list("state", flat=True))
    assert set(states) == {TaskState.DECIDED, TaskState.DISPUTED}
    assert states[TaskState.DISPUTED] == Disagreement.objects.filter(state="open").count()
    assert not EvidenceItem.objects.filter(state=ItemState.PROPOSED).exists()


def test_two_who_commit_in_the_same_moment_never_leave_the_task_unsettled(alice, bob):
    campaign = make_campaign(items=12, overlap=2)
    for _ in range(12):
        task = must_claim(campaign, alice)
        assert must_claim(campaign, bob) == task
        at_once([partial(commit, task, alice), partial(commit, task, bob)])
        task.refresh_from_db()
        assert task.state == TaskState.DECIDED


def test_the_same_post_twice_at_once_makes_one_return(alice):
    campaign = make_campaign(items=8)
    for n in range(1, 9):
        task = must_claim(campaign, alice)
        one, other = at_once([partial(commit, task, alice)] * 2)
        assert one == other
        assert Return.objects.count() == n


def test_a_person_who_asks_twice_at_once_gets_one_slot_of_a_task(alice):
    campaign = make_campaign(items=16, overlap=2, annotators=("alice",))
    for _ in range(8):
        found = at_once([partial(must_claim, campaign, alice)] * 2)
        for task in set(found):
            assert Slot.objects.filter(task=task, person=alice).count() == 1
            commit(task, alice)


def test_two_people_never_get_the_last_slot_together(alice, bob):
    for _ in range(8):
        campaign = make_campaign(items=1)
        found = at_once([partial(claim, campaign, alice), partial(claim, campaign, bob)])
        assert found.count(None) == 1


def test_a_draft_and_its_commit_at_once_leave_no_draft(alice):
    campaign = make_campaign(items=10)
    for _ in range(10):
        task = must_claim(campaign, alice)
        draft = {"stage": Stage.SCREENING, "version": 0, "body": {"note": "typed"}, "now": NOW}
        at_once(
            [lambda t=task: commit(t, alice), lambda t=task, d=draft: save_draft(task=t, actor=alice, **d)]
        )
        assert not Draft.objects.exists()


def test_a_campaign_never_closes_over_a_disagreement(alice, bob, sam):
    for _ in range(12):
        campaign = make_campaign(items=1, overlap=2)
        decide(campaign, alice)
        task = must_claim(campaign, bob)
        at_once([partial(try_to, commit, task, bob, AMBIGUOUS), partial(try_to, close, campaign, sam)])
        campaign.refresh_from_db()
        is_open = Disagreement.objects.filter(campaign=campaign, state="open").exists()
        assert is_open == (campaign.state == "open")


def close(campaign: Campaign, person: Person) -> None:
    move_campaign(campaign=campaign, state="closed", actor=person)


def try_to(act: Callable[..., Any], *values: Any) -> None:
    with suppress(NotAllowed):
        act(*values)


def test_undo_and_a_second_persons_commit_at_once_settle_the_task(alice, bob):
    campaign = make_campaign(items=8, overlap=2)
    for _ in range(8):
        task = decide(campaign, alice).task
        assert must_claim(campaign, bob) == task
        undo_last(campaign_id=campaign.pk, actor=alice, now=NOW)
        at_once([partial(commit, task, one, AMBIGUOUS) for one in (alice, bob)])
        task.refresh_from_db()
        assert (task.state, task.item.state) == (TaskState.DECIDED, ItemState.REJECTED)


def test_upkeep_by_many_frees_each_claim_once(alice):
    campaign = make_campaign(items=0)
    add_items(campaign=campaign, item_ids=make_items(40), actor=None)
    Slot.objects.update(state=SlotState.CLAIMED, person=alice, claimed_at=NOW, lease_until=NOW)
    done = at_once([partial(run_upkeep, now=NOW)] * 4)
    assert sum(one.lapsed for one in done) == Event.objects.filter(verb="lapse").count() == 40
