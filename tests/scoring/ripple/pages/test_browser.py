"""In a browser: all baselines on the sample items, a run by upload, and every table of the release."""

from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from scoring.ripple.actions.baselines import offered
from scoring.ripple.queries.choosing import TITLES
from tests.browser.barriers import barriers_of
from tests.live import LiveApp
from tests.scoring.access.test_browser import sign_in
from tests.scoring.ripple.pages.making import FIXTURES, make_ripple_release

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def check(page: Any) -> None:
    """Find nothing wrong with the page: no barrier, no scrolling sideways, at 390 px either."""
    assert barriers_of(page) == []
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_all_baselines_and_a_run_fill_every_table(live_app: LiveApp, page: Any) -> None:
    live_app.start_worker()
    release = make_ripple_release()
    sign_in(page, live_app, "sam")
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    page.goto(live_app.url + reverse("recovery", args=[release.code]))
    page.get_by_role("link", name="Baselines").click()
    check(page)
    page.get_by_label("Replicates", exact=True).fill("500")
    page.get_by_role("button", name="Compute and score").click()
    page.get_by_role("img", name="Complete-closure@2G beside").wait_for(timeout=90_000)
    page.get_by_role("link", name="Upload a run").click()
    page.get_by_label("Run", exact=True).set_input_files(Path(FIXTURES) / "run_ripple_model.jsonl")
    page.get_by_role("button", name="Check").click()
    page.get_by_text("8 by the primary parser").wait_for()
    check(page)
    page.get_by_role("button", name="Store and score").click()
    page.get_by_role("heading", name="Error census").wait_for(timeout=60_000)
    check(page)
    page.get_by_role("link", name="case", exact=True).click()
    page.get_by_role("row").nth(1).get_by_role("link").click()
    page.locator("ins").nth(1).wait_for()
    check(page)
    systems = len(offered()) + 1
    for name in TITLES:
        page.goto(live_app.url + reverse("recovery_table", args=[release.code, name]))
        least = {"fences": 2, "parsers": 2, "differences": systems - 1}.get(name, systems)
        page.locator(".scores-table tbody tr:not(.group)").nth(least - 1).wait_for(timeout=60_000)
    page.goto(live_app.url + reverse("recovery", args=[release.code]))
    image = page.get_by_role("img", name="Complete-closure@2G beside")
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 600
    page.emulate_media(color_scheme="dark")
    check(page)
    assert refused == []
