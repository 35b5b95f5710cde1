"""Uploads: kept as they came, imported once by a job, and let go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from reviewapp.bank.intake.report import Imported
from reviewapp.jobs.actions import enqueue
from reviewapp.models import Job, Person, Source, Upload, UploadPiece
from reviewapp.records import InputFile, pieces_of
from reviewapp.work.actions.events import record

KEPT = timedelta(days=7)  # of a file that nobody imported
REGISTRY = ("version", "licence", "citation", "scope", "url")


@transaction.atomic(durable=True)
def store_upload(
    *,
    kind: str,
    files: Sequence[InputFile],
    settings: Mapping[str, Any],
    report: Imported | None,
    actor: Person,
) -> Upload:
    """Keep checked files until they are imported; those that waited for a week are let go."""
    UploadPiece.objects.filter(upload__job=None, upload__created_at__lt=Now() - KEPT).delete()
    summary = report.as_json() if report else None
    upload = Upload(kind=kind, settings=dict(settings), report=summary, created_by=actor)
    upload.names = [file.name for file in files]
    upload.n_bytes = 0
    upload.save(force_insert=True)
    for number, file in enumerate(files):
        upload.n_bytes += _keep(upload, number, file)
    upload.save(update_fields=["n_bytes"])
    record("upload_stored", actor=actor, new={"upload": upload.code, "kind": kind, "files": upload.names})
    return upload


def _keep(upload: Upload, number: int, file: InputFile) -> int:
    size = 0
    with file.open() as raw:
        for position, data in enumerate(pieces_of(raw)):
            UploadPiece.objects.create(upload=upload, file=number, position=position, data=data)
            size += len(data)
    return size


@transaction.atomic(durable=True)
def start_import(*, upload: Upload, title: str, actor: Person) -> Job:
    """Ask for the import of an upload; asked again, the job that does it is returned."""
    upload = Upload.objects.select_for_update().get(pk=upload.pk)
    if upload.job is None:
        upload.job = enqueue(
            "import_upload", title=title[:200], args={"upload": upload.code}, actor=actor, unit="records"
        )
        upload.save(update_fields=["job"])
        record("import_started", actor=actor, new={"upload": upload.code, "job": upload.job.code})
    return upload.job


@transaction.atomic(durable=True)
def let_upload_go(*, upload: Upload, actor: Person | None) -> None:
    """Drop the bytes of an upload whose import is done."""
    dropped, _ = UploadPiece.objects.filter(upload=upload).delete()
    if dropped:
        record("upload_let_go", actor=actor, new={"upload": upload.code})


@transaction.atomic(durable=True)
def describe_source(*, source: Source, facts: Mapping[str, str], actor: Person) -> None:
    """Set what the registry says of a source (EMB Table 5)."""
    source = Source.objects.select_for_update().get(pk=source.pk)
    old = {name: getattr(source, name) for name in REGISTRY}
    for name in REGISTRY:
        setattr(source, name, facts[name])
    source.save(update_fields=REGISTRY)
    record("source_described", actor=actor, old=old, new={"source": source.name, **facts})
