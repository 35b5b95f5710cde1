"""Ripple review: who has seen what is hidden, comments of the adjudication, and assent to its outcome."""

from __future__ import annotations

import pgtrigger
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from reviewapp.rules.codes import new_code
from reviewapp.workflows.ripple.rules.words import Seen

from .campaigns import Task
from .guards import append_only
from .people import Person
from .returns import Outcome
from .ripple_items import RippleItem

SEEN_IS_LAWFUL = """
    PERFORM pg_advisory_xact_lock(hashtextextended('ripple ' || NEW.item_id || ' ' || NEW.person_id, 0));
    PERFORM 1 FROM reviewapp_slot s JOIN reviewapp_task t ON t.id = s.task_id
        WHERE t.ripple_id = NEW.item_id AND s.person_id = NEW.person_id
        AND s.state IN ('claimed', 'committed') AND t.state IN ('open', 'disputed');
    IF FOUND THEN
        RAISE EXCEPTION 'seen: a reviewer of an item cannot open what is hidden of it'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
"""

ASSENT_IS_LAWFUL = """
    PERFORM 1 FROM reviewapp_return r JOIN reviewapp_outcome o ON o.task_id = r.task_id
        WHERE o.id = NEW.outcome_id AND r.person_id = NEW.person_id AND r.stage = 'closure';
    IF NOT FOUND THEN
        RAISE EXCEPTION 'assent: it is for the two reviewers of the item' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
"""


class RippleSeen(models.Model):
    """A person has seen something of an item that rules them out as its reviewer; `Seen` lists the kinds."""

    item = models.ForeignKey(RippleItem, on_delete=models.PROTECT, db_index=False, related_name="seen")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    what = models.CharField(max_length=12)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [
            append_only("ripple_seen_append_only"),
            pgtrigger.Trigger(
                name="ripple_seen_is_lawful",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                condition=pgtrigger.Q(new__what=Seen.HIDDEN.value),
                func=SEEN_IS_LAWFUL,
            ),
        ]
        constraints = [
            models.UniqueConstraint(name="ripple_seen_once", fields=["item", "person", "what"]),
            models.CheckConstraint(name="ripple_seen_known", condition=Q(what__in=list(Seen))),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} has seen {self.item_id}: {self.what}"


class RippleComment(models.Model):
    """One message in an adjudication: the two reviewers and the adjudicator write there."""

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="ripple_comments")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    body = models.TextField()
    at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("ripple_comment_append_only")]

    def __str__(self) -> str:
        return self.code


class RippleAssent(models.Model):
    """A reviewer's assent to, or dissent from, the outcome: what makes an adjudication a joint one."""

    outcome = models.ForeignKey(Outcome, on_delete=models.PROTECT, db_index=False, related_name="assents")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    assents = models.BooleanField()
    note = models.TextField(blank=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [
            append_only("ripple_assent_append_only"),
            pgtrigger.Trigger(
                name="ripple_assent_is_lawful",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                func=ASSENT_IS_LAWFUL,
            ),
        ]
        constraints = [
            models.UniqueConstraint(name="ripple_assent_once", fields=["outcome", "person"]),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {'assents to' if self.assents else 'dissents from'} {self.outcome_id}"
