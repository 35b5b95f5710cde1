"""What the pages of scores show, as files: CSV, SVG, and the stored run as it came."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from benchmark.models import Release
from reviewapp.web.csv_stream import stream_csv
from reviewapp.web.permissions import managers_only
from scoring.access.lists import Filter
from scoring.access.queries import pieces_of
from scoring.access.scorer.metrics import metric_name
from scoring.access.views import find_run, find_rung
from scoring.downloads import stored_file
from scoring.models import Score, StoredRun

SCORE_COLUMNS = ("run", "system", "scale", "items", "name", "metric", "value", "low", "high", "n")
ITEM_COLUMNS = (
    "item_id",
    "scale",
    "domain",
    "sources",
    "outcome",
    "r_at_1",
    "sr_at_k",
    "fr_at_k",
    "found",
    "missed",
    "hard_negatives",
    "doc_ids",
)


def _score_rows(runs: Iterable[StoredRun]) -> Iterator[tuple[object, ...]]:
    for run in runs:
        scores = Score.objects.filter(rung__run=run).select_related("rung")
        for score in scores.order_by("rung__position", "position", "metric"):
            metric = metric_name(score.metric, run.k)
            figures = (score.value, score.low, score.high, score.n)
            yield run.code, run.system, score.rung.scale, score.kind, score.name, metric, *figures


@require_safe
@managers_only
def release_csv(request: HttpRequest, code: str) -> StreamingHttpResponse:
    """Send every figure of every run of a release."""
    release = get_object_or_404(Release, code=code)
    runs = StoredRun.objects.filter(release=release).order_by("id").iterator(chunk_size=100)
    return stream_csv(f"scores-{release.code}.csv", SCORE_COLUMNS, _score_rows(runs))


@require_safe
@managers_only
def run_csv(request: HttpRequest, code: str) -> StreamingHttpResponse:
    """Send every figure of one run."""
    run = find_run(code)
    return stream_csv(f"scores-{run.code}.csv", SCORE_COLUMNS, _score_rows([run]))


@require_safe
@managers_only
def items_csv(request: HttpRequest, code: str) -> StreamingHttpResponse:
    """Send the item results of a rung that pass the filter of the URL."""
    run = find_run(code)
    rung = find_rung(request, run)
    results = Filter.of(request.GET).results(rung)
    rows = (
        (
            result.item_name,
            rung.scale,
            result.domain,
            "multi" if result.multi else "single",
            result.outcome,
            result.r_at_1,
            result.sr_at_k,
            result.fr_at_k,
            " ".join(map(str, result.found)),
            " ".join(map(str, result.missed)),
            result.n_hard_negatives,
            " ".join(result.ids),
        )
        for result in results.iterator()
    )
    return stream_csv(f"items-{run.code}.csv", ITEM_COLUMNS, rows)


@require_safe
@managers_only
def chart_svg(request: HttpRequest, code: str) -> HttpResponse:
    """Send the figure of a rung as the worker drew it; as a file with ?download."""
    run = find_run(code)
    rung = find_rung(request, run)
    svg = rung.chart_dark if request.GET.get("theme") == "dark" else rung.chart_light
    response = HttpResponse(svg, content_type="image/svg+xml")
    response["Cache-Control"] = "private, max-age=3600"
    if "download" in request.GET:
        response["Content-Disposition"] = content_disposition_header(True, f"scores-{run.code}.svg")
    return response


@require_safe
@managers_only
def run_file(request: HttpRequest, code: str) -> StreamingHttpResponse:
    """Send the stored run, byte for byte as it came."""
    run = find_run(code)
    return stored_file(pieces_of(run), run.file_name, run.size)
