"""What one reviewer gets never depends on what the other one said: page by page, byte by byte."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from reviewapp.models import Campaign, Return, Task
from reviewapp.staff.actions.campaigns import set_member
from reviewapp.work.queries.blindness import is_blind_in, is_hidden
from tests.factories import make_campaign, make_item, make_person
from tests.reviewapp.workdesk import HTMX, as_person, judge, normal, take
from tests.world import ROUTES, address

pytestmark = pytest.mark.django_db

SAYINGS: list[dict[str, str]] = [
    {"decision": "accept", "domain": "law"},
    {"decision": "reject", "reason": "other", "note": "BOB-SAYS-SO " * 9, "domain": "math"},
]


def addresses(campaign: Campaign, task: Task) -> dict[str, str]:
    """Return the address of every page of the installation, as alice would try it."""
    own = Return.objects.filter(person__username="alice").order_by("-id").first()
    codes: dict[str, str] = {
        "campaign": campaign.code,
        "held": task.code,
        "item": task.item.code,
        "document": str(task.item.item_documents.get().document_id),
        "return": own.code if own else "none",
        "mole": "1",
    }
    return {name: address(name, codes) for name in ROUTES if name not in {"readyz", "healthz"}}


def same(body: bytes) -> str:
    """Return a page without what no two requests share: tokens, times, and codes drawn at random."""
    text = re.sub(rb"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)", b"time", body)
    return re.sub(r"\b[2-9a-hjkmnp-z]{12}\b", "code", normal(text))


def what_alice_gets(client: Client, campaign: Campaign, task: Task) -> dict[str, Any]:
    got: dict[str, Any] = {}
    for name, at in addresses(campaign, task).items():
        for headers in ({}, HTMX):
            answer = client.get(at, headers=headers)
            got[f"{name}{' by htmx' if headers else ''}"] = (answer.status_code, same(answer.getvalue()))
    return got


def told_apart(scene: Callable[[dict[str, str]], dict[str, Any]]) -> dict[str, Any]:
    """Play *scene* with each of bob's sayings from the same start; return where alice sees a difference."""
    seen = []
    for saying in SAYINGS:
        start = transaction.savepoint()
        seen.append(scene(saying))
        transaction.savepoint_rollback(start)
    return {name: (seen[0][name], seen[1][name]) for name in seen[0] if seen[0][name] != seen[1][name]}


@pytest.fixture
def campaign(alice: Any, bob: Any) -> Campaign:
    return make_campaign(items=[make_item(f"Which lighthouse is {n}?") for n in range(3)], overlap=2)


def test_before_ones_own_return_nothing_tells_what_the_other_said(campaign: Campaign) -> None:
    client, task = as_person("alice"), take(campaign, "alice")

    def scene(saying: dict[str, str]) -> dict[str, Any]:
        for _ in range(3):
            judge(take(campaign, "bob"), "bob", **saying)
        return what_alice_gets(client, campaign, task)

    assert told_apart(scene) == {}


def test_after_ones_own_return_neither(campaign: Campaign) -> None:
    client, task = as_person("alice"), take(campaign, "alice")
    judge(task, "alice", "accept", domain="law")

    def scene(saying: dict[str, str]) -> dict[str, Any]:
        for _ in range(3):
            judge(take(campaign, "bob"), "bob", **saying)
        return what_alice_gets(client, campaign, task)

    assert told_apart(scene) == {}


def test_nor_do_the_answers_to_what_alice_sends(campaign: Campaign) -> None:
    client, task = as_person("alice"), take(campaign, "alice")
    page = reverse("task", args=[task.code])

    def scene(saying: dict[str, str]) -> dict[str, Any]:
        for _ in range(3):
            judge(take(campaign, "bob"), "bob", **saying)
        sent = [
            client.post(reverse("draft", args=[task.code]), {"note": "mine"}, headers=HTMX),
            client.post(page, {"verdict": "nonsense"}, headers=HTMX),
            client.post(page, {"verdict": "accept", "domain": "law", "ahead": "1"}, headers=HTMX),
            client.post(page, {"verdict": "accept", "domain": "law"}),
            client.post(reverse("undo", args=[campaign.code]), follow=True),
            client.post(page, {"verdict": "answer_not_supported", "domain": "law"}, follow=True),
        ]
        bodies = [same(one.content) for one in sent]
        return {
            str(n): (one.status_code, text) for n, (one, text) in enumerate(zip(sent, bodies, strict=True))
        }

    assert told_apart(scene) == {}


def test_the_scenes_would_tell_a_leak(campaign: Campaign) -> None:
    """A manager's pages differ, as they must: what is compared would show bob's return."""
    client, task = as_person("sam"), take(campaign, "alice")

    def scene(saying: dict[str, str]) -> dict[str, Any]:
        judge(take(campaign, "bob"), "bob", **saying)
        return what_alice_gets(client, campaign, task)

    assert "item" in told_apart(scene)


def test_a_manager_is_blind_while_an_annotator_and_no_longer(campaign: Campaign, sam: Any) -> None:
    task = take(campaign, "bob")
    make_person("sam", "annotator")
    for is_member in (True, False):
        set_member(campaign=campaign, person=sam, role="annotator", active=is_member, actor=None)
        assert is_hidden(task, sam) == is_member
        assert is_blind_in(campaign, sam) == is_member
