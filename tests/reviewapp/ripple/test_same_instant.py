"""Two processes commit in the same instant, two hundred times: never stuck, never opened early."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from multiprocessing.connection import wait
from multiprocessing.synchronize import Barrier
from typing import Any

import pytest
from django.db import connection, transaction

from reviewapp.models import Disagreement, Event, Person, Return, RippleSeen, Slot, Task
from reviewapp.rules.protocol import NotAllowed, ProtocolError, Stage, TaskState
from reviewapp.workflows.ripple.actions.leaving import withdraw_ripple
from reviewapp.workflows.ripple.actions.seeing import see_hidden
from tests.reviewapp.desk import NOW
from tests.reviewapp.ripple.making import (
    both_recover,
    judge,
    make_batch,
    make_ripple_campaign,
    make_ripple_item,
    one_ripple,
    recover,
    take,
)
from tests.reviewapp.test_collision_races import together

TIMES = 200
STUCK_SECONDS = 60.0  # without one more return; on a busy machine all of them may take minutes
CLAIM_ALL = """
UPDATE reviewapp_slot s SET state = 'claimed', person_id = p.id, claimed_at = %(now)s, lease_until = %(until)s
FROM reviewapp_person p
WHERE s.stage = 'blind' AND p.username = CASE s.number WHEN 1 THEN 'alice' ELSE 'bob' END
"""


def commit_all(username: str, task_ids: Sequence[int], barrier: Barrier, raised: Any) -> None:
    """Commit both stages of every task, each in the instant in which the other process does."""
    try:
        person = Person.objects.get(username=username)
        for task in Task.objects.select_related("ripple__key").filter(pk__in=task_ids).order_by("pk"):
            for act in (recover, judge):
                barrier.wait(timeout=2 * STUCK_SECONDS)
                act(task, person, now=NOW + timedelta(minutes=5))
    except Exception as error:  # the parent says what was raised
        raised.put(f"{username}: {error!r}")
        barrier.abort()
    finally:
        connection.close()


def in_two_processes(act: Callable[..., None], task_ids: Sequence[int]) -> list[str]:
    """Run *act* as alice and as bob, in a process each; return what they raised."""
    fork = multiprocessing.get_context("fork")
    barrier, raised = fork.Barrier(2), fork.SimpleQueue()
    connection.close()  # a child must not speak on its parent's connection
    children = [
        fork.Process(target=act, args=[name, task_ids, barrier, raised], daemon=True)
        for name in ("alice", "bob")
    ]
    for child in children:
        child.start()
    while running := [child.sentinel for child in children if child.is_alive()]:
        n_before = Return.objects.count()
        ended = wait(running, timeout=STUCK_SECONDS)
        assert ended or Return.objects.count() > n_before, "stuck"
    assert [child.exitcode for child in children] == [0, 0]
    found = []
    while not raised.empty():
        found.append(raised.get())
    return found


@pytest.mark.django_db(transaction=True)
def test_both_commit_in_the_same_instant_two_hundred_times(alice: Person, bob: Person) -> None:
    batch = make_batch()
    campaign = make_ripple_campaign([make_ripple_item(batch=batch) for _ in range(TIMES)])
    with connection.cursor() as cursor:
        cursor.execute(CLAIM_ALL, {"now": NOW, "until": NOW + timedelta(days=1)})
    task_ids = list(campaign.tasks.order_by("pk").values_list("pk", flat=True))
    assert in_two_processes(commit_all, task_ids) == []
    assert Return.objects.count() == 4 * TIMES
    assert set(Task.objects.values_list("state", flat=True)) == {TaskState.DISPUTED}
    assert Disagreement.objects.values("task").distinct().count() == Disagreement.objects.count() == TIMES
    assert Slot.objects.filter(stage=Stage.CLOSURE, state="committed").count() == 2 * TIMES
    for task_id in task_ids[:: TIMES // 20]:
        verbs = list(Event.objects.filter(task=task_id).order_by("pk").values_list("verb", flat=True))
        assert verbs == ["commit", "commit", "open_closure", "commit", "commit"]
    assert Event.objects.filter(verb="open_closure").count() == TIMES


@pytest.mark.django_db(transaction=True)
def test_while_one_commit_is_under_way_the_other_waits(alice: Person, bob: Person) -> None:
    """The first commit is not seen before it is whole, so the second cannot open the closure without it."""
    _, campaign, task = one_ripple()
    assert take(campaign, alice) == take(campaign, bob) == task
    order: list[str] = []

    def hold() -> None:
        with transaction.atomic():
            Task.objects.select_for_update(no_key=True).get(pk=task.pk)
            time.sleep(0.3)
            order.append("let go")

    def commit() -> None:
        time.sleep(0.1)
        recover(task, alice)
        order.append("committed")

    assert together(hold, commit) == []
    assert order == ["let go", "committed"]


@pytest.mark.django_db(transaction=True)
def test_a_slot_and_what_is_hidden_in_the_same_instant(sam: Person) -> None:
    """A manager who opens the hidden parts while the queue gives them the item gets one or the other."""
    for _ in range(10):
        item = make_ripple_item()
        campaign = make_ripple_campaign([item], annotators=["sam"])
        raised = together(lambda item=item: see_hidden(item=item, actor=sam), _taking(campaign, sam))
        has_slot = Slot.objects.filter(task__ripple=item, person=sam).exists()
        has_seen = RippleSeen.objects.filter(item=item, person=sam).exists()
        assert has_slot != has_seen
        assert all(isinstance(error, NotAllowed) for error in raised) or has_seen


def _taking(campaign: Any, person: Person) -> Callable[[], Any]:
    return lambda: take(campaign, person, datetime.now(NOW.tzinfo))


@pytest.mark.django_db(transaction=True)
def test_a_commit_and_a_withdrawal_in_the_same_instant(alice: Person, bob: Person, sam: Person) -> None:
    for _ in range(10):
        item, campaign, _task = one_ripple()
        task = both_recover(campaign, alice, bob)
        raised = together(
            lambda task=task: judge(task, alice),
            lambda item=item: withdraw_ripple(item=item, reason="wrong", actor=sam),
        )
        assert all(isinstance(error, ProtocolError) for error in raised)
        task.refresh_from_db()
        assert task.state == TaskState.WITHDRAWN
        assert not Slot.objects.filter(task=task, state__in=["free", "claimed"]).exists()
