"""The managers' page of the shortcut controls: figure beside table, and the same as text, JSON and CSV."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_POST, require_safe

from benchmark.models import Construction, Release, ReleaseRipple
from reviewapp.web.csv_stream import stream_csv
from reviewapp.web.permissions import managers_only, person_of
from scoring.controls.actions import Target, ask_for_controls, name_of
from scoring.controls.probes.shortcuts import COLUMNS, as_table
from scoring.models import ControlReport


@require_safe
@managers_only
def construction_controls(request: HttpRequest, code: str) -> HttpResponse:
    return _page(request, _construction(code))


@require_safe
@managers_only
def release_controls(request: HttpRequest, code: str) -> HttpResponse:
    return _page(request, _release(code))


@require_POST
@managers_only
def construction_controls_check(request: HttpRequest, code: str) -> HttpResponse:
    return redirect("job", ask_for_controls(target=_construction(code), actor=person_of(request)).code)


@require_POST
@managers_only
def release_controls_check(request: HttpRequest, code: str) -> HttpResponse:
    return redirect("job", ask_for_controls(target=_release(code), actor=person_of(request)).code)


def _construction(code: str) -> Construction:
    return get_object_or_404(Construction.objects.exclude(built_at=None), code=code)


def _release(code: str) -> Release:
    release = get_object_or_404(Release.objects.defer("manifest"), code=code)
    if not ReleaseRipple.objects.filter(release=release).exists():
        raise Http404
    return release


def _latest(target: Target) -> ControlReport | None:
    """Return what was found, with the learned control where it ran."""
    reports = ControlReport.objects.defer("chart_light", "chart_dark").filter(**{name_of(target): target})
    return reports.order_by("-learned").first()


def _page(request: HttpRequest, target: Target) -> HttpResponse:
    context: dict[str, Any] = {
        "section": "imports" if isinstance(target, Construction) else "scores",
        "target": target,
        "kind": name_of(target),
        "check": f"{name_of(target)}_controls_check",
        "kept": _latest(target),
    }
    return render(request, "scoring/controls.html", context)


@require_safe
@managers_only
def controls_file(request: HttpRequest, code: str, form: str) -> HttpResponseBase:
    """Send what the controls found in one of its forms."""
    report = get_object_or_404(ControlReport.objects.defer("chart_light", "chart_dark"), code=code)
    name = f"controls-{code}.{form}"
    if form == "csv":
        return stream_csv(name, COLUMNS, as_table(report.report))
    if form == "txt":
        response = HttpResponse(report.text, content_type="text/plain; charset=utf-8")
    elif form == "json":
        text = json.dumps(report.report, indent=1, ensure_ascii=False) + "\n"
        response = HttpResponse(text, content_type="application/json")
    else:
        raise Http404
    response["Content-Disposition"] = content_disposition_header(True, name)
    return response


@require_safe
@managers_only
def controls_chart(request: HttpRequest, code: str) -> HttpResponse:
    """Send the figure as the worker drew it; as a file with ?download."""
    report = get_object_or_404(ControlReport.objects.only("code", "chart_light", "chart_dark"), code=code)
    svg = report.chart_dark if request.GET.get("theme") == "dark" else report.chart_light
    response = HttpResponse(svg, content_type="image/svg+xml")
    response["Cache-Control"] = "private, max-age=3600"
    if "download" in request.GET:
        response["Content-Disposition"] = content_disposition_header(True, f"controls-{code}.svg")
    return response
