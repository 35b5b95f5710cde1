"""Freezing: accepted items, the documents behind them and every decision become an immutable release."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db import transaction
from django.db.models import OuterRef, QuerySet

from benchmark.models import Release, ReleaseCollision, ReleaseDecision, ReleaseDocument, ReleaseItem
from benchmark.releases.actions.collisions import stream_collisions
from benchmark.releases.actions.decisions import guideline_entries, stream_decisions
from benchmark.releases.actions.making import (
    DECISION_COLUMNS,
    Freeze,
    Tick,
    begin_freeze,
    campaign_names,
    frozen_event,
)
from benchmark.releases.formats.canonical import (
    ALIASES,
    COLLISIONS,
    DECISIONS,
    DOCUMENTS,
    ITEMS,
    OPTIONAL,
    aliases_bytes,
    collision_bytes,
    decision_bytes,
)
from benchmark.releases.formats.datacard import data_card
from benchmark.releases.frozen import DOCUMENT_COLUMNS, document_line
from benchmark.releases.selection import Selection, Standing, documents_of, items_that
from benchmark.releases.sources import source_entries
from benchmark.releases.streams import analyze, copy_in, spooled, stream_query
from reviewapp.models import DocumentRole, EvidenceItem, ItemDocument, Person
from reviewapp.records import EvidenceRecord, evidence_bytes
from reviewapp.rules.protocol import ProtocolError
from reviewapp.work.actions.events import record

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
FROZEN_FILES = (ITEMS, DOCUMENTS, DECISIONS, ALIASES, COLLISIONS)
DOCUMENT_ROW = {"release_id": "int8", "document_id": "int8", "sha256": "varchar"}


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


@transaction.atomic(durable=True)
def freeze(*, plan: Plan, actor: Person | None, tick: Tick = lambda done: None) -> Release:
    """Freeze what *plan* selects, as it stands at this instant.

    :param tick: called with the number of rows written so far; it may raise to stop.
    :raises UnfitName, NameTaken, NothingAccepted: if the release cannot be made; nothing is written."""
    made_before = begin_freeze(plan)
    if made_before:
        return made_before
    release = _EvidenceFreeze(plan, actor, tick).run()
    record("freeze", actor=actor, new=frozen_event(release))
    return release


class _EvidenceFreeze(Freeze):
    """One freeze of evidence items on its way."""

    def __init__(self, plan: Plan, actor: Person | None, tick: Tick) -> None:
        super().__init__(plan, actor, files=FROZEN_FILES, optional=OPTIONAL)
        self.plan = plan
        self.tick = tick
        self.written = 0
        self._taken = items_that(Standing.GOES_IN, plan.selection)
        self.domains: Counter[str | None] = Counter()
        self.sources: Counter[str] = Counter()
        self.document_sources: Counter[str] = Counter()

    def run(self) -> Release:
        copy_in(ReleaseItem, ITEM_COLUMNS, spooled(self._items()))
        if not self.counts["items"]:
            raise NothingAccepted
        copy_in(ReleaseDocument, DOCUMENT_ROW, spooled(self._documents()))
        copy_in(ReleaseDecision, DECISION_COLUMNS, spooled(self._decisions()))
        copy_in(ReleaseCollision, DECISION_COLUMNS, spooled(self._collisions()))
        release = self.write_release(
            n_items=self.counts["items"],
            n_documents=self.counts["documents"],
            n_decisions=self.counts["return"] + self.counts["adjudication"],
        )
        analyze(ReleaseItem, ReleaseDocument, ReleaseDecision, ReleaseCollision)
        return release

    def hash_line(self, name: str, line: bytes) -> str:
        self.written += 1
        if self.written % 500 == 0:
            self.tick(self.written)
        return super().hash_line(name, line)

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
                self.hash_line(ITEMS, line),
            )

    def _documents(self) -> Iterator[tuple[Any, ...]]:
        documents = documents_of(self.plan.selection).order_by("doc_id").values_list(*DOCUMENT_COLUMNS)
        for row in stream_query(documents):
            self.document_sources[row[4]] += 1
            self.counts["documents"] += 1
            yield self.release_id, row[0], self.hash_line(DOCUMENTS, document_line(row))

    def _decisions(self) -> Iterator[tuple[Any, ...]]:
        for position, decision in enumerate(stream_decisions(self._taken)):
            line = decision_bytes(decision)
            self.counts[decision.kind] += 1
            self.reviewers.add(decision.reviewer)
            sha256 = self.hash_line(DECISIONS, line)
            yield self.release_id, position, decision.item_id, line.decode(), sha256

    def _collisions(self) -> Iterator[tuple[Any, ...]]:
        for position, candidate in enumerate(stream_collisions(self._taken)):
            line = collision_bytes(candidate)
            sha256 = self.hash_line(COLLISIONS, line)
            yield self.release_id, position, candidate.item_id, line.decode(), sha256

    def card(self, manifest: dict[str, Any]) -> str:
        return data_card(manifest)

    def manifest_entries(self) -> dict[str, Any]:
        selection = self.plan.selection
        return {
            "selection": {
                "campaigns": campaign_names(selection.campaign_ids),
                "documents": selection.documents.value,
            },
            "counts": self._counts_entry(),
            "guidelines": guideline_entries(self._taken),
            "sources": source_entries(self.sources, self.document_sources),
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
