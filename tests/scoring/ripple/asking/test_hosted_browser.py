"""In a browser: a model is asked by a real worker, cancelled half-way, scored so, and gone on with."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from scoring.models import HostedRun, RippleRun
from tests.browser.barriers import barriers_of
from tests.completions import Server, completion
from tests.live import LiveApp, wait_for
from tests.scoring.access.test_browser import sign_in
from tests.scoring.ripple.pages.making import make_ripple_release, sample_lines

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
N_ITEMS = 8


def check(page: Any, name: str) -> None:
    """Find nothing wrong with the page: no barrier, no scrolling sideways."""
    if "SHOTS" in os.environ:
        shoot(page, name)
    assert barriers_of(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def shoot(page: Any, name: str) -> None:
    for scheme, width in (("light", 1280), ("dark", 1280), ("light", 390)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        page.screenshot(path=f"{os.environ['SHOTS']}/{name}-{scheme}-{width}.png", full_page=True)
    page.set_viewport_size({"width": 1280, "height": 900})


def test_a_model_is_asked_cancelled_scored_and_gone_on_with(
    server: Server, page: Any, tmp_path: Path
) -> None:
    release = make_ripple_release(lines=sample_lines()[:N_ITEMS])
    server.answer = lambda asked: (200, completion('{"ranking": []}', usage=(900, 12))[1], 1.5)
    with LiveApp(tmp_path / "var", RIPPLE_BASE_URL=server.url) as app:
        app.start_worker()
        sign_in(page, app, "sam")
        page.goto(app.url + reverse("hosted_new", args=[release.code]))
        check(page, "new")
        page.get_by_label("Model", exact=True).fill("tern-70b")
        page.get_by_label("Requests at once").fill("1")
        page.get_by_role("button", name="Ask about 8 items").click()
        page.get_by_text(re.compile("[1-7] of 8 items answered")).wait_for(timeout=60_000)
        page.get_by_role("button", name="Cancel").click()
        page.get_by_text("cancelled").wait_for(timeout=20_000)
        page.get_by_role("link", name="What was asked and answered").click()
        check(page, "half")
        page.get_by_role("button", name="Score what is there").click()
        page.get_by_text("are stored as").wait_for()
        n_before = len(server.asked)
        assert 1 <= n_before < N_ITEMS
        page.get_by_role("button", name="Go on").click()
        server.answer = lambda asked: completion('{"ranking": []}', usage=(900, 12))
        run = HostedRun.objects.get()
        page.goto(app.url + reverse("hosted_run", args=[run.code]))
        page.get_by_text("8 of 8 items answered").wait_for(timeout=30_000)
        wait_for(lambda: RippleRun.objects.count() == 2, what="the whole run")
        assert len(server.asked) == N_ITEMS
        page.goto(app.url + reverse("hosted_run", args=[run.code]))
        check(page, "done")
        page.get_by_role("table").get_by_role("link").first.click()
        page.get_by_text("What it was told (user)").click()
        check(page, "item")
