"""What the worker does for scoring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmark.construction.actions.constructing import CONTROLS
from benchmark.models import Construction, Release
from reviewapp.jobs.progress import Progress
from scoring.access.actions import score_run
from scoring.controls.actions import name_of, store_controls
from scoring.controls.stored_items import find_controls
from scoring.models import ControlReport, StoredRun
from scoring.ripple.jobs import asking, scoring


def score_stored_run(progress: Progress, *, run: str) -> dict[str, Any]:
    """Score the run of that code; running it again changes nothing."""
    from scoring.charts.access import (
        access_chart,  # the renderer belongs to the process that draws, and to no other
    )

    stored = StoredRun.objects.get(code=run)
    scored = score_run(run=stored, draw=access_chart, progress=progress, actor=stored.created_by)
    return {"run": scored.code, "results": scored.n_results}


def check_stored_items(progress: Progress, *, construction: str = "", release: str = "") -> dict[str, Any]:
    """Run the shortcut controls over items of a construction or a release, unless they were run before."""
    from scoring.charts.controls import controls_chart

    target: Construction | Release
    if construction:
        target = Construction.objects.select_related("created_by").get(code=construction)
    else:
        target = Release.objects.select_related("created_by").get(code=release)
    report = ControlReport.objects.filter(**{name_of(target): target}, learned=True).first()
    if report is None:
        findings = find_controls(target, progress)
        report = store_controls(
            target=target, findings=findings, draw=controls_chart, actor=target.created_by
        )
    return {
        "controls": report.code,
        "passed": "yes" if report.passed else "no",
        "items": report.report["items"],
    }


JOBS: dict[str, Callable[..., Any]] = {
    "score_run": score_stored_run,
    CONTROLS: check_stored_items,
    **scoring.JOBS,
    **asking.JOBS,
}
