"""The long work of this app, as the worker does it: ids in, one action, safe to run twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmark.construction.actions.constructing import BUILD, store_construction
from benchmark.construction.building import construct
from benchmark.models import Construction, Release
from benchmark.releases.actions.freezing import Plan, freeze
from benchmark.releases.actions.freezing_ripple import RipplePlan, freeze_ripple
from benchmark.releases.selection import Documents, Selection, Standing, documents_of, items_that
from benchmark.releases.selection_ripple import RippleSelection
from reviewapp.bank.actions.uploads import let_upload_go
from reviewapp.bank.jobs import files_of
from reviewapp.jobs.progress import Progress
from reviewapp.models import Person
from reviewapp.records import named_apart


def run_freeze(
    progress: Progress,
    *,
    code: str,
    name: str,
    note: str,
    campaigns: list[int] | None,
    documents: str,
    replaces: str | None,
    actor: int,
) -> dict[str, Any]:
    """Freeze what the page asked for. If a release of that *code* exists, it is the result."""
    selection = Selection(None if campaigns is None else tuple(campaigns), Documents(documents))
    total = items_that(Standing.GOES_IN, selection).count() + documents_of(selection).count()
    progress.at(0, total)
    release = freeze(
        plan=Plan(name, note, selection, Release.objects.filter(code=replaces).first(), code),
        actor=Person.objects.get(pk=actor),
        tick=lambda done: progress.at(min(done, total), total),
    )
    progress.at(total, total)
    return {"release": release.code, "manifest_sha256": release.manifest_sha256}


def run_construction(progress: Progress, *, construction: str) -> dict[str, Any]:
    """Build the candidates of the construction of this code, unless they have been built."""
    row = Construction.objects.select_related("upload", "created_by").get(code=construction)
    if row.built_at is None:
        with files_of(row.upload) as files:
            report, contents = construct(named_apart(files), row.options, progress)
            row = store_construction(construction=row, report=report, contents=contents)
        let_upload_go(upload=row.upload, actor=row.created_by)
    return {"construction": row.code, "candidates": row.report["items"] if row.report else 0}


def run_freeze_ripple(
    progress: Progress,
    *,
    code: str,
    name: str,
    note: str,
    review_status: str,
    campaigns: list[int] | None,
    batches: list[int] | None,
    replaces: str | None,
    actor: int,
) -> dict[str, Any]:
    """Freeze ripple items and check them. If a release of this *code* exists, it is the result."""
    selection = RippleSelection(
        review_status,
        None if campaigns is None else tuple(campaigns),
        None if batches is None else tuple(batches),
    )
    earlier = Release.objects.get(code=replaces) if replaces else None
    plan = RipplePlan(name, note, selection, earlier, code)
    release = freeze_ripple(plan=plan, actor=Person.objects.get(pk=actor), tick=progress.at)
    return {"release": release.code, "manifest_sha256": release.manifest_sha256}


JOBS: dict[str, Callable[..., Any]] = {
    "freeze": run_freeze,
    "freeze_ripple": run_freeze_ripple,
    BUILD: run_construction,
}
