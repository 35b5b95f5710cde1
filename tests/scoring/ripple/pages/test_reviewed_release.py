"""The paper's collection on its whole way: built, imported, reviewed, frozen, exported, scored."""

from __future__ import annotations

import html
import io
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from benchmark.construction.ripple.select import Collection
from benchmark.models import Release
from benchmark.releases.actions.importing import import_release
from benchmark.releases.exporting import write_folder
from benchmark.releases.frozen import manifest_of
from reviewapp.jobs import runner as job_runner
from reviewapp.models import RippleItem
from reviewapp.records import InputFile, canonical_bytes
from reviewapp.rules.protocol import JobState
from reviewapp.workflows.ripple.actions.importing import import_ripple
from scoring.controls.probes import shortcuts
from scoring.models import RippleScore
from scoring.ripple.actions.baselines import offered, start_baselines
from tests.benchmark.reviewing import lines_of
from tests.factories import make_person
from tests.reviewapp.ripple.making import make_ripple_campaign
from tests.reviewapp.ripple.simulated import Review, truths_of
from tests.scoring.ripple.pages.making import SETTINGS, drawn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.data]

CONTROLS = {
    "id_ascending": shortcuts.IDENTIFIER,
    "id_descending": shortcuts.IDENTIFIER,
    "token_overlap": shortcuts.LEXICAL,
    "bm25": shortcuts.LEXICAL,
    "bm25_embeddings": shortcuts.LEXICAL,
    "document_position": shortcuts.POSITION,
    "supporting_facts": shortcuts.SUPPORTING,
}
CHANCE = {"random", "render_order"}
Figures = dict[str, dict[str, Any]]


def test_150_candidates_are_reviewed_frozen_exported_and_scored(
    built_collection: Collection, tmp_path: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = reviewed(built_collection, tmp_path / "items.jsonl")
    check_review(review)
    call_command("freeze", "RippleKB", "--ripple", "reviewed", stdout=io.StringIO())
    release, folder = Release.objects.get(), tmp_path / "out"
    write_folder(release, folder)
    check_release(release, folder, review)
    monkeypatch.setattr("scoring.charts.ripple.recovery_chart", drawn)
    kept = scored_by_a_job(release)
    assert kept == scored_from_files(folder / "ripple_items.jsonl", tmp_path)
    check_figures(kept)
    check_table(client, release, kept)
    check_empty_database(folder, tmp_path / "again")


# --- Review -------------------------------------------------------------------------------------------


def reviewed(collection: Collection, file: Path) -> Review:
    """Bring the candidates in as their file and let alice, bob and carol review all of them."""
    file.write_bytes(b"".join(canonical_bytes(item) + b"\n" for item in collection.items))
    import_ripple(file=InputFile.at(file), actor=None)
    items = list(RippleItem.objects.select_related("key").order_by("pk"))
    campaign = make_ripple_campaign(items, annotators=("alice", "bob"))
    alice, bob, carol = (make_person(name) for name in ("alice", "bob", "carol"))
    review = Review(campaign, truths_of(items), (alice, bob), carol)
    review.run()
    return review


def check_review(review: Review) -> None:
    """Some items have questions to resolve, most have none; one is rejected, one withdrawn."""
    states = Counter(RippleItem.objects.values_list("state", flat=True))
    assert states == {"accepted": 148, "rejected": 1, "withdrawn": 1}
    planned = {truth.item.item_id for truth in review.truths.values() if truth.changes}
    assert planned < review.disputed
    assert review.errors >= 10
    assert len(review.disputed) < 75


# --- Release ------------------------------------------------------------------------------------------


def check_release(release: Release, folder: Path, review: Review) -> None:
    """The release carries the keys as review left them; the checks ran over those, and pass."""
    assert (release.review_status, release.n_items, release.n_decisions) == ("reviewed", 148, 5 * 148)
    truths = {truth.item.item_id: truth for truth in review.truths.values() if not truth.ends}
    frozen = {item["item_id"]: item for item in lines_of(folder, "ripple_items.jsonl")}
    assert frozen.keys() == truths.keys()
    for item_id, item in frozen.items():
        closure, truth = item["closure"], truths[item_id]
        assert {one["unit_id"] for one in closure["units"]} == truth.members
        assert [(one["parent"], one["child"]) for one in closure["edges"]] == truth.edges
    mechanical, shortcuts = lines_of(folder, "checks.jsonl")
    assert {name: one["details"] for name, one in mechanical["checks"].items() if one["failed"]} == {}
    assert (mechanical["items"], shortcuts["items"], shortcuts["learned"]) == (148, 148, True)
    assert [row for row in shortcuts["rows"] if not row["passed"]] == []
    assert manifest_of(release)["ripple"]["passed"] == {"mechanical": True, "shortcut_controls": True}


def check_empty_database(folder: Path, again: Path) -> None:
    """The release goes into a database that knows nothing of it, and comes out as the same bytes."""
    call_command("flush", interactive=False, verbosity=0)
    release = import_release(path=folder, actor=None).release
    assert (release.review_status, release.ripple_items.count()) == ("reviewed", 148)
    write_folder(release, again)
    assert {one.name: one.read_bytes() for one in again.iterdir()} == {
        one.name: one.read_bytes() for one in folder.iterdir()
    }


# --- Scores -------------------------------------------------------------------------------------------


def scored_by_a_job(release: Release) -> dict[str, Figures]:
    """Let the application's job compute and score every baseline; return the figures by system."""
    sam = make_person("sam")
    job = start_baselines(release=release, names=offered(), seed=1, settings=SETTINGS, actor=sam)
    job_runner.run(job.code, job.attempt)
    job.refresh_from_db()
    assert job.state == JobState.DONE, job.error
    rows = RippleScore.objects.filter(scoring__run__release=release, scoring__parser="primary", kind="all")
    return {
        str(row.scoring.run.configuration.system): row.figures
        for row in rows.select_related("scoring__run__configuration").order_by("scoring__run")
    }


def scored_from_files(items: Path, folder: Path) -> dict[str, Figures]:
    """Return the same figures by the commands that know of no database."""
    runs, told, out = (
        [str(folder / f"{name}.jsonl") for name in offered()],
        folder / "all.json",
        io.StringIO(),
    )
    for name, run in zip(offered(), runs, strict=True):
        call_command("baseline", name, str(items), "--out", run, stdout=out)
    how = ["--replicates", str(SETTINGS.replicates), "--seed", str(SETTINGS.seed), "--details", str(told)]
    call_command("score", str(items), runs[0], "--runs", *runs[1:], *how, stdout=out, stderr=out)
    return {run["name"]: run["metrics"] for run in json.loads(told.read_bytes())["runs"]}


def check_figures(kept: dict[str, Figures]) -> None:
    """Every baseline stays below its control's limits; chance is where 2|G|/|U| puts it (RKB Table 10)."""
    names = {system: system.partition(" ")[0] for system in kept}
    assert set(names.values()) == set(offered())
    for system, name in names.items():
        complete, recall = (kept[system][metric]["value"] for metric in ("complete_at_2g", "recall_at_2g"))
        limit = shortcuts.LIMITS[CONTROLS.get(name, shortcuts.IDENTIFIER)]
        assert complete < limit.complete / 100, system
        assert recall < limit.recall, system
        if name in CHANCE:
            assert complete < 0.05, system
            assert recall == pytest.approx(0.44, abs=0.04), system


def check_table(client: Client, release: Release, kept: dict[str, Figures]) -> None:
    """The page shows each system's two figures side by side, and of what."""
    client.force_login(make_person("sam"))
    at = reverse("recovery_table", args=[release.code, "recovery"])
    words, of_report = words_of(client, at), words_of(client, f"{at}?part=report")
    assert "30 of 148" in words
    assert "in the whole release, 30 of 148" in of_report
    assert "88 reviewed report items" in of_report
    assert "Parsed" not in of_report
    assert "148 reviewed items" in words
    for system, figures in kept.items():
        row = words[words.index(f" {system} ") :]
        complete, recall = figures["complete_at_2g"], figures["recall_at_2g"]
        low, high = (f"{100 * complete[end]:.0f}" for end in ("low", "high"))
        shown = f"{100 * complete['value']:.0f}% [{low}, {high}] {recall['value']:.2f}"
        assert shown in row[:200], system


def words_of(client: Client, address: str) -> str:
    page = client.get(address).content.decode()
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", page)).split())
