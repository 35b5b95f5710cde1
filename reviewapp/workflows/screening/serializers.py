"""What the operations of screening take and give."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import IntegerField, ListField

from reviewapp.api.serializers import (
    LARGEST_OFFSET,
    NOTE_CHARS,
    DocumentOut,
    DraftOut,
    Instant,
    ItemOut,
    SpanIn,
    Text,
)
from reviewapp.work.actions.passages import EvidenceSpan
from reviewapp.workflows.screening.actions import ScreeningEntry


class EntryIn(serializers.Serializer):
    """A screening entry; what is left out is empty."""

    decision = Text(max_length=24, default="")
    reason = Text(max_length=40, default="")
    domain = Text(max_length=200, default="")
    note = Text(max_length=NOTE_CHARS, default="")
    evidence = SpanIn(many=True, default=list)

    def entry(self) -> ScreeningEntry:
        values = self.validated_data
        spans = tuple(EvidenceSpan(**span) for span in values["evidence"])
        return ScreeningEntry(
            decision=values["decision"],
            reason=values["reason"],
            domain=values["domain"],
            note=values["note"],
            evidence=spans,
        )


class DraftIn(EntryIn):
    version = IntegerField(min_value=0, max_value=LARGEST_OFFSET)

    def body(self) -> dict[str, Any]:
        return {name: value for name, value in self.validated_data.items() if name != "version"}


class TaskOut(serializers.Serializer):
    """A task with one's own claim and draft."""

    code = Text()
    campaign = Text(source="campaign.code")
    guideline = IntegerField(source="campaign.guideline.number", default=None)
    domains = ListField(child=Text(), source="campaign.domains")
    round = IntegerField()
    slot = Text(source="my_slot.state", default=None)
    lease_until = Instant(source="my_slot.lease_until", default=None)
    item = ItemOut()
    documents = DocumentOut(many=True)
    draft = DraftOut(source="my_draft", default=None)
