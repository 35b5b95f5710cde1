"""Evidence items on their way in (contracts §3): staged, their documents looked up, checked, moved in."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from reviewapp.codes import ALPHABET
from reviewapp.job_runner import Progress
from reviewapp.protocol import ItemState
from reviewapp.records import Place, Problems

from . import staging
from .report import KEPT_MAPPINGS, Imported

COLUMNS = {
    "n": "int8",
    "file": "text",
    "line": "int4",
    "code": "varchar(12)",
    "item_id": "text",
    "query": "text",
    "answer": "text",
    "answer_aliases": "text[]",
    "refs": "int8[]",
    "negatives": "int8[]",
    "names": "text[]",
    "domain": "text",
    "task_type": "text",
    "source": "text",
    "track": "varchar(12)",
    "flags": "text[]",
    "record_sha256": "varchar(64)",
}
KEYS = ("n", "item_id", "source", "record_sha256")
HIDDEN = ("n", "file", "line", "code", "flags", "record_sha256")
SHOWN = tuple(name for name in COLUMNS if name not in HIDDEN)
NO_SUPPORT = "no_support"
_EVEN = 256 // len(ALPHABET) * len(ALPHABET)  # bytes above would make some letters likelier
_LETTERS = bytes(ord(ALPHABET[byte % len(ALPHABET)]) for byte in range(256))
_NO_LETTERS = bytes(range(_EVEN, 256))


class PlacedItem(NamedTuple):
    """A good item and where it stood; its documents are given by doc_id or, as *names*, by external id."""

    place: Place
    item_id: str
    query: str
    answer: str
    source: str
    record_sha256: str
    refs: tuple[int, ...] = ()
    negatives: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    answer_aliases: tuple[str, ...] = ()
    domain: str | None = None
    task_type: str | None = None
    track: str = "single"
    flags: tuple[str, ...] = ()


def stage(items: Iterable[PlacedItem], progress: Progress, total: int | None = None) -> int:
    """COPY the items into the staging table; return how many."""
    staging.create("staged_item", COLUMNS, wide=["query", "answer"])
    return staging.fill("staged_item", COLUMNS, _rows(items), progress, total, KEYS)


def _codes() -> Iterator[str]:
    """Yield public codes like codes.new_code, which asks the system for each letter and costs as much as
    reading an item."""
    while True:
        letters = os.urandom(6144).translate(_LETTERS, _NO_LETTERS).decode()
        yield from (letters[at : at + 12] for at in range(0, len(letters) - 11, 12))


def _rows(items: Iterable[PlacedItem]) -> Iterator[tuple[Any, ...]]:
    for n, (item, code) in enumerate(zip(items, _codes(), strict=False)):
        yield (
            n,
            item.place.file,
            item.place.line,
            code,
            item.item_id,
            item.query,
            item.answer,
            list(item.answer_aliases),
            list(item.refs),
            list(item.negatives),
            list(item.names),
            item.domain,
            item.task_type,
            item.source,
            item.track,
            list(item.flags),
            item.record_sha256,
        )


def move_in(problems: Problems, imported: Imported, *, may_repeat: bool = False) -> None:
    """Check what is staged against itself, the bank and the items there, and add what is new.

    :param may_repeat: whether the same item may come again in another file of the same import."""
    # One import at a time; the table itself stays open to reviewers, whose commits change items.
    staging.run("SELECT pg_advisory_xact_lock(hashtext('reviewapp_evidenceitem'))")
    staging.run(
        """INSERT INTO reviewapp_source (name, version, licence, citation, scope, url)
        SELECT DISTINCT source, '', '', '', '', '' FROM staged_item ON CONFLICT DO NOTHING"""
    )
    staging.start_findings()
    same = "s.record_sha256 = first.record_sha256 AND s.file <> first.file" if may_repeat else "FALSE"
    staging.find_repeated("staged_item", "item_id", "item_id", unless=same)
    _find_taken()
    staging.reject_found("staged_item", SHOWN, problems)
    imported.same_items += _drop_same()
    _look_up()
    _find_strange()
    staging.reject_found("staged_item", SHOWN, problems)
    _report_mappings(imported)
    imported.new_items += _insert()
    _count_flags(imported)


def _find_taken() -> None:
    staging.run(
        """INSERT INTO found SELECT s.n, 'item_id', format(
            '%s is another item, imported from %s', s.item_id, i.place)
        FROM staged_item s JOIN reviewapp_evidenceitem i USING (item_id)
        WHERE i.record_sha256 <> s.record_sha256"""
    )


def _drop_same() -> int:
    same = staging.run("DELETE FROM staged_item s USING reviewapp_evidenceitem i WHERE i.item_id = s.item_id")
    return same + staging.run(
        """DELETE FROM staged_item s USING (
            SELECT n, min(n) OVER (PARTITION BY item_id) AS first_n FROM staged_item) k
        WHERE k.n = s.n AND k.n <> k.first_n"""
    )


def _look_up() -> None:
    """Find the document behind each reference and hard negative; of an alias, the one it repeats."""
    staging.run("DROP TABLE IF EXISTS pg_temp.named")
    staging.run(
        """CREATE TEMP TABLE named ON COMMIT DROP AS
        WITH given AS (
            SELECT n, 'reference' AS role, position, doc_id, NULL AS name, source
            FROM staged_item, unnest(refs) WITH ORDINALITY AS u(doc_id, position)
            UNION ALL SELECT n, 'hard_negative', position, doc_id, NULL, source
            FROM staged_item, unnest(negatives) WITH ORDINALITY AS u(doc_id, position)),
        by_name AS (
            SELECT n, position, u.name, source
            FROM staged_item, unnest(names) WITH ORDINALITY AS u(name, position))
        SELECT g.n, g.role, g.position, g.doc_id::text AS shown, d.doc_id,
            coalesce(d.alias_of_id, d.doc_id) AS target
        FROM given g LEFT JOIN reviewapp_document d ON d.doc_id = g.doc_id
        UNION ALL
        SELECT b.n, 'reference', b.position, b.name, d.doc_id, coalesce(d.alias_of_id, d.doc_id)
        FROM by_name b JOIN reviewapp_source r ON r.name = b.source
        LEFT JOIN reviewapp_document d ON d.source_id = r.id AND d.external_id = b.name"""
    )
    staging.run("ANALYZE named")


def _find_strange() -> None:
    """Note references to documents that the bank lacks, and those that are hard negatives as well."""
    field = "CASE role WHEN 'reference' THEN 'ref_list' ELSE 'hard_negatives' END"
    staging.run(
        f"""INSERT INTO found SELECT n, {field}, format('%s is no document of the bank', shown)
        FROM named WHERE target IS NULL"""
    )
    staging.run(
        """INSERT INTO found SELECT DISTINCT h.n, 'hard_negatives', format(
            '%s is the same document as %s in ref_list, expected another one', h.shown, r.shown)
        FROM named h JOIN named r ON r.n = h.n AND r.target = h.target
        WHERE h.role = 'hard_negative' AND r.role = 'reference'"""
    )


def _report_mappings(imported: Imported) -> None:
    mapped = "FROM named m JOIN staged_item s USING (n) WHERE m.doc_id <> m.target"
    imported.n_mapped += staging.value_of(f"SELECT count(*) {mapped}")
    rows = staging.rows_of(
        f"""SELECT s.item_id, m.shown, m.doc_id, m.target {mapped}
        ORDER BY s.n, m.role DESC, m.position LIMIT %(n)s""",
        {"n": KEPT_MAPPINGS},
    )
    imported.mapped += [
        f"{item_id}: document {shown} is a copy of {target}"
        if shown == str(doc_id)
        else f"{item_id}: {shown} (document {doc_id}) is a copy of {target}"
        for item_id, shown, doc_id, target in rows
    ]


# An item without a domain gets that of most of its references, ties going to the first in RefList order
# (records.majority_domain says the same of one item).
_DOMAINS = """
    SELECT DISTINCT ON (n) n, domain FROM (
        SELECT m.n, d.domain, count(*) AS votes, min(m.position) AS first
        FROM kept m JOIN reviewapp_document d ON d.doc_id = m.target
        WHERE m.role = 'reference' AND d.domain IS NOT NULL GROUP BY m.n, d.domain) votes
    ORDER BY n, votes DESC, first"""


def _insert() -> int:
    staging.run("DROP TABLE IF EXISTS pg_temp.kept")
    staging.run(
        """CREATE TEMP TABLE kept ON COMMIT DROP AS
        SELECT n, role, target, row_number() OVER (PARTITION BY n, role ORDER BY min(position)) AS position
        FROM named JOIN staged_item USING (n) GROUP BY n, role, target"""
    )
    staging.run("ANALYZE kept")
    count = staging.run(
        f"""INSERT INTO reviewapp_evidenceitem (code, item_id, query, answer, answer_aliases, imported_domain,
            domain, task_type, source_id, track, flags, n_references, state, record_sha256, place)
        SELECT s.code, s.item_id, s.query, s.answer, s.answer_aliases, s.domain, coalesce(s.domain, o.domain),
            s.task_type, r.id, s.track,
            CASE WHEN k.references IS NULL AND NOT s.flags @> ARRAY[%(no_support)s]
                THEN s.flags || %(no_support)s::text ELSE s.flags END,
            coalesce(k.references, 0), %(state)s, s.record_sha256, s.file || ':' || s.line
        FROM staged_item s JOIN reviewapp_source r ON r.name = s.source
        LEFT JOIN (SELECT n, count(*) AS references FROM kept WHERE role = 'reference' GROUP BY n) k USING (n)
        LEFT JOIN ({_DOMAINS}) o USING (n) ORDER BY s.n""",
        {"no_support": NO_SUPPORT, "state": ItemState.PROPOSED},
    )
    staging.run(
        """INSERT INTO reviewapp_itemdocument (item_id, document_id, role, position)
        SELECT i.id, k.target, k.role, k.position FROM kept k JOIN staged_item s USING (n)
        JOIN reviewapp_evidenceitem i ON i.item_id = s.item_id ORDER BY k.n, k.role DESC, k.position"""
    )
    return count


def _count_flags(imported: Imported) -> None:
    rows = staging.rows_of(
        """SELECT flag, count(*) FROM staged_item s JOIN reviewapp_evidenceitem i USING (item_id),
        unnest(i.flags) AS flag GROUP BY flag"""
    )
    for flag, count in rows:
        imported.flags[flag] = imported.flags.get(flag, 0) + count
