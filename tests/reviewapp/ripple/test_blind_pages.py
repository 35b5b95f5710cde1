"""Before both blind returns are in, a reviewer's answers depend on nothing hidden: byte by byte.

The same public item stands in the database with two different hidden closures, splits, shapes and sources,
while the other reviewer has not begun, has begun, has drafted, or has committed. Whatever alice asks for,
she gets the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from reviewapp.models import Campaign, Person, Return, RippleItem, Task
from reviewapp.rules.protocol import Stage
from reviewapp.work.actions.drafts import save_draft
from tests.reviewapp.ripple.making import (
    EDGES,
    blind_body,
    make_ripple_campaign,
    make_ripple_item,
    recover,
    take,
)
from tests.reviewapp.ripple.pages import blind_fields
from tests.reviewapp.workdesk import HTMX, as_person
from tests.test_blindness import same
from tests.world import ROUTES, address

pytestmark = pytest.mark.django_db

HIDDEN: list[dict[str, Any]] = [
    {"edges": EDGES, "split": "report", "shape": "diamond_with_tail", "source_id": "2hop__1"},
    {
        "edges": (("edit", "north"), ("north", "total"), ("edit", "south"), ("south", "dawn")),
        "split": "development",
        "shape": "fork_with_tails",
        "source_id": "3hop__OTHER",
    },
]
NOT_COMPARED = {"Set-Cookie", "Expires"}  # a token drawn at random, the time of the answer


class Scene(NamedTuple):
    """What stands in the database: alice's item, and one more that she has not come to."""

    campaign: Campaign
    item: RippleItem
    task: Task
    client: Client


def nothing(scene: Scene, bob: Person) -> None:
    """bob has not begun."""


def begun(scene: Scene, bob: Person) -> None:
    take(scene.campaign, bob, timezone.now())


def drafted(scene: Scene, bob: Person) -> None:
    begun(scene, bob)
    body = blind_body(["audit"], ambiguous=["dawn"])
    save_draft(task=scene.task, actor=bob, stage=Stage.BLIND, version=0, body=body, now=timezone.now())


def committed(scene: Scene, bob: Person) -> None:
    begun(scene, bob)
    recover(scene.task, bob, blind_body(["audit"], ambiguous=["dawn"]), timezone.now())


def make_scene(hidden: dict[str, Any]) -> Scene:
    items = [make_ripple_item("rk-a", **hidden), make_ripple_item("rk-b", **HIDDEN[0] | {"source_id": "x"})]
    campaign = make_ripple_campaign(items)
    campaign.name = "Ripples"
    Campaign.objects.filter(pk=campaign.pk).update(name="Ripples")
    task = take(campaign, Person.objects.get(username="alice"), timezone.now())
    assert task is not None
    assert task.rippled.item_id == "rk-a"
    client = as_person("alice")
    client.raise_request_exception = False  # an error's page is compared as well
    return Scene(campaign, items[0], task, client)


def addresses(scene: Scene) -> dict[str, str]:
    """Return the address of every page of the installation, as alice would try it."""
    own = Return.objects.filter(person__username="alice").first()
    codes: dict[str, str] = {
        "campaign": scene.campaign.code,
        "item": scene.item.code,
        "return": own.code if own else "none",
    }
    codes |= dict.fromkeys(("held", "rippling", "joint", "colliding"), scene.task.code)
    names = {name: _address(name, codes) for name in ROUTES if name not in {"readyz", "healthz"}}
    more = {"closure?": "?stage=closure", "blind?": "?stage=blind"}
    desk = reverse("ripple", args=[scene.task.code])
    return names | {name: desk + query for name, query in more.items()}


def _address(name: str, codes: dict[str, str]) -> str:
    try:
        return address(name, codes)
    except NoReverseMatch:  # a number is wanted where the route names something that is not here
        return address(name, dict.fromkeys(ROUTES[name][0].split(), "1") | codes)


def answer_of(answer: Any) -> tuple[Any, ...]:
    """Return all of an answer that could tell something: its status, headers and body."""
    headers = {
        name: re.sub(r"\b[2-9a-hjkmnp-z]{12}\b", "code", value)
        for name, value in answer.headers.items()
        if name not in NOT_COMPARED
    }
    return answer.status_code, headers, same(answer.getvalue())


def gets(scene: Scene) -> Iterator[tuple[str, Any]]:
    for name, at in addresses(scene).items():
        plain = answer_of(scene.client.get(at))
        yield name, plain
        if plain[0] not in {404, 405}:
            yield f"{name} by htmx", answer_of(scene.client.get(at, headers=HTMX))


def posts(scene: Scene) -> Iterator[tuple[str, Any]]:
    """Yield the answers to what alice sends: drafts, a stale one, half a return, a whole one, a skip."""
    task, post = scene.task, scene.client.post
    desk = reverse("ripple", args=[task.code])
    draft = reverse("ripple_draft", args=[task.code])
    whole = blind_fields(task, blind_body(["north"]))
    half = {"stage": "blind", "version": "0", "select-u1": "on"}
    yield "draft", answer_of(post(draft, half, headers=HTMX))
    yield "stale", answer_of(post(draft, half, headers=HTMX))
    yield "half", answer_of(post(desk, half))
    yield "asked", answer_of(post(desk, whole | {"version": "1"}))
    yield "closure", answer_of(post(desk, whole | {"stage": "closure"}))
    yield "beat", answer_of(post(reverse("beat", args=[task.code]), {"tab": "t"}))
    yield "question", answer_of(post(reverse("questions", args=[task.code]), {"body": "Is it?"}, follow=True))
    for name in ("ripple_comment", "ripple_assent", "ripple_adjudication"):
        yield name, answer_of(post(reverse(name, args=[task.code]), {"body": "hm", "assents": "yes"}))
    yield "api", answer_of(post(reverse("api_commit", args=[task.code]), {}, content_type="application/json"))
    sent = {"stage": "closure", "body": {}}
    early = reverse("api_ripple_commit", args=[task.code])
    yield "api closure", answer_of(post(early, sent, content_type="application/json"))


def told_apart(
    others: Sequence[Callable[[Scene, Person], None]], bob: Person, look: Callable[[Scene], dict[str, Any]]
) -> dict[str, Any]:
    """Return where alice sees a difference between any two of the scenes."""
    seen = []
    for hidden, other in product(HIDDEN, others):
        start = transaction.savepoint()
        scene = make_scene(hidden)
        other(scene, bob)
        seen.append(look(scene))
        transaction.savepoint_rollback(start)
    first = seen[0]
    return {name: (first[name], one[name]) for one in seen[1:] for name in first if first[name] != one[name]}


def test_before_ones_own_return_nothing_hidden_is_told(alice: Person, bob: Person, carol: Person) -> None:
    others = [nothing, drafted, committed]
    assert told_apart(others, bob, lambda scene: dict(gets(scene))) == {}


def test_nor_by_the_answers_to_what_one_sends(alice: Person, bob: Person, carol: Person) -> None:
    assert told_apart([nothing, begun, committed], bob, lambda scene: dict(posts(scene))) == {}


def test_nor_after_ones_own_return(alice: Person, bob: Person, carol: Person) -> None:
    def look(scene: Scene) -> dict[str, Any]:
        recover(scene.task, alice, blind_body(["north"]), timezone.now())
        return dict(gets(scene))

    assert told_apart([nothing, drafted], bob, look) == {}


def test_the_scenes_would_tell_a_leak(alice: Person, bob: Person, carol: Person) -> None:
    """Once both are in, the desk differs, as it must: the comparison looks at what is hidden."""

    def look(scene: Scene) -> dict[str, Any]:
        committed(scene, bob)
        recover(scene.task, alice, blind_body(["north"]), timezone.now())
        return {"desk": answer_of(scene.client.get(reverse("ripple", args=[scene.task.code])))}

    assert "desk" in told_apart([nothing], bob, look)
