"""The managers' pages of a release of ripple items, and of one item in it."""

from __future__ import annotations

import json
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, JSONField, OuterRef
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import Cast
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from benchmark.models import Erratum, Release, ReleaseDecision, ReleaseLine, ReleaseRipple
from benchmark.releases.actions.seeing import see_keys
from benchmark.releases.formats.canonical import CHECKS, LOG
from benchmark.releases.frozen import files_of, manifest_of
from reviewapp.records import parse_object
from reviewapp.records.ripple import RippleRecord, check_ripple
from reviewapp.rules.protocol import NotAllowed
from reviewapp.web.markdown import render_markdown
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only, person_of

SHOWN_LOG = 200
SHOWN_CHARS = 20_000


def ripple_release(request: HttpRequest, release: Release) -> HttpResponse:
    """Show a release of ripple items: what is public of them, and what of the checks names no item."""
    items = ReleaseRipple.objects.filter(release=release).order_by("position").defer("line")
    withdrawn = Exists(Erratum.objects.filter(ripple=OuterRef("pk"), withdraws=True))
    items = items.annotate(edit=KeyTransform("edit", Cast("line", JSONField())), is_withdrawn=withdrawn)
    manifest = manifest_of(release)
    context = {
        "section": "releases",
        "release": release,
        "manifest": manifest,
        "manifest_text": json.dumps(manifest, indent=2, ensure_ascii=False),
        "card": render_markdown(release.readme),
        "files": files_of(release),
        "errata": release.errata.select_related("item", "ripple", "created_by")
        .defer("item__line", "ripple__line")
        .order_by("-id")[:50],
        "replaced_by": release.replaced_by.only("code", "name").order_by("id"),
        "checks": checks_of(release),
        "log": _lines(release, LOG)[:SHOWN_LOG],
        "page": page_of(request, items),
    }
    return render(request, "benchmark/release_ripple.html", context)


def _lines(release: Release, file: str) -> list[dict[str, Any]]:
    rows = ReleaseLine.objects.filter(release=release, file=file).order_by("position")
    return [json.loads(line) for line in rows.values_list("line", flat=True)]


def checks_of(release: Release) -> list[dict[str, Any]]:
    """Return the checks, each with the parts that hold and those that fail. No item is named."""
    return [
        {"name": result["check"], "passed": result["passed"], "parts": list(_parts(result))}
        for result in _lines(release, CHECKS)
    ]


def _parts(result: dict[str, Any]) -> list[tuple[str, bool, str]]:
    if "checks" in result:
        return [
            (name, not part["failed"], f"{part['failed']} of {result['items']} items fail")
            for name, part in result["checks"].items()
        ]
    rows = [
        (
            f"{row['control']}, {row['split']}",
            row["passed"],
            f"complete {row['complete_percent']:.1f} %, Recall@2G {row['recall_at_2g']:.2f}",
        )
        for row in result.get("rows", ())
    ]
    return rows + [
        (part["name"], part["passed"], f"{part['found']} ({part['limit']})")
        for part in result.get("composition", ())
    ]


@require_safe
@managers_only
def release_ripple_item(request: HttpRequest, code: str, position: int) -> HttpResponse:
    release = get_object_or_404(Release.objects.defer("manifest", "readme"), code=code)
    row = get_object_or_404(ReleaseRipple, release=release, position=position)
    show_keys(request, release, row.item_id)
    decisions = ReleaseDecision.objects.filter(release=release, item_id=row.item_id).order_by("position")
    page = page_of(request, decisions)
    record = check_ripple(parse_object(row.line.encode()))
    context = {
        "section": "releases",
        "release": release,
        "row": row,
        "item": record,
        "documents": _documents(record),
        "errata": row.errata.select_related("created_by").order_by("id"),
        "decisions": page,
        "rows": [json.loads(decision.line) for decision in page],
        "shown_chars": SHOWN_CHARS,
    }
    return render(request, "benchmark/release_ripple_item.html", context)


def _documents(record: RippleRecord) -> list[tuple[str, list[tuple[str, str, int | None, bool]]]]:
    """Return titles and units: identifier, text, depth if it is affected, whether it is the edited one."""
    return [
        (
            document.title,
            [
                (
                    unit.unit_id,
                    unit.canonical,
                    record.depths.get(unit.unit_id),
                    unit.unit_id == record.edit.unit_id,
                )
                for unit in document.units
            ],
        )
        for document in record.documents
    ]


def show_keys(request: HttpRequest, release: Release, item_id: str = "") -> None:
    """Record that the reader is about to see keys, and turn away reviewers of the items."""
    try:
        see_keys(release=release, actor=person_of(request), item_id=item_id)
    except NotAllowed as error:
        raise PermissionDenied(str(error)) from error
