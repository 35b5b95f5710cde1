"""Taking a release back in from its folder: its documents enter the bank, its lines become frozen rows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models.functions import Coalesce

from benchmark.models import Erratum, Release, ReleaseCollision, ReleaseDecision, ReleaseDocument, ReleaseItem
from benchmark.releases.actions.bank import BankMerge
from benchmark.releases.actions.errata import about
from benchmark.releases.actions.freezing import DOCUMENT_ROW, ITEM_COLUMNS
from benchmark.releases.actions.importing_ripple import copy_ripple, rows_of, stray_line, ticking
from benchmark.releases.actions.making import DECISION_COLUMNS, Tick, next_release
from benchmark.releases.formats.canonical import (
    ALIASES,
    COLLISIONS,
    DECISIONS,
    DOCUMENTS,
    ERRATA,
    ITEMS,
    README,
    REVIEWED,
    RIPPLE,
    is_ripple,
    read_utc,
)
from benchmark.releases.formats.folder import (
    InvalidRelease,
    ReleaseFolder,
    canonical_object,
    open_release,
    read_erratum,
)
from benchmark.releases.sources import ensure_sources
from benchmark.releases.streams import analyze, copy_in
from reviewapp.models import Person
from reviewapp.records import EvidenceRecord, InvalidRecord, check_evidence
from reviewapp.rules.codes import new_code
from reviewapp.work.actions.events import record


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: the release, and how much of it was new here."""

    release: Release
    was_there: bool
    n_new_documents: int = 0
    n_new_errata: int = 0


def import_release(*, path: Path, actor: Person | None, tick: Tick = lambda done: None) -> Imported:
    """Import the release in the folder *path*; the same release a second time changes nothing.

    Errata that a later export of it brings are added to those that are here.

    :raises InvalidRelease: if the folder is not what its manifest says, its name is taken by another
        release, or a document of the bank is another one under the same id; nothing is written."""
    folder = open_release(path)
    try:
        return _import(folder, actor, tick)
    except IntegrityError as error:
        raise InvalidRelease([f"{path}: the database refuses it: {error}"]) from error


@transaction.atomic(durable=True)
def _import(folder: ReleaseFolder, actor: Person | None, tick: Tick) -> Imported:
    with connection.cursor() as cursor:  # ids of documents are given out by one importer at a time
        cursor.execute("LOCK TABLE reviewapp_document IN SHARE ROW EXCLUSIVE MODE")
    release = Release.objects.filter(manifest_sha256=folder.sha256).first()
    if release:
        n_errata = _add_errata(folder, release)
        if n_errata:
            _record("import_errata", release, actor)
        return Imported(release, was_there=True, n_new_errata=n_errata)
    _check_name(folder)
    release_id, _ = next_release()
    if is_ripple(folder.manifest):
        n_new = 0
        copy_ripple(folder, release_id, tick)
    else:
        n_new = _copy_evidence(folder, release_id, tick)
    release = _write_release(folder, release_id, actor)
    n_errata = _add_errata(folder, release)
    _record("import_release", release, actor)
    return Imported(release, False, n_new, n_errata)


def _copy_evidence(folder: ReleaseFolder, release_id: int, tick: Tick) -> int:
    """Write the rows of a release of evidence items; return how many documents are new to the bank."""
    bank = BankMerge(ensure_sources(folder.manifest["sources"]), str(folder.path / DOCUMENTS))
    _copy_documents(folder, release_id, bank, tick)
    copy_in(ReleaseItem, ITEM_COLUMNS, ticking(_item_rows(folder, release_id), tick))
    copy_in(ReleaseDecision, DECISION_COLUMNS, ticking(rows_of(folder, DECISIONS, release_id), tick))
    copy_in(ReleaseCollision, DECISION_COLUMNS, ticking(rows_of(folder, COLLISIONS, release_id), tick))
    analyze(ReleaseItem, ReleaseDocument, ReleaseDecision)
    _check_references(folder, release_id)
    return bank.n_new


def _check_name(folder: ReleaseFolder) -> None:
    name = folder.manifest["name"]
    namesake = Release.objects.filter(name=name).first()
    if namesake:
        raise InvalidRelease(
            [f"{folder.path}: another release, {namesake.manifest_sha256}, is named “{name}” here"]
        )


def _copy_documents(folder: ReleaseFolder, release_id: int, bank: BankMerge, tick: Tick) -> None:
    """Merge the documents into the bank batch by batch, and list them as the release's.

    :raises InvalidRelease: naming each document that the bank has otherwise, up to a hundred."""
    problems: list[str] = []
    done = 0
    for batch in bank.batches(folder.lines(DOCUMENTS)):
        problems += bank.merge(batch)
        if not problems:
            rows = ((release_id, doc.record.doc_id, doc.sha256) for doc in batch)
            copy_in(ReleaseDocument, DOCUMENT_ROW, rows)
        done += len(batch)
        tick(done)
    if problems:
        raise InvalidRelease(problems)


def _item_rows(folder: ReleaseFolder, release_id: int) -> Iterator[tuple[Any, ...]]:
    aliases = _Aliases(folder)
    for number, line in folder.lines(ITEMS):
        item = _item(line, f"{folder.path / ITEMS}:{number}")
        yield (
            release_id,
            number - 1,
            item.item_id,
            item.domain or "",
            item.source,
            list(item.ref_list),
            list(item.hard_negatives),
            aliases.of(item.item_id),
            line.decode(),
            hashlib.sha256(line).hexdigest(),
        )
    aliases.check_end()


def _item(line: bytes, place: str) -> EvidenceRecord:
    try:
        return check_evidence(canonical_object(line, place))
    except InvalidRecord as error:
        raise InvalidRelease([f"{place}: {finding}" for finding in error.findings]) from error


class _Aliases:
    """The lines of answer_aliases.jsonl, which stand in the order of the items that have some."""

    def __init__(self, folder: ReleaseFolder) -> None:
        self._path = folder.path / ALIASES
        self._lines = folder.lines(ALIASES)
        self._next = self._read()

    def _read(self) -> tuple[str, list[str]] | None:
        for number, line in self._lines:
            value = canonical_object(line, f"{self._path}:{number}")
            aliases: list[str] = value.get("answer_aliases") or []
            if list(value) != ["item_id", "answer_aliases"] or not aliases or not _are_texts(aliases):
                raise InvalidRelease([f"{self._path}:{number}: expected item_id and answer_aliases"])
            return value["item_id"], aliases
        return None

    def of(self, item_id: str) -> list[str]:
        if self._next is None or self._next[0] != item_id:
            return []
        aliases = self._next[1]
        self._next = self._read()
        return aliases

    def check_end(self) -> None:
        if self._next:
            raise InvalidRelease([f"{self._path}: “{self._next[0]}” is no item, or stands out of order"])


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


STRAY_DOCUMENT = """
-- the first item that names a document, as evidence or as a hard negative, which the release does not hold
SELECT i.item_id, named.doc_id FROM benchmark_releaseitem i,
    LATERAL unnest(i.ref_list || i.hard_negatives) AS named(doc_id)
WHERE i.release_id = %(release)s AND NOT EXISTS (SELECT 1 FROM benchmark_releasedocument d
    WHERE d.release_id = %(release)s AND d.document_id = named.doc_id)
ORDER BY i.position LIMIT 1
"""
TABLES = {DECISIONS: "benchmark_releasedecision", COLLISIONS: "benchmark_releasecollision"}


def _check_references(folder: ReleaseFolder, release_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_nestloop = off")  # of new rows the planner may know nothing
        cursor.execute(STRAY_DOCUMENT, {"release": release_id})
        document = cursor.fetchone()
        stray_lines = {name: stray_line(cursor, table, release_id) for name, table in TABLES.items()}
        cursor.execute("SET LOCAL enable_nestloop = on")
    problems = []
    if document:
        problems.append(
            f"{folder.path / ITEMS}: “{document[0]}” names document {document[1]}, which is not in it"
        )
    problems += [
        f"{folder.path / name}:{stray[1]}: “{stray[0]}” is no item of the release"
        for name, stray in stray_lines.items()
        if stray
    ]
    if problems:
        raise InvalidRelease(problems)


def _write_release(folder: ReleaseFolder, release_id: int, actor: Person | None) -> Release:
    manifest, files = folder.manifest, folder.files
    ripple, counted = is_ripple(manifest), manifest["counts"]
    counts = {"items": RIPPLE if ripple else ITEMS, "decisions": DECISIONS}
    counts |= {} if ripple else {"documents": DOCUMENTS}
    lines = {name: files[file].lines if file in files else 0 for name, file in counts.items()}
    miscounted = [name for name, n_lines in lines.items() if counted[name] != n_lines]
    if miscounted:
        raise InvalidRelease(
            [f"{folder.path}: the manifest's counts of {', '.join(miscounted)} are not its lines"]
        )
    return Release.objects.create(
        pk=release_id,
        code=new_code(),
        name=manifest["name"],
        note=manifest["note"],
        kind="ripple" if ripple else "evidence",
        review_status=manifest["ripple"]["review_status"] if ripple else REVIEWED,
        replaces=_replaced(manifest),
        manifest=folder.manifest_text.decode(),
        manifest_sha256=folder.sha256,
        readme=(folder.path / README).read_bytes().decode(),
        n_items=counted["items"],
        n_documents=counted["documents"],
        n_decisions=counted["decisions"],
        created_by=actor,
        created_at=read_utc(manifest["frozen_at"]),
    )


def _replaced(manifest: dict[str, Any]) -> Release | None:
    if manifest["replaces"] is None:
        return None
    return Release.objects.filter(manifest_sha256=manifest["replaces"]["manifest_sha256"]).first()


def _add_errata(folder: ReleaseFolder, release: Release) -> int:
    """Add the errata of the folder that are not here yet; return how many."""
    known = set(
        Erratum.objects.filter(release=release).values_list(
            Coalesce("item__item_id", "ripple__item_id"), "withdraws", "note", "created_at"
        )
    )
    added = 0
    for number, line in folder.lines(ERRATA):
        place = f"{folder.path / ERRATA}:{number}"
        erratum = read_erratum(line, place)
        key = (erratum["item_id"], erratum["withdraws"], erratum["note"], erratum["at"])
        if key not in known:
            _add_erratum(release, erratum, place)
            added += 1
    return added


def _add_erratum(release: Release, erratum: dict[str, Any], place: str) -> None:
    item = None
    if erratum["item_id"] is not None:
        item = release.find_item(erratum["item_id"])
        if item is None:
            raise InvalidRelease([f"{place}: “{erratum['item_id']}” is no item of the release"])
    Erratum.objects.create(
        release=release,
        **about(item),
        withdraws=erratum["withdraws"],
        note=erratum["note"],
        created_at=erratum["at"],
    )


def _record(verb: str, release: Release, actor: Person | None) -> None:
    record(
        verb,
        actor=actor,
        new={"release": release.code, "name": release.name, "manifest_sha256": release.manifest_sha256},
    )
