"""What the pages of ripple scores read: stored figures of the runs that stand in a release's tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import F, Max, OuterRef, QuerySet, Subquery
from django.db.models.fields.json import KeyTransform
from django.urls import reverse

from benchmark.models import Release
from reviewapp.models import Job
from reviewapp.rules.protocol import JobState
from scoring.models import Board, Comparison, ManifestLine, RippleScore, RippleScoring
from scoring.ripple.actions.configurations import RESCORE
from scoring.ripple.actions.manifests import COMPARE
from scoring.ripple.actions.runs import BASELINES, SCORE
from scoring.ripple.scorer.computing import ALL
from scoring.ripple.scorer.rankings_parse import FENCE_STRIPPED, PRIMARY
from scoring.ripple.tables.scorecards import About, Line, Pair

PAGE_ROWS = 50
KINDS = (SCORE, BASELINES, RESCORE, COMPARE)
CONFIGURATION = "scoring__run__configuration"
SORTED = {"complete": "complete_at_2g", "recall": "recall_at_2g", "strict": "recall_at_g"}


@dataclass(frozen=True, slots=True)
class TableQuery:
    """What of a release's tables is shown, as the URL says: split, parser, kind of slice, order, filter."""

    part: str = ALL
    parser: str = PRIMARY
    kind: str = "depth"
    sort: str = ""
    system: str = ""


def newest_board(release: Release) -> Board | None:
    """Return the board that the release's tables go by."""
    return Board.objects.filter(release=release).order_by("-number").first()


def scores(board: Board, query: TableQuery, kind: str = ALL, name: str | None = "") -> QuerySet[RippleScore]:
    """Return the figures of the runs that stand, the initial group first, in the order asked for.

    :param name: of the slice; None for all slices of the kind."""
    rows = RippleScore.objects.filter(
        scoring__board=board,
        scoring__parser=query.parser,
        scoring__run__manifest_lines__replaced_by=None,
        scoring__run__manifest_lines__isnull=False,
        kind=kind,
    )
    if name is not None:
        rows = rows.filter(name=name)
    if query.system:
        rows = rows.filter(**{f"{CONFIGURATION}__system__icontains": query.system})
    order = [
        F(f"{CONFIGURATION}__initial").desc(),
        *_order(query.sort),
        F("position"),
        F(f"{CONFIGURATION}_id"),
    ]
    return (
        rows.select_related("scoring__run__configuration")
        .defer("scoring__matrix", "scoring__run__metadata")
        .order_by(*order)
    )


def _order(sort: str) -> list[Any]:
    """Return how rows are ordered within their group: as registered, unless a column is named."""
    down, word = sort.startswith("-"), sort.removeprefix("-")
    if word == "system":
        by: Any = F(f"{CONFIGURATION}__system")
    elif word in SORTED:
        by = KeyTransform("value", KeyTransform(SORTED[word], "figures"))
    else:
        return []
    return [by.desc() if down else by.asc()]


def lines_of(rows: Iterable[RippleScore], board: Board) -> list[Line]:
    """Return stored figures as the tables take them."""
    return [line_of(score, board) for score in rows]


def line_of(score: RippleScore, board: Board) -> Line:
    """Return one run's figures over one slice; scoring, run and configuration must have been fetched."""
    scoring = score.scoring
    scoring.board = board
    run = scoring.run
    configuration = run.configuration
    return Line(
        run=run.code,
        system=configuration.system or run.file_name,
        family=configuration.family,
        later=run.later,
        settings=configuration.settings,
        parser=scoring.parser,
        kind=score.kind,
        name=score.name,
        n_items=score.n_items,
        n_units=score.n_units,
        n_sources=score.n_sources,
        figures=score.figures,
        n_parsed=scoring.n_parsed,
        n_population=scoring.n_items,
        n_responses=run.n_responses,
        n_fenced=run.n_fenced,
        n_missing=run.n_missing,
        signed=scoring.signed,
        census=scoring.census,
        link=reverse("recovery_run", args=[run.code]),
        partial=run.partial,
    )


def pairs_of(rows: Sequence[RippleScore], board: Board) -> list[Pair]:
    """Return each of the primary figures with those of the same run under the fence-stripped parser."""
    runs = [score.scoring.run_id for score in rows]
    stripped = RippleScore.objects.filter(
        scoring__board=board, scoring__parser=FENCE_STRIPPED, scoring__run__in=runs, kind=ALL, name=""
    )
    stripped = stripped.select_related("scoring__run__configuration").defer("scoring__matrix")
    beside = {score.scoring.run_id: score for score in stripped}
    return [
        (line_of(score, board), line_of(beside[score.scoring.run_id], board))
        for score in rows
        if score.scoring.run_id in beside
    ]


def page_of_scores(
    scores_found: QuerySet[RippleScore], number: str | None, rows: int = PAGE_ROWS
) -> Page[RippleScore]:
    """Return a page of rows."""
    return Paginator(scores_found, rows).get_page(number)


def about_of(release: Release, board: Board, query: TableQuery, rows: Sequence[RippleScore]) -> About:
    """Return the facts of the captions, counted over the rows."""
    first = rows[0] if rows else None
    return About(
        release=release.name,
        status=release.status_words,
        n_items=first.n_items if first else 0,
        n_sources=first.n_sources if first else 0,
        replicates=board.replicates,
        seed=board.seed,
        target=board.target,
        part=query.part,
        parser=query.parser,
    )


def newest_comparison(board: Board) -> Comparison | None:
    """Return the newest comparison on a board, without its differences."""
    return Comparison.objects.filter(board=board).defer("differences").order_by("-manifest_number").first()


def manifest_number(release: Release) -> int:
    """Return the number of the newest line of the release's manifest, 0 where there is none."""
    newest = ManifestLine.objects.filter(release=release).aggregate(newest=Max("number"))["newest"]
    return int(newest or 0)


def live_jobs(release: Release) -> list[Job]:
    """Return the jobs of ripple scoring that wait or run for a release."""
    live = Job.objects.filter(state__in=[JobState.WAITING, JobState.RUNNING], kind__in=KINDS)
    return list(live.filter(args__release=release.code).order_by("id")[:20])


def failed_job(release: Release) -> Job | None:
    """Return the release's newest job of ripple scoring if it failed."""
    jobs = Job.objects.filter(kind__in=KINDS, args__release=release.code).order_by("-id")[:1]
    return next((job for job in jobs if job.state == JobState.FAILED), None)


def slice_kinds(board: Board) -> list[str]:
    """Return the kinds of slices that a board's scorings have, from one of them."""
    first_scoring = RippleScoring.objects.filter(board=board, parser=PRIMARY).values("pk")[:1]
    rows = RippleScore.objects.filter(scoring=Subquery(first_scoring)).exclude(kind=ALL).order_by("position")
    return list(dict.fromkeys(rows.values_list("kind", flat=True)))


def standing_line_of(configuration_id: int) -> ManifestLine | None:
    """Return the manifest's line that stands for a configuration."""
    return (
        ManifestLine.objects.filter(configuration_id=configuration_id, replaced_by=None)
        .select_related("run")
        .first()
    )


def standing_codes(lines: Mapping[str, Line]) -> list[tuple[str, str]]:
    """Return run and system of each line, for a choice."""
    return [(code, line.system) for code, line in lines.items()]


def with_manifest(release: Release) -> QuerySet[ManifestLine]:
    """Return all lines of a manifest, newest first, each with what replaced it."""
    successor = ManifestLine.objects.filter(replaces=OuterRef("pk")).values("number")[:1]
    return (
        ManifestLine.objects.filter(release=release)
        .select_related("run__configuration", "replaces__run", "written_by")
        .annotate(successor=Subquery(successor))
        .order_by("-number")
    )
