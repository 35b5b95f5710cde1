"""The MemoryBank: sources, their files, and documents (EMB §3.1, Table 5)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from .guards import append_only


class Source(models.Model):
    """A public data set that documents and items come from (EMB Table 5)."""

    name = models.CharField(max_length=120, unique=True)
    version = models.CharField(max_length=120, blank=True)
    licence = models.CharField(max_length=200, blank=True)
    citation = models.TextField(blank=True)
    scope = models.CharField(max_length=200, blank=True)
    url = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class SourceFile(models.Model):
    """A file that was imported: its name, hash and what it held."""

    source = models.ForeignKey(Source, on_delete=models.PROTECT, null=True, related_name="files")
    name = models.CharField(max_length=500)
    sha256 = models.CharField(max_length=64)
    n_bytes = models.BigIntegerField()
    format = models.CharField(max_length=40)
    n_documents = models.IntegerField(default=0)
    n_items = models.IntegerField(default=0)
    imported_by = models.ForeignKey("Person", on_delete=models.PROTECT, null=True, related_name="+")
    imported_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("source_file_append_only")]
        indexes = [models.Index(fields=["sha256"], name="source_file_sha256")]

    def __str__(self) -> str:
        return self.name


class Document(models.Model):
    """A document of the bank, or an alias of one with the same text (contracts §2).

    An alias keeps its own id, title and source and holds no text. Rows never change once imported.
    `text_sha256` is of the canonical text (CRLF read as LF); `record_sha256` of the imported record.
    Lengths are of the canonical text: `n_chars` in code points, `n_bytes` in UTF-8 bytes.
    """

    doc_id = models.BigIntegerField(primary_key=True)
    alias_of = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="aliases")
    source = models.ForeignKey(Source, on_delete=models.PROTECT, related_name="documents")
    external_id = models.TextField(null=True)  # noqa: DJ001 - absent and empty differ
    title = models.TextField()
    text = models.TextField()
    domain = models.TextField(null=True)  # noqa: DJ001 - absent and empty differ
    text_sha256 = models.CharField(max_length=64)
    record_sha256 = models.CharField(max_length=64)
    n_chars = models.IntegerField()
    n_bytes = models.IntegerField()
    n_tokens = models.IntegerField()
    place = models.TextField()

    class Meta:
        triggers = [append_only("document_append_only")]
        constraints = [
            models.UniqueConstraint(
                name="document_text_once", fields=["text_sha256"], condition=Q(alias_of__isnull=True)
            ),
            models.UniqueConstraint(
                name="document_external_id_once", fields=["source", "external_id"], nulls_distinct=True
            ),
            models.CheckConstraint(
                name="document_alias_holds_no_text", condition=Q(alias_of__isnull=True) | Q(text="")
            ),
            models.CheckConstraint(name="document_id_positive", condition=Q(doc_id__gte=0)),
        ]

    def __str__(self) -> str:
        return f"{self.doc_id} {self.title}"
