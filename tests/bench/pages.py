"""The task page, cold, in Chromium: bytes, requests, and when a key can decide."""

from __future__ import annotations

import statistics
from typing import Any

from django.conf import settings
from playwright.sync_api import sync_playwright

from reviewapp.models import Campaign, Person
from tests.bench.screening import session_of
from tests.bench.table import Table
from tests.live import CHROMIUM_FLAGS, find_chromium

OPENINGS = 5
NOTE_USABLE = """
const noting = new MutationObserver(() => {
  if (document.documentElement?.classList.contains("scripted") && document.querySelector("#decision")) {
    window.usableAt ??= performance.now();
    noting.disconnect();
  }
});
noting.observe(document, { attributes: true, childList: true, subtree: true });
"""


def measure_task_page(url: str, person: Person, campaign: Campaign, table: Table) -> None:
    """Open the task page with an empty cache; print what came and how long until a key could decide.

    The time is the page's own, from the start of the navigation, redirect included; the middle of five.
    """
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
        opened = [_open(browser, url, session, campaign) for _ in range(OPENINGS)]
        browser.close()
    received = opened[0][0]
    usable = statistics.median(milliseconds for _, milliseconds in opened)
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
    table.line("usable", f"{usable:.0f} ms", reach="<= 400 ms", ok=usable <= 400)


def _open(browser: Any, url: str, session: str, campaign: Campaign) -> tuple[dict[str, int], float]:
    """Open the page in a browser that has seen nothing; return what came, and the ms until it is usable."""
    context = browser.new_context()
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}])
    context.add_init_script(NOTE_USABLE)
    page = context.new_page()
    page.goto(f"{url}/healthz")  # the browser is awake; its cache is empty
    page.wait_for_load_state("networkidle")  # nothing of this page is counted with the next
    received = _count(context.new_cdp_session(page))
    page.goto(f"{url}/work/{campaign.code}/next/", wait_until="commit")
    usable = page.wait_for_function("window.usableAt").json_value()
    page.wait_for_load_state("networkidle")
    context.close()
    return received, usable


def _count(devtools: Any) -> dict[str, int]:
    received = {"bytes": 0, "requests": 0}

    def add(event: dict[str, Any]) -> None:
        received["bytes"] += int(event["encodedDataLength"])
        received["requests"] += 1

    devtools.send("Network.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    devtools.on("Network.loadingFinished", add)
    return received
