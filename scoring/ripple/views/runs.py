"""Pages of one run on ripple items, for managers: its figures and census, and its place in the manifest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from reviewapp.web.permissions import managers_only, person_of
from scoring.downloads import stored_file
from scoring.models import Board, Configuration, ManifestLine, RippleRun, RippleScore, RippleScoring
from scoring.ripple.actions.manifests import NotReplaceable, replace_run
from scoring.ripple.forms.scoring import ReplaceForm
from scoring.ripple.queries import boards
from scoring.ripple.queries.boards import TableQuery
from scoring.ripple.queries.frozen import ripple_pieces
from scoring.ripple.scorer.computing import ALL
from scoring.ripple.scorer.rankings_parse import PARSERS, PRIMARY
from scoring.ripple.tables import run_tables
from scoring.ripple.tables.scorecards import About, Line
from scoring.ripple.views.release import file_response
from scoring.tables.files import FORMATS
from scoring.tables.table import Table


def find_ripple_run(code: str) -> RippleRun:
    """Return the run of that code with all that its pages name; 404 if there is none."""
    runs = RippleRun.objects.select_related("release", "configuration", "created_by")
    named = (
        "release__code",
        "release__name",
        "release__manifest_sha256",
        "release__review_status",
        "created_by__name",
        "created_by__username",
    )
    own = [field.attname for field in RippleRun._meta.concrete_fields]
    deferred = [f"configuration__{field.attname}" for field in Configuration._meta.concrete_fields]
    return get_object_or_404(runs.only(*own, *deferred, *named), code=code)


def scorings_of(run: RippleRun) -> tuple[Board | None, dict[str, RippleScoring]]:
    """Return the release's board and the run's scorings on it by parser, the primary one first."""
    board = boards.newest_board(run.release)
    scorings = RippleScoring.objects.filter(run=run, board=board).defer("matrix")
    return board, {row.parser: row for row in sorted(scorings, key=lambda row: PARSERS.index(row.parser))}


def chosen_parser(request: HttpRequest, scorings: dict[str, RippleScoring]) -> str:
    """Return the parser that the URL names, if the run is scored under it."""
    parser = request.GET.get("parser", PRIMARY)
    return parser if parser in scorings else PRIMARY


@require_safe
@managers_only
def recovery_run(request: HttpRequest, code: str) -> HttpResponse:
    """Show one run, or how far its scoring is."""
    run = find_ripple_run(code)
    board, scorings = scorings_of(run)
    context: dict[str, Any] = {"section": "scores", "run": run, "release": run.release}
    if board is None or PRIMARY not in scorings:
        context["jobs"] = boards.live_jobs(run.release)
        return render(request, "scoring/ripple/waiting.html", context)
    parser = chosen_parser(request, scorings)
    wants_slices = request.GET.get("show") == "slices"
    context |= {
        "board": board,
        "parser": parser,
        "parsers": list(scorings),
        "scoring": scorings[parser],
        "show": "slices" if wants_slices else "",
        "tables": _tables(run, board, scorings, parser, slices=wants_slices),
        "standing": boards.standing_line_of(run.configuration_id),
        "lines": ManifestLine.objects.filter(run=run).order_by("number"),
        "form": ReplaceForm(),
    }
    return render(request, "scoring/ripple/run.html", context)


def _tables(
    run: RippleRun, board: Board, scorings: dict[str, RippleScoring], parser: str, *, slices: bool
) -> dict[str, Table]:
    """Build the run's tables from its stored figures, the many slices only on request."""
    selected = Q(scoring__in=scorings.values(), kind=ALL)
    if slices:
        selected |= Q(scoring=scorings[parser])
    scores = RippleScore.objects.filter(selected).order_by("position")
    lines: dict[str, list[Line]] = {}
    scoring_by_pk = {row.pk: row for row in scorings.values()}
    for score in scores:
        score.scoring = scoring_by_pk[score.scoring_id]
        score.scoring.run = run
        lines.setdefault(score.scoring.parser, []).append(boards.line_of(score, board))
    overall = [rows[0] for name in scorings if (rows := lines[name])]
    about = boards.about_of(run.release, board, TableQuery(parser=parser), [])
    about = _counted(about, overall[0])
    items = f"{reverse('recovery_items', args=[run.code])}?parser={parser}&cause="
    own = [line for line in lines[parser] if line.kind != ALL]
    return {
        "measures": run_tables.measures(overall, about),
        "slices": run_tables.slices(own, about),
        "census": run_tables.census(next(line for line in overall if line.parser == parser), about, items),
    }


def _counted(about: About, line: Line) -> About:
    return replace(about, n_items=line.n_items, n_sources=line.n_sources)


@require_safe
@managers_only
def recovery_run_table(request: HttpRequest, code: str, name: str, form: str) -> HttpResponse:
    """Send one of a run's tables as CSV, XLSX or LaTeX."""
    run = find_ripple_run(code)
    board, scorings = scorings_of(run)
    if board is None or PRIMARY not in scorings or form not in FORMATS:
        raise Http404("no scores yet")
    parser = chosen_parser(request, scorings)
    tables = _tables(run, board, scorings, parser, slices=name == "slices")
    if name not in tables:
        raise Http404("no such table")
    return file_response(tables[name], f"{run.code}-{name}", form)


@require_safe
@managers_only
def recovery_run_file(request: HttpRequest, code: str) -> StreamingHttpResponse:
    """Send the stored run, byte for byte as it came."""
    run = find_ripple_run(code)
    return stored_file(ripple_pieces(run), run.file_name, run.size)


@require_POST
@managers_only
def recovery_replace(request: HttpRequest, code: str) -> HttpResponse:
    """Let a rerun take its row in the tables, with a reason. The manifest keeps the run that it replaces."""
    run = find_ripple_run(code)
    form = ReplaceForm(request.POST)
    if not form.is_valid():
        messages.error(request, "A reason is needed: it stays in the manifest.")
        return redirect("recovery_run", run.code)
    try:
        replace_run(run=run, reason=form.cleaned_data["reason"], actor=person_of(request))
    except NotReplaceable as error:
        messages.error(request, str(error))
    else:
        messages.success(request, "The run stands in the tables now; the manifest keeps what stood before.")
    return redirect("recovery_run", run.code)
