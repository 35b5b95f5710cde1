"""What the operations of ripple review take and give."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.serializers import IntegerField

from reviewapp.api.serializers import BeatIn, DraftOut, Instant, Text
from reviewapp.rules.protocol import Stage

STAGES = [Stage.BLIND.value, Stage.CLOSURE.value]


class RippleIn(serializers.Serializer):
    """A return, with the stage that it is meant for: one said twice is not taken for the next stage."""

    stage = serializers.ChoiceField(choices=STAGES)
    body = serializers.DictField()


class RippleBeatIn(BeatIn):
    stage = serializers.ChoiceField(choices=STAGES)


class OwnOut(serializers.Serializer):
    """One's own return at the stage that is shown."""

    code = Text()
    body = serializers.JSONField()
    committed_at = Instant()


class RippleOut(serializers.Serializer):
    """A task of ripple review with one's own claim and draft."""

    code = Text()
    campaign = Text(source="campaign.code")
    guideline = IntegerField(source="campaign.guideline.number", default=None)
    round = IntegerField()
    slot = Text(source="my_slot.state", default=None)
    lease_until = Instant(source="my_slot.lease_until", default=None)
    draft = DraftOut(source="my_draft", default=None)


class RippleSightOut(serializers.Serializer):
    """What is seen of the item: the public representation, and the closure where it is open to the reader."""

    stage = Text()
    item = serializers.JSONField(source="public")
    closure = serializers.JSONField(default=None)
    returned = OwnOut(source="own", default=None)
