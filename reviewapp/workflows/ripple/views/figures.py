"""What managers read of a campaign of ripple review: its figures, and what both reviewers saw beyond it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from reviewapp.models import Campaign, Job, Person, RippleItem
from reviewapp.rules.protocol import Kind, ProtocolError
from reviewapp.staff.queries import figures
from reviewapp.staff.views.campaigns import WHY_BLIND, campaign_context, get_campaign, hides_work
from reviewapp.web.csv_stream import stream_csv
from reviewapp.web.paging import ROWS_A_PAGE
from reviewapp.web.permissions import managers_only, person_of
from reviewapp.work.registry import is_of
from reviewapp.workflows.ripple.actions.seeing import see_campaign
from reviewapp.workflows.ripple.queries import figures as ripple_figures
from reviewapp.workflows.ripple.queries.items import opened_by
from reviewapp.workflows.ripple.rules.public import read_public

CHANGES = {
    "items": "Items decided",
    "unchanged": "closures that stand as proposed",
    "units_kept": "units kept",
    "units_dropped": "units dropped",
    "units_added": "units added",
    "edges_kept": "edges kept",
    "edges_dropped": "edges dropped",
    "edges_added": "edges added",
}


@require_safe
@managers_only
def campaign_ripple(request: HttpRequest, code: str) -> HttpResponse:
    """Show the stored figures: sums and shares alone, so that reading them opens no item."""
    campaign = ripple_campaign(code)
    context = _context(campaign, person_of(request))
    if result := context["figures"]:
        context["changes"] = [(title, result["changes"][name]) for name, title in CHANGES.items()]
    return render(request, "reviewapp/ripple/campaign.html", context)


@require_safe
@managers_only
def campaign_ripple_csv(request: HttpRequest, code: str, table: str) -> HttpResponseBase:
    campaign = ripple_campaign(code)
    if table not in ripple_figures.TABLES:
        raise Http404
    context = _context(campaign, person_of(request))
    if not context["figures"]:
        messages.error(
            request, WHY_BLIND if context["is_blind"] else "The figures have not been computed yet."
        )
        return redirect("campaign_ripple", code)
    header, rows = ripple_figures.TABLES[table]
    return stream_csv(f"{campaign.name} {table}.csv", header, rows(context["figures"]))


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def campaign_missed(request: HttpRequest, code: str) -> HttpResponse:
    """List what both selected and the closure lacks, of items that one has opened; POST opens the others."""
    campaign, person = ripple_campaign(code), person_of(request)
    context = _context(campaign, person)
    missed = context["figures"]["missed"] if context["figures"] else []
    items = {item.code: item for item in RippleItem.objects.filter(code__in={code for code, _ in missed})}
    if request.method == "POST":
        return _open(request, campaign, items)
    opened = opened_by(person, items.values())
    page = Paginator([row for row in missed if items[row[0]].pk in opened], ROWS_A_PAGE).get_page(
        request.GET.get("page")
    )
    context |= {
        "page": page,
        "rows": [_missed(items[item], unit_id) for item, unit_id in page],
        "n_closed": len(items) - len(opened),
    }
    return render(request, "reviewapp/ripple/campaign_missed.html", context)


def ripple_campaign(code: str) -> Campaign:
    campaign = get_campaign(code)
    if not is_of(campaign, Kind.RIPPLE):
        raise Http404
    return campaign


def _open(request: HttpRequest, campaign: Campaign, items: dict[str, RippleItem]) -> HttpResponse:
    try:
        see_campaign(
            campaign=campaign, actor=person_of(request), item_ids=[item.pk for item in items.values()]
        )
    except ProtocolError as problem:
        messages.error(request, str(problem))
    return redirect("campaign_missed", campaign.code)


def _context(campaign: Campaign, person: Person) -> dict[str, Any]:
    """Return the context with the stored figures; somebody who still reviews in the campaign gets none."""
    stored: Job | None = figures.last_figures(campaign)
    is_blind = hides_work(campaign, person)
    result = stored.result.get("ripples") if stored and stored.result and not is_blind else None
    return campaign_context(campaign, "ripple") | {
        "stored": stored,
        "running": figures.running_figures(campaign),
        "figures": result,
        "is_blind": is_blind,
        "why_blind": WHY_BLIND,
        "n_missed": len(result["missed"]) if result else 0,
        "tables": list(ripple_figures.TABLES),
    }


def _missed(item: RippleItem, unit_id: str) -> dict[str, Any]:
    return {"code": item.code, "item_id": item.item_id, "unit": read_public(item.public).unit(unit_id)}
