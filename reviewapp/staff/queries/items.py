"""Items as the managers look for them: search, filter, order; and what a campaign may take in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.search import SearchQuery
from django.db.models import Exists, OuterRef, Q, QuerySet

from reviewapp.models import Campaign, EvidenceItem, Task
from reviewapp.rules.protocol import DOMAINS
from reviewapp.work.queries.selection import Selection as Selection
from reviewapp.work.queries.selection import limited
from reviewapp.work.registry import workflow_of

FOUND_AT_MOST = 2_000  # a search for a common word must not sort the whole table
ORDERS = {
    "added": ("pk",),
    "item_id": ("item_id",),
    "domain": ("domain", "pk"),
    "source": ("source_id", "pk"),
    "state": ("state", "pk"),
}
NO_DOMAIN = "(none)"


@dataclass(frozen=True, slots=True)
class ItemFilter:
    """What the item list is narrowed to; empty means any."""

    words: str = ""
    state: str = ""
    domain: str = ""
    source: int | None = None
    flag: str = ""
    width: str = ""
    campaign: int | None = None


def find_items(
    wanted: ItemFilter, *, order: str = "-added", at_most: int | None = None
) -> QuerySet[EvidenceItem]:
    """Return the items that match, in an order that an index gives.

    Words and flags come from indexes which know no order: of those, the first *at_most* matches and one
    more are found and then ordered.
    """
    rows = _narrowed(EvidenceItem.objects.all(), wanted)
    if at_most and is_unordered(wanted):
        rows = EvidenceItem.objects.filter(pk__in=rows.values("pk")[: at_most + 1])
    return rows.order_by(*order_by(order))


def is_unordered(wanted: ItemFilter) -> bool:
    """Say whether the filter is answered by an index which knows no order."""
    return bool(wanted.words or wanted.flag)


def order_by(order: str) -> list[str]:
    """Return the columns of *order*, each turned round where it begins with a minus.

    >>> order_by("-domain")
    ['-domain', '-pk']
    """
    name, sign = (order[1:], "-") if order.startswith("-") else (order, "")
    return [f"{sign}{column}" for column in ORDERS.get(name, ORDERS["added"])]


def known_domains() -> list[str]:
    """Return the domains that an item can be put in: the eight, and those of the campaigns."""
    named = {name for domains in Campaign.objects.values_list("domains", flat=True) for name in domains}
    return [*DOMAINS, *sorted(named - set(DOMAINS))]


def _narrowed(rows: QuerySet[EvidenceItem], wanted: ItemFilter) -> QuerySet[EvidenceItem]:
    if wanted.words:
        query = SearchQuery(wanted.words, config="simple", search_type="websearch")
        rows = rows.filter(search__words=query)
    if wanted.state:
        rows = rows.filter(state=wanted.state)
    if wanted.domain:
        rows = rows.filter(domain=None if wanted.domain == NO_DOMAIN else wanted.domain)
    if wanted.source:
        rows = rows.filter(source=wanted.source)
    if wanted.flag:
        rows = rows.exclude(flags=[]).filter(flags__contains=[wanted.flag])
    if wanted.width:
        rows = rows.filter(Q(n_references=1) if wanted.width == "single" else Q(n_references__gt=1))
    if wanted.campaign:
        rows = rows.filter(Exists(Task.objects.filter(item=OuterRef("pk"), campaign=wanted.campaign)))
    return rows


def select_items(wanted: Selection, *, kind: str) -> QuerySet[Any]:
    """Return the items of the selection that this kind of review may take in."""
    return limited(workflow_of(kind).select(wanted), wanted)
