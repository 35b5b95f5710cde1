"""The managers' pages of releases."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.http import StreamingHttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from benchmark.models import Erratum, Release
from benchmark.releases.actions.errata import add_erratum
from benchmark.releases.actions.freezing import Plan, freeze
from benchmark.releases.exporting import write_folder
from benchmark.releases.selection import Documents, Selection
from benchmark.releases.views import freezing
from benchmark.tasks import run_freeze
from reviewapp.jobs.progress import Progress
from reviewapp.models import Campaign, EvidenceItem, Job
from tests.benchmark.reviewing import HOSTILE, accept_all, decide_next
from tests.factories import make_campaign, make_document, make_item, make_person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sam() -> Client:
    return logged_in("sam")


def logged_in(name: str) -> Client:
    client = Client()
    client.force_login(make_person(name))
    return client


@pytest.fixture
def campaign() -> Campaign:
    """Three accepted items: a hostile one, one of two references, one of law."""
    items = [
        make_item(HOSTILE, HOSTILE, item_id=HOSTILE),
        make_item(documents=[make_document(), make_document()], item_id="multi"),
        make_item(item_id="law", domain="law"),
    ]
    made = make_campaign(items=items)
    accept_all(made)
    return made


@pytest.fixture
def release(campaign: Campaign) -> Release:
    return freeze(plan=Plan("v1", HOSTILE), actor=make_person("sam"))


PAGES = ["release", "release_items_csv", "release_zip", "erratum_new", "release_diff"]


def pages_of(release: Release) -> list[str]:
    return [
        *(reverse(name) for name in ("releases", "releases_csv", "freeze", "freeze_csv")),
        *(reverse(name, args=[release.code]) for name in PAGES),
        reverse("release_item", args=[release.code, 0]),
        reverse("release_file", args=[release.code, "manifest.json"]),
        reverse("release_diff", args=[release.code]) + f"?with={release.code}",
        reverse("release_diff_csv", args=[release.code]) + f"?with={release.code}",
    ]


def body(response: Any) -> bytes:
    if isinstance(response, StreamingHttpResponse):
        return b"".join(response)  # type: ignore[arg-type]
    return response.content  # type: ignore[no-any-return]


def rows(response: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(body(response).decode(), newline="")))


def test_managers_see_every_page(release: Release, sam: Client) -> None:
    for url in pages_of(release):
        assert sam.get(url).status_code == 200, url


@pytest.mark.parametrize("name", ["alice", "carol"])
def test_for_others_there_are_no_such_pages(release: Release, name: str) -> None:
    client = logged_in(name)
    for url in pages_of(release):
        assert client.get(url).status_code == 404, url
    assert client.post(reverse("freeze"), {"name": "mine"}).status_code == 404


def test_nobody_is_sent_to_the_login(release: Release) -> None:
    for url in pages_of(release):
        assert Client().get(url).status_code == 302, url


def test_only_forms_take_a_post(release: Release, sam: Client) -> None:
    for url in pages_of(release):
        takes = url == reverse("freeze") or "errata" in url
        assert sam.post(url).status_code == (200 if takes else 405), url
        assert sam.delete(url).status_code == 405, url


@pytest.mark.parametrize(
    "url",
    [
        "/releases/none/",
        "/releases/none/items.csv",
        "/releases/none/release.zip",
        "/releases/none/files/manifest.json",
        "/releases/none/errata/",
        "/releases/none/differences/",
        "/releases/none/items/0/",
    ],
)
def test_an_unknown_release_is_not_found(url: str, sam: Client) -> None:
    assert sam.get(url).status_code == 404


def test_what_a_release_has_not_is_not_found(release: Release, sam: Client) -> None:
    for url in (
        reverse("release_item", args=[release.code, 9]),
        reverse("release_item", args=[release.code, 2**70]),
        reverse("release_file", args=[release.code, "errata.jsonl"]),
        reverse("release_file", args=[release.code, "answer_aliases.jsonl"]),
        reverse("release_file", args=[release.code, "settings.py"]),
        reverse("release_diff", args=[release.code]) + "?with=none",
        reverse("release_diff_csv", args=[release.code]),
    ):
        assert sam.get(url).status_code == 404, url


def test_hostile_text_is_shown_as_text(release: Release, sam: Client) -> None:
    for url in (reverse("release", args=[release.code]), reverse("release_item", args=[release.code, 0])):
        page = sam.get(url).content.decode()
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
        assert "<script>alert" not in page


def test_the_release_page_names_hashes_and_files(release: Release, sam: Client) -> None:
    page = sam.get(reverse("release", args=[release.code])).content.decode()
    assert release.manifest_sha256 in page
    for name, facts in json.loads(release.manifest)["files"].items():
        assert facts["sha256"] in page
        assert reverse("release_file", args=[release.code, name]) in page


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("domain=law", ["law"]),
        ("width=multi", ["multi"]),
        ("width=single", [HOSTILE, "law"]),
        ("item_id=multi", ["multi"]),
        ("errata=withdrawn", ["law"]),
        ("errata=some", ["law"]),
        ("errata=standing&source=made-up", [HOSTILE, "multi"]),
        ("domain=nonsense", [HOSTILE, "multi", "law"]),
        ("page=77", [HOSTILE, "multi", "law"]),
    ],
)
def test_items_are_filtered_by_the_url(
    release: Release, sam: Client, query: str, expected: list[str]
) -> None:
    law = release.items.get(item_id="law")
    add_erratum(release=release, item=law, withdraws=True, note="wrong", actor=None)
    page = sam.get(reverse("release", args=[release.code]) + f"?{query}")
    assert [item.item_id for item in page.context["page"]] == expected
    found = rows(sam.get(reverse("release_items_csv", args=[release.code]) + f"?{query}"))
    assert [row["item_id"] for row in found] == expected


def test_every_file_downloads_as_it_is_exported(release: Release, sam: Client, tmp_path: Path) -> None:
    write_folder(release, tmp_path / "v1")
    for path in (tmp_path / "v1").iterdir():
        response = sam.get(reverse("release_file", args=[release.code, path.name]))
        data = body(response)
        assert data == path.read_bytes()
        assert response["Content-Length"] == str(len(data))
        assert response["Content-Disposition"] == f'attachment; filename="{path.name}"'


def test_the_zip_downloads_whole(release: Release, sam: Client) -> None:
    response = sam.get(reverse("release_zip", args=[release.code]))
    with zipfile.ZipFile(io.BytesIO(body(response))) as archive:
        assert archive.testzip() is None
        assert "v1/manifest.json" in archive.namelist()


def test_the_freeze_page_shows_what_goes_in_and_what_not(campaign: Campaign, sam: Client) -> None:
    waiting = make_campaign(items=[make_item(item_id="open"), make_item(item_id="bad")])
    decide_next(waiting, "alice", "noisy_reference")
    response = sam.get(reverse("freeze"))
    page = response.content.decode()
    assert "3 items and 6 documents would go in" in page
    assert {item.item_id: why for item, why in response.context["rows"]} == {
        "open": "Rejected: Noisy or mismatched reference",
        "bad": f"Still in review: 0 of 1 returns in “{waiting.name}”",
    }
    found = rows(sam.get(reverse("freeze_csv") + "?standing=rejected"))
    assert [(row["item_id"], row["standing"]) for row in found] == [("open", "rejected")]


@pytest.mark.parametrize("query", ["standing=nonsense", "campaign=none", "documents=7", "page=-1"])
def test_a_preview_asked_for_wrongly_still_shows(campaign: Campaign, sam: Client, query: str) -> None:
    assert sam.get(reverse("freeze") + f"?{query}").status_code == 200


def test_the_page_freezes_the_selection(campaign: Campaign, sam: Client) -> None:
    other = make_campaign(items=1)
    accept_all(other)
    entry = {"name": "v1", "note": "a\r\nb", "campaign": other.code, "documents": "named"}
    response = sam.post(reverse("freeze"), entry)
    release = Release.objects.get()
    assert response["Location"] == reverse("release", args=[release.code])
    assert (release.n_items, release.n_documents, release.created_by) == (1, 1, make_person("sam"))


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        ({}, "This field is required"),
        ({"name": "v1"}, "is there already"),
        ({"name": "a\u2028b"}, "no name for a release"),
        ({"name": "v2", "replaces": "none"}, "Select a valid choice"),
        ({"name": "v2", "campaign": "none"}, "Select a valid choice"),
    ],
)
def test_a_freeze_asked_for_wrongly_says_so(
    release: Release, sam: Client, entry: dict[str, str], error: str
) -> None:
    response = sam.post(reverse("freeze"), entry)
    assert response.status_code == 200
    assert error in response.content.decode()
    assert Release.objects.count() == 1


def test_a_freeze_of_nothing_says_so(sam: Client) -> None:
    response = sam.post(reverse("freeze"), {"name": "v1"})
    assert "nothing to freeze" in response.content.decode()


def test_a_large_freeze_is_a_job_that_can_run_twice(
    campaign: Campaign, sam: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(freezing, "FROZEN_AT_ONCE", 1)
    first = freeze(plan=Plan("v0"), actor=None)
    response = sam.post(reverse("freeze"), {"name": "v1", "replaces": first.code, "documents": "all"})
    job = Job.objects.get()
    assert response["Location"] == reverse("job", args=[job.code])
    results = [run_freeze(Progress(), **job.args) for _ in range(2)]
    release = Release.objects.get(name="v1")
    assert results == [{"release": release.code, "manifest_sha256": release.manifest_sha256}] * 2
    assert (release.replaces, release.created_by) == (first, make_person("sam"))


def test_an_erratum_withdraws_an_item_once(release: Release, sam: Client) -> None:
    url = reverse("erratum_new", args=[release.code])
    entry = {"item_id": HOSTILE, "withdraws": "on", "note": "first\r\nsecond"}
    assert sam.post(url, entry)["Location"] == reverse("release", args=[release.code])
    erratum = Erratum.objects.get()
    assert (erratum.item.position, erratum.note) == (0, "first\nsecond")  # type: ignore[union-attr]
    again = sam.post(url, entry)
    assert "has been withdrawn from this release before" in again.content.decode()
    assert Erratum.objects.count() == 1


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        ({"note": ""}, "This field is required"),
        ({"note": " \r\n"}, "Say what is wrong"),
        ({"note": "x", "withdraws": "on"}, "Name the item"),
        ({"note": "x", "item_id": "none"}, "is no item of this release"),
    ],
)
def test_an_erratum_entered_wrongly_says_so(
    release: Release, sam: Client, entry: dict[str, str], error: str
) -> None:
    response = sam.post(reverse("erratum_new", args=[release.code]), entry)
    assert response.status_code == 200
    assert error in response.content.decode()
    assert not Erratum.objects.exists()


def test_a_corrected_release_shows_what_differs(release: Release, sam: Client) -> None:
    EvidenceItem.objects.filter(item_id="law").update(domain="history")
    EvidenceItem.objects.filter(item_id="multi").update(state="in_review")
    accept_all(make_campaign(items=[make_item(item_id="new")]))
    second = freeze(
        plan=Plan("v2", "", Selection(documents=Documents.ALL), replaces=release), actor=make_person("sam")
    )
    url = reverse("release_diff", args=[second.code]) + f"?with={release.code}"
    response = sam.get(url)
    assert dict(response.context["counts"]) == {"changed": 1, "added": 1, "removed": 1}
    assert [(item.item_id, fields) for item, fields in response.context["rows"]] == [("law", ["domain"])]
    assert response.context["documents"] == (1, 0)
    for change, item_id in (("added", "new"), ("removed", "multi")):
        shown = sam.get(f"{url}&show={change}").context["page"]
        assert [item.item_id for item in shown] == [item_id]
    found = rows(sam.get(reverse("release_diff_csv", args=[second.code]) + f"?with={release.code}"))
    assert [(row["change"], row["item_id"]) for row in found] == [
        ("changed", "law"),
        ("added", "new"),
        ("removed", "multi"),
    ]
    assert "takes its place" in sam.get(reverse("release", args=[release.code])).content.decode()


def test_the_queries_of_a_page_do_not_grow_with_its_rows(release: Release, sam: Client) -> None:
    decide_next(make_campaign(items=2), "alice", "noisy_reference")
    few = {url: count(sam, url) for url in pages_of(release) if not url.endswith((".csv", ".zip"))}
    big = make_campaign(items=30)
    for _ in range(10):
        decide_next(big, "alice")
        decide_next(big, "alice", "noisy_reference")
    more = freeze(plan=Plan("v2"), actor=make_person("sam"))
    for url, n_queries in few.items():
        assert count(sam, url.replace(release.code, more.code)) <= n_queries + 1, url
    assert max(few.values()) <= 16


def count(client: Client, url: str) -> int:
    client.get(url)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(url).status_code == 200
    return len(queries)
