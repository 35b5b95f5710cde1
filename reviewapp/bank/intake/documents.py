"""Documents on their way into the bank (contracts §2): staged, checked against it, given ids, moved in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from reviewapp.jobs.progress import Progress
from reviewapp.records import (
    DocumentRecord,
    Place,
    Problems,
    canonical_text,
    document_sha256,
    sha256,
)

from . import staging
from .report import Imported

COLUMNS = {
    "n": "int8",
    "file": "text",
    "line": "int4",
    "doc_id": "int8",
    "external_id": "text",
    "title": "text",
    "text": "text",
    "source": "text",
    "domain": "text",
    "text_sha256": "varchar(64)",
    "record_sha256": "varchar(64)",
    "n_chars": "int4",
    "n_bytes": "int4",
    "n_tokens": "int4",
}
KEYS = ("n", "doc_id", "external_id", "source", "text_sha256", "record_sha256")
SHOWN = ("doc_id", "external_id", "title", "text", "source", "domain")


class PlacedDocument(NamedTuple):
    """A good document and where it stood."""

    place: Place
    record: DocumentRecord


def stage(documents: Iterable[PlacedDocument], progress: Progress, total: int | None = None) -> int:
    """COPY the documents into the staging table; return how many."""
    staging.create("staged_document", COLUMNS, wide=["text"])
    return staging.fill("staged_document", COLUMNS, _rows(documents), progress, total, KEYS)


def _rows(documents: Iterable[PlacedDocument]) -> Iterator[tuple[Any, ...]]:
    for n, (place, record) in enumerate(documents):
        text = canonical_text(record.text)
        data = text.encode()
        yield (
            n,
            place.file,
            place.line,
            record.doc_id,
            record.external_id,
            record.title,
            record.text,
            record.source,
            record.domain,
            sha256(data),
            document_sha256(record),
            len(text),
            len(data),
            len(text.split()),
        )


def move_in(problems: Problems, imported: Imported, *, may_repeat: bool = False) -> None:
    """Check what is staged against itself and the bank, and add what is new.

    :param may_repeat: whether the same document may come more than once under its external id, as it does
        in data sets that repeat a paragraph beside each question."""
    # Ids go to one import at a time. Lock order: the first lock of an import (see `reviewapp.work`).
    staging.run("LOCK TABLE reviewapp_document IN SHARE ROW EXCLUSIVE MODE")
    staging.run(
        """INSERT INTO reviewapp_source (name, version, licence, citation, scope, url)
        SELECT DISTINCT source, '', '', '', '', '' FROM staged_document ON CONFLICT DO NOTHING"""
    )
    staging.start_findings()
    _find_repeated(may_repeat)
    _find_taken()
    staging.reject_found("staged_document", SHOWN, problems)
    imported.same_documents += _drop_same(may_repeat)
    _assign()
    aliases = staging.value_of("SELECT count(*) FROM assigned WHERE alias_of IS NOT NULL")
    imported.new_aliases += aliases
    imported.new_documents += _insert() - aliases
    # Else what comes next is planned as if the bank were still empty.
    staging.run("ANALYZE reviewapp_document (doc_id, source_id, external_id, text_sha256)")


def _find_repeated(may_repeat: bool) -> None:
    staging.find_repeated("staged_document", "doc_id", "doc_id")
    same = "s.record_sha256 = first.record_sha256 AND s.doc_id IS NOT DISTINCT FROM first.doc_id"
    unless = same if may_repeat else "FALSE"
    staging.find_repeated("staged_document", "external_id", "source, external_id", unless)


def _find_taken() -> None:
    """Note documents whose id or name another document of the bank has, with both places (contracts §1)."""
    staging.run(
        """INSERT INTO found SELECT s.n, 'doc_id', format(
            '%s is another document, imported from %s', s.doc_id, d.place)
        FROM staged_document s JOIN reviewapp_document d USING (doc_id)
        WHERE d.record_sha256 <> s.record_sha256"""
    )
    staging.run(
        """INSERT INTO found SELECT s.n, 'external_id', format(
            '%s is document %s, imported from %s%s', s.external_id, d.doc_id, d.place,
            CASE WHEN d.record_sha256 <> s.record_sha256 THEN ' with other content' END)
        FROM staged_document s JOIN reviewapp_source r ON r.name = s.source
        JOIN reviewapp_document d ON d.source_id = r.id AND d.external_id = s.external_id
        WHERE d.record_sha256 <> s.record_sha256 OR d.doc_id <> s.doc_id"""
    )


def _drop_same(may_repeat: bool) -> int:
    """Delete staged documents that the bank holds unchanged; one without any id is found by its content."""
    same = staging.run(
        """-- Named by doc_id: the checks before have refused one with other content.
        DELETE FROM staged_document s USING reviewapp_document d
        WHERE d.doc_id = s.doc_id AND d.record_sha256 = s.record_sha256"""
    )
    same += staging.run(
        """-- Named by source and external id alone: the document in the bank keeps its doc_id.
        DELETE FROM staged_document s USING reviewapp_document d, reviewapp_source r
        WHERE r.name = s.source AND d.source_id = r.id AND d.external_id = s.external_id
            AND s.doc_id IS NULL"""
    )
    same += staging.run(
        """-- Without any id: the same content is the same document.
        DELETE FROM staged_document s USING reviewapp_document d
        WHERE s.doc_id IS NULL AND s.external_id IS NULL AND d.record_sha256 = s.record_sha256"""
    )
    if may_repeat:
        same += staging.run(
            """-- Of a document that this import repeats, the first row stays.
            DELETE FROM staged_document s USING (
                SELECT n, min(n) OVER (PARTITION BY source, external_id) AS first_n
                FROM staged_document WHERE external_id IS NOT NULL) k
            WHERE k.n = s.n AND k.n <> k.first_n"""
        )
    return same


def _assign() -> None:
    """Assign ids, densely behind the highest, and find for each copy of a text the document it repeats."""
    staging.run("DROP TABLE IF EXISTS pg_temp.assigned")
    staging.run(
        """CREATE TEMP TABLE assigned ON COMMIT DROP AS
        -- New ids follow the highest id of the bank and of this file, whichever is larger.
        WITH highest AS (SELECT greatest((SELECT max(doc_id) FROM reviewapp_document),
                (SELECT max(doc_id) FROM staged_document), 0) AS id),
        -- A row with an id keeps it; the others are numbered in the order of the file.
        numbered AS (SELECT n, text_sha256, coalesce(doc_id, highest.id + row_number() OVER (
                PARTITION BY doc_id IS NULL ORDER BY n)) AS doc_id FROM staged_document, highest)
        -- A text repeats a document of the bank or, if the bank has none, the first row with that text.
        SELECT s.n, s.doc_id, coalesce(d.doc_id, nullif(
            first_value(s.doc_id) OVER (PARTITION BY s.text_sha256 ORDER BY s.n), s.doc_id)) AS alias_of
        FROM numbered s
        LEFT JOIN reviewapp_document d ON d.text_sha256 = s.text_sha256 AND d.alias_of_id IS NULL"""
    )


def _insert() -> int:
    return staging.run(
        """INSERT INTO reviewapp_document (doc_id, alias_of_id, source_id, external_id, title, text, domain,
            text_sha256, record_sha256, n_chars, n_bytes, n_tokens, place)
        SELECT a.doc_id, a.alias_of, r.id, s.external_id, s.title,
            -- An alias has no text of its own: it is that of the document it repeats.
            CASE WHEN a.alias_of IS NULL THEN s.text ELSE '' END, s.domain, s.text_sha256, s.record_sha256,
            s.n_chars, s.n_bytes, s.n_tokens, s.file || ':' || s.line
        FROM staged_document s JOIN assigned a USING (n) JOIN reviewapp_source r ON r.name = s.source
        ORDER BY s.n"""
    )
