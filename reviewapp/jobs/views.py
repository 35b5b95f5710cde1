"""The managers' pages of long work: the list, and one job as it goes along."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from reviewapp.jobs.actions import JobNotMovable, cancel_job, retry_job
from reviewapp.jobs.queries import with_readable_errors
from reviewapp.models import Campaign, Job, JobLine
from reviewapp.rules.protocol import JobState
from reviewapp.staff.forms import JobFilterForm
from reviewapp.staff.queries.exports import JOBS, instant, job_rows
from reviewapp.web.csv_stream import stream_csv
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only, person_of
from reviewapp.web.requests import by_htmx

LINES_SHOWN = 100
LIVE = (JobState.WAITING, JobState.RUNNING)


@require_safe
@managers_only
def jobs(request: HttpRequest) -> HttpResponse:
    form = JobFilterForm(request.GET)
    rows = _listed(form).select_related("created_by").defer("result", "args", "error")
    context = {
        "section": "jobs",
        "form": form,
        "page": page_of(request, rows),
        "query": request.GET.urlencode(),
    }
    return render(request, "reviewapp/staff/jobs.html", context)


@require_safe
@managers_only
def jobs_csv(request: HttpRequest) -> HttpResponseBase:
    jobs = with_readable_errors(_listed(JobFilterForm(request.GET)), person_of(request))
    return stream_csv("jobs.csv", JOBS, job_rows(jobs))


@require_safe
@managers_only
@vary_on_headers("HX-Request")
def job(request: HttpRequest, code: str) -> HttpResponse:
    jobs = with_readable_errors(Job.objects.select_related("created_by"), person_of(request))
    job_row = get_object_or_404(jobs, code=code)
    lines = list(job_row.lines.order_by("-pk")[:LINES_SHOWN])
    context = {
        "section": "jobs",
        "job": job_row,
        "is_live": job_row.state in LIVE,
        "may_retry": job_row.state in (JobState.FAILED, JobState.CANCELLED),
        "elapsed": _elapsed(job_row),
        "left": _seconds_left(job_row),
        "lines": lines[::-1],
        "has_more_lines": len(lines) == LINES_SHOWN,
        "campaign": Campaign.objects.filter(code=job_row.args.get("campaign", "")).first(),
        "facts": _facts(job_row),
    }
    template = "reviewapp/staff/job.html" + ("#status" if by_htmx(request) else "")
    return render(request, template, context)


@require_safe
@managers_only
def job_log(request: HttpRequest, code: str) -> HttpResponseBase:
    job_row = get_object_or_404(Job, code=code)
    lines = JobLine.objects.filter(job=job_row).order_by("pk").values_list("at", "text").iterator(2_000)
    return stream_csv(f"job-{code}.csv", ("at", "line"), ((instant(at), text) for at, text in lines))


@require_POST
@managers_only
def job_cancel(request: HttpRequest, code: str) -> HttpResponse:
    job_row = get_object_or_404(Job, code=code)
    try:
        cancelled = cancel_job(job=job_row, actor=person_of(request))
    except JobNotMovable:
        messages.error(request, "The job has ended already; there is nothing to cancel.")
    else:
        ended = cancelled.state == JobState.CANCELLED
        messages.success(request, "Cancelled." if ended else "It stops at its next step.")
    return redirect("job", code)


@require_POST
@managers_only
def job_retry(request: HttpRequest, code: str) -> HttpResponse:
    job_row = get_object_or_404(Job, code=code)
    try:
        retry_job(job=job_row, actor=person_of(request))
    except JobNotMovable:
        messages.error(request, "Only a job that failed or was cancelled can be tried again.")
    else:
        messages.success(request, "It waits for a worker again.")
    return redirect("job", code)


def _listed(form: JobFilterForm) -> QuerySet[Job]:
    form.is_valid()
    criteria = {name: form.cleaned_data[name] for name in ("state", "kind") if form.cleaned_data.get(name)}
    return Job.objects.filter(**criteria).order_by("-pk")


def _elapsed(job: Job) -> float | None:
    if job.started_at is None:
        return None
    return ((job.finished_at or timezone.now()) - job.started_at) / timedelta(seconds=1)


def _seconds_left(job: Job) -> float | None:
    """Return the seconds left at the pace so far; None while that is unknown."""
    elapsed = _elapsed(job)
    if job.state != JobState.RUNNING or not elapsed or not job.total or not job.progress:
        return None
    return elapsed * max(0, job.total - job.progress) / job.progress


def _facts(job: Job) -> list[tuple[str, object]]:
    """Return the plain figures of the result; everything else has pages of its own."""
    if not isinstance(job.result, dict):
        return []
    return [(name, value) for name, value in job.result.items() if isinstance(value, str | int | float)]
