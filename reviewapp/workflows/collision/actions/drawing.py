"""Which candidates of an item people look at: drawn by the campaign's plan and put on record."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Exists, OuterRef

from reviewapp.models import Campaign, CandidateAssignment, CollisionPlan, Slot, Task
from reviewapp.prepared import fetch_all
from reviewapp.rules.protocol import SlotState, TaskState
from reviewapp.workflows.collision.actions.consequences import apply_decisions
from reviewapp.workflows.collision.rules.collisions import Why, draw, why_assigned

ROWS_AT_ONCE = 5_000
UNDRAWN = """
SELECT t.id, c.id, i.item_id, c.document_id, v.verdict
FROM reviewapp_task t
JOIN reviewapp_evidenceitem i ON i.id = t.item_id
JOIN reviewapp_collisioncandidate c ON c.item_id = t.item_id
JOIN reviewapp_collisionplan p ON p.campaign_id = t.campaign_id
LEFT JOIN reviewapp_collisionverdict v ON v.candidate_id = c.id AND v.model = p.model
    AND v.prompt_version = p.prompt_version
WHERE t.campaign_id = %(campaign)s AND t.state = 'open'
    AND NOT EXISTS (SELECT 1 FROM reviewapp_candidateassignment a WHERE a.task_id = t.id
        AND (a.candidate_id = c.id OR %(tasks)s::bigint[] IS NULL))
    AND (%(tasks)s::bigint[] IS NULL OR t.id = ANY(%(tasks)s::bigint[]))
ORDER BY t.id, c.rank
"""


def draw_candidates(campaign: Campaign, *, now: datetime, task_ids: Iterable[int] | None = None) -> None:
    """Draw for the candidates of the campaign's new tasks; of *task_ids*, for those that came later too.

    What is in review keeps the candidates that it began with. A task of which nothing was drawn is decided at
    once: nobody looks at it.
    """
    plan = CollisionPlan.objects.get(campaign=campaign)
    tasks = None if task_ids is None else list(task_ids)
    rows = []
    for task, candidate, item_id, doc_id, verdict in fetch_all(
        UNDRAWN, {"campaign": campaign.pk, "tasks": tasks}
    ):
        number = draw(plan.seed, item_id, doc_id)
        why = why_assigned(plan.policy, plan.share, verdict, number)
        rows.append(
            CandidateAssignment(
                task_id=task,
                candidate_id=candidate,
                assigned=why != Why.LEFT_OUT,
                why=why,
                number=number,
            )
        )
    CandidateAssignment.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE)
    _decide_unlooked(campaign, now)


def _decide_unlooked(campaign: Campaign, now: datetime) -> None:
    looked_at = CandidateAssignment.objects.filter(task=OuterRef("pk"), assigned=True)
    tasks = Task.objects.select_related("campaign").filter(campaign=campaign, state=TaskState.OPEN)
    for task in tasks.filter(~Exists(looked_at)).order_by("pk"):
        Slot.objects.filter(task=task, state=SlotState.FREE).update(state=SlotState.VOID)
        apply_decisions(task, {}, anew=False, guideline_id=campaign.guideline_id, now=now)
