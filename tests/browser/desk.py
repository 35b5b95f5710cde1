"""How the tests in a browser act: signed in by cookie, watching the console, selecting like a mouse."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import reverse

from reviewapp.models import Campaign, Task
from tests.factories import make_person
from tests.live import LiveApp

SELECT = """([needle, nth]) => {
  const piece = document.querySelector(".document:not([hidden]) .piece");
  const walker = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let at = node.data.indexOf(needle);
    if (at < 0 || nth-- > 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + needle.length);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return true;
  }
  return false;
}"""


def sign_in(page: Any, app: LiveApp, username: str) -> None:
    client = Client()
    client.force_login(make_person(username), backend="reviewapp.people.auth.PersonBackend")
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": app.url}])


def log_in(page: Any, username: str) -> None:
    """Fill in the login form that *page* shows."""
    from tests.factories import PASSWORD

    page.get_by_label("User name").fill(username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def begin(page: Any, app: LiveApp, campaign: Campaign, username: str = "alice") -> None:
    """Sign in and open the next task, with the one after it fetched ahead."""
    sign_in(page, app, username)
    page.goto(app.url + reverse("next_task", args=[campaign.code]))
    page.wait_for_selector("html.scripted #task")


@contextmanager
def with_next_ahead(page: Any) -> Iterator[None]:
    """Wait until the task after the one that is then shown has arrived in the page."""
    with page.expect_response(lambda answer: "ahead=1" in answer.url and answer.request.method == "GET"):
        yield
    page.wait_for_timeout(100)  # the answer is there; the script has yet to read it


def shown_task(page: Any) -> Task:
    code = page.get_attribute("#task", "data-url").split("/")[-2]
    return Task.objects.select_related("item").get(code=code)


def select(page: Any, needle: str, nth: int = 0) -> None:
    """Select *needle* in the document that is shown."""
    assert page.evaluate(SELECT, [needle, nth]), needle
