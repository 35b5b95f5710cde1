"""What managers read of a campaign: work by day, agreement, effort, claims, and all of it as CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_safe

from reviewapp.models import Campaign, Event, Job, Person, Slot
from reviewapp.rules.protocol import SlotState
from reviewapp.staff.queries import exports, figures
from reviewapp.staff.queries.campaigns import DAYS_SHOWN, names_of_members, week_of_work
from reviewapp.staff.views.campaigns import campaign_context, get_campaign, hides_work
from reviewapp.web.csv_stream import stream_csv
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only, person_of
from reviewapp.work.registry import workflow_of

Rows = Callable[[Campaign, Person], Iterable[Sequence[Any]]]
AGREEMENT = (
    *("field", "label", "measure", "raters", "value", "low", "high", "n_used", "n_left_out"),
    "why_undefined",
)
TABLES: dict[str, tuple[Sequence[str], Rows]] = {
    "returns": (exports.RETURNS, exports.return_rows),
    "effort": (exports.EFFORT, exports.effort_rows),
    "events": (exports.EVENTS, exports.event_rows),
    "progress": (exports.PROGRESS, exports.progress_rows),
    "funnel": (exports.FUNNEL, exports.funnel_rows),
    "effort-summary": (exports.SUMMARY, exports.summary_rows),
    "people": (exports.PEOPLE, exports.people_rows),
    "claims": (exports.CLAIMS, exports.claim_rows),
    "questions": (exports.QUESTIONS, exports.question_rows),
}


@require_safe
@managers_only
def campaign_progress(request: HttpRequest, code: str) -> HttpResponse:
    """Show seven days of work, a row a person; the days are the reader's own."""
    campaign = get_campaign(code)
    if hides_work(campaign, person_of(request)):
        return _to_figures(campaign)
    today = timezone.localdate()
    last_day = min(_day(request.GET.get("until", "")) or today, today)
    week = week_of_work(campaign, last_day=last_day, zone=person_of(request).zone)
    context = campaign_context(campaign, "progress") | {
        "week": week,
        "names": names_of_members(campaign),
        "earlier": last_day - timedelta(days=DAYS_SHOWN),
        "later": min(last_day + timedelta(days=DAYS_SHOWN), today) if last_day < today else None,
        "begins_before": campaign.created_at.astimezone(person_of(request).zone).date() < week.days[0],
    }
    return render(request, "reviewapp/staff/campaign_progress.html", context)


@require_safe
@managers_only
def campaign_agreement(request: HttpRequest, code: str) -> HttpResponseBase:
    campaign = get_campaign(code)
    figures_tab = workflow_of(campaign.kind).figures_tab
    if figures_tab.name != "agreement":
        return redirect(figures_tab.url_name, code)
    stored = figures.last_figures(campaign)
    context = campaign_context(campaign, "agreement") | {
        "stored": stored,
        "running": figures.running_figures(campaign),
        "blocks": _blocks(stored, workflow_of(campaign.kind).agreement_fields),
    }
    return render(request, "reviewapp/staff/campaign_agreement.html", context)


@require_safe
@managers_only
def campaign_effort(request: HttpRequest, code: str) -> HttpResponse:
    campaign = get_campaign(code)
    if hides_work(campaign, person_of(request)):
        return _to_figures(campaign)
    stored = figures.last_figures(campaign)
    context = campaign_context(campaign, "effort") | {
        "stored": stored,
        "running": figures.running_figures(campaign),
        "counts": figures.counts_of(campaign, stored),
        "names": names_of_members(campaign),
    }
    return render(request, "reviewapp/staff/campaign_effort.html", context)


@require_safe
@managers_only
def campaign_claims(request: HttpRequest, code: str) -> HttpResponse:
    """Show who holds what just now, and what lapsed."""
    campaign = get_campaign(code)
    if hides_work(campaign, person_of(request)):
        return _to_figures(campaign)
    claims = Slot.objects.filter(campaign=campaign, state=SlotState.CLAIMED).order_by("lease_until", "pk")
    lapses = Event.objects.filter(campaign=campaign, verb="lapse").order_by("-pk")
    context = campaign_context(campaign, "claims") | {
        "page": page_of(
            request,
            claims.select_related("person", "task__item", "task__ripple").defer("task__ripple__public"),
        ),
        "lapses": list(
            lapses.select_related("actor", "task__item", "task__ripple").defer("task__ripple__public")[:50]
        ),
        "now": timezone.now(),
    }
    return render(request, "reviewapp/staff/campaign_claims.html", context)


@require_safe
@managers_only
def campaign_csv(request: HttpRequest, code: str, table: str) -> HttpResponseBase:
    campaign = get_campaign(code)
    if table == "agreement" and not workflow_of(campaign.kind).agreement_fields:
        raise Http404
    if table == "agreement":
        return _agreement_csv(request, campaign)
    if table not in TABLES:
        raise Http404
    if hides_work(campaign, person_of(request)):
        return _to_figures(campaign)
    header, rows = TABLES[table]
    return stream_csv(f"{campaign.name} {table}.csv", header, rows(campaign, person_of(request)))


def _agreement_csv(request: HttpRequest, campaign: Campaign) -> HttpResponseBase:
    stored = figures.last_figures(campaign)
    if stored is None or stored.result is None:
        messages.error(request, "The agreement has not been computed yet.")
        return redirect("campaign_agreement", campaign.code)
    return stream_csv(f"{campaign.name} agreement.csv", AGREEMENT, figures.agreement_rows(stored.result))


def _to_figures(campaign: Campaign) -> HttpResponse:
    """Go to what one may see of a campaign whose work is hidden from one."""
    return redirect(workflow_of(campaign.kind).figures_tab.url_name, campaign.code)


def _blocks(stored: Job | None, fields: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return, for each field that people can disagree in, its title and what was measured."""
    if stored is None or stored.result is None:
        return []
    agreement: dict[str, Any] = stored.result["agreement"]
    return [_block(field, title, agreement[field]) for field, title in fields.items()]


def _block(field: str, title: str, measured: dict[str, Any]) -> dict[str, Any]:
    """Put the labels in their order again, which a stored JSON object does not keep."""
    labels = measured["labels"]
    return {
        "field": field,
        "title": title,
        "raters": measured["raters"],
        "labels": labels,
        "overall": measured["overall"],
        "by_label": [(label, measured["by_label"][label]) for label in labels],
        "pairs": [
            {**pair, "labels": [pair["by_label"][label] for label in labels]} for pair in measured["pairs"]
        ],
    }


def _day(text: str) -> date | None:
    try:
        return parse_date(text)
    except ValueError:
        return None
