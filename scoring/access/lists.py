"""A run's item results as people list them: filtered, sorted, a page at a time, all of it in the database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Func, IntegerField, QuerySet, TextField, Value
from django.db.models.functions import Cast, Left
from django.http import QueryDict

from benchmark.models import ReleaseItem
from scoring.models import ItemResult, Outcome, Rung

PAGE_ROWS = 50
MAX_PAGE = 2_000_000
SORTS = {
    "position": ("position",),
    "-position": ("-position",),
    "sr": ("sr_at_k", "position"),
    "-sr": ("-sr_at_k", "-position"),
}
QUERY_CHARACTERS = 160


@dataclass(frozen=True, slots=True)
class Filter:
    """The filters and the order of a list, from its URL. Unknown words are ignored."""

    outcome: str = ""
    sources: str = ""
    domain: str = ""
    item: str = ""
    sort: str = "position"

    @classmethod
    def of(cls, query: QueryDict) -> Filter:
        return cls(
            outcome=_one_of(query.get("outcome", ""), Outcome.values),
            sources=_one_of(query.get("sources", ""), ["single", "multi"]),
            domain=query.get("domain", ""),
            item=query.get("item", ""),
            sort=_one_of(query.get("sort", ""), SORTS) or "position",
        )

    def results(self, rung: Rung) -> QuerySet[ItemResult]:
        """Return the results of a rung that pass, in order."""
        results = ItemResult.objects.filter(rung=rung)
        if self.outcome:
            results = results.filter(outcome=self.outcome)
        if self.sources:
            results = results.filter(multi=self.sources == "multi")
        if self.domain:
            results = results.filter(domain="" if self.domain == "(none)" else self.domain)
        if self.item:
            results = results.filter(item_name__startswith=self.item)
        return results.order_by(*SORTS[self.sort])


def _one_of(word: str, words: Any) -> str:
    return word if word in words else ""


@dataclass(frozen=True, slots=True)
class Page:
    """Some rows of a list and whether there are more; nothing is counted, so every page costs the same."""

    rows: list[Any]
    number: int
    has_next: bool

    @property
    def has_previous(self) -> bool:
        return self.number > 1

    @property
    def previous(self) -> int:
        return self.number - 1

    @property
    def next(self) -> int:
        return self.number + 1


def page_of(rows_found: QuerySet[Any], number: str | None) -> Page:
    """Return the page of that number, the first where it is no number."""
    text = number or ""
    at = min(max(1, int(text[:9])), MAX_PAGE) if text.isascii() and text.isdigit() else 1
    start = (at - 1) * PAGE_ROWS
    rows = list(rows_found[start : start + PAGE_ROWS + 1])
    return Page(rows[:PAGE_ROWS], at, len(rows) > PAGE_ROWS)


def queries_of(results: Iterable[ItemResult]) -> dict[int, str]:
    """Return the beginning of each item's query, out of the frozen lines, for the rows of one page alone."""
    line = Cast(F("line"), Json())
    query = Func(line, Value("query"), function="json_extract_path_text", output_field=TextField())
    items = ReleaseItem.objects.filter(pk__in=[result.item_id for result in results])
    return dict(items.values_list("pk", Left(query, QUERY_CHARACTERS)))


class Json(IntegerField):
    """PostgreSQL's json, which keeps the text as it is and costs no more than reading it once."""

    def db_type(self, connection: Any) -> str:
        return "json"

    def cast_db_type(self, connection: Any) -> str:
        return "json"
