"""Pages of a release's ripple scores, for managers: the recovery figure, the paper's tables, the manifest."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods, require_safe

from benchmark.models import Release
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only, person_of
from scoring.models import Board, ManifestLine, RecoveryChart
from scoring.ripple.actions.configurations import BoardSettings, NothingNew, open_board
from scoring.ripple.forms.scoring import BoardForm
from scoring.ripple.queries import boards
from scoring.ripple.queries.choosing import BY_PARSER, BY_PART, PARTS, TITLES, choose, table_query_of
from scoring.ripple.scorer.metrics import SCORER
from scoring.ripple.scorer.rankings_parse import PARSERS
from scoring.tables.files import FORMATS, table_file
from scoring.tables.table import Table


def find_release(code: str) -> Release:
    """Return the release of that code; 404 if there is none or it holds no ripple item."""
    release = get_object_or_404(Release.objects.defer("manifest", "readme"), code=code)
    if not release.ripple_items.exists():
        raise Http404("no ripple items")
    return release


@require_safe
@managers_only
def recovery(request: HttpRequest, code: str, name: str = "recovery") -> HttpResponse:
    """Show one of a release's tables; the first one has the figure beside it."""
    if name not in TITLES:
        raise Http404("no such table")
    release = find_release(code)
    board = boards.newest_board(release)
    context: dict[str, Any] = {
        "section": "scores",
        "release": release,
        "n_items": release.ripple_items.count(),
        "n_withdrawn": release.errata.filter(withdraws=True).count(),
        "name": name,
        "titles": TITLES,
        "jobs": boards.live_jobs(release),
        "failed": boards.failed_job(release),
        "board": board,
    }
    if board is not None:
        context |= _table_context(request, release, board, name)
    return render(request, "scoring/ripple/release.html", context)


def _table_context(request: HttpRequest, release: Release, board: Board, name: str) -> dict[str, Any]:
    table_query = table_query_of(request.GET, name)
    built = choose(name, release, board, request.GET, paged=True)
    comparison = boards.newest_comparison(board)
    charts = RecoveryChart.objects.filter(comparison=comparison, part=table_query.part)
    return {
        "shown": table_query,
        "parts": PARTS if name in BY_PART else (),
        "parsers": PARSERS if name in BY_PARSER else (),
        "table": built.table,
        "page": built.page,
        "options": built.options,
        "has_chart": name == "recovery" and charts.exists(),
        "manifest": boards.manifest_number(release),
        "compared": comparison.manifest_number if comparison else 0,
        "stale": board.scorer != SCORER,
    }


@require_safe
@managers_only
def recovery_file(request: HttpRequest, code: str, name: str, form: str) -> HttpResponse:
    """Send a table as CSV, XLSX or LaTeX, all of its rows, each with its signature."""
    release = find_release(code)
    board = boards.newest_board(release)
    if name not in TITLES or form not in FORMATS or board is None:
        raise Http404("no such table")
    return file_response(choose(name, release, board, request.GET).table, f"{release.code}-{name}", form)


def file_response(table: Table, name: str, form: str) -> HttpResponse:
    """Return a table as a download."""
    response = HttpResponse(table_file(table, form), content_type=FORMATS[form])
    response["Content-Disposition"] = content_disposition_header(True, f"{name}.{form}")
    return response


@require_safe
@managers_only
def recovery_chart(request: HttpRequest, code: str, part: str) -> HttpResponse:
    """Send the newest recovery figure of a release as the worker drew it; as a file with ?download."""
    release = find_release(code)
    chart = RecoveryChart.objects.filter(comparison__board__release=release, part=part)
    newest = chart.order_by("-comparison__board__number", "-comparison__manifest_number").first()
    if newest is None:
        raise Http404("no figure yet")
    svg = newest.dark if request.GET.get("theme") == "dark" else newest.light
    response = HttpResponse(svg, content_type="image/svg+xml")
    response["Cache-Control"] = "private, no-cache"
    if "download" in request.GET:
        name = f"recovery-{release.code}-{part}.svg"
        response["Content-Disposition"] = content_disposition_header(True, name)
    return response


@require_safe
@managers_only
def recovery_manifest(request: HttpRequest, code: str) -> HttpResponse:
    """Show which run stands behind each row, what it replaced and why, and runs that stand behind none."""
    release = find_release(code)
    standing = ManifestLine.objects.filter(release=release).values("run")
    waiting = release.ripple_runs.exclude(pk__in=standing).select_related("configuration", "job")
    context = {
        "section": "scores",
        "release": release,
        "page": page_of(request, boards.with_manifest(release)),
        "waiting": waiting.order_by("-pk")[:50],
    }
    return render(request, "scoring/ripple/manifest.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def recovery_board(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for all runs of a release to be scored with other settings, or by a newer scorer."""
    release = find_release(code)
    board = boards.newest_board(release)
    if board is None:
        raise Http404("nothing is scored yet")
    initial = {"replicates": board.replicates, "seed": board.seed, "target": board.target}
    form = BoardForm(request.POST or None, release=release, initial=initial)
    if request.method == "POST" and form.is_valid():
        settings = form.board
        assert isinstance(settings, BoardSettings)
        try:
            job = open_board(release=release, settings=settings, actor=person_of(request))
        except NothingNew as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, "All runs are being scored again; the tables fill as they are.")
            return redirect("job", job.code)
    context = {"section": "scores", "release": release, "board": board, "form": form}
    return render(request, "scoring/ripple/board.html", context)
