"""The managers' pages of releases of ripple items: freezing, looking, downloading, the decision log."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from django.urls import reverse

from benchmark.models import ConstructionDecision, Release
from benchmark.releases.actions.freezing_ripple import RipplePlan, freeze_ripple
from benchmark.releases.selection_ripple import RippleSelection
from benchmark.tasks import JOBS
from reviewapp.jobs.progress import Progress
from reviewapp.models import Job, RippleSeen
from tests.factories import make_person
from tests.reviewapp.ripple.making import make_ripple_campaign, make_ripple_item, take
from tests.reviewapp.staff_desk import as_person

MACHINE = {"review_status": "machine_validated"}


def data(response: Any) -> bytes:
    return b"".join(response.streaming_content if response.streaming else [response.content])


def text(response: Any) -> str:
    return data(response).decode()


@pytest.mark.django_db(transaction=True)
def test_candidates_are_frozen_by_a_job_and_shown_with_their_status() -> None:
    sam = as_person("sam")
    item = make_ripple_item()
    answer = sam.post(reverse("freeze_ripple"), {"name": "Pilot <b>", "note": "N", **MACHINE})
    job = Job.objects.get()
    assert (answer["Location"], job.kind) == (reverse("job", args=[job.code]), "freeze_ripple")
    made = JOBS[job.kind](Progress(), **job.args)
    assert JOBS[job.kind](Progress(), **job.args) == made
    release = Release.objects.get()
    assert release.created_by == make_person("sam")

    page = text(sam.get(reverse("release", args=[release.code])))
    assert "Machine-validated: nobody has reviewed these candidates" in page
    assert "Pilot &lt;b&gt;" in page
    assert "mechanical" in page
    assert "some do not hold" in page
    assert "North stores 1,310 crates." in page
    assert item.key.source_id not in page  # what is hidden stands behind what is on record
    assert "ripple, machine validated" in text(sam.get(reverse("releases")))
    assert not RippleSeen.objects.exists()

    for name in ("ripple_public.jsonl", "manifest.json", "decision_log.jsonl", "README.md"):
        assert sam.get(reverse("release_file", args=[release.code, name])).status_code == 200
    assert not RippleSeen.objects.exists()
    whole = text(sam.get(reverse("release_file", args=[release.code, "ripple_items.jsonl"])))
    assert whole == item.key.record + "\n"
    assert RippleSeen.objects.get().person == make_person("sam")

    archive = zipfile.ZipFile(io.BytesIO(data(sam.get(reverse("release_zip", args=[release.code])))))
    assert {name.split("/")[1] for name in archive.namelist()} >= {"ripple_items.jsonl", "checks.jsonl"}
    shown = text(sam.get(reverse("release_ripple_item", args=[release.code, 0])))
    assert "depth 4" in shown
    assert "Nobody has reviewed this item" in shown
    assert sam.get(reverse("release_ripple_item", args=[release.code, 1])).status_code == 404

    nora = make_person("nora", "manager", "annotator")
    campaign = make_ripple_campaign([item], annotators=["nora", "bob"])
    assert take(campaign, nora) is not None
    for name, args in (
        ("release_zip", [release.code]),
        ("release_file", [release.code, "checks.jsonl"]),
        ("release_ripple_item", [release.code, 0]),
    ):
        assert as_person("nora").get(reverse(name, args=args)).status_code == 403
    assert as_person("nora").get(reverse("release", args=[release.code])).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_an_erratum_withdraws_a_ripple_item_and_every_page_says_so() -> None:
    make_ripple_item()
    release = freeze_ripple(plan=RipplePlan("r1", selection=RippleSelection("machine_validated")), actor=None)
    item, sam = release.ripple_items.get(), as_person("sam")
    frozen = data(sam.get(reverse("release_file", args=[release.code, "ripple_items.jsonl"])))
    shown = text(sam.get(reverse("release_ripple_item", args=[release.code, 0])))
    assert f"?item_id={item.item_id}" in shown
    entry = {"item_id": item.item_id, "withdraws": "on", "note": "Its source was retracted."}
    url = reverse("erratum_new", args=[release.code])
    assert sam.post(url, entry)["Location"] == reverse("release", args=[release.code])
    assert "has been withdrawn from this release before" in text(sam.post(url, entry))

    page = text(sam.get(reverse("release", args=[release.code])))
    assert page.count("withdrawn</span>") == 2  # among the errata and among the items
    assert "Its source was retracted." in text(
        sam.get(reverse("release_ripple_item", args=[release.code, 0]))
    )
    told = json.loads(data(sam.get(reverse("release_file", args=[release.code, "errata.jsonl"]))))
    assert (told["item_id"], told["withdraws"]) == (item.item_id, True)
    assert data(sam.get(reverse("release_file", args=[release.code, "ripple_items.jsonl"]))) == frozen


@pytest.mark.django_db
def test_the_preview_says_what_would_go_in() -> None:
    item = make_ripple_item()
    make_ripple_campaign(1)
    sam = as_person("sam")
    page = text(sam.get(reverse("freeze_ripple"), MACHINE))
    assert "1 item would go in" in page
    assert item.item_id in page
    page = text(sam.get(reverse("freeze_ripple"), {"review_status": "reviewed", "standing": "candidate"}))
    assert "0 items would go in" in page
    assert "No item of this selection can go in." in page
    page = text(sam.post(reverse("freeze_ripple"), {"name": "r", "review_status": "reviewed"}))
    assert "there is nothing to freeze" in page
    page = text(sam.post(reverse("freeze_ripple"), {"name": "r", "review_status": "x"}))
    assert "Select a valid choice" in page
    assert not Job.objects.exists()


@pytest.mark.django_db
def test_a_decision_is_told_and_stands_in_the_log() -> None:
    sam = as_person("sam")
    told = {
        "at": "2026-01-05T10:00",
        "change": "Edit tokens are kept out\r\nof titles",
        "reason": "<i>a pilot</i>",
        "seen": "after",
        "outputs": "BM25 on development",
    }
    assert sam.post(reverse("decision_log"), told)["Location"] == reverse("decision_log")
    entry = ConstructionDecision.objects.get()
    assert (entry.change, entry.outputs) == ("Edit tokens are kept out\nof titles", "BM25 on development")
    page = text(sam.get(reverse("decision_log")))
    assert "&lt;i&gt;a pilot&lt;/i&gt;" in page
    assert "after: <span" in page
    page = text(sam.post(reverse("decision_log"), told | {"outputs": ""}))
    assert "Say which outputs had been seen" in page
    assert sam.post(reverse("decision_log"), told | {"at": "", "seen": "before"}).status_code == 302
    assert ConstructionDecision.objects.filter(outputs="").count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["freeze_ripple", "decision_log"])
@pytest.mark.parametrize("who", ["alice", "carol"])
def test_others_find_neither_page(name: str, who: str) -> None:
    assert as_person(who).get(reverse(name)).status_code == 404
    assert as_person(who).post(reverse(name), {"name": "x", "change": "x"}).status_code == 404
