"""Every write of construction: candidates are asked for, built by a job, and handed to their import."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from benchmark.models import Construction, ConstructionPiece
from benchmark.releases.actions.seeing import see_keys_of
from reviewapp.jobs.actions import enqueue
from reviewapp.models import Event, Person, Upload
from reviewapp.records import joined_pieces, storable
from reviewapp.rules.codes import new_code
from reviewapp.work.actions.events import record

LISTED = 200
BUILD, CONTROLS = "build_ripple", "check_shortcuts"  # kinds of jobs; the second is that of another app

Contents = Iterable[tuple[str, Iterable[bytes]]]


@transaction.atomic(durable=True)
def start_construction(*, upload: Upload, options: Mapping[str, Any], actor: Person) -> Construction:
    """Ask for candidates from an upload of records; asked again for the same upload, return what it asked."""
    upload = Upload.objects.select_for_update().get(pk=upload.pk)
    if upload.job:
        return Construction.objects.get(upload=upload)
    code = new_code()
    title = f"Candidates from {upload}"
    upload.job = enqueue(BUILD, title=title[:200], args={"construction": code}, actor=actor, unit="steps")
    upload.save(update_fields=["job"])
    construction = Construction.objects.create(
        code=code, upload=upload, options=dict(options), job=upload.job, created_by=actor
    )
    record("construction_started", actor=actor, new={"construction": code, "job": upload.job.code})
    return construction


@transaction.atomic(durable=True)
def store_construction(
    *, construction: Construction, report: Mapping[str, Any], contents: Contents
) -> Construction:
    """Store what a build made and ask for its controls. A construction stored before stays as it is."""
    row = Construction.objects.select_for_update().get(pk=construction.pk)
    if row.built_at is not None:
        return row
    for name, parts in contents:
        ConstructionPiece.objects.bulk_create(
            [
                ConstructionPiece(construction=row, name=name, position=position, data=data)
                for position, data in enumerate(joined_pieces(parts))
            ],
            batch_size=8,
        )
    row.report = summary_of(report)
    row.built_at = Now()
    row.save(update_fields=["report", "built_at"])
    row.refresh_from_db()
    record(
        "construction_stored",
        actor=row.created_by,
        new={"construction": row.code, "items": report["items"]},
    )
    args = {"construction": row.code}
    enqueue(CONTROLS, title=f"Controls of {row}", args=args, actor=row.created_by, unit="steps")
    return row


def summary_of(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return a report without its longest lists, which its file holds, and as a database can keep it."""
    isolation = {name: value for name, value in report["isolation"].items() if name != "sources"}
    isolation["excluded"] = len(isolation["excluded"])
    attempts = {**report["attempts"], "rejections": report["attempts"]["rejections"][:LISTED]}
    summary: dict[str, Any] = _storable_value({**report, "isolation": isolation, "attempts": attempts})
    return summary


def _storable_value(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, Mapping):
        return {_storable_value(name): _storable_value(part) for name, part in value.items()}
    return [_storable_value(part) for part in value] if isinstance(value, list | tuple) else value


@transaction.atomic(durable=True)
def open_keys(*, construction: Construction, name: str, item_ids: Sequence[str], actor: Person) -> None:
    """Record that somebody downloads a file with the answer key, so that they never review its items.

    Items that are imported are marked here, those that will be by their import.

    :raises NotAllowed: if *actor* is reviewing one of them."""
    row = Construction.objects.select_for_update().get(pk=construction.pk)
    new = {"construction": row.code, "file": name}
    record("construction_opened", actor=actor, new=new)
    if row.handed_id is not None:
        _add_reader(Upload.objects.select_for_update().get(pk=row.handed_id), actor)
    see_keys_of(item_ids=item_ids, actor=actor)


def _add_reader(upload: Upload, person: Person) -> None:
    if person.pk not in upload.settings["readers"]:
        upload.settings["readers"].append(person.pk)
        upload.save(update_fields=["settings"])


def readers_of(construction: Construction) -> list[int]:
    """Return the primary keys of the people who have downloaded a file with the answer key."""
    opened = Event.objects.filter(verb="construction_opened", new__construction=construction.code)
    return sorted(set(opened.exclude(actor=None).values_list("actor_id", flat=True)))


@transaction.atomic(durable=True)
def note_handed(*, construction: Construction, upload: Upload, actor: Person) -> Construction:
    """Record the upload by which the items go to their import. The first upload stays."""
    row = Construction.objects.select_for_update().get(pk=construction.pk)
    if row.handed_id is None:
        upload.settings = {"readers": readers_of(row)}
        upload.save(update_fields=["settings"])
        row.handed = upload
        row.save(update_fields=["handed"])
        record("construction_handed", actor=actor, new={"construction": row.code, "upload": upload.code})
    return row
