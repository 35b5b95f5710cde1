"""What managers read: campaigns, items, and all returns of a campaign as lines of JSON."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import orjson
from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from reviewapp.api.base import ManagerOperation, person_of
from reviewapp.api.serializers import CampaignOut, ManagedItemOut
from reviewapp.models import Campaign, EvidenceItem, Person
from reviewapp.staff.queries.exports import RETURNS, return_rows

ITEMS_A_PAGE = 100
LINES_A_CHUNK = 500


class AllCampaigns(ManagerOperation):
    """Every campaign, newest first."""

    def get(self, request: Request) -> Response:
        campaigns = Campaign.objects.select_related("guideline").defer("guideline__body").order_by("-pk")
        return Response({"campaigns": CampaignOut(campaigns, many=True).data})


class Items(ManagerOperation):
    """Items in the order of their import; `?state=` narrows them, `?after=CODE` goes on behind an item."""

    def get(self, request: Request) -> Response:
        items = EvidenceItem.objects.select_related("source").order_by("pk")
        if state := request.query_params.get("state"):
            items = items.filter(state=state)
        if after := request.query_params.get("after"):
            items = items.filter(pk__gt=get_object_or_404(EvidenceItem.objects.only("pk"), code=after).pk)
        page = list(items[: ITEMS_A_PAGE + 1])
        more = page[ITEMS_A_PAGE - 1].code if len(page) > ITEMS_A_PAGE else None
        return Response({"items": ManagedItemOut(page[:ITEMS_A_PAGE], many=True).data, "after": more})


class CampaignReturns(ManagerOperation):
    """All returns of a campaign, superseded ones too, one JSON object a line, streamed."""

    def get(self, request: Request, code: str) -> StreamingHttpResponse:
        campaign = get_object_or_404(Campaign, code=code)
        lines = _chunks(_lines(campaign, person_of(request)))
        return StreamingHttpResponse(lines, content_type="application/x-ndjson")


def _lines(campaign: Campaign, person: Person) -> Iterator[bytes]:
    for row in return_rows(campaign, person):
        line = dict(zip(RETURNS, row, strict=True))
        line["evidence"] = orjson.Fragment(line["evidence"] or "[]")
        yield orjson.dumps(line) + b"\n"


def _chunks(lines: Iterator[bytes]) -> Iterator[bytes]:
    while chunk := list(islice(lines, LINES_A_CHUNK)):
        yield b"".join(chunk)
