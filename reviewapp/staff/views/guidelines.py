"""The managers' pages of a campaign's guidelines: versions, a new one, and what it makes due again."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from reviewapp.models import Campaign, Task
from reviewapp.staff.actions.campaigns import decided_under_older, publish_guidelines, requeue
from reviewapp.staff.actions.requests import request_job
from reviewapp.staff.forms import GuidelineForm
from reviewapp.staff.views.campaigns import campaign_context, get_campaign
from reviewapp.web.markdown import render_markdown
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only, person_of


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def campaign_guidelines(request: HttpRequest, code: str) -> HttpResponse:
    """Show the versions; publish a new one, or with `preview` pressed only show how it would look."""
    campaign = get_campaign(code)
    initial = {"body": campaign.guideline.body if campaign.guideline else ""}
    form = GuidelineForm(request.POST if request.method == "POST" else None, initial=initial)
    preview = None
    if request.method == "POST" and form.is_valid():
        if "preview" not in request.POST:
            version = publish_guidelines(
                campaign=campaign, body=form.cleaned_data["body"], actor=person_of(request)
            )
            messages.success(request, f"Version {version.number} holds for every return from now on.")
            return redirect("campaign_guidelines", code)
        preview = render_markdown(form.cleaned_data["body"])
    versions = campaign.guideline_versions.select_related("created_by").defer("body").order_by("-number")
    context = campaign_context(campaign, "guidelines") | {
        "form": form,
        "preview": preview,
        "body": render_markdown(campaign.guideline.body) if campaign.guideline else "",
        "page": page_of(request, versions),
        "has_older": decided_under_older(campaign).exists(),
    }
    return render(request, "reviewapp/staff/campaign_guidelines.html", context)


@require_safe
@managers_only
def campaign_guideline(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show one version as it was."""
    campaign = get_campaign(code)
    version = get_object_or_404(campaign.guideline_versions.select_related("created_by"), number=number)
    context = campaign_context(campaign, "guidelines") | {
        "version": version,
        "body": render_markdown(version.body),
    }
    return render(request, "reviewapp/staff/campaign_guideline.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def campaign_older(request: HttpRequest, code: str) -> HttpResponse:
    """List what was decided under older guidelines; ask for the chosen ones, or all of them, again."""
    campaign = get_campaign(code)
    if request.method == "POST":
        return _requeue(request, campaign)
    rows = decided_under_older(campaign).select_related("item", "guideline").order_by("guideline", "pk")
    context = campaign_context(campaign, "guidelines") | {"page": page_of(request, rows)}
    return render(request, "reviewapp/staff/campaign_older.html", context)


def _requeue(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    actor = person_of(request)
    if "all" in request.POST:
        args = {"actor": actor.code}
        title = "Decisions under older guidelines, asked for again"
        job = request_job(
            "requeue_older", campaign=campaign, title=title, actor=actor, unit="tasks", args=args
        )
        return redirect("job", job.code)
    version = Task.objects.filter(campaign=campaign, code__in=request.POST.getlist("task"))
    task_ids = list(version.values_list("pk", flat=True))
    if not task_ids:
        messages.error(request, "Choose at least one item.")
        return redirect("campaign_older", campaign.code)
    n_done = requeue(campaign=campaign, task_ids=task_ids, actor=actor, now=timezone.now())
    messages.success(request, f"{n_done:,} {'item is' if n_done == 1 else 'items are'} back in the queue.")
    return redirect("campaign_older", campaign.code)
