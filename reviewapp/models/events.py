"""What happened, append-only; heartbeats of active work; questions to the managers."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from reviewapp.rules.codes import new_code

from .campaigns import Campaign, Task
from .evidence import EvidenceItem
from .guards import append_only
from .people import Person
from .ripple_items import RippleItem


class Event(models.Model):
    """One write: who did what to which, from what to what."""

    at = models.DateTimeField(db_default=Now())
    actor = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, db_index=False, related_name="+")
    verb = models.CharField(max_length=40)
    campaign = models.ForeignKey(
        Campaign, on_delete=models.PROTECT, null=True, db_index=False, related_name="events"
    )
    task = models.ForeignKey(Task, on_delete=models.PROTECT, null=True, related_name="events")
    item = models.ForeignKey(EvidenceItem, on_delete=models.PROTECT, null=True, related_name="events")
    ripple = models.ForeignKey(
        RippleItem, on_delete=models.PROTECT, null=True, db_index=False, related_name="events"
    )
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)

    class Meta:
        triggers = [append_only("event_append_only")]
        indexes = [
            models.Index(fields=["campaign", "-id"], name="event_campaign_when"),
            models.Index(fields=["campaign", "-id"], name="event_lapses", condition=Q(verb="lapse")),
            models.Index(fields=["ripple", "-id"], name="event_ripple", condition=Q(ripple__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.verb} at {self.at}"


class Heartbeat(models.Model):
    """A sign of active work: a visible tab, used within the last minute (see rules/effort.py)."""

    # The indexes below begin with the two keys, so they need none of their own.
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+", db_index=False)
    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="heartbeats", db_index=False)
    stage = models.CharField(max_length=16)
    tab = models.CharField(max_length=24)
    ends = models.BooleanField(default=False)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("heartbeat_append_only")]
        indexes = [
            models.Index(fields=["person", "at"], name="heartbeat_person_when"),
            models.Index(fields=["task", "person", "at"], name="heartbeat_task_when"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} on {self.task_id} at {self.at}"


class Question(models.Model):
    """One message in the thread between a person at work on a task and the managers."""

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="questions")
    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="questions")
    asker = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="questions")
    author = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    body = models.TextField()
    at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("question_append_only")]
        indexes = [
            models.Index(fields=["campaign", "-id"], name="question_campaign_when"),
            models.Index(fields=["task", "asker", "-id"], name="question_thread"),
            models.Index(fields=["-id"], name="question_asked", condition=Q(author=F("asker"))),
        ]

    def __str__(self) -> str:
        return self.code
