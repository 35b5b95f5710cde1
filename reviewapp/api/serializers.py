"""What operations take and give. Text is data: nothing is trimmed; NUL and lone surrogates are refused."""

from __future__ import annotations

from functools import partial
from typing import Any

from rest_framework import serializers
from rest_framework.serializers import BooleanField, FloatField, IntegerField, ListField

from reviewapp.staff.queries.exports import instant

NOTE_CHARS = 20_000
TAB_CHARS = 24
LARGEST_ID = 2**63 - 1
LARGEST_OFFSET = 2**31 - 1

Text = partial(serializers.CharField, trim_whitespace=False, allow_blank=True)


class Instant(serializers.Field):
    """A moment, in UTC."""

    def to_representation(self, value: Any) -> str:
        return instant(value)


# --- In ------------------------------------------------------------------------------------------------


class SpanIn(serializers.Serializer):
    doc_id = IntegerField(min_value=0, max_value=LARGEST_ID)
    start = IntegerField(min_value=0, max_value=LARGEST_OFFSET)
    end = IntegerField(min_value=0, max_value=LARGEST_OFFSET)


class NextIn(serializers.Serializer):
    ahead = BooleanField(default=False)


class BeatIn(serializers.Serializer):
    tab = Text(max_length=TAB_CHARS)
    ends = BooleanField(default=False)


class OutcomeIn(serializers.Serializer):
    decision = Text(max_length=24, default="")
    reason = Text(max_length=40, default="")
    domain = Text(max_length=200, default="")
    rationale = Text(max_length=NOTE_CHARS, default="")


# --- Out -----------------------------------------------------------------------------------------------


class CampaignOut(serializers.Serializer):
    code = Text()
    name = Text()
    kind = Text()
    state = Text()
    overlap = IntegerField()
    domains = ListField(child=Text())
    guideline = IntegerField(source="guideline.number", default=None)
    n_tasks = IntegerField()


class MembershipOut(serializers.Serializer):
    campaign = CampaignOut()
    role = Text()
    n_returns = IntegerField()


class ItemOut(serializers.Serializer):
    """An item as those see it who judge it: nothing of what review made of it."""

    item_id = Text()
    query = Text()
    answer = Text()
    answer_aliases = ListField(child=Text())
    domain = Text()
    task_type = Text()
    source = Text(source="source.name")  # type: ignore[assignment]  # DRF takes fields out of the class


class DocumentOut(serializers.Serializer):
    """A reference of an item; its text is had apart, since it may be long."""

    doc_id = IntegerField()
    title = Text()
    source = Text(source="source__name")  # type: ignore[assignment]  # DRF takes fields out of the class
    n_chars = IntegerField()


class DraftOut(serializers.Serializer):
    version = IntegerField()
    body = serializers.JSONField()
    is_late = BooleanField()
    saved_at = Instant()


class TextOut(serializers.Serializer):
    """A document's canonical text (CRLF read as LF): what offsets of evidence count."""

    doc_id = IntegerField()
    title = Text()
    source = Text(source="source.name")  # type: ignore[assignment]  # DRF takes fields out of the class
    text = Text()


class SaidOut(serializers.Serializer):
    """What a return says."""

    decision = Text()
    reason = Text()
    domain = Text()
    note = Text()
    evidence = serializers.SerializerMethodField()
    guideline = IntegerField(source="guideline.number", default=None)
    committed_at = Instant()

    def get_evidence(self, one: Any) -> list[dict[str, Any]]:
        return list(one.body.get("evidence", []))


class OfTask(serializers.Serializer):
    """What is told of a task's item wherever the task is named: its id, whatever its kind."""

    item_id = serializers.SerializerMethodField()

    def get_item_id(self, one: Any) -> str:
        task = one["task"] if isinstance(one, dict) else one.task
        return str(task.subject.item_id)


class ReturnOut(SaidOut, OfTask):
    """One's own return."""

    code = Text()
    campaign = Text(source="campaign.code")
    task = Text(source="task.code")
    stage = Text()
    round = IntegerField()
    active_seconds = FloatField()
    supersedes = Text(source="supersedes.code", default=None)


class DisagreementOut(OfTask):
    code = Text()
    campaign = Text(source="campaign.code")
    about = ListField(child=Text(), source="fields")
    state = Text()
    opened_at = Instant()


class OutcomeOut(serializers.Serializer):
    code = Text()
    decision = Text()
    reason = Text()
    domain = Text()
    rationale = Text()
    decided_at = Instant()


class DisputeOut(DisagreementOut):
    """A disagreement with the returns that differ, without a name, in the order of their slots."""

    lease_until = Instant(default=None)
    domains = ListField(child=Text(), source="campaign.domains")
    item = ItemOut(source="task.item")
    documents = DocumentOut(many=True)
    returns = SaidOut(many=True)
    outcome = OutcomeOut(default=None)


class ManagedItemOut(ItemOut):
    code = Text()
    imported_domain = Text()
    track = Text()
    flags = ListField(child=Text())
    n_references = IntegerField()
    state = Text()
