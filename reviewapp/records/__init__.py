"""The file formats of documents and evidence items (contracts §1–3): reading, checking, canonical writing.

Pure: no database, no settings. A file is opened by `open_source`, read record by record, and its bad records
collect in `Problems`."""

from .documents import DocumentRecord, check_document, document_bytes, document_sha256, read_documents
from .errors import Finding, InvalidFile, InvalidRecord, Place, Problems, Rejected
from .evidence import (
    TRACKS,
    EvidenceRecord,
    check_evidence,
    evidence_bytes,
    evidence_sha256,
    majority_domain,
    read_evidence,
)
from .lines import (
    LINE_LIMIT,
    InputFile,
    Line,
    Source,
    Utf8,
    named_apart,
    open_source,
    read_lines,
    storable_name,
)
from .objects import kind_of, parse_object
from .pieces import PIECE_BYTES, file_sha256, joined_pieces, pieces_of
from .text import (
    Span,
    SpanOutOfText,
    canonical_bytes,
    canonical_text,
    sha256,
    span_offsets,
    storable,
    text_sha256,
)

__all__ = [
    "LINE_LIMIT",
    "PIECE_BYTES",
    "TRACKS",
    "DocumentRecord",
    "EvidenceRecord",
    "Finding",
    "InputFile",
    "InvalidFile",
    "InvalidRecord",
    "Line",
    "Place",
    "Problems",
    "Rejected",
    "Source",
    "Span",
    "SpanOutOfText",
    "Utf8",
    "canonical_bytes",
    "canonical_text",
    "check_document",
    "check_evidence",
    "document_bytes",
    "document_sha256",
    "evidence_bytes",
    "evidence_sha256",
    "file_sha256",
    "joined_pieces",
    "kind_of",
    "majority_domain",
    "named_apart",
    "open_source",
    "parse_object",
    "pieces_of",
    "read_documents",
    "read_evidence",
    "read_lines",
    "sha256",
    "span_offsets",
    "storable",
    "storable_name",
    "text_sha256",
]
