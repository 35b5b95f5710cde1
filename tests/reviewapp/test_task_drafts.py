"""Drafts: saved by script and by form, stale, late, after the commit, without losing a letter."""

from datetime import timedelta

import pytest
from django.utils import timezone

from reviewapp.models import Draft
from reviewapp.rules.protocol import Stage
from reviewapp.work.actions.claiming import run_upkeep
from reviewapp.work.actions.drafts import discard_draft
from tests.factories import make_campaign, make_document, make_item
from tests.reviewapp.workdesk import HTMX, as_person, judge, take, url

pytestmark = pytest.mark.django_db

NOTES = [
    "\nbegins with a line end",
    "\n\n\n",
    " spaces  ",
    "a\u2028b\u0085c",
    "👩‍🔬e\u0301\u202eשלום",
    "</textarea><b>",
]


def test_a_script_saves_and_gets_the_new_version():
    task = take(make_campaign(), "alice")
    client = as_person("alice")
    first = client.post(url("draft", task), {"note": "a", "version": "0"}, headers=HTMX).json()
    second = client.post(url("draft", task), {"note": "ab", "version": "1"}, headers=HTMX).json()
    assert (first["version"], second["version"]) == (1, 2)
    assert second["saved"] == timezone.localtime(Draft.objects.get().saved_at).strftime("%H:%M")


def test_the_time_of_saving_is_the_persons_own(alice):
    alice.time_zone = "Asia/Kolkata"
    alice.save(update_fields=["time_zone"])
    task = take(make_campaign(), "alice")
    answer = as_person("alice").post(url("draft", task), {"note": "a"}, headers=HTMX).json()
    assert answer["saved"] == Draft.objects.get().saved_at.astimezone(alice.zone).strftime("%H:%M")


def test_a_form_saves_and_comes_back_to_the_page():
    task = take(make_campaign(), "alice")
    client = as_person("alice")
    answer = client.post(url("draft", task), {"note": "by hand", "verdict": "other", "domain": "law"})
    page = client.get(answer["Location"]).text
    assert answer["Location"] == url("task", task)
    assert "\nby hand</textarea>" in page
    assert "Saved <time" in page
    assert 'class="choice choice-chosen" name="verdict" value="other"' in page


@pytest.mark.parametrize("note", NOTES)
def test_a_note_survives_letter_for_letter(note):
    from django.utils.html import escape

    task = take(make_campaign(), "alice")
    client = as_person("alice")
    client.post(url("draft", task), {"note": note.replace("\n", "\r\n")})
    assert Draft.objects.get().body["note"] == note
    assert f">\n{escape(note)}</textarea>" in client.get(url("task", task)).text


def test_evidence_of_a_draft_is_shown_with_its_text():
    document = make_document("Ada <b>wrote</b> it.")
    task = take(make_campaign(items=[make_item(documents=[document])]), "alice")
    client = as_person("alice")
    client.post(url("draft", task), {"evidence": f"{document.doc_id}:4:12"})
    page = client.get(url("task", task)).text
    assert f'value="{document.doc_id}:4:12"><span dir="auto">&lt;b&gt;wrote</span>' in page
    assert '<mark class="evidence">&lt;b&gt;wrote</mark>' in page


def test_evidence_by_quote_goes_into_the_draft():
    document = make_document("Ada wrote it.")
    task = take(make_campaign(items=[make_item(documents=[document])]), "alice")
    as_person("alice").post(url("draft", task), {"evidence_quote": "wrote"})
    assert Draft.objects.get().body["evidence"] == [{"doc_id": document.doc_id, "start": 4, "end": 9}]


def test_a_bad_quote_is_refused_and_nothing_typed_is_lost():
    task = take(make_campaign(), "alice")
    answer = as_person("alice").post(url("draft", task), {"evidence_quote": "nowhere", "note": "kept"})
    assert "stands in no reference" in answer.text
    assert "\nkept</textarea>" in answer.text
    assert "\nnowhere</textarea>" in answer.text


@pytest.mark.parametrize(
    "sent",
    [{"note": "a\0b"}, {"note": "x" * 20_001}, {"evidence": "1:2"}, {"evidence": "9" * 40 + ":1:2"}],
)
def test_a_draft_that_cannot_be_kept_is_refused(sent):
    task = take(make_campaign(), "alice")
    assert as_person("alice").post(url("draft", task), sent, headers=HTMX).status_code == 422
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    "sent", [{"verdict": "\0x"}, {"domain": "\0"}, {"verdict": "nonsense"}, {"domain": "x" * 999}]
)
def test_a_draft_holds_what_a_commit_would_refuse(sent):
    task = take(make_campaign(), "alice")
    client = as_person("alice")
    assert client.post(url("draft", task), sent, headers=HTMX).status_code == 200
    assert client.get(url("task", task)).status_code == 200


@pytest.mark.parametrize("version", ["", "x", "-1", "1.5", "٠", "9" * 5000])
def test_a_version_that_is_no_number_never_breaks_the_page(version):
    task = take(make_campaign(), "alice")
    answer = as_person("alice").post(url("draft", task), {"version": version}, headers=HTMX)
    assert answer.status_code in {200, 409}


# --- Stale --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["0", "1", "7"])
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_stale_save_gets_409_and_both_texts(version, headers):
    task = take(make_campaign(), "alice")
    client = as_person("alice")
    client.post(url("draft", task), {"note": "the desk's", "version": "0"})
    client.post(url("draft", task), {"note": "the laptop's", "version": "1"})
    answer = client.post(url("draft", task), {"note": "the phone's", "version": version}, headers=headers)
    assert answer.status_code == 409
    assert "the phone&#x27;s" in answer.text
    assert "the laptop&#x27;s" in answer.text
    assert ("<html" in answer.text) == (not headers)
    assert Draft.objects.get().body["note"] == "the laptop's"


def test_ones_own_text_is_kept_by_sending_the_form_of_the_409():
    document = make_document("Ada wrote it.")
    task = take(make_campaign(items=[make_item(documents=[document])]), "alice")
    client = as_person("alice")
    span = f"{document.doc_id}:0:3"
    client.post(url("draft", task), {"note": "theirs"})
    answer = client.post(url("draft", task), {"note": "mine", "verdict": "other", "evidence": span})
    assert 'name="version" value="1"' in answer.text
    assert 'name="verdict" value="other"' in answer.text
    assert f'name="evidence" value="{span}"' in answer.text
    client.post(url("draft", task), {"note": "mine", "version": "1"})
    assert Draft.objects.get().body["note"] == "mine"


def test_a_save_over_a_draft_that_is_gone_gets_409_too(alice):
    task = take(make_campaign(), "alice")
    client = as_person("alice")
    client.post(url("draft", task), {"note": "a"})
    discard_draft(task=task, actor=alice, stage=Stage.SCREENING)
    answer = client.post(url("draft", task), {"note": "ab", "version": "1"}, headers=HTMX)
    assert answer.status_code == 409
    assert "ab" in answer.text
    assert 'name="version" value="0"' in answer.text


# --- Late ---------------------------------------------------------------------------------------------


def test_a_draft_after_the_commit_changes_nothing():
    task = take(make_campaign(), "alice")
    judge(task, "alice", note="committed")
    answer = as_person("alice").post(url("draft", task), {"note": "late"}, headers=HTMX)
    assert answer.json() == {"version": 0, "saved": ""}
    assert not Draft.objects.exists()
    assert "committed" in as_person("alice").get(url("task", task)).text


def test_a_draft_after_a_lapse_is_kept_and_shown():
    task = take(make_campaign(items=1), "alice")
    run_upkeep(now=timezone.now() + timedelta(minutes=31))
    assert take(task.campaign, "bob") == task
    client = as_person("alice")
    assert client.post(url("draft", task), {"note": "late"}, headers=HTMX).status_code == 200
    page = client.get(url("task", task)).text
    assert "saved after your claim had lapsed" in page
    assert "somebody else has it now" in page
    assert "\nlate</textarea>" in page


def test_coming_back_after_a_lapse_brings_the_draft_and_the_claim():
    task = take(make_campaign(), "alice")
    client = as_person("alice")
    client.post(url("draft", task), {"note": "half"})
    run_upkeep(now=timezone.now() + timedelta(minutes=31))
    page = client.get(url("task", task)).text
    assert "\nhalf</textarea>" in page
    assert "data-open" in page
    assert task.slots.get().person.username == "alice"


def test_saving_a_draft_renews_the_claim():
    task = take(make_campaign(), "alice")
    task.slots.update(lease_until=timezone.now() + timedelta(minutes=1))
    as_person("alice").post(url("draft", task), {"note": "a"}, headers=HTMX)
    assert task.slots.get().lease_until > timezone.now() + timedelta(minutes=29)


def test_a_draft_costs_few_queries(django_assert_max_num_queries):
    task = take(make_campaign(), "alice")
    client = as_person("alice")
    client.post(url("draft", task), {"note": "a"}, headers=HTMX)
    with django_assert_max_num_queries(12):
        client.post(url("draft", task), {"note": "ab", "version": "1"}, headers=HTMX)


def test_drafts_are_ones_own():
    campaign = make_campaign(items=1, overlap=2)
    task = take(campaign, "alice")
    assert take(campaign, "bob") == task
    as_person("bob").post(url("draft", task), {"note": "bob's thought"})
    assert "thought" not in as_person("alice").get(url("task", task)).text
    answer = as_person("alice").post(url("draft", task), {"note": "a", "version": "9"}, headers=HTMX)
    assert answer.status_code == 409
    assert "thought" not in answer.text
