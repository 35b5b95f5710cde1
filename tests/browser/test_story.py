"""The whole story in a browser: from a public file to screened, frozen, downloaded and scored items."""

import io
import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from benchmark.models import Release
from reviewapp.models import Disagreement, EvidenceItem, Outcome, Return
from tests.browser.desk import log_in
from tests.factories import make_person
from tests.live import LiveApp, wait_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.data]

RECORDS = 50
REJECTED = range(3, RECORDS, 10)  # what both reject
DISPUTED = range(7, RECORDS, 10)  # what bob alone rejects
OVERRULED = 3  # of the disputed, how many carol accepts


class Story:
    """The installation as the three and their manager meet it; each has a browser of their own."""

    def __init__(self, browser: Any, app: LiveApp) -> None:
        self.browser, self.app = browser, app
        self.contexts: list[Any] = []

    def enter(self, name: str) -> Any:
        make_person(name)
        context = self.browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
        self.contexts.append(context)
        page = context.new_page()
        page.goto(f"{self.app.url}/login")
        log_in(page, name)
        page.get_by_role("heading", name="My work").first.wait_for()
        return page


def go(page: Any, where: str) -> None:
    page.get_by_role("navigation", name="Main").get_by_role("link", name=where).click()


def first_records(shared_data: Path, to: Path) -> Path:
    """Write the first fifty real MuSiQue records, as they are, to a file of their own."""
    lines = (shared_data / "musique" / "migres_dev200.jsonl").read_bytes().split(b"\n")
    to.write_bytes(b"\n".join(lines[:RECORDS]) + b"\n")
    return to


def bring_in(sam: Any, file: Path) -> None:
    go(sam, "Items")
    sam.get_by_role("link", name="Imports").click()
    sam.get_by_role("link", name="Public data set").click()
    sam.get_by_label("Files").set_input_files(file)
    sam.get_by_label("Format").select_option("musique")
    sam.get_by_label("Source").fill("MuSiQue")
    sam.get_by_role("button", name="Check the file").click()
    sam.get_by_role("heading", name="Ready to import").wait_for()
    sam.get_by_role("button", name="Import").click()
    wait_for(lambda: EvidenceItem.objects.count() == RECORDS, seconds=60, what="the import")


def open_campaign(sam: Any) -> None:
    go(sam, "Campaigns")
    sam.get_by_role("link", name="New campaign").click()
    sam.get_by_label("Name", exact=True).fill("MuSiQue pilot")
    sam.get_by_label("Guidelines").fill("Accept what the references support.")
    for name in ("Alice", "Bob", "Carol"):
        sam.get_by_label(name).check()
    sam.get_by_role("button", name="Open the campaign").click()
    sam.get_by_role("heading", name="MuSiQue pilot").wait_for()


def screen(page: Any, keys: dict[str, str]) -> None:
    """Decide every item by the key that *keys* names for its query."""
    page.get_by_role("link", name=re.compile("(Begin|Continue) screening")).click()
    page.wait_for_selector("html.scripted")
    for _ in range(len(keys)):
        shown = page.get_attribute("#task", "data-url")
        page.keyboard.press(keys[page.inner_text(".query")])
        page.locator(f'#task:not([data-url="{shown}"])').wait_for()
    page.get_by_role("heading", name="Nothing is left for you here").wait_for()


def adjudicate(carol: Any) -> None:
    carol.reload()
    carol.get_by_role("link", name="Open adjudication").click()
    carol.get_by_role("link", name="Open 2hop").first.click()
    for nth in range(len(DISPUTED)):
        carol.wait_for_selector("html.scripted")
        carol.keyboard.press("a" if nth < OVERRULED else "1")
        carol.get_by_label("Why").fill(f"Reason {nth}.")
        shown = carol.url
        carol.keyboard.press("Control+Enter")
        carol.wait_for_url(lambda url, shown=shown: url != shown)
    carol.get_by_text("No disagreement waits").wait_for()


def freeze(sam: Any) -> None:
    go(sam, "Releases")
    sam.get_by_role("link", name="Freeze a release").click()
    sam.get_by_label("Name", exact=True).fill("pilot-1")
    sam.get_by_role("button", name=re.compile("^Freeze .* items")).click()
    with suppress(Exception):  # a job where the bank is large: its page leads on when it is done
        sam.get_by_role("heading", name="pilot-1").wait_for(timeout=3_000)
    wait_for(Release.objects.exists, seconds=60, what="the freeze")
    go(sam, "Releases")
    sam.get_by_role("link", name="pilot-1").click()


def download(sam: Any, name: str, folder: Path) -> Path:
    with sam.expect_download() as started:
        sam.get_by_role("link", name=name, exact=True).click()
    started.value.save_as(folder / name)
    return folder / name


def make_run(items: Path, to: Path) -> Path:
    """Write a run that finds the first reference of every item, and every one of each third item."""
    rows: list[dict[str, Any]] = [{"run": {"system": "By hand"}}]
    for nth, line in enumerate(items.read_text().split("\n")[:-1]):
        item = json.loads(line)
        found = item["ref_list"] if nth % 3 == 0 else item["ref_list"][:1]
        rows.append({"item_id": item["item_id"], "scale": "512K", "doc_ids": [*found, 999_999]})
    to.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return to


def upload(sam: Any, run: Path) -> None:
    go(sam, "Scores")
    sam.get_by_role("link", name="Evidence access").first.click()
    sam.get_by_role("link", name="Upload a run").first.click()
    sam.get_by_label("Run", exact=True).set_input_files(run)
    sam.get_by_role("button", name="Check and score").click()
    sam.get_by_role("heading", name="How often the evidence is found").wait_for(timeout=60_000)


def scored_by_files(items: Path, run: Path, folder: Path) -> dict[str, Any]:
    told = folder / "scores.json"
    call_command(
        "score_access", str(items), str(run), json=str(told), stdout=io.StringIO(), stderr=io.StringIO()
    )
    scales: dict[str, Any] = json.loads(told.read_bytes())["scales"]
    return scales["512K"]


def test_from_a_public_file_to_a_score(
    live_app: LiveApp, browser: Any, shared_data: Path, tmp_path: Path
) -> None:
    live_app.start_worker()
    story = Story(browser, live_app)
    for name in ("alice", "bob", "carol"):
        make_person(name)

    sam = story.enter("sam")
    bring_in(sam, first_records(shared_data, tmp_path / "musique.jsonl"))
    open_campaign(sam)

    queries = list(EvidenceItem.objects.order_by("id").values_list("query", flat=True))
    keys = dict.fromkeys(queries, "a") | {queries[n]: "2" for n in REJECTED}
    screen(story.enter("alice"), keys)
    screen(story.enter("bob"), keys | {queries[n]: "1" for n in DISPUTED})
    wait_for(lambda: Return.objects.count() == 2 * RECORDS, what="the last return")
    assert Disagreement.objects.count() == len(DISPUTED)

    adjudicate(story.enter("carol"))
    assert Outcome.objects.filter(decision="accept").count() == OVERRULED

    freeze(sam)
    n_items = RECORDS - len(REJECTED) - len(DISPUTED) + OVERRULED
    names = ("evidence_items.jsonl", "documents.jsonl", "decisions.jsonl", "manifest.json", "README.md")
    files = {name: download(sam, name, tmp_path) for name in names}
    items = files["evidence_items.jsonl"]
    assert items.read_bytes().count(b"\n") == n_items
    assert all(file.stat().st_size for file in files.values())
    assert b"alice" not in files["decisions.jsonl"].read_bytes()

    run = make_run(items, tmp_path / "run.jsonl")
    upload(sam, run)
    row = sam.get_by_role("row", name=re.compile("^all items"))
    told = scored_by_files(items, run, tmp_path)
    assert told["n_items"] == n_items
    for metric in told["metrics"].values():
        if metric["value"] is not None:
            shown = f"{metric['value']:.3f} [{metric['low']:.3f}, {metric['high']:.3f}]"
            assert shown in row.inner_text()
    for context in story.contexts:
        context.close()
