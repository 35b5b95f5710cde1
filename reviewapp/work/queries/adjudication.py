"""Which disagreements wait for whom, and how long an adjudicator has been at one."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from reviewapp.models import Disagreement, Heartbeat, Membership, Person, Return
from reviewapp.rules.effort import Beat, Work, active_seconds
from reviewapp.rules.protocol import CampaignState, DisagreementState, Role
from reviewapp.work.registry import workflows

EFFORT_STAGE = "adjudication"
EFFORT_HORIZON = timedelta(hours=12)


def adjudicated_campaigns(person: Person) -> list[int]:
    """Return the ids of the campaigns not closed that *person* adjudicates."""
    mine = Membership.objects.filter(person=person, role=Role.ADJUDICATOR, active=True)
    return list(mine.exclude(campaign__state=CampaignState.CLOSED).values_list("campaign_id", flat=True))


def waiting_for(person: Person, campaign_ids: Collection[int]) -> QuerySet[Disagreement]:
    """Return the open disagreements of the campaigns that *person* took no part in and nobody is at."""
    own = Return.objects.filter(person=person, task=OuterRef("task"))
    return Disagreement.objects.filter(
        ~Exists(own),
        *_fit(person),
        Q(claimed_by=None) | Q(claimed_by=person) | Q(lease_until__lte=timezone.now()),
        campaign_id__in=campaign_ids,
        state=DisagreementState.OPEN,
    )


def find_disagreement(person: Person, code: str) -> Disagreement | None:
    """Return the disagreement of that code with its task and campaign, if *person* may adjudicate it."""
    mine = Membership.objects.filter(
        campaign=OuterRef("campaign"), person=person, role=Role.ADJUDICATOR, active=True
    )
    own = Return.objects.filter(task=OuterRef("task"), person=person)
    return (
        Disagreement.objects.filter(Exists(mine), ~Exists(own), *_fit(person), code=code)
        .select_related("campaign__guideline", "task__item__source", "task__ripple")
        .defer("campaign__guideline__body")
        .first()
    )


def _fit(person: Person) -> list[Q]:
    """Return what must hold of a disagreement for *person* to adjudicate it, as each workflow says."""
    unfit = (workflow.unfit_to_adjudicate(person) for workflow in workflows())
    return [~condition for condition in unfit if condition is not None]


def adjudication_seconds(disagreement: Disagreement, person: Person) -> float:
    """Return the active time that *person* has spent on the disagreement so far."""
    rows = Heartbeat.objects.filter(
        person=person,
        task=disagreement.task_id,
        stage=EFFORT_STAGE,
        at__gt=timezone.now() - EFFORT_HORIZON,
    ).values_list("tab", "at", "ends")
    task = str(disagreement.task_id)
    spent = active_seconds(Beat("", task, EFFORT_STAGE, tab, at, ends) for tab, at, ends in rows)
    return spent.get(Work("", task, EFFORT_STAGE), 0.0)
