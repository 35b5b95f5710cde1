"""How a campaign stands: its tasks, its funnel, what people did each day, and what time it took."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any

from django.db import connection
from django.db.models import Case, Count, F, Q, QuerySet, Sum, Value, When
from django.db.models.functions import TruncDate

from reviewapp.models import Campaign, Membership, Outcome, Return, Task
from reviewapp.rules.protocol import Decision, Reason, Role, TaskState
from reviewapp.work.registry import stages_in_order, workflows

DAYS_SHOWN = 7


CAMPAIGN_ORDERS = {"name": "name", "items": "n_tasks", "created": "pk"}


def listed_campaigns(*, words: str = "", state: str = "", order: str = "") -> QuerySet[Campaign]:
    """Return the campaigns, newest first unless told, with the returns counted on their members' rows."""
    annotator = Q(memberships__role=Role.ANNOTATOR)
    rows = Campaign.objects.filter(state=state) if state else Campaign.objects.all()
    rows = rows.filter(name__icontains=words) if words else rows
    sign, column = "-" if order.startswith("-") else "", CAMPAIGN_ORDERS.get(order.lstrip("-"))
    return (
        rows.select_related("guideline")
        .annotate(
            n_returns=Sum("memberships__n_returns", filter=annotator, default=0),
            n_people=Count("memberships__person", filter=Q(memberships__active=True), distinct=True),
        )
        .annotate(n_wanted=F("n_tasks") * F("overlap") * _returns_of_one())
        .order_by(f"{sign}{column}" if column else "-pk", "pk")
    )


def _returns_of_one() -> Case:
    """Return how many returns one person makes of an item: one at each stage of the campaign's workflow."""
    return Case(*(When(kind=workflow.kind, then=len(workflow.stages)) for workflow in workflows()), default=1)


def tasks_by_state(campaign: Campaign) -> dict[str, int]:
    """Return how many tasks are in each state, every state named."""
    rows = Task.objects.filter(campaign=campaign).values_list("state").annotate(n=Count("pk")).order_by()
    return {str(state): 0 for state in TaskState} | dict(rows)


def last_of_round(returns: QuerySet[Return]) -> QuerySet[Return]:
    """Leave out what its author replaced in the same round; the active time of the last holds it all."""
    return returns.filter(Q(successor__isnull=True) | ~Q(successor__round=F("round")))


@dataclass(frozen=True, slots=True)
class Funnel:
    """What became of a campaign's items (EMB Table 2, stage I)."""

    pool: int
    screened: int
    accepted: int
    rejected: int
    reasons: dict[str, int]
    disputed: int
    open: int
    withdrawn: int

    @property
    def rows(self) -> list[tuple[str, int, bool]]:
        """Return the funnel's lines: what, how many, and whether it is a part of the line above."""
        parts = [(Reason(reason).value, self.reasons.get(reason, 0), True) for reason in Reason]
        return [
            ("in the pool", self.pool, False),
            ("screened", self.screened, False),
            ("accepted", self.accepted, False),
            ("rejected", self.rejected, False),
            *parts,
            ("disputed", self.disputed, False),
            ("not screened yet", self.open, False),
            ("withdrawn", self.withdrawn, False),
        ]


FUNNEL = """
SELECT t.state, v.decision, v.reason, count(*)
FROM reviewapp_task t
LEFT JOIN LATERAL (
    SELECT decision, reason FROM (
        SELECT 0 AS place, o.decision, o.reason FROM reviewapp_outcome o
        JOIN reviewapp_disagreement d ON d.id = o.disagreement_id
        WHERE o.task_id = t.id AND d.round = t.round
        UNION ALL
        SELECT 1, r.decision, r.reason FROM reviewapp_return r
        LEFT JOIN reviewapp_return later ON later.supersedes_id = r.id
        WHERE r.task_id = t.id AND r.round = t.round AND later.id IS NULL
    ) said ORDER BY place LIMIT 1
) v ON t.state = 'decided'
WHERE t.campaign_id = %(campaign)s GROUP BY 1, 2, 3
"""


def count_funnel(campaign: Campaign) -> Funnel:
    """Count the items by what was decided: the adjudicator's word, or what the reviewers agree on."""
    rows = _rows(FUNNEL, campaign=campaign.pk)
    states: Counter[str] = Counter()
    decisions: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for state, decision, reason, n in rows:
        states[state] += n
        if state == TaskState.DECIDED:
            decisions[decision] += n
            if decision == Decision.REJECT:
                reasons[reason] += n
    return Funnel(
        pool=states.total(),
        screened=states[TaskState.DECIDED],
        accepted=decisions[Decision.ACCEPT],
        rejected=decisions[Decision.REJECT],
        reasons=dict(reasons),
        disputed=states[TaskState.DISPUTED],
        open=states[TaskState.OPEN],
        withdrawn=states[TaskState.WITHDRAWN],
    )


def names_of_members(campaign: Campaign) -> dict[str, str]:
    """Return by what name pages call each member, by user name; whoever has worked is one."""
    members = Membership.objects.filter(campaign=campaign).values_list("person__username", "person__name")
    return {username: name or username for username, name in members}


EFFORT = """
WITH work AS (
    SELECT r.stage, r.person_id, r.task_id, r.round, max(r.active_seconds) AS seconds
    FROM reviewapp_return r WHERE r.campaign_id = %(campaign)s GROUP BY 1, 2, 3, 4
    UNION ALL
    SELECT 'adjudication', o.adjudicator_id, o.task_id, d.round, o.active_seconds
    FROM reviewapp_outcome o JOIN reviewapp_disagreement d ON d.id = o.disagreement_id
    WHERE o.campaign_id = %(campaign)s
)
SELECT w.stage, p.username, count(*), sum(seconds),
    percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds), percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds)
FROM work w JOIN reviewapp_person p ON p.id = w.person_id
GROUP BY GROUPING SETS ((w.stage), (w.stage, p.username))
ORDER BY array_position(%(stages)s::text[], w.stage), p.username NULLS FIRST
"""


@dataclass(frozen=True, slots=True)
class Effort:
    """Active time a task: of one person at a stage, or of everybody there (`username` None)."""

    stage: str
    username: str | None
    n: int
    total_seconds: float
    median_seconds: float
    p90_seconds: float


def sum_effort(campaign: Campaign) -> list[Effort]:
    """Return the active time a task by stage and by person; percentiles as `effort.summarise` has them."""
    return [Effort(*row) for row in _rows(EFFORT, campaign=campaign.pk, stages=stages_in_order())]


@dataclass(frozen=True, slots=True)
class DayCell:
    """What one person did on one day."""

    n: int = 0
    active_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Week:
    """Seven days of a campaign's work: a row a person, a cell a day, and the sums of both."""

    days: Sequence[date]
    people: Sequence[tuple[str, Sequence[DayCell], DayCell]]
    totals: Sequence[DayCell]
    together: DayCell


def week_of_work(campaign: Campaign, *, last_day: date, zone: tzinfo) -> Week:
    """Return the returns and outcomes of the seven days up to *last_day*, days being those of *zone*."""
    days = [last_day - timedelta(days=back) for back in reversed(range(DAYS_SHOWN))]
    begin = datetime.combine(days[0], time.min, zone)
    end = datetime.combine(last_day + timedelta(days=1), time.min, zone)
    cells: defaultdict[str, defaultdict[date, DayCell]] = defaultdict(lambda: defaultdict(DayCell))
    for name, day, n, seconds in _work(campaign, begin, end, zone):
        cells[name][day] = _sum([cells[name][day], DayCell(n, seconds)])
    names = sorted(cells)
    people = [(name, [cells[name][day] for day in days], _sum(cells[name].values())) for name in names]
    totals = [_sum(cells[name][day] for name in names) for day in days]
    return Week(days, people, totals, _sum(totals))


def _work(campaign: Campaign, begin: datetime, end: datetime, zone: tzinfo) -> list[Any]:
    returns = _within(Return.objects.filter(campaign=campaign), "committed_at", begin, end, zone)
    outcomes = _within(Outcome.objects.filter(campaign=campaign), "decided_at", begin, end, zone)
    return [*_returned(returns), *_decided(outcomes)]


def _within(rows: QuerySet[Any], at: str, begin: datetime, end: datetime, zone: tzinfo) -> Any:
    rows = rows.filter(**{f"{at}__gte": begin, f"{at}__lt": end})
    return rows.annotate(on=TruncDate(at, tzinfo=zone)).order_by()


def _returned(returns: Any) -> Any:
    """Count first returns; one that replaces another adds the time that it took beyond that one's."""
    before = Case(When(sequence__gt=1, then=F("supersedes__active_seconds")), default=Value(0.0))
    n, seconds = Count("pk", filter=Q(sequence=1)), Sum(F("active_seconds") - before)
    return returns.values_list("person__username", "on").annotate(n=n, seconds=seconds)


def _decided(outcomes: Any) -> Any:
    n, seconds = Count("pk"), Sum("active_seconds")
    return outcomes.values_list("adjudicator__username", "on").annotate(n=n, seconds=seconds)


def _sum(cells: Any) -> DayCell:
    listed = list(cells)
    return DayCell(sum(cell.n for cell in listed), sum(cell.active_seconds for cell in listed))


def work_by_day(campaign: Campaign, *, zone: tzinfo) -> list[tuple[date, str, int, float]]:
    """Return (day, person, returns and outcomes, active seconds) of all days on which there was work."""
    begin, end = datetime(1970, 1, 2, tzinfo=zone), datetime(9999, 12, 30, tzinfo=zone)
    cells: defaultdict[tuple[date, str], DayCell] = defaultdict(DayCell)
    for name, day, n, seconds in _work(campaign, begin, end, zone):
        cells[day, name] = _sum([cells[day, name], DayCell(n, seconds)])
    return [(day, name, cell.n, cell.active_seconds) for (day, name), cell in sorted(cells.items())]


def _rows(statement: str, **params: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return list(cursor.fetchall())
