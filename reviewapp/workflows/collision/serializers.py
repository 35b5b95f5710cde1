"""What the operations of collision review take and give."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import BooleanField, FloatField, IntegerField

from reviewapp.api.serializers import (
    LARGEST_OFFSET,
    NOTE_CHARS,
    DocumentOut,
    DraftOut,
    Instant,
    ItemOut,
    SpanIn,
    Text,
    TextOut,
)
from reviewapp.work.actions.passages import EvidenceSpan
from reviewapp.workflows.collision.actions.reviewing import CandidateEntry


class NoteIn(serializers.Serializer):
    note = Text(max_length=NOTE_CHARS, default="")


class CandidateIn(serializers.Serializer):
    """A decision on a candidate; what is left out is empty."""

    decision = Text(max_length=24, default="")
    rationale = Text(max_length=NOTE_CHARS, default="")
    evidence = SpanIn(many=True, default=list)

    def entry(self, doc_id: int) -> CandidateEntry:
        values = self.validated_data
        spans = tuple(EvidenceSpan(**span) for span in values["evidence"])
        return CandidateEntry(doc_id, values["decision"], values["rationale"], spans)


class RevisionIn(CandidateIn):
    why = Text(max_length=NOTE_CHARS, default="")


class CandidateDraftIn(RevisionIn):
    version = IntegerField(min_value=0, max_value=LARGEST_OFFSET)

    def body(self) -> dict[str, Any]:
        return {name: value for name, value in self.validated_data.items() if name != "version"}


class CandidateOut(serializers.Serializer):
    """A candidate in the list of its item; *first* and *final* are one's own decisions."""

    number = IntegerField()
    doc_id = IntegerField()
    title = Text()
    similarity = FloatField()
    first = Text()
    final = Text()


class CollisionOut(serializers.Serializer):
    """An item under collision review with one's own claim and draft."""

    code = Text()
    campaign = Text(source="campaign.code")
    guideline = IntegerField(source="campaign.guideline.number", default=None)
    round = IntegerField()
    slot = Text(source="my_slot.state", default=None)
    lease_until = Instant(source="my_slot.lease_until", default=None)
    item = ItemOut()
    documents = DocumentOut(many=True)
    candidates = CandidateOut(many=True)
    draft = DraftOut(source="my_draft", default=None)


class OwnDecisionOut(serializers.Serializer):
    """One of one's own decisions on a candidate."""

    phase = Text()
    sequence = IntegerField()
    decision = Text()
    rationale = Text()
    evidence = serializers.JSONField()
    revision_reason = Text()
    decided_at = Instant()


class VerdictOut(serializers.Serializer):
    """What one model said; null is no verdict."""

    model = Text()
    prompt_version = Text()
    verdict = Text()
    rationale = Text()
    quote = Text()


class SightOut(serializers.Serializer):
    """The text of a candidate, what it shares with the references, and what has been said of it."""

    document = TextOut()
    marks = serializers.JSONField()
    reveals = BooleanField()
    decisions = OwnDecisionOut(many=True)
    verdicts = VerdictOut(many=True)
