"""Which ripple items a freeze takes, and why it leaves the others: preview and freeze ask here, both.

A release holds reviewed items, each with the key that its adjudication left, or candidates that nobody has
reviewed (the paper's own population); never both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.db.models import Case, CharField, Count, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.fields.json import KeyTransform

from benchmark.releases.formats.canonical import MACHINE_VALIDATED, REVIEW_STATUSES, REVIEWED
from reviewapp.models import Outcome, RippleItem, Task
from reviewapp.rules.protocol import ItemState, RippleDecision, TaskState


class RippleStanding(StrEnum):
    """Whether and why a ripple item goes in; the release's status decides between the first two."""

    ACCEPTED = "accepted"
    CANDIDATE = "candidate"
    IN_REVIEW = "in_review"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


RIPPLE_TITLES = {
    RippleStanding.ACCEPTED: "Accepted after review",
    RippleStanding.CANDIDATE: "Machine-validated, reviewed by nobody",
    RippleStanding.IN_REVIEW: "In review",
    RippleStanding.REJECTED: "Rejected",
    RippleStanding.WITHDRAWN: "Withdrawn",
}
STATUS_TITLES = {
    REVIEWED: "Reviewed: each item with its final closure",
    MACHINE_VALIDATED: "Machine-validated: candidates that nobody has reviewed",
}
TAKES = {REVIEWED: RippleStanding.ACCEPTED, MACHINE_VALIDATED: RippleStanding.CANDIDATE}
STANDING_OF = {
    ItemState.ACCEPTED: RippleStanding.ACCEPTED,
    ItemState.PROPOSED: RippleStanding.CANDIDATE,
    ItemState.IN_REVIEW: RippleStanding.IN_REVIEW,
    ItemState.REJECTED: RippleStanding.REJECTED,
    ItemState.WITHDRAWN: RippleStanding.WITHDRAWN,
}


@dataclass(frozen=True, slots=True)
class RippleSelection:
    """What is to be frozen: one review status, and the items of some campaigns or batches only."""

    review_status: str = REVIEWED
    campaign_ids: tuple[int, ...] | None = None
    batch_ids: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        REVIEW_STATUSES.index(self.review_status)


@dataclass(frozen=True, slots=True)
class RippleCounts:
    """How many of the chosen items stand how."""

    review_status: str
    by_standing: dict[RippleStanding, int] = field(default_factory=dict)

    def of(self, standing: RippleStanding) -> int:
        return self.by_standing.get(standing, 0)

    @property
    def goes_in(self) -> int:
        return self.of(TAKES[self.review_status])

    @property
    def stays_out(self) -> int:
        return sum(self.by_standing.values()) - self.goes_in


def chosen_ripple(selection: RippleSelection) -> QuerySet[RippleItem]:
    """Return the items of the selection's campaigns and batches, or all."""
    items = RippleItem.objects.all()
    if selection.campaign_ids is not None:
        tasks = Task.objects.filter(campaign_id__in=selection.campaign_ids, ripple__isnull=False)
        live = tasks.filter(~Q(state=TaskState.WITHDRAWN) | Q(ripple__state=ItemState.WITHDRAWN))
        items = items.filter(pk__in=live.values("ripple"))
    if selection.batch_ids is not None:
        items = items.filter(batch_id__in=selection.batch_ids)
    return items


def ripple_taken(selection: RippleSelection) -> QuerySet[RippleItem]:
    """Return the items that go in, in no order."""
    state = ItemState.ACCEPTED if selection.review_status == REVIEWED else ItemState.PROPOSED
    return chosen_ripple(selection).filter(state=state)


def with_outcome(items: QuerySet[RippleItem]) -> QuerySet[Any]:
    """Return *items* with `final` beside each: the body of the outcome by which it is accepted, or None."""
    outcomes = Outcome.objects.filter(
        task__ripple=OuterRef("pk"), decision=RippleDecision.ACCEPTED, task__state=TaskState.DECIDED
    ).order_by("-decided_at", "-id")
    return items.annotate(final=Subquery(outcomes.values("body")[:1]))


def count_ripple(selection: RippleSelection) -> RippleCounts:
    """Count the chosen items by standing, in one aggregate."""
    rows = (
        chosen_ripple(selection).order_by().values("state").annotate(n=Count("*")).values_list("state", "n")
    )
    return RippleCounts(selection.review_status, {STANDING_OF[ItemState(state)]: n for state, n in rows})


def ripple_with_standing(items: QuerySet[RippleItem]) -> QuerySet[Any]:
    """Return *items* with `standing` and the edit's description beside each, without their documents."""
    cases = [When(state=state, then=Value(standing.value)) for state, standing in STANDING_OF.items()]
    described = items.annotate(
        standing=Case(*cases, default=Value(""), output_field=CharField()),
        edit=KeyTransform("edit", "public"),
    )
    return described.defer("public")
