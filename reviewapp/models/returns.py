"""Drafts, committed returns, disagreements and their outcomes."""

from __future__ import annotations

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from reviewapp.rules.codes import new_code
from reviewapp.rules.protocol import DisagreementState, Stage
from reviewapp.rules.seats import counts_as_seat

from .campaigns import NAME, Campaign, GuidelineVersion, Slot, Task
from .guards import append_only, only_moves
from .people import Person


class Draft(models.Model):
    """What a person has entered for a task and not committed; `version` counts its saves."""

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="drafts")
    stage = models.CharField(max_length=16)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="drafts")
    round = models.PositiveSmallIntegerField(default=1)
    version = models.IntegerField(default=1)
    body = models.JSONField()
    is_late = models.BooleanField(default=False)
    revises = models.ForeignKey("Return", on_delete=models.PROTECT, null=True, related_name="+")
    saved_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(name="draft_once", fields=["task", "stage", "round", "person"]),
        ]
        indexes = [models.Index(fields=["person", "task"], name="draft_person")]

    def __str__(self) -> str:
        return f"draft of {self.task_id} by {self.person_id}"


RETURN_IS_LAWFUL = """
    PERFORM 1 FROM reviewapp_slot s JOIN reviewapp_campaign c ON c.id = s.campaign_id
        WHERE s.id = NEW.slot_id AND s.task_id = NEW.task_id AND s.campaign_id = NEW.campaign_id
        AND s.stage = NEW.stage AND s.round = NEW.round
        AND (s.number BETWEEN 1 AND c.overlap OR c.kind = 'ripple')
        AND s.person_id = NEW.person_id AND s.state IN ('claimed', 'committed');
    IF NOT FOUND THEN
        RAISE EXCEPTION 'return: its author holds no such slot of the task' USING ERRCODE = 'check_violation';
    END IF;
    PERFORM 1 FROM reviewapp_outcome o WHERE o.task_id = NEW.task_id AND o.adjudicator_id = NEW.person_id;
    IF FOUND THEN
        RAISE EXCEPTION 'return: the adjudicator of a task cannot review it'
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.supersedes_id IS NOT NULL THEN
        PERFORM 1 FROM reviewapp_return r WHERE r.id = NEW.supersedes_id AND r.task_id = NEW.task_id
            AND r.person_id = NEW.person_id AND r.stage = NEW.stage;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'return: it supersedes a return that is not its author''s own'
                USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    RETURN NEW;
"""

RETURN_HAS_ALL_FINALS = """
    -- a decision is on a candidate that its task assigns, so that counting is enough
    IF (SELECT count(*) FROM reviewapp_candidateassignment WHERE task_id = NEW.task_id AND assigned)
        <> (SELECT count(DISTINCT candidate_id) FROM reviewapp_candidatedecision
            WHERE task_id = NEW.task_id AND round = NEW.round AND person_id = NEW.person_id
                AND phase = 'final') THEN
        RAISE EXCEPTION 'return: a candidate of its item has no final decision'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
"""

OUTCOME_IS_LAWFUL = """
    PERFORM 1 FROM reviewapp_return r WHERE r.task_id = NEW.task_id AND r.person_id = NEW.adjudicator_id;
    IF FOUND THEN
        RAISE EXCEPTION 'outcome: a reviewer of a task cannot adjudicate it'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
"""


RIPPLE_RETURN_IS_LAWFUL = """
    IF NEW.supersedes_id IS NOT NULL THEN
        RAISE EXCEPTION 'return: of ripple review it is final' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.stage = 'blind' THEN
        PERFORM 1 FROM reviewapp_slot r WHERE r.replaces_id = NEW.slot_id;
        IF FOUND THEN
            RAISE EXCEPTION 'return: its author was replaced' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF (SELECT count(DISTINCT person_id) < 2 OR NOT coalesce(bool_or(person_id = NEW.person_id), false)
        FROM reviewapp_return r
        WHERE r.task_id = NEW.task_id AND r.round = NEW.round AND r.stage = 'blind') THEN
        RAISE EXCEPTION 'return: the closure is judged after both blind returns, by their authors'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
"""

RIPPLE_OUTCOME_IS_LAWFUL = f"""
    DECLARE
        item bigint;
        task_round integer;
    BEGIN
    SELECT ripple_id, round INTO item, task_round FROM reviewapp_task WHERE id = NEW.task_id;
    IF item IS NULL THEN
        RETURN NEW;
    END IF;
    PERFORM 1 FROM reviewapp_slot s WHERE s.task_id = NEW.task_id AND s.person_id = NEW.adjudicator_id;
    IF FOUND THEN
        RAISE EXCEPTION 'outcome: a reviewer of an item cannot adjudicate it'
            USING ERRCODE = 'check_violation';
    END IF;
    PERFORM 1 FROM reviewapp_rippleseen e WHERE e.item_id = item AND e.person_id = NEW.adjudicator_id
        AND e.what <> 'adjudication';
    IF FOUND THEN
        RAISE EXCEPTION 'outcome: its author has seen what is hidden of the item'
            USING ERRCODE = 'check_violation';
    END IF;
    IF (SELECT count(*) FROM reviewapp_slot b JOIN reviewapp_slot c ON c.task_id = b.task_id
            AND c.round = b.round AND c.stage = 'closure' AND c.number = b.number AND c.state = 'committed'
        WHERE b.task_id = NEW.task_id AND b.round = task_round AND b.state = 'committed'
            AND {counts_as_seat("b")}) <> 2 THEN
        RAISE EXCEPTION 'outcome: both closure returns come first' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
    END;
"""


class Return(models.Model):
    """A committed judgement. Never changed; a later one of the same person may supersede it.

    `body` holds what the kind adds: for screening `evidence`, a list of spans
    {doc_id, start, end, start_byte, end_byte, quote}; offsets are into the canonical text, in code
    points and in bytes. For collision review also `candidates`, the final decision on each: {doc_id,
    decision, rationale, evidence}, in rank order. Of ripple review it holds what `blind.py` and `closure.py`
    in `workflows/ripple/rules/` describe.
    """

    code = models.CharField(max_length=12, default=new_code, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, db_index=False, related_name="returns")
    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="returns")
    slot = models.ForeignKey(Slot, on_delete=models.PROTECT, db_index=False, related_name="returns")
    stage = models.CharField(max_length=16)
    round = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, on_delete=models.PROTECT, db_index=False, related_name="returns")
    sequence = models.PositiveSmallIntegerField(default=1)
    supersedes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="successor")
    guideline = models.ForeignKey(
        GuidelineVersion, on_delete=models.PROTECT, null=True, db_index=False, related_name="+"
    )
    decision = models.CharField(max_length=24)
    reason = models.CharField(max_length=40, blank=True)
    domain = models.TextField(blank=True)
    note = models.TextField(blank=True)
    body = models.JSONField(default=dict)
    active_seconds = models.FloatField(default=0)
    committed_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [
            append_only("return_append_only"),
            pgtrigger.Trigger(
                name="return_is_lawful",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                func=RETURN_IS_LAWFUL,
            ),
            pgtrigger.Trigger(
                name="return_has_all_finals",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                condition=pgtrigger.Q(new__stage=Stage.COLLISION.value),
                func=RETURN_HAS_ALL_FINALS,
            ),
            pgtrigger.Trigger(
                name="return_of_ripple",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                condition=pgtrigger.Condition("(NEW.stage IN ('blind', 'closure'))"),
                func=RIPPLE_RETURN_IS_LAWFUL,
            ),
        ]
        constraints = [
            models.UniqueConstraint(name="return_code_once", fields=["code"]),
            models.UniqueConstraint(name="return_once_a_slot", fields=["slot", "sequence"]),
            models.UniqueConstraint(
                name="return_one_chain_a_reviewer",
                fields=["task", "stage", "person"],
                condition=Q(supersedes__isnull=True),
            ),
            models.CheckConstraint(name="return_stage_named", condition=Q(stage__regex=NAME)),
        ]
        indexes = [
            models.Index(fields=["person", "-committed_at"], name="return_person_when"),
            models.Index(fields=["campaign", "-committed_at"], name="return_campaign_when"),
        ]

    def __str__(self) -> str:
        return self.code


class Disagreement(models.Model):
    """A task whose returns differ, waiting for, or resolved by, an adjudicator."""

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="disagreements")
    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="disagreements")
    round = models.PositiveSmallIntegerField(default=1)
    fields = ArrayField(models.CharField(max_length=12))
    state = models.CharField(max_length=10, default=DisagreementState.OPEN)
    opened_at = models.DateTimeField(db_default=Now())
    claimed_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    lease_until = models.DateTimeField(null=True)

    class Meta:
        triggers = [only_moves("disagreement_moves", DisagreementState)]
        constraints = [
            models.UniqueConstraint(
                name="disagreement_one_open", fields=["task"], condition=Q(state=DisagreementState.OPEN)
            ),
            models.CheckConstraint(
                name="disagreement_state_known", condition=Q(state__in=list(DisagreementState))
            ),
        ]
        indexes = [
            models.Index(
                fields=["campaign", "id"],
                name="disagreement_open",
                condition=Q(state=DisagreementState.OPEN),
            )
        ]

    def __str__(self) -> str:
        return self.code


class Outcome(models.Model):
    """An adjudicator's resolution: a third record beside the untouched returns.

    `body` holds what the kind adds: for collision review `candidates`, the decision on each, in rank order;
    for ripple review the final closure and what it resolves, see `workflows/ripple/rules/outcome.py`.
    """

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    disagreement = models.OneToOneField(Disagreement, on_delete=models.PROTECT, related_name="outcome")
    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="outcomes")
    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="outcomes")
    adjudicator = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="outcomes")
    guideline = models.ForeignKey(GuidelineVersion, on_delete=models.PROTECT, null=True, related_name="+")
    decision = models.CharField(max_length=24)
    reason = models.CharField(max_length=40, blank=True)
    domain = models.TextField(blank=True)
    rationale = models.TextField()
    body = models.JSONField(default=dict)
    active_seconds = models.FloatField(default=0)
    decided_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [
            append_only("outcome_append_only"),
            pgtrigger.Trigger(
                name="outcome_is_lawful",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                func=OUTCOME_IS_LAWFUL,
            ),
            pgtrigger.Trigger(
                name="outcome_of_ripple",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                func=RIPPLE_OUTCOME_IS_LAWFUL,
            ),
        ]
        indexes = [
            models.Index(fields=["task", "adjudicator"], name="outcome_task_adjudicator"),
            models.Index(fields=["campaign", "-decided_at"], name="outcome_campaign_when"),
        ]

    def __str__(self) -> str:
        return self.code
