"""A release of ripple items, and runs on it, for the tests of the pages."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse

from benchmark.models import Release, ReleaseRipple
from reviewapp.jobs.progress import Progress
from reviewapp.records import sha256
from scoring.charts import ripple
from scoring.models import RippleRun
from scoring.ripple.actions.configurations import BoardSettings
from scoring.ripple.actions.runs import store_ripple_run
from scoring.ripple.jobs import scoring as ripple_jobs
from tests.factories import make_person
from tests.scoring.ripple.making import FIXTURES

SETTINGS = BoardSettings(replicates=100)
BOARD = {"replicates": "100", "seed": "1", "target": "1"}


def sample_lines() -> list[bytes]:
    return [line for line in (FIXTURES / "ripple_items.jsonl").read_bytes().split(b"\n") if line]


def sample_run() -> list[dict[str, Any]]:
    path = FIXTURES / "run_ripple_model.jsonl"
    return [json.loads(line) for line in path.read_bytes().split(b"\n") if line]


@transaction.atomic
def make_ripple_release(name: str = "ripple-pilot-1", lines: Sequence[bytes] | None = None) -> Release:
    """Return a release of machine-validated ripple items, the sample's unless others are given."""
    lines = sample_lines() if lines is None else lines
    release = Release.objects.create(
        name=name,
        manifest="{}\n",
        manifest_sha256=sha256(b"{}\n"),
        n_items=0,
        n_documents=0,
        n_decisions=0,
        kind="ripple",
        review_status="machine_validated",
    )
    ReleaseRipple.objects.bulk_create(
        ReleaseRipple(
            release=release,
            position=position,
            item_id=json.loads(line)["item_id"],
            split=json.loads(line)["split"],
            line=line.decode(),
            sha256=sha256(line),
        )
        for position, line in enumerate(lines)
    )
    return release


def ripple_bytes(rows: Sequence[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def named(system: str, **metadata: Any) -> list[dict[str, Any]]:
    """The sample's model under another name."""
    return [{"run": {"system": system, "family": "language model", **metadata}}, *sample_run()[1:]]


def make_ripple_run(
    release: Release,
    rows: Sequence[Mapping[str, Any]] | None = None,
    settings: BoardSettings = SETTINGS,
    **options: Any,
) -> RippleRun:
    """Return a stored run, not scored yet."""
    rows = sample_run() if rows is None else rows
    metadata = rows[0].get("run", {})
    options = {"origin": "upload", "actor": make_person("sam"), **options}
    return store_ripple_run(
        release=release,
        metadata=metadata,
        file=io.BytesIO(ripple_bytes(rows)),
        file_name="run.jsonl",
        settings=settings,
        **options,
    )


def drawn(marks: Sequence[ripple.Mark], about: ripple.About, theme: str = "light") -> str:
    """Stand in for the figure where a test is not about it: drawing takes its time."""
    title = f"{len(marks)} systems, {about.part}, {theme}"
    return f"<svg xmlns='http://www.w3.org/2000/svg'><title>{title}</title></svg>"


def score(run: RippleRun) -> RippleRun:
    """Do what the run's job does."""
    ripple_jobs.score_stored(Progress(), run=run.code, release=run.release.code, draw=drawn)
    return run


def make_scored_ripple_run(release: Release, rows: Any = None, **options: Any) -> RippleRun:
    return score(make_ripple_run(release, rows, **options))


def upload_ripple_run(client: Client, release: Release, rows: Any = None) -> str:
    """Send a run in as a manager does; return the code of the checked upload."""
    sent = SimpleUploadedFile("run.jsonl", ripple_bytes(sample_run() if rows is None else rows))
    answer = client.post(reverse("recovery_upload", args=[release.code]), {"file": sent, **BOARD})
    return str(answer["Location"]).split("/")[-2]
