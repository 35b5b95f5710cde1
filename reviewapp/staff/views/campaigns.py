"""The managers' pages of campaigns: the list, a new one, how one stands, and its queue."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from reviewapp.models import Campaign, Job, Person
from reviewapp.rules.protocol import NEXT, CampaignState, ProtocolError
from reviewapp.staff.actions.campaigns import add_items, create_campaign, move_campaign, set_member
from reviewapp.staff.actions.requests import request_job
from reviewapp.staff.forms import CampaignFilterForm, CampaignForm, MoveForm, SelectionForm
from reviewapp.staff.queries import figures
from reviewapp.staff.queries.campaigns import listed_campaigns, names_of_members, tasks_by_state
from reviewapp.staff.queries.exports import CAMPAIGNS, campaign_rows
from reviewapp.staff.queries.items import Selection, select_items
from reviewapp.web.csv_stream import stream_csv
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only, person_of
from reviewapp.web.requests import by_htmx
from reviewapp.web.sections import write_section
from reviewapp.work.queries.questions import threads
from reviewapp.work.registry import workflow_of, workflows
from reviewapp.work.workflow import Workflow

ADDED_AT_ONCE = 2_000  # more than this goes into the queue by a job
MOVES = {CampaignState.OPEN: "Open", CampaignState.PAUSED: "Pause", CampaignState.CLOSED: "Close"}


@require_safe
@managers_only
def campaigns(request: HttpRequest) -> HttpResponse:
    form = CampaignFilterForm(request.GET)
    context = {
        "section": "campaigns",
        "form": form,
        "page": page_of(request, _listed(form)),
        "n_waiting": threads(person_of(request), unanswered=True)[:100].count(),
        "query": request.GET.urlencode(),
    }
    return render(request, "reviewapp/staff/campaigns.html", context)


@require_safe
@managers_only
def campaigns_csv(request: HttpRequest) -> HttpResponseBase:
    rows = campaign_rows(_listed(CampaignFilterForm(request.GET)))
    return stream_csv("campaigns.csv", CAMPAIGNS, rows)


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
@vary_on_headers("HX-Request")
def campaign_new(request: HttpRequest) -> HttpResponse:
    """Set a campaign up; with `count` pressed, only say how many items it would have."""
    if request.method != "POST":
        return render(request, "reviewapp/staff/campaign_new.html", _form_context(CampaignForm()))
    if "count" in request.POST:
        form = CampaignForm(request.POST)
        return _counted(request, "reviewapp/staff/campaign_new.html", form, kind=form.kind_chosen)
    form = CampaignForm(request.POST)
    if form.is_valid():
        try:
            opened = _create(form, person_of(request))
        except ProtocolError as problem:
            form.add_error(None, str(problem))
        else:
            messages.success(request, f"“{opened.name}” is open.")
            return _fill(request, opened, form.selection)
    return render(request, "reviewapp/staff/campaign_new.html", _form_context(form))


@require_safe
@managers_only
def campaign(request: HttpRequest, code: str) -> HttpResponse:
    campaign = get_campaign(code)
    workflow = workflow_of(campaign.kind)
    stored = figures.last_figures(campaign)
    states = tasks_by_state(campaign)
    context = campaign_context(campaign, "overview") | {
        "states": states,
        "n_tasks": sum(states.values()),
        "moves": [
            (state, MOVES[state])
            for state in MOVES
            if state in NEXT[CampaignState][CampaignState(campaign.state)]
        ],
        "counts": None if hides_work(campaign, person_of(request)) else figures.counts_of(campaign, stored),
        "names": names_of_members(campaign),
        "stored": stored,
        "running": figures.running_figures(campaign),
        "agreements": _agreements(workflow, stored),
        "overview": write_section(workflow.overview(campaign), request, campaign=campaign),
        "beside_overview": write_section(workflow.beside_overview(campaign), request, campaign=campaign),
        "waiting": list(threads(person_of(request), campaign=campaign.pk, unanswered=True)[:5]),
    }
    return render(request, "reviewapp/staff/campaign.html", context)


def _agreements(workflow: Workflow, stored: Job | None) -> list[tuple[str, dict[str, Any]]]:
    """Return the title and the overall measures of each field that people can disagree in."""
    if stored is None or stored.result is None:
        return []
    measured: dict[str, Any] = stored.result["agreement"]
    return [(title, measured[field]["overall"]) for field, title in workflow.agreement_fields.items()]


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
@vary_on_headers("HX-Request")
def campaign_items(request: HttpRequest, code: str) -> HttpResponse:
    """Put more items into the queue; with `count` pressed, only say how many."""
    campaign = get_campaign(code)
    context = campaign_context(campaign, "items")
    template = "reviewapp/staff/campaign_items.html"
    if request.method != "POST":
        return render(request, template, _form_context(SelectionForm()) | context)
    form = SelectionForm(request.POST)
    if "count" in request.POST:
        return _counted(request, template, form, kind=campaign.kind, context=context)
    if form.is_valid():
        return _fill(request, campaign, form.selection)
    return render(request, template, _form_context(form) | context)


@require_POST
@managers_only
def campaign_move(request: HttpRequest, code: str) -> HttpResponse:
    """Open, pause or close the campaign; what stands against it is said."""
    campaign = get_campaign(code)
    form = MoveForm(request.POST)
    if not form.is_valid():
        messages.error(request, "A campaign can be opened, paused or closed.")
        return redirect("campaign", code)
    state = form.cleaned_data["state"]
    try:
        move_campaign(campaign=campaign, state=state, actor=person_of(request))
    except ProtocolError as problem:
        messages.error(request, str(problem))
    else:
        messages.success(request, f"“{campaign.name}” is {state}.")
    return redirect("campaign", code)


@require_POST
@managers_only
def campaign_compute(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for the campaign's figures; a job computes them."""
    campaign = get_campaign(code)
    asked = request_job(
        figures.KIND, campaign=campaign, title="Figures", actor=person_of(request), unit="steps"
    )
    return redirect("job", asked.code)


WHY_BLIND = (
    "You are an annotator of this campaign. What its reviews add up to stays hidden from you until all of "
    "its items are decided or withdrawn."
)


def hides_work(campaign: Campaign, person: Person) -> bool:
    """Say whether *person*, who reviews here too, may not even know whether others have begun."""
    return workflow_of(campaign.kind).hides_work(campaign, person)


def get_campaign(code: str) -> Campaign:
    return get_object_or_404(Campaign.objects.select_related("guideline"), code=code)


def campaign_context(campaign: Campaign, tab: str) -> dict[str, Any]:
    """Return what every page of a campaign shows."""
    workflow = workflow_of(campaign.kind)
    return {
        "section": "campaigns",
        "campaign": campaign,
        "tab": tab,
        "workflow": workflow,
        "selection_fields": workflow.selection_fields,
    }


def _listed(form: CampaignFilterForm) -> QuerySet[Campaign]:
    form.is_valid()
    cleaned = form.cleaned_data
    return listed_campaigns(
        words=cleaned.get("q", ""), state=cleaned.get("state", ""), order=cleaned.get("sort", "")
    )


def _create(form: CampaignForm, actor: Person) -> Campaign:
    cleaned = form.cleaned_data
    campaign = create_campaign(
        name=cleaned["name"],
        kind=cleaned["kind"],
        plan=form.plan,
        overlap=cleaned["overlap"],
        guidelines=cleaned["guidelines"],
        domains=cleaned["domains"],
        actor=actor,
    )
    for person, role in form.members:
        set_member(campaign=campaign, person=person, role=role, active=True, actor=actor)
    return campaign


def _fill(request: HttpRequest, campaign: Campaign, selection: Selection) -> HttpResponse:
    items = select_items(selection, kind=campaign.kind)
    item_ids = list(items.values_list("pk", flat=True)[: ADDED_AT_ONCE + 1])
    if len(item_ids) > ADDED_AT_ONCE:
        return redirect("job", _fill_by_job(campaign, selection, person_of(request)).code)
    n_added = add_items(campaign=campaign, item_ids=item_ids, actor=person_of(request))
    messages.success(request, f"{n_added:,} {'item is' if n_added == 1 else 'items are'} new in the queue.")
    return redirect("campaign", campaign.code)


def _fill_by_job(campaign: Campaign, selection: Selection, actor: Person) -> Job:
    args = {"selection": selection.as_json(), "actor": actor.code}
    title = "Items for the queue"
    return request_job("fill_campaign", campaign=campaign, title=title, actor=actor, unit="items", args=args)


def _counted(
    request: HttpRequest,
    template: str,
    form: SelectionForm,
    *,
    kind: str,
    context: dict[str, Any] | None = None,
) -> HttpResponse:
    """Say how many items the selection holds, whatever else the form still lacks."""
    form.is_valid()
    fields = [name for name in SelectionForm.base_fields if name in form.errors]
    n_selected = None if fields else select_items(form.selection, kind=kind).count()
    for name in set(form.errors) - set(fields):
        del form.errors[name]
    page = _form_context(form) | (context or {}) | {"form": form, "n_selected": n_selected}
    return render(request, template + ("#count" if by_htmx(request) else ""), page)


def _form_context(form: SelectionForm) -> dict[str, Any]:
    fields = {field for workflow in workflows() for field in workflow.selection_fields}
    return {"section": "campaigns", "form": form, "selection_fields": fields}
