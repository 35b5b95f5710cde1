"""Freezing ripple items: keys as review left them, every decision, the log and the checks become a release.

The items of a release are some hundreds, so their lines are held while the checks run over them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson
from django.db import transaction
from django.db.models import QuerySet

from benchmark.construction.log import log_lines
from benchmark.models import Release, ReleaseDecision, ReleaseLine, ReleaseRipple
from benchmark.release_checks import release_checks
from benchmark.releases.actions.decisions_ripple import ripple_guidelines, stream_ripple_decisions
from benchmark.releases.actions.making import (
    DECISION_COLUMNS,
    Freeze,
    Tick,
    begin_freeze,
    campaign_names,
    frozen_event,
)
from benchmark.releases.formats.canonical import (
    CHECKS,
    DECISIONS,
    LOG,
    REVIEWED,
    RIPPLE,
    RIPPLE_OPTIONAL,
    RIPPLE_PUBLIC,
)
from benchmark.releases.formats.canonical_ripple import (
    check_bytes,
    final_record,
    log_bytes,
    ripple_decision_bytes,
)
from benchmark.releases.formats.datacard_ripple import ripple_card
from benchmark.releases.selection_ripple import RippleSelection, ripple_taken, with_outcome
from benchmark.releases.streams import analyze, copy_in, spooled, stream_query
from reviewapp.models import Person, RippleBatch, RippleItem
from reviewapp.records import InvalidRecord
from reviewapp.records.ripple import RippleRecord, public_bytes, ripple_bytes
from reviewapp.rules.protocol import ProtocolError
from reviewapp.work.actions.events import record

RIPPLE_COLUMNS = {
    "release_id": "int8",
    "position": "int4",
    "item_id": "text",
    "split": "varchar",
    "line": "text",
    "sha256": "varchar",
}
LINE_COLUMNS = {
    "release_id": "int8",
    "file": "varchar",
    "position": "int4",
    "line": "text",
    "sha256": "varchar",
}


FROZEN_FILES = (RIPPLE, RIPPLE_PUBLIC, DECISIONS, LOG, CHECKS)


class NothingToFreeze(ProtocolError):
    """No item of the selection can go in."""

    def __init__(self, review_status: str) -> None:
        which = "accepted" if review_status == REVIEWED else "a candidate that nobody has reviewed"
        super().__init__(f"No ripple item of this selection is {which}, so there is nothing to freeze")


class UnfitKey(ProtocolError):
    """The final key of an accepted item is none that could be scored against."""

    def __init__(self, item_id: str, why: str) -> None:
        super().__init__(f"The final key of {item_id} cannot be frozen: {why}")


@dataclass(frozen=True, slots=True)
class RipplePlan:
    """A release as it is asked for. `code` is chosen by the asker, so that asking twice makes one."""

    name: str
    note: str = ""
    selection: RippleSelection = field(default_factory=RippleSelection)
    replaces: Release | None = None
    code: str = ""


@transaction.atomic(durable=True)
def freeze_ripple(*, plan: RipplePlan, actor: Person | None, tick: Tick = lambda done: None) -> Release:
    """Freeze the ripple items that *plan* selects, as they stand at this instant.

    :param tick: called with the number of rows written so far; it may raise to stop.
    :raises UnfitName, NameTaken, NothingToFreeze, UnfitKey: if the release cannot be made; nothing is
        written."""
    made_before = begin_freeze(plan)
    if made_before:
        return made_before
    release = _RippleFreeze(plan, actor, tick).run()
    event = frozen_event(release) | {"review_status": release.review_status}
    record("freeze_ripple", actor=actor, new=event)
    return release


class _RippleFreeze(Freeze):
    """One freeze of ripple items on its way."""

    def __init__(self, plan: RipplePlan, actor: Person | None, tick: Tick) -> None:
        super().__init__(plan, actor, files=FROZEN_FILES, optional=RIPPLE_OPTIONAL)
        self.plan = plan
        self.tick = tick
        self._taken = ripple_taken(plan.selection)
        self.splits: Counter[str] = Counter()
        self.shapes: Counter[str] = Counter()
        self.passed: dict[str, bool] = {}
        self._lines: list[bytes] = []

    def run(self) -> Release:
        copy_in(ReleaseRipple, RIPPLE_COLUMNS, spooled(self._items()))
        if not self._lines:
            raise NothingToFreeze(self.plan.selection.review_status)
        if self.plan.selection.review_status == REVIEWED:
            copy_in(ReleaseDecision, DECISION_COLUMNS, spooled(self._decisions()))
        copy_in(ReleaseLine, LINE_COLUMNS, spooled(self._log()))
        copy_in(ReleaseLine, LINE_COLUMNS, spooled(self._checks()))
        release = self.write_release(
            kind="ripple",
            review_status=self.plan.selection.review_status,
            n_items=len(self._lines),
            n_documents=self.counts["documents"],
            n_decisions=self.counts["decisions"],
        )
        analyze(ReleaseRipple, ReleaseDecision, ReleaseLine)
        return release

    def _items(self) -> Iterator[tuple[Any, ...]]:
        rows = with_outcome(self._taken).order_by("id").values_list("item_id", "key__record", "final")
        for position, (item_id, line, outcome) in enumerate(stream_query(rows)):
            record = self._final(item_id, line, outcome)
            self._count(record)
            final = ripple_bytes(record)
            self._lines.append(final)
            self.digests[RIPPLE_PUBLIC].add(public_bytes(record) + b"\n")
            sha256 = self.hash_line(RIPPLE, final)
            self.tick(position + 1)
            yield self.release_id, position, item_id, record.split, final.decode(), sha256

    def _final(self, item_id: str, line: str, outcome: Any) -> RippleRecord:
        decoded = parsed(outcome) if self.plan.selection.review_status == REVIEWED else None
        if decoded is None and self.plan.selection.review_status == REVIEWED:
            raise UnfitKey(item_id, "no outcome that accepts it is on record")
        try:
            return final_record(line, decoded)
        except InvalidRecord as error:
            raise UnfitKey(item_id, str(error)) from error

    def _count(self, record: RippleRecord) -> None:
        self.splits[record.split] += 1
        self.shapes[record.shape] += 1
        self.counts["documents"] += len(record.documents)
        self.counts["units"] += sum(1 for _ in record.units)
        self.counts["affected_units"] += len(record.depths)

    def _decisions(self) -> Iterator[tuple[Any, ...]]:
        for position, decision in enumerate(stream_ripple_decisions(self._taken)):
            line = ripple_decision_bytes(decision)
            self.counts[decision.kind] += 1
            self.counts["decisions"] += 1
            self.reviewers.add(decision.reviewer)
            yield self.release_id, position, decision.item_id, line.decode(), self.hash_line(DECISIONS, line)

    def _log(self) -> Iterator[tuple[Any, ...]]:
        for position, entry in enumerate(log_lines()):
            line = log_bytes(entry)
            yield self.release_id, LOG, position, line.decode(), self.hash_line(LOG, line)

    def _checks(self) -> Iterator[tuple[Any, ...]]:
        for position, (name, check) in enumerate(release_checks().items()):
            result = check(self._lines)
            self.passed[name] = bool(result["passed"])
            line = check_bytes(name, result)
            yield self.release_id, CHECKS, position, line.decode(), self.hash_line(CHECKS, line)

    def card(self, manifest: dict[str, Any]) -> str:
        return ripple_card(manifest)

    def manifest_entries(self) -> dict[str, Any]:
        return {
            "selection": selection_entry(self.plan.selection, self._taken),
            "counts": self._counts_entry(),
            "guidelines": self._guidelines(),
            "sources": [],
            "ripple": {"review_status": self.plan.selection.review_status, "passed": self.passed},
        }

    def _guidelines(self) -> list[dict[str, Any]]:
        return ripple_guidelines(self._taken) if self.plan.selection.review_status == REVIEWED else []

    def _counts_entry(self) -> dict[str, Any]:
        return {
            "items": len(self._lines),
            "documents": self.counts["documents"],
            "decisions": self.counts["decisions"],
            "returns": self.counts["return"],
            "adjudications": self.counts["adjudication"],
            "assents": self.counts["assent"],
            "comments": self.counts["comment"],
            "reviewers": len(self.reviewers),
            "units": self.counts["units"],
            "affected_units": self.counts["affected_units"],
            "splits": dict(sorted(self.splits.items())),
            "shapes": dict(sorted(self.shapes.items())),
        }


def selection_entry(selection: RippleSelection, items: QuerySet[RippleItem]) -> dict[str, Any]:
    """Return what a manifest says of the choice: campaigns, and the imports that the items came with."""
    batches = RippleBatch.objects.filter(pk__in=items.order_by().values("batch")).order_by("id")
    imported = [{"name": name, "sha256": sha256} for name, sha256 in batches.values_list("name", "sha256")]
    return {"campaigns": campaign_names(selection.campaign_ids), "batches": imported}


def parsed(outcome: Any) -> Mapping[str, Any] | None:
    """Return an outcome's body; Django leaves jsonb as text on its connections, psycopg would parse it."""
    decoded = orjson.loads(outcome) if isinstance(outcome, str | bytes) else outcome
    return decoded if isinstance(decoded, dict) else None
