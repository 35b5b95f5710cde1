"""Who may open a task: the same answer by page and API, for every state of a membership and of a claim."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import product

import pytest
from django.urls import reverse
from django.utils import timezone

from reviewapp.models import Campaign, Heartbeat, Membership, Person, Slot, Task
from reviewapp.rules.protocol import Kind
from reviewapp.work.actions.claiming import claim_next, run_upkeep
from reviewapp.work.registry import workflow_of
from tests.factories import make_campaign
from tests.reviewapp import colliding
from tests.reviewapp.api_client import client_of
from tests.reviewapp.colliding import one_item
from tests.reviewapp.ripple import making
from tests.reviewapp.ripple.making import make_ripple_campaign
from tests.reviewapp.staff_desk import as_person

pytestmark = pytest.mark.django_db

MEMBERSHIPS = ("never", "active", "ended", "renewed")
CLAIMS = ("none", "held", "lapsed", "committed")


def commit_screening(task: Task, person: Person) -> None:
    from reviewapp.workflows.screening.actions import ScreeningEntry, commit_screening

    commit_screening(task_id=task.pk, actor=person, entry=ScreeningEntry("accept"), now=timezone.now())


def commit_collision(task: Task, person: Person) -> None:
    now = timezone.now()
    for candidate in task.evidence.candidates.all():
        colliding.decide(task, person, candidate.document_id, "hard_negative", now)
        colliding.keep(task, person, candidate.document_id, now)
    colliding.commit(task, person, now)


def commit_blind(task: Task, person: Person) -> None:
    making.recover(task, person, now=timezone.now())


CAMPAIGNS: dict[Kind, tuple[Callable[[], Campaign], Callable[[Task, Person], None]]] = {
    Kind.SCREENING: (lambda: make_campaign(items=1), commit_screening),
    Kind.COLLISION: (lambda: one_item()[1], commit_collision),
    Kind.RIPPLE: (make_ripple_campaign, commit_blind),
}


def opened(kind: Kind, membership: str, claim: str, person: Person) -> Task:
    """Return a task of which *person* has that claim, in a campaign in which they have that membership."""
    make, commit = CAMPAIGNS[kind]
    campaign = make()
    task = campaign.tasks.get()
    if claim != "none":
        claim_next(campaign=campaign, actor=person, stage=workflow_of(kind).stages[0], now=timezone.now())
    if claim == "lapsed":
        Slot.objects.filter(task=task, person=person).update(lease_until=timezone.now() - timedelta(hours=1))
        run_upkeep(now=timezone.now())
    if claim == "committed":
        commit(task, person)
    own = Membership.objects.filter(campaign=campaign, person=person)
    if membership == "never":
        own.delete()
    else:
        own.update(active=membership != "ended")
    return task


def lease_of(task: Task, person: Person) -> datetime | None:
    return Slot.objects.filter(task=task, person=person).values_list("lease_until", flat=True).first()


def may_open(membership: str, claim: str) -> bool:
    return claim == "committed" or (claim != "none" and membership in ("active", "renewed"))


@pytest.mark.parametrize(("kind", "membership", "claim"), list(product(CAMPAIGNS, MEMBERSHIPS, CLAIMS)))
def test_page_and_api_open_a_task_to_the_same_people(kind, membership, claim, alice):
    task = opened(kind, membership, claim, alice)
    lease = lease_of(task, alice)
    status = 200 if may_open(membership, claim) else 404
    api = client_of(alice).get(reverse(API[kind], args=[task.code]))
    page = as_person("alice").get(reverse(workflow_of(kind).page, args=[task.code]))
    assert (api.status_code, page.status_code) == (status, status)
    beats = [
        client_of(alice).post(reverse(BEAT[kind], args=[task.code]), BEATS[kind], format="json"),
        as_person("alice").post(reverse("beat", args=[task.code]), {"tab": "t"}),
    ]
    assert [beat.status_code for beat in beats] == ([204, 204] if status == 200 else [404, 404])
    if status == 404:
        assert not Heartbeat.objects.exists()
        assert (
            Slot.objects.filter(task=task, person=alice).values_list("lease_until", flat=True).first()
            == lease
        )


API = {Kind.SCREENING: "api_task", Kind.COLLISION: "api_collision", Kind.RIPPLE: "api_ripple"}
BEATS = {
    Kind.SCREENING: {"tab": "t"},
    Kind.COLLISION: {"tab": "t"},
    Kind.RIPPLE: {"tab": "t", "stage": "blind"},
}
BEAT = {Kind.SCREENING: "api_beat", Kind.COLLISION: "api_collision_beat", Kind.RIPPLE: "api_ripple_beat"}
