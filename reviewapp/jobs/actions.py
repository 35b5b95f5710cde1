"""Actions on jobs: request, claim, end and resend them, whatever happens to workers and messages.

A message is only a hint that a job waits. Who claims the row does the work; `attempt` rises whenever a
job goes back to waiting, so that a worker given up for dead finds that the job is no longer its own.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from reviewapp.celery import app
from reviewapp.models import Job, JobLine, Person
from reviewapp.rules.protocol import NEXT, JobState
from reviewapp.work.actions.events import record

log = logging.getLogger(__name__)

SILENCE = timedelta(seconds=20)  # a running job speaks every second
UNCLAIMED = timedelta(seconds=60)  # a waiting job may stand behind others, or its message may be lost
MAX_ATTEMPTS = 5


class JobNotMovable(ValueError):
    """The job is not in a state from which it can be moved to the one asked for."""


@transaction.atomic
def enqueue(kind: str, *, title: str, args: dict[str, Any], actor: Person | None, unit: str = "rows") -> Job:
    """Write a waiting job within the caller's transaction, and send it once that has committed."""
    job = Job.objects.create(kind=kind, title=title, args=args, unit=unit, created_by=actor, beat_at=Now())
    record("job_requested", actor=actor, new={"job": job.code, "kind": kind})
    _send_on_commit(job.code, attempt=0)
    return job


@transaction.atomic(durable=True)
def cancel_job(*, job: Job, actor: Person) -> Job:
    """Cancel a waiting job at once; ask the worker of a running one to stop.

    :raises JobNotMovable: if it has ended."""
    job = Job.objects.select_for_update().get(pk=job.pk)  # lock order: a job, alone
    if job.state == JobState.RUNNING:
        job.cancel_requested = True
        job.save(update_fields=["cancel_requested"])
    else:
        _move(job, JobState.CANCELLED, finished_at=Now())
    record("job_cancelled", actor=actor, new={"job": job.code})
    return job


@transaction.atomic(durable=True)
def retry_job(*, job: Job, actor: Person) -> Job:
    """Let a failed or cancelled job wait again.

    :raises JobNotMovable: if it is in any other state."""
    if job.state not in (JobState.FAILED, JobState.CANCELLED):
        raise JobNotMovable(f"job {job.code} is {job.state}, not failed or cancelled")
    _move(job, JobState.WAITING, attempt=F("attempt") + 1, **_fresh())
    _send_on_commit(job.code, attempt=job.attempt)
    record("job_retried", actor=actor, new={"job": job.code, "attempt": job.attempt})
    return job


@transaction.atomic(durable=True)
def claim_job(*, code: str, attempt: int) -> Job | None:
    """Take the waiting job *code* for this worker; None if it is taken, ended, or sent anew since."""
    # Lock order: a job, alone; one that another worker is claiming is skipped, not waited for.
    job = (
        Job.objects.select_for_update(skip_locked=True)
        .filter(code=code, attempt=attempt, state=JobState.WAITING)
        .first()
    )
    if job is None:
        return None
    _move(job, JobState.RUNNING, started_at=Now(), beat_at=Now(), progress=0)
    return job


def beat_job(*, job: Job, progress: int, total: int | None, lines: list[str]) -> JobState | None:
    """Write a sign of life; return CANCELLED if asked to stop, None if the job is another worker's by now.

    The one write without an event: it comes every second and decides nothing.
    """
    JobLine.objects.bulk_create(JobLine(job=job, text=line) for line in lines)
    mine = Job.objects.filter(pk=job.pk, attempt=job.attempt, state=JobState.RUNNING)
    if not mine.update(progress=progress, total=total, beat_at=Now()):
        return None
    asked_to_stop = mine.filter(cancel_requested=True).exists()
    return JobState.CANCELLED if asked_to_stop else JobState.RUNNING


@transaction.atomic(durable=True)
def end_job(
    *,
    job: Job,
    state: JobState,
    result: Any = None,
    error: str = "",
    progress: int = 0,
    total: int | None = None,
) -> bool:
    """Write how a running job ended; False if it is another worker's by now, and nothing is written."""
    mine = Job.objects.filter(pk=job.pk, attempt=job.attempt, state=JobState.RUNNING)
    ending = {"result": result, "error": error, "progress": progress, "total": total}
    if not mine.update(state=state, finished_at=Now(), **ending):
        return False
    record(
        "job_ended",
        actor=job.created_by,
        old={"state": JobState.RUNNING},
        new={"job": job.code, "state": state},
    )
    return True


@transaction.atomic(durable=True)
def give_back_job(*, job: Job) -> None:
    """Let a running job wait again because its worker is told to stop."""
    # Lock order: a job, alone.
    mine = Job.objects.select_for_update().filter(pk=job.pk, attempt=job.attempt, state=JobState.RUNNING)
    for own in mine:
        _wait_again(own)


@transaction.atomic(durable=True)
def resend_lost_jobs() -> int:
    """Find jobs whose worker is silent, or whose message may be lost; send them again; return how many."""
    silent = Q(state=JobState.RUNNING, beat_at__lt=Now() - SILENCE)
    unclaimed = Q(state=JobState.WAITING, beat_at__lt=Now() - UNCLAIMED)
    # Lock order: jobs, by id; one whose worker is just writing is skipped, since it is not lost.
    lost = list(
        Job.objects.select_for_update(skip_locked=True).filter(silent | unclaimed).order_by("id")[:500]
    )
    for job in lost:
        _send_again(job)
    return len(lost)


def _send_again(job: Job) -> None:
    if job.state == JobState.WAITING:
        Job.objects.filter(pk=job.pk).update(beat_at=Now())
        _send_on_commit(job.code, attempt=job.attempt)
    elif job.attempt + 1 >= MAX_ATTEMPTS:
        _move(job, JobState.FAILED, finished_at=Now(), error=f"its worker died {MAX_ATTEMPTS} times")
        record("job_ended", actor=None, new={"job": job.code, "state": JobState.FAILED})
    else:
        JobLine.objects.create(job=job, text="its worker went silent; it is sent again")
        _wait_again(job)


def _wait_again(job: Job) -> None:
    _move(job, JobState.WAITING, attempt=F("attempt") + 1, **_fresh())
    _send_on_commit(job.code, attempt=job.attempt)
    record("job_sent_again", actor=None, new={"job": job.code, "attempt": job.attempt})


def _fresh() -> dict[str, Any]:
    return {
        "beat_at": Now(),
        "started_at": None,
        "finished_at": None,
        "progress": 0,
        "error": "",
        "cancel_requested": False,
    }


def _move(job: Job, state: JobState, **changes: Any) -> None:
    old = JobState(job.state)
    legal = state in NEXT[JobState][old]
    moved = legal and Job.objects.filter(pk=job.pk, state=old).update(state=state, **changes)
    if not moved:
        raise JobNotMovable(f"job {job.code} is {old}: it cannot become {state}")
    job.refresh_from_db()


def _send_on_commit(code: str, *, attempt: int) -> None:
    # Robust: a broker that is down must not undo what has committed; the job is found and sent later.
    transaction.on_commit(partial(_send, code, attempt), robust=True)


def _send(code: str, attempt: int) -> None:
    app.send_task("reviewapp.run_job", args=[code, attempt])
