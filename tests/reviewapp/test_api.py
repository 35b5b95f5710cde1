"""The API of work: statuses, one's own things only, every character."""

import json

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from reviewapp.api import work
from reviewapp.models import Draft, Heartbeat, Return, Slot, Task
from reviewapp.people.actions.people import deactivate_person
from reviewapp.rules.protocol import SlotState
from reviewapp.staff.actions.campaigns import move_campaign, withdraw_item
from reviewapp.work.actions.claiming import run_upkeep
from tests.factories import make_campaign, make_document, make_item, make_person

from .api_client import HOSTILE, client_of, send
from .desk import after, decide, must_claim

pytestmark = pytest.mark.django_db


def take(campaign, person, **data):
    return send(person, "post", "next", campaign.code, data=data)


def commit(person, code, **entry):
    return send(person, "post", "commit", code, data={"decision": "accept"} | entry)


def save(person, code, version=0, **entry):
    return send(person, "put", "draft", code, data={"version": version} | entry)


# --- Who asks ------------------------------------------------------------------------------------------


def test_without_a_token_or_session_nobody_is_known():
    response = APIClient().get(reverse("api_campaigns"))
    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")


@pytest.mark.parametrize("token", ["", "x", "x.y", "\x85", "a.b.c"])
def test_a_token_that_is_none_is_refused(alice, token):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    assert client.get(reverse("api_campaigns")).status_code == 401


def test_the_secret_of_one_does_not_let_in_as_another(alice, bob):
    mixed = f"{bob.code}.{alice.token.split('.')[1]}"
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {mixed}")
    assert client.get(reverse("api_campaigns")).status_code == 401


def test_a_deactivated_persons_token_has_ended(alice, sam):
    client = client_of(alice)
    deactivate_person(person=alice, actor=sam)
    assert client.get(reverse("api_campaigns")).status_code == 401


def test_a_new_password_ends_the_token(alice):
    client = client_of(alice)
    alice.set_password("another horse battery")
    alice.save(update_fields=["password"])
    assert client.get(reverse("api_campaigns")).status_code == 401


def test_a_session_reads_without_and_writes_with_its_csrf_token(alice):
    campaign = make_campaign()
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.get(reverse("api_campaigns")).status_code == 200
    assert client.post(reverse("api_next", args=[campaign.code])).status_code == 403
    assert not Slot.objects.filter(state=SlotState.CLAIMED).exists()


def test_a_session_is_told_the_token_and_a_token_is_not(alice):
    client = APIClient()
    client.force_login(alice)
    told = client.post(reverse("api_token")).json()
    alice.refresh_from_db()
    assert told == {"token": alice.token}
    assert send(alice, "post", "token").status_code == 403


def test_a_session_can_end_the_token(alice):
    programs, browser = client_of(alice), APIClient()
    browser.force_login(alice)
    assert browser.delete(reverse("api_token")).status_code == 204
    assert programs.get(reverse("api_campaigns")).status_code == 401


def test_answers_are_json_whatever_is_accepted(alice):
    response = client_of(alice).get(reverse("api_campaigns"), headers={"accept": "text/html"})
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")


@pytest.mark.parametrize(
    ("method", "name"), [("get", "next"), ("delete", "task"), ("post", "draft"), ("get", "commit")]
)
def test_another_method_is_refused(alice, method, name):
    assert send(alice, method, name, "x").status_code == 405


@pytest.mark.parametrize("body", [b"{", b"\xff", b"[1]", b'"x"', b"NaN"])
def test_what_is_no_json_object_is_refused(alice, body):
    campaign = make_campaign()
    url = reverse("api_next", args=[campaign.code])
    response = client_of(alice).generic("POST", url, body, content_type="application/json")
    assert response.status_code == 400


def test_a_body_that_is_too_large_is_not_read(alice, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    assert commit(alice, "x", note="n" * 100).status_code == 413


# --- Work ----------------------------------------------------------------------------------------------


def test_ones_campaigns_are_listed(alice, carol):
    campaign = make_campaign(items=2, overlap=2)
    make_campaign(annotators=("bob",))
    (one,) = send(alice, "get", "campaigns").json()["campaigns"]
    assert (one["role"], one["n_returns"]) == ("annotator", 0)
    assert one["campaign"]["code"] == campaign.code
    assert (one["campaign"]["guideline"], one["campaign"]["n_tasks"]) == (1, 2)
    assert {part["role"] for part in send(carol, "get", "campaigns").json()["campaigns"]} == {"adjudicator"}


def test_next_gives_a_task_with_its_item_and_documents(alice):
    document = make_document("The text.", title="Where it stands", domain="law")
    item = make_item("Who?", "Ada", documents=[document], hard_negatives=[make_document()])
    task = take(make_campaign(items=[item]), alice).json()
    assert (task["slot"], task["draft"], task["round"]) == ("claimed", None, 1)
    assert (task["item"]["query"], task["item"]["answer"]) == ("Who?", "Ada")
    assert task["documents"] == [
        {"doc_id": document.doc_id, "title": "Where it stands", "source": "made-up", "n_chars": 9}
    ]


def test_next_gives_the_same_task_until_it_is_committed(alice):
    campaign = make_campaign()
    first = take(campaign, alice).json()["code"]
    ahead = take(campaign, alice, ahead=True).json()["code"]
    assert take(campaign, alice).json()["code"] == first
    assert commit(alice, first).status_code == 200
    assert take(campaign, alice).json()["code"] == ahead != first


def test_when_nothing_is_left_there_is_no_content(alice):
    assert take(make_campaign(items=0), alice).status_code == 204


def test_a_campaign_that_one_does_not_annotate_does_not_exist(alice, carol):
    campaign = make_campaign(annotators=("bob",))
    for person in (alice, carol):
        assert take(campaign, person).status_code == 404
        assert send(person, "post", "undo", campaign.code).status_code == 404


def test_a_paused_campaign_is_refused_with_its_reason(alice, sam):
    campaign = make_campaign()
    task = must_claim(campaign, alice)
    move_campaign(campaign=campaign, state="paused", actor=sam)
    for response in (take(campaign, alice), commit(alice, task.code)):
        assert response.status_code == 403
        assert "paused" in response.json()["detail"]


def test_a_commit_said_twice_is_one_return(alice):
    code = must_claim(make_campaign(), alice).code
    first, second = commit(alice, code), commit(alice, code, decision="reject", reason="other", note="x")
    assert first.json() == second.json() == {"code": Return.objects.get().code, "sequence": 1}


def test_what_is_missing_is_named(alice):
    code = must_claim(make_campaign(), alice).code
    response = commit(alice, code, decision="reject")
    assert (response.status_code, list(response.json()["missing"])) == (422, ["reason"])


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"note": "n" * 20_001}, "note"),
        ({"note": "\0"}, "note"),
        ({"decision": ["accept"]}, "decision"),
        ({"domain": 7 * [1]}, "domain"),
        ({"evidence": "all"}, "evidence"),
        ({"evidence": [{"doc_id": 2**63, "start": 0, "end": 1}]}, "evidence"),
        ({"evidence": [{"doc_id": 1}]}, "evidence"),
    ],
)
def test_what_is_malformed_is_named(alice, entry, field):
    code = must_claim(make_campaign(), alice).code
    response = commit(alice, code, **entry)
    assert (response.status_code, list(response.json())) == (400, [field])
    assert save(alice, code, **entry).status_code == 400


def test_a_lone_surrogate_is_named(alice):
    url = reverse("api_commit", args=[must_claim(make_campaign(), alice).code])
    body = b'{"decision": "accept", "note": "\\ud800"}'
    response = client_of(alice).generic("POST", url, body, content_type="application/json")
    assert (response.status_code, list(response.json())) == (400, ["note"])


def test_a_task_that_one_was_not_given_does_not_exist(alice, bob, carol, sam):
    task = must_claim(make_campaign(items=1, overlap=2), alice)
    doc_id = task.item.item_documents.get().document_id
    for person in (bob, carol, sam):
        assert send(person, "get", "task", task.code).status_code == 404
        assert send(person, "get", "document", task.code, doc_id).status_code == 404
        assert commit(person, task.code).status_code == 404
        assert save(person, task.code).status_code == 404
        assert send(person, "post", "skip", task.code).status_code == 404
        assert send(person, "post", "beat", task.code, data={"tab": "t"}).status_code == 404
    assert not Draft.objects.exists()


def test_late_work_is_a_conflict_and_its_draft_is_kept(alice, bob):
    campaign = make_campaign(items=1)
    task = must_claim(campaign, alice)
    run_upkeep(now=Slot.objects.get(task=task).lease_until)
    must_claim(campaign, bob)
    assert commit(alice, task.code).status_code == 409
    saved = save(alice, task.code, note="late").json()
    assert (saved["is_late"], saved["body"]["note"]) == (True, "late")


def test_a_withdrawn_items_commit_is_refused(alice, sam):
    item = make_item()
    code = must_claim(make_campaign(items=[item]), alice).code
    withdraw_item(item=item, reason="Twice.", actor=sam)
    assert commit(alice, code).status_code == 403


def test_a_draft_is_saved_version_by_version(alice):
    code = must_claim(make_campaign(), alice).code
    assert save(alice, code, note="a").json()["version"] == 1
    assert save(alice, code, version=1, note="ab").json()["version"] == 2
    draft = send(alice, "get", "task", code).json()["draft"]
    assert (draft["version"], draft["body"]["note"]) == (2, "ab")


def test_a_stale_save_is_told_both_texts(alice):
    code = must_claim(make_campaign(), alice).code
    save(alice, code, note="first")
    response = save(alice, code, note="mine")
    assert response.status_code == 409
    assert response.json()["mine"]["note"] == "mine"
    assert response.json()["stored"]["body"]["note"] == "first"


def test_a_draft_after_its_commit_changes_nothing(alice):
    code = must_claim(make_campaign(), alice).code
    commit(alice, code)
    assert save(alice, code, note="late").status_code == 204
    assert not Draft.objects.exists()


def test_a_skipped_task_goes_back(alice, bob):
    campaign = make_campaign(items=1)
    code = take(campaign, alice).json()["code"]
    assert send(alice, "post", "skip", code).status_code == 204
    assert send(alice, "post", "skip", code).status_code == 409
    assert take(campaign, bob).json()["code"] == code


def test_an_undone_decision_comes_back_as_a_draft_and_is_superseded(alice):
    campaign = make_campaign()
    code = take(campaign, alice).json()["code"]
    first = commit(alice, code, note="first").json()
    task = send(alice, "post", "undo", campaign.code).json()
    assert (task["code"], task["draft"]["body"]["note"]) == (code, "first")
    second = commit(alice, code, note="second").json()
    assert (second["sequence"], second["code"] != first["code"]) == (2, True)


def test_with_nothing_to_undo_there_is_a_conflict(alice):
    assert send(alice, "post", "undo", make_campaign().code).status_code == 409


def test_a_beat_is_written_and_renews_the_claim(alice):
    task = must_claim(make_campaign(), alice, after(days=-10_000))
    before = Slot.objects.get(task=task).lease_until
    assert send(alice, "post", "beat", task.code, data={"tab": "t1", "ends": True}).status_code == 204
    beat = Heartbeat.objects.get()
    assert (beat.person, beat.task, beat.tab, beat.ends) == (alice, task, "t1", True)
    assert Slot.objects.get(task=task).lease_until > before


def test_the_text_of_a_document_is_what_offsets_count(alice):
    document = make_document("one\r\n👩‍🔬 two")
    campaign = make_campaign(items=[make_item(documents=[document])])
    code = take(campaign, alice).json()["code"]
    text = send(alice, "get", "document", code, document.doc_id).json()["text"]
    start = text.index("👩")
    evidence = [{"doc_id": document.doc_id, "start": start, "end": len(text)}]
    commit(alice, code, evidence=evidence)
    assert Return.objects.get().body["evidence"][0]["quote"] == text[start:] == "👩‍🔬 two"


def test_only_the_items_references_are_shown(alice):
    hidden = make_document()
    campaign = make_campaign(items=[make_item(hard_negatives=[hidden])])
    code = take(campaign, alice).json()["code"]
    for doc_id in (hidden.doc_id, make_document().doc_id, 2**62):
        assert send(alice, "get", "document", code, doc_id).status_code == 404


# --- One's own returns ---------------------------------------------------------------------------------


def test_ones_own_returns_are_listed_newest_first_and_paged(alice, bob, monkeypatch):
    monkeypatch.setattr(work, "RETURNS_A_PAGE", 2)
    campaign = make_campaign(items=5, overlap=2)
    mine = [decide(campaign, alice).code for _ in range(5)]
    decide(campaign, bob)
    seen, before = [], {}
    while before is not None:
        page = send(alice, "get", "returns", **before).json()
        seen += [one["code"] for one in page["returns"]]
        before = {"before": page["before"]} if page["before"] else None
    assert seen == mine[::-1]


def test_the_return_of_another_does_not_exist(alice, bob, sam):
    code = decide(make_campaign(), alice).code
    assert send(alice, "get", "return", code).json()["code"] == code
    for person in (bob, sam):
        assert send(person, "get", "return", code).status_code == 404
        assert send(person, "get", "returns", before=code).status_code == 404


def test_nothing_of_others_is_told_before_ones_own_commit(alice, bob):
    campaign = make_campaign(items=1, overlap=2)
    theirs = decide(campaign, alice)
    task = take(campaign, bob)
    for response in (task, send(bob, "get", "task", task.json()["code"]), send(bob, "get", "returns")):
        assert theirs.code not in response.content.decode()
        assert "alice" not in response.content.decode().lower()
    assert task.json()["item"].keys() == {
        "item_id", "query", "answer", "answer_aliases", "domain", "task_type", "source",
    }  # fmt: skip


# --- Every character -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE)
def test_every_character_survives_the_way_out_and_in(alice, text):
    document = make_document(text, title=text)
    item = make_item(text, text, documents=[document], item_id=text)
    campaign = make_campaign(items=[item])
    task = take(campaign, alice).json()
    assert [task["item"][name] for name in ("item_id", "query", "answer")] == [text] * 3
    assert task["documents"][0]["title"] == text
    assert save(alice, task["code"], note=text).json()["body"]["note"] == text
    code = commit(alice, task["code"], note=text).json()["code"]
    assert Return.objects.get().note == text
    assert send(alice, "get", "return", code).json()["note"] == text


# --- Cost ----------------------------------------------------------------------------------------------


def test_what_next_and_commit_ask_the_database(alice, django_assert_max_num_queries):
    campaign = make_campaign(items=3)
    client = client_of(alice)
    with django_assert_max_num_queries(6):  # two of them say who asks
        code = client.post(reverse("api_next", args=[campaign.code]), format="json").json()["code"]
    assert Task.objects.get(code=code)
    with django_assert_max_num_queries(14):  # two of them say who asks, two are the test's savepoint
        response = client.post(reverse("api_commit", args=[code]), {"decision": "accept"}, format="json")
    assert response.status_code == 200


def test_lists_ask_the_same_however_long_they_are(alice, django_assert_num_queries):
    campaign = make_campaign(items=8)
    client, url = client_of(alice), reverse("api_returns")
    decide(campaign, alice)
    with django_assert_num_queries(2):
        client.get(url)
    for _ in range(7):
        decide(campaign, alice)
    with django_assert_num_queries(2):
        assert len(json.loads(client.get(url).content)["returns"]) == 8


def test_a_person_without_a_role_sees_nothing():
    stranger = make_person("stranger")
    assert send(stranger, "get", "campaigns").json() == {"campaigns": []}
    assert send(stranger, "get", "returns").json() == {"returns": [], "before": None}
