"""Ripple items: what everybody may read of one, and apart from it what is hidden (RKB §2, B.1)."""

from __future__ import annotations

import pgtrigger
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from reviewapp.rules.codes import new_code
from reviewapp.rules.protocol import ItemState

from .guards import append_only, only_moves
from .people import Person


class RippleBatch(models.Model):
    """The items that one import brought, which can be withdrawn together (RKB App. C.3, L)."""

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    name = models.TextField()
    sha256 = models.CharField(max_length=64)
    n_items = models.IntegerField()
    imported_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    imported_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("ripple_batch_append_only")]

    def __str__(self) -> str:
        return self.name


class RippleItem(models.Model):
    """The public representation of an item (contracts §4) and where its review stands.

    `public` is {"item_id", "edit", "documents"} and nothing else. What is hidden is in `RippleKey`, a table
    of its own, so that no query for a reviewer's page comes across it.
    """

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    item_id = models.TextField(unique=True)
    public = models.JSONField()
    n_documents = models.IntegerField()
    n_units = models.IntegerField()
    state = models.CharField(max_length=12, default=ItemState.PROPOSED)
    batch = models.ForeignKey(RippleBatch, on_delete=models.PROTECT, related_name="items")
    record_sha256 = models.CharField(max_length=64)
    place = models.TextField()
    imported_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [
            only_moves("ripple_moves", ItemState),
            pgtrigger.Protect(
                name="ripple_public_stays",
                operation=pgtrigger.UpdateOf(  # type: ignore[no-untyped-call]
                    "code", "item_id", "public", "n_documents", "n_units", "batch_id", "record_sha256"
                )
                | pgtrigger.Delete,
            ),
        ]
        constraints = [
            models.CheckConstraint(name="ripple_state_known", condition=Q(state__in=list(ItemState))),
        ]
        indexes = [models.Index(fields=["state", "id"], name="ripple_state_id")]

    def __str__(self) -> str:
        return self.item_id


class RippleKey(models.Model):
    """What is hidden of an item: the proposed closure and all from which it follows (RKB B.1).

    `record` is the whole item in canonical form, as it is exported; the other columns repeat parts of it.
    `as_imported` is the line as it came, where that was another.
    """

    item = models.OneToOneField(RippleItem, on_delete=models.PROTECT, primary_key=True, related_name="key")
    split = models.CharField(max_length=11)
    source_id = models.TextField()
    shape = models.TextField()
    closure = models.JSONField()
    supporting_units = models.JSONField()
    spans = models.JSONField()
    warnings = models.JSONField(default=list)
    record = models.TextField()
    as_imported = models.TextField(null=True)  # noqa: DJ001 - empty would be a line too

    class Meta:
        triggers = [append_only("ripple_key_append_only")]
        indexes = [models.Index(fields=["source_id"], name="ripple_source")]

    def __str__(self) -> str:
        return f"key of {self.item_id}"


class RippleExclusion(models.Model):
    """A source that a list names as used elsewhere: no item of it can be accepted (RKB §3.1, App. K)."""

    list = models.TextField()
    source_id = models.TextField()
    added_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    added_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("ripple_exclusion_append_only")]
        constraints = [
            models.UniqueConstraint(name="ripple_exclusion_once", fields=["source_id", "list"]),
        ]

    def __str__(self) -> str:
        return f"{self.list}: {self.source_id}"
