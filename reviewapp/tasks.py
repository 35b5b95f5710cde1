"""What the worker does: jobs as they are asked for, and by the clock (settings.CELERY_BEAT_SCHEDULE)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from celery import current_task, shared_task
from django.utils import timezone

from reviewapp.bank import jobs as import_jobs
from reviewapp.bank.actions import indexing
from reviewapp.jobs import actions as jobs
from reviewapp.jobs import runner as job_runner
from reviewapp.models import WorkerHeartbeat
from reviewapp.staff import jobs as staff_jobs
from reviewapp.work.actions import claiming

JOBS: dict[str, Callable[..., Any]] = {**staff_jobs.JOBS, **import_jobs.JOBS}


@shared_task(name="reviewapp.run_job")
def run_job(code: str, attempt: int) -> None:
    """Do one job; the row says whether there is still something to do."""
    job_runner.run(code, attempt)


@shared_task(name="reviewapp.resend_lost_jobs")
def resend_lost_jobs() -> None:
    """Send again what a dead worker or a lost message left behind."""
    jobs.resend_lost_jobs()


@shared_task(name="reviewapp.run_upkeep")
def run_upkeep() -> None:
    """Free the claims that have lapsed, and what else keeps work within reach."""
    claiming.run_upkeep(now=timezone.now())


@shared_task(name="reviewapp.index_words")
def index_words() -> None:
    """Index the words of items that came in since."""
    indexing.index_words()


@shared_task(name="reviewapp.beat_worker")
def beat_worker() -> None:
    """Say that this worker lives: the clock, the broker and the database all took part in it."""
    note_worker(current_task.request.hostname or "worker")


def note_worker(name: str) -> None:
    WorkerHeartbeat.objects.update_or_create(name=name, defaults={"at": timezone.now()})


def on_worker_ready(sender: Any, **_: object) -> None:
    """A worker that has just started says so at once, and looks for what was left behind."""
    note_worker(sender.hostname)
    resend_lost_jobs.delay()
    run_upkeep.delay()


def on_worker_stopping(**_: object) -> None:
    """A worker told to end gives its jobs back at their next sign of progress."""
    job_runner.stopping.set()
