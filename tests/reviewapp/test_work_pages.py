"""My work, the next task, undo, guidelines and one's own returns."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from reviewapp.models import Draft, Return, Slot
from reviewapp.rules.protocol import Role, SlotState
from reviewapp.staff.actions.campaigns import move_campaign, publish_guidelines, set_member
from reviewapp.work.actions.questions import ask
from tests.factories import make_campaign, make_document, make_item, make_person
from tests.reviewapp.workdesk import HTMX, as_person, judge, open_next, take, url

pytestmark = pytest.mark.django_db


# --- My work ------------------------------------------------------------------------------------------


def test_my_work_shows_ones_own_campaigns_and_no_others():
    mine = make_campaign()
    other = make_campaign(annotators=["bob"])
    page = as_person("alice").get("/").text
    assert mine.name in page
    assert other.name not in page


def test_my_work_says_what_happens_next_where_nothing_waits(alice):
    assert "Nothing waits for you yet" in as_person("alice").get("/").text


def test_my_work_counts_returns_and_drafts():
    campaign = make_campaign(items=5)
    judge(take(campaign, "alice"), "alice")
    task = take(campaign, "alice")
    client = as_person("alice")
    client.post(url("draft", task), {"note": "half a thought"})
    page = client.get("/").text
    assert "of 5 · 1 today" in page
    assert "1 draft ·" in page


def test_my_work_says_that_the_guidelines_changed():
    campaign = make_campaign()
    judge(take(campaign, "alice"), "alice")
    publish_guidelines(campaign=campaign, body="Accept less.", actor=None)
    assert "guidelines changed to v2" in as_person("alice").get("/").text


def test_my_work_names_the_managers_answer():
    campaign = make_campaign()
    task = take(campaign, "alice")
    ask(task=task, asker=make_person("alice"), author=make_person("sam"), body="It is.")
    assert "an answer from the managers" in as_person("alice").get("/").text


def test_my_work_tells_an_adjudicator_what_waits():
    campaign = make_campaign(items=1, overlap=2)
    judge(take(campaign, "alice"), "alice")
    judge(take(campaign, "bob"), "bob", "reject", reason="ambiguous_question")
    assert f"1 disagreement in {campaign.name}" in as_person("carol").get("/").text


def test_my_work_shows_a_manager_what_he_manages_and_no_empty_queue():
    campaign = make_campaign()
    set_member(campaign=campaign, person=make_person("sam"), role=Role.MANAGER, active=True, actor=None)
    page = as_person("sam").get("/").text
    assert (url("campaign", campaign) in page, "Nothing waits for you" in page) == (True, False)


def test_my_work_costs_the_same_whatever_was_done(django_assert_num_queries):
    campaign = make_campaign(items=6)
    client = as_person("alice")
    for _ in range(4):
        judge(take(campaign, "alice"), "alice")
    # session with person, memberships, returns, waiting closures and outcomes, waiting disagreements
    with django_assert_num_queries(6):
        client.get("/")


def test_my_work_knows_get_only():
    assert as_person("alice").post("/").status_code == 405


# --- The next task ------------------------------------------------------------------------------------


def test_next_leads_to_a_task_that_is_then_ones_own(alice):
    campaign = make_campaign()
    task = open_next(as_person("alice"), campaign)
    assert Slot.objects.get(task=task, state=SlotState.CLAIMED).person == alice


def test_next_answers_htmx_with_the_working_area_alone():
    campaign = make_campaign()
    response = as_person("alice").get(reverse("next_task", args=[campaign.code]), headers=HTMX)
    assert response.text.lstrip().startswith('<div id="task"')
    assert "<html" not in response.text
    assert "HX-Request" in response["Vary"]


def test_next_gives_the_same_task_until_it_is_done():
    campaign, client = make_campaign(), as_person("alice")
    assert open_next(client, campaign) == open_next(client, campaign)


def test_next_fetches_one_more_ahead():
    campaign, client = make_campaign(), as_person("alice")
    first = open_next(client, campaign)
    ahead = client.get(reverse("next_task", args=[campaign.code]), {"ahead": "1"}, headers=HTMX)
    assert url("task", first) not in ahead.text
    assert Slot.objects.filter(person__username="alice", is_ahead=True).count() == 1


def test_a_task_fetched_ahead_becomes_ones_own_by_opening_it():
    campaign, client = make_campaign(), as_person("alice")
    open_next(client, campaign)
    client.get(reverse("next_task", args=[campaign.code]), {"ahead": "1"}, headers=HTMX)
    ahead = Slot.objects.select_related("task").get(is_ahead=True)
    client.get(url("task", ahead.task))
    ahead.refresh_from_db()
    assert not ahead.is_ahead


def test_next_says_what_happens_where_nothing_is_left():
    campaign = make_campaign(items=1)
    judge(take(campaign, "alice"), "alice")
    client = as_person("alice")
    page = client.get(reverse("next_task", args=[campaign.code]))
    part = client.get(reverse("next_task", args=[campaign.code]), headers=HTMX)
    assert "Nothing is left for you here" in page.text
    assert part.text.lstrip().startswith("<section")


def test_next_gives_no_work_of_a_paused_campaign():
    campaign = make_campaign()
    move_campaign(campaign=campaign, state="paused", actor=None)
    page = as_person("alice").get(reverse("next_task", args=[campaign.code])).text
    assert "No work is given out now" in page


@pytest.mark.parametrize("name", ["carol", "sam", "dave"])
def test_next_does_not_exist_for_who_does_not_annotate(name):
    campaign = make_campaign()
    assert as_person(name).get(reverse("next_task", args=[campaign.code])).status_code == 404


def test_next_does_not_exist_for_who_has_left():
    campaign = make_campaign()
    set_member(campaign=campaign, person=make_person("alice"), role="annotator", active=False, actor=None)
    assert as_person("alice").get(reverse("next_task", args=[campaign.code])).status_code == 404


def test_next_costs_few_queries(django_assert_max_num_queries):
    campaign, client = make_campaign(), as_person("alice")
    with django_assert_max_num_queries(
        8
    ):  # session, person, campaign, claim in its transaction, desk, documents
        client.get(reverse("next_task", args=[campaign.code]), headers=HTMX)


# --- Undo ---------------------------------------------------------------------------------------------


def test_undo_reopens_the_last_decision_as_a_draft():
    campaign, client = make_campaign(), as_person("alice")
    task = open_next(client, campaign)
    client.post(url("task", task), {"verdict": "other", "note": "odd", "domain": "law"})
    response = client.post(reverse("undo", args=[campaign.code]))
    page = client.get(response["Location"]).text
    assert response["Location"] == url("task", task)
    assert "You are taking back your last decision" in page
    assert "\nodd</textarea>" in page
    assert "<option selected>law</option>" in page


def test_what_supersedes_leaves_the_first_return_on_record():
    campaign, client = make_campaign(), as_person("alice")
    task = open_next(client, campaign)
    client.post(url("task", task), {"verdict": "accept"})
    client.post(reverse("undo", args=[campaign.code]))
    client.post(url("task", task), {"verdict": "ambiguous_question"})
    first, second = Return.objects.filter(task=task).order_by("id")
    assert (first.decision, second.decision, second.supersedes) == ("accept", "reject", first)


def test_undo_says_why_there_is_nothing_to_take_back():
    campaign, client = make_campaign(), as_person("alice")
    response = client.post(reverse("undo", args=[campaign.code]), follow=True)
    assert "You have decided nothing in this campaign yet." in response.text


@pytest.mark.parametrize("referer", ["abc", "https://evil.example/", "", "javascript:alert(1)", "//[x"])
def test_undo_never_leads_elsewhere(referer):
    campaign, client = make_campaign(), as_person("alice")
    response = client.post(reverse("undo", args=[campaign.code]), headers={"Referer": referer})
    assert response["Location"] == "/"


def test_undo_leads_back_to_where_one_was():
    campaign, client = make_campaign(), as_person("alice")
    here = f"http://testserver{url('task', open_next(client, campaign))}"
    response = client.post(reverse("undo", args=[campaign.code]), headers={"Referer": here})
    assert response["Location"] == here


def test_undo_needs_a_post_and_a_member():
    campaign = make_campaign()
    assert as_person("alice").get(reverse("undo", args=[campaign.code])).status_code == 405
    assert as_person("dave").post(reverse("undo", args=[campaign.code])).status_code == 404


# --- Guidelines ---------------------------------------------------------------------------------------


def test_guidelines_are_shown_with_the_versions_before():
    campaign = make_campaign(guidelines="Accept *little*.")
    publish_guidelines(campaign=campaign, body="Accept **less**.", actor=None)
    client, at = as_person("alice"), reverse("guidelines", args=[campaign.code])
    assert "<strong>less</strong>" in client.get(at).text
    older = client.get(at, {"v": "1"}).text
    assert "<em>little</em>" in older
    assert "an older version" in older


@pytest.mark.parametrize("version", ["9", "99999999999999999999"])
def test_a_version_that_never_was_is_not_found(version):
    at = reverse("guidelines", args=[make_campaign().code])
    assert as_person("alice").get(at, {"v": version}).status_code == 404


def test_a_version_that_is_no_number_is_the_last_one():
    at = reverse("guidelines", args=[make_campaign().code])
    assert "Guidelines v1" in as_person("alice").get(at, {"v": "x"}).text


@pytest.mark.parametrize(("name", "status"), [("alice", 200), ("carol", 200), ("sam", 200), ("dave", 404)])
def test_guidelines_are_read_by_who_has_a_part_in_them(name, status):
    at = reverse("guidelines", args=[make_campaign().code])
    assert as_person(name).get(at).status_code == status


# --- Own returns --------------------------------------------------------------------------------------


def test_my_returns_lists_ones_own_alone():
    campaign = make_campaign(items=[make_item("Who swam?"), make_item("Who sank?")])
    first, second = take(campaign, "alice"), take(campaign, "bob")
    judge(first, "alice"), judge(second, "bob")
    page = as_person("alice").get("/work/returns/").text
    assert first.item.query in page
    assert second.item.query not in page


@pytest.mark.parametrize("sought", ["swam", "Bea", "unsure", "logbook", "q-77"])
def test_my_returns_are_found_by_query_answer_note_title_and_id(sought):
    document = make_document("Bea swam.", title="The logbook")
    campaign = make_campaign(items=[make_item("Who swam?", "Bea", documents=[document], item_id="q-77")])
    judge(take(campaign, "alice"), "alice", note="unsure")
    client = as_person("alice")
    assert "Who swam?" in client.get("/work/returns/", {"q": sought}).text
    assert "Who swam?" not in client.get("/work/returns/", {"q": "nothing like it"}).text


def test_my_returns_are_paged():
    campaign = make_campaign(items=51)
    for _ in range(51):
        judge(take(campaign, "alice"), "alice")
    client = as_person("alice")
    assert client.get("/work/returns/").context["page"].paginator.num_pages == 2
    assert len(client.get("/work/returns/", {"page": "2"}).context["page"]) == 1
    assert client.get("/work/returns/", {"page": "x"}).status_code == 200


def test_a_search_for_nul_is_refused():
    assert as_person("alice").get("/work/returns/?q=%00").status_code == 400


def test_my_return_is_shown_as_it_was_committed():
    campaign = make_campaign()
    mine = judge(take(campaign, "alice"), "alice", "reject", reason="other", note="two\nlines", domain="law")
    page = as_person("alice").get(reverse("my_return", args=[mine.code])).text
    assert "two\nlines" in page
    assert "law" in page


@pytest.mark.parametrize("name", ["bob", "carol", "sam"])
def test_a_return_does_not_exist_for_others(name):
    mine = judge(take(make_campaign(), "alice"), "alice")
    assert as_person(name).get(reverse("my_return", args=[mine.code])).status_code == 404


@pytest.mark.parametrize("name", ["my_return", "task", "next_task", "guidelines"])
@pytest.mark.parametrize("code", ["nosuchcode", "\0", "a\u2028b", "x" * 300])
def test_a_code_that_never_was_is_not_found(name, code, alice):
    assert as_person("alice").get(reverse(name, args=[code])).status_code == 404


# --- Login --------------------------------------------------------------------------------------------


def test_an_expired_session_tells_htmx_to_go_to_the_login_and_back():
    campaign, client = make_campaign(), as_person("alice")
    task = open_next(client, campaign)
    client.post(url("draft", task), {"note": "half"}, headers=HTMX)
    client.session.flush()
    answer = client.post(
        url("draft", task),
        {"note": "half a thought", "version": "1"},
        headers={**HTMX, "HX-Current-URL": f"http://testserver{url('task', task)}"},
    )
    assert answer.status_code == 204
    assert answer["HX-Redirect"] == f"/login?next={url('task', task)}"
    fresh = as_person("alice").get(url("task", task))
    assert "\nhalf</textarea>" in fresh.text


def test_nobody_is_sent_to_the_login_by_a_page():
    answer = Client().get(reverse("next_task", args=[make_campaign().code]))
    assert answer["Location"].startswith("/login?next=/work/")


def test_nobody_saves_a_draft():
    task = take(make_campaign(), "alice")
    assert Client().post(url("draft", task), {"note": "x"}).status_code == 302
    assert not Draft.objects.exists()


def test_today_is_the_persons_day():
    campaign = make_campaign()
    alice = make_person("alice")
    alice.time_zone = "Pacific/Kiritimati"
    alice.save(update_fields=["time_zone"])
    with time_machine.travel(datetime(2026, 3, 2, 12, 0, tzinfo=UTC), tick=False):
        judge(take(campaign, "alice"), "alice")
        page = as_person("alice").get("/").text
    assert "Tuesday 3 March" in page  # it is Monday in UTC
    assert "1 today" in page
