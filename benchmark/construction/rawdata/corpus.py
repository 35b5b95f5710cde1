"""A corpus beside a data set's questions: a list of `{"title", "text"}`, documents without an item."""

from collections.abc import Mapping
from typing import Any

from reviewapp.records import canonical_bytes, sha256

from .base import RawDocument, text_at


def is_corpus_entry(record: Mapping[str, Any]) -> bool:
    """Say whether a record is a document of a corpus rather than a question."""
    return "title" in record and "text" in record and "question" not in record


def content_id(title: str, text: str) -> str:
    """Return an id made of the content, the same on every import, for documents that come without one."""
    return "sha256:" + sha256(canonical_bytes([title, text]))[:24]


def corpus_document(record: Mapping[str, Any]) -> RawDocument:
    """Return the document of a corpus entry.

    :raises InvalidRecord: for a title or text that is no string."""
    title, text = text_at(record, "title"), text_at(record, "text")
    return RawDocument(content_id(title, text), title, text)
