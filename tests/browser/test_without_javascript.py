"""The whole of the work by forms alone: JavaScript is off."""

from collections.abc import Iterator
from typing import Any

import pytest

from reviewapp.models import Draft, Outcome, Return, Slot
from tests.browser.desk import log_in
from tests.factories import make_campaign, make_document, make_item
from tests.live import LiveApp

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def plain(browser: Any) -> Iterator[Any]:
    """One page of a browser that runs no script."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


def enter(page: Any, app: LiveApp, username: str) -> None:
    page.context.clear_cookies()
    page.goto(f"{app.url}/login")
    log_in(page, username)


def decide(page: Any, title: str) -> None:
    page.get_by_role("group", name="Decision").get_by_role("button", name=title).click()


def test_screening_and_adjudication_by_forms_alone(live_app: LiveApp, plain: Any) -> None:
    text = "Ada 🧪 wrote it in Turin. " + "filler text " * 3_000 + "The end of it all."
    items = [make_item(f"Question {n}?", documents=[make_document(f"{text} {n}")]) for n in range(2)]
    make_campaign(items=items, overlap=2)
    page = plain

    # alice drafts, quotes evidence, takes a look at the rest of the document, and decides
    enter(page, live_app, "alice")
    page.get_by_role("link", name="Begin screening").click()
    page.get_by_label("Note").fill("first line\nsecond")
    page.get_by_label("Evidence, quoted letter for letter").fill("nowhere in it")
    page.get_by_role("button", name="Save draft").click()
    page.get_by_text("stands in no reference").wait_for()
    assert page.get_by_label("Note").input_value() == "first line\nsecond"
    page.get_by_label("Evidence, quoted letter for letter").fill("wrote it in Turin")
    page.get_by_role("button", name="Save draft").click()
    assert page.locator(".spans li").inner_text().startswith("wrote it in Turin")
    page.get_by_role("searchbox", name="Find in document").fill("end of it")
    page.keyboard.press("Enter")
    assert page.locator("mark.here").inner_text() == "end of it"
    page.get_by_role("link", name="Back to the item").click()
    assert page.get_by_label("Note").input_value() == "first line\nsecond"
    decide(page, "Accept")
    assert Return.objects.get().note == "first line\nsecond"
    assert Return.objects.get().body["evidence"][0]["quote"] == "wrote it in Turin"

    # one she takes back, one she drops evidence of, one she skips
    page.get_by_role("button", name="Undo").click()
    page.get_by_label("remove").check()
    decide(page, "Ambiguous question")
    assert Return.objects.latest("id").body == {}
    page.get_by_role("button", name="Skip").click()
    page.get_by_text("Question").first.wait_for()
    decide(page, "Other")
    page.get_by_text("“Other” needs a note").wait_for()
    page.get_by_label("Note").fill("no such question")
    decide(page, "Other")
    page.get_by_role("heading", name="Nothing is left for you here").wait_for()

    # bob differs, carol decides
    enter(page, live_app, "bob")
    page.get_by_role("link", name="Begin screening").click()
    decide(page, "Accept")
    page.get_by_role("link", name="Ask").click()
    page.get_by_label("Your question").fill("Is it?")
    page.get_by_role("button", name="Send").click()
    page.get_by_text("Is it?").wait_for()
    enter(page, live_app, "carol")
    page.get_by_role("link", name="Open adjudication").click()
    page.get_by_role("link", name="Open q").first.click()
    page.get_by_label("Accept").check()
    page.get_by_label("Why").fill("It stands there.")
    page.get_by_role("button", name="Resolve").click()
    page.get_by_text("The outcome is on record").wait_for()
    assert Outcome.objects.get().decision == "accept"
    assert not Draft.objects.filter(person__username="alice").exists()
    assert Slot.objects.filter(person__username="bob", state="committed").count() == 1
