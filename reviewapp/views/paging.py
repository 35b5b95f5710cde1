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
    """Counts up to `COUNTED_AT_MOST` rows and pages through those; a filter leads to the others."""

    @cached_property
    def counted(self) -> int:
        rows = cast(QuerySet[Any], self.object_list)
        return rows.order_by().values("pk")[: COUNTED_AT_MOST + 1].count()

    @cached_property
    def count(self) -> int:
        return min(self.counted, COUNTED_AT_MOST)

    @property
    def is_capped(self) -> bool:
        return self.counted > COUNTED_AT_MOST

    @property
    def shown_count(self) -> str:
        return f"{self.count:,}{'+' if self.is_capped else ''}"


def page_of(request: HttpRequest, rows: QuerySet[Any], *, per_page: int = ROWS_A_PAGE) -> Page[Any]:
    """Return the page that the URL asks for; the nearest one where it asks for none there is."""
    return CappedPaginator(rows, per_page).get_page(request.GET.get("page"))
