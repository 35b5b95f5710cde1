"""Audit packets: of an item that the manager has opened, of a whole campaign by a press that opens it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_POST, require_safe

from reviewapp.models import RippleItem, Task
from reviewapp.rules.protocol import ProtocolError
from reviewapp.web.permissions import managers_only, person_of
from reviewapp.work.queries.blindness import visible
from reviewapp.workflows.ripple.actions.seeing import see_campaign
from reviewapp.workflows.ripple.queries.items import opened_by
from reviewapp.workflows.ripple.queries.packets import Part, campaign_packet, item_packet
from reviewapp.workflows.ripple.views.figures import ripple_campaign
from reviewapp.workflows.ripple.views.items import get_ripple_item


@require_safe
@managers_only
def ripple_packet(request: HttpRequest, code: str) -> HttpResponseBase:
    """Send the packet of an item as JSONL."""
    item = get_ripple_item(code)
    return _jsonl(item.code, item_packet(item)) if _is_open(request, item) else _closed(request, code)


@require_safe
@managers_only
def ripple_packet_page(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show the packet of an item for printing."""
    item = get_ripple_item(code)
    if not _is_open(request, item):
        return _closed(request, code)
    return StreamingHttpResponse(_page(item.item_id, item_packet(item)))


@require_POST
@managers_only
def campaign_packet_of(request: HttpRequest, code: str) -> HttpResponseBase:
    """Open everything of the campaign's items, which is recorded, and send it: `as` jsonl or page."""
    campaign = ripple_campaign(code)
    try:
        see_campaign(campaign=campaign, actor=person_of(request))
    except ProtocolError as problem:
        messages.error(request, str(problem))
        return redirect("campaign_ripple", code)
    parts = campaign_packet(campaign)
    if request.POST.get("as") == "page":
        return StreamingHttpResponse(_page(campaign.name, parts))
    return _jsonl(campaign.code, parts)


def _is_open(request: HttpRequest, item: RippleItem) -> bool:
    """Say whether the reader has opened the item and may know what others said of it."""
    person = person_of(request)
    tasks = Task.objects.filter(ripple=item)
    n_visible = visible(tasks, person, task="").count()
    return bool(opened_by(person, [item])) and n_visible == tasks.count()


def _closed(request: HttpRequest, code: str) -> HttpResponseBase:
    messages.error(request, "Open what is hidden of the item first: that is recorded.")
    return redirect("ripple_item", code)


def _jsonl(name: str, parts: Iterable[Part]) -> StreamingHttpResponse:
    response = StreamingHttpResponse((part.line for part in parts), content_type="application/x-ndjson")
    name = f"packet-{name}.jsonl"
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response


def _page(title: str, parts: Iterable[Part]) -> Iterator[str]:
    """Yield a page item by item, so that only one of them is in memory."""
    yield render_to_string("reviewapp/ripple/packet_head.html", {"title": title})
    for item_id, group in groupby(parts, key=lambda part: part.item_id):
        context = {"item_id": item_id, "parts": list(group)}
        yield render_to_string("reviewapp/ripple/packet_item.html", context)
    yield render_to_string("reviewapp/ripple/packet_foot.html")
