"""A public data set's own files come in, standardised (EMB §3.2): paragraphs and questions."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import IO

from django.conf import settings

from benchmark.construction.rawdata import FORMATS, RawItem, RawRecord
from reviewapp.bank.actions.bringing import DEFAULT, Options, bring_in
from reviewapp.bank.intake import documents, items
from reviewapp.bank.intake.documents import PlacedDocument
from reviewapp.bank.intake.items import PlacedItem
from reviewapp.bank.intake.report import Imported
from reviewapp.jobs.progress import Progress
from reviewapp.models import Person
from reviewapp.records import DocumentRecord, InputFile, Place, Problems, canonical_bytes, named_apart, sha256


class NoSource(ValueError):
    """Raw files do not name their source, so the import must."""

    def __init__(self) -> None:
        super().__init__("the source of raw files must be named")


def import_raw(
    *,
    files: Sequence[InputFile],
    format_name: str,
    actor: Person | None,
    columns: Mapping[str, str] | None = None,
    options: Options = DEFAULT,
    progress: Progress | None = None,
) -> Imported:
    """Add the documents and items of a data set's files; items flagged rather than dropped.

    An item that comes again in another of the files with the same content is one item.

    :raises InvalidFile: with every bad record, unless they are to be left out; nothing is written.
    :raises UnknownColumns: if the columns of a table cannot be used.
    :raises NoSource: if the options name no source."""
    if not options.source:
        raise NoSource
    source, progress = options.source, progress or Progress()
    adapter, files = FORMATS[format_name], named_apart(files)

    def bring(problems: Problems, imported: Imported) -> None:
        records = adapter.read(files, problems, columns or {})
        with tempfile.TemporaryFile(dir=settings.VAR) as spool:
            documents.stage(_documents(records, source, spool), progress)
            documents.move_in(problems, imported, may_repeat=True)
            spool.seek(0)
            items.bring(_items(spool, source), problems, imported, progress, may_repeat=True)

    return bring_in("import_raw", files, bring, actor=actor, options=options, format_name=format_name)


def _documents(records: Iterator[RawRecord], source: str, spool: IO[bytes]) -> Iterator[PlacedDocument]:
    """Yield the documents as they are read. The items wait in *spool*: only one COPY can run at a time."""
    for record in records:
        for item in record.items:
            pickle.dump((record.place, item), spool, pickle.HIGHEST_PROTOCOL)
        for raw in record.documents:
            document = DocumentRecord(
                None,
                raw.external_id,
                raw.title,
                raw.text,
                source,
                raw.domain,
            )
            yield PlacedDocument(record.place, document)


def _items(spool: IO[bytes], source: str) -> Iterator[PlacedItem]:
    while True:
        try:
            place, item = pickle.load(spool)
        except EOFError:
            return
        yield _placed(place, item, source)


def _placed(place: Place, item: RawItem, source: str) -> PlacedItem:
    return PlacedItem(
        place,
        item.item_id,
        item.query,
        item.answer,
        source,
        item_sha256(item, source),
        names=item.references,
        answer_aliases=item.answer_aliases,
        domain=item.domain,
        task_type=item.task_type,
        flags=item.flags,
    )


def item_sha256(item: RawItem, source: str) -> str:
    """Return the hash that says whether two raw items are the same: of all that the adapter made of them."""
    return sha256(canonical_bytes([source, item]))
