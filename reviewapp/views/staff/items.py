"""The managers' pages of items."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from reviewapp.models import EvidenceItem
from reviewapp.views.permissions import managers_only


@require_safe
@managers_only
def items(request: HttpRequest) -> HttpResponse:
    return render(request, "reviewapp/staff/items.html", {"section": "items"})


@require_safe
@managers_only
def item(request: HttpRequest, code: str) -> HttpResponse:
    found = get_object_or_404(EvidenceItem, code=code)
    return render(request, "reviewapp/staff/item.html", {"section": "items", "item": found})
