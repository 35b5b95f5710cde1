"""The long work of this app, as the worker does it: ids in, one action, safe to run twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmark.actions.freezing import Plan, freeze
from benchmark.models import Release
from benchmark.selection import Documents, Selection, Standing, documents_of, items_that
from reviewapp.job_runner import Progress
from reviewapp.models import Person


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
    """Freeze as the page asked for it; a release of that *code* that is there already is the result."""
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


JOBS: dict[str, Callable[..., Any]] = {"freeze": run_freeze}
