"""A campaign's figures: agreement, funnel and effort, computed by a job and kept as its result.

Agreement needs every rating and thousands of resamplings, so no page waits for it. The funnel and the
effort of a small campaign are counted while the page is made; of a large one, they come from the job.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import F, QuerySet, Sum

from reviewapp.models import Campaign, Job, Membership, Return
from reviewapp.rules.agreement import agreement
from reviewapp.rules.protocol import Decision, JobState, TaskState
from reviewapp.staff.queries.campaigns import Effort, Funnel, count_funnel, sum_effort
from reviewapp.work.registry import workflow_of

KIND = "campaign_figures"
REPLICATES = 2_000
SEED = 20_260_101
COUNTED_LIVE = 5_000  # returns up to which a page counts by itself


@dataclass(frozen=True, slots=True)
class Counts:
    """Funnel and effort, and whether they are of this moment."""

    funnel: Funnel
    effort: list[Effort]
    is_live: bool


def compute_figures(campaign: Campaign, *, at: Callable[[int, int], None]) -> dict[str, Any]:
    """Compute everything that is said of the campaign; *at* is told how many of how many steps are done."""
    workflow = workflow_of(campaign.kind)
    fields = workflow.agreement_fields
    total = len(fields) + 2
    measured = {}
    for place, field in enumerate(fields):
        at(place, total)
        measured[field] = asdict(agreement(ratings(campaign, field), replicates=REPLICATES, seed=SEED))
    own = workflow.figures(campaign, replicates=REPLICATES, seed=SEED)
    at(len(fields), total)
    funnel = asdict(count_funnel(campaign))
    at(len(fields) + 1, total)
    effort = [asdict(line) for line in sum_effort(campaign)]
    at(total, total)
    return {
        "replicates": REPLICATES,
        "seed": SEED,
        "agreement": measured,
        **own,
        "funnel": funnel,
        "effort": effort,
    }


def ratings(campaign: Campaign, field: str) -> Iterator[tuple[int, str, str]]:
    """Yield (task, username, label) of the returns that count: the last ones of each task's round.

    A reason is what a rejection gives; an acceptance gives none. A return may name no domain.
    """
    stage = workflow_of(campaign.kind).stages[0]
    returns = Return.objects.filter(
        campaign=campaign, stage=stage, round=F("task__round"), successor__isnull=True
    ).exclude(task__state=TaskState.WITHDRAWN)
    if field == "reason":
        returns = returns.filter(decision=Decision.REJECT)
    if field == "domain":
        returns = returns.exclude(domain="")
    rows: Iterable[Any] = returns.values_list("task_id", "person__username", field).iterator(2_000)
    yield from rows


def last_figures(campaign: Campaign) -> Job | None:
    """Return the job whose result holds the campaign's latest figures."""
    return _jobs(campaign).filter(state=JobState.DONE).first()


def running_figures(campaign: Campaign) -> Job | None:
    """Return the job that is about to compute the campaign's figures, if one is."""
    return _jobs(campaign).filter(state__in=[JobState.WAITING, JobState.RUNNING]).first()


def counts_of(campaign: Campaign, figures: Job | None) -> Counts | None:
    """Return funnel and effort: counted now while there is little to count, else as last computed."""
    n_returns = Membership.objects.filter(campaign=campaign).aggregate(n=Sum("n_returns", default=0))["n"]
    if n_returns <= COUNTED_LIVE and campaign.n_tasks <= COUNTED_LIVE:
        return Counts(count_funnel(campaign), sum_effort(campaign), is_live=True)
    if figures is None or figures.result is None:
        return None
    result: dict[str, Any] = figures.result
    return Counts(Funnel(**result["funnel"]), [Effort(**line) for line in result["effort"]], is_live=False)


def agreement_rows(figures: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield every measure as a row: field, label, measure, raters, value, interval, n, why undefined."""
    for field, measured in figures["agreement"].items():
        for label, group in [("", measured["overall"]), *measured["by_label"].items()]:
            for name in ("raw", "kappa", "alpha", "ac1"):
                yield (field, label, name, " ".join(measured["raters"]), *_cells(group[name]))
        for pair in measured["pairs"]:
            raters = f"{pair['first']} {pair['second']}"
            yield (field, "", "kappa", raters, *_cells(pair["kappa"]))
            for label, measure in pair["by_label"].items():
                yield (field, label, "kappa", raters, *_cells(measure))


def _cells(measure: dict[str, Any]) -> tuple[Any, ...]:
    keys = ("value", "low", "high", "n_used", "n_left_out", "why_undefined")
    return tuple(measure[key] for key in keys)


def _jobs(campaign: Campaign) -> QuerySet[Job]:
    return Job.objects.filter(kind=KIND, args__campaign=campaign.code).order_by("-pk")
