"""What the shortcut controls found over candidates that were built here, or over a release."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from benchmark.models import Construction, Release
from reviewapp.models import Person
from reviewapp.models.guards import append_only
from reviewapp.rules.codes import new_code


class ControlReport(models.Model):
    """The controls over items that never change: figures, limits, text and figure, written once.

    `learned` is false where the learned surface control could not run for want of its library."""

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    construction = models.ForeignKey(
        Construction, on_delete=models.PROTECT, null=True, related_name="control_reports"
    )
    release = models.ForeignKey(Release, on_delete=models.PROTECT, null=True, related_name="control_reports")
    learned = models.BooleanField()
    passed = models.BooleanField()
    report = models.JSONField()
    text = models.TextField()
    chart_light = models.TextField()
    chart_dark = models.TextField()
    asked_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    checked_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("control_report_append_only")]
        constraints = [
            models.CheckConstraint(
                name="control_report_of_one",
                condition=Q(construction__isnull=True) ^ Q(release__isnull=True),
            ),
            models.UniqueConstraint(
                name="control_report_of_construction_once", fields=["construction", "learned"]
            ),
            models.UniqueConstraint(name="control_report_of_release_once", fields=["release", "learned"]),
        ]

    def __str__(self) -> str:
        return f"Controls of {self.construction or self.release}"
