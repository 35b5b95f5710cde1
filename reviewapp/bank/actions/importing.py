"""Documents, items, collision candidates come in from files: all of a file or nothing (contracts §1–4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reviewapp.bank.intake import documents, items
from reviewapp.bank.intake.documents import PlacedDocument
from reviewapp.bank.intake.items import PlacedItem
from reviewapp.bank.intake.report import Imported
from reviewapp.jobs.progress import Progress
from reviewapp.models import Person
from reviewapp.records import (
    InputFile,
    Place,
    Problems,
    evidence_sha256,
    open_source,
    read_documents,
    read_evidence,
)
from reviewapp.records.collisions import read_collisions
from reviewapp.records.ripple import composition_warnings, read_ripple
from reviewapp.workflows.collision import intake as collisions
from reviewapp.workflows.collision.intake import PlacedCollision
from reviewapp.workflows.ripple import intake as ripple
from reviewapp.workflows.ripple.intake import Batch, PlacedRipple

from .bringing import DEFAULT, Options, bring_in, digest_of


def import_documents(
    *, file: InputFile, actor: Person | None, options: Options = DEFAULT, progress: Progress | None = None
) -> Imported:
    """Add the documents of a JSONL file to the bank (contracts §2).

    :raises InvalidFile: with every bad record, unless they are to be left out; nothing is written."""

    def bring(problems: Problems, imported: Imported) -> None:
        documents.stage(_documents(file, problems, options), progress or Progress(), options.total)
        documents.move_in(problems, imported)

    return bring_in("import_documents", [file], bring, actor=actor, options=options, format_name="documents")


def import_evidence(
    *, file: InputFile, actor: Person | None, options: Options = DEFAULT, progress: Progress | None = None
) -> Imported:
    """Add the evidence items of a JSONL file (contracts §3); their documents must be in the bank.

    :raises InvalidFile: with every bad record, unless they are to be left out; nothing is written."""

    def bring(problems: Problems, imported: Imported) -> None:
        read = _items(file, problems, options)
        items.bring(read, problems, imported, progress or Progress(), options.total)

    return bring_in("import_evidence", [file], bring, actor=actor, options=options, format_name="evidence")


def import_collisions(
    *, file: InputFile, actor: Person | None, options: Options = DEFAULT, progress: Progress | None = None
) -> Imported:
    """Add collision candidates and models' verdicts on them (contracts §3, EMB A.1.3).

    :raises InvalidFile: with every bad record, unless they are to be left out; nothing is written."""
    told = progress or Progress()

    def bring(problems: Problems, imported: Imported) -> None:
        collisions.stage(_collisions(file, problems), told, options.total)
        collisions.move_in(problems, imported, dry=options.dry, progress=told)

    return bring_in(
        "import_collisions", [file], bring, actor=actor, options=options, format_name="collisions"
    )


def import_ripple(
    *,
    file: InputFile,
    actor: Person | None,
    options: Options = DEFAULT,
    progress: Progress | None = None,
    readers: Sequence[int] = (),
) -> Imported:
    """Add the ripple items of a JSONL file as one batch (contracts §4).

    Whoever sends the file holds its keys: *actor* is on record as having seen them.

    :param readers: keys of persons who hold the file as well.
    :raises InvalidFile: with every bad record, unless they are to be left out; nothing is written."""

    def bring(problems: Problems, imported: Imported) -> None:
        ripple.stage(_ripple(file, problems), progress or Progress(), options.total)
        ripple.move_in(problems, imported, Batch(file.name, digest_of(file)[0], actor, readers))

    return bring_in("import_ripple", [file], bring, actor=actor, options=options, format_name="ripple")


def _documents(file: InputFile, problems: Problems, options: Options) -> Iterator[PlacedDocument]:
    with file.open() as raw, open_source(raw, file.name) as source:
        for line, read in read_documents(source, problems, options.source):
            yield PlacedDocument(Place(file.name, line.number), read)


def _items(file: InputFile, problems: Problems, options: Options) -> Iterator[PlacedItem]:
    with file.open() as raw, open_source(raw, file.name) as source:
        for line, read in read_evidence(source, problems, options.source):
            yield PlacedItem(
                Place(file.name, line.number),
                read.item_id,
                read.query,
                read.answer,
                read.source,
                evidence_sha256(read),
                refs=read.ref_list,
                negatives=read.hard_negatives,
                domain=read.domain,
                task_type=read.task_type,
                track=read.track,
            )


def _collisions(file: InputFile, problems: Problems) -> Iterator[PlacedCollision]:
    with file.open() as raw, open_source(raw, file.name) as source:
        for line, read in read_collisions(source, problems):
            yield PlacedCollision(Place(file.name, line.number), read)


def _ripple(file: InputFile, problems: Problems) -> Iterator[PlacedRipple]:
    with file.open() as raw, open_source(raw, file.name) as source:
        for line, read in read_ripple(source, problems):
            place = Place(file.name, line.number)
            yield PlacedRipple(place, read, line.data, composition_warnings(read))
