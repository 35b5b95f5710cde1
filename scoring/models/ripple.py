"""Runs on the ripple items of a release: what was registered, stored, scored and put into the tables.

A page reads these rows and computes nothing. All but a run's job are written once and never changed.
"""

from __future__ import annotations

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from benchmark.models import Release, ReleaseRipple
from reviewapp.models import Job, Person
from reviewapp.models.guards import append_only
from reviewapp.rules.codes import new_code
from scoring.ripple.scorer.rankings_parse import PARSERS
from scoring.ripple.scorer.signature import Signed

RUN_IS_OF_ITS_CONFIGURATION = """
    PERFORM 1 FROM scoring_ripplerun r JOIN scoring_configuration c ON c.id = r.configuration_id
        WHERE r.id = NEW.run_id AND c.id = NEW.configuration_id AND c.release_id = NEW.release_id;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'manifest line: the run is of another configuration'
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.replaces_id IS NOT NULL THEN
        PERFORM 1 FROM scoring_manifestline m
            WHERE m.id = NEW.replaces_id AND m.configuration_id = NEW.configuration_id;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'manifest line: it replaces a line of another row'
                USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    RETURN NEW;
"""


class Configuration(models.Model):
    """A system with its settings, as registered for a release; `settings` are what its runs are made with.

    `initial` is a fact of the moment of registering: no score existed on the release yet.
    """

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="configurations")
    system = models.CharField(max_length=200)
    family = models.CharField(max_length=200, blank=True)
    settings = models.JSONField()
    sha256 = models.CharField(max_length=64)
    initial = models.BooleanField()
    notes = models.TextField(blank=True)
    registered_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    registered_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("configuration_append_only")]
        constraints = [
            models.UniqueConstraint(name="configuration_once", fields=["release", "sha256"]),
        ]

    def __str__(self) -> str:
        return self.system


class RippleRun(models.Model):
    """A file of responses or rankings for a release's ripple items, kept as it came.

    `n_responses` counts raw responses (a ranker's own lists are none), `n_fenced` those of them that stand in
    a code fence. A run of a hosted model may have been stored before it was done.
    """

    class Origin(models.TextChoices):
        UPLOAD = "upload", "uploaded"
        BASELINE = "baseline", "computed here"
        HOSTED = "hosted", "asked for here"

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="ripple_runs")
    configuration = models.ForeignKey(Configuration, on_delete=models.PROTECT, related_name="runs")
    origin = models.CharField(max_length=8)
    metadata = models.JSONField(default=dict)
    file_name = models.CharField(max_length=255)
    size = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    n_results = models.IntegerField()
    n_unknown = models.IntegerField()
    n_expected = models.IntegerField()
    n_responses = models.IntegerField()
    n_fenced = models.IntegerField()
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True, related_name="+")
    created_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("ripple_run_append_only")]
        constraints = [
            models.UniqueConstraint(name="ripple_run_once", fields=["configuration", "sha256"]),
            models.CheckConstraint(
                name="ripple_run_origin_known", condition=Q(origin__in=["upload", "baseline", "hosted"])
            ),
        ]
        indexes = [models.Index(fields=["release", "-id"], name="ripple_run_newest")]

    def __str__(self) -> str:
        return self.configuration.system

    @property
    def n_missing(self) -> int:
        return self.n_expected - (self.n_results - self.n_unknown)

    @property
    def partial(self) -> bool:
        """Tell whether a hosted model was still being asked when this was stored."""
        return self.origin == self.Origin.HOSTED and self.n_missing > 0

    @property
    def later(self) -> bool:
        """Tell whether it belongs to the group that was added after the first results were seen."""
        return not self.configuration.initial


class RipplePiece(models.Model):
    """A piece of a run's file as it came."""

    run = models.ForeignKey(RippleRun, on_delete=models.PROTECT, related_name="pieces")
    position = models.IntegerField()
    data = models.BinaryField()

    class Meta:
        triggers = [append_only("ripple_piece_append_only")]
        constraints = [models.UniqueConstraint(name="ripple_piece_once", fields=["run", "position"])]

    def __str__(self) -> str:
        return f"{self.run_id}: {self.position}"


class RippleResponse(models.Model):
    """The line of a run that is for one item of the release, byte for byte."""

    run = models.ForeignKey(RippleRun, on_delete=models.PROTECT, related_name="responses")
    item = models.ForeignKey(ReleaseRipple, on_delete=models.PROTECT, related_name="+")
    line = models.BinaryField()

    class Meta:
        triggers = [append_only("ripple_response_append_only")]
        constraints = [models.UniqueConstraint(name="ripple_response_once", fields=["run", "item"])]

    def __str__(self) -> str:
        return f"{self.run_id}: {self.item_id}"


class Board(models.Model):
    """The settings by which all runs of a release are scored, so that their draws are paired."""

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="boards")
    number = models.IntegerField()
    replicates = models.IntegerField()
    seed = models.BigIntegerField()
    target = models.CharField(max_length=60)
    scorer = models.CharField(max_length=20)
    created_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("board_append_only")]
        constraints = [models.UniqueConstraint(name="board_number_once", fields=["release", "number"])]

    def __str__(self) -> str:
        return f"{self.release_id}: {self.number}"


class RippleScoring(models.Model):
    """A run scored under one parser and one board: its signature, its counts, and every item's score.

    `matrix` holds 64-bit floats, one row an item of the release, one column a field of the scorer's `Score`.
    """

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="scorings")
    run = models.ForeignKey(RippleRun, on_delete=models.PROTECT, related_name="scorings")
    parser = models.CharField(max_length=14)
    release_sha256 = models.CharField(max_length=64)
    items_sha256 = models.CharField(max_length=64)
    n_items = models.IntegerField()
    n_sources = models.IntegerField()
    n_parsed = models.IntegerField()
    census = models.JSONField()
    matrix = models.BinaryField()
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("ripple_scoring_append_only")]
        constraints = [
            models.UniqueConstraint(name="ripple_scoring_once", fields=["run", "board", "parser"]),
            models.CheckConstraint(name="ripple_scoring_parser_known", condition=Q(parser__in=list(PARSERS))),
        ]
        indexes = [models.Index(fields=["board", "parser"], name="ripple_scoring_board")]

    def __str__(self) -> str:
        return f"{self.run_id}: {self.parser}"

    @property
    def signed(self) -> Signed:
        """The facts on which the figures depend. Board and run must have been fetched."""
        board = self.board
        settings = (self.parser, board.replicates, board.seed, board.target, board.scorer)
        return Signed(self.release_sha256, self.items_sha256, self.run.sha256, *settings)


class RippleScore(models.Model):
    """The figures of one slice: `figures` gives each metric its value, interval and what it runs over."""

    scoring = models.ForeignKey(RippleScoring, on_delete=models.PROTECT, related_name="scores")
    position = models.IntegerField()
    kind = models.CharField(max_length=20)
    name = models.TextField(blank=True)
    n_items = models.IntegerField()
    n_units = models.IntegerField()
    n_sources = models.IntegerField()
    figures = models.JSONField()

    class Meta:
        triggers = [append_only("ripple_score_append_only")]
        constraints = [
            models.UniqueConstraint(name="ripple_score_once", fields=["scoring", "position"]),
            models.UniqueConstraint(name="ripple_score_slice_once", fields=["scoring", "kind", "name"]),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


class RippleOutcome(models.TextChoices):
    COMPLETE = "complete", "complete"
    PART = "part", "in part"
    NONE = "none", "nothing found"
    MALFORMED = "malformed", "malformed"
    MISSING = "missing", "no response"


class RippleItemScore(models.Model):
    """One item of a scoring; `detail` holds its counts, ranks and census, `causes` what can be searched."""

    scoring = models.ForeignKey(RippleScoring, on_delete=models.PROTECT, related_name="items")
    item = models.ForeignKey(ReleaseRipple, on_delete=models.PROTECT, related_name="+")
    position = models.IntegerField()
    item_name = models.TextField()
    split = models.CharField(max_length=11)
    outcome = models.CharField(max_length=9)
    recall = models.FloatField()
    causes = ArrayField(models.TextField())
    detail = models.JSONField()

    class Meta:
        triggers = [append_only("ripple_item_score_append_only")]
        constraints = [
            models.UniqueConstraint(name="ripple_item_score_once", fields=["scoring", "position"]),
            models.CheckConstraint(
                name="ripple_item_score_outcome_known", condition=Q(outcome__in=RippleOutcome.values)
            ),
        ]
        indexes = [
            models.Index(fields=["scoring", "recall", "position"], name="ripple_item_score_recall"),
        ]

    def __str__(self) -> str:
        return self.item_name


class ManifestLine(models.Model):
    """A line of a release's result manifest: which run stands behind a configuration's row, and instead of
    which line. What no other line replaces is what the tables show; what was replaced is kept."""

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="manifest_lines")
    number = models.IntegerField()
    configuration = models.ForeignKey(Configuration, on_delete=models.PROTECT, related_name="manifest_lines")
    run = models.ForeignKey(RippleRun, on_delete=models.PROTECT, related_name="manifest_lines")
    replaces = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="replaced_by")
    reason = models.TextField(blank=True)
    written_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    written_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [
            append_only("manifest_line_append_only"),
            pgtrigger.Trigger(
                name="manifest_line_is_of_its_row",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                func=RUN_IS_OF_ITS_CONFIGURATION,
            ),
        ]
        constraints = [
            models.UniqueConstraint(name="manifest_line_number_once", fields=["release", "number"]),
            models.UniqueConstraint(
                name="manifest_line_begins_once", fields=["configuration"], condition=Q(replaces=None)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.release_id}: {self.number}"


class Comparison(models.Model):
    """All rows of a manifest beside each other on one board: the paired differences of every two."""

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="comparisons")
    manifest_number = models.IntegerField()
    n_compared = models.IntegerField()
    differences = models.JSONField()
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("comparison_append_only")]
        constraints = [
            models.UniqueConstraint(name="comparison_once", fields=["board", "manifest_number"]),
        ]

    def __str__(self) -> str:
        return f"{self.board_id}: {self.manifest_number}"


class RecoveryChart(models.Model):
    """The recovery figure of a comparison over all items or one split, in two colour schemes (RKB Fig. 3)."""

    comparison = models.ForeignKey(Comparison, on_delete=models.PROTECT, related_name="charts")
    part = models.CharField(max_length=11)
    light = models.TextField()
    dark = models.TextField()

    class Meta:
        triggers = [append_only("recovery_chart_append_only")]
        constraints = [models.UniqueConstraint(name="recovery_chart_once", fields=["comparison", "part"])]

    def __str__(self) -> str:
        return self.part
