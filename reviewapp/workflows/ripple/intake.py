"""Ripple items on their way in (contracts §4): staged, checked against those there, moved in as a batch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from reviewapp.bank.intake import staging
from reviewapp.bank.intake.report import KEPT_WARNINGS, Imported
from reviewapp.jobs.progress import Progress
from reviewapp.models import Person
from reviewapp.records import Finding, Place, Problems, canonical_bytes, sha256
from reviewapp.records.ripple import RippleRecord, public_bytes, ripple_bytes
from reviewapp.rules.codes import new_code
from reviewapp.rules.protocol import ItemState
from reviewapp.workflows.ripple.rules.words import Seen

COLUMNS = {
    "n": "int8",
    "file": "text",
    "line": "int4",
    "code": "varchar(12)",
    "item_id": "text",
    "public": "text",
    "n_documents": "int4",
    "n_units": "int4",
    "record_sha256": "varchar(64)",
    "split": "varchar(11)",
    "source_id": "text",
    "shape": "text",
    "closure": "text",
    "supporting_units": "text",
    "spans": "text",
    "warnings": "text",
    "record": "text",
    "as_imported": "text",
}
KEYS = ("n", "item_id", "record_sha256", "source_id", "split")
TABLE = "staged_ripple"
BLANK = b" \t\r\n"


class PlacedRipple(NamedTuple):
    """A good item, where it stood, its line as it came, and what of it is not as the paper's are."""

    place: Place
    record: RippleRecord
    raw: bytes
    warnings: list[Finding]


class Batch(NamedTuple):
    """What the new items of an import are called together, who brought them, who else holds their keys."""

    name: str
    sha256: str
    actor: Person | None
    readers: Sequence[int] = ()


def stage(records: Iterable[PlacedRipple], progress: Progress, total: int | None = None) -> int:
    """COPY the items into the staging table; return how many."""
    staging.create(TABLE, COLUMNS, wide=["public", "record", "as_imported"])
    return staging.fill(TABLE, COLUMNS, map(_row, enumerate(records)), progress, total, KEYS)


def _row(numbered: tuple[int, PlacedRipple]) -> tuple[Any, ...]:
    n, (place, record, raw, warnings) = numbered
    line = ripple_bytes(record)
    whole = record.as_object()
    came = raw.strip(BLANK)
    return (
        n,
        place.file,
        place.line,
        new_code(),
        record.item_id,
        public_bytes(record).decode(),
        len(record.documents),
        sum(1 for _ in record.units),
        sha256(line),
        record.split,
        record.source_id,
        record.shape,
        *(canonical_bytes(whole[part]).decode() for part in ("closure", "supporting_units", "spans")),
        canonical_bytes([list(warning) for warning in warnings]).decode(),
        line.decode(),
        None if came == line else came.decode(),
    )


def move_in(problems: Problems, imported: Imported, batch: Batch) -> None:
    """Check what is staged against itself and the items there, and add what is new as one batch."""
    staging.run("SELECT pg_advisory_xact_lock(hashtext('reviewapp_rippleitem'))")
    staging.start_findings()
    staging.find_repeated(TABLE, "item_id", "item_id")
    _find_taken()
    _reject_found(problems)
    imported.same_ripple_items += _drop_same()
    _warn(imported)
    imported.new_ripple_items += staging.value_of(f"SELECT count(*) FROM {TABLE}")
    if imported.new_ripple_items:
        _insert(batch)


def _find_taken() -> None:
    staging.run(
        f"""INSERT INTO found SELECT s.n, 'item_id', format(
            '%s is another item, imported from %s', s.item_id, i.place)
        FROM {TABLE} s JOIN reviewapp_rippleitem i USING (item_id)
        WHERE i.record_sha256 <> s.record_sha256"""
    )


def _reject_found(problems: Problems) -> None:
    """Hand over what was found, each record with its line as it came."""
    rows = staging.rows_of(
        f"""SELECT s.file, s.line, coalesce(s.as_imported, s.record),
            array_agg(f.field ORDER BY f.field), array_agg(f.message ORDER BY f.field)
        FROM found f JOIN {TABLE} s USING (n) GROUP BY s.n, s.file, s.line, s.as_imported, s.record
        ORDER BY s.n"""
    )
    for file, line, raw, fields, messages in rows:
        findings = [Finding(*pair) for pair in zip(fields, messages, strict=True)]
        problems.reject(Place(file, line), raw.encode(), findings)
    staging.run(f"DELETE FROM {TABLE} s USING found f WHERE f.n = s.n")
    staging.run("DELETE FROM found")


def _drop_same() -> int:
    return staging.run(f"DELETE FROM {TABLE} s USING reviewapp_rippleitem i WHERE i.item_id = s.item_id")


# --- Warnings -----------------------------------------------------------------------------------------


def _warn(imported: Imported) -> None:
    """Add what only the items together, or the lists of excluded sources, tell; then report all (RKB K)."""
    _warn_where(
        "source_id",
        "format('%%s is of split %%s too: %%s', s.source_id, o.split, o.item_id)",
        f"""LATERAL (SELECT k.split, i.item_id FROM reviewapp_ripplekey k
                JOIN reviewapp_rippleitem i ON i.id = k.item_id
                WHERE k.source_id = s.source_id AND k.split <> s.split
            UNION ALL SELECT t.split, t.item_id FROM {TABLE} t
                WHERE t.source_id = s.source_id AND t.split <> s.split LIMIT 1) o""",
    )
    _warn_where(
        "source_id",
        "format('%%s is excluded by the list %%s', s.source_id, o.list)",
        "LATERAL (SELECT list FROM reviewapp_rippleexclusion x WHERE x.source_id = s.source_id LIMIT 1) o",
    )
    imported.n_warnings += staging.value_of(
        f"SELECT coalesce(sum(jsonb_array_length(warnings::jsonb)), 0)::int8 FROM {TABLE}"
    )
    rows = staging.rows_of(
        f"""SELECT file, line, w->>0, w->>1
        FROM {TABLE}, jsonb_array_elements(warnings::jsonb) WITH ORDINALITY AS u(w, place)
        ORDER BY n, place LIMIT %(n)s""",
        {"n": KEPT_WARNINGS},
    )
    imported.warnings += [f"{file}:{line}: {field}: {message}" for file, line, field, message in rows]


def _warn_where(field: str, message: str, beside: str) -> None:
    staging.run(
        f"""UPDATE {TABLE} w SET warnings = (
            w.warnings::jsonb || jsonb_build_array(jsonb_build_array('{field}', f.message)))::text
        FROM (SELECT s.n, {message} AS message FROM {TABLE} s, {beside}) f WHERE f.n = w.n""",
        {},
    )


# --- Moving in ----------------------------------------------------------------------------------------


def _insert(batch: Batch) -> None:
    batch_values = {"name": batch.name, "sha256": batch.sha256, "actor": batch.actor and batch.actor.pk}
    batch_id = staging.rows_of(
        f"""INSERT INTO reviewapp_ripplebatch (code, name, sha256, n_items, imported_by_id)
        SELECT %(code)s, %(name)s, %(sha256)s, count(*), %(actor)s FROM {TABLE} RETURNING id""",
        batch_values | {"code": new_code()},
    )[0][0]
    staging.run(
        f"""INSERT INTO reviewapp_rippleitem (code, item_id, public, n_documents, n_units, state, batch_id,
            record_sha256, place)
        SELECT code, item_id, public::jsonb, n_documents, n_units, %(state)s, %(batch)s, record_sha256,
            file || ':' || line
        FROM {TABLE} ORDER BY n""",
        {"state": ItemState.PROPOSED, "batch": batch_id},
    )
    staging.run(
        f"""INSERT INTO reviewapp_ripplekey (item_id, split, source_id, shape, closure, supporting_units,
            spans, warnings, record, as_imported)
        SELECT i.id, s.split, s.source_id, s.shape, s.closure::jsonb, s.supporting_units::jsonb,
            s.spans::jsonb, s.warnings::jsonb, s.record, s.as_imported
        FROM {TABLE} s JOIN reviewapp_rippleitem i USING (item_id) ORDER BY s.n"""
    )
    if holders := [*([batch.actor.pk] if batch.actor else []), *batch.readers]:
        staging.run(
            f"""INSERT INTO reviewapp_rippleseen (item_id, person_id, what)
            SELECT i.id, h.person, %(what)s FROM {TABLE} s JOIN reviewapp_rippleitem i USING (item_id)
            CROSS JOIN unnest(%(holders)s::bigint[]) AS h (person) ORDER BY s.n""",
            {"holders": sorted(set(holders)), "what": Seen.IMPORTED},
        )
