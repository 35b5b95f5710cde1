"""What the desk of collision review reads: an item's candidates as shown, and one of them with its text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from reviewapp.models import (
    CollisionPlan,
    CollisionStanding,
    CollisionVerdict,
    Document,
    Person,
    Source,
    Task,
)
from reviewapp.queries.prepared import Columns, fetch_all, fetch_one, split

# Never a column of the verdicts here: what this reads goes to people who have not decided yet.
CANDIDATES = """
SELECT row_number() OVER (ORDER BY c.rank), c.id, c.document_id, d.title, c.similarity, f.decision,
    l.decision, l.rationale, l.evidence, coalesce(st.decisions->>(c.document_id::text), '')
FROM reviewapp_candidateassignment a
JOIN reviewapp_collisioncandidate c ON c.id = a.candidate_id
JOIN reviewapp_document d ON d.doc_id = c.document_id
LEFT JOIN reviewapp_collisionstanding st ON st.task_id = a.task_id
LEFT JOIN reviewapp_candidatedecision f ON f.task_id = a.task_id AND f.round = %(round)s
    AND f.person_id = %(person)s AND f.candidate_id = a.candidate_id AND f.phase = 'first'
LEFT JOIN LATERAL (
    SELECT decision, rationale, evidence FROM reviewapp_candidatedecision
    WHERE task_id = a.task_id AND round = %(round)s AND person_id = %(person)s
        AND candidate_id = a.candidate_id AND phase = 'final'
    ORDER BY sequence DESC LIMIT 1) l ON true
WHERE a.task_id = %(task)s AND a.assigned ORDER BY c.rank
"""

EVIDENCE_AT = 8

FINALS = """
SELECT row_number() OVER (ORDER BY c.rank), c.document_id, l.decision, l.rationale, l.evidence,
    coalesce(st.decisions->>(c.document_id::text), '')
FROM reviewapp_candidateassignment a
JOIN reviewapp_collisioncandidate c ON c.id = a.candidate_id
LEFT JOIN reviewapp_collisionstanding st ON st.task_id = a.task_id
LEFT JOIN (
    SELECT DISTINCT ON (candidate_id) candidate_id, decision, rationale, evidence
    FROM reviewapp_candidatedecision
    WHERE task_id = %(task)s AND round = %(round)s AND person_id = %(person)s AND phase = 'final'
    ORDER BY candidate_id, sequence DESC) l ON l.candidate_id = a.candidate_id
WHERE a.task_id = %(task)s AND a.assigned ORDER BY c.rank
"""

DOCUMENT = Columns(Document, "d", "doc_id", "source", "title", "text", "n_tokens", "n_chars")
SOURCE = Columns(Source, "src", "id", "name")
CANDIDATE_TEXT = f"""
SELECT c.marks, {DOCUMENT.sql}, {SOURCE.sql}
FROM reviewapp_collisioncandidate c
JOIN reviewapp_document d ON d.doc_id = c.document_id
JOIN reviewapp_source src ON src.id = d.source_id
WHERE c.id = %(candidate)s
"""

OWN = """
SELECT d.phase, d.sequence, d.decision, d.rationale, d.evidence, d.revision_reason, d.shown, d.decided_at
FROM reviewapp_candidatedecision d
WHERE d.task_id = %(task)s AND d.round = %(round)s AND d.person_id = %(person)s
    AND d.candidate_id = %(candidate)s
ORDER BY d.phase, d.sequence
"""

VERDICT = Columns(CollisionVerdict, "v", "id", "model", "prompt_version", "verdict", "rationale", "quote")
SPOKEN = "SELECT id FROM reviewapp_collisionverdict WHERE candidate_id = %(candidate)s ORDER BY id"
REVEALED = f"""
SELECT {VERDICT.sql} FROM reviewapp_collisionverdict v
WHERE v.candidate_id = %(candidate)s AND v.id = ANY(%(shown)s)
ORDER BY v.model, v.prompt_version
"""


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """A candidate as its reviewer sees it, numbered anew; *first* and *final* are the reader's own.

    `stands` is what was decided of it in the end.
    """

    number: int
    candidate_id: int
    doc_id: int
    title: str
    similarity: float
    first: str | None
    final: str | None
    rationale: str | None
    evidence: list[dict[str, Any]]
    stands: str


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A candidate as it is committed: the final decision on it, and what was decided of it before."""

    number: int
    doc_id: int
    decision: str | None
    rationale: str | None
    evidence: list[dict[str, Any]]
    stands: str


@dataclass(frozen=True, slots=True)
class OwnDecision:
    """A decision of the reader's own on one candidate."""

    phase: str
    sequence: int
    decision: str
    rationale: str
    evidence: list[dict[str, Any]]
    revision_reason: str
    shown: list[int]
    decided_at: datetime


def read_candidates(task: Task, person: Person) -> list[CandidateRow]:
    """Return the candidates to be looked at, in rank order, with what *person* has said of each."""
    values = {"task": task.pk, "person": person.pk, "round": task.round}
    return [_candidate(list(row)) for row in fetch_all(CANDIDATES, values)]


def read_finals(task: Task, person: Person) -> list[FinalRow]:
    """Return the final decisions of *person* on all candidates to be looked at, in rank order."""
    values = {"task": task.pk, "person": person.pk, "round": task.round}
    return [
        FinalRow(number, doc_id, decision, rationale, _parsed(evidence), stands)
        for number, doc_id, decision, rationale, evidence, stands in fetch_all(FINALS, values)
    ]


def read_candidate_text(candidate_id: int) -> tuple[dict[str, Any], Document]:
    """Return the marks and the document of a candidate."""
    row = fetch_one(CANDIDATE_TEXT, {"candidate": candidate_id})
    assert row is not None
    document, source = split(row[1:], DOCUMENT, SOURCE)
    document.source = source
    return _parsed(row[0]) or {}, document


def read_own(task: Task, person: Person, candidate_id: int) -> list[OwnDecision]:
    """Return what *person* has decided of a candidate: finals in their order, the first decision last."""
    values = {"task": task.pk, "person": person.pk, "round": task.round, "candidate": candidate_id}
    return [
        OwnDecision(phase, sequence, decision, rationale, _parsed(evidence), reason, shown, at)
        for phase, sequence, decision, rationale, evidence, reason, shown, at in fetch_all(OWN, values)
    ]


def standing_decisions(task_id: int) -> dict[str, str]:
    """Return what stands of the candidates of a task, by document; nothing before it is decided."""
    held = CollisionStanding.objects.filter(task=task_id).values_list("decisions", flat=True).first()
    return held or {}


def spoken_verdicts(candidate_id: int) -> list[int]:
    """Return the ids of what models have said of a candidate so far."""
    return [row[0] for row in fetch_all(SPOKEN, {"candidate": candidate_id})]


def read_revealed(candidate_id: int, shown: Sequence[int]) -> list[CollisionVerdict]:
    """Return the verdicts that a reviewer is shown: those that were there when they decided."""
    values = {"candidate": candidate_id, "shown": list(shown)}
    return [split(row, VERDICT)[0] for row in fetch_all(REVEALED, values)]


PLAN = Columns(CollisionPlan, "p", "id", "campaign", "policy", "reveal")
READ_PLAN = f"SELECT {PLAN.sql} FROM reviewapp_collisionplan p WHERE p.campaign_id = %(campaign)s"


def read_plan(task: Task) -> CollisionPlan:
    """Return how the task's campaign goes about it."""
    row = fetch_one(READ_PLAN, {"campaign": task.campaign_id})
    assert row is not None
    plan: CollisionPlan = split(row, PLAN)[0]
    return plan


def known_models() -> list[tuple[str, str]]:
    """Return each (model, prompt version) that has spoken of a candidate, by leaps along an index."""
    return [(model, version) for model, version in fetch_all(KNOWN_MODELS, {})]


KNOWN_MODELS = """
WITH RECURSIVE known AS (
    (SELECT model, prompt_version FROM reviewapp_collisionverdict ORDER BY model, prompt_version LIMIT 1)
    UNION ALL
    SELECT v.model, v.prompt_version FROM known k CROSS JOIN LATERAL (
        SELECT model, prompt_version FROM reviewapp_collisionverdict
        WHERE (model, prompt_version) > (k.model, k.prompt_version)
        ORDER BY model, prompt_version LIMIT 1) v
)
SELECT model, prompt_version FROM known LIMIT 100
"""


def next_open(candidates: Sequence[CandidateRow]) -> CandidateRow | None:
    """Return the first candidate without a final decision."""
    return next((one for one in candidates if one.final is None), None)


def _candidate(values: list[Any]) -> CandidateRow:
    values[EVIDENCE_AT] = _parsed(values[EVIDENCE_AT])
    return CandidateRow(*values)


def _parsed(value: Any) -> Any:
    """Return a JSON column's value; Django's connections hand it out as text."""
    return json.loads(value) if isinstance(value, str | bytes) else value or []
