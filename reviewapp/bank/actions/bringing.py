"""The one frame around every import: a transaction, the problems, the registry of files, the event."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction

from reviewapp.bank.intake import staging
from reviewapp.bank.intake.rejects import collecting
from reviewapp.bank.intake.report import Imported
from reviewapp.models import Person, Source, SourceFile
from reviewapp.records import InputFile, Problems
from reviewapp.work.actions.events import record


@dataclass(frozen=True, slots=True)
class Options:
    """How a file is imported.

    :ivar source: for records that name none.
    :ivar rejects: where bad records go; None refuses the file for one.
    :ivar dry: check only, and undo everything.
    :ivar total: how many records there are, for progress, where that is known."""

    source: str | None = None
    rejects: Path | None = None
    dry: bool = False
    total: int | None = None


DEFAULT = Options()
WORK_MEMORY = "32MB"  # of the server, so that sorting the rows of a large file stays in memory


def bring_in(
    verb: str,
    files: Sequence[InputFile],
    bring: Callable[[Problems, Imported], None],
    *,
    actor: Person | None,
    options: Options,
    format_name: str,
) -> Imported:
    """Do one import: *bring* stages and moves; what it finds decides whether anything stays.

    The one frame around every kind of import; the actions here and of public data sets fill it."""
    imported = Imported(files=[file.name for file in files])
    with collecting(options.rejects) as problems, _transaction(options):
        staging.run(f"SET LOCAL work_mem = '{WORK_MEMORY}'")
        bring(problems, imported)
        if options.rejects is None:
            problems.raise_if_any()
        imported.left_out = problems.bad_records
        if imported.changed and not options.dry:
            _register(files, format_name, imported, actor)
            record(verb, actor=actor, new=imported.as_event())
    return imported


@contextmanager
def _transaction(options: Options) -> Iterator[None]:
    with transaction.atomic(durable=True):
        yield
        if options.dry:
            transaction.set_rollback(True)


def _register(files: Sequence[InputFile], format_name: str, imported: Imported, actor: Person | None) -> None:
    """Note each file with its hash, and what of it was new, in the registry of sources (EMB Table 5)."""
    documents = _counts("staged_document") if imported.new_documents or imported.new_aliases else {}
    items = _counts("staged_item") if imported.new_items else {}
    for file in files:
        names = {name for place, name in {*documents, *items} if place == file.name}
        digest, size = digest_of(file)
        SourceFile.objects.create(
            source=Source.objects.get(name=names.pop()) if len(names) == 1 else None,
            name=file.name,
            sha256=digest,
            n_bytes=size,
            format=format_name,
            n_documents=sum(count for (place, _), count in documents.items() if place == file.name),
            n_items=sum(count for (place, _), count in items.items() if place == file.name)
            + imported.new_ripple_items,
            imported_by=actor,
        )


def _counts(table: str) -> dict[tuple[str, str], int]:
    """Return how many rows of a staging table were new, by file and source."""
    rows = staging.rows_of(f"SELECT file, source, count(*) FROM {table} GROUP BY file, source")
    return {(file, source): count for file, source, count in rows}


def digest_of(file: InputFile) -> tuple[str, int]:
    """Return the SHA-256 of a file's bytes as they are, and how many."""
    digest, size = hashlib.sha256(), 0
    with file.open() as raw:
        while data := raw.read(1 << 20):
            digest.update(data)
            size += len(data)
    return digest.hexdigest(), size
