"""Which items a freeze takes, and why it leaves the others: the preview and the freeze ask here, both."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from django.db.models import Case, CharField, Count, Q, QuerySet, Value, When

from reviewapp.models import (
    Disagreement,
    Document,
    EvidenceItem,
    ItemDocument,
    Outcome,
    Return,
    Slot,
    Task,
)
from reviewapp.rules.protocol import (
    REASON_TITLES,
    DisagreementState,
    ItemState,
    Reason,
    SlotState,
    TaskState,
)


class Standing(StrEnum):
    """What a freeze does with an item: take it, or leave it for one reason."""

    GOES_IN = "goes_in"
    NOT_REVIEWED = "not_reviewed"
    IN_REVIEW = "in_review"
    DISPUTED = "disputed"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    NO_REFERENCE = "no_reference"


TITLES = {
    Standing.GOES_IN: "Goes in",
    Standing.NOT_REVIEWED: "Not reviewed",
    Standing.IN_REVIEW: "Still in review",
    Standing.DISPUTED: "Disputed: an adjudication is open",
    Standing.REJECTED: "Rejected",
    Standing.WITHDRAWN: "Withdrawn",
    Standing.NO_REFERENCE: "Accepted, but it names no reference document",
}


class Documents(StrEnum):
    """Which documents a release holds: the whole bank, the corpus of retrieval, or what its items name."""

    ALL = "all"
    NAMED = "named"


@dataclass(frozen=True, slots=True)
class Selection:
    """What is to be frozen; without campaigns, the items of all of them and of none."""

    campaign_ids: tuple[int, ...] | None = None
    documents: Documents = Documents.ALL


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of the chosen items stand how, and how many were not chosen at all."""

    by_standing: dict[Standing, int] = field(default_factory=dict)
    not_chosen: int = 0

    def of(self, standing: Standing) -> int:
        return self.by_standing.get(standing, 0)

    @property
    def goes_in(self) -> int:
        return self.of(Standing.GOES_IN)

    @property
    def stays_out(self) -> int:
        return sum(self.by_standing.values()) - self.goes_in


def chosen_items(selection: Selection) -> QuerySet[EvidenceItem]:
    """Return the items that the selection's campaigns review, or all items."""
    if selection.campaign_ids is None:
        return EvidenceItem.objects.all()
    tasks = Task.objects.filter(campaign_id__in=selection.campaign_ids).exclude(state=TaskState.WITHDRAWN)
    withdrawn = Task.objects.filter(campaign_id__in=selection.campaign_ids, item__state=ItemState.WITHDRAWN)
    return EvidenceItem.objects.filter(Q(pk__in=tasks.values("item")) | Q(pk__in=withdrawn.values("item")))


def _conditions() -> dict[Standing, Q]:
    # Those of ripple items have no evidence item, and beside a NULL, NOT IN holds for nothing.
    open_ones = Disagreement.objects.filter(state=DisagreementState.OPEN, task__item__isnull=False).exclude(
        task__state=TaskState.WITHDRAWN
    )
    disputed = Q(pk__in=open_ones.values("task__item"))
    accepted = Q(state=ItemState.ACCEPTED) & ~disputed
    return {
        Standing.GOES_IN: accepted & Q(n_references__gt=0),
        Standing.NO_REFERENCE: accepted & Q(n_references=0),
        Standing.WITHDRAWN: Q(state=ItemState.WITHDRAWN),
        Standing.DISPUTED: disputed & ~Q(state=ItemState.WITHDRAWN),
        Standing.REJECTED: Q(state=ItemState.REJECTED) & ~disputed,
        Standing.IN_REVIEW: Q(state=ItemState.IN_REVIEW) & ~disputed,
        Standing.NOT_REVIEWED: Q(state=ItemState.PROPOSED) & ~disputed,
    }


def items_that(standing: Standing, selection: Selection) -> QuerySet[EvidenceItem]:
    """Return the chosen items that stand so, in no order."""
    return chosen_items(selection).filter(_conditions()[standing])


def items_left_out(selection: Selection) -> QuerySet[EvidenceItem]:
    """Return the chosen items that a freeze leaves out, in no order."""
    return chosen_items(selection).exclude(_conditions()[Standing.GOES_IN])


def with_standing(items: QuerySet[EvidenceItem]) -> QuerySet[EvidenceItem]:
    """Return *items* with `standing` beside each."""
    return items.annotate(standing=_standing())


def _standing() -> Case:
    cases = [When(condition, then=Value(standing.value)) for standing, condition in _conditions().items()]
    return Case(*cases, default=Value(Standing.NOT_REVIEWED.value), output_field=CharField())


def count_standings(selection: Selection) -> Counts:
    """Count the chosen items by standing, in one aggregate."""
    rows = (
        chosen_items(selection)
        .order_by()
        .annotate(standing=_standing())
        .values("standing")
        .annotate(n=Count("*"))
        .values_list("standing", "n")
    )
    counts = {Standing(standing): n for standing, n in rows}
    not_chosen = 0
    if selection.campaign_ids is not None:
        not_chosen = EvidenceItem.objects.count() - sum(counts.values())
    return Counts(counts, not_chosen)


def documents_of(selection: Selection) -> QuerySet[Document]:
    """Return the documents that a freeze takes; aliases of another document's text are never among them."""
    bank = Document.objects.filter(alias_of__isnull=True)
    if selection.documents == Documents.ALL:
        return bank
    items = items_that(Standing.GOES_IN, selection)
    named = ItemDocument.objects.filter(item__in=items.values("pk"))
    return bank.filter(pk__in=named.values("document"))


def explain(items: Collection[EvidenceItem]) -> dict[int, str]:
    """Say of each item (annotated with `standing`) why it goes in or not; three queries for any number."""
    pks = [item.pk for item in items]
    tasks = {
        task.item_id: task
        for task in Task.objects.filter(item__in=pks)
        .exclude(state=TaskState.WITHDRAWN)
        .select_related("campaign")
        .order_by("id")
    }
    reasons = _given_reasons([task.pk for task in tasks.values()])
    in_hand = _returns_in(task.pk for task in tasks.values() if task.state == TaskState.OPEN)
    return {item.pk: _words(item, tasks.get(item.pk), reasons, in_hand) for item in items}


def _words(
    item: EvidenceItem, task: Task | None, reasons: dict[int, str], in_hand: dict[tuple[int, int], int]
) -> str:
    standing = Standing(item.standing)  # type: ignore[attr-defined]
    if standing == Standing.NOT_REVIEWED and task is None:
        return "Not reviewed: it is in no campaign"
    if task is None:
        return TITLES[standing]
    if standing == Standing.REJECTED:
        return f"Rejected: {reasons.get(task.pk, 'no reason is on record')}"
    if standing in (Standing.IN_REVIEW, Standing.NOT_REVIEWED):
        done = in_hand.get((task.pk, task.round), 0)
        return f"{TITLES[standing]}: {done} of {task.campaign.overlap} returns in “{task.campaign.name}”"
    return TITLES[standing]


def _given_reasons(task_ids: Collection[int]) -> dict[int, str]:
    rows = Return.objects.filter(task__in=task_ids, successor__isnull=True).order_by("round", "id")
    reasons = {task: _title(reason) for task, reason in rows.values_list("task", "reason") if reason}
    outcomes = Outcome.objects.filter(task__in=task_ids).order_by("id").values_list("task", "reason")
    return reasons | {task: f"{_title(reason)} (adjudicated)" for task, reason in outcomes if reason}


def _title(reason: str) -> str:
    return REASON_TITLES[Reason(reason)] if reason in set(Reason) else reason


def _returns_in(task_ids: Iterable[int]) -> dict[tuple[int, int], int]:
    rows = (
        Slot.objects.filter(task__in=list(task_ids), state=SlotState.COMMITTED)
        .order_by()
        .values("task", "round")
        .annotate(n=Count("*"))
        .values_list("task", "round", "n")
    )
    return {(task, number): n for task, number, n in rows}
