"""The difference between two releases."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from benchmark.models import Release
from benchmark.releases.comparison import Change, Comparison
from benchmark.releases.streams import stream_query
from benchmark.releases.views.releases import get_release
from reviewapp.web.csv_stream import stream_csv
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only


@require_safe
@managers_only
def release_diff(request: HttpRequest, code: str) -> HttpResponse:
    """Show what the release adds to, takes from and changes in the one named by `with`."""
    release = get_release(code)
    others = Release.objects.exclude(pk=release.pk).order_by("-created_at").only("code", "name")
    context = {"section": "releases", "release": release, "others": others[:200]}
    if "with" in request.GET:
        context |= _differences(request, _comparison(request, release))
    return render(request, "benchmark/diff.html", context)


def _comparison(request: HttpRequest, release: Release) -> Comparison:
    return Comparison(get_object_or_404(Release, code=request.GET.get("with", "")), release)


def _differences(request: HttpRequest, comparison: Comparison) -> dict[str, object]:
    counts = comparison.counts()
    asked_for = request.GET.get("show")
    fullest = max(Change, key=lambda change: counts[change] > 0)
    shown_change = Change(asked_for) if asked_for in set(Change) else fullest
    page = page_of(request, comparison.items(shown_change))
    fields = comparison.changed_fields(page.object_list) if shown_change == Change.CHANGED else {}
    documents = comparison.document_counts()
    return {
        "other": comparison.old,
        "counts": counts.items(),
        "is_same": not any(counts.values()) and not any(documents),
        "documents": documents,
        "shown": shown_change,
        "page": page,
        "rows": [(item, fields.get(item.item_id, [])) for item in page.object_list],
        "from_release": comparison.old if shown_change == Change.REMOVED else comparison.new,
    }


@require_safe
@managers_only
def release_diff_csv(request: HttpRequest, code: str) -> StreamingHttpResponse:
    comparison = _comparison(request, get_release(code))
    return stream_csv("differences.csv", ("change", "item_id", "sha256"), _rows(comparison))


def _rows(comparison: Comparison) -> Iterator[tuple[str, str, str]]:
    for change in Change:
        for item_id, sha256 in stream_query(comparison.items(change).values_list("item_id", "sha256")):
            yield change.value, item_id, sha256
