"""Evidence items on their way in (contracts §3): written where they stay, then checked, in one transaction.

Their long texts are sent once, straight into the table of items; what the checks look at is staged beside
it. Nobody sees the items before the checks are through, and what they refuse is taken out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from reviewapp.jobs.progress import Progress
from reviewapp.models import Source
from reviewapp.records import Place, Problems
from reviewapp.rules.codes import new_codes
from reviewapp.rules.protocol import ItemState

from . import staging
from .report import KEPT_MAPPINGS, Imported

ITEM_COLUMNS = {
    "id": "int8",
    "code": "varchar",
    "item_id": "text",
    "query": "text",
    "answer": "text",
    "answer_aliases": "text[]",
    "imported_domain": "text",
    "domain": "text",
    "task_type": "text",
    "source_id": "int8",
    "track": "varchar",
    "flags": "varchar[]",
    "n_references": "int4",
    "state": "varchar",
    "record_sha256": "varchar",
    "place": "text",
}
# `n` is the id that the item has in its table.
STAGED_COLUMNS = {
    "n": "int8",
    "file": "text",
    "line": "int4",
    "item_id": "text",
    "source": "text",
    "record_sha256": "varchar(64)",
    "domain": "text",
    "n_references": "int4",
    "refs": "int8[]",
    "negatives": "int8[]",
    "names": "text[]",
}
KEYS = ("n", "item_id", "source", "record_sha256", "domain", "n_references")
SHOWN = (
    *("item_id", "query", "answer", "answer_aliases", "refs", "negatives", "names"),
    *("domain", "task_type", "source", "track"),
)
RECORDS = """(SELECT s.*, i.query, i.answer, i.answer_aliases, i.task_type, i.track
    FROM staged_item s JOIN reviewapp_evidenceitem i ON i.id = s.n)"""
NO_SUPPORT = "no_support"
PIECE_ITEMS = 5_000
PIECE_CHARS = 16_000_000


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

    @property
    def n_references(self) -> int:
        """How many references it names, before any two turn out to be copies of one document."""
        return len(self.refs or self.names)


def bring(
    items: Iterable[PlacedItem],
    problems: Problems,
    imported: Imported,
    progress: Progress,
    total: int | None = None,
    *,
    may_repeat: bool = False,
) -> None:
    """Add the items that are new, having checked them against each other, the bank and the items there.

    :param may_repeat: whether the same item may come again in another file of the same import.
    :raises JobStopped: if *progress* says so."""
    # One import at a time; the table itself stays open to reviewers, whose commits change items.
    # Lock order: behind the table of documents (see `reviewapp.work`).
    staging.run("SELECT pg_advisory_xact_lock(hashtext('reviewapp_evidenceitem'))")
    staging.run("SET CONSTRAINTS item_item_id_once DEFERRED")
    first = _write(items, progress, total)
    if first is None:
        return
    _check(first, problems, imported, may_repeat=may_repeat)
    _report_mappings(imported)
    _link()
    imported.new_items += staging.value_of("SELECT count(*) FROM staged_item")
    _count_flags(imported)
    staging.run("SET CONSTRAINTS item_item_id_once IMMEDIATE")


def _write(items: Iterable[PlacedItem], progress: Progress, total: int | None) -> int | None:
    """COPY the items into their table and the columns to check into a staging table; return the first id."""
    staging.create("staged_item", STAGED_COLUMNS)
    codes, sources = new_codes(), dict[str, int]()
    first, count = None, 0
    with staging.Sender() as sender:
        for piece in _pieces(items, progress, total):
            sender.wait()
            ids = _take_ids(len(piece))
            first = ids[0] if first is None else first
            count += len(piece)
            _know_sources(piece, sources)
            sender.send(
                ("reviewapp_evidenceitem", ITEM_COLUMNS, _item_rows(ids, piece, codes, sources)),
                ("staged_item", STAGED_COLUMNS, map(_staged_row, ids, piece)),
            )
    staging.run(f"ANALYZE staged_item ({', '.join(KEYS)})")
    staging.run("ANALYZE reviewapp_evidenceitem (id, item_id)")  # else it is planned as empty as it was
    progress.at(count, total)
    return first


def _pieces(items: Iterable[PlacedItem], progress: Progress, total: int | None) -> Iterator[list[PlacedItem]]:
    """Yield the items in pieces that memory holds whatever their length."""
    piece, size = list[PlacedItem](), 0
    for count, item in enumerate(items, start=1):
        piece.append(item)
        size += len(item.query) + len(item.answer)
        if count % staging.STEP == 0:
            progress.at(count, total)
        if len(piece) == PIECE_ITEMS or size > PIECE_CHARS:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece


def _know_sources(piece: Sequence[PlacedItem], sources: dict[str, int]) -> None:
    for name in dict.fromkeys(item.source for item in piece):  # in the order of the file
        if name not in sources:
            sources[name] = Source.objects.get_or_create(name=name)[0].pk


def _take_ids(n: int) -> list[int]:
    """Take ids from the table's sequence."""
    ids: list[int] = staging.value_of(
        """SELECT array_agg(nextval(pg_get_serial_sequence('reviewapp_evidenceitem', 'id')))
        FROM generate_series(1, %(n)s)""",
        {"n": n},
    )
    return ids


def _item_rows(
    ids: Sequence[int], items: Sequence[PlacedItem], codes: Iterator[str], sources: Mapping[str, int]
) -> Iterator[tuple[Any, ...]]:
    for n, item in zip(ids, items, strict=True):
        yield _item_row(n, item, next(codes), sources[item.source])


def _item_row(n: int, item: PlacedItem, code: str, source_id: int) -> tuple[Any, ...]:
    """Return the item's row; `_link` corrects the columns that depend on the bank."""
    flags = item.flags if item.n_references or NO_SUPPORT in item.flags else (*item.flags, NO_SUPPORT)
    return (
        n,
        code,
        item.item_id,
        item.query,
        item.answer,
        list(item.answer_aliases),
        item.domain,
        item.domain,
        item.task_type,
        source_id,
        item.track,
        list(flags),
        item.n_references,
        ItemState.PROPOSED.value,
        item.record_sha256,
        f"{item.place.file}:{item.place.line}",
    )


def _staged_row(n: int, item: PlacedItem) -> tuple[Any, ...]:
    return (
        n,
        item.place.file,
        item.place.line,
        item.item_id,
        item.source,
        item.record_sha256,
        item.domain,
        item.n_references,
        list(item.refs),
        list(item.negatives),
        list(item.names),
    )


def _check(first: int, problems: Problems, imported: Imported, *, may_repeat: bool) -> None:
    """Delete the new items that are wrong, and those that were there already."""
    staging.start_findings()
    staging.run("DROP TABLE IF EXISTS pg_temp.written, pg_temp.refused")
    staging.run("CREATE TEMP TABLE written ON COMMIT DROP AS SELECT n FROM staged_item")
    same = "s.record_sha256 = first.record_sha256 AND s.file <> first.file" if may_repeat else "FALSE"
    staging.find_repeated("staged_item", "item_id", "item_id", unless=same)
    _find_taken(first)
    staging.reject_found("staged_item", SHOWN, problems, RECORDS)
    imported.same_items += _drop_same(first)
    _look_up()
    _find_strange()
    staging.reject_found("staged_item", SHOWN, problems, RECORDS)
    _take_out()


def _find_taken(first: int) -> None:
    staging.run(
        """INSERT INTO found SELECT s.n, 'item_id', format(
            '%%s is another item, imported from %%s', s.item_id, i.place)
        FROM staged_item s JOIN reviewapp_evidenceitem i USING (item_id)
        WHERE i.id < %(first)s AND i.record_sha256 <> s.record_sha256""",
        {"first": first},
    )


def _drop_same(first: int) -> int:
    same = staging.run(
        """-- Those that were there before this import; what differed from them has been refused.
        DELETE FROM staged_item s USING reviewapp_evidenceitem i
        WHERE i.item_id = s.item_id AND i.id < %(first)s""",
        {"first": first},
    )
    return same + staging.run(
        """-- Of an item that comes twice in this import, the first row stays.
        DELETE FROM staged_item s USING (
            SELECT n, min(n) OVER (PARTITION BY item_id) AS first_n FROM staged_item) k
        WHERE k.n = s.n AND k.n <> k.first_n"""
    )


def _take_out() -> None:
    """Delete the items written by this import that are not staged any more."""
    staging.run(
        """CREATE TEMP TABLE refused ON COMMIT DROP AS
        SELECT n FROM written EXCEPT SELECT n FROM staged_item"""
    )
    staging.run("ANALYZE refused")
    staging.run("DELETE FROM reviewapp_evidenceitem i USING refused r WHERE i.id = r.n")


def _look_up() -> None:
    """Find the document behind each reference and hard negative; of an alias, the one it repeats."""
    staging.run("DROP TABLE IF EXISTS pg_temp.named")
    staging.run(
        """CREATE TEMP TABLE named ON COMMIT DROP AS
        -- References and hard negatives given by doc_id, one row each, with their place in the list.
        WITH given AS (
            SELECT n, 'reference' AS role, position, doc_id, NULL AS name, source
            FROM staged_item, unnest(refs) WITH ORDINALITY AS u(doc_id, position)
            UNION ALL SELECT n, 'hard_negative', position, doc_id, NULL, source
            FROM staged_item, unnest(negatives) WITH ORDINALITY AS u(doc_id, position)),
        -- References given by the external id that their source has for the document.
        by_name AS (
            SELECT n, position, u.name, source
            FROM staged_item, unnest(names) WITH ORDINALITY AS u(name, position))
        -- An outer join: `target` stays NULL where the bank lacks the document, which is a finding.
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
        """-- Compared by the document behind an alias, so that two names of one document are caught.
        INSERT INTO found SELECT DISTINCT h.n, 'hard_negatives', format(
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
        f"{item_id}: document {name} is a copy of {target}"
        if name == str(doc_id)
        else f"{item_id}: {name} (document {doc_id}) is a copy of {target}"
        for item_id, name, doc_id, target in rows
    ]


# The statements behind join tables that were just filled only by their keys, and count what they have in
# staged ones: the planner knows these and takes those for empty.
# A document that is named twice in a list stands there once, at its first place; places are dense.
LINKS = """
    INSERT INTO reviewapp_itemdocument (item_id, document_id, role, position)
    SELECT n, target, role, row_number() OVER (PARTITION BY n, role ORDER BY min(position))
    FROM named JOIN staged_item USING (n) GROUP BY n, role, target"""

# Two of the names of an item can be copies of one document.
N_REFERENCES = """
    UPDATE reviewapp_evidenceitem i SET n_references = r.found
    FROM (SELECT n, s.n_references, count(DISTINCT target) AS found
          FROM named JOIN staged_item s USING (n) WHERE role = 'reference'
          GROUP BY n, s.n_references) r
    WHERE i.id = r.n AND r.found <> r.n_references"""

# An item without a domain gets that of most of its references, ties going to the first in RefList order
# (records.majority_domain says the same of one item).
DOMAINS = """
    UPDATE reviewapp_evidenceitem i SET domain = o.domain
    -- The first row of an item is the domain with most votes, then with the earliest reference.
    FROM (SELECT DISTINCT ON (n) n, domain FROM (
            -- The votes: each document once, however often it is referred to.
            SELECT r.n, d.domain, count(*) AS votes, min(r.position) AS first
            FROM (SELECT n, target, min(position) AS position FROM named JOIN staged_item s USING (n)
                  WHERE role = 'reference' AND s.domain IS NULL GROUP BY n, target) r
            JOIN reviewapp_document d ON d.doc_id = r.target
            WHERE d.domain IS NOT NULL GROUP BY r.n, d.domain) votes
          ORDER BY n, votes DESC, first) o
    WHERE i.id = o.n"""


def _link() -> None:
    """Link the items to their documents, and correct the columns that depend on these."""
    staging.run(LINKS)
    staging.run(N_REFERENCES)
    staging.run(DOMAINS)


def _count_flags(imported: Imported) -> None:
    rows = staging.rows_of(
        """SELECT flag, count(*) FROM staged_item s JOIN reviewapp_evidenceitem i ON i.id = s.n,
        unnest(i.flags) AS flag GROUP BY flag"""
    )
    for flag, count in rows:
        imported.flags[flag] = imported.flags.get(flag, 0) + count
