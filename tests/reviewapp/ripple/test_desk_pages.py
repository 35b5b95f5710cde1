"""The desk of ripple review by forms: recovering blind, judging the closure, drafts, what is missing."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from reviewapp.models import Draft, Person, Return, Slot, Task
from reviewapp.workflows.ripple.actions.leaving import release_reviewer, withdraw_ripple
from tests.reviewapp.ripple.making import (
    blind_body,
    both_judge,
    both_recover,
    closure_body,
    one_ripple,
    recover,
    take,
    unit,
)
from tests.reviewapp.ripple.pages import HTMX, blind_fields, closure_fields, commit, numbers
from tests.reviewapp.workdesk import as_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def held(alice: Person, bob: Person) -> Task:
    """A task that alice holds and bob does not know of."""
    _, campaign, _ = one_ripple()
    task = take(campaign, alice, now=_now())
    assert task is not None
    return task


@pytest.fixture
def opened(alice: Person, bob: Person) -> Task:
    """A task whose closure is open to alice and bob."""
    _, campaign, task = one_ripple()
    both_recover(campaign, alice, bob, (blind_body(["north", "dawn"], ambiguous=["door"]), None))
    return task


def _now() -> Any:
    from django.utils import timezone

    return timezone.now()


def address(task: Task, name: str = "ripple") -> str:
    return reverse(name, args=[task.code])


# --- Blind recovery -----------------------------------------------------------------------------------


def test_the_next_task_of_a_ripple_campaign_is_its_desk(alice: Person) -> None:
    _, campaign, task = one_ripple()
    answer = as_person("alice").get(reverse("next_task", args=[campaign.code]))
    assert answer["Location"] == address(task)
    page = as_person("alice").get(address(task))
    assert page.context["heading"] == "Blind recovery"
    assert b"North stores " in page.content
    assert page["Cache-Control"] == "no-store"


def test_the_old_address_of_a_task_leads_there(held: Task) -> None:
    assert as_person("alice").get(reverse("task", args=[held.code]))["Location"] == address(held)


def test_a_stranger_finds_no_such_item(held: Task) -> None:
    assert as_person("bob").get(address(held)).status_code == 404
    assert as_person("carol").get(address(held)).status_code == 404
    assert as_person("bob").post(address(held, "ripple_draft"), {}).status_code == 404


def test_committing_asks_once_and_keeps_a_draft(held: Task) -> None:
    fields = blind_fields(held, blind_body(["north", "total"]))
    asked = as_person("alice").post(address(held), fields)
    assert b"2 selected, 0 ambiguous, 3 of 3 documents checked" in asked.content
    assert not Return.objects.exists()
    assert Draft.objects.get().body["selected"][0]["unit_id"] == unit("north")
    sent = dict(asked.context["fields"]) | {"sure": "1"}
    answer = as_person("alice").post(asked.context["action"], sent)
    assert answer["Location"] == reverse("next_task", args=[held.campaign.code])
    assert [one["unit_id"] for one in Return.objects.get().body["selected"]] == [unit("north"), unit("total")]
    assert not Draft.objects.exists()


def test_what_is_missing_is_named_and_linked(held: Task) -> None:
    body = blind_body(["north"], ambiguous=["door"])
    body["selected"][0]["rationale"] = " "
    body["ambiguous"][0]["reason"] = ""
    body["checked"].pop()
    page = as_person("alice").post(address(held), blind_fields(held, body))
    assert {one.anchor for one in page.context["errors"]} == {"why-u1", "reason-u2", "d3"}
    for anchor in ("why-u1", "reason-u2", "d3"):
        assert f'href="#{anchor}"'.encode() in page.content
        assert f'id="{anchor}"'.encode() in page.content
    assert not Return.objects.exists()


def test_a_draft_saves_itself_and_tells_the_page_what_follows(held: Task) -> None:
    fields = blind_fields(held, blind_body(["north"]))
    answer = as_person("alice").post(address(held, "ripple_draft"), fields, headers=HTMX).json()
    assert answer["version"] == 1
    assert "Selected · 1" in answer["parts"]["summary"]
    assert "nothing is missing" in answer["parts"]["summary"]
    page = as_person("alice").get(address(held))
    assert b"north follows" in page.content


def test_a_draft_saved_elsewhere_is_not_overwritten(held: Task) -> None:
    client, url = as_person("alice"), address(held, "ripple_draft")
    client.post(url, blind_fields(held, blind_body(["north"])), headers=HTMX)
    mine = blind_fields(held, blind_body(["total"]))
    stale = client.post(url, mine, headers=HTMX)
    assert stale.status_code == 409
    assert b"<html" not in stale.content
    plain = client.post(url, mine)
    assert {one.where.split(":")[0] for one in plain.context["differing"]} == {"selected"}
    kept = client.post(url, dict(plain.context["fields"]) | {"version": "1"})
    assert kept["Location"] == address(held)
    assert Draft.objects.get().body["selected"][0]["unit_id"] == unit("total")


def test_texts_are_kept_to_the_byte_and_nul_is_refused(held: Task) -> None:
    client, url = as_person("alice"), address(held, "ripple_draft")
    odd = "  e\u0301 👩‍🔬\u2028 line\r\nnext\u202e "
    body = blind_body(["north"])
    body["selected"][0]["rationale"] = odd
    client.post(url, blind_fields(held, body), headers=HTMX)
    assert Draft.objects.get().body["selected"][0]["rationale"] == odd.replace("\r\n", "\n")
    body["selected"][0]["rationale"] = "a\0b"
    assert client.post(url, blind_fields(held, body, 1), headers=HTMX).status_code == 422


def test_what_is_committed_is_read_only(held: Task, alice: Person) -> None:
    recover(held, alice, blind_body(["north"]), _now())
    page = as_person("alice").get(address(held))
    assert page.context["committed"]
    assert b"data-commit" not in page.content
    again = commit(as_person("alice"), held, blind_fields(held, blind_body(["total"])))
    assert again.status_code == 302
    assert Return.objects.get().body["selected"][0]["unit_id"] == unit("north")
    saved = as_person("alice").post(
        address(held, "ripple_draft"), blind_fields(held, blind_body(["total"])), headers=HTMX
    )
    assert saved.json() == {"version": 0, "saved": "", "parts": {}}


def test_skipping_keeps_what_was_typed(held: Task) -> None:
    client = as_person("alice")
    answer = client.post(address(held, "ripple_skip"), blind_fields(held, blind_body(["north"])))
    assert answer["Location"] == reverse("next_task", args=[held.campaign.code])
    assert Slot.objects.filter(state="free").count() == 2
    assert Draft.objects.get().body["selected"][0]["unit_id"] == unit("north")


def test_questions_and_heartbeats_have_the_addresses_of_every_task(held: Task) -> None:
    client = as_person("alice")
    assert client.post(reverse("beat", args=[held.code]), {"tab": "t"}).status_code == 204
    asked = client.post(reverse("questions", args=[held.code]), {"body": "Is it?"}, headers=HTMX)
    assert b"Is it?" in asked.content
    assert held.questions.get().body == "Is it?"


def test_a_withdrawn_item_says_so_and_takes_nothing(held: Task, sam: Person) -> None:
    withdraw_ripple(item=held.rippled, reason="a leak", actor=sam)
    page = as_person("alice").get(address(held))
    assert b"has been withdrawn" in page.content
    assert b"a leak" not in page.content
    answer = commit(as_person("alice"), held, blind_fields(held, blind_body()))
    assert answer.status_code == 409
    assert not Return.objects.exists()


# --- Closure review -----------------------------------------------------------------------------------


def test_a_closure_that_opens_stands_on_my_work(opened: Task) -> None:
    page = as_person("alice").get(reverse("my_work"))
    assert f'href="{address(opened)}"'.encode() in page.content
    answer = as_person("alice").get(reverse("next_task", args=[opened.campaign.code]))
    assert answer["Location"] == address(opened)


def test_the_closure_is_drawn_and_listed(opened: Task) -> None:
    page = as_person("alice").get(address(opened))
    number = numbers(opened)
    for name in ("north", "total", "share", "below", "audit"):
        key = f"u{number[unit(name)]}"
        assert page.content.count(f'href="#{key}"'.encode()) >= 2  # drawn, and in the list
        assert f'id="{key}"'.encode() in page.content
    assert page.content.count(b'class="arrow"') == 6


def test_ones_own_blind_recovery_stands_beside_it_the_others_does_not(opened: Task) -> None:
    page = as_person("alice").get(address(opened))
    assert b"dawn follows" in page.content
    assert b"door may follow" in page.content
    assert b"audit follows" not in page.content  # bob selected it
    own = as_person("alice").get(address(opened) + "?stage=blind")
    assert own.context["heading"] == "Blind recovery"
    assert own.context["committed"]


def test_what_is_not_judged_is_named_and_linked(opened: Task) -> None:
    page = as_person("alice").post(address(opened), {"stage": "closure", "version": "0"})
    linked = {one.anchor for one in page.context["errors"]}
    assert linked == {
        f"u{numbers(opened)[unit(one)]}" for one in ("north", "total", "share", "below", "audit")
    } | {f"e{n}" for n in range(1, 7)}
    assert page.context["progress"]["done"] == 0


def test_a_closure_is_committed_with_all_it_holds(opened: Task) -> None:
    body = closure_body(
        opened.rippled,
        verdicts={"audit": "not_supported", "e6": "ambiguous"},
        added={"dawn": ["north"]},
        needed={"below": ["e4"]},
    )
    body["units"][0]["citations"].append(
        {"unit_id": unit("north"), "quote": "1,204", "start": 13, "end": 18, "start_byte": 13, "end_byte": 18}
    )
    body["added_edges"] = [{"parent": unit("south"), "child": unit("total"), "rationale": "it adds"}]
    body["added_units"].append({"unit_id": unit("south"), "rationale": "so", "parents": ["edit"]})
    asked = as_person("alice").post(address(opened), closure_fields(opened, body))
    assert b"2 missing statements and 1 unintended dependencies added" in asked.content
    answer = commit(as_person("alice"), opened, closure_fields(opened, body, 1))
    assert answer.status_code == 302
    kept = Return.objects.get(stage="closure").body
    assert kept == body


def test_a_quote_is_found_without_javascript(opened: Task) -> None:
    client, url = as_person("alice"), address(opened, "ripple_draft")
    key = f"u{numbers(opened)[unit('total')]}"
    fields = {"stage": "closure", "version": "0", f"add-{key}": "1", f"quote-{key}": "stores 1,204"}
    assert client.post(url, fields).status_code == 302
    said = next(one for one in Draft.objects.get().body["units"] if one["unit_id"] == unit("total"))
    assert said["citations"] == [
        {
            "unit_id": unit("north"),
            "quote": "stores 1,204",
            "start": 6,
            "end": 18,
            "start_byte": 6,
            "end_byte": 18,
        }
    ]
    refused = client.post(url, fields | {"version": "1", f"quote-{key}": "nowhere"})
    assert refused.context["errors"][0].anchor == key


def test_a_closure_is_ones_own_and_cannot_be_skipped(opened: Task) -> None:
    fields = closure_fields(opened, closure_body(opened.rippled))
    assert as_person("alice").post(address(opened, "ripple_skip"), fields).status_code == 404
    assert Slot.objects.filter(stage="closure", state="claimed").count() == 2


def test_a_reviewer_who_left_keeps_their_own_return_and_sees_no_closure(
    opened: Task, alice: Person, sam: Person
) -> None:
    release_reviewer(task=opened, person=alice, actor=sam)
    page = as_person("alice").get(address(opened))
    assert page.context["heading"] == "Blind recovery"
    assert page.context["committed"]
    assert b"rule 3" not in page.content


def test_own_returns_are_listed_searched_and_read(opened: Task, alice: Person, bob: Person) -> None:
    both_judge(opened, alice, bob)
    client = as_person("alice")
    listed = client.get(reverse("my_returns"), {"q": opened.rippled.item_id})
    assert listed.content.count(opened.rippled.item_id.encode()) >= 2
    for one in Return.objects.filter(person=alice):
        page = client.get(reverse("my_return", args=[one.code]))
        assert f"?stage={one.stage}".encode() in page.content
        assert client.get(address(opened), {"stage": one.stage}).context["committed"] == one


# --- What it costs ------------------------------------------------------------------------------------


def test_what_opening_and_committing_a_blind_recovery_ask_the_database(
    held: Task, django_assert_max_num_queries: Any
) -> None:
    client = as_person("alice")
    with django_assert_max_num_queries(3):  # two say who asks, the first time
        client.get(address(held))
    with django_assert_max_num_queries(8):  # two of them are the test's savepoint
        client.post(address(held), blind_fields(held, blind_body()) | {"sure": "1"})
    assert Return.objects.count() == 1


def test_what_opening_and_committing_a_closure_review_ask_the_database(
    opened: Task, alice: Person, bob: Person, django_assert_max_num_queries: Any
) -> None:
    commit(as_person("bob"), opened, closure_fields(opened, closure_body(opened.rippled)))
    client = as_person("alice")
    with django_assert_max_num_queries(5):
        client.get(address(opened))
    with django_assert_max_num_queries(12):  # the last of both, which opens the adjudication
        client.post(address(opened), closure_fields(opened, closure_body(opened.rippled)) | {"sure": "1"})
    assert Return.objects.filter(stage="closure").count() == 2
    assert opened.disagreements.count() == 1
