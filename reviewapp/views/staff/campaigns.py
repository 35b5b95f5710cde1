"""The managers' pages of campaigns."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from reviewapp.models import Campaign
from reviewapp.views.permissions import managers_only


@require_safe
@managers_only
def campaigns(request: HttpRequest) -> HttpResponse:
    return render(request, "reviewapp/staff/campaigns.html", {"section": "campaigns"})


@require_safe
@managers_only
def campaign(request: HttpRequest, code: str) -> HttpResponse:
    found = get_object_or_404(Campaign, code=code)
    return render(request, "reviewapp/staff/campaign.html", {"section": "campaigns", "campaign": found})
