"""Files sent in by a browser: checked, imported by a real worker, refused where they are bad."""

from pathlib import Path
from typing import Any

import orjson
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from reviewapp.models import Document, EvidenceItem
from tests.browser.barriers import barriers_of
from tests.factories import make_person
from tests.live import LiveApp, wait_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

PARAGRAPHS = [{"title": "A", "paragraph_text": f"Ada {n}.", "is_supporting": n < 2} for n in range(3)]
RECORD = {"id": "2hop__1", "question": "Who?", "answer": "Ada", "paragraphs": PARAGRAPHS}


def sign_in(page: Any, app: LiveApp, username: str) -> None:
    client = Client()
    client.force_login(make_person(username), backend="reviewapp.people.auth.PersonBackend")
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": app.url}])


def check(page: Any) -> None:
    """Find nothing wrong with the page: no barrier, no scrolling sideways."""
    assert barriers_of(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def send(page: Any, app: LiveApp, path: Path) -> None:
    page.goto(app.url + reverse("upload", args=["raw"]))
    check(page)
    page.get_by_label("Files").set_input_files(path)
    page.get_by_label("Format").select_option("musique")
    page.get_by_label("Source").fill("MuSiQue")
    page.get_by_role("button", name="Check the file").click()


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_a_data_set_comes_in(live_app: LiveApp, page: Any, tmp_path: Path, width: int, theme: str) -> None:
    live_app.start_worker()
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=theme)
    sign_in(page, live_app, "sam")
    path = tmp_path / "m.jsonl"
    path.write_bytes(orjson.dumps(RECORD) + b'\n{"id":')
    send(page, live_app, path)
    page.get_by_text("m.jsonl:2: cut off, expected a whole record").wait_for()
    check(page)
    path.write_bytes(orjson.dumps(RECORD))
    send(page, live_app, path)
    page.get_by_role("heading", name="Ready to import").wait_for()
    check(page)
    page.get_by_role("button", name="Import").click()
    wait_for(EvidenceItem.objects.exists, what="the worker's import")
    assert Document.objects.count() == 3
    page.goto(live_app.url + reverse("imports"))
    page.get_by_role("link", name="MuSiQue").wait_for()
    check(page)
    page.get_by_role("link", name="MuSiQue").click()
    check(page)
