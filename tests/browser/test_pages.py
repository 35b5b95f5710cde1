"""Every page: no barrier that axe finds, no scrolling sideways, light and dark; and what the desk weighs.

With REVIEWAPP_SHOTS set to a folder, a picture of each page is left there to be looked at.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from reviewapp.runtime.running import UNUSED_STATIC
from reviewapp.staff.actions.campaigns import publish_guidelines
from tests.browser.barriers import barriers_of
from tests.browser.desk import begin, sign_in
from tests.factories import make_campaign, make_document, make_item
from tests.live import LiveApp
from tests.world import PEOPLE, ROUTES, World

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

SHOTS = os.environ.get("REVIEWAPP_SHOTS", "")
LOOKS = {"light": (1280, 800, "light"), "dark-narrow": (390, 844, "dark")}
PAGE_BYTES = 90_000
PAGE_REQUESTS = 8


def pages_of(world: World, person: str) -> Iterator[tuple[str, str]]:
    """Yield the name and address of each page that is *person*'s: the first of the people who may see it."""
    for name, (_, statuses) in ROUTES.items():
        seen_by = [one for one, status in zip(PEOPLE, statuses.split(), strict=True) if status == "200"]
        if person == next((one for one in seen_by if one != "bob"), "") and name not in {"healthz", "readyz"}:
            yield name, world.address(name)
    if person == "alice":
        yield "committed", reverse("task", args=[world.own.task.code])
        yield "not_here", reverse("task", args=["nosuchcode"])
        yield "closure", reverse("ripple", args=[world.closing.code])
        yield "recovered", reverse("ripple", args=[world.joint.task.code]) + "?stage=blind"
        yield "judged", reverse("ripple", args=[world.joint.task.code])
    if person == "carol":
        yield "matrix", reverse("adjudicate", args=[world.joint.code])


def problems_of(page: Any, name: str) -> dict[str, list[str]]:
    """Return what is wrong with the page that is open, in each of its looks."""
    found = {}
    for look, (width, height, scheme) in LOOKS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        if SHOTS:
            page.screenshot(path=Path(SHOTS) / f"{name}-{look}.png", full_page=True)
        told = [one["id"] + ": " + one["nodes"][0]["html"][:200] for one in barriers_of(page)]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            told.append("scrolls sideways")
        if told:
            found[f"{name} {look}"] = told
    return found


@pytest.mark.parametrize("person", ["nobody", "alice", "carol", "sam"])
def test_no_page_has_a_barrier(live_app: LiveApp, page: Any, person: str) -> None:
    world = World()
    publish_guidelines(campaign=world.campaign, body="# Rules\n\n- *one*\n\n`code`", actor=None)
    if person != "nobody":
        sign_in(page, live_app, person)
    found, seen = {}, 0
    for name, address in pages_of(world, person):
        if "." in address.split("?")[0].rsplit("/", 1)[-1] or address.endswith("/file") or "/api/" in address:
            continue  # a file, not a page
        page.goto(live_app.url + address)
        found |= problems_of(page, name)
        seen += 1
    assert found == {}
    assert seen > 1


def test_no_state_of_the_desk_has_a_barrier(live_app: LiveApp, page: Any) -> None:
    odd = "<b>👩‍🔬</b> שלום e\u0301 " + "x" * 300
    documents = [make_document(f"{odd} Ada. " + "word " * 9_000, title=odd), make_document("Ada.", title="")]
    begin(page, live_app, make_campaign(items=[make_item(odd, "Ada", documents=documents), make_item()]))
    found = problems_of(page, "task-odd")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("link", name="Ask").click()
    page.get_by_label("Your question").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("4")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    found |= problems_of(page, "task-asking")
    page.keyboard.press("?")
    found |= problems_of(page, "task-keys")
    page.keyboard.press("Escape")
    page.locator(".find input").first.fill("zebra")
    page.keyboard.press("Enter")
    page.get_by_text("not found").wait_for()
    found |= problems_of(page, "task-not-found")
    assert found == {}


@pytest.fixture
def hashed_app(transactional_db: None, tmp_path: Path, settings: Any) -> Iterator[LiveApp]:
    """The application as `up` serves it: static files hashed and compressed."""
    settings.STATIC_ROOT = tmp_path / "var" / "static"
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "reviewapp.runtime.static_files.HashedStaticFiles"},
    }
    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=UNUSED_STATIC)
    with LiveApp(tmp_path / "var") as app:
        yield app


def test_the_cold_task_page_is_light(hashed_app: LiveApp, page: Any) -> None:
    text = "Ada wrote it in Turin, where the harbour census was kept. " * 400
    campaign = make_campaign(
        items=[make_item(documents=[make_document(f"{text}{n}{m}") for m in range(2)]) for n in range(3)]
    )
    sign_in(page, hashed_app, "alice")
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    sent: dict[str, str] = {}
    sizes: dict[str, int] = {}
    network.on(
        "Network.requestWillBeSent", lambda event: sent.update({event["requestId"]: event["request"]["url"]})
    )
    network.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
    )
    page.goto(hashed_app.url + reverse("next_task", args=[campaign.code]))
    page.wait_for_load_state("networkidle")
    usable = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    told = {sent[request].removeprefix(hashed_app.url): size for request, size in sizes.items()}
    print(f"{sum(sizes.values())} bytes, {len(sizes)} requests, usable in {usable:.0f} ms: {told}")
    assert sum(sizes.values()) <= PAGE_BYTES, told
    assert len(sizes) <= PAGE_REQUESTS, told


def test_a_barrier_is_seen_and_so_is_one_that_comes_later(page: Any) -> None:
    page.set_content("<html lang='en'><title>T</title><main><h1>H</h1><img src='x.png'></main></html>")
    assert {found["id"] for found in barriers_of(page)} == {"image-alt"}
    page.evaluate("document.querySelector('img').outerHTML = '<input>'")
    assert {found["id"] for found in barriers_of(page)} == {"label"}
