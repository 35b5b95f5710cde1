"""A collision campaign's figures: models against people, anchoring, similarity, the funnel (EMB Table 2).

Computed by the job of a campaign's figures and kept as a part of its result; no page waits for them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, NamedTuple

from django.db import connection

from reviewapp.models import Campaign
from reviewapp.rules.agreement import agreement
from reviewapp.workflows.collision.rules.collisions import VERDICTS, Flip, flip
from reviewapp.workflows.collision.rules.confusion import COLUMNS, NO_VERDICT, ROWS, confuse

BASES = {
    "first": "people's own first decisions, made before they saw any verdict",
    "final": "people's final decisions",
    "standing": "what stands: agreed, or adjudicated",
}
FLIPS = tuple(kind.value for kind in Flip)
N_DECILES = 10

# One row a verdict and a person who has returned the item; of superseded returns, none.
DECISIONS = """
SELECT v.model, v.prompt_version, f.candidate_id, w.username, v.verdict, f.decision, l.decision,
    coalesce(v.id = ANY(f.shown), false)
FROM reviewapp_return r
-- Only returns of the task's present round count.
JOIN reviewapp_task t ON t.id = r.task_id AND t.round = r.round AND t.state <> 'withdrawn'
JOIN reviewapp_person w ON w.id = r.person_id
JOIN reviewapp_candidatedecision f ON f.task_id = r.task_id AND f.round = r.round
    AND f.person_id = r.person_id AND f.phase = 'first'
-- Of several final decisions the last one counts.
JOIN LATERAL (
    SELECT decision FROM reviewapp_candidatedecision
    WHERE task_id = r.task_id AND round = r.round AND person_id = r.person_id
        AND candidate_id = f.candidate_id AND phase = 'final' ORDER BY sequence DESC LIMIT 1) l ON true
LEFT JOIN reviewapp_collisionverdict v ON v.candidate_id = f.candidate_id
WHERE r.campaign_id = %(campaign)s
    AND NOT EXISTS (SELECT 1 FROM reviewapp_return later WHERE later.supersedes_id = r.id)
ORDER BY v.model COLLATE "C", v.prompt_version COLLATE "C", f.candidate_id, w.username
"""

# Verdicts beside the standing decisions of decided tasks, on candidates that people looked at.
STANDING = """
SELECT v.model, v.prompt_version, a.candidate_id, v.verdict, st.decisions->>(c.document_id::text)
FROM reviewapp_candidateassignment a
JOIN reviewapp_task t ON t.id = a.task_id AND t.campaign_id = %(campaign)s AND t.state = 'decided'
JOIN reviewapp_collisioncandidate c ON c.id = a.candidate_id
JOIN reviewapp_collisionstanding st ON st.task_id = t.id AND st.decisions ? (c.document_id::text)
JOIN reviewapp_collisionverdict v ON v.candidate_id = a.candidate_id
WHERE a.assigned
"""

# Each candidate with its tenth by similarity (ties by id) and its standing decision, if there is one.
DECILES = """
WITH placed AS (
    SELECT c.id, c.similarity, ntile(10) OVER (ORDER BY c.similarity, c.id) AS decile,
        CASE WHEN a.assigned AND t.state = 'decided'
            THEN coalesce(st.decisions->>(c.document_id::text), '') ELSE '' END AS decision
    FROM reviewapp_candidateassignment a
    JOIN reviewapp_task t ON t.id = a.task_id AND t.campaign_id = %(campaign)s AND t.state <> 'withdrawn'
    JOIN reviewapp_collisioncandidate c ON c.id = a.candidate_id
    LEFT JOIN reviewapp_collisionstanding st ON st.task_id = a.task_id
)
-- A row for each verdict on it; `v.id` tells a verdict without a label from a candidate without verdicts.
SELECT p.decile, p.similarity, p.decision, v.model, v.prompt_version, v.verdict, v.id IS NOT NULL, p.id
FROM placed p LEFT JOIN reviewapp_collisionverdict v ON v.candidate_id = p.id
ORDER BY p.decile, p.id
"""

# One row: items by what became of them.
FUNNEL = """
SELECT count(*), count(*) FILTER (WHERE t.state = 'decided'),
    count(*) FILTER (WHERE t.state = 'decided' AND t.verdict = 'accept'),
    count(*) FILTER (WHERE t.state = 'decided' AND t.verdict = 'reject'),
    count(*) FILTER (WHERE t.state = 'disputed'), count(*) FILTER (WHERE t.state = 'open'),
    count(*) FILTER (WHERE t.state = 'withdrawn'),
    -- Kept items to which review gave a further reference, be it a hard negative of the import before.
    count(*) FILTER (WHERE t.state = 'decided' AND t.verdict = 'accept' AND EXISTS (
        SELECT 1 FROM reviewapp_itemdocument d WHERE d.item_id = t.item_id AND d.role = 'reference'
            AND (d.by_review OR d.base_position IS NOT NULL))),
    -- Items of which the plan drew no candidate.
    count(*) FILTER (WHERE NOT EXISTS (
        SELECT 1 FROM reviewapp_candidateassignment a WHERE a.task_id = t.id AND a.assigned))
FROM reviewapp_task t WHERE t.campaign_id = %(campaign)s
"""
# Candidates by whether people look at them and by the decision that stands, '' while none does.
CANDIDATES = """
SELECT a.assigned, CASE WHEN t.state = 'decided'
    THEN coalesce(st.decisions->>(c.document_id::text), '') ELSE '' END, count(*)
FROM reviewapp_candidateassignment a
JOIN reviewapp_task t ON t.id = a.task_id AND t.campaign_id = %(campaign)s AND t.state <> 'withdrawn'
JOIN reviewapp_collisioncandidate c ON c.id = a.candidate_id
LEFT JOIN reviewapp_collisionstanding st ON st.task_id = a.task_id
GROUP BY 1, 2
"""


class Model(NamedTuple):
    """A model under one version of its prompt."""

    name: str
    prompt_version: str


def compute_collisions(campaign: Campaign, *, replicates: int, seed: int) -> dict[str, Any]:
    """Return the figures of the campaign's candidates, as a job keeps them."""
    decisions = list(_rows(DECISIONS, campaign))
    pairs = _pairs(decisions, list(_rows(STANDING, campaign)))
    return {
        "models": [
            {
                "model": model.name,
                "prompt_version": model.prompt_version,
                "bases": {
                    basis: asdict(confuse(pairs_by_basis.get(basis, []), replicates=replicates, seed=seed))
                    for basis in BASES
                },
            }
            for model, pairs_by_basis in sorted(pairs.items())
        ],
        "flips": _flips(decisions),
        "deciles": _deciles(campaign),
        "funnel": _funnel(campaign),
        "reviewers": asdict(agreement(_ratings(decisions), replicates=replicates, seed=seed)),
    }


def _pairs(decisions: list[Any], standing: list[Any]) -> dict[Model, dict[str, list[Any]]]:
    """Return (unit, verdict, decision) by model and basis; a person's decision on a candidate is a unit."""
    pairs: defaultdict[Model, defaultdict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for name, prompt_version, candidate, who, verdict, first, final, _ in decisions:
        if name is not None:
            by_basis = pairs[Model(name, prompt_version)]
            by_basis["first"].append(((candidate, who), verdict, first))
            by_basis["final"].append(((candidate, who), verdict, final))
    for name, prompt_version, candidate, verdict, decision in standing:
        pairs[Model(name, prompt_version)]["standing"].append((candidate, verdict, decision))
    return {model: dict(by_basis) for model, by_basis in pairs.items()}


def _ratings(decisions: list[Any]) -> Iterator[tuple[int, str, str]]:
    """Yield each first decision once, whatever the number of models that spoke on its candidate."""
    rated = set()
    for _, _, candidate, who, _, first, _, _ in decisions:
        if (candidate, who) not in rated:
            rated.add((candidate, who))
            yield candidate, who, first


def _flips(decisions: list[Any]) -> list[dict[str, Any]]:
    """Count by reviewer and model how decisions moved once a verdict had been shown."""
    counts: defaultdict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for name, prompt_version, _, who, verdict, first, final, was_shown in decisions:
        if was_shown and verdict:
            counts[who, name, prompt_version][flip(first, final, verdict)] += 1
    return [
        {"reviewer": who, "model": name, "prompt_version": version, "n": counter.total()}
        | {kind: counter[kind] for kind in FLIPS}
        for (who, name, version), counter in sorted(counts.items())
    ]


def _deciles(campaign: Campaign) -> list[dict[str, Any]]:
    """Count verdicts and standing decisions by tenths of the candidates, ordered by similarity."""
    counts: defaultdict[tuple[int, str, str], Counter[str]] = defaultdict(Counter)
    ranges: dict[int, tuple[float, float]] = {}
    counted: set[int] = set()
    for decile, similarity, decision, model, version, verdict, spoke, candidate in _rows(DECILES, campaign):
        low, high = ranges.get(decile, (similarity, similarity))
        ranges[decile] = (min(low, similarity), max(high, similarity))
        if spoke:
            counts[decile, model, version][verdict or NO_VERDICT] += 1
        if candidate not in counted:
            counted.add(candidate)
            counts[decile, "", ""][decision or "open"] += 1
    return [
        {
            "decile": decile,
            "low": ranges[decile][0],
            "high": ranges[decile][1],
            "model": model,
            "prompt_version": prompt_version,
            "n": counter.total(),
        }
        | {label: counter[label] for label in (*(verdict.value for verdict in VERDICTS), NO_VERDICT, "open")}
        for (decile, model, prompt_version), counter in sorted(counts.items())
    ]


def _funnel(campaign: Campaign) -> dict[str, int]:
    (row,) = _rows(FUNNEL, campaign)
    names = (
        *("items", "decided", "kept", "conflict", "disputed", "open", "withdrawn", "gained_evidence"),
        "unlooked_items",
    )
    funnel: dict[str, int] = dict(zip(names, row, strict=True))
    candidates: Counter[tuple[bool, str]] = Counter()
    for assigned, decision, n in _rows(CANDIDATES, campaign):
        candidates[assigned, decision] += n
    funnel["candidates"] = candidates.total()
    funnel["looked_at"] = sum(n for (assigned, _), n in candidates.items() if assigned)
    funnel["left_out"] = funnel["candidates"] - funnel["looked_at"]
    funnel["by_model"] = candidates[False, "hard_negative"]
    return funnel | {f"stand_{verdict.value}": candidates[True, verdict.value] for verdict in VERDICTS}


FUNNEL_LINES = (
    ("items", "Items with candidates (EMB: 882 queries)", False),
    ("decided", "decided", False),
    ("kept", "kept (EMB: 483)", True),
    ("gained_evidence", "of them with further evidence", True),
    ("conflict", "discarded: a candidate conflicts", True),
    ("unlooked_items", "of which nothing was drawn", True),
    ("disputed", "waiting for an adjudicator", False),
    ("open", "in review", False),
    ("withdrawn", "withdrawn", False),
    ("candidates", "Candidates", False),
    ("looked_at", "given to people", False),
    ("stand_conflict", "stand as conflict", True),
    ("stand_hard_negative", "stand as hard negative", True),
    ("stand_false_negative", "stand as false negative", True),
    ("left_out", "unreviewed: left to the model's word", False),
    ("by_model", "of them hard negatives by it", True),
)


def funnel_lines(figures: dict[str, int]) -> list[tuple[str, int, bool]]:
    """Return the funnel as a table: what, how many, and whether it is a part of the line above."""
    return [(title, figures[name], is_part) for name, title, is_part in FUNNEL_LINES]


# --- As CSV -------------------------------------------------------------------------------------------

CONFUSION = ("model", "prompt_version", "basis", "model_said", *COLUMNS)
MEASURES = (
    *("model", "prompt_version", "basis", "measure", "verdict", "value", "low", "high", "n"),
    *("n_left_out", "why_undefined"),
)
FLIP_COLUMNS = ("reviewer", "model", "prompt_version", "n", *FLIPS)
DECILE_COLUMNS = (
    *("decile", "low", "high", "model", "prompt_version", "n"),
    *(*(verdict.value for verdict in VERDICTS), NO_VERDICT, "open"),
)


def confusion_rows(figures: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the tables of model by people."""
    for model, basis, table in _tables(figures):
        for verdict, counts in zip(ROWS, table["counts"], strict=True):
            yield (*model, basis, verdict, *counts)


def measure_rows(figures: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the coefficients, and precision and recall for each verdict."""
    for model, basis, table in _tables(figures):
        for name, measure in table["coefficients"].items():
            cells = (
                measure[key] for key in ("value", "low", "high", "n_used", "n_left_out", "why_undefined")
            )
            yield (*model, basis, name, "", *cells)
        for by_verdict in table["for_verdicts"]:
            for name in ("precision", "recall"):
                share = by_verdict[name]
                plain = (share["value"], share["low"], share["high"], share["n"], "", share["why_undefined"])
                yield (*model, basis, name, by_verdict["verdict"], *plain)


def _tables(figures: dict[str, Any]) -> Iterator[tuple[tuple[str, str], str, dict[str, Any]]]:
    for model in figures["models"]:
        for basis in BASES:
            yield (model["model"], model["prompt_version"]), basis, model["bases"][basis]


def flip_rows(figures: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield how decisions moved after the reveal."""
    yield from (tuple(line[name] for name in FLIP_COLUMNS) for line in figures["flips"])


def decile_rows(figures: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield verdicts, and where no model is named what stands, by tenths of the similarity."""
    yield from (tuple(line[name] for name in DECILE_COLUMNS) for line in figures["deciles"])


TABLES = {
    "confusion": (CONFUSION, confusion_rows),
    "measures": (MEASURES, measure_rows),
    "flips": (FLIP_COLUMNS, flip_rows),
    "deciles": (DECILE_COLUMNS, decile_rows),
    "collision-funnel": (
        ("line", "n"),
        lambda figures: ((t, n) for t, n, _ in funnel_lines(figures["funnel"])),
    ),
}


def _rows(statement: str, campaign: Campaign) -> Iterator[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, {"campaign": campaign.pk})
        yield from cursor.fetchall()
