"""Two connections that meet at a lock: what the second one does once the first has committed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import psycopg
import pytest
from django.db import connection

from reviewapp.models import Campaign, EvidenceItem, Membership, Person, Slot, Task
from reviewapp.rules.protocol import ItemState, SlotState, Stage, TaskState
from reviewapp.staff.actions.campaigns import add_items, withdraw_item
from reviewapp.work.actions.adjudication import resolve_disagreement
from reviewapp.work.actions.claiming import resume_claim, run_upkeep
from reviewapp.workflows.collision.queries.candidates import read_candidates
from reviewapp.workflows.screening.actions import commit_screening
from tests.factories import make_campaign, make_item
from tests.live import database_url, wait_for
from tests.reviewapp import colliding
from tests.reviewapp.desk import ACCEPT, NOW, after, claim, commit, dispute, must_claim

pytestmark = pytest.mark.django_db(transaction=True)

LOCK_TASK = "SELECT FROM reviewapp_task WHERE id = %s FOR NO KEY UPDATE"
LOCK_ITEM = "SELECT FROM reviewapp_evidenceitem WHERE id = %s FOR NO KEY UPDATE"


def n_waiting() -> int:
    """Count the connections to this database that wait for a lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND cardinality(pg_blocking_pids(pid)) > 0"
        )
        n: int = cursor.fetchone()[0]
    return n


@contextmanager
def waiting_for(statement: str, values: list[Any], *acts: Callable[[], Any]) -> Iterator[None]:
    """Run the block while each act waits, in turn, for what *statement* has locked or changed elsewhere.

    After the block the other connection commits, and the acts go on; what they raise fails the test.
    """
    raised: list[Exception] = []

    def run(act: Callable[[], Any]) -> None:
        try:
            act()
        except Exception as error:  # told by the test's own thread, below
            raised.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[act]) for act in acts]
    try:
        with psycopg.connect(database_url()) as other:
            other.execute(statement, values)
            for n, thread in enumerate(threads, start=1):
                thread.start()
                wait_for(lambda n=n: raised or n_waiting() == n, what=f"{n} that wait for the lock")
            yield
    finally:
        for thread in threads:
            if thread.ident:
                thread.join()
    assert raised == []


# --- Claims -------------------------------------------------------------------------------------------


def test_a_task_opened_while_it_is_fetched_ahead_again_stays_opened(alice: Person) -> None:
    campaign = make_campaign(items=2)
    task = must_claim(campaign, alice, ahead=True)
    opened = "UPDATE reviewapp_slot SET is_ahead = false WHERE task_id = %s"
    with waiting_for(opened, [task.pk], lambda: claim(campaign, alice, ahead=True)):
        pass
    assert not Slot.objects.get(task=task).is_ahead


def test_a_claim_that_waits_for_another_does_not_turn_the_cursor_back(alice: Person) -> None:
    campaign = make_campaign(items=2)
    last = max(Slot.objects.values_list("queue_key", flat=True))
    moved = "UPDATE reviewapp_membership SET cursor = %s WHERE person_id = %s"
    with waiting_for(moved, [last, alice.pk], lambda: claim(campaign, alice)):
        pass
    assert Membership.objects.get(person=alice, role="annotator").cursor == last


LAPSE = (
    "UPDATE reviewapp_slot SET state = 'free', person_id = NULL, claimed_at = NULL, lease_until = NULL"
    " WHERE task_id = %s"
)


def test_who_resumes_a_claim_in_the_moment_it_lapses_takes_it_anew(alice: Person) -> None:
    task = must_claim(make_campaign(items=1), alice)

    def resume() -> None:
        resume_claim(task=task, actor=alice, stage=Stage.SCREENING, now=after(hours=1))

    with waiting_for(LAPSE, [task.pk], resume):
        pass
    slot = Slot.objects.get(task=task)
    assert (slot.state, slot.person) == (SlotState.CLAIMED, alice)


@pytest.mark.parametrize("by", ["code", "task_id"])
def test_who_commits_in_the_moment_a_claim_lapses_holds_the_place_anew(alice: Person, by: str) -> None:
    task = must_claim(make_campaign(items=1), alice)
    named: dict[str, Any] = {"code": task.code} if by == "code" else {"task_id": task.pk}

    def commit_late() -> None:
        commit_screening(**named, actor=alice, entry=ACCEPT, now=after(hours=1))

    with waiting_for(LAPSE, [task.pk], commit_late):
        pass
    slot = Slot.objects.get(task=task)
    assert (slot.state, slot.person) == (SlotState.COMMITTED, alice)


# --- Commits ------------------------------------------------------------------------------------------


def test_two_who_commit_by_their_pages_in_one_moment_decide_the_task(alice: Person, bob: Person) -> None:
    campaign = make_campaign(items=1, overlap=2)
    task = must_claim(campaign, alice)
    assert must_claim(campaign, bob) == task

    def by_code(person: Person) -> Callable[[], Any]:
        return lambda: commit_screening(code=task.code, actor=person, entry=ACCEPT, now=NOW)

    with waiting_for(LOCK_TASK, [task.pk], by_code(alice), by_code(bob)):
        pass
    task.refresh_from_db()
    assert task.state == TaskState.DECIDED


def collision_ready(person: Person) -> tuple[EvidenceItem, Callable[[], Any]]:
    """Return an item in collision review, and the commit of *person*, who has decided its candidate."""
    item, campaign = colliding.one_item([None], annotators=[person.username])
    task = colliding.take(campaign, person)
    for row in read_candidates(task, person):
        colliding.decide(task, person, row.doc_id, "hard_negative")
        colliding.keep(task, person, row.doc_id)
    return item, lambda: colliding.commit(task, person)


def state_of(item: EvidenceItem) -> str:
    return EvidenceItem.objects.get(pk=item.pk).state


def test_an_adjudication_and_another_kind_of_review_in_one_moment_accept_the_item(
    alice: Person, bob: Person, carol: Person
) -> None:
    item, commit_collision = collision_ready(alice)
    disagreement = dispute(make_campaign(items=[item], overlap=2), alice, bob)

    def resolve() -> None:
        resolve_disagreement(
            disagreement=disagreement,
            actor=carol,
            decision="accept",
            reason="",
            domain="",
            rationale="it says so",
            active_seconds=1.0,
            now=NOW,
        )

    with waiting_for(LOCK_ITEM, [item.pk], commit_collision, resolve):
        pass
    assert state_of(item) == ItemState.ACCEPTED


def test_late_work_and_another_kind_of_review_in_one_moment_accept_the_item(
    alice: Person, bob: Person
) -> None:
    item, commit_collision = collision_ready(alice)
    task = must_claim(make_campaign(items=[item]), bob)
    run_upkeep(now=after(hours=1))
    item_id, late = item.pk, after(hours=1)
    resume_claim(task=Task.objects.exclude(pk=task.pk).get(), actor=alice, stage=Stage.COLLISION, now=late)
    with waiting_for(LOCK_ITEM, [item_id], commit_collision, lambda: commit(task, bob, now=late)):
        pass
    assert state_of(item) == ItemState.ACCEPTED


def test_an_item_disputed_in_one_kind_of_review_is_not_accepted_by_another(
    alice: Person, bob: Person
) -> None:
    item, commit_collision = collision_ready(alice)
    dispute(make_campaign(items=[item], overlap=2), alice, bob)
    commit_collision()
    assert state_of(item) == ItemState.IN_REVIEW


def entering(item: EvidenceItem) -> tuple[Campaign, Callable[[], Any]]:
    """Return a screening campaign without items, and the act that puts *item* into its queue."""
    campaign = make_campaign(items=[], annotators=["bob"])
    return campaign, lambda: add_items(campaign=campaign, item_ids=[item.pk], actor=None)


def test_an_item_that_is_withdrawn_enters_no_campaign_in_that_moment(alice: Person, sam: Person) -> None:
    item, _ = collision_ready(alice)
    campaign, enter = entering(item)
    withdraw = partial(withdraw_item, item=item, reason="It is a duplicate.", actor=sam)
    with waiting_for(LOCK_ITEM, [item.pk], withdraw, enter):
        pass
    assert state_of(item) == ItemState.WITHDRAWN
    assert not campaign.tasks.exists()


def test_an_item_that_enters_a_campaign_in_that_moment_is_withdrawn_with_its_task(
    alice: Person, sam: Person
) -> None:
    item, _ = collision_ready(alice)
    campaign, enter = entering(item)
    withdraw = partial(withdraw_item, item=item, reason="It is a duplicate.", actor=sam)
    with waiting_for(LOCK_ITEM, [item.pk], enter, withdraw):
        pass
    assert state_of(item) == ItemState.WITHDRAWN
    assert campaign.tasks.get().state == TaskState.WITHDRAWN
    assert not Slot.objects.filter(campaign=campaign).exclude(state=SlotState.VOID).exists()


def test_work_on_new_items_goes_on_while_another_item_is_locked(alice: Person) -> None:
    campaign = make_campaign(items=[make_item(), make_item()])
    first = Slot.objects.order_by("queue_key").first()
    assert first is not None
    with psycopg.connect(database_url()) as other:
        other.execute("SELECT FROM reviewapp_slot WHERE id = %s FOR UPDATE", [first.pk])
        assert must_claim(campaign, alice).pk != first.task_id
