"""Candidates built by a browser and a real worker: options, progress, report, controls, import."""

from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from reviewapp.models import RippleItem
from scoring.models import ControlReport
from tests.benchmark.ripple.records import record, write_records
from tests.live import LiveApp, wait_for
from tests.reviewapp.test_imports_browser import check, sign_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def look(page: Any, name: str) -> None:
    """Check a page in both themes, wide and narrow."""
    check(page)
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(color_scheme="dark")
    check(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(color_scheme="light")


def test_candidates_are_built_checked_and_imported(live_app: LiveApp, page: Any, tmp_path: Path) -> None:
    live_app.start_worker()
    sign_in(page, live_app, "sam")
    page.goto(live_app.url + reverse("construction_new"))
    look(page, "new")
    page.get_by_label("MuSiQue files").set_input_files(
        write_records(tmp_path / "m.jsonl", [record(n) for n in range(14)])
    )
    page.get_by_label("Items").fill("10")
    page.get_by_role("button", name="Build").click()
    page.get_by_role("link", name="Progress, log, cancel").click()
    page.get_by_text("done", exact=True).wait_for(timeout=60_000)
    page.get_by_role("link", name="Candidates").first.click()
    page.get_by_role("heading", name="10 candidates").wait_for()
    look(page, "built")
    page.get_by_role("link", name="items.jsonl").wait_for()

    wait_for(ControlReport.objects.exists, seconds=60, what="controls")
    page.get_by_role("link", name="Shortcut controls").click()
    page.get_by_role("heading", name="Can anything but reading find the affected units?").wait_for()
    assert page.locator("figure img").evaluate("image => image.complete && image.naturalWidth > 0")
    look(page, "controls")

    page.go_back()
    page.get_by_role("button", name="Check and import the items").click()
    page.get_by_role("button", name="Import").click()
    wait_for(lambda: RippleItem.objects.count() == 10, seconds=60, what="the import")
