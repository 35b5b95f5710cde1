"""Collision candidates and verdicts on their way in (contracts §3): staged, looked up, checked, moved in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import orjson

from reviewapp.bank.intake import staging
from reviewapp.bank.intake.report import KEPT_MAPPINGS, Imported
from reviewapp.jobs.progress import Progress
from reviewapp.records import Place, Problems, canonical_text
from reviewapp.records.collisions import CollisionRecord
from reviewapp.workflows.collision.rules.comparing import Compared, Reading, compare_read, read

COLUMNS = {
    "n": "int8",
    "file": "text",
    "line": "int4",
    "item_id": "text",
    "doc_id": "int8",
    "rank": "int4",
    "similarity": "float8",
    "verdict": "varchar(14)",
    "rationale": "text",
    "quote": "text",
    "model": "text",
    "prompt_version": "text",
}
KEYS = ("n", "item_id", "doc_id", "rank", "model", "prompt_version")
SHOWN = tuple(name for name in COLUMNS if name not in ("n", "file", "line"))
TABLE = "staged_collision"


class PlacedCollision(NamedTuple):
    """A good record and where it stood."""

    place: Place
    record: CollisionRecord


def stage(records: Iterable[PlacedCollision], progress: Progress, total: int | None = None) -> int:
    """COPY the records into the staging table; return how many."""
    staging.create(TABLE, COLUMNS)
    return staging.fill(TABLE, COLUMNS, _rows(records), progress, total, KEYS)


def _rows(records: Iterable[PlacedCollision]) -> Iterator[tuple[Any, ...]]:
    for n, (place, record) in enumerate(records):
        yield (n, place.file, place.line, *record.as_object().values())


def move_in(problems: Problems, imported: Imported, *, dry: bool, progress: Progress) -> None:
    """Check what is staged against itself, the items and the candidates there, and add what is new.

    :param dry: whether all will be undone, so that nobody will see the marks and none are made."""
    staging.run("SELECT pg_advisory_xact_lock(hashtext('reviewapp_collisioncandidate'))")
    staging.run(f"ALTER TABLE {TABLE} ADD item int8, ADD document int8")
    staging.run(
        f"""UPDATE {TABLE} s SET item = k.item, document = k.document FROM (
            SELECT s.n, i.id AS item, coalesce(d.alias_of_id, d.doc_id) AS document FROM {TABLE} s
            LEFT JOIN reviewapp_evidenceitem i USING (item_id)
            LEFT JOIN reviewapp_document d USING (doc_id)) k
        WHERE k.n = s.n"""
    )
    staging.start_findings()
    _find_unknown()
    staging.reject_found(TABLE, SHOWN, problems)
    _find_contradicting()
    staging.find_repeated(TABLE, "doc_id", "item, document, model, prompt_version")
    _find_taken()
    staging.reject_found(TABLE, SHOWN, problems)
    _report_mappings(imported)
    if not dry:
        _compare(progress)
    imported.new_candidates += _insert_candidates(dry)
    imported.same_verdicts += _drop_same()
    imported.new_verdicts += _insert_verdicts()


def _find_unknown() -> None:
    staging.run(
        f"""INSERT INTO found SELECT n, 'item_id', format('%s is no item here', item_id)
        FROM {TABLE} WHERE item IS NULL"""
    )
    staging.run(
        f"""INSERT INTO found SELECT n, 'doc_id', format('%s is no document of the bank', doc_id)
        FROM {TABLE} WHERE document IS NULL"""
    )
    # What review itself has made a reference was a candidate before, and its verdicts may come later.
    staging.run(
        f"""INSERT INTO found SELECT s.n, 'doc_id', format(
            '%s is %s, expected a document that is no reference', s.doc_id, CASE WHEN s.doc_id = s.document
                THEN 'a reference of the item' ELSE 'a copy of the item''s reference ' || s.document END)
        FROM {TABLE} s JOIN reviewapp_itemdocument r ON r.item_id = s.item AND r.document_id = s.document
        WHERE r.role = 'reference' AND NOT r.by_review AND r.base_position IS NULL"""
    )


def _find_contradicting() -> None:
    """Note rows that give a candidate another rank or similarity than an earlier row, or its rank away."""
    for field in ("rank", "similarity"):
        staging.run(
            f"""INSERT INTO found SELECT s.n, '{field}', format(
                '%s, but document %s of %s has %s at %s:%s', s.{field}, s.document, s.item_id, first.{field},
                first.file, first.line)
            FROM (SELECT n, min(n) OVER (PARTITION BY item, document) AS first_n FROM {TABLE}) k
            JOIN {TABLE} s USING (n) JOIN {TABLE} first ON first.n = k.first_n
            WHERE s.{field} <> first.{field}"""
        )
    staging.run(
        f"""INSERT INTO found SELECT s.n, 'rank', format(
            '%s of %s is that of document %s at %s:%s', s.rank, s.item_id, first.document, first.file,
            first.line)
        FROM (SELECT n, min(n) OVER (PARTITION BY item, rank) AS first_n FROM {TABLE}) k
        JOIN {TABLE} s USING (n) JOIN {TABLE} first ON first.n = k.first_n
        WHERE s.document <> first.document"""
    )


def _find_taken() -> None:
    """Note what contradicts the candidates and verdicts that are here (contracts §1: both places)."""
    for field in ("rank", "similarity"):
        staging.run(
            f"""INSERT INTO found SELECT s.n, '{field}', format(
                '%s, but document %s of %s has %s, imported from %s', s.{field}, s.document, s.item_id,
                c.{field}, c.place)
            FROM {TABLE} s JOIN reviewapp_collisioncandidate c
                ON c.item_id = s.item AND c.document_id = s.document
            WHERE c.{field} <> s.{field}"""
        )
    staging.run(
        f"""INSERT INTO found SELECT s.n, 'rank', format(
            '%s of %s is that of document %s, imported from %s', s.rank, s.item_id, c.document_id, c.place)
        FROM {TABLE} s JOIN reviewapp_collisioncandidate c ON c.item_id = s.item AND c.rank = s.rank
        WHERE c.document_id <> s.document"""
    )
    staging.run(
        f"""INSERT INTO found SELECT s.n, 'verdict', format(
            '%s under %s has said otherwise of document %s of %s, imported from %s', s.model,
            s.prompt_version, s.document, s.item_id, v.place)
        FROM {TABLE} s JOIN reviewapp_collisioncandidate c
            ON c.item_id = s.item AND c.document_id = s.document
        JOIN reviewapp_collisionverdict v ON v.candidate_id = c.id AND v.model = s.model
            AND v.prompt_version = s.prompt_version
        WHERE (v.verdict, v.rationale, v.quote) IS DISTINCT FROM (s.verdict, s.rationale, s.quote)"""
    )


def _report_mappings(imported: Imported) -> None:
    imported.n_mapped += staging.value_of(f"SELECT count(*) FROM {TABLE} WHERE doc_id <> document")
    rows = staging.rows_of(
        f"""SELECT item_id, doc_id, document FROM {TABLE} WHERE doc_id <> document ORDER BY n LIMIT %(n)s""",
        {"n": KEPT_MAPPINGS},
    )
    imported.mapped += [
        f"{item_id}: document {doc_id} is a copy of {document}" for item_id, doc_id, document in rows
    ]


# --- Marks --------------------------------------------------------------------------------------------

NEW_CANDIDATES = f"""
SELECT s.item, s.document, d.text FROM (
    SELECT DISTINCT item, document FROM {TABLE} s WHERE NOT EXISTS (
        SELECT 1 FROM reviewapp_collisioncandidate c
        WHERE c.item_id = s.item AND c.document_id = s.document)) s
JOIN reviewapp_document d ON d.doc_id = s.document ORDER BY s.item, s.document
"""
EVIDENCE = """
SELECT d.doc_id, d.text FROM reviewapp_itemdocument r JOIN reviewapp_document d ON d.doc_id = r.document_id
WHERE r.item_id = %(item)s AND r.role = 'reference' ORDER BY r.position
"""


def _compare(progress: Progress) -> None:
    """Mark what each new candidate shares with its item's evidence, and what differs: once, here."""
    columns = {"item": "int8", "document": "int8", "marks": "text"}
    staging.create("staged_marks", columns)
    n = 0
    for batch in _batches():
        _copy(columns, batch)
        n += len(batch)
        progress.at(n)
    staging.run("ANALYZE staged_marks")


def _batches() -> Iterator[list[tuple[int, int, str]]]:
    """Yield the marks of some hundred candidates at a time; an item's evidence is read once."""
    read_item: tuple[int, dict[str, Reading]] = (-1, {})
    with staging.raw_connection().cursor("new_candidates") as cursor:
        cursor.itersize = 50
        cursor.execute(NEW_CANDIDATES)
        while rows := cursor.fetchmany(200):
            batch = []
            for item, document, text in rows:
                if read_item[0] != item:
                    read_item = (item, _evidence(item))
                batch.append((item, document, _marks(read(canonical_text(text)), read_item[1])))
            yield batch


def _evidence(item: int) -> dict[str, Reading]:
    rows = staging.rows_of(EVIDENCE, {"item": item})
    return {str(doc_id): read(canonical_text(text)) for doc_id, text in rows}


def _marks(candidate: Reading, evidence: dict[str, Reading]) -> str:
    here, there = compare_read(candidate, list(evidence.values()))
    marks = _stretches(here) | {"references": dict(zip(evidence, map(_stretches, there), strict=True))}
    return orjson.dumps(marks).decode()


def _stretches(compared: Compared) -> dict[str, Any]:
    return {"shared": compared.shared, "differs": compared.differs}


def _copy(columns: dict[str, str], rows: list[tuple[int, int, str]]) -> None:
    sql = f"COPY staged_marks ({', '.join(columns)}) FROM STDIN (FORMAT BINARY)"
    with staging.raw_connection().cursor() as cursor, cursor.copy(sql) as copy:
        copy.set_types(list(columns.values()))
        for row in rows:
            copy.write_row(row)


# --- Moving in ----------------------------------------------------------------------------------------


def _insert_candidates(dry: bool) -> int:
    marks = "'{}'::jsonb" if dry else "m.marks::jsonb"
    beside = "" if dry else "JOIN staged_marks m ON m.item = s.item AND m.document = s.document"
    return staging.run(
        f"""INSERT INTO reviewapp_collisioncandidate (item_id, document_id, rank, similarity, marks, place)
        SELECT s.item, s.document, s.rank, s.similarity, {marks}, s.file || ':' || s.line
        FROM (SELECT DISTINCT ON (item, document) * FROM {TABLE} ORDER BY item, document, n) s {beside}
        WHERE NOT EXISTS (SELECT 1 FROM reviewapp_collisioncandidate c
            WHERE c.item_id = s.item AND c.document_id = s.document)
        ORDER BY s.n"""
    )


def _drop_same() -> int:
    return staging.run(
        f"""DELETE FROM {TABLE} s USING reviewapp_collisioncandidate c, reviewapp_collisionverdict v
        WHERE c.item_id = s.item AND c.document_id = s.document AND v.candidate_id = c.id
            AND v.model = s.model AND v.prompt_version = s.prompt_version"""
    )


def _insert_verdicts() -> int:
    return staging.run(
        f"""INSERT INTO reviewapp_collisionverdict (candidate_id, model, prompt_version, verdict, rationale,
            quote, place)
        SELECT c.id, s.model, s.prompt_version, s.verdict, s.rationale, s.quote, s.file || ':' || s.line
        FROM {TABLE} s JOIN reviewapp_collisioncandidate c
            ON c.item_id = s.item AND c.document_id = s.document
        ORDER BY s.n"""
    )
