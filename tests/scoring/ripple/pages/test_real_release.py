"""The whole way of candidates built from public records: import, freeze, every baseline, every table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from benchmark.models import Release
from reviewapp.records import InputFile
from reviewapp.workflows.ripple.actions.importing import import_ripple
from scoring.models import RippleScore
from scoring.ripple.actions.baselines import offered
from scoring.ripple.queries.choosing import TITLES
from tests.live import LiveApp
from tests.scoring.access.test_browser import sign_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.data]
RAW_ONLY = ("parsers", "fences")  # a deterministic ranking has no raw response


@pytest.fixture
def built(shared_data: Path, tmp_path: Path) -> Path:
    """Twelve candidates of real MuSiQue records."""
    out = tmp_path / "built"
    records = str(shared_data / "musique" / "tdca_random100_seed520.jsonl")
    call_command("build_ripple", "--records", records, "--items", "12", "--reserves", "1", "--out", str(out))
    return out / "items.jsonl"


def test_real_candidates_are_frozen_unreviewed_and_scored_by_every_baseline(
    built: Path, tmp_path: Path, live_app: LiveApp, page: Any
) -> None:
    live_app.start_worker()
    import_ripple(file=InputFile.at(built), actor=None)
    call_command("freeze", "real", "--ripple", "machine_validated")
    release = Release.objects.get(name="real")
    sign_in(page, live_app, "sam")
    page.goto(live_app.url + reverse("recovery", args=[release.code]))
    page.get_by_role("link", name="Baselines").click()
    page.get_by_label("Replicates", exact=True).fill("100")
    page.get_by_role("button", name="Compute and score").click()
    page.get_by_role("img", name="Complete-closure@2G beside").wait_for(timeout=90_000)
    for name in TITLES:
        page.goto(live_app.url + reverse("recovery_table", args=[release.code, name]))
        shown, rows = page.inner_text("main"), page.locator(".scores-table tbody tr:not(.group)").count()
        assert ("12 machine-validated items" in shown) == (name not in RAW_ONLY), name
        least = {"differences": len(offered()) - 1}.get(name, len(offered()))
        assert rows == 0 if name in RAW_ONLY else rows >= least, name
    assert stored(release, "bm25") == scored_from_files(built, tmp_path, "bm25")


def stored(release: Release, system: str) -> tuple[float, float]:
    row = RippleScore.objects.get(
        scoring__run__release=release,
        scoring__run__configuration__system=system,
        scoring__parser="primary",
        kind="all",
    )
    return row.figures["complete_at_2g"]["value"], row.figures["recall_at_2g"]["value"]


def scored_from_files(items: Path, folder: Path, system: str) -> tuple[float, float]:
    """Return the same figures by the commands that know of no database."""
    run, told = folder / "run.jsonl", folder / "scores.json"
    call_command("baseline", system, str(items), "--out", str(run))
    call_command("score", str(items), str(run), "--replicates", "100", "--json", str(told))
    figures = json.loads(told.read_bytes())["metrics"]
    return figures["complete_at_2g"]["value"], figures["recall_at_2g"]["value"]
