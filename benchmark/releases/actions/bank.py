"""Merging the documents of a release into the bank: the same document is left alone, another one refused.

Called inside an action that has locked the table of documents against other writers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from benchmark.releases.formats.folder import InvalidRelease, canonical_object
from benchmark.releases.frozen import DOCUMENT_COLUMNS, document_line
from benchmark.releases.streams import copy_in
from reviewapp.models import Document
from reviewapp.records import (
    DocumentRecord,
    InvalidRecord,
    canonical_text,
    check_document,
    document_sha256,
    text_sha256,
)

BATCH_BYTES = 8 << 20
BATCH_ROWS = 2_000

BANK_COLUMNS = {
    "doc_id": "int8",
    "source_id": "int8",
    "external_id": "text",
    "title": "text",
    "text": "text",
    "domain": "text",
    "text_sha256": "varchar",
    "record_sha256": "varchar",
    "n_chars": "int4",
    "n_bytes": "int4",
    "n_tokens": "int4",
    "place": "text",
}


@dataclass(frozen=True, slots=True)
class Incoming:
    """A document of a release's file: its record, where it stands, the SHA-256 of its line and its text."""

    record: DocumentRecord
    place: str
    sha256: str
    text_sha256: str


class BankMerge:
    """Puts documents into the bank under the ids they bring; `n_new` counts those it did not have."""

    def __init__(self, source_ids: Mapping[str, int], path: str) -> None:
        self.n_new = 0
        self._source_ids = source_ids
        self._path = path

    def batches(self, lines: Iterable[tuple[int, bytes]]) -> Iterator[list[Incoming]]:
        """Yield the documents of a file in batches of some megabytes.

        :raises InvalidRelease: for a line that is no document, or a doc_id that is not above the last."""
        batch: list[Incoming] = []
        size, last = 0, -1
        for number, line in lines:
            incoming = self._read(line, f"{self._path}:{number}", last)
            last = incoming.record.doc_id or 0
            batch.append(incoming)
            size += len(line)
            if size >= BATCH_BYTES or len(batch) >= BATCH_ROWS:
                yield batch
                batch, size = [], 0
        if batch:
            yield batch

    def _read(self, line: bytes, place: str, last: int) -> Incoming:
        try:
            record = check_document(canonical_object(line, place))
        except InvalidRecord as error:
            raise InvalidRelease([f"{place}: {finding}" for finding in error.findings]) from error
        if record.doc_id is None or record.doc_id <= last:
            raise InvalidRelease([f"{place}: doc_id: {record.doc_id}, expected more than {last}"])
        if record.source not in self._source_ids:
            raise InvalidRelease([f"{place}: source: “{record.source}” is not in the manifest"])
        return Incoming(record, place, hashlib.sha256(line).hexdigest(), text_sha256(record.text))

    def merge(self, batch: Sequence[Incoming]) -> list[str]:
        """Add what the bank lacks of *batch*; if it holds a document otherwise, add none and return why."""
        standing = self._standing(batch)
        answers = (standing.problem(incoming, self._source_ids) for incoming in batch)
        problems = [problem for problem in answers if problem]
        if not problems:
            new = [incoming for incoming in batch if incoming.record.doc_id not in standing.by_id]
            self.n_new += copy_in(Document, BANK_COLUMNS, map(self._row, new))
        return problems

    def _standing(self, batch: Sequence[Incoming]) -> _Standing:
        outer = {incoming.record.external_id for incoming in batch}
        rows = Document.objects.filter(
            Q(pk__in=[incoming.record.doc_id for incoming in batch])
            | Q(text_sha256__in=[incoming.text_sha256 for incoming in batch], alias_of=None)
            | Q(source__in=self._source_ids.values(), external_id__in=outer)
        )
        return _Standing(rows.select_related("source"))

    def _row(self, incoming: Incoming) -> tuple[Any, ...]:
        record = incoming.record
        text = canonical_text(record.text)
        return (
            record.doc_id,
            self._source_ids[record.source],
            record.external_id,
            record.title,
            record.text,
            record.domain,
            incoming.text_sha256,
            document_sha256(record),
            len(text),
            len(text.encode()),
            len(text.split()),
            incoming.place,
        )


class _Standing:
    """The documents of the bank that a batch could collide with."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self.by_id: dict[int | None, Document] = {}
        self._by_text: dict[str, Document] = {}
        self._by_name: dict[tuple[int, str | None], Document] = {}
        for document in documents:
            self.by_id[document.doc_id] = document
            self._by_name[document.source_id, document.external_id] = document
            if document.alias_of_id is None:
                self._by_text[document.text_sha256] = document

    def problem(self, incoming: Incoming, source_ids: Mapping[str, int]) -> str:
        """Return what in the bank contradicts *incoming*, naming both places; empty if nothing does."""
        record = incoming.record
        same_id = self.by_id.get(record.doc_id)
        if same_id:
            if _sha256(same_id) == incoming.sha256:
                return ""
            return f"{incoming.place}: doc_id: {record.doc_id} is another document here, from {same_id.place}"
        same_text = self._by_text.get(incoming.text_sha256)
        if same_text:
            return (
                f"{incoming.place}: text: that of document {same_text.doc_id} here, from {same_text.place}, "
                f"expected under doc_id {record.doc_id}"
            )
        same_name = self._by_name.get((source_ids[record.source], record.external_id))
        if same_name and record.external_id is not None:
            return (
                f"{incoming.place}: external_id: “{record.external_id}” is document {same_name.doc_id} here, "
                f"from {same_name.place}"
            )
        return ""


def _sha256(document: Document) -> str:
    if document.alias_of_id is not None:
        return ""
    values = {name: getattr(document, name) for name in DOCUMENT_COLUMNS if name != "source__name"}
    row = tuple({**values, "source__name": document.source.name}[name] for name in DOCUMENT_COLUMNS)
    return hashlib.sha256(document_line(row)).hexdigest()
