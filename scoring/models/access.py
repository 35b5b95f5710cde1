"""Stored runs and their scores against a release: written once, never changed."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from benchmark.models import Release, ReleaseItem
from reviewapp.models import Job, Person
from reviewapp.models.guards import append_only
from reviewapp.rules.codes import new_code


class StoredRun(models.Model):
    """One file of results against one release, with all that its scores depend on.

    The scores are a function of the release (its manifest's hash), the file (`sha256`), `scale`, `k`,
    `replicates`, `seed` and `scorer`, and of nothing else. `scored_at` is set when they are there.
    """

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="runs")
    system = models.CharField(max_length=200)
    metadata = models.JSONField(default=dict)
    file_name = models.CharField(max_length=255)
    kind = models.CharField(max_length=5)
    size = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    scale = models.CharField(max_length=500)
    k = models.IntegerField()
    replicates = models.IntegerField()
    seed = models.BigIntegerField()
    scorer = models.CharField(max_length=20)
    n_results = models.IntegerField()
    n_unknown = models.IntegerField()
    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+")
    created_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now())
    scored_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="stored_run_once",
                fields=["release", "sha256", "scale", "k", "replicates", "seed", "scorer"],
            ),
            models.CheckConstraint(name="stored_run_kind_known", condition=Q(kind__in=["jsonl", "trec"])),
        ]
        indexes = [models.Index(fields=["release", "-id"], name="stored_run_newest")]

    def __str__(self) -> str:
        return self.system


class RunPiece(models.Model):
    """A piece of the file as it came; in the database, because workers may run on other hosts."""

    run = models.ForeignKey(StoredRun, on_delete=models.PROTECT, related_name="pieces")
    position = models.IntegerField()
    data = models.BinaryField()

    class Meta:
        triggers = [append_only("run_piece_append_only")]
        constraints = [models.UniqueConstraint(name="run_piece_once", fields=["run", "position"])]

    def __str__(self) -> str:
        return f"{self.run_id}: {self.position}"


class Rung(models.Model):
    """One corpus size that a run was made on, with the figure of its scores in two colour schemes."""

    run = models.ForeignKey(StoredRun, on_delete=models.PROTECT, related_name="rungs")
    scale = models.CharField(max_length=500)
    position = models.IntegerField()
    n_missing = models.IntegerField()
    chart_light = models.TextField()
    chart_dark = models.TextField()

    class Meta:
        triggers = [append_only("rung_append_only")]
        constraints = [
            models.UniqueConstraint(name="rung_once", fields=["run", "scale"]),
            models.UniqueConstraint(name="rung_position_once", fields=["run", "position"]),
        ]

    def __str__(self) -> str:
        return self.scale


class Score(models.Model):
    """One figure of one slice of a rung; value and interval are absent where it is undefined."""

    rung = models.ForeignKey(Rung, on_delete=models.PROTECT, related_name="scores")
    position = models.IntegerField()
    kind = models.CharField(max_length=6)
    name = models.TextField(blank=True)
    n_items = models.IntegerField()
    metric = models.CharField(max_length=12)
    value = models.FloatField(null=True)
    low = models.FloatField(null=True)
    high = models.FloatField(null=True)
    n = models.IntegerField()

    class Meta:
        triggers = [append_only("score_append_only")]
        constraints = [
            models.UniqueConstraint(name="score_once", fields=["rung", "position", "metric"]),
            models.CheckConstraint(
                name="score_kind_known", condition=Q(kind__in=["all", "single", "multi", "domain"])
            ),
            models.CheckConstraint(
                name="score_defined_over_items", condition=Q(value__isnull=True) | Q(n__gt=0)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.metric} {self.value}"


class Outcome(models.TextChoices):
    ALL = "all", "all found"
    SOME = "some", "some found"
    NONE = "none", "none found"
    MISSING = "missing", "no result"


class ItemResult(models.Model):
    """What a run gave for one item on one rung: its first K documents, and what was found of the gold."""

    rung = models.ForeignKey(Rung, on_delete=models.PROTECT, related_name="results")
    item = models.ForeignKey(ReleaseItem, on_delete=models.PROTECT, related_name="+")
    position = models.IntegerField()
    item_name = models.TextField()
    domain = models.TextField(blank=True)
    multi = models.BooleanField()
    outcome = models.CharField(max_length=7)
    ids = ArrayField(models.TextField())
    found = ArrayField(models.BigIntegerField())
    missed = ArrayField(models.BigIntegerField())
    n_hard_negatives = models.IntegerField()
    r_at_1 = models.FloatField(null=True)
    sr_at_k = models.FloatField()
    fr_at_k = models.FloatField(null=True)

    class Meta:
        triggers = [append_only("item_result_append_only")]
        constraints = [
            models.UniqueConstraint(name="item_result_once", fields=["rung", "position"]),
            models.CheckConstraint(name="item_result_outcome_known", condition=Q(outcome__in=Outcome.values)),
        ]
        indexes = [
            models.Index(fields=["rung", "outcome", "position"], name="item_result_outcome"),
            models.Index(fields=["rung", "domain", "position"], name="item_result_domain"),
            models.Index(fields=["rung", "sr_at_k", "position"], name="item_result_sr"),
            models.Index(
                fields=["rung", "item_name"],
                opclasses=["int8_ops", "text_pattern_ops"],
                name="item_result_name",
            ),
        ]

    def __str__(self) -> str:
        return self.item_name
