"""Freezing ripple items, and the log of decisions that goes into every such release."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from benchmark.construction.actions.log import log_decision
from benchmark.construction.log import log_lines
from benchmark.releases.forms.releases import FreezeForm
from benchmark.releases.forms.releases_ripple import DecisionForm, RippleSelectionForm
from benchmark.releases.selection_ripple import (
    RIPPLE_TITLES,
    TAKES,
    RippleSelection,
    RippleStanding,
    chosen_ripple,
    count_ripple,
    ripple_with_standing,
)
from reviewapp.jobs.actions import enqueue
from reviewapp.models import Person
from reviewapp.rules.codes import new_code
from reviewapp.rules.protocol import Incomplete
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only, person_of

SHOWN_ENTRIES = 500


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def freeze_ripple_page(request: HttpRequest) -> HttpResponse:
    selection_form = RippleSelectionForm(request.POST if request.method == "POST" else request.GET)
    form = FreezeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and selection_form.is_valid() and form.is_valid():
        if count_ripple(selection_form.selection).goes_in:
            return redirect("job", _start(form.cleaned_data, selection_form.selection, person_of(request)))
        form.add_error(None, "No ripple item of this selection can go in, so there is nothing to freeze.")
    return render(request, "benchmark/freeze_ripple.html", _context(request, selection_form, form))


def _start(facts: dict[str, Any], selection: RippleSelection, actor: Person) -> str:
    """Ask the worker for the freeze: the controls that run over the closures take their time."""
    campaigns, batches = selection.campaign_ids, selection.batch_ids
    args = {
        "code": new_code(),
        "name": facts["name"],
        "note": facts["note"],
        "review_status": selection.review_status,
        "campaigns": None if campaigns is None else list(campaigns),
        "batches": None if batches is None else list(batches),
        "replaces": facts["replaces"].code if facts["replaces"] else None,
        "actor": actor.pk,
    }
    return enqueue("freeze_ripple", title=f"Freeze “{facts['name']}”", args=args, actor=actor).code


def _context(request: HttpRequest, selection_form: RippleSelectionForm, form: FreezeForm) -> dict[str, Any]:
    selection = selection_form.selection
    counts = count_ripple(selection)
    items = ripple_with_standing(chosen_ripple(selection)).order_by("id")
    standing = selection_form.cleaned_data.get("standing") if selection_form.is_valid() else ""
    page = page_of(request, items.filter(standing=standing) if standing else items)
    return {
        "section": "releases",
        "chosen": selection_form,
        "form": form,
        "selection": selection,
        "counts": counts,
        "takes": TAKES[selection.review_status],
        "by_standing": [(counted, RIPPLE_TITLES[counted], counts.of(counted)) for counted in RippleStanding],
        "page": page,
        "titles": RIPPLE_TITLES,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def decision_log(request: HttpRequest) -> HttpResponse:
    form = DecisionForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        now = timezone.now()
        try:
            log_decision(
                change=form.cleaned_data["change"],
                reason=form.cleaned_data["reason"],
                outputs=form.outputs_seen,
                at=form.cleaned_data["at"] or now,
                actor=person_of(request),
                now=now,
            )
        except Incomplete as problem:
            for name, text in problem.missing.items():
                form.add_error(name, text)
        else:
            messages.success(request, "The decision is on record.")
            return redirect("decision_log")
    entries = [entry.as_object() for entry in log_lines()]
    context = {"section": "releases", "form": form, "entries": entries[-SHOWN_ENTRIES:]}
    return render(request, "benchmark/decision_log.html", context)
