"""Campaigns: what is reviewed, by whom, under which guidelines, and the slots of work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from reviewapp.codes import new_code
from reviewapp.protocol import DOMAINS, CampaignState, Kind, Role, SlotState, Stage, TaskState

from .evidence import EvidenceItem
from .guards import append_only
from .people import Person

if TYPE_CHECKING:
    from .returns import Draft


def default_domains() -> list[str]:
    return list(DOMAINS)


class Campaign(models.Model):
    """A pool of items reviewed in one workflow by `overlap` people each."""

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=120, unique=True)
    kind = models.CharField(max_length=16)
    overlap = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=8, default=CampaignState.OPEN)
    domains = ArrayField(models.CharField(max_length=60), default=default_domains)
    guideline = models.ForeignKey("GuidelineVersion", on_delete=models.PROTECT, null=True, related_name="+")
    n_tasks = models.IntegerField(default=0)
    created_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.CheckConstraint(name="campaign_kind_known", condition=Q(kind__in=list(Kind))),
            models.CheckConstraint(name="campaign_state_known", condition=Q(state__in=list(CampaignState))),
            models.CheckConstraint(name="campaign_overlap_range", condition=Q(overlap__range=(1, 9))),
        ]

    def __str__(self) -> str:
        return self.name


class GuidelineVersion(models.Model):
    """One version of a campaign's guidelines, in Markdown; a new wording is a new version."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="guideline_versions")
    number = models.IntegerField()
    body = models.TextField()
    created_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers = [append_only("guideline_append_only")]
        constraints = [
            models.UniqueConstraint(name="guideline_number_once", fields=["campaign", "number"]),
        ]

    def __str__(self) -> str:
        return f"v{self.number}"


class Membership(models.Model):
    """A person's part in a campaign, and how far along its queue they are.

    `cursor` is the queue key of the last slot that this person was given: what lies before it is done,
    skipped or somebody else's, so the next slot is found without walking over it again.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="memberships")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=12)
    active = models.BooleanField(default=True)
    cursor = models.BigIntegerField(default=0)
    n_returns = models.IntegerField(default=0)
    day = models.DateField(null=True)
    n_day = models.IntegerField(default=0)
    joined_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(name="membership_once", fields=["campaign", "person", "role"]),
            models.CheckConstraint(name="membership_role_known", condition=Q(role__in=list(Role))),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} is {self.role} in {self.campaign_id}"


class Task(models.Model):
    """One item's review in one campaign. Decided again under new guidelines, it enters a new round.

    `verdict` is what the decision says of the item, accept or reject: an item stays accepted only while each
    kind of review that it went through says so.
    """

    code = models.CharField(max_length=12, default=new_code, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, db_index=False, related_name="tasks")
    kind = models.CharField(max_length=16)
    item = models.ForeignKey(EvidenceItem, on_delete=models.PROTECT, related_name="tasks")
    state = models.CharField(max_length=10, default=TaskState.OPEN)
    round = models.PositiveSmallIntegerField(default=1)
    decided_at = models.DateTimeField(null=True)
    verdict = models.CharField(max_length=6, blank=True, db_default="")
    guideline = models.ForeignKey(GuidelineVersion, on_delete=models.PROTECT, null=True, related_name="+")

    # No columns: what the desk's one statement finds of the reader's own.
    my_slot: Slot | None = None
    my_draft: Draft | None = None
    my_membership: Membership | None = None

    class Meta:
        constraints = [
            models.UniqueConstraint(name="task_code_once", fields=["code"]),
            models.UniqueConstraint(
                name="task_one_live_a_kind",
                fields=["item", "kind"],
                condition=~Q(state=TaskState.WITHDRAWN),
            ),
            models.CheckConstraint(name="task_state_known", condition=Q(state__in=list(TaskState))),
            models.CheckConstraint(name="task_kind_known", condition=Q(kind__in=list(Kind))),
        ]
        indexes = [
            models.Index(fields=["campaign", "state", "id"], name="task_campaign_state"),
            models.Index(fields=["campaign", "guideline", "id"], name="task_campaign_guideline"),
            models.Index(fields=["campaign", "item"], name="task_campaign_item"),
        ]

    def __str__(self) -> str:
        return self.code


class Slot(models.Model):
    """One place for one person at one stage of a task; `queue_key` orders what is free."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, db_index=False, related_name="slots")
    task = models.ForeignKey(Task, on_delete=models.PROTECT, db_index=False, related_name="slots")
    stage = models.CharField(max_length=16)
    round = models.PositiveSmallIntegerField(default=1)
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, default=SlotState.FREE)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="slots")
    queue_key = models.BigIntegerField()
    claimed_at = models.DateTimeField(null=True)
    lease_until = models.DateTimeField(null=True)
    is_ahead = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="slot_number_once", fields=["task", "stage", "round", "number"]),
            models.UniqueConstraint(name="slot_person_once", fields=["task", "stage", "round", "person"]),
            models.CheckConstraint(name="slot_state_known", condition=Q(state__in=list(SlotState))),
            models.CheckConstraint(name="slot_stage_known", condition=Q(stage__in=list(Stage))),
            models.CheckConstraint(
                name="slot_claim_has_person",
                condition=Q(state=SlotState.VOID)
                | (Q(state=SlotState.FREE, person__isnull=True, lease_until__isnull=True))
                | Q(state=SlotState.CLAIMED, person__isnull=False, lease_until__isnull=False)
                | Q(state=SlotState.COMMITTED, person__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                fields=["campaign", "stage", "queue_key"],
                name="slot_free_queue",
                condition=Q(state=SlotState.FREE),
            ),
            models.Index(
                fields=["campaign", "person"],
                name="slot_claims",
                condition=Q(state=SlotState.CLAIMED),
            ),
            models.Index(F("lease_until"), name="slot_leases", condition=Q(state=SlotState.CLAIMED)),
        ]

    def __str__(self) -> str:
        return f"{self.task_id}/{self.stage}/{self.round}/{self.number}"
