"""Documents and items come in from files: all of a file or nothing (contracts §1–3)."""

from __future__ import annotations

from collections.abc import Iterator

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

from .bringing import DEFAULT, Options, bring_in


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
