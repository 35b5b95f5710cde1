"""Document records, the MemoryBank's file format (contracts §2, EMB §3.1)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .errors import InvalidRecord, Place, Problems
from .fields import (
    Field,
    check_fields,
    check_optional_id,
    check_optional_name,
    check_source,
    check_text,
)
from .lines import Line, Source, read_lines
from .objects import parse_object
from .text import canonical_bytes, sha256


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """One document; *doc_id* is None where the file leaves it to be assigned."""

    doc_id: int | None
    external_id: str | None
    title: str
    text: str
    source: str
    domain: str | None

    def as_object(self) -> dict[str, Any]:
        """Return the record with its keys in the documented order; an unassigned doc_id is left out."""
        head = {} if self.doc_id is None else {"doc_id": self.doc_id}
        return head | {
            "external_id": self.external_id,
            "title": self.title,
            "text": self.text,
            "source": self.source,
            "domain": self.domain,
        }


DOCUMENT_FIELDS = (
    Field("doc_id", check_optional_id, None),
    Field("external_id", check_optional_name, None),
    Field("title", check_text),
    Field("text", check_text),
    Field("source", check_source),
    Field("domain", check_optional_name, None),
)


def check_document(obj: Mapping[str, Any], source: str | None = None) -> DocumentRecord:
    """Return the document that *obj* describes (contracts §2).

    Absent keys are allowed for doc_id (assigned on import), external_id and domain (null), and source where
    *source* gives it.

    :raises InvalidRecord: with every field that is unknown, missing or wrong."""
    if source is not None and "source" not in obj:
        obj = {**obj, "source": source}
    return DocumentRecord(*check_fields(obj, DOCUMENT_FIELDS))


def document_bytes(record: DocumentRecord) -> bytes:
    """Return the canonical bytes of a document, without the line end."""
    return canonical_bytes(record.as_object())


def document_sha256(record: DocumentRecord) -> str:
    """Return the hash that says whether two imported documents are the same, whatever doc_id they got."""
    return sha256(document_bytes(replace(record, doc_id=None)))


def read_documents(
    source: Source, problems: Problems, default_source: str | None = None
) -> Iterator[tuple[Line, DocumentRecord]]:
    """Yield each good document of a JSONL file with its line; the bad ones go to *problems*."""
    for line in read_lines(source, problems):
        try:
            record = check_document(parse_object(line.data, line.offset), default_source)
        except InvalidRecord as error:
            problems.reject(Place(source.name, line.number), line.data, error.findings)
        else:
            yield line, record
