"""Two people of collision review in one instant, and how many statements opening and committing take."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from reviewapp.models import Campaign, Disagreement, ItemDocument, Person, Return, Task
from reviewapp.rules.protocol import ItemState, TaskState
from reviewapp.workflows.collision.queries.candidates import read_candidates
from tests.factories import make_campaign, make_document, make_item
from tests.live import database_url, wait_for
from tests.reviewapp.colliding import (
    bring,
    commit,
    decide,
    keep,
    line,
    lists_of,
    make_collision_campaign,
    one_item,
    take,
)
from tests.reviewapp.workdesk import as_person
from tests.reviewapp.workdesk import judge as screen
from tests.reviewapp.workdesk import take as take_screening

HARD, FALSE, CONFLICT = "hard_negative", "false_negative", "conflict"


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Do all *acts* in one instant, each on a connection of its own; return what they raised."""
    barrier, raised = threading.Barrier(len(acts)), []

    def run(act: Callable[[], Any]) -> None:
        try:
            barrier.wait()
            act()
        except Exception as error:  # the test says what may be raised
            raised.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("his", "state"), [(HARD, TaskState.DECIDED), (CONFLICT, TaskState.DISPUTED)])
def test_two_reviewers_on_one_candidate_in_the_same_instant(
    his: str, state: str, alice: Person, bob: Person
) -> None:
    item, campaign = one_item([None], overlap=2)
    task, now = take(campaign, alice), timezone.now()
    take(campaign, bob)
    doc_id = item.candidates.get().document_id
    assert (
        together(lambda: decide(task, alice, doc_id, HARD, now), lambda: decide(task, bob, doc_id, his, now))
        == []
    )
    assert together(lambda: keep(task, alice, doc_id, now), lambda: keep(task, bob, doc_id, now)) == []
    assert together(lambda: commit(task, alice, now), lambda: commit(task, bob, now)) == []
    task.refresh_from_db()
    assert task.state == state
    assert Return.objects.count() == 2
    assert lists_of(item)[1] == ([doc_id] if state == TaskState.DECIDED else [])
    assert Disagreement.objects.count() == (state == TaskState.DISPUTED)


@pytest.mark.django_db(transaction=True)
def test_one_person_who_presses_twice_decides_and_commits_once(alice: Person) -> None:
    item, campaign = one_item([None])
    task, now = take(campaign, alice), timezone.now()
    doc_id = item.candidates.get().document_id
    assert together(*[lambda: decide(task, alice, doc_id, HARD, now)] * 3) == []
    assert together(*[lambda: keep(task, alice, doc_id, now)] * 3) == []
    assert together(*[lambda: commit(task, alice, now)] * 3) == []
    assert task.candidate_decisions.count() == 2
    assert Return.objects.count() == 1
    assert ItemDocument.objects.filter(item=item, by_review=True).count() == 1


def n_waiting() -> int:
    """Count the connections to this database that wait for a lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND cardinality(pg_blocking_pids(pid)) > 0"
        )
        n: int = cursor.fetchone()[0]
    return n


@pytest.mark.django_db(transaction=True)
def test_two_kinds_of_review_decide_an_item_in_the_same_instant(alice: Person, bob: Person) -> None:
    item, campaign = one_item([None])
    near, now = take(campaign, alice), timezone.now()
    doc_id = item.candidates.get().document_id
    decide(near, alice, doc_id, HARD, now)
    keep(near, alice, doc_id, now)
    plain = take_screening(make_campaign(items=[item], annotators=["bob"]), "bob")

    def run(act: Callable[[], Any]) -> None:
        try:
            act()
        finally:
            connection.close()

    acts = [lambda: commit(near, alice, now), lambda: screen(plain, "bob", decision="accept")]
    threads = [threading.Thread(target=run, args=[act]) for act in acts]
    with psycopg.connect(database_url()) as other:
        other.execute("SELECT 1 FROM reviewapp_evidenceitem WHERE id = %s FOR NO KEY UPDATE", [item.pk])
        for n, thread in enumerate(threads, start=1):
            thread.start()
            wait_for(lambda n=n: n_waiting() == n, what=f"{n} commits that wait for the item")
    for thread in threads:
        thread.join()
    item.refresh_from_db()
    assert item.state == ItemState.ACCEPTED


# --- What it costs ------------------------------------------------------------------------------------

ITEMS, CANDIDATES = 1, 50


@pytest.fixture
def desks(db: None) -> tuple[Campaign, Campaign]:
    """A screening campaign, and one of collision review with fifty candidates an item."""
    texts = [f"The Vell had {n} berths, and Ada counted them again by lamp. " * 20 for n in range(CANDIDATES)]
    near = [make_document(text) for text in texts]
    evidence = "The harbour of the Vell was counted in the spring, with two clerks and a rope. " * 12
    screened = [make_item(documents=[make_document(f"{evidence}{n}")]) for n in range(ITEMS)]
    collided = [make_item(documents=[make_document(f"{evidence}{n}.")]) for n in range(ITEMS)]
    for item in collided:
        bring(*(line(item, document, rank, HARD) for rank, document in enumerate(near, start=1)))
    return make_campaign(items=screened), make_collision_campaign(collided)


def opened(client: Client, campaign: Campaign) -> int:
    """Open the next task by its page; return how many statements its page took."""
    at = client.get(reverse("next_task", args=[campaign.code]))["Location"]
    at = client.get(at).headers.get("Location", at)  # a task's own address leads to its desk
    with CaptureQueriesContext(connection) as queries:
        assert client.get(at).status_code == 200
    return len(queries)


@pytest.mark.django_db
def test_opening_takes_one_statement_more_than_a_screening(
    desks: tuple[Campaign, Campaign],
) -> None:
    screening, collisions = desks
    client = as_person("alice")
    plain, near = opened(client, screening), opened(client, collisions)
    assert near <= plain + 1


@pytest.mark.django_db
def test_what_a_model_said_takes_one_statement_more_than_a_candidate_that_is_not_decided(
    desks: tuple[Campaign, Campaign], alice: Person
) -> None:
    client = as_person("alice")
    task = take(desks[1], alice, timezone.now())
    at = reverse("collision", args=[task.code])

    def statements() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"{at}?n=1").status_code == 200
        return len(queries)

    statements()  # the first one reads the session without knowing whose it is
    before = statements()
    decide(task, alice, read_candidates(task, alice)[0].doc_id, HARD, timezone.now())
    keep(task, alice, read_candidates(task, alice)[0].doc_id, timezone.now())
    assert statements() == before + 1


def ready(task: Task, person: Person) -> Task:
    """Let *person* decide every candidate of their item, so that it is to be committed."""
    for row in read_candidates(task, person):
        decide(task, person, row.doc_id, HARD, timezone.now())
        keep(task, person, row.doc_id, timezone.now())
    return task


@pytest.mark.django_db
def test_committing_takes_one_statement_more_than_a_screening(
    desks: tuple[Campaign, Campaign], alice: Person
) -> None:
    screening, collisions = desks
    plain, near = take_screening(screening, "alice"), ready(take(collisions, alice, timezone.now()), alice)
    with CaptureQueriesContext(connection) as of_screening:
        screen(plain, "alice")
    with CaptureQueriesContext(connection) as of_collision:
        commit(near, alice, timezone.now())
    assert len(of_collision) <= len(of_screening) + 1


@pytest.mark.django_db
def test_deciding_a_candidate_and_keeping_it_take_one_statement_more_than_a_screening_at_most(
    desks: tuple[Campaign, Campaign], alice: Person
) -> None:
    screening, collisions = desks
    now = timezone.now()
    plain, near = take_screening(screening, "alice"), take(collisions, alice, now)
    doc_id = read_candidates(near, alice)[0].doc_id
    taken = []
    for act in (
        lambda: screen(plain, "alice"),
        lambda: decide(near, alice, doc_id, HARD, now),
        lambda: keep(near, alice, doc_id, now),
    ):
        with CaptureQueriesContext(connection) as queries:
            act()
        taken.append(len(queries))
    assert max(taken) <= taken[0] + 1
