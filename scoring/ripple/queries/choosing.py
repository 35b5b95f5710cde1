"""The tables of a release by name: which there are, and how each is read and built."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.paginator import Page
from django.http import QueryDict

from benchmark.models import Release
from scoring.models import Board, Comparison, RippleScore
from scoring.ripple.queries import boards
from scoring.ripple.queries.boards import TableQuery
from scoring.ripple.scorer.computing import ALL
from scoring.ripple.scorer.items import SPLITS
from scoring.ripple.scorer.rankings_parse import PARSERS, PRIMARY
from scoring.ripple.tables import scorecards
from scoring.ripple.tables.scorecards import About, Line
from scoring.tables.table import Table

PARTS = (ALL, *SPLITS)
LINES: Mapping[str, Callable[..., Table]] = {
    "recovery": scorecards.recovery,
    "copying": scorecards.copying,
    "depth": scorecards.depth,
    "measures": scorecards.metrics,
    "settings": scorecards.settings,
    "census": scorecards.census,
}
PAIRS: Mapping[str, Callable[..., Table]] = {"parsers": scorecards.parses, "fences": scorecards.fenced}
TITLES: Mapping[str, str] = {
    "recovery": "Recovery",
    "parsers": "Both parsers",
    "fences": "Fenced responses",
    "copying": "Copying",
    "depth": "Depth",
    "slices": "Slices",
    "differences": "Differences",
    "census": "Census",
    "measures": "All measures",
    "settings": "Settings",
}
BY_PART = ("recovery", "copying", "depth", "measures")
BY_PARSER = (*BY_PART, "slices", "census")


@dataclass(slots=True)
class BuiltTable:
    """A table with the page of rows that it shows; None where all are shown."""

    table: Table
    page: Page[RippleScore] | None = None
    options: dict[str, Any] = field(default_factory=dict)


def table_query_of(query: QueryDict, name: str) -> TableQuery:
    """Read from a URL's query what a table shows. Unknown words are ignored."""
    part, parser = query.get("part", ALL), query.get("parser", PRIMARY)
    return TableQuery(
        part=part if part in PARTS and name in BY_PART else ALL,
        parser=parser if parser in PARSERS and name in BY_PARSER else PRIMARY,
        kind=query.get("kind", "") or "depth",
        sort=query.get("sort", ""),
        system=query.get("system", "").replace("\0", ""),
    )


def choose(name: str, release: Release, board: Board, query: QueryDict, *, paged: bool = False) -> BuiltTable:
    """Read and build one of TITLES.

    :raises KeyError: if there is no table of that name."""
    table_query = table_query_of(query, name)
    page = query.get("page") if paged else None
    if name == "differences":
        return _differences(release, board, query.get("of", ""), all_pairs=not paged)
    if name == "slices":
        return _slices(release, board, table_query, page, paged)
    if name in PAIRS:
        scores = boards.scores(board, table_query).filter(scoring__run__n_responses__gt=0)
        if name == "fences":
            scores = scores.filter(scoring__run__n_fenced__gt=0)
        rows, on_page = _rows(scores, page, paged, boards.PAGE_ROWS // 2)
        about = boards.about_of(release, board, table_query, rows)
        return BuiltTable(PAIRS[name](boards.pairs_of(rows, board), about), on_page)
    kind, part = (ALL, "") if table_query.part == ALL else ("split", table_query.part)
    rows, on_page = _rows(boards.scores(board, table_query, kind, part), page, paged)
    about = boards.about_of(release, board, table_query, rows)
    return BuiltTable(LINES[name](boards.lines_of(rows, board), about), on_page)


def _rows(
    scores: Any, number: str | None, paged: bool, size: int = boards.PAGE_ROWS
) -> tuple[list[RippleScore], Page[RippleScore] | None]:
    if not paged:
        return list(scores), None
    page = boards.page_of_scores(scores, number, size)
    return list(page.object_list), page


def _slices(
    release: Release, board: Board, table_query: TableQuery, number: str | None, paged: bool
) -> BuiltTable:
    kinds = boards.slice_kinds(board)
    kind = table_query.kind if table_query.kind in kinds else next(iter(kinds), "depth")
    rows, page = _rows(boards.scores(board, table_query, kind, None), number, paged)
    about = _about_all(release, board, table_query)
    table = scorecards.slices(boards.lines_of(rows, board), about, kind)
    choices = [(kind_listed, scorecards.slice_title(kind_listed)) for kind_listed in kinds]
    return BuiltTable(table, page, {"kinds": choices, "kind": kind})


def _differences(release: Release, board: Board, first: str, *, all_pairs: bool) -> BuiltTable:
    """The pairs of the system whose run is *first*, or else of the first row; or all pairs."""
    newest = Comparison.objects.filter(board=board).order_by("-manifest_number").first()
    lines: dict[str, Line] = {}
    about: About = _about_all(release, board, TableQuery())
    if newest is not None:
        codes = {code for pair in newest.differences for code in (pair["first"], pair["second"])}
        scores = RippleScore.objects.filter(
            scoring__board=board, scoring__parser=PRIMARY, scoring__run__code__in=codes, kind=ALL, name=""
        )
        scores = scores.select_related("scoring__run__configuration").defer("scoring__matrix")
        order = ("-scoring__run__configuration__initial", "scoring__run__configuration_id")
        lines = {line.run: line for line in boards.lines_of(scores.order_by(*order), board)}
    of_run = "" if all_pairs else first if first in lines else next(iter(lines), "")
    pairs = newest.differences if newest else []
    table = scorecards.differences(pairs, lines, about, of_run)
    n_compared = newest.n_compared if newest else 0
    return BuiltTable(
        table, None, {"systems": boards.standing_codes(lines), "of": of_run, "n_compared": n_compared}
    )


def _about_all(release: Release, board: Board, table_query: TableQuery) -> About:
    first = boards.scores(board, TableQuery(parser=table_query.parser))[:1]
    return boards.about_of(release, board, table_query, list(first))
