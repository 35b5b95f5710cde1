"""Pages of scores, for managers: releases and their runs, one run, its items, one item."""

from __future__ import annotations

from typing import Any

import orjson
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Model, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from benchmark.models import Release, ReleaseRipple
from reviewapp.models import Document
from reviewapp.web.permissions import managers_only, person_of
from scoring.access.actions import AlreadyStored, store_run
from scoring.access.forms import RunForm
from scoring.access.lists import Filter, page_of, queries_of
from scoring.access.queries import slice_rows, with_overall
from scoring.models import ItemResult, Outcome, RippleRun, Rung, Score, StoredRun

PAGE_RELEASES = 20
PAGE_RUNS = 25


@require_safe
@managers_only
def scores(request: HttpRequest) -> HttpResponse:
    """List the releases with how many runs each has, of evidence access and on ripple items."""
    counts = {
        "n_runs": _counted(StoredRun),
        "n_ripple_items": _counted(ReleaseRipple),
        "n_ripple_runs": _counted(RippleRun),
    }
    releases = Release.objects.defer("manifest", "readme").annotate(**counts).order_by("-id")
    page = Paginator(releases, PAGE_RELEASES).get_page(request.GET.get("page"))
    return render(request, "scoring/access/scores.html", {"section": "scores", "page": page})


def _counted(model: type[Model]) -> Coalesce:
    """Count a release's rows of a table; only for the releases of a page."""
    rows = model._default_manager.filter(release=OuterRef("pk")).order_by().values("release")
    return Coalesce(Subquery(rows.annotate(n=Count("pk")).values("n")), 0)


@require_safe
@managers_only
def release_scores(request: HttpRequest, code: str) -> HttpResponse:
    """List a release's runs with their figures over all items, newest first."""
    release = get_object_or_404(Release, code=code)
    runs = with_overall(StoredRun.objects.filter(release=release)).order_by("-id")
    page = Paginator(runs, PAGE_RUNS).get_page(request.GET.get("page"))
    return render(
        request, "scoring/access/release.html", {"section": "scores", "release": release, "page": page}
    )


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def upload_run(request: HttpRequest, code: str) -> HttpResponse:
    """Take a run in: checked whole first, then stored and scored, or refused with every bad line."""
    release = get_object_or_404(Release, code=code)
    if request.method == "POST":
        form = RunForm(request.POST, request.FILES, release=release)
        if form.is_valid():
            return _store(request, release, form)
    else:
        form = RunForm(release=release)
    return render(
        request, "scoring/access/upload.html", {"section": "scores", "release": release, "form": form}
    )


def _store(request: HttpRequest, release: Release, form: RunForm) -> HttpResponse:
    file = form.cleaned_data["file"]
    try:
        run = store_run(
            release=release,
            file=file,
            file_name=file.name,
            system=form.system_name,
            report=form.report,
            settings=form.settings,
            actor=person_of(request),
        )
    except AlreadyStored as error:
        messages.info(request, "This file is stored already, with the same settings: nothing has changed.")
        return redirect("run", error.run.code)
    messages.success(request, _reading_message(form))
    return redirect("run", run.code)


def _reading_message(form: RunForm) -> str:
    report = form.report
    text = f"{report.n_results:,} results read, on {len(report.scales)} rung(s): {', '.join(report.scales)}."
    if report.n_unknown:
        names = ", ".join(report.unknown)
        text += f" {report.n_unknown:,} of items not in this release are left out: {names}"
        text += ", …" if report.n_unknown > len(report.unknown) else "."
    return text


def find_run(code: str) -> StoredRun:
    """Return the run of that code with its release and job; 404 if there is none."""
    return get_object_or_404(StoredRun.objects.select_related("release", "job", "created_by"), code=code)


def find_rung(request: HttpRequest, run: StoredRun) -> Rung:
    """Return the rung that the URL names, the first where it names none; 404 if there is none."""
    rungs = Rung.objects.filter(run=run).order_by("position")
    if "rung" in request.GET:
        rungs = rungs.filter(scale=request.GET["rung"])
    rung = rungs.first()
    if rung is None:
        raise Http404("no such rung")
    return rung


@require_safe
@managers_only
def run(request: HttpRequest, code: str) -> HttpResponse:
    """Show one run: figure and table of a rung, or how far its scoring is."""
    stored = find_run(code)
    context: dict[str, Any] = {"section": "scores", "run": stored, "release": stored.release}
    if stored.scored_at is None:
        return render(request, "scoring/access/run_waiting.html", context)
    rung = find_rung(request, stored)
    context |= {
        "rung": rung,
        "rungs": Rung.objects.filter(run=stored).order_by("position").values_list("scale", flat=True),
        "rows": slice_rows(Score.objects.filter(rung=rung).order_by("position")),
        "withdrawn": stored.release.errata.filter(withdraws=True).count(),
    }
    return render(request, "scoring/access/run.html", context)


@require_safe
@managers_only
def run_items(request: HttpRequest, code: str) -> HttpResponse:
    """List what a run found and missed, item by item."""
    stored = find_run(code)
    rung = find_rung(request, stored)
    filters = Filter.of(request.GET)
    page = page_of(filters.results(rung), request.GET.get("page"))
    domains = Score.objects.filter(rung=rung, kind="domain", metric="sr_at_k").order_by("position")
    context = {
        "section": "scores",
        "run": stored,
        "release": stored.release,
        "rung": rung,
        "rungs": Rung.objects.filter(run=stored).order_by("position").values_list("scale", flat=True),
        "page": page,
        "queries": queries_of(page.rows),
        "chosen": filters,
        "outcomes": Outcome.choices,
        "domains": domains.values_list("name", flat=True),
    }
    return render(request, "scoring/access/run_items.html", context)


@require_safe
@managers_only
def run_item(request: HttpRequest, code: str, position: int) -> HttpResponse:
    """Show one item of a run: its gold with the ranks at which it was found, and the ranking."""
    stored = find_run(code)
    rung = find_rung(request, stored)
    results = ItemResult.objects.select_related("item")
    result = get_object_or_404(results, rung=rung, position=position)
    context = {
        "section": "scores",
        "run": stored,
        "release": stored.release,
        "rung": rung,
        "result": result,
        "outcome": Outcome(result.outcome).label,
        "item": orjson.loads(result.item.line),
        **_ranking(result),
    }
    return render(request, "scoring/access/run_item.html", context)


def _ranking(result: ItemResult) -> dict[str, Any]:
    """Lay the item's gold and the run's ranking out with titles, ranks and roles."""
    item = result.item
    numbers = [int(name) for name in result.ids if name.isascii() and name.isdigit() and len(name) < 19]
    titles = dict(Document.objects.filter(pk__in=[*numbers, *item.ref_list]).values_list("doc_id", "title"))
    ranks = {name: rank for rank, name in enumerate(result.ids, start=1)}
    gold = [(doc_id, titles.get(doc_id), ranks.get(str(doc_id))) for doc_id in item.ref_list]
    roles = {str(doc_id): "gold" for doc_id in item.ref_list}
    roles |= {str(doc_id): "hard negative" for doc_id in item.hard_negatives}
    names = {str(doc_id): title for doc_id, title in titles.items()}
    ranking = [(rank, name, names.get(name), roles.get(name, "")) for name, rank in ranks.items()]
    return {"gold": gold, "ranking": ranking}
