"""A small frozen release and runs against it, for the tests of the pages."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from benchmark.models import Release, ReleaseItem
from reviewapp.jobs.progress import Progress
from reviewapp.records import EvidenceRecord, evidence_bytes, open_source, sha256
from scoring.access.actions import RunSettings, score_run, store_run
from scoring.access.queries import item_ids
from scoring.access.scorer.checking import check_run
from scoring.models import StoredRun
from tests.factories import make_person

ITEMS: list[dict[str, Any]] = [
    {"item_id": "q1", "ref_list": (1,), "hard_negatives": (9,), "domain": "law"},
    {"item_id": "q2", "ref_list": (1, 2), "hard_negatives": (), "domain": "law"},
    {"item_id": "q3", "ref_list": (3,), "hard_negatives": (), "domain": "math"},
    {"item_id": "q4", "ref_list": (1, 2, 3, 4), "hard_negatives": (8, 9), "domain": None},
]
RUN = [
    {"run": {"system": "BM25", "group": "later"}},
    {"item_id": "q1", "scale": "512K", "doc_ids": [1, 9]},
    {"item_id": "q2", "scale": "512K", "response": "[DocID=2], then [DocID=7]"},
    {"item_id": "q4", "scale": "512K", "doc_ids": [5, 9, 8]},
    {"item_id": "q2", "scale": "64K", "doc_ids": [1, 2]},
]
SETTINGS = RunSettings(scale="all", k=10, replicates=100, seed=1)


def frozen(
    item_id: str, ref_list: Sequence[int], hard_negatives: Sequence[int], domain: str | None
) -> EvidenceRecord:
    query = f"What is the question of {item_id}?"
    return EvidenceRecord(
        item_id, query, "Ada", tuple(ref_list), tuple(hard_negatives), domain, None, "s", "single"
    )


@transaction.atomic
def make_release(name: str = "pilot-1", items: Sequence[dict[str, Any]] = ITEMS) -> Release:
    """Return a release of *items*, frozen as they stand."""
    release = Release.objects.create(
        name=name,
        manifest="{}\n",
        manifest_sha256=sha256(b"{}\n"),
        n_items=len(items),
        n_documents=0,
        n_decisions=0,
    )
    ReleaseItem.objects.bulk_create(
        ReleaseItem(
            release=release,
            position=position,
            item_id=item["item_id"],
            domain=item["domain"] or "",
            source="s",
            ref_list=list(item["ref_list"]),
            hard_negatives=list(item["hard_negatives"]),
            line=evidence_bytes(frozen(**item)).decode(),
            sha256=sha256(evidence_bytes(frozen(**item))),
        )
        for position, item in enumerate(items)
    )
    return release


def run_bytes(rows: Sequence[dict[str, Any]] = RUN) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def upload(data: bytes | None = None, name: str = "run.jsonl") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, run_bytes() if data is None else data)


def make_run(release: Release, data: bytes | None = None, settings: RunSettings = SETTINGS) -> StoredRun:
    """Return a stored run, not scored yet."""
    file = io.BytesIO(run_bytes() if data is None else data)
    with open_source(file, "run.jsonl") as source:
        report = check_run(source, item_ids(release), k=settings.k, scale=settings.scale)
    return store_run(
        release=release,
        file=file,
        file_name="run.jsonl",
        system=report.system or "run.jsonl",
        report=report,
        settings=settings,
        actor=make_person("sam"),
    )


def drawn(slices: Any, k: int, *, title: str, theme: str) -> str:
    """Stand in for the figure where a test is not about it: drawing takes a second."""
    return f"<svg xmlns='http://www.w3.org/2000/svg'><title>{len(slices)} slices, {theme}</title></svg>"


def make_scored_run(
    release: Release, data: bytes | None = None, settings: RunSettings = SETTINGS
) -> StoredRun:
    run = make_run(release, data, settings)
    return score_run(run=run, draw=drawn, progress=Progress(), actor=run.created_by)
