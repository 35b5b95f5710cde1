"""Runs a job in a worker: claims it, writes signs of life while it runs, records how it ended.

Each app's ``tasks.JOBS`` names the kinds it can do: ``{"kind": function}``. A function is called as
``function(progress, **job.args)`` and returns what is kept as the job's result. Its worker can die after
the function has committed and before that is written down, so it must be safe to run twice.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any

from django.apps import apps
from django.db import Error as DatabaseFailure
from django.db import connection
from django.utils.module_loading import module_has_submodule

from reviewapp.jobs import actions as jobs
from reviewapp.jobs.progress import JobStopped, Progress
from reviewapp.models import Job
from reviewapp.rules.protocol import JobState

log = logging.getLogger(__name__)

BEAT_SECONDS = 1.0
stopping = threading.Event()  # set once this worker has been told to end


class UnknownJobKind(ValueError):
    """No installed app knows how to do this kind of job."""


class JobProgress(Progress):
    """Progress of a job, written by a thread: the job's own connection may be deep in a transaction."""

    def __init__(self, job: Job) -> None:
        super().__init__()
        self.job = job
        self.total = job.total
        self._lines: list[str] = []
        self._stop: JobStopped | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat, name=f"beat-{job.code}", daemon=True)

    def __enter__(self) -> JobProgress:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def at(self, done: int, total: int | None = None) -> None:
        super().at(done, total)
        if stopping.is_set():
            raise JobStopped(JobState.WAITING)
        if self._stop:
            raise self._stop

    def say(self, line: str) -> None:
        self._lines.append(line)

    def _beat(self) -> None:
        try:
            while not self._ended.wait(BEAT_SECONDS):
                self._write()
            self._write()
        finally:
            connection.close()

    def _write(self) -> None:
        lines, self._lines = self._lines, []
        try:
            state = jobs.beat_job(job=self.job, progress=self.done, total=self.total, lines=lines)
        except DatabaseFailure:
            log.exception("no sign of life of job %s could be written", self.job.code)
            self._lines = lines + self._lines
            connection.close()
            return
        if state != JobState.RUNNING:
            self._stop = JobStopped(state)


def run(code: str, attempt: int) -> None:
    """Do the job *code*, if it still waits for this *attempt*."""
    job = jobs.claim_job(code=code, attempt=attempt)
    if job is None:
        return
    try:
        with JobProgress(job) as progress:
            result = _function(job.kind)(progress, **job.args)
    except JobStopped as stop:
        _after_stop(job, stop, progress)
    except ValueError as error:  # what the input is refused for: for the person who asked
        _end(job, JobState.FAILED, progress, error=str(error))
    except Exception as error:
        log.exception("job %s (%s) failed", job.code, job.kind)
        _end(job, JobState.FAILED, progress, error=f"{type(error).__name__}: {error}")
    else:
        _end(job, JobState.DONE, progress, result=result)


def _after_stop(job: Job, stop: JobStopped, progress: Progress) -> None:
    if stop.state == JobState.CANCELLED:
        _end(job, JobState.CANCELLED, progress)
    elif stop.state == JobState.WAITING:
        jobs.give_back_job(job=job)


def _end(job: Job, state: JobState, progress: Progress, result: Any = None, error: str = "") -> None:
    ending: dict[str, Any] = {"result": result, "error": error.replace("\0", "�")}
    if not jobs.end_job(job=job, state=state, progress=progress.done, total=progress.total, **ending):
        log.warning("job %s was taken over by another worker", job.code)


def _function(kind: str) -> Callable[..., Any]:
    for config in apps.get_app_configs():
        if config.module and module_has_submodule(config.module, "tasks"):
            functions = getattr(import_module(f"{config.name}.tasks"), "JOBS", {})
            if kind in functions:
                return functions[kind]  # type: ignore[no-any-return]
    raise UnknownJobKind(f"no installed app knows the job kind {kind!r}")
