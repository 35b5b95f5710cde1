"""The managers' pages of jobs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from reviewapp.models import Job
from reviewapp.views.permissions import managers_only


@require_safe
@managers_only
def jobs(request: HttpRequest) -> HttpResponse:
    return render(request, "reviewapp/staff/jobs.html", {"section": "jobs"})


@require_safe
@managers_only
def job(request: HttpRequest, code: str) -> HttpResponse:
    found = get_object_or_404(Job, code=code)
    return render(request, "reviewapp/staff/job.html", {"section": "jobs", "job": found})
