"""The page of a task: shown, decided, refused, late, skipped, asked about."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from reviewapp.models import Draft, Event, Heartbeat, Question, Return, Slot
from reviewapp.rules.protocol import SlotState
from reviewapp.staff.actions.campaigns import move_campaign, set_member, withdraw_item
from reviewapp.work.actions.claiming import run_upkeep
from tests.factories import make_campaign, make_document, make_item, make_person
from tests.reviewapp.workdesk import HTMX, as_person, judge, open_next, take, url

pytestmark = pytest.mark.django_db

HOSTILE = [
    "<script>alert(1)</script>",
    "שלום \u202eabc",
    "a\u2028b\u0085c",
    "👩‍🔬 e\u0301",
    "{{ x }} {% y %}",
    "&amp;",
]


def lapse_and_take(task, name="bob"):
    """Let the claim on *task* lapse and somebody else take it."""
    run_upkeep(now=timezone.now() + timedelta(minutes=31))
    return take(task.campaign, name)


# --- Shown --------------------------------------------------------------------------------------------


def test_the_page_shows_item_decisions_and_documents():
    document = make_document("Ada wrote it in Turin.", title="A letter")
    campaign = make_campaign(items=[make_item(documents=[document])])
    client = as_person("alice")
    page = client.get(url("task", open_next(client, campaign))).text
    for shown in [
        "Who wrote it?",
        "A letter",
        "Noisy or mismatched reference",
        '<mark class="answer">Ada</mark>',
    ]:
        assert shown in page


def test_the_page_answers_htmx_with_the_working_area_alone():
    campaign, client = make_campaign(), as_person("alice")
    answer = client.get(url("task", open_next(client, campaign)), headers=HTMX)
    assert "<html" not in answer.text
    assert answer.text.lstrip().startswith('<div id="task"')
    assert "HX-Request" in answer["Vary"]
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("hostile", HOSTILE)
def test_texts_are_shown_escaped_and_otherwise_as_they_are(hostile):
    from django.utils.html import escape

    document = make_document(f"{hostile} stands here.", title=hostile)
    campaign = make_campaign(items=[make_item(f"What is {hostile}?", hostile, documents=[document])])
    client = as_person("alice")
    page = client.get(url("task", open_next(client, campaign))).text
    assert f"What is {escape(hostile)}?" in page
    assert f'<mark class="answer">{escape(hostile)}</mark>' in page
    assert "<script>alert" not in page


def test_an_item_without_references_can_be_judged():
    campaign = make_campaign(items=[make_item(documents=[])])
    client = as_person("alice")
    task = open_next(client, campaign)
    assert "This item names no reference document" in client.get(url("task", task)).text
    assert client.post(url("task", task), {"verdict": "noisy_reference"}).status_code == 302


def test_the_page_costs_the_same_whatever_the_number_of_references(django_assert_num_queries):
    campaign = make_campaign(items=[make_item(documents=[make_document() for _ in range(8)])])
    client = as_person("alice")
    task = open_next(client, campaign)
    with django_assert_num_queries(3):  # session with person, desk, documents
        client.get(url("task", task))


@pytest.mark.parametrize("name", ["bob", "carol", "sam", "dave"])
def test_a_task_does_not_exist_for_who_never_held_it(name):
    task = take(make_campaign(), "alice")
    client = as_person(name)
    assert client.get(url("task", task)).status_code == 404
    assert client.post(url("task", task), {"verdict": "accept"}).status_code == 404
    for page in ["draft", "skip", "beat", "questions"]:
        assert client.post(url(page, task), {"note": "x", "body": "x"}).status_code == 404
    assert not Return.objects.exists()


def test_who_has_left_the_campaign_works_no_further():
    campaign = make_campaign()
    task = take(campaign, "alice")
    set_member(campaign=campaign, person=make_person("alice"), role="annotator", active=False, actor=None)
    client = as_person("alice")
    assert client.get(url("task", task)).status_code == 404
    assert client.post(url("task", task), {"verdict": "accept"}).status_code == 404


def test_who_has_left_the_campaign_still_reads_what_they_returned():
    campaign = make_campaign()
    task = take(campaign, "alice")
    judge(task, "alice")
    set_member(campaign=campaign, person=make_person("alice"), role="annotator", active=False, actor=None)
    assert "You returned" in as_person("alice").get(url("task", task)).text


@pytest.mark.parametrize("page", ["draft", "skip", "beat"])
def test_what_changes_something_is_not_got(page):
    task = take(make_campaign(), "alice")
    assert as_person("alice").get(url(page, task)).status_code == 405


def test_the_page_knows_get_and_post_only():
    task = take(make_campaign(), "alice")
    assert as_person("alice").put(url("task", task)).status_code == 405


# --- Decided ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verdict", "decision", "reason"),
    [("accept", "accept", ""), ("answer_not_supported", "reject", "answer_not_supported")],
)
def test_a_decision_is_committed_and_leads_to_the_next_task(verdict, decision, reason):
    campaign, client = make_campaign(), as_person("alice")
    task = open_next(client, campaign)
    answer = client.post(url("task", task), {"verdict": verdict, "domain": "law", "note": "clear"})
    made = Return.objects.get(task=task)
    assert answer["Location"] == f"/work/{campaign.code}/next/"
    assert (made.decision, made.reason, made.domain, made.note) == (decision, reason, "law", "clear")


def test_a_script_that_has_the_next_task_gets_no_content():
    task = take(make_campaign(), "alice")
    answer = as_person("alice").post(url("task", task), {"verdict": "accept", "ahead": "1"}, headers=HTMX)
    assert (answer.status_code, answer.content) == (204, b"")


def test_the_same_post_twice_makes_one_return():
    task = take(make_campaign(), "alice")
    client = as_person("alice")
    answers = [client.post(url("task", task), {"verdict": "accept", "note": "a"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert Return.objects.count() == 1


def test_a_second_post_that_says_otherwise_changes_nothing():
    task = take(make_campaign(), "alice")
    client = as_person("alice")
    client.post(url("task", task), {"verdict": "accept"})
    client.post(url("task", task), {"verdict": "ambiguous_question"})
    assert Return.objects.get().decision == "accept"


def test_a_committed_task_is_read_and_not_changed():
    task = take(make_campaign(), "alice")
    judge(task, "alice", "reject", reason="other", note="two\nlines")
    page = as_person("alice").get(url("task", task)).text
    assert "You returned" in page
    assert "two\nlines" in page
    assert '<form class="panel flush decision"' not in page


def test_evidence_of_a_committed_task_stays_marked():
    document = make_document("It was Ada who wrote it.")
    task = take(make_campaign(items=[make_item(documents=[document])]), "alice")
    as_person("alice").post(url("task", task), {"verdict": "accept", "evidence": f"{document.doc_id}:15:20"})
    assert '<mark class="evidence">wrote</mark>' in as_person("alice").get(url("task", task)).text


def test_the_next_ones_own_note_never_leaks_into_another_task():
    campaign, client = make_campaign(), as_person("alice")
    client.post(url("task", open_next(client, campaign)), {"verdict": "accept", "note": "only here"})
    assert "only here" not in client.get(url("task", open_next(client, campaign))).text


def test_a_commit_costs_few_queries(django_assert_max_num_queries):
    task = take(make_campaign(), "alice")
    client = as_person("alice")
    with django_assert_max_num_queries(22):
        client.post(url("task", task), {"verdict": "accept", "ahead": "1"}, headers=HTMX)


# --- Refused ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({}, "Choose Accept or a reason to reject."),
        ({"verdict": "nonsense"}, "Choose Accept or a reason to reject."),
        ({"verdict": "\0"}, "Choose Accept or a reason to reject."),
        ({"verdict": "other", "note": ""}, "“Other” needs a note"),
        ({"verdict": "other", "note": " \n"}, "“Other” needs a note"),
        ({"verdict": "accept", "domain": "astrology"}, "none of this campaign"),
        ({"verdict": "accept", "note": "a\0b"}, "cannot hold the character NUL"),
        ({"verdict": "accept", "note": "x" * 20_001}, "20,000 characters at the most"),
        ({"verdict": "accept", "evidence": "1:2"}, "not understood"),
        ({"verdict": "accept", "evidence": "a:b:c"}, "not understood"),
        ({"verdict": "accept", "evidence": "-1:0:3"}, "not understood"),
        ({"verdict": "accept", "evidence": "999999999:0:3"}, "one of this item"),
        ({"verdict": "accept", "evidence_quote": "nowhere"}, "stands in no reference"),
        ({"verdict": "accept", "evidence_quote": "ab"}, "stands in several places"),
        ({"verdict": "accept", "evidence_quote": "a\0b"}, "stands in no reference"),
    ],
)
@pytest.mark.parametrize(("headers", "status"), [({}, 200), (HTMX, 422)])
def test_what_is_missing_is_said_and_what_was_typed_is_shown_again(sent, told, headers, status):
    document = make_document("ab cd ab")
    task = take(make_campaign(items=[make_item(documents=[document])]), "alice")
    answer = as_person("alice").post(url("task", task), {"note": "kept", **sent}, headers=headers)
    assert answer.status_code == status
    assert told in answer.text
    assert sent.get("note", "kept") in answer.text
    assert sent.get("evidence_quote", "") in answer.text
    assert not Return.objects.exists()


@pytest.mark.parametrize(("start", "end"), [(0, 0), (3, 2), (0, 9), (8, 9), (999_999_999, 999_999_999)])
def test_evidence_outside_its_document_is_refused(start, end):
    document = make_document("ab cd ab")
    task = take(make_campaign(items=[make_item(documents=[document])]), "alice")
    answer = as_person("alice").post(
        url("task", task), {"verdict": "accept", "evidence": f"{document.doc_id}:{start}:{end}"}
    )
    assert "A selected passage is not in its document" in answer.text
    assert not Return.objects.exists()


def test_evidence_in_a_document_of_another_item_is_refused():
    elsewhere = make_document("ab cd ab")
    task = take(make_campaign(items=1), "alice")
    sent = {"verdict": "accept", "evidence": f"{elsewhere.doc_id}:0:2"}
    assert "one of this item" in as_person("alice").post(url("task", task), sent).text


def test_a_post_without_its_token_is_refused():
    task = take(make_campaign(), "alice")
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_person("alice"), backend="reviewapp.people.auth.PersonBackend")
    assert client.post(url("task", task), {"verdict": "accept"}).status_code == 403
    assert not Return.objects.exists()


# --- Evidence without a script ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["Ada 🧪e\u0301 wrote it.", "\r\nAda\r\nwrote it.", "\u202eAda\u2028 wrote it."]
)
def test_evidence_is_given_by_quoting_it(text):
    document = make_document(text)
    task = take(make_campaign(items=[make_item(documents=[document])]), "alice")
    as_person("alice").post(url("task", task), {"verdict": "accept", "evidence_quote": "wrote"})
    (span,) = Return.objects.get().body["evidence"]
    canonical = text.replace("\r\n", "\n")
    assert canonical[span["start"] : span["end"]] == span["quote"] == "wrote"
    assert canonical.encode()[span["start_byte"] : span["end_byte"]].decode() == "wrote"


def test_a_quote_over_several_lines_is_found_though_forms_send_crlf():
    document = make_document("one\r\ntwo\nthree")
    task = take(make_campaign(items=[make_item(documents=[document])]), "alice")
    as_person("alice").post(url("task", task), {"verdict": "accept", "evidence_quote": "one\r\ntwo\r\nthree"})
    assert Return.objects.get().body["evidence"][0]["quote"] == "one\ntwo\nthree"


def test_spans_are_dropped_by_ticking_them():
    document = make_document("ab cd ef")
    task = take(make_campaign(items=[make_item(documents=[document])]), "alice")
    spans = [f"{document.doc_id}:{start}:{start + 2}" for start in (0, 3, 6)]
    as_person("alice").post(
        url("task", task), {"verdict": "accept", "evidence": spans, "drop": ["0", "2", "x"]}
    )
    assert [span["quote"] for span in Return.objects.get().body["evidence"]] == ["cd"]


# --- Late ---------------------------------------------------------------------------------------------


def test_work_after_a_lapse_is_committed_where_the_task_is_still_free():
    task = take(make_campaign(), "alice")
    run_upkeep(now=timezone.now() + timedelta(minutes=31))
    assert as_person("alice").post(url("task", task), {"verdict": "accept"}).status_code == 302
    assert Return.objects.get().person.username == "alice"


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_work_after_somebody_else_took_the_task_is_kept_as_a_draft(headers):
    task = take(make_campaign(items=1), "alice")
    assert lapse_and_take(task) == task
    answer = as_person("alice").post(
        url("task", task), {"verdict": "accept", "note": "late"}, headers=headers
    )
    assert answer.status_code == 409
    assert "somebody else has it now. Your draft is kept." in answer.text
    assert "\nlate</textarea>" in answer.text
    draft = Draft.objects.get()
    assert (draft.person.username, draft.body["note"], draft.is_late) == ("alice", "late", True)
    assert not Return.objects.exists()


def test_late_work_is_shown_again_afterwards():
    task = take(make_campaign(items=1), "alice")
    lapse_and_take(task)
    client = as_person("alice")
    client.post(url("task", task), {"verdict": "accept", "note": "late"})
    page = client.get(url("task", task)).text
    assert "saved after your claim had lapsed" in page
    assert "\nlate</textarea>" in page
    assert '<fieldset class="panel-body stack" disabled>' in page


def test_work_on_a_paused_campaign_is_kept_as_a_draft():
    campaign = make_campaign()
    task = take(campaign, "alice")
    move_campaign(campaign=campaign, state="paused", actor=None)
    answer = as_person("alice").post(url("task", task), {"verdict": "accept", "note": "wait"})
    assert answer.status_code == 409
    assert "is paused. Your draft is kept." in answer.text
    assert Draft.objects.get().body["note"] == "wait"


def test_work_on_a_withdrawn_item_is_refused(sam):
    task = take(make_campaign(items=1), "alice")
    withdraw_item(item=task.item, reason="broken", actor=sam)
    client = as_person("alice")
    assert client.post(url("task", task), {"verdict": "accept"}).status_code == 409
    assert client.get(url("task", task)).status_code == 200
    assert not Return.objects.exists()


# --- Skip ---------------------------------------------------------------------------------------------


def test_skip_puts_the_task_back_and_leads_to_the_next_one():
    campaign, client = make_campaign(), as_person("alice")
    task = open_next(client, campaign)
    assert client.post(url("skip", task))["Location"] == f"/work/{campaign.code}/next/"
    assert Slot.objects.get(task=task).state == SlotState.FREE
    assert open_next(client, campaign) != task


def test_skip_keeps_what_was_typed():
    campaign, client = make_campaign(items=1), as_person("alice")
    task = open_next(client, campaign)
    client.post(url("skip", task), {"note": "come back to it"})
    assert "\ncome back to it</textarea>" in client.get(url("task", task)).text


def test_skip_leaves_no_draft_where_nothing_was_typed():
    task = take(make_campaign(), "alice")
    as_person("alice").post(url("skip", task), {"note": "", "domain": "law", "version": "0"})
    assert not Draft.objects.exists()


@pytest.mark.parametrize("note", ["a\0b", "x" * 30_000])
def test_skip_goes_on_whatever_the_note(note):
    task = take(make_campaign(), "alice")
    assert as_person("alice").post(url("skip", task), {"note": note}).status_code == 302


def test_a_task_that_is_no_longer_held_is_not_skipped():
    campaign = make_campaign()
    task = take(campaign, "alice")
    judge(task, "alice")
    client = as_person("alice")
    client.post(url("skip", task))
    assert Slot.objects.get(task=task).state == SlotState.COMMITTED
    assert "nothing to skip" in client.get("/").text


# --- Heartbeats ---------------------------------------------------------------------------------------


def test_a_beat_is_kept_and_renews_the_claim():
    task = take(make_campaign(), "alice")
    Slot.objects.filter(task=task).update(lease_until=timezone.now() + timedelta(minutes=1))
    answer = as_person("alice").post(url("beat", task), {"tab": "t" * 99 + "\0", "ends": "1"})
    beat = Heartbeat.objects.get()
    assert answer.status_code == 204
    assert (beat.tab, beat.ends) == ("t" * 24, True)
    assert Slot.objects.get(task=task).lease_until > timezone.now() + timedelta(minutes=29)


def test_a_beat_with_nul_is_kept_without_it():
    task = take(make_campaign(), "alice")
    assert as_person("alice").post(url("beat", task), {"tab": "a\0b"}).status_code == 204


# --- Questions ----------------------------------------------------------------------------------------


def test_a_question_is_asked_without_leaving_the_task():
    task = take(make_campaign(), "alice")
    answer = as_person("alice").post(url("questions", task), {"body": "Is it?\r\nReally?"}, headers=HTMX)
    assert "Is it?\nReally?" in answer.text
    assert "<html" not in answer.text


def test_a_question_is_asked_without_a_script():
    task = take(make_campaign(), "alice")
    client = as_person("alice")
    assert client.post(url("questions", task), {"body": "Is it?"})["Location"] == url("questions", task)
    assert "Is it?" in client.get(url("questions", task)).text


@pytest.mark.parametrize(
    ("body", "told"), [(" ", "Write your question first"), ("a\0", "NUL"), ("x" * 20_001, "20,000")]
)
def test_a_question_that_cannot_be_kept_is_shown_again(body, told):
    task = take(make_campaign(), "alice")
    answer = as_person("alice").post(url("questions", task), {"body": body})
    assert answer.status_code == 200
    assert told in answer.text
    assert body in answer.text
    assert not Question.objects.exists()


def test_a_thread_is_ones_own():
    campaign = make_campaign(items=1, overlap=2)
    task = take(campaign, "alice")
    assert take(campaign, "bob") == task
    as_person("bob").post(url("questions", task), {"body": "Secret of bob"})
    assert "Secret of bob" not in as_person("alice").get(url("questions", task)).text
    assert "Secret of bob" not in as_person("alice").get(url("task", task)).text


def test_every_commit_is_in_the_log():
    task = take(make_campaign(), "alice")
    as_person("alice").post(url("task", task), {"verdict": "accept"})
    assert Event.objects.filter(task=task).values_list("verb", flat=True)[::1] == ["claim", "commit"]
