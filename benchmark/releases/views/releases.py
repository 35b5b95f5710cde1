"""The managers' pages of releases: the list, one release, one of its items."""

from __future__ import annotations

import json
from typing import Any

from django.db.models import Exists, F, JSONField, OuterRef, QuerySet
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Left
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from benchmark.models import Erratum, Release, ReleaseDecision, ReleaseItem
from benchmark.releases.forms.releases import ReleaseItemFilter
from benchmark.releases.frozen import files_of, manifest_of
from benchmark.releases.streams import stream_query
from benchmark.releases.views.releases_ripple import ripple_release
from reviewapp.models import Document
from reviewapp.web.csv_stream import stream_csv
from reviewapp.web.markdown import render_markdown
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only

SHOWN_CHARS = 20_000
EXCERPT_CHARS = 240


@require_safe
@managers_only
def releases(request: HttpRequest) -> HttpResponse:
    rows = Release.objects.defer("manifest", "readme").select_related("created_by", "replaces")
    page = page_of(request, rows.order_by("-created_at", "-id"))
    return render(request, "benchmark/releases.html", {"section": "releases", "page": page})


@require_safe
@managers_only
def releases_csv(request: HttpRequest) -> StreamingHttpResponse:
    columns = (
        "name",
        "created_at",
        "n_items",
        "n_documents",
        "n_decisions",
        "manifest_sha256",
        "replaces__name",
    )
    rows = Release.objects.order_by("-created_at", "-id").values_list(*columns)
    return stream_csv("releases.csv", columns, stream_query(rows))


def get_release(code: str) -> Release:
    return get_object_or_404(Release.objects.select_related("replaces", "created_by"), code=code)


@require_safe
@managers_only
def release(request: HttpRequest, code: str) -> HttpResponse:
    row = get_release(code)
    if row.kind == "ripple":
        return ripple_release(request, row)
    manifest = manifest_of(row)
    form = ReleaseItemFilter(request.GET, manifest)
    context = {
        "section": "releases",
        "release": row,
        "manifest": manifest,
        "manifest_text": json.dumps(manifest, indent=2, ensure_ascii=False),
        "card": render_markdown(row.readme),
        "files": files_of(row),
        "errata": row.errata.select_related("item", "ripple", "created_by")
        .defer("item__line", "ripple__line")
        .order_by("-id")[:50],
        "others": Release.objects.exclude(pk=row.pk).order_by("-created_at").only("code", "name")[:50],
        "replaced_by": row.replaced_by.only("code", "name").order_by("id"),
        "form": form,
        "query": request.GET.urlencode(),
        "page": page_of(request, _excerpts(filtered_items(row, form))),
    }
    return render(request, "benchmark/release.html", context)


def filtered_items(release: Release, form: ReleaseItemFilter) -> QuerySet[ReleaseItem]:
    """Return the release's items that a filter lets through, in their order; all where it is not valid."""
    errata = Erratum.objects.filter(item=OuterRef("pk"))
    withdrawn = Exists(errata.filter(withdraws=True))
    items = ReleaseItem.objects.filter(release=release).annotate(is_withdrawn=withdrawn).order_by("position")
    filters = form.cleaned_data if form.is_valid() else {}
    for name in ("item_id", "domain", "source"):
        if filters.get(name):
            items = items.filter(**{name: filters[name]})
    match filters.get("width"):
        case "single":
            items = items.filter(ref_list__len=1)
        case "multi":
            items = items.filter(ref_list__len__gt=1)
    match filters.get("errata"):
        case "some":
            items = items.filter(Exists(errata))
        case "withdrawn":
            items = items.filter(withdrawn)
        case "standing":
            items = items.filter(~withdrawn)
    return items


def _excerpts(items: QuerySet[ReleaseItem]) -> QuerySet[ReleaseItem]:
    """Let the database read the beginnings of query and answer: a line may have megabytes."""
    parsed = Cast("line", JSONField())
    return items.defer("line", "answer_aliases").annotate(
        query=Left(KeyTextTransform("query", parsed), EXCERPT_CHARS),
        answer=Left(KeyTextTransform("answer", parsed), EXCERPT_CHARS),
        n_references=F("ref_list__len"),
    )


@require_safe
@managers_only
def release_items_csv(request: HttpRequest, code: str) -> StreamingHttpResponse:
    row = get_release(code)
    items = filtered_items(row, ReleaseItemFilter(request.GET, manifest_of(row)))
    columns = ("position", "item_id", "domain", "source", "n_references", "is_withdrawn", "sha256")
    rows = items.annotate(n_references=F("ref_list__len")).values_list(*columns)
    return stream_csv(f"{row.code}-items.csv", columns, stream_query(rows))


@require_safe
@managers_only
def release_item(request: HttpRequest, code: str, position: int) -> HttpResponse:
    frozen = get_release(code)
    item = get_object_or_404(ReleaseItem, release=frozen, position=position)
    named = Document.objects.filter(pk__in=[*item.ref_list, *item.hard_negatives])
    titles = dict(named.values_list("pk", Left("title", EXCERPT_CHARS)))
    decisions = ReleaseDecision.objects.filter(release=frozen, item_id=item.item_id).order_by("position")
    context: dict[str, Any] = {
        "section": "releases",
        "release": frozen,
        "item": item,
        "record": json.loads(item.line),
        "references": [(doc_id, titles.get(doc_id, "")) for doc_id in item.ref_list],
        "hard_negatives": [(doc_id, titles.get(doc_id, "")) for doc_id in item.hard_negatives],
        "errata": item.errata.select_related("created_by").order_by("id"),
        "decisions": page_of(request, decisions),
        "rows": [json.loads(row.line) for row in page_of(request, decisions)],
        "shown_chars": SHOWN_CHARS,
    }
    return render(request, "benchmark/release_item.html", context)
