"""The API of collision review: the whole way, one's own things only, and no verdict before one's own word."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from reviewapp.models import Campaign, Person, Return
from reviewapp.workflows.collision.rules.collisions import Plan
from tests.factories import make_document, make_item
from tests.reviewapp.api_client import HOSTILE, send
from tests.reviewapp.colliding import bring, line, lists_of, make_collision_campaign

pytestmark = pytest.mark.django_db

SAID = "MODEL-SAYS-SO"


def make_pool(verdict: str = "conflict", **plan: Any) -> Campaign:
    item = make_item("How many berths?", "1,204", documents=[make_document("In 1911 it had 1,204 berths.")])
    near = [make_document("In 1921 it had 893 berths."), make_document("A mole.")]
    said = {"rationale": SAID, "quote": SAID}
    bring(*(line(item, document, n, verdict, **said) for n, document in enumerate(near, start=1)))
    return make_collision_campaign([item], plan=Plan(seed=1, **plan))


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_pool()


def take(campaign: Campaign, person: Person) -> dict[str, Any]:
    return dict(send(person, "post", "next", campaign.code, data={}).data)


def decide(person: Person, code: str, number: int, decision: str = "hard_negative", **more: Any) -> Any:
    return send(person, "post", "candidate_decide", code, number, data={"decision": decision} | more)


def test_the_whole_way(campaign: Campaign, alice: Person) -> None:
    task = take(campaign, alice)
    code, (one, two) = task["code"], task["candidates"]
    assert [one["number"], one["first"], two["number"]] == [1, None, 2]
    (gold,) = task["documents"]
    read = send(alice, "get", "collision_document", code, gold["doc_id"]).data
    assert read["text"] == "In 1911 it had 1,204 berths."
    seen = send(alice, "get", "candidate", code, 1).data
    assert seen["document"]["text"] == "In 1921 it had 893 berths."
    assert (seen["verdicts"], seen["decisions"], seen["reveals"]) == ([], [], True)
    told = decide(alice, code, 1).data
    assert [verdict["rationale"] for verdict in told["verdicts"]] == [SAID]
    assert send(alice, "post", "candidate_keep", code, 1).data["final"] == "hard_negative"
    decide(alice, code, 2)
    quote = {"doc_id": two["doc_id"], "start": 0, "end": 6}
    why = {"why": "read again", "rationale": "it says so", "evidence": [quote]}
    revised = send(alice, "post", "candidate_revise", code, 2, data={"decision": "false_negative"} | why).data
    assert (revised["first"], revised["final"]) == ("hard_negative", "false_negative")
    assert revised["decisions"][0]["evidence"][0]["quote"] == "A mole"
    answer = send(alice, "post", "collision_commit", code, data={"note": HOSTILE[2]})
    again = send(alice, "post", "collision_commit", code, data={})
    assert answer.data == again.data
    assert Return.objects.get().note == HOSTILE[2]
    assert lists_of(Return.objects.get().task.item) == ([gold["doc_id"], two["doc_id"]], [one["doc_id"]])
    assert send(alice, "post", "next", campaign.code, data={}).status_code == 204


def test_what_lacks_something_is_named(campaign: Campaign, alice: Person) -> None:
    code = take(campaign, alice)["code"]
    answer = decide(alice, code, 1, "conflict")
    assert (answer.status_code, set(answer.data["missing"])) == (422, {"rationale", "evidence"})
    assert send(alice, "post", "collision_commit", code, data={}).status_code == 422
    assert send(alice, "post", "candidate_keep", code, 1).status_code == 422


@pytest.mark.parametrize("text", HOSTILE)
def test_a_draft_keeps_every_character_beside_the_other_candidates(
    text: str, campaign: Campaign, alice: Person
) -> None:
    code = take(campaign, alice)["code"]
    for number, version in ((1, 0), (2, 1)):
        sent = {"version": version, "rationale": text}
        assert send(alice, "put", "candidate_draft", code, number, data=sent).status_code == 200
    stale = send(alice, "put", "candidate_draft", code, 1, data={"version": 1, "rationale": "late"})
    assert stale.status_code == 409
    entries = send(alice, "get", "collision", code).data["draft"]["body"]["entries"]
    assert [one["rationale"] for one in entries.values()] == [text, text]


def test_others_do_not_have_it(campaign: Campaign, alice: Person, bob: Person, sam: Person) -> None:
    code = take(campaign, alice)["code"]
    for person in (bob, sam):
        assert send(person, "get", "collision", code).status_code == 404
        assert send(person, "get", "candidate", code, 1).status_code == 404
        assert decide(person, code, 1).status_code == 404
        assert send(person, "post", "collision_commit", code, data={}).status_code == 404
    for name in ("task", "skip", "commit"):
        method = "get" if name == "task" else "post"
        assert send(alice, method, name, code, **({} if name == "task" else {"data": {}})).status_code == 404


def test_before_ones_own_decision_no_byte_tells_what_a_model_said(alice: Person) -> None:
    """Play the same from one start with each verdict: everything but what follows a decision is the same."""
    seen = []
    for verdict in ("conflict", "hard_negative", None):
        start = transaction.savepoint()
        code = take(make_pool(verdict), alice)["code"]
        answers = [
            send(alice, "get", "collision", code),
            send(alice, "get", "candidate", code, 1),
            send(alice, "put", "candidate_draft", code, 1, data={"version": 0, "decision": "conflict"}),
            decide(alice, code, 1, "conflict"),
            send(alice, "post", "candidate_keep", code, 1),
            send(alice, "post", "candidate_revise", code, 1, data={"decision": "conflict", "why": "x"}),
            send(alice, "get", "candidate", code, 2),
        ]
        seen.append([(one.status_code, shape(one.content)) for one in answers])
        decided = decide(alice, code, 1)
        assert [one["verdict"] for one in decided.data["verdicts"]] == [verdict]
        untold = send(alice, "get", "candidate", code, 2)
        assert SAID not in untold.text
        transaction.savepoint_rollback(start)
    assert seen[0] == seen[1] == seen[2]


def shape(body: bytes) -> str:
    """Return an answer without the ids, codes and times that no two items share."""
    import re

    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "time", body.decode())
    text = re.sub(r'"(code|campaign|item_id)":"[^"]*"', r'"\1":""', text)
    return re.sub(r"\b\d+\b", "n", text)


def test_a_campaign_without_the_reveal_never_tells(alice: Person) -> None:
    code = take(make_pool(reveal=False), alice)["code"]
    answer = decide(alice, code, 1)
    assert (answer.data["final"], answer.data["verdicts"]) == ("hard_negative", [])
    assert SAID not in send(alice, "get", "candidate", code, 1).text
