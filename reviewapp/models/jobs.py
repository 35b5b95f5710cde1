"""Long work: the row that is the truth about a job, and the worker's sign of life."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.db.models.fields.json import KT
from django.db.models.functions import Now

from reviewapp.rules.codes import new_code
from reviewapp.rules.protocol import JobState

from .people import Person


class Job(models.Model):
    """A piece of long work; `attempt` rises each time it is sent, so that a late worker is known as such."""

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    kind = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    state = models.CharField(max_length=10, default=JobState.WAITING)
    args = models.JSONField(default=dict)
    result = models.JSONField(null=True)
    progress = models.BigIntegerField(default=0)
    total = models.BigIntegerField(null=True)
    unit = models.CharField(max_length=20, default="rows")
    attempt = models.IntegerField(default=0)
    cancel_requested = models.BooleanField(default=False)
    error = models.TextField(blank=True)
    created_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="jobs")
    created_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True)
    beat_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="job_state_known", condition=Q(state__in=list(JobState))),
        ]
        indexes = [
            models.Index(
                fields=["state", "beat_at"],
                name="job_live",
                condition=Q(state__in=[JobState.WAITING, JobState.RUNNING]),
            ),
            models.Index(F("kind"), KT("args__campaign"), F("id").desc(), name="job_of_campaign"),
            models.Index(fields=["kind", "-id"], name="job_kind"),
            models.Index(fields=["state", "-id"], name="job_state"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.code}"


class JobLine(models.Model):
    """One line of a job's log."""

    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="lines")
    at = models.DateTimeField(db_default=Now())
    text = models.TextField()

    class Meta:
        indexes = [models.Index(fields=["job", "id"], name="job_line_order")]

    def __str__(self) -> str:
        return self.text


class WorkerHeartbeat(models.Model):
    """When a worker last said that it lives (`/readyz`)."""

    name = models.CharField(max_length=120, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
