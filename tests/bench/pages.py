"""The task page, cold, in Chromium: bytes, requests, and when a key can decide."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from playwright.sync_api import sync_playwright

from reviewapp.models import Campaign, Person
from tests.bench.screening import session_of
from tests.bench.table import Table
from tests.live import CHROMIUM_FLAGS, find_chromium


def measure_task_page(url: str, person: Person, campaign: Campaign, table: Table) -> None:
    """Open the task page with an empty cache; print what came and how long until it could be used."""
    executable = find_chromium()
    table.title("The task page, cold")
    if executable is None:
        table.line("no Chromium is installed", "skipped")
        return
    session = session_of(person)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=[*CHROMIUM_FLAGS, "--no-sandbox"]
        )
        context = browser.new_context()
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}])
        page = context.new_page()
        page.goto(f"{url}/healthz")  # the browser is awake; its cache is empty
        page.wait_for_load_state("networkidle")  # nothing of this page is counted with the next
        received = _count(context.new_cdp_session(page))
        started = time.perf_counter()
        page.goto(f"{url}/work/{campaign.code}/next/", wait_until="commit")
        page.wait_for_selector("html.scripted #decision")
        usable = time.perf_counter() - started
        page.wait_for_load_state("networkidle")
        browser.close()
    kilobytes = received["bytes"] / 1000
    table.line(
        "transferred",
        f"{kilobytes:.0f} KB",
        beside="Label Studio 8.1 MB, Potato 1.5 MB",
        reach="<= 90 KB",
        ok=kilobytes <= 90,
    )
    table.line(
        "requests",
        f"{received['requests']}",
        beside="Label Studio 34, Potato 35",
        reach="<= 8",
        ok=received["requests"] <= 8,
    )
    table.line("usable", f"{usable * 1000:.0f} ms", reach="<= 400 ms", ok=usable <= 0.4)


def _count(devtools: Any) -> dict[str, int]:
    received = {"bytes": 0, "requests": 0}

    def add(event: dict[str, Any]) -> None:
        received["bytes"] += int(event["encodedDataLength"])
        received["requests"] += 1

    devtools.send("Network.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    devtools.on("Network.loadingFinished", add)
    return received
