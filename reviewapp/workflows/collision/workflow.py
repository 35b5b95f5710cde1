"""Collision review as a workflow: a decision on each near-miss document of an item (EMB §3.3, stage III)."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern
from django.utils import timezone

from reviewapp.api.base import task_of
from reviewapp.bank.kinds import UploadKind
from reviewapp.models import (
    Campaign,
    CandidateAssignment,
    CollisionCandidate,
    CollisionPlan,
    Disagreement,
    EvidenceItem,
    Person,
    Slot,
    Task,
)
from reviewapp.rules.protocol import ItemState, Kind, NothingToUndo, SlotState, Stage, TaskState
from reviewapp.work.actions.queueing import add_evidence_tasks, requeue_tasks
from reviewapp.work.queries.selection import Selection, select_evidence
from reviewapp.work.workflow import Section, Tab, Workflow
from reviewapp.workflows.collision import api, urls
from reviewapp.workflows.collision.actions.drawing import draw_candidates
from reviewapp.workflows.collision.forms import PlanForm
from reviewapp.workflows.collision.queries.figures import compute_collisions
from reviewapp.workflows.collision.rules.collisions import (
    POLICY_TITLES,
    SEED_LIMIT,
    Plan,
    Policy,
    check_plan,
)
from reviewapp.workflows.collision.uploads import UPLOAD
from reviewapp.workflows.collision.views import adjudication

ENTERING = (ItemState.PROPOSED, ItemState.ACCEPTED)
"""It comes after screening, and never back from a rejection."""


class Collision(Workflow):
    kind = Kind.COLLISION
    title = "Collision review"
    stages = (Stage.COLLISION,)
    page = "collision"
    can_undo = True
    setup_form = PlanForm
    setup_template = "reviewapp/collision/setup.html"
    why_no_verdict_resolves = "This item is resolved candidate by candidate, on its own page."
    figures_tab = Tab("Models and people", "campaign_collisions", "collisions")
    entry_help = "takes items in that have candidates and are not rejected"

    def set_up(self, campaign: Campaign, plan: Any) -> dict[str, Any]:
        """Write how the campaign draws; the seed, where none is given, is drawn here and kept."""
        plan = plan or Plan()
        check_plan(plan)
        settings = asdict(plan)
        settings["seed"] = secrets.randbelow(SEED_LIMIT) if plan.seed is None else plan.seed
        CollisionPlan.objects.create(campaign=campaign, **settings)
        return {"plan": settings}

    def select(self, wanted: Selection) -> QuerySet[EvidenceItem]:
        candidates = CollisionCandidate.objects.filter(item=OuterRef("pk"))
        return select_evidence(wanted, self.kind, states=ENTERING).filter(Exists(candidates))

    def add_tasks(self, campaign: Campaign, item_ids: Sequence[int]) -> int:
        candidates = CollisionCandidate.objects.filter(item=OuterRef("pk"))
        items = EvidenceItem.objects.filter(Exists(candidates), pk__in=item_ids)
        n_places = add_evidence_tasks(
            campaign,
            list(items.values_list("pk", flat=True)),
            stage=self.stages[0],
            entering=ENTERING,
            moving=ENTERING,
        )
        if n_places:
            draw_candidates(campaign, now=timezone.now())
        return n_places

    def requeue_tasks(
        self, campaign: Campaign, task_ids: Collection[int], actor: Person, now: datetime
    ) -> int:
        n_places = requeue_tasks(campaign, task_ids, stage=self.stages[0], actor=actor, now=now)
        draw_candidates(campaign, now=now, task_ids=task_ids)
        return n_places

    def check_undo(self, task: Task) -> None:
        """Refuse once all returns of the item are in: whether they agree shows in nothing that follows."""
        slots = Slot.objects.filter(task=task, stage__in=self.stages, round=task.round)
        if not slots.exclude(state=SlotState.COMMITTED).exists():
            raise NothingToUndo("All returns on this item are in: only an adjudicator changes it now.")

    def show_adjudication(
        self, request: HttpRequest, disagreement: Disagreement, errors: Mapping[str, str] | None = None
    ) -> HttpResponseBase:
        return adjudication.show_collision(request, disagreement, errors)

    def resolve(self, request: HttpRequest, disagreement: Disagreement) -> HttpResponseBase | None:
        adjudication.resolve_candidates(request, disagreement)
        messages.success(request, "The outcome is on record, beside all returns.")
        return None

    def overview(self, campaign: Campaign) -> Section | None:
        """Return what the campaign shows of its plan and draw."""
        plan = CollisionPlan.objects.get(campaign=campaign)
        rows = CandidateAssignment.objects.filter(task__campaign=campaign)
        counts = rows.aggregate(n=Count("pk"), assigned=Count("pk", filter=Q(assigned=True)))
        context = {
            "plan": plan,
            "policy": POLICY_TITLES[Policy(plan.policy)],
            "n_candidates": counts["n"],
            "n_assigned": counts["assigned"],
        }
        return Section("reviewapp/collision/plan.html", context)

    def item_sections(self, item: EvidenceItem, tasks: Sequence[Task]) -> Sequence[Section]:
        decided = [task for task in tasks if task.state == TaskState.DECIDED]
        return [Section("reviewapp/collision/contest.html", {"task": task}) for task in decided]

    def figures(self, campaign: Campaign, *, replicates: int, seed: int) -> Mapping[str, Any]:
        return {"collisions": compute_collisions(campaign, replicates=replicates, seed=seed)}

    def uploads(self) -> Sequence[UploadKind]:
        return (UPLOAD,)

    def api_task(self, task: Task, person: Person) -> dict[str, Any]:
        return api.collision_out(task_of(person, pk=task.pk, kind=self.kind), person)

    def urls(self) -> list[URLPattern]:
        return urls.urlpatterns

    def api_urls(self) -> list[URLPattern]:
        return urls.api_urlpatterns


COLLISION = Collision()
