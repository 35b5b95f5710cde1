"""Which items a manager chooses for a campaign's queue."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from reviewapp.models import EvidenceItem, Task
from reviewapp.rules.protocol import ItemState, TaskState


@dataclass(frozen=True, slots=True)
class Selection:
    """Which items go into a campaign's queue, by import order; no source means all of them.

    Of ripple items, `batches` are what they came in; nothing but that and `limit` narrows them.
    """

    sources: tuple[int, ...] = ()
    batches: tuple[int, ...] = ()
    exclude_flags: tuple[str, ...] = ()
    only_proposed: bool = True
    limit: int | None = None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Selection:
        """Return the selection that `as_json` was made from."""
        lists = {name: tuple(stored.get(name, ())) for name in ("sources", "batches", "exclude_flags")}
        return cls(**{**stored, **lists})


def select_evidence(
    wanted: Selection, kind: str, *, states: Collection[ItemState] | None = None
) -> QuerySet[EvidenceItem]:
    """Return the evidence items of the selection that this kind of review does not have in hand already.

    :param states: the states that items must be in; not given, the selection says so.
    """
    in_hand = Task.objects.filter(item=OuterRef("pk"), kind=kind).exclude(state=TaskState.WITHDRAWN)
    rows = EvidenceItem.objects.filter(~Exists(in_hand)).exclude(state=ItemState.WITHDRAWN).order_by("pk")
    if states is not None:
        rows = rows.filter(state__in=states)
    elif wanted.only_proposed:
        rows = rows.filter(state=ItemState.PROPOSED)
    if wanted.sources:
        rows = rows.filter(source__in=wanted.sources)
    if wanted.exclude_flags:
        rows = rows.exclude(flags__overlap=list(wanted.exclude_flags))
    return rows


def limited(rows: QuerySet[Any], wanted: Selection) -> QuerySet[Any]:
    """Return as many of the *rows* as the selection asks for."""
    return rows[: wanted.limit] if wanted.limit else rows
