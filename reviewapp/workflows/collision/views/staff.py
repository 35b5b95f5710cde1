"""What managers read of a collision campaign: models against people, anchoring, similarity, the funnel."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from reviewapp.models import Campaign, Task
from reviewapp.rules.protocol import Kind, ProtocolError
from reviewapp.staff.queries import figures
from reviewapp.staff.views.campaigns import campaign_context, get_campaign
from reviewapp.web.csv_stream import stream_csv
from reviewapp.web.permissions import managers_only, person_of
from reviewapp.work.registry import is_of
from reviewapp.workflows.collision.actions.adjudicating import contest_decision
from reviewapp.workflows.collision.decile_chart import PARTS, decile_panels
from reviewapp.workflows.collision.queries import figures as collision_figures
from reviewapp.workflows.collision.rules.collisions import TITLES, CollisionDecision
from reviewapp.workflows.collision.rules.confusion import COLUMNS, ROWS


@require_safe
@managers_only
def campaign_collisions(request: HttpRequest, code: str) -> HttpResponse:
    """Show the stored figures; `?basis=` says which of people's decisions the model is held against."""
    campaign = _campaign(code)
    stored = figures.last_figures(campaign)
    wanted = request.GET.get("basis", "")
    basis = wanted if wanted in collision_figures.BASES else "standing"
    context = campaign_context(campaign, "collisions") | {
        "stored": stored,
        "running": figures.running_figures(campaign),
        "basis": basis,
        "tables": list(collision_figures.TABLES),
        "bases": collision_figures.BASES,
        "columns": [TITLES[CollisionDecision(column)] for column in COLUMNS],
    }
    if stored and stored.result:
        context |= _shown(stored.result["collisions"], basis)
    return render(request, "reviewapp/collision/campaign.html", context)


@require_safe
@managers_only
def campaign_collisions_csv(request: HttpRequest, code: str, table: str) -> HttpResponseBase:
    campaign = _campaign(code)
    if table not in collision_figures.TABLES:
        raise Http404
    stored = figures.last_figures(campaign)
    if stored is None or stored.result is None:
        messages.error(request, "The figures have not been computed yet.")
        return redirect("campaign_collisions", code)
    header, rows = collision_figures.TABLES[table]
    return stream_csv(f"{campaign.name} {table}.csv", header, rows(stored.result["collisions"]))


@require_POST
@managers_only
def contest(request: HttpRequest, code: str) -> HttpResponse:
    """Send a decided item of collision review to an adjudicator again."""
    task = get_object_or_404(Task.objects.select_related("item"), code=code, kind=Kind.COLLISION)
    reason = request.POST.get("reason", "").replace("\0", "")
    try:
        contest_decision(task_id=task.pk, actor=person_of(request), reason=reason)
    except ProtocolError as problem:
        messages.error(request, str(problem))
    else:
        messages.success(request, "The item waits for an adjudicator; what stands is kept till then.")
    return redirect("item", task.evidence.code)


def _campaign(code: str) -> Campaign:
    campaign = get_campaign(code)
    if not is_of(campaign, Kind.COLLISION):
        raise Http404
    return campaign


def _shown(figures: dict[str, Any], basis: str) -> dict[str, Any]:
    models = [
        {
            "model": model["model"],
            "prompt_version": model["prompt_version"],
            "rows": list(zip(ROWS, model["bases"][basis]["counts"], strict=True)),
            "for_verdicts": model["bases"][basis]["for_verdicts"],
            "found": model["bases"][basis]["coefficients"],
        }
        for model in figures["models"]
    ]
    return {
        "models": models,
        "flips": figures["flips"],
        "deciles": figures["deciles"],
        "panels": decile_panels(figures["deciles"]),
        "parts": PARTS,
        "funnel": collision_figures.funnel_lines(figures["funnel"]),
        "reviewers": figures["reviewers"]["overall"],
    }
