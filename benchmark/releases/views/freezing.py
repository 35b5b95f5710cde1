"""The freeze page: what would go in, what would not and why, and the form that freezes it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from benchmark.releases.actions.freezing import Plan, freeze
from benchmark.releases.forms.releases import FreezeForm, SelectionForm
from benchmark.releases.selection import (
    TITLES,
    Standing,
    count_standings,
    documents_of,
    explain,
    items_left_out,
    items_that,
    with_standing,
)
from reviewapp.jobs.actions import enqueue
from reviewapp.models import EvidenceItem, Person
from reviewapp.rules.codes import new_code
from reviewapp.rules.protocol import ProtocolError
from reviewapp.web.csv_stream import stream_csv
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only, person_of

FROZEN_AT_ONCE = 2_000  # rows; more than this is a job
EXPLAINED_AT_ONCE = 500


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def freeze_page(request: HttpRequest) -> HttpResponse:
    selection_form = SelectionForm(request.POST if request.method == "POST" else request.GET)
    form = FreezeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and selection_form.is_valid() and form.is_valid():
        plan = Plan(selection=selection_form.selection, code=new_code(), **form.cleaned_data)
        try:
            return _freeze(request, plan)
        except ProtocolError as problem:
            form.add_error(None, str(problem))
    return render(request, "benchmark/freeze.html", _context(request, selection_form, form))


def _freeze(request: HttpRequest, plan: Plan) -> HttpResponse:
    """Freeze a small selection at once, a large one by the worker."""
    n_rows = count_standings(plan.selection).goes_in + documents_of(plan.selection).count()
    if n_rows <= FROZEN_AT_ONCE:
        release = freeze(plan=plan, actor=person_of(request))
        messages.success(request, f"“{release.name}” is frozen.")
        return redirect("release", release.code)
    job = enqueue(
        "freeze",
        title=f"Freeze “{plan.name}”",
        args=_args(plan, person_of(request)),
        actor=person_of(request),
    )
    return redirect("job", job.code)


def _args(plan: Plan, actor: Person) -> dict[str, Any]:
    ids = plan.selection.campaign_ids
    return {
        "code": plan.code,
        "name": plan.name,
        "note": plan.note,
        "campaigns": None if ids is None else list(ids),
        "documents": plan.selection.documents.value,
        "replaces": plan.replaces.code if plan.replaces else None,
        "actor": actor.pk,
    }


def _context(request: HttpRequest, selection_form: SelectionForm, form: FreezeForm) -> dict[str, Any]:
    selection = selection_form.selection
    counts = count_standings(selection)
    page = page_of(request, _listed_items(selection_form))
    explained = explain(list(page))
    return {
        "section": "releases",
        "chosen": selection_form,
        "form": form,
        "selection": selection,
        "counts": counts,
        "by_standing": [(standing, TITLES[standing], counts.of(standing)) for standing in Standing],
        "n_documents": documents_of(selection).count(),
        "page": page,
        "rows": [(item, explained[item.pk]) for item in page],
        "query": request.GET.urlencode(),
    }


def _listed_items(selection_form: SelectionForm) -> Any:
    standing = selection_form.cleaned_data.get("standing") if selection_form.is_valid() else ""
    items = (
        items_that(Standing(standing), selection_form.selection)
        if standing
        else items_left_out(selection_form.selection)
    )
    return with_standing(items).order_by("id")


@require_safe
@managers_only
def freeze_csv(request: HttpRequest) -> StreamingHttpResponse:
    selection_form = SelectionForm(request.GET)
    items = _listed_items(selection_form).only("item_id", "state", "n_references").iterator(EXPLAINED_AT_ONCE)
    return stream_csv("freeze.csv", ("item_id", "standing", "why"), _explained(items))


def _explained(items: Iterator[EvidenceItem]) -> Iterator[tuple[str, str, str]]:
    while batch := list(islice(items, EXPLAINED_AT_ONCE)):
        words = explain(batch)
        for item in batch:
            yield item.item_id, item.standing, words[item.pk]  # type: ignore[attr-defined]
