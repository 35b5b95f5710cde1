"""Pages of long tables at a bounded cost: nobody waits for the count of a large table."""

from __future__ import annotations

from functools import cached_property
from typing import Any, cast

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

ROWS_A_PAGE = 50
COUNTED_AT_MOST = 10_000


class CappedPaginator(Paginator):
    """Counts up to `counted_at_most` rows and pages through those; a filter leads to the others."""

    counted_at_most = COUNTED_AT_MOST

    @cached_property
    def counted(self) -> int:
        rows = cast(QuerySet[Any], self.object_list)
        return rows.order_by().values("pk")[: self.counted_at_most + 1].count()

    @cached_property
    def count(self) -> int:
        return min(self.counted, self.counted_at_most)

    @property
    def is_capped(self) -> bool:
        return self.counted > self.counted_at_most

    @property
    def shown_count(self) -> str:
        return f"{self.count:,}{'+' if self.is_capped else ''}"


def page_of(
    request: HttpRequest,
    rows: QuerySet[Any],
    *,
    per_page: int = ROWS_A_PAGE,
    counted_at_most: int = COUNTED_AT_MOST,
) -> Page[Any]:
    """Return the page that the URL asks for, or the nearest one that exists."""
    paginator = CappedPaginator(rows, per_page)
    paginator.counted_at_most = counted_at_most
    return paginator.get_page(request.GET.get("page"))
