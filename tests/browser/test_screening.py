"""Screening in a real browser: keys, the next task ahead, drafts, evidence, a lost connection."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.models import Session

from reviewapp.models import Draft, Person, Return, Slot
from tests.browser.desk import begin, log_in, select, shown_task, sign_in, with_next_ahead
from tests.factories import make_campaign, make_document, make_item, make_person
from tests.live import LiveApp, wait_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

ODD = "👩‍🔬 e\u0301\u0301 שלום 🧪\r\nBefore Ada wrote it, nobody did. Ada wrote more.\u2028"


def returns() -> list[tuple[str, str, str]]:
    return list(Return.objects.order_by("id").values_list("decision", "reason", "note"))


def wait_for_returns(number: int) -> None:
    wait_for(lambda: Return.objects.count() == number, what=f"{number} returns")


def saved(page: Any) -> Any:
    """Wait for the draft that is saved within; use as `with`."""
    return page.expect_response(lambda answer: answer.url.endswith("/draft/"))


# --- Deciding -----------------------------------------------------------------------------------------


def test_keys_decide_and_the_next_task_is_there_at_once(live_app: LiveApp, page: Any) -> None:
    campaign = make_campaign(items=[make_item(f"Question {n}?") for n in range(5)])
    with with_next_ahead(page):
        begin(page, live_app, campaign)
    asked = [page.inner_text(".query")]
    held: list[Any] = []
    page.route(page.url, lambda route: held.append(route))
    with with_next_ahead(page):
        page.keyboard.press("a")
        asked.append(page.inner_text(".query"))
    assert asked[0] != asked[1]  # before the first one's answer was there
    assert returns() == []
    held[0].continue_()
    for key in ("1", "2"):
        with with_next_ahead(page):
            page.keyboard.press(key)
        asked.append(page.inner_text(".query"))
    wait_for_returns(3)
    assert [reason for _, reason, _ in returns()] == ["", "ambiguous_question", "answer_not_supported"]
    assert list(Return.objects.order_by("id").values_list("task__item__query", flat=True)) == asked[:3]
    assert page.url == live_app.url + page.get_attribute("#task", "data-url")
    # "Other" needs a note; then Ctrl+Enter
    page.keyboard.press("4")
    page.keyboard.type("no such person")
    page.keyboard.press("Control+Enter")
    wait_for_returns(4)
    assert returns()[-1] == ("reject", "other", "no such person")
    # The last one leads to the page that says so; U takes back.
    page.keyboard.press("3")
    page.get_by_role("heading", name="Nothing is left for you here").wait_for()
    wait_for_returns(5)
    page.keyboard.press("u")
    page.get_by_text("You are taking back your last decision").wait_for()
    page.wait_for_selector("html.scripted")  # a whole new page: its keys work once its script is there
    page.keyboard.press("a")
    wait_for_returns(6)
    last = Return.objects.latest("id")
    assert (last.decision, last.supersedes.reason) == ("accept", "noisy_reference")


def test_deciding_before_the_next_task_has_arrived(live_app: LiveApp, page: Any) -> None:
    held: dict[str, Any] = {}
    page.route("**/next/?ahead=1", hold(held, "ahead"))
    begin(page, live_app, make_campaign(items=5))
    page.route(page.url, hold(held, "commit"))
    wait_for_held(page, held, "ahead")
    shown = [page.url]
    page.keyboard.press("a")
    page.keyboard.press("1")  # too late: the form waits for the answer to the first
    wait_for_held(page, held, "commit")
    with page.expect_response(lambda answer: "ahead=1" in answer.url):
        held["ahead"].continue_()
    page.wait_for_timeout(100)
    with with_next_ahead(page):
        held["commit"].continue_()
    shown.append(page.url)
    page.keyboard.press("a")
    wait_for_returns(2)
    shown.append(page.url)
    assert len(set(shown)) == 3
    assert [decision for decision, _, _ in returns()] == ["accept", "accept"]


def hold(held: dict[str, Any], name: str) -> Callable[[Any], None]:
    """Return a handler that keeps the first request of its kind in *held* and lets the others through."""

    def handle(route: Any) -> None:
        if name in held:
            route.continue_()
        else:
            held[name] = route

    return handle


def wait_for_held(page: Any, held: dict[str, Any], name: str) -> None:
    """Wait until the browser has asked; its questions are heard while the page is waited for."""
    for _ in range(100):
        if name in held:
            return
        page.wait_for_timeout(50)
    raise TimeoutError(name)


def test_keys_rest_while_one_types_or_holds_a_modifier_or_the_key(live_app: LiveApp, page: Any) -> None:
    alice = make_person("alice")
    Person.objects.filter(pk=alice.pk).update(keys_off=["1"])
    begin(page, live_app, make_campaign(items=4))
    here = page.url
    page.keyboard.press("1")  # switched off
    for key in ("Control+a", "Alt+a", "Meta+a", "Shift+A"):
        page.keyboard.press(key)
    page.focus("#note")
    page.keyboard.type("a12s")
    page.focus("#domain")
    page.keyboard.press("a")
    page.keyboard.press("Escape")
    page.focus(".find input")
    page.keyboard.type("a")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.keyboard.press("a")  # within the dialog
    assert "Accept" in page.inner_text("#keys")
    assert "(switched off)" in page.inner_text("#keys")
    page.keyboard.press("Escape")
    assert not page.is_visible("#keys")
    assert page.url == here
    assert returns() == []
    assert page.input_value("#note") == "a12s"
    with with_next_ahead(page):
        page.keyboard.down("a")
    for _ in range(5):
        page.keyboard.down("a")  # held down: the browser says so, and one item is decided
    page.keyboard.up("a")
    wait_for_returns(1)
    page.wait_for_timeout(200)
    assert len(returns()) == 1


def test_skip_puts_back_what_is_shown_and_keeps_what_was_typed(live_app: LiveApp, page: Any) -> None:
    begin(page, live_app, make_campaign(items=3))
    first = shown_task(page)
    page.fill("#note", "later")
    page.keyboard.press("Escape")
    with page.expect_navigation():
        page.keyboard.press("s")
    assert shown_task(page) != first
    assert Slot.objects.get(task=first).state == "free"
    assert Draft.objects.get(task=first).body["note"] == "later"


# --- Drafts -------------------------------------------------------------------------------------------


def test_drafts_save_themselves_and_outlive_a_reload(live_app: LiveApp, page: Any) -> None:
    begin(page, live_app, make_campaign())
    with saved(page):
        page.fill("#note", "\nfirst\nsecond 🧪")
    page.get_by_text("Saved").first.wait_for()
    with saved(page):
        page.select_option("#domain", "law")
    page.reload()
    assert page.input_value("#note") == "\nfirst\nsecond 🧪"
    assert page.input_value("#domain") == "law"
    assert Draft.objects.get().version == 2


def test_two_tabs_are_told_of_each_other(live_app: LiveApp, page: Any) -> None:
    begin(page, live_app, make_campaign())
    other = page.context.new_page()
    other.goto(page.url)
    with saved(page):
        page.fill("#note", "from the first tab")
    other.fill("#note", "from the second tab")
    both = other.get_by_role("alert")
    both.get_by_text("from the first tab").wait_for()
    assert other.input_value("#note") == "from the second tab"
    other.get_by_role("button", name="Keep mine").click()
    wait_for(lambda: Draft.objects.get().body["note"] == "from the second tab", what="the second tab's note")


def test_a_lost_connection_is_said_and_nothing_is_lost(live_app: LiveApp, page: Any) -> None:
    with with_next_ahead(page):
        begin(page, live_app, make_campaign(items=4))
    page.context.set_offline(True)
    page.fill("#note", "typed without a connection")
    page.get_by_text("Not saved: the connection is lost. The text stays here.").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("a")  # decides, and the next one, fetched ahead, is shown
    page.get_by_text("1 decision waits here").wait_for()
    page.keyboard.press("1")  # nothing is ahead any more: the form waits
    page.get_by_text("2 decisions wait here").wait_for()
    assert returns() == []
    page.context.set_offline(False)
    wait_for_returns(2)
    assert returns()[0] == ("accept", "", "typed without a connection")
    page.get_by_text("decisions wait here").wait_for(state="detached")


def test_a_decision_that_waits_outlives_a_closed_page(live_app: LiveApp, page: Any) -> None:
    with with_next_ahead(page):
        begin(page, live_app, make_campaign(items=4))
    page.on("dialog", lambda dialog: dialog.accept())
    page.context.set_offline(True)
    page.keyboard.press("a")
    page.get_by_text("1 decision waits here").wait_for()
    page.context.set_offline(False)
    page.goto(f"{live_app.url}/")
    page.go_back()
    wait_for_returns(1)


def test_a_session_that_ends_leads_to_the_login_and_back_to_the_draft(live_app: LiveApp, page: Any) -> None:
    document = make_document("Ada wrote it.")
    begin(page, live_app, make_campaign(items=[make_item(documents=[document]), make_item()]))
    here = page.url
    with saved(page):
        select(page, "wrote")
        page.keyboard.press("e")
    Session.objects.all().delete()
    page.fill("#note", "typed when the session was over")
    page.get_by_role("button", name="Log in").wait_for()
    log_in(page, "alice")
    page.wait_for_url(here)
    assert page.input_value("#note") == "typed when the session was over"
    wait_for(lambda: "session" in Draft.objects.get().body["note"], what="the draft")
    assert Draft.objects.get().body["evidence"] == [{"doc_id": document.doc_id, "start": 4, "end": 9}]
    # A decision taken when the session is over is sent after the login, and the next task comes.
    page.locator("[data-saved]").get_by_text("Saved").wait_for()
    Session.objects.all().delete()
    page.keyboard.press("a")
    page.get_by_role("button", name="Log in").wait_for()
    log_in(page, "alice")
    wait_for_returns(1)
    page.wait_for_url(lambda url: url not in {here, f"{live_app.url}/login"})
    assert returns() == [("accept", "", "typed when the session was over")]


def test_who_logs_in_next_in_the_tab_sends_nothing_of_the_one_before(live_app: LiveApp, page: Any) -> None:
    campaign = make_campaign(items=2, overlap=2)
    begin(page, live_app, campaign, "alice")
    Session.objects.all().delete()
    page.fill("#note", "alice's own")
    page.get_by_role("button", name="Log in").wait_for()
    sign_in(page, live_app, "bob")
    page.goto(f"{live_app.url}/work/{campaign.code}/next/")
    page.wait_for_selector("html.scripted #task")
    assert page.input_value("#note") == ""
    page.wait_for_timeout(300)
    assert not Draft.objects.exists()


# --- Evidence -----------------------------------------------------------------------------------------


def test_selected_evidence_is_kept_in_code_points_and_bytes_that_agree(live_app: LiveApp, page: Any) -> None:
    document = make_document(ODD)
    begin(page, live_app, make_campaign(items=[make_item(documents=[document])]))
    page.keyboard.press("e")
    page.get_by_text("Select the passage in the document first").wait_for()
    select(page, " wrote more")
    page.keyboard.press("e")
    with saved(page):
        # By the mouse, from inside the text to below it: the passage ends where the text does.
        page.evaluate("""() => {
          const piece = document.querySelector(".piece");
          const range = document.createRange();
          range.setStart(piece, 0);
          range.setEndAfter(piece.closest(".document"));
          getSelection().removeAllRanges();
          getSelection().addRange(range);
        }""")
        page.keyboard.press("e")
    page.reload()
    assert page.locator(".spans li").count() == 2
    page.locator(".spans li").nth(1).get_by_role("button", name="remove").click()
    page.keyboard.press("a")
    wait_for_returns(1)
    (span,) = Return.objects.get().body["evidence"]
    text = ODD.replace("\r\n", "\n")
    assert span["quote"] == " wrote more"
    assert text[span["start"] : span["end"]] == " wrote more"
    assert text.encode()[span["start_byte"] : span["end_byte"]].decode() == " wrote more"
    assert span["start_byte"] > span["start"]


def test_evidence_across_pieces_marks_and_odd_line_ends(live_app: LiveApp, page: Any) -> None:
    text = "a\r\r\nb\rc Ada " + "word 🧪 " * 2_500 + "the end"
    document = make_document(text)
    begin(page, live_app, make_campaign(items=[make_item(documents=[document])]))
    page.locator(".more").scroll_into_view_if_needed()
    page.get_by_text("the end").wait_for()
    with saved(page):
        page.evaluate("""() => {
          const pieces = document.querySelectorAll(".piece");
          const range = document.createRange();
          range.setStart(pieces[0].querySelector("mark").firstChild, 1);
          range.setEnd(pieces[pieces.length - 1].lastChild, pieces[pieces.length - 1].lastChild.length);
          getSelection().removeAllRanges();
          getSelection().addRange(range);
        }""")
        page.keyboard.press("e")
    canonical = text.replace("\r\n", "\n")
    (span,) = Draft.objects.get().body["evidence"]
    assert canonical[span["start"] : span["end"]] == canonical[canonical.index("da ") :]


# --- Documents ----------------------------------------------------------------------------------------


def test_find_and_stepping_reach_what_has_not_arrived(live_app: LiveApp, page: Any) -> None:
    text = "Ada. " + "filler text " * 5_000 + "Ada in the middle. " + "more filler " * 5_000 + "Needle, Ada."
    references = [make_document(text, title="Long"), make_document("Short, no answer.", title="Short")]
    begin(page, live_app, make_campaign(items=[make_item(documents=references)]))
    page.keyboard.press("n")
    page.get_by_text("answer 1 of 3").wait_for()
    page.keyboard.press("n")
    page.get_by_text("answer 2 of 3").wait_for()
    assert page.locator("mark.here").evaluate("mark => mark.nextSibling.data").startswith(" in the middle")
    assert page.locator("mark.here").is_visible()
    page.keyboard.press("p")
    page.get_by_text("answer 1 of 3").wait_for()
    page.keyboard.press("/")
    page.keyboard.type("needle")
    page.keyboard.press("Enter")
    page.get_by_text("found 1 of 1").wait_for()
    page.keyboard.press("Escape")
    assert page.locator("mark.here").inner_text() == "Needle"
    # The second reference has a tab of its own, and the keys work on what is shown.
    page.get_by_role("link", name="Reference 2").click()
    page.get_by_text("Short, no answer.").wait_for()
    page.get_by_text("Needle").wait_for(state="hidden")
    with saved(page):
        select(page, "no answer")
        page.keyboard.press("e")
    assert Draft.objects.get().body["evidence"][0]["doc_id"] == references[1].doc_id


def test_a_question_is_asked_without_leaving_the_task(live_app: LiveApp, page: Any) -> None:
    begin(page, live_app, make_campaign())
    here = page.url
    page.get_by_role("link", name="Ask").click()
    page.get_by_label("Your question").fill("Is it?")
    page.get_by_role("button", name="Send").click()
    page.locator(".message").get_by_text("Is it?").wait_for()
    assert page.url == here
