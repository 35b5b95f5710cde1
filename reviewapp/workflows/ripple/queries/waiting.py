"""Reads what waits for a reviewer of ripple items: closures to judge, outcomes to answer."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from reviewapp.models import Outcome, Person, RippleAssent, Slot
from reviewapp.rules.protocol import CampaignState, SlotState, Stage


def closures_waiting(person: Person) -> QuerySet[Slot]:
    """Return the closure slots that are open to *person*, the oldest first."""
    opened = Slot.objects.filter(person=person, stage=Stage.CLOSURE, state=SlotState.CLAIMED)
    open_campaigns = opened.filter(campaign__state=CampaignState.OPEN)
    return (
        open_campaigns.select_related("task__ripple", "campaign").defer("task__ripple__public").order_by("id")
    )


def outcomes_waiting(person: Person) -> QuerySet[Outcome]:
    """Return the outcomes of items that *person* reviewed and has neither assented to nor dissented from."""
    answered = RippleAssent.objects.filter(outcome=OuterRef("pk"), person=person)
    waiting = Outcome.objects.filter(
        ~Exists(answered), task__returns__person=person, task__returns__stage=Stage.CLOSURE
    )
    return (
        waiting.select_related("task__ripple", "campaign")
        .defer("task__ripple__public", "body")
        .order_by("id")
    )
