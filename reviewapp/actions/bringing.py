"""The one frame around every import: a transaction, the problems, the registry of files, the event."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction

from reviewapp.intake import staging
from reviewapp.intake.rejects import collecting
from reviewapp.intake.report import Imported
from reviewapp.models import Person, Source, SourceFile
from reviewapp.records import InputFile, Problems

from .events import record

PENDING_KILOBYTES = 1 << 20  # of index entries that an import may leave to be merged after it


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
        staging.run(f"SET LOCAL gin_pending_list_limit = {PENDING_KILOBYTES}")
        bring(problems, imported)
        if options.rejects is None:
            problems.raise_if_any()
        imported.left_out = problems.bad_records
        if imported.changed and not options.dry:
            _register(files, format_name, imported, actor)
            record(verb, actor=actor, new=imported.as_json() | {"mapped": imported.mapped[:10]})
    return imported


@contextmanager
def _transaction(options: Options) -> Iterator[None]:
    with transaction.atomic(durable=True):
        yield
        if options.dry:
            transaction.set_rollback(True)


def _register(files: Sequence[InputFile], format_name: str, imported: Imported, actor: Person | None) -> None:
    """Note each file with its hash in the registry of sources (EMB Table 5)."""
    sources = _sources(imported)
    for file in files:
        digest, size = _digest(file)
        SourceFile.objects.create(
            source=sources[0] if len(sources) == 1 else None,
            name=file.name,
            sha256=digest,
            n_bytes=size,
            format=format_name,
            n_documents=imported.new_documents + imported.new_aliases if len(files) == 1 else 0,
            n_items=imported.new_items if len(files) == 1 else 0,
            imported_by=actor,
        )


def _sources(imported: Imported) -> list[Source]:
    tables = ["staged_document"] if imported.new_documents or imported.new_aliases else []
    tables += ["staged_item"] if imported.new_items else []
    named = " UNION ".join(f"SELECT source FROM {table}" for table in tables)
    return list(Source.objects.filter(name__in=[name for (name,) in staging.rows_of(named)]))


def _digest(file: InputFile) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    with file.open() as raw:
        while data := raw.read(1 << 20):
            digest.update(data)
            size += len(data)
    return digest.hexdigest(), size
