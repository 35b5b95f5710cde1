"""Evidence items: (query, answer, references) and the documents they name (EMB §3.2)."""

from __future__ import annotations

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from reviewapp.rules.codes import new_code
from reviewapp.rules.protocol import ItemState

from .documents import Document, Source
from .guards import after_statement, only_moves, references_exist


class Track(models.TextChoices):
    SINGLE = "single", "single"
    REWRITING = "rewriting", "rewriting"
    ATOMIZATION = "atomization", "atomization"


class Flag(models.TextChoices):
    """A flag that an import sets on an item without dropping it."""

    UNANSWERABLE = "unanswerable", "the source calls it unanswerable"
    NO_SUPPORT = "no_support", "the source names no supporting paragraph"
    ANSWER_ABSENT = "answer_absent", "the answer stands in no reference"


AWAIT_WORDS = "INSERT INTO reviewapp_itemwords (item_id) SELECT id FROM new_items; RETURN NULL;"
# Only an import deletes items, and only those of its own that it refuses.
LET_GO = """
    IF EXISTS (SELECT FROM old_items o JOIN reviewapp_itemdocument d ON d.item_id = o.id) THEN
        RAISE EXCEPTION 'an item that names documents cannot be deleted'
            USING ERRCODE = 'foreign_key_violation';
    END IF;
    DELETE FROM reviewapp_itemwords w USING old_items o WHERE w.item_id = o.id;
    RETURN NULL;
"""


class EvidenceItem(models.Model):
    """One item under review; `imported_domain` is the file's, `domain` what review made of it.

    `n_references` counts its reference documents: one is single-source, more is multi-source.
    """

    code = models.CharField(max_length=12, default=new_code, editable=False)
    item_id = models.TextField()
    query = models.TextField()
    answer = models.TextField()
    answer_aliases = ArrayField(models.TextField(), default=list, blank=True)
    imported_domain = models.TextField(null=True)  # noqa: DJ001 - absent and empty differ
    domain = models.TextField(null=True)  # noqa: DJ001 - absent and empty differ
    task_type = models.TextField(null=True)  # noqa: DJ001 - absent and empty differ
    source = models.ForeignKey(Source, on_delete=models.PROTECT, db_index=False, related_name="items")
    track = models.CharField(max_length=12, choices=Track.choices, default=Track.SINGLE)
    flags = ArrayField(models.CharField(max_length=20), default=list, blank=True)
    n_references = models.IntegerField()
    state = models.CharField(max_length=12, default=ItemState.PROPOSED)
    record_sha256 = models.CharField(max_length=64)
    place = models.TextField()
    imported_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [
            only_moves("item_moves", ItemState),
            after_statement("item_awaits_words", pgtrigger.Insert, AWAIT_WORDS, new="new_items"),
            after_statement("item_lets_go", pgtrigger.Delete, LET_GO, old="old_items"),
            pgtrigger.Protect(name="item_id_stays", operation=pgtrigger.UpdateOf("id")),  # type: ignore[no-untyped-call]
        ]
        constraints = [
            models.UniqueConstraint(name="item_code_once", fields=["code"]),
            # An import checks itself, and tells which line repeats which, before it lets this look.
            models.UniqueConstraint(
                name="item_item_id_once", fields=["item_id"], deferrable=models.Deferrable.IMMEDIATE
            ),
            models.CheckConstraint(name="item_state_known", condition=Q(state__in=list(ItemState))),
            models.CheckConstraint(name="item_track_known", condition=Q(track__in=Track.values)),
        ]
        indexes = [
            models.Index(fields=["state", "id"], name="item_state_id"),
            models.Index(fields=["domain", "id"], name="item_domain_id"),
            models.Index(fields=["source", "id"], name="item_source_id"),
            models.Index(fields=["id"], name="item_single_source", condition=Q(n_references=1)),
            models.Index(fields=["id"], name="item_multi_source", condition=Q(n_references__gt=1)),
            models.Index(fields=["id"], name="item_flagged", condition=~Q(flags=[])),
        ]

    def __str__(self) -> str:
        return self.item_id

    @property
    def is_multi_source(self) -> bool:
        return self.n_references > 1


class ItemWords(models.Model):
    """What item search looks at; NULL until the worker has indexed the item, a moment after its import.

    A table of its own, so that an import does not wait for the index, and a decision, which moves an item's
    state, does not index its words again. Its rows come and go with their items by triggers of that table,
    which is why no foreign key looks at each.
    """

    item = models.OneToOneField(
        EvidenceItem,
        on_delete=models.PROTECT,
        primary_key=True,
        related_name="search",
        db_constraint=False,
    )
    words = SearchVectorField(null=True)

    class Meta:
        indexes = [
            GinIndex(fields=["words"], name="item_words", condition=Q(words__isnull=False)),
            models.Index(fields=["item"], name="item_awaits_words", condition=Q(words__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"words of {self.item_id}"


class DocumentRole(models.TextChoices):
    REFERENCE = "reference", "reference"
    HARD_NEGATIVE = "hard_negative", "hard negative"


class ItemDocument(models.Model):
    """A document that an item names, at its place in the RefList or among the hard negatives.

    `by_review` rows were added by collision review. `base_position` is where a hard negative of the import
    stood which review has moved to the RefList. Whether both are there is seen to by triggers, once a
    statement: documents are never deleted, items not while they name one.
    """

    item = models.ForeignKey(
        EvidenceItem,
        on_delete=models.PROTECT,
        db_index=False,
        db_constraint=False,
        related_name="item_documents",
    )
    document = models.ForeignKey(
        Document,
        on_delete=models.PROTECT,
        db_index=False,
        db_constraint=False,
        related_name="item_documents",
    )
    role = models.CharField(max_length=13, choices=DocumentRole.choices)
    position = models.IntegerField()
    by_review = models.BooleanField(db_default=False, default=False)
    base_position = models.IntegerField(null=True)

    class Meta:
        triggers = [
            references_exist(
                "item_document_references",
                item_id="reviewapp_evidenceitem.id",
                document_id="reviewapp_document.doc_id",
            ),
            pgtrigger.Protect(
                name="item_document_pair_stays",
                operation=pgtrigger.UpdateOf("item_id", "document_id"),  # type: ignore[no-untyped-call]
            ),
        ]
        constraints = [
            models.UniqueConstraint(name="item_document_position_once", fields=["item", "role", "position"]),
            # It also finds the items of a document.
            models.UniqueConstraint(name="item_document_once", fields=["document", "item"]),
            models.CheckConstraint(
                name="item_document_role_known", condition=Q(role__in=DocumentRole.values)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item_id}: {self.role} {self.document_id}"
