"""The whole way of candidates built from public records: import, freeze, every baseline, every table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from benchmark.models import Release
from reviewapp.actions.importing import import_ripple
from reviewapp.job_runner import Progress
from reviewapp.records import InputFile
from scoring import ripple_jobs
from scoring.actions.baselines import offered, start_baselines
from scoring.models import RippleScore
from scoring.recovery.choosing import TITLES
from tests.factories import make_person
from tests.scoring.recovery.making import SETTINGS, drawn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.data]
RAW_ONLY = ("parsers", "fences")  # a deterministic ranking has no raw response


@pytest.fixture
def built(shared_data: Path, tmp_path: Path) -> Path:
    """Twelve candidates of real MuSiQue records."""
    out = tmp_path / "built"
    records = str(shared_data / "musique" / "tdca_random100_seed520.jsonl")
    call_command("build_ripple", "--records", records, "--items", "12", "--reserves", "1", "--out", str(out))
    return out / "items.jsonl"


def test_real_candidates_are_frozen_unreviewed_and_scored_by_every_baseline(
    built: Path, tmp_path: Path, client: Client
) -> None:
    import_ripple(file=InputFile.at(built), actor=None)
    call_command("freeze", "real", "--ripple", "machine_validated")
    release, sam = Release.objects.get(name="real"), make_person("sam")
    job = start_baselines(release=release, names=offered(), seed=7, settings=SETTINGS, actor=sam)
    ripple_jobs.score_baselines(Progress(), **job.args, draw=drawn)

    client.force_login(sam)
    for name in TITLES:
        page = client.get(reverse("recovery_table", args=[release.code, name]))
        assert page.status_code == 200
        assert ("12 machine-validated items" in page.text) == (name not in RAW_ONLY), name
        assert ("bm25" in page.text) == (name not in RAW_ONLY), name
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
