"""The whole way in a browser: a run goes up, a real worker scores it, the figures appear by themselves."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from benchmark.models import Release
from tests.browser.barriers import barriers_of
from tests.factories import make_person
from tests.live import LiveApp
from tests.scoring.releases import make_release, run_bytes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def sign_in(page: Any, app: LiveApp, username: str) -> None:
    client = Client()
    client.force_login(make_person(username))
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": app.url}])


def upload(page: Any, app: LiveApp, release: Release, path: Path) -> None:
    page.goto(app.url + reverse("upload_run", args=[release.code]))
    page.get_by_label("Run", exact=True).set_input_files(path)
    page.get_by_role("button", name="Check and score").click()


def check(page: Any) -> None:
    """Find nothing wrong with the page: no barrier, no scrolling sideways."""
    assert barriers_of(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_runs_go_up_and_their_scores_appear(live_app: LiveApp, page: Any, tmp_path: Path) -> None:
    live_app.start_worker()
    release = make_release()
    sign_in(page, live_app, "sam")
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    for number in range(3):  # the renderer draws again and again in one worker
        path = tmp_path / f"run-{number}.jsonl"
        path.write_bytes(run_bytes() + b"\n" * number)
        upload(page, live_app, release, path)
        page.get_by_role("heading", name="How often the evidence is found").wait_for(timeout=60_000)
    image = page.get_by_role("img", name="R@1, SR@10 and FR@10")
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 300
    check(page)
    page.get_by_role("link", name="512K").click()
    page.get_by_role("link", name="What was found and missed").click()
    check(page)
    page.get_by_role("link", name="q2").click()
    page.get_by_text("at rank 1").wait_for()
    check(page)
    assert refused == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_are_without_barriers_at_390_pixels(
    live_app: LiveApp, page: Any, tmp_path: Path, theme: str
) -> None:
    release = make_release()
    sign_in(page, live_app, "sam")
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(color_scheme=theme)
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"x\n" * 3)
    upload(page, live_app, release, bad)
    page.get_by_role("heading", name="Nothing was stored").wait_for()
    check(page)
    for url in (reverse("scores"), reverse("release_scores", args=[release.code])):
        page.goto(live_app.url + url)
        check(page)
