"""The result manifest: which run stands behind each row of a release's tables (RKB App. F)."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max

from reviewapp.jobs.actions import enqueue
from reviewapp.models import Job, Person
from reviewapp.work.actions.events import record
from scoring.models import ManifestLine, RippleRun, RippleScoring
from scoring.ripple.actions.configurations import lock_release

COMPARE = "compare_ripple"


class NotReplaceable(ValueError):
    """The run cannot stand behind a row: it has no scores, or it does already."""


def take_place(run: RippleRun, actor: Person | None) -> None:
    """Let a scored run stand behind its configuration's row if none does.

    A hosted model's complete run takes the place of one that was stored before it was done. Any other rerun
    waits for `replace_run`. The release is locked by the caller.
    """
    standing = standing_line(run)
    if standing is None:
        _write(run, None, "", actor)
    elif _goes_on(standing.run, run):
        _write(run, standing, "more of the same model's answers are there", actor)


def _goes_on(before: RippleRun, run: RippleRun) -> bool:
    return before.partial and run.origin == run.Origin.HOSTED and run.n_missing < before.n_missing


@transaction.atomic(durable=True)
def replace_run(*, run: RippleRun, reason: str, actor: Person) -> Job:
    """Put a run in the place of the one behind its configuration's row. The manifest keeps both.

    :raises NotReplaceable: if it has no scores, or stands there already."""
    lock_release(run.release)
    standing = standing_line(run)
    if not RippleScoring.objects.filter(run=run).exists():
        raise NotReplaceable(f"run {run.code} has no scores yet")
    if standing is not None and standing.run_id == run.pk:
        raise NotReplaceable(f"run {run.code} stands behind its row already")
    _write(run, standing, reason, actor)
    args = {"release": run.release.code}
    title = f"Compare the ripple runs on {run.release.name}"
    return enqueue(COMPARE, title=title[:200], args=args, actor=actor, unit="runs")


def standing_line(run: RippleRun) -> ManifestLine | None:
    """Return the line that stands for a run's configuration."""
    lines = ManifestLine.objects.filter(configuration_id=run.configuration_id, replaced_by=None)
    return lines.select_related("run").first()


def _write(run: RippleRun, replaces: ManifestLine | None, reason: str, actor: Person | None) -> None:
    lines = ManifestLine.objects.filter(release_id=run.release_id)
    number = (lines.aggregate(last=Max("number"))["last"] or 0) + 1
    ManifestLine.objects.create(
        release_id=run.release_id,
        number=number,
        configuration_id=run.configuration_id,
        run=run,
        replaces=replaces,
        reason=reason,
        written_by=actor,
    )
    old = {"run": replaces.run.code} if replaces else None
    event = {"run": run.code, "manifest": number, "reason": reason}
    record("manifest_line_written", actor=actor, old=old, new=event)
