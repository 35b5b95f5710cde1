"""Freezing: accepted items, the documents behind them and every decision become an immutable release.

The freeze runs in one transaction at isolation level REPEATABLE READ: all it reads is one instant of the
database, however long it takes and whatever is committed meanwhile. A return that commits while a freeze
runs is wholly in it or wholly not, and no reviewer waits for a freeze. The release's own row is written
last, with the hashes of all that stands before; from the next transaction on nothing can be added to it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db import IntegrityError, connection, transaction
from django.db.models import OuterRef, QuerySet

from benchmark.models import Release, ReleaseCollision, ReleaseDecision, ReleaseDocument, ReleaseItem
from benchmark.releases.actions.collisions import stream_collisions
from benchmark.releases.actions.decisions import guideline_entries, stream_decisions
from benchmark.releases.formats.canonical import (
    ALIASES,
    COLLISIONS,
    DECISIONS,
    DOCUMENTS,
    FORMAT,
    FORMAT_VERSION,
    ITEMS,
    OPTIONAL,
    README,
    Digest,
    aliases_bytes,
    collision_bytes,
    decision_bytes,
    facts_of,
    manifest_bytes,
    utc_text,
)
from benchmark.releases.formats.datacard import data_card
from benchmark.releases.frozen import DOCUMENT_COLUMNS, document_line
from benchmark.releases.selection import Selection, Standing, documents_of, items_that
from benchmark.releases.sources import source_entries
from benchmark.releases.streams import analyze, copy_in, spooled, stream_query
from reviewapp.models import Campaign, DocumentRole, EvidenceItem, ItemDocument, Person
from reviewapp.records import EvidenceRecord, evidence_bytes
from reviewapp.rules.codes import new_code
from reviewapp.rules.protocol import ProtocolError
from reviewapp.work.actions.events import record

NAME_LIMIT = 120

ITEM_COLUMNS = {
    "release_id": "int8",
    "position": "int4",
    "item_id": "text",
    "domain": "text",
    "source": "text",
    "ref_list": "int8[]",
    "hard_negatives": "int8[]",
    "answer_aliases": "text[]",
    "line": "text",
    "sha256": "varchar",
}
DECISION_COLUMNS = {
    "release_id": "int8",
    "position": "int4",
    "item_id": "text",
    "line": "text",
    "sha256": "varchar",
}
DOCUMENT_ROW = {"release_id": "int8", "document_id": "int8", "sha256": "varchar"}

Tick = Callable[[int], None]


class NameTaken(ProtocolError):
    """A release of that name is there already."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"A release named “{name}” is there already; a release never changes, so choose another"
        )


class UnfitName(ProtocolError):
    """A release cannot be called so."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name!r} is no name for a release: 1 to {NAME_LIMIT} printable characters, no outer space"
        )


class NothingAccepted(ProtocolError):
    """No item of the selection can go in."""

    def __init__(self) -> None:
        super().__init__("No item of this selection is accepted, so there is nothing to freeze")


@dataclass(frozen=True, slots=True)
class Plan:
    """A release as it is asked for. `code` is chosen by the asker, so that asking twice makes one."""

    name: str
    note: str = ""
    selection: Selection = field(default_factory=Selection)
    replaces: Release | None = None
    code: str = ""


def check_name(name: str) -> None:
    """Check that *name* can be that of a release.

    :raises UnfitName: if it cannot."""
    if not name or len(name) > NAME_LIMIT or name != name.strip() or not name.isprintable():
        raise UnfitName(name)


@transaction.atomic(durable=True)
def freeze(*, plan: Plan, actor: Person | None, tick: Tick = lambda done: None) -> Release:
    """Freeze what *plan* selects, as it stands at this instant.

    :param tick: called with the number of rows written so far; it may raise to stop.
    :raises UnfitName, NameTaken, NothingAccepted: if the release cannot be made; nothing is written."""
    check_name(plan.name)
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    made = Release.objects.filter(code=plan.code).first() if plan.code else None
    if made:
        return made
    if Release.objects.filter(name=plan.name).exists():
        raise NameTaken(plan.name)
    release = _Freeze(plan, actor, tick).run()
    record(
        "freeze",
        actor=actor,
        new={"release": release.code, "name": release.name, "manifest_sha256": release.manifest_sha256},
    )
    return release


class _Freeze:
    """One freeze on its way: writes the rows, and counts and hashes as it goes."""

    def __init__(self, plan: Plan, actor: Person | None, tick: Tick) -> None:
        self.plan = plan
        self.actor = actor
        self.tick = tick
        self.written = 0
        self._taken = items_that(Standing.GOES_IN, plan.selection)
        self.release_id, self.frozen_at = next_release()
        self.digests = {name: Digest() for name in (ITEMS, DOCUMENTS, DECISIONS, ALIASES, COLLISIONS)}
        self.counts: Counter[str] = Counter()
        self.domains: Counter[str | None] = Counter()
        self.sources: Counter[str] = Counter()
        self.document_sources: Counter[str] = Counter()
        self.reviewers: set[str] = set()

    def run(self) -> Release:
        copy_in(ReleaseItem, ITEM_COLUMNS, spooled(self._items()))
        if not self.counts["items"]:
            raise NothingAccepted
        copy_in(ReleaseDocument, DOCUMENT_ROW, spooled(self._documents()))
        copy_in(ReleaseDecision, DECISION_COLUMNS, spooled(self._decisions()))
        copy_in(ReleaseCollision, DECISION_COLUMNS, spooled(self._collisions()))
        release = self._write_release()
        analyze(ReleaseItem, ReleaseDocument, ReleaseDecision, ReleaseCollision)
        return release

    def _line(self, name: str, line: bytes) -> str:
        """Take *line* into a file's hash and return the SHA-256 of the line alone."""
        self.digests[name].add(line + b"\n")
        self.written += 1
        if self.written % 500 == 0:
            self.tick(self.written)
        return hashlib.sha256(line).hexdigest()

    def _items(self) -> Iterator[tuple[Any, ...]]:
        rows = stream_query(_item_rows(self._taken))
        for position, (aliases, *fields) in enumerate(rows):
            item = EvidenceRecord(*fields)
            line = evidence_bytes(item)
            self.counts["items"] += 1
            self.counts["single_source"] += len(item.ref_list) == 1
            self.domains[item.domain] += 1
            self.sources[item.source] += 1
            if aliases:
                self.digests[ALIASES].add(aliases_bytes(item.item_id, aliases) + b"\n")
            yield (
                self.release_id,
                position,
                item.item_id,
                item.domain or "",
                item.source,
                item.ref_list,
                item.hard_negatives,
                aliases,
                line.decode(),
                self._line(ITEMS, line),
            )

    def _documents(self) -> Iterator[tuple[Any, ...]]:
        documents = documents_of(self.plan.selection).order_by("doc_id").values_list(*DOCUMENT_COLUMNS)
        for row in stream_query(documents):
            self.document_sources[row[4]] += 1
            self.counts["documents"] += 1
            yield self.release_id, row[0], self._line(DOCUMENTS, document_line(row))

    def _decisions(self) -> Iterator[tuple[Any, ...]]:
        for position, decision in enumerate(stream_decisions(self._taken)):
            line = decision_bytes(decision)
            self.counts[decision.kind] += 1
            self.reviewers.add(decision.reviewer)
            sha256 = self._line(DECISIONS, line)
            yield self.release_id, position, decision.item_id, line.decode(), sha256

    def _collisions(self) -> Iterator[tuple[Any, ...]]:
        for position, candidate in enumerate(stream_collisions(self._taken)):
            line = collision_bytes(candidate)
            sha256 = self._line(COLLISIONS, line)
            yield self.release_id, position, candidate.item_id, line.decode(), sha256

    def _write_release(self) -> Release:
        head = self._manifest()
        readme = data_card(head)
        head["files"][README] = facts_of(readme.encode()).as_object()
        manifest = manifest_bytes(head)
        try:
            return Release.objects.create(
                pk=self.release_id,
                code=self.plan.code or new_code(),
                name=self.plan.name,
                note=self.plan.note,
                replaces=self.plan.replaces,
                manifest=manifest.decode(),
                manifest_sha256=facts_of(manifest).sha256,
                readme=readme,
                n_items=self.counts["items"],
                n_documents=self.counts["documents"],
                n_decisions=self.counts["return"] + self.counts["adjudication"],
                created_by=self.actor,
                created_at=self.frozen_at,
            )
        except IntegrityError as error:  # a freeze of the same name committed since this one's snapshot
            raise NameTaken(self.plan.name) from error

    def _manifest(self) -> dict[str, Any]:
        replaces = self.plan.replaces
        files = {name: digest.facts for name, digest in self.digests.items()}
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "name": self.plan.name,
            "note": self.plan.note,
            "frozen_at": utc_text(self.frozen_at),
            "replaces": replaces and {"name": replaces.name, "manifest_sha256": replaces.manifest_sha256},
            "selection": _selection_entry(self.plan.selection),
            "counts": self._counts_entry(),
            "guidelines": guideline_entries(self._taken),
            "sources": source_entries(self.sources, self.document_sources),
            "files": {
                name: facts.as_object()
                for name, facts in files.items()
                if facts.lines or name not in OPTIONAL
            },
        }

    def _counts_entry(self) -> dict[str, Any]:
        named = {name: n for name, n in self.domains.items() if name is not None}
        return {
            "items": self.counts["items"],
            "single_source": self.counts["single_source"],
            "multi_source": self.counts["items"] - self.counts["single_source"],
            "documents": self.counts["documents"],
            "decisions": self.counts["return"] + self.counts["adjudication"],
            "returns": self.counts["return"],
            "adjudications": self.counts["adjudication"],
            "reviewers": len(self.reviewers),
            "domains": dict(sorted(named.items())),
            "without_domain": self.domains[None],
        }


def next_release() -> tuple[int, datetime]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id')), now()", [Release._meta.db_table])
        number, moment = cursor.fetchone()
    return number, moment


def _item_rows(items: QuerySet[EvidenceItem]) -> QuerySet[EvidenceItem, Any]:
    """Return the rows of *items*: answer aliases, then the fields of contracts §3."""
    named = ItemDocument.objects.filter(item=OuterRef("pk")).order_by("position")
    return (
        items.annotate(
            refs=ArraySubquery(named.filter(role=DocumentRole.REFERENCE).values("document_id")),
            negatives=ArraySubquery(named.filter(role=DocumentRole.HARD_NEGATIVE).values("document_id")),
        )
        .order_by("id")
        .values_list(
            "answer_aliases",
            "item_id",
            "query",
            "answer",
            "refs",
            "negatives",
            "domain",
            "task_type",
            "source__name",
            "track",
        )
    )


def _selection_entry(selection: Selection) -> dict[str, Any]:
    names = None
    if selection.campaign_ids is not None:
        campaigns = Campaign.objects.filter(pk__in=selection.campaign_ids).order_by("name")
        names = list(campaigns.values_list("name", flat=True))
    return {"campaigns": names, "documents": selection.documents.value}
