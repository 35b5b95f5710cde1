"""What the worker does for scoring."""

from __future__ import annotations

from typing import Any

from reviewapp.job_runner import Progress
from scoring.actions import score_run
from scoring.models import StoredRun


def score_stored_run(progress: Progress, *, run: str) -> dict[str, Any]:
    """Score the run of that code; running it again changes nothing."""
    from scoring.charts import access_chart  # the renderer belongs to the process that draws, and to no other

    stored = StoredRun.objects.get(code=run)
    scored = score_run(run=stored, draw=access_chart, progress=progress, actor=stored.created_by)
    return {"run": scored.code, "results": scored.n_results}


JOBS = {"score_run": score_stored_run}
