"""Campaigns: what is reviewed, by whom, under which guidelines, and the slots of work."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from reviewapp.rules.codes import new_code
from reviewapp.rules.protocol import (
    DOMAINS,
    RIPPLE_OVERLAP,
    CampaignState,
    Kind,
    Role,
    SlotState,
    Stage,
    TaskState,
)
from reviewapp.rules.seats import counts_as_seat

from .documents import Document
from .evidence import EvidenceItem
from .guards import append_only, only_moves
from .people import Person
from .ripple_items import RippleItem

if TYPE_CHECKING:
    from .returns import Draft


RIPPLE_SLOT_IS_LAWFUL = f"""
    DECLARE
        item bigint;
        seats integer;
    BEGIN
    IF NEW.person_id IS NULL OR (TG_OP = 'UPDATE' AND OLD.person_id IS NOT DISTINCT FROM NEW.person_id) THEN
        IF NEW.replaces_id IS NULL OR TG_OP = 'UPDATE' THEN
            RETURN NEW;
        END IF;
    END IF;
    IF NEW.replaces_id IS NOT NULL THEN
        PERFORM 1 FROM reviewapp_slot s WHERE s.id = NEW.replaces_id AND s.task_id = NEW.task_id
            AND s.stage = NEW.stage AND s.round = NEW.round AND s.state = 'committed';
        IF NOT FOUND THEN
            RAISE EXCEPTION 'slot: it replaces none that is committed' USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    IF NEW.person_id IS NULL THEN
        RETURN NEW;
    END IF;
    SELECT ripple_id INTO item FROM reviewapp_task WHERE id = NEW.task_id;
    -- whoever opens the hidden parts in this very moment waits here, or makes this one wait
    PERFORM pg_advisory_xact_lock(hashtextextended('ripple ' || item || ' ' || NEW.person_id, 0));
    PERFORM 1 FROM reviewapp_rippleseen e WHERE e.item_id = item AND e.person_id = NEW.person_id;
    IF FOUND THEN
        RAISE EXCEPTION 'slot: its holder has seen what is hidden of the item'
            USING ERRCODE = 'check_violation';
    END IF;
    PERFORM 1 FROM reviewapp_outcome o JOIN reviewapp_task t ON t.id = o.task_id
        WHERE t.ripple_id = item AND o.adjudicator_id = NEW.person_id;
    IF FOUND THEN
        RAISE EXCEPTION 'slot: its holder adjudicated the item' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.stage = 'closure' THEN
        SELECT count(*) INTO seats FROM reviewapp_slot s WHERE s.task_id = NEW.task_id
            AND s.round = NEW.round AND s.state = 'committed' AND {counts_as_seat("s")};
        PERFORM 1 FROM reviewapp_slot s WHERE s.task_id = NEW.task_id AND s.round = NEW.round
            AND s.state = 'committed' AND s.person_id = NEW.person_id AND s.number = NEW.number
            AND {counts_as_seat("s")};
        IF NOT FOUND OR seats <> 2 THEN
            RAISE EXCEPTION 'slot: the closure opens for the two whose blind returns are in'
                USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    RETURN NEW;
    END;
"""


NAME = "^[a-z][a-z_]*$"
"""How a kind or a stage is named; which ones there are, the registry of workflows says, not a table."""


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
            models.CheckConstraint(name="campaign_kind_named", condition=Q(kind__regex=NAME)),
            models.CheckConstraint(name="campaign_state_known", condition=Q(state__in=list(CampaignState))),
            models.CheckConstraint(name="campaign_overlap_range", condition=Q(overlap__range=(1, 9))),
            models.CheckConstraint(
                name="campaign_ripple_pairs", condition=~Q(kind=Kind.RIPPLE) | Q(overlap=RIPPLE_OVERLAP)
            ),
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

    The item is an evidence item, or for ripple review a ripple item.

    `verdict` is what the decision says of the item, accept or reject: an item stays accepted only while each
    kind of review that it went through says so.
    """

    code = models.CharField(max_length=12, default=new_code, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, db_index=False, related_name="tasks")
    kind = models.CharField(max_length=16)
    item = models.ForeignKey(EvidenceItem, on_delete=models.PROTECT, null=True, related_name="tasks")
    ripple = models.ForeignKey(
        RippleItem, on_delete=models.PROTECT, null=True, db_index=False, related_name="tasks"
    )
    state = models.CharField(max_length=10, default=TaskState.OPEN)
    round = models.PositiveSmallIntegerField(default=1)
    decided_at = models.DateTimeField(null=True)
    verdict = models.CharField(max_length=6, blank=True, db_default="")
    guideline = models.ForeignKey(GuidelineVersion, on_delete=models.PROTECT, null=True, related_name="+")

    # No columns: what the desk's one statement finds beside the task, most of it the reader's own.
    my_slot: Slot | None = None
    my_draft: Draft | None = None
    my_membership: Membership | None = None
    references: list[Document] | None = None

    class Meta:
        triggers = [only_moves("task_moves", TaskState)]
        constraints = [
            models.UniqueConstraint(name="task_code_once", fields=["code"]),
            models.UniqueConstraint(
                name="task_one_live_a_kind",
                fields=["item", "kind"],
                condition=~Q(state=TaskState.WITHDRAWN),
            ),
            models.CheckConstraint(name="task_state_known", condition=Q(state__in=list(TaskState))),
            models.UniqueConstraint(
                name="task_one_live_ripple",
                fields=["ripple"],
                condition=~Q(state=TaskState.WITHDRAWN) & Q(ripple__isnull=False),
            ),
            models.CheckConstraint(name="task_kind_named", condition=Q(kind__regex=NAME)),
            models.CheckConstraint(
                name="task_item_of_its_kind",
                condition=Q(kind=Kind.RIPPLE, ripple__isnull=False, item__isnull=True)
                | ~Q(kind=Kind.RIPPLE) & Q(ripple__isnull=True, item__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["campaign", "state", "id"], name="task_campaign_state"),
            models.Index(fields=["campaign", "guideline", "id"], name="task_campaign_guideline"),
            models.Index(fields=["campaign", "item"], name="task_campaign_item"),
            models.Index(fields=["ripple"], name="task_ripple", condition=Q(ripple__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def evidence(self) -> EvidenceItem:
        """The evidence item of a task that is no ripple review."""
        assert self.item is not None
        return self.item

    @property
    def evidence_id(self) -> int:
        """The key of that item, for which it need not be read."""
        assert self.item_id is not None
        return self.item_id

    @property
    def subject(self) -> EvidenceItem | RippleItem:
        """The one item that the task is about, whatever its workflow."""
        subject = self.item or self.ripple
        assert subject is not None
        return subject

    @property
    def rippled(self) -> RippleItem:
        """The ripple item of a task of ripple review."""
        assert self.ripple is not None
        return self.ripple


class Slot(models.Model):
    """One place for one person at one stage of a task; `queue_key` orders what is free.

    In ripple review a place whose holder left after the blind stage is replaced by a further one: two stand
    at any time. A closure slot has the number of the blind slot of the same person.
    """

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
    replaces = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, db_index=False, related_name="+"
    )

    class Meta:
        triggers = [
            only_moves("slot_moves", SlotState),
            pgtrigger.Trigger(
                name="slot_of_ripple",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert | pgtrigger.Update,
                condition=pgtrigger.Condition("(NEW.stage IN ('blind', 'closure'))"),
                func=RIPPLE_SLOT_IS_LAWFUL,
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                name="slot_replaced_once", fields=["replaces"], condition=Q(replaces__isnull=False)
            ),
            models.CheckConstraint(
                name="slot_ripple_seats",
                condition=Q(stage=Stage.BLIND, number__in=(1, 2), replaces__isnull=True)
                | Q(stage=Stage.BLIND, number__gt=2, replaces__isnull=False)
                | ~Q(stage=Stage.BLIND) & Q(replaces__isnull=True),
            ),
            models.UniqueConstraint(name="slot_number_once", fields=["task", "stage", "round", "number"]),
            models.UniqueConstraint(name="slot_person_once", fields=["task", "stage", "round", "person"]),
            models.CheckConstraint(name="slot_state_known", condition=Q(state__in=list(SlotState))),
            models.CheckConstraint(name="slot_stage_named", condition=Q(stage__regex=NAME)),
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
