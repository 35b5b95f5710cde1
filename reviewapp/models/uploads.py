"""Files sent in through the upload pages, kept until their import is done."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now

from reviewapp.rules.codes import new_code

from .jobs import Job
from .people import Person


class Upload(models.Model):
    """What was sent, how it is to be imported, and what the check found; `job` does the import."""

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    kind = models.CharField(max_length=20)
    settings = models.JSONField(default=dict)
    names = models.JSONField(default=list)
    n_bytes = models.BigIntegerField()
    report = models.JSONField(null=True)
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True, related_name="+")
    created_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return ", ".join(self.names)


class UploadPiece(models.Model):
    """A piece of a file as it came; in the database, because workers may run on other hosts."""

    upload = models.ForeignKey(Upload, on_delete=models.PROTECT, related_name="pieces")
    file = models.IntegerField()
    position = models.IntegerField()
    data = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="upload_piece_once", fields=["upload", "file", "position"]),
        ]

    def __str__(self) -> str:
        return f"{self.upload_id}: {self.file}/{self.position}"
