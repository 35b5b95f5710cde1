"""Collision review: candidates, what models said of them, what is looked at, and what people decide."""

from __future__ import annotations

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from reviewapp.workflows.collision.rules.collisions import VERDICTS, CollisionDecision, Phase, Policy, Why

from .campaigns import Campaign, GuidelineVersion, Slot, Task
from .documents import Document
from .evidence import EvidenceItem
from .guards import append_only
from .people import Person


class CollisionCandidate(models.Model):
    """A document near to an item that is none of its references (EMB A.1.3), and where it ranks.

    `marks` are the stretches in which the two texts agree and differ, computed once by
    `workflows/collision/rules/comparing.py`: {"shared", "differs", "references": {doc_id: {"shared",
    "differs"}}}, offsets in code points.
    """

    item = models.ForeignKey(EvidenceItem, on_delete=models.PROTECT, related_name="candidates")
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="+")
    rank = models.PositiveIntegerField()
    similarity = models.FloatField()
    marks = models.JSONField(default=dict)
    place = models.TextField()
    imported_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("candidate_append_only")]
        constraints = [
            models.UniqueConstraint(name="candidate_once", fields=["item", "document"]),
            models.UniqueConstraint(name="candidate_rank_once", fields=["item", "rank"]),
            models.CheckConstraint(name="candidate_rank_positive", condition=Q(rank__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.item_id}: {self.rank} is {self.document_id}"


class CollisionVerdict(models.Model):
    """What one model said of a candidate under one version of its prompt; null is no verdict."""

    candidate = models.ForeignKey(CollisionCandidate, on_delete=models.PROTECT, related_name="verdicts")
    model = models.TextField()
    prompt_version = models.TextField()
    verdict = models.CharField(max_length=14, null=True)  # noqa: DJ001 - no verdict is no word of its own
    rationale = models.TextField(blank=True)
    quote = models.TextField(blank=True)
    place = models.TextField()
    imported_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("verdict_append_only")]
        indexes = [models.Index(fields=["model", "prompt_version"], name="verdict_model")]
        constraints = [
            models.UniqueConstraint(name="verdict_once", fields=["candidate", "model", "prompt_version"]),
            models.CheckConstraint(
                name="verdict_known", condition=Q(verdict__isnull=True) | Q(verdict__in=list(VERDICTS))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.candidate_id}: {self.model} says {self.verdict}"


class CollisionPlan(models.Model):
    """The plan of a campaign of collision review: set once, before the first item enters.

    `model` and `prompt_version` name whose verdicts the policy goes by, and whose word adds a distractor
    where no person looks.
    """

    campaign = models.OneToOneField(Campaign, on_delete=models.PROTECT, related_name="collision_plan")
    policy = models.CharField(max_length=12)
    share = models.FloatField(default=0)
    seed = models.BigIntegerField()
    model = models.TextField(blank=True)
    prompt_version = models.TextField(blank=True)
    reveal = models.BooleanField(default=True)

    class Meta:
        triggers = [append_only("plan_append_only")]
        constraints = [
            models.CheckConstraint(name="plan_policy_known", condition=Q(policy__in=list(Policy))),
            models.CheckConstraint(name="plan_share_range", condition=Q(share__range=(0, 1))),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id}: {self.policy}"


class CandidateAssignment(models.Model):
    """The recorded draw: whether a candidate is looked at, why, and with which number it was drawn."""

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="assignments", db_index=False)
    candidate = models.ForeignKey(CollisionCandidate, on_delete=models.PROTECT, related_name="assignments")
    assigned = models.BooleanField()
    why = models.CharField(max_length=14)
    number = models.FloatField()

    class Meta:
        triggers = [append_only("assignment_append_only")]
        constraints = [
            models.UniqueConstraint(name="assignment_once", fields=["task", "candidate"]),
            models.CheckConstraint(name="assignment_why_known", condition=Q(why__in=list(Why))),
        ]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.candidate_id} {self.why}"


class CollisionStanding(models.Model):
    """The standing decisions on an item's candidates once it is decided: {doc_id: decision}, in one row.

    Of those that people looked at, what they agree on or the adjudicator says; of the others, the hard
    negatives that the plan's model named.
    """

    task = models.OneToOneField(Task, on_delete=models.PROTECT, primary_key=True, related_name="standing")
    decisions = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.task_id}: {len(self.decisions)} candidates"


DECISION_IS_LAWFUL = """
    PERFORM 1 FROM reviewapp_slot s JOIN reviewapp_candidateassignment a ON a.task_id = s.task_id
        WHERE s.id = NEW.slot_id AND s.task_id = NEW.task_id AND s.person_id = NEW.person_id
        AND s.round = NEW.round AND s.state IN ('claimed', 'committed')
        AND a.candidate_id = NEW.candidate_id AND a.assigned;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'candidate decision: its author holds no slot of a task with that candidate'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
"""


class CandidateDecision(models.Model):
    """What a person decided of a candidate: first alone, then finally. Never changed; the last final counts.

    `evidence` is a list of passages like those of a return. `revision_reason` says why a final decision is
    another than the first; `shown` are the verdicts that its author was shown after the first.
    """

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="candidate_decisions")
    slot = models.ForeignKey(Slot, on_delete=models.PROTECT, related_name="+")
    round = models.PositiveSmallIntegerField()
    candidate = models.ForeignKey(CollisionCandidate, on_delete=models.PROTECT, related_name="decisions")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    phase = models.CharField(max_length=5)
    sequence = models.PositiveSmallIntegerField(default=1)
    guideline = models.ForeignKey(GuidelineVersion, on_delete=models.PROTECT, null=True, related_name="+")
    decision = models.CharField(max_length=14)
    rationale = models.TextField(blank=True)
    evidence = models.JSONField(default=list)
    revision_reason = models.TextField(blank=True)
    shown = ArrayField(models.BigIntegerField(), default=list)
    decided_at = models.DateTimeField()

    class Meta:
        triggers = [
            append_only("candidate_decision_append_only"),
            pgtrigger.Trigger(
                name="candidate_decision_is_lawful",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                func=DECISION_IS_LAWFUL,
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                name="candidate_decision_once",
                fields=["task", "round", "person", "candidate", "phase", "sequence"],
            ),
            models.CheckConstraint(
                name="candidate_decision_known", condition=Q(decision__in=list(CollisionDecision))
            ),
            models.CheckConstraint(name="candidate_decision_phase", condition=Q(phase__in=list(Phase))),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} on {self.candidate_id}: {self.decision} ({self.phase})"
