"""Long work that managers ask for: a campaign's figures, filling its queue, asking for tasks again."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from django.utils import timezone

from reviewapp.jobs.progress import Progress
from reviewapp.models import Campaign, Person
from reviewapp.staff.actions.campaigns import add_items, decided_under_older, requeue
from reviewapp.staff.queries import figures
from reviewapp.staff.queries.items import Selection, select_items

TASKS_A_STEP = 200


def compute_figures(progress: Progress, *, campaign: str) -> dict[str, Any]:
    """Compute the figures of the campaign of this code; the job's result is where they are kept."""
    return figures.compute_figures(Campaign.objects.get(code=campaign), at=progress.at)


def fill_campaign(
    progress: Progress, *, campaign: str, selection: dict[str, Any], actor: str
) -> dict[str, Any]:
    """Put the selected items into the campaign's queue; run again, it adds what is not in it yet."""
    row = Campaign.objects.get(code=campaign)
    items = select_items(Selection.from_json(selection), kind=row.kind).values_list("pk", flat=True)
    item_ids = list(items)
    progress.at(0, len(item_ids))
    n_added = add_items(campaign=row, item_ids=item_ids, actor=Person.objects.get(code=actor))
    progress.at(len(item_ids), len(item_ids))
    return {"n_items": n_added}


def requeue_older(progress: Progress, *, campaign: str, actor: str) -> dict[str, Any]:
    """Put all that was decided under older guidelines back into review, some at a time."""
    row, who = Campaign.objects.get(code=campaign), Person.objects.get(code=actor)
    older = list(decided_under_older(row).order_by("pk").values_list("pk", flat=True))
    n_done, task_ids = 0, iter(older)
    progress.at(0, len(older))
    while step := list(islice(task_ids, TASKS_A_STEP)):
        n_done += requeue(campaign=row, task_ids=step, actor=who, now=timezone.now())
        progress.at(n_done)
    return {"n_tasks": n_done}


JOBS: dict[str, Callable[..., Any]] = {
    figures.KIND: compute_figures,
    "fill_campaign": fill_campaign,
    "requeue_older": requeue_older,
}
