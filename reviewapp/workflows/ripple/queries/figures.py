"""The figures of a campaign of ripple review, read by the job of a campaign's figures: five statements.

Nothing of a withdrawn item is measured. What the job keeps holds no text: of hidden things only which units
both reviewers selected and the closure lacks, which a page shows to those alone who have opened the items.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.models import F

from reviewapp.models import Campaign, Outcome, Return, Task
from reviewapp.rules.protocol import RIPPLE_OVERLAP, RippleDecision, Stage, TaskState
from reviewapp.rules.seats import counts_as_seat
from reviewapp.workflows.ripple.queries.returns import counting_seats
from reviewapp.workflows.ripple.rules.figures import Effort, Reviewed, compute
from reviewapp.workflows.ripple.rules.words import ADJUDICATION

ROWS_A_FETCH = 200

# Of each item: its state, how many of its two seats have recovered it, and how many have judged its closure.
STEPS = f"""
SELECT i.state, t.state,
    -- Blind returns that count: a replaced reviewer's stays in the history alone.
    (SELECT count(*) FROM reviewapp_slot s WHERE s.task_id = t.id AND s.round = t.round
        AND s.state = 'committed' AND {counts_as_seat("s")}),
    -- Closure returns of reviewers whose blind return counts.
    (SELECT count(*) FROM reviewapp_slot s WHERE s.task_id = t.id AND s.round = t.round
        AND s.stage = 'closure' AND s.state = 'committed'
        AND EXISTS (SELECT 1 FROM reviewapp_slot b WHERE b.task_id = t.id AND b.round = t.round
            AND b.person_id = s.person_id AND {counts_as_seat("b")}))
FROM reviewapp_task t JOIN reviewapp_rippleitem i ON i.id = t.ripple_id
WHERE t.campaign_id = %(campaign)s
"""
OPEN_STEPS = {
    (0, 0): "blind recovery, none is in",
    (1, 0): "blind recovery, one is in",
    (2, 0): "closure review, none is in",
    (1, 1): "a replaced reviewer’s blind recovery",
    (2, 1): "closure review, one is in",
}
SETTLED_STEPS = ("accepted", "rejected", "withdrawn")
ALL_STEPS = (*OPEN_STEPS.values(), "adjudication", *SETTLED_STEPS)


def compute_ripples(campaign: Campaign, *, replicates: int, seed: int) -> dict[str, Any]:
    """Return the figures of the campaign's closures, as a job keeps them."""
    figures = compute(read_reviewed(campaign), replicates=replicates, seed=seed)
    return {"steps": _steps(campaign), **figures}


def read_reviewed(campaign: Campaign) -> Iterator[Reviewed]:
    """Yield the campaign's items that are not withdrawn, in the order of its queue."""
    seats, returns, outcomes = _seats(campaign), _returns(campaign), _outcomes(campaign)
    fields = ("pk", "ripple__code", "ripple__public", "ripple__key__closure")
    tasks: Any = _tasks(campaign).order_by("pk").values_list(*fields).iterator(chunk_size=ROWS_A_FETCH)
    for task_id, code, public, closure in tasks:
        people = seats.get(task_id, [])
        blinds = _both(people, returns[task_id], Stage.BLIND)
        closures = _both(people, returns[task_id], Stage.CLOSURE)
        outcome = outcomes.get(task_id)
        spent = [Effort(body["stage"], body["seconds"]) for body in (*blinds, *closures)]
        if outcome:
            spent.append(Effort(ADJUDICATION, outcome["seconds"]))
        yield Reviewed(
            item=code,
            units=tuple(unit["unit_id"] for paper in public["documents"] for unit in paper["units"]),
            closure=closure,
            reviewers=tuple(name for _, name in people),
            blinds=tuple(blinds),
            closures=tuple(closures),
            final=outcome["body"] if outcome else None,
            efforts=tuple(spent),
        )


def _tasks(campaign: Campaign) -> Any:
    return Task.objects.filter(campaign=campaign).exclude(state=TaskState.WITHDRAWN)


def _seats(campaign: Campaign) -> dict[int, list[tuple[int, str]]]:
    """Return by task the two reviewers (id, user name) whose seats were not replaced."""
    slots = counting_seats().filter(campaign=campaign, round=F("task__round"), person__isnull=False)
    seats: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for task_id, person_id, name in slots.order_by("number").values_list(
        "task_id", "person_id", "person__username"
    ):
        seats[task_id].append((person_id, name))
    return seats


def _returns(campaign: Campaign) -> defaultdict[int, dict[tuple[str, int], dict[str, Any]]]:
    """Return the returns' bodies without their texts, by task, then by stage and person."""
    rows: Any = Return.objects.filter(campaign=campaign, round=F("task__round")).values_list(
        "task_id", "stage", "person_id", "body", "active_seconds"
    )
    bodies: defaultdict[int, dict[tuple[str, int], dict[str, Any]]] = defaultdict(dict)
    for task_id, stage, person_id, body, seconds in rows.iterator(chunk_size=ROWS_A_FETCH):
        bodies[task_id][stage, person_id] = {"stage": stage, "seconds": seconds, **_bare(body, stage)}
    return bodies


def _bare(body: Mapping[str, Any], stage: str) -> dict[str, Any]:
    if stage == Stage.BLIND:
        return {
            part: [{"unit_id": row["unit_id"]} for row in body[part]] for part in ("selected", "ambiguous")
        }
    keys = {"units": "unit_id", "edges": "edge_id"}
    return {
        part: [{key: row[key], "verdict": row["verdict"]} for row in body[part]] for part, key in keys.items()
    }


def _both(
    people: Sequence[tuple[int, str]], bodies: Mapping[tuple[str, int], dict[str, Any]], stage: Stage
) -> list[dict[str, Any]]:
    both = [bodies[stage.value, person] for person, _ in people if (stage.value, person) in bodies]
    return both if len(both) == RIPPLE_OVERLAP else []


def _outcomes(campaign: Campaign) -> dict[int, dict[str, Any]]:
    """Return by task the outcome that accepts or rejects, and how long it took."""
    rows = Outcome.objects.filter(campaign=campaign, disagreement__round=F("task__round"))
    rows = rows.exclude(decision=RippleDecision.WITHDRAWN).order_by("pk")
    fields = ("task_id", "active_seconds", "body__units", "body__edges")
    return {
        task_id: {"seconds": seconds, "body": {"units": units, "edges": edges}}
        for task_id, seconds, units, edges in rows.values_list(*fields)
    }


def _steps(campaign: Campaign) -> list[list[Any]]:
    """Count the items by the step at which they are, each step once, in the order of the protocol."""
    with connection.cursor() as cursor:
        cursor.execute(STEPS, {"campaign": campaign.pk})
        counts = Counter(_step(*row) for row in cursor.fetchall())
    return [[step, counts[step]] for step in ALL_STEPS]


def _step(item: str, task: str, n_blind: int, n_closure: int) -> str:
    if item in SETTLED_STEPS:
        return item
    if task == TaskState.WITHDRAWN:
        return "withdrawn"
    return "adjudication" if task == TaskState.DISPUTED else OPEN_STEPS[n_blind, n_closure]


# --- As CSV -------------------------------------------------------------------------------------------

MEASURE = ("value", "low", "high", "n_used", "n_left_out", "why_undefined")
RECOVERED = ("precision", "recall", "complete", "pooled_precision", "pooled_recall")
AGREED = ("raw", "kappa", "alpha", "ac1", "jaccard")


def recovery_rows(figures: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the measures of blind recovery, a row a measure."""
    for row in figures["recovery"]:
        for name in RECOVERED:
            yield (row["who"], row["kind"], name, *(row[name][key] for key in MEASURE))


def agreement_rows(figures: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the measures of agreement, a row a measure."""
    for row in figures["agreement"]:
        for name in (name for name in AGREED if row[name]):
            yield (row["on"], row["n"], name, *(row[name][key] for key in MEASURE))


FOLLOWED = ("who", "on", "n", "followed")
EFFORT = ("stage", "n", "total_minutes", "median_minutes", "p90_minutes")
AMBIGUITY = ("on", "n", "ambiguous")

TABLES: dict[str, tuple[Sequence[str], Any]] = {
    "steps": (("step", "n"), lambda figures: figures["steps"]),
    "recovery": (("who", "kind", "measure", *MEASURE), recovery_rows),
    "agreement": (("on", "n", "measure", *MEASURE), agreement_rows),
    "followed": (FOLLOWED, lambda figures: ([row[name] for name in FOLLOWED] for row in figures["followed"])),
    "changes": (("what", "n"), lambda figures: figures["changes"].items()),
    "effort": (EFFORT, lambda figures: ([row[name] for name in EFFORT] for row in figures["effort"])),
    "ambiguity": (
        AMBIGUITY,
        lambda figures: ([row[name] for name in AMBIGUITY] for row in figures["ambiguity"]),
    ),
}
