"""Models asked from here: their settings, every request as it was sent, every attempt at an answer."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from benchmark.models import Release, ReleaseRipple
from reviewapp.asking.transport import ANSWERED, KINDS
from reviewapp.models import Job, Person
from reviewapp.models.guards import append_only
from reviewapp.rules.codes import new_code

from .ripple import Configuration


class HostedRun(models.Model):
    """One model asked about a release's ripple items, by one job; cancelled or failed, the job goes on.

    `request` holds what every request carries beside its messages. Neither pace nor prices have a part in
    any answer. The key is never kept.
    """

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="hosted_runs")
    configuration = models.ForeignKey(Configuration, on_delete=models.PROTECT, related_name="hosted_runs")
    base_url = models.CharField(max_length=500)
    request = models.JSONField()
    template = models.TextField()
    prompt_sha256 = models.CharField(max_length=64)
    n_items = models.IntegerField()
    concurrency = models.IntegerField()
    retries = models.IntegerField()
    timeout_seconds = models.IntegerField()
    price_in = models.FloatField(null=True)
    price_out = models.FloatField(null=True)
    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+")
    created_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("hosted_run_append_only")]
        constraints = [
            models.CheckConstraint(
                name="hosted_run_prices_both_or_none",
                condition=Q(price_in__isnull=True, price_out__isnull=True)
                | Q(price_in__isnull=False, price_out__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["release", "-id"], name="hosted_run_newest")]

    def __str__(self) -> str:
        return self.configuration.system


class HostedRequest(models.Model):
    """One request about one item, written before it was sent: its body, as JSON."""

    run = models.ForeignKey(HostedRun, on_delete=models.PROTECT, related_name="requests")
    item = models.ForeignKey(ReleaseRipple, on_delete=models.PROTECT, related_name="+")
    body = models.TextField()
    key = models.CharField(max_length=64)
    asked_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("hosted_request_append_only")]
        indexes = [models.Index(fields=["run", "item"], name="hosted_request_item")]

    def __str__(self) -> str:
        return f"{self.run_id}: {self.item_id}"


class HostedAttempt(models.Model):
    """One try at a request: how it ended, the bytes that came back, and what an answer among them says."""

    request = models.ForeignKey(HostedRequest, on_delete=models.PROTECT, related_name="attempts")
    number = models.IntegerField()
    kind = models.CharField(max_length=12)
    status = models.IntegerField(null=True)
    seconds = models.FloatField()
    provider_request = models.CharField(max_length=200, blank=True)
    body = models.BinaryField()
    cut = models.BooleanField()
    answer = models.CharField(max_length=13, blank=True)
    finish_reason = models.CharField(max_length=200, blank=True)
    model = models.CharField(max_length=200, blank=True)
    prompt_tokens = models.BigIntegerField(null=True)
    completion_tokens = models.BigIntegerField(null=True)
    ended_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("hosted_attempt_append_only")]
        constraints = [
            models.UniqueConstraint(name="hosted_attempt_once", fields=["request", "number"]),
            models.CheckConstraint(name="hosted_attempt_kind_known", condition=Q(kind__in=list(KINDS))),
            models.CheckConstraint(
                name="hosted_attempt_says_if_answered", condition=Q(kind=ANSWERED) ^ Q(answer="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind}"
