"""Releases: what was frozen, line by line, and the errata that follow it. No row here ever changes."""

from __future__ import annotations

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import BigIntegerField, Func, Q
from django.db.models.functions import Now

from reviewapp.models import Document, Job, Person, Upload
from reviewapp.models.guards import append_only
from reviewapp.rules.codes import new_code

IS_ITS_BYTES = """
    IF NEW.sha256 IS DISTINCT FROM encode(sha256(convert_to(NEW.line, 'UTF8')), 'hex') THEN
        RAISE EXCEPTION 'release row: sha256 is not that of its line' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
"""

RELEASE_IS_ITS_MANIFEST = """
    IF NEW.manifest_sha256 IS DISTINCT FROM encode(sha256(convert_to(NEW.manifest, 'UTF8')), 'hex') THEN
        RAISE EXCEPTION 'release: manifest_sha256 is not that of its manifest'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
"""

RELEASE_IS_OPEN = """
    PERFORM 1 FROM benchmark_release r WHERE r.id = NEW.release_id AND r.made_in <> txid_current();
    IF FOUND THEN
        RAISE EXCEPTION 'release row: the release is frozen, nothing is added to it'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
"""

ERRATUM_IS_OF_ITS_RELEASE = """
    IF EXISTS (SELECT FROM benchmark_releaseitem i
            WHERE i.id = NEW.item_id AND i.release_id <> NEW.release_id)
        OR EXISTS (SELECT FROM benchmark_releaseripple r
            WHERE r.id = NEW.ripple_id AND r.release_id <> NEW.release_id) THEN
        RAISE EXCEPTION 'erratum: the item is of another release' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
"""


def checked(name: str, func: str) -> pgtrigger.Trigger:
    """Return the trigger that runs *func* before every INSERT."""
    return pgtrigger.Trigger(name=name, when=pgtrigger.Before, operation=pgtrigger.Insert, func=func)


def hashed(name: str) -> pgtrigger.Trigger:
    """Return the trigger that refuses a row whose `sha256` is not that of its `line`."""
    return checked(name, IS_ITS_BYTES)


def sealed(name: str) -> pgtrigger.Trigger:
    """Return the trigger that refuses rows of a release made in an earlier transaction."""
    return checked(name, RELEASE_IS_OPEN)


class Release(models.Model):
    """An immutable set of accepted items; `manifest` is the canonical JSON whose SHA-256 names it.

    `manifest` and `readme` are the bytes of manifest.json and README.md, their line end included. `made_in`
    is the transaction that made the release: no other may add rows to it. A release is of one `kind`, of
    evidence or of ripple items, and either people have reviewed all of its items or nobody has any.
    """

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=120, unique=True)
    note = models.TextField(blank=True)
    kind = models.CharField(max_length=8, default="evidence")
    review_status = models.CharField(max_length=17, default="reviewed")
    replaces = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="replaced_by")
    manifest = models.TextField()
    manifest_sha256 = models.CharField(max_length=64)
    readme = models.TextField(blank=True)
    n_items = models.IntegerField()
    n_documents = models.IntegerField()
    n_decisions = models.IntegerField()
    created_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now())
    made_in = models.BigIntegerField(
        db_default=Func(function="txid_current", output_field=BigIntegerField()), editable=False
    )

    class Meta:
        triggers = [
            append_only("release_append_only"),
            checked("release_is_its_manifest", RELEASE_IS_ITS_MANIFEST),
        ]
        constraints = [
            models.CheckConstraint(name="release_kind_known", condition=Q(kind__in=["evidence", "ripple"])),
            models.CheckConstraint(
                name="release_review_known",
                condition=Q(review_status="reviewed") | Q(kind="ripple", review_status="machine_validated"),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def status_words(self) -> str:
        """Who stands behind its items, in words: "reviewed" or "machine-validated"."""
        return self.review_status.replace("_", "-")

    def find_item(self, item_id: str) -> FrozenItem | None:
        """Return its item of that name, of whichever kind it holds; None if there is none."""
        frozen = self.ripple_items if self.kind == "ripple" else self.items
        return frozen.filter(item_id=item_id).first()


class ReleaseItem(models.Model):
    """One frozen item: `line` is its canonical JSON (contracts §3), the columns are read from it.

    `answer_aliases` are no part of that format; they have a file of their own, hashed in the manifest.
    """

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="items")
    position = models.IntegerField()
    item_id = models.TextField()
    domain = models.TextField(blank=True)
    source = models.TextField()
    ref_list = ArrayField(models.BigIntegerField())
    hard_negatives = ArrayField(models.BigIntegerField(), default=list)
    answer_aliases = ArrayField(models.TextField(), default=list)
    line = models.TextField()
    sha256 = models.CharField(max_length=64)

    class Meta:
        triggers = [
            append_only("release_item_append_only"),
            hashed("release_item_is_its_bytes"),
            sealed("release_item_sealed"),
        ]
        constraints = [
            models.UniqueConstraint(name="release_item_once", fields=["release", "item_id"]),
            models.UniqueConstraint(name="release_item_position_once", fields=["release", "position"]),
        ]
        indexes = [
            models.Index(fields=["release", "domain", "position"], name="release_item_domain"),
            models.Index(fields=["release", "source", "position"], name="release_item_source"),
        ]

    def __str__(self) -> str:
        return self.item_id


class ReleaseDocument(models.Model):
    """A document of the release; its text is the bank's own, which never changes.

    `sha256` is that of its canonical line (contracts §2).
    """

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="documents")
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="+")
    sha256 = models.CharField(max_length=64)

    class Meta:
        triggers = [append_only("release_document_append_only"), sealed("release_document_sealed")]
        constraints = [
            models.UniqueConstraint(name="release_document_once", fields=["release", "document"]),
        ]

    def __str__(self) -> str:
        return f"{self.release_id}: {self.document_id}"


class ReleaseDecision(models.Model):
    """One return or outcome behind the release, its author under a pseudonym."""

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="decisions")
    position = models.IntegerField()
    item_id = models.TextField()
    line = models.TextField()
    sha256 = models.CharField(max_length=64)

    class Meta:
        triggers = [
            append_only("release_decision_append_only"),
            hashed("release_decision_is_its_bytes"),
            sealed("release_decision_sealed"),
        ]
        constraints = [
            models.UniqueConstraint(name="release_decision_position_once", fields=["release", "position"]),
        ]
        indexes = [models.Index(fields=["release", "item_id"], name="release_decision_item")]

    def __str__(self) -> str:
        return f"{self.release_id}: {self.position}"


class ReleaseCollision(models.Model):
    """A collision candidate of a frozen item, with its decision or the model whose verdict stands for one."""

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="collisions")
    position = models.IntegerField()
    item_id = models.TextField()
    line = models.TextField()
    sha256 = models.CharField(max_length=64)

    class Meta:
        triggers = [
            append_only("release_collision_append_only"),
            hashed("release_collision_is_its_bytes"),
            sealed("release_collision_sealed"),
        ]
        constraints = [
            models.UniqueConstraint(name="release_collision_position_once", fields=["release", "position"]),
        ]
        indexes = [models.Index(fields=["release", "item_id"], name="release_collision_item")]

    def __str__(self) -> str:
        return f"{self.release_id}: {self.position}"


class ReleaseRipple(models.Model):
    """One frozen ripple item: `line` is its canonical JSON (contracts §4), with its answer key."""

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="ripple_items")
    position = models.IntegerField()
    item_id = models.TextField()
    split = models.CharField(max_length=11)
    line = models.TextField()
    sha256 = models.CharField(max_length=64)

    class Meta:
        triggers = [
            append_only("release_ripple_append_only"),
            hashed("release_ripple_is_its_bytes"),
            sealed("release_ripple_sealed"),
        ]
        constraints = [
            models.UniqueConstraint(name="release_ripple_once", fields=["release", "item_id"]),
            models.UniqueConstraint(name="release_ripple_position_once", fields=["release", "position"]),
        ]

    def __str__(self) -> str:
        return self.item_id


FrozenItem = ReleaseItem | ReleaseRipple


class ReleaseLine(models.Model):
    """A line of one of the smaller files of a release: the decision log, the checks."""

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="lines")
    file = models.CharField(max_length=40)
    position = models.IntegerField()
    line = models.TextField()
    sha256 = models.CharField(max_length=64)

    class Meta:
        triggers = [
            append_only("release_line_append_only"),
            hashed("release_line_is_its_bytes"),
            sealed("release_line_sealed"),
        ]
        constraints = [
            models.UniqueConstraint(name="release_line_once", fields=["release", "file", "position"]),
        ]

    def __str__(self) -> str:
        return f"{self.release_id}: {self.file}:{self.position + 1}"


class ConstructionDecision(models.Model):
    """A decision about the construction that bears on how scores are read (RKB App. L), as a manager told it.

    `outputs` says which outputs had been seen when it was taken; empty, none had.
    """

    at = models.DateTimeField()
    change = models.TextField()
    reason = models.TextField(blank=True)
    outputs = models.TextField(blank=True)
    entered_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    entered_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("construction_decision_append_only")]
        indexes = [models.Index(fields=["at", "id"], name="construction_decision_order")]

    def __str__(self) -> str:
        return self.change


class Erratum(models.Model):
    """What is known to be wrong with a release: a note, or an item withdrawn from use.

    It names an evidence item, a ripple item, or neither.
    """

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="errata")
    item = models.ForeignKey(ReleaseItem, on_delete=models.PROTECT, null=True, related_name="errata")
    ripple = models.ForeignKey(ReleaseRipple, on_delete=models.PROTECT, null=True, related_name="errata")
    withdraws = models.BooleanField(default=False)
    note = models.TextField()
    created_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [
            append_only("erratum_append_only"),
            checked("erratum_is_of_its_release", ERRATUM_IS_OF_ITS_RELEASE),
        ]
        constraints = [
            models.UniqueConstraint(
                name="erratum_withdraws_once", fields=["item"], condition=Q(withdraws=True)
            ),
            models.UniqueConstraint(
                name="erratum_withdraws_ripple_once", fields=["ripple"], condition=Q(withdraws=True)
            ),
            models.CheckConstraint(
                name="erratum_withdraws_an_item",
                condition=Q(withdraws=False) | Q(item__isnull=False) | Q(ripple__isnull=False),
            ),
            models.CheckConstraint(
                name="erratum_of_one_item", condition=Q(item__isnull=True) | Q(ripple__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return self.note

    @property
    def named(self) -> FrozenItem | None:
        """The item that it is about; None: all of the release."""
        return self.item or self.ripple


class Construction(models.Model):
    """One building of ripple candidates from a MuSiQue upload: what was asked for, and what came of it.

    `report` and the files are written once, by the job, and never change; `handed` is the upload by which
    the items went on to their import.
    """

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    upload = models.ForeignKey(Upload, on_delete=models.PROTECT, related_name="+")
    options = models.JSONField()
    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+")
    report = models.JSONField(null=True)
    built_at = models.DateTimeField(null=True)
    handed = models.ForeignKey(Upload, on_delete=models.PROTECT, null=True, related_name="+")
    created_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"Candidates {self.code}"


class ConstructionPiece(models.Model):
    """A piece of a file that a construction left; in the database, because workers may run on other hosts."""

    construction = models.ForeignKey(Construction, on_delete=models.PROTECT, related_name="pieces")
    name = models.CharField(max_length=20)
    position = models.IntegerField()
    data = models.BinaryField()

    class Meta:
        triggers = [append_only("construction_piece_append_only")]
        constraints = [
            models.UniqueConstraint(
                name="construction_piece_once", fields=["construction", "name", "position"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.construction_id}: {self.name}/{self.position}"
