"""Reads for the desk of collision review: an item's candidates, and one of them with its text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from reviewapp.models import (
    CollisionStanding,
    CollisionVerdict,
    Document,
    Person,
    Task,
)
from reviewapp.prepared import Columns, fetch_all, fetch_one, joined, split
from reviewapp.work.queries.desk import DOCUMENT, SOURCE, sourced
from reviewapp.workflows.collision.rules.collisions import Link

NUMBER_MAX = 1_000_000  # of a candidate that somebody may ask for

# Never a column of the verdicts in what people are shown who have not decided yet.
_CANDIDATES = """
SELECT c.id, c.document_id, d.title, c.similarity, f.decision, l.decision
FROM (
    -- The candidates that people look at; limited in here to read one, before its decisions multiply it.
    SELECT a.candidate_id AS id, c.document_id, c.similarity, c.rank
    FROM reviewapp_candidateassignment a
    JOIN reviewapp_collisioncandidate c ON c.id = a.candidate_id
    WHERE a.task_id = %(task)s AND a.assigned {which}) c
JOIN reviewapp_document d ON d.doc_id = c.document_id
-- The reader's own decisions of this round: one first, and any number of finals, the last of which counts.
LEFT JOIN reviewapp_candidatedecision f ON f.task_id = %(task)s AND f.round = %(round)s
    AND f.person_id = %(person)s AND f.candidate_id = c.id AND f.phase = 'first'
LEFT JOIN reviewapp_candidatedecision l ON l.task_id = %(task)s AND l.round = %(round)s
    AND l.person_id = %(person)s AND l.candidate_id = c.id AND l.phase = 'final'
ORDER BY c.rank, l.sequence
"""
CANDIDATES = _CANDIDATES.format(which="")
ONE_CANDIDATE = _CANDIDATES.format(which="ORDER BY c.rank LIMIT 1 OFFSET %(before)s")

# All that a commit goes by: the last word on each candidate (where no person looks, the plan's model may have
# said that it is a hard negative), behind them the item's lists, and what stood before.
# The candidates in rank order; of several finals the last row of a candidate counts.
REVIEWED = """
SELECT 'candidate' AS part, c.rank AS place, l.sequence, c.document_id, a.assigned,
    CASE WHEN a.assigned THEN l.decision ELSE (
        SELECT v.verdict FROM reviewapp_collisionplan p JOIN reviewapp_collisionverdict v
            ON v.model = p.model AND v.prompt_version = p.prompt_version
        WHERE p.campaign_id = %(campaign)s AND v.candidate_id = c.id AND v.verdict = 'hard_negative') END,
    l.rationale, l.evidence
FROM reviewapp_candidateassignment a
JOIN reviewapp_collisioncandidate c ON c.id = a.candidate_id
LEFT JOIN reviewapp_candidatedecision l ON l.task_id = %(task)s AND l.round = %(round)s
    AND l.person_id = %(person)s AND l.candidate_id = a.candidate_id AND l.phase = 'final'
WHERE a.task_id = %(task)s
UNION ALL
-- The item's lists of documents, which the decisions change.
SELECT 'link', position, id, document_id, NULL, role, NULL, NULL
FROM reviewapp_itemdocument WHERE item_id = %(item)s
UNION ALL
-- The decisions that stood before, by document, if the task was decided once.
SELECT 'standing', NULL, NULL, NULL, NULL, NULL, NULL, decisions
FROM reviewapp_collisionstanding WHERE task_id = %(task)s
ORDER BY place, sequence
"""

CANDIDATE_TEXT = f"""
SELECT c.marks, {joined(DOCUMENT, SOURCE)}
FROM reviewapp_collisioncandidate c
JOIN reviewapp_document d ON d.doc_id = c.document_id
JOIN reviewapp_source src ON src.id = d.source_id
WHERE c.id = %(candidate)s
"""
# One statement for the page of a candidate: its text and the reader's own decisions on it (finals in their
# order, the first one last), and behind it the item's references.
OWN = ("phase", "sequence", "decision", "rationale", "evidence", "revision_reason", "shown", "decided_at")
# The candidate's document, and the reader's decisions as one JSON list.
CANDIDATE_PAGE = f"""
SELECT 0 AS place, c.marks, p.reveal, (
    SELECT jsonb_agg(jsonb_build_array({", ".join(OWN)}) ORDER BY phase, sequence)
    FROM reviewapp_candidatedecision
    WHERE task_id = %(task)s AND round = %(round)s AND person_id = %(person)s
        AND candidate_id = %(candidate)s), {joined(DOCUMENT, SOURCE)}
FROM reviewapp_collisioncandidate c
JOIN reviewapp_collisionplan p ON p.campaign_id = %(campaign)s
JOIN reviewapp_document d ON d.doc_id = c.document_id
JOIN reviewapp_source src ON src.id = d.source_id
WHERE c.id = %(candidate)s
UNION ALL
-- The item's references in RefList order, behind the candidate (place 0).
SELECT r.position, NULL, NULL, NULL, {joined(DOCUMENT, SOURCE)}
FROM reviewapp_itemdocument r
JOIN reviewapp_document d ON d.doc_id = r.document_id
JOIN reviewapp_source src ON src.id = d.source_id
WHERE r.item_id = %(item)s AND r.role = 'reference'
ORDER BY place
"""
PAGE_TEXT_AT = 4

VERDICT = Columns(CollisionVerdict, "v", "id", "model", "prompt_version", "verdict", "rationale", "quote")
REVEALED = f"""
SELECT {VERDICT.sql} FROM reviewapp_collisionverdict v
WHERE v.candidate_id = %(candidate)s AND v.id = ANY(%(shown)s)
ORDER BY v.model, v.prompt_version
"""


class CandidateRow(NamedTuple):
    """A candidate as its reviewer sees it, numbered anew; *first* and *final* are the reader's own."""

    number: int
    candidate_id: int
    doc_id: int
    title: str
    similarity: float
    first: str | None
    final: str | None


class FinalRow(NamedTuple):
    """A candidate at commit: the person's final decision, or the model's where no person looks."""

    doc_id: int
    assigned: bool
    decision: str | None
    rationale: str | None
    evidence: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What a commit reads: candidates in rank order, the item's lists, decisions that stood before."""

    candidates: list[FinalRow]
    links: list[Link]
    stood: dict[int, str]

    @property
    def finals(self) -> list[FinalRow]:
        """The candidates that people look at."""
        return [row for row in self.candidates if row.assigned]

    def with_model(self, decisions: Mapping[int, str]) -> dict[int, str]:
        """Return *decisions* and the hard negatives that a model named, by document in rank order."""
        left_out = {row.doc_id: row.decision for row in self.candidates if not row.assigned}
        words = {row.doc_id: decisions.get(row.doc_id) or left_out.get(row.doc_id) for row in self.candidates}
        return {doc_id: word for doc_id, word in words.items() if word}


class OwnDecision(NamedTuple):
    """A decision of the reader's own on one candidate."""

    phase: str
    sequence: int
    decision: str
    rationale: str
    evidence: list[dict[str, Any]]
    revision_reason: str
    shown: list[int]
    decided_at: datetime


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts on the page of a candidate; *own* are the reader's decisions on it, the first one last.

    *reveals*: the campaign shows the model's verdict after the decision.
    """

    marks: dict[str, Any]
    reveals: bool
    own: list[OwnDecision]
    document: Document
    references: list[Document]


def read_candidates(task: Task, person: Person) -> list[CandidateRow]:
    """Return the candidates to be looked at, in rank order, with what *person* has said of each."""
    rows = fetch_all(CANDIDATES, {"task": task.pk, "person": person.pk, "round": task.round})
    last = {row[0]: row for row in rows}
    return [CandidateRow(number, *row) for number, row in enumerate(last.values(), start=1)]


def read_candidate(task: Task, person: Person, number: int) -> CandidateRow | None:
    """Return the candidate that is shown to *person* under that number."""
    before = min(number, NUMBER_MAX) - 1
    values = {"task": task.pk, "person": person.pk, "round": task.round, "before": before}
    rows = fetch_all(ONE_CANDIDATE, values) if before >= 0 else []
    return CandidateRow(number, *rows[-1]) if rows else None


def read_texts(task: Task, person: Person, candidate_id: int) -> Texts:
    """Return what stands on a candidate's page for *person*, the references in RefList order."""
    values = {
        "task": task.pk,
        "round": task.round,
        "person": person.pk,
        "campaign": task.campaign_id,
        "item": task.item_id,
        "candidate": candidate_id,
    }
    (_, marks, reveals, own, *_), *_ = rows = fetch_all(CANDIDATE_PAGE, values)
    document, *references = [sourced(row, PAGE_TEXT_AT) for row in rows]
    decisions = [OwnDecision(*decision, datetime.fromisoformat(at)) for *decision, at in _parsed(own)]  # type: ignore[call-arg]
    return Texts(_parsed(marks) or {}, reveals, decisions, document, references)


def read_reviewed(task: Task, person: Person | None = None) -> Reviewed:
    """Return what a commit of the locked task reads, with the final decisions of *person*, if any."""
    values = {
        "task": task.pk,
        "campaign": task.campaign_id,
        "item": task.item_id,
        "round": task.round,
        "person": person.pk if person else None,
    }
    candidates: dict[int, FinalRow] = {}
    links: list[Link] = []
    standing: dict[str, str] = {}
    for part, place, key, doc_id, assigned, word, rationale, body in fetch_all(REVIEWED, values):
        if part == "candidate":
            candidates[doc_id] = FinalRow(doc_id, assigned, word, rationale, _parsed(body))
        elif part == "link":
            links.append(Link(doc_id, word, place, key))
        else:
            standing = _parsed(body)
    looked_at = [row.doc_id for row in candidates.values() if row.assigned and str(row.doc_id) in standing]
    return Reviewed(list(candidates.values()), links, {doc_id: standing[str(doc_id)] for doc_id in looked_at})


def read_candidate_text(candidate_id: int) -> tuple[dict[str, Any], Document]:
    """Return the marks and the document of a candidate."""
    row = fetch_one(CANDIDATE_TEXT, {"candidate": candidate_id})
    assert row is not None
    return _parsed(row[0]) or {}, sourced(row, 1)


def standing_decisions(task_id: int) -> dict[str, str]:
    """Return the standing decisions of a task by document; empty before the task is decided."""
    decisions = CollisionStanding.objects.filter(task=task_id).values_list("decisions", flat=True).first()
    return decisions or {}


def read_revealed(candidate_id: int, verdict_ids: Sequence[int]) -> list[CollisionVerdict]:
    """Return the verdicts that a reviewer is shown: those that were there when they decided."""
    values = {"candidate": candidate_id, "shown": list(verdict_ids)}
    return [split(row, VERDICT)[0] for row in fetch_all(REVEALED, values)]


def known_models() -> list[tuple[str, str]]:
    """Return each (model, prompt version) that has a verdict; it skips along an index, not over all rows."""
    return [(model, version) for model, version in fetch_all(KNOWN_MODELS, {})]


KNOWN_MODELS = """
WITH RECURSIVE known AS (
    -- The first pair of the index, then again and again the next larger one: one index probe a pair.
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
    return next((row for row in candidates if row.final is None), None)


def _parsed(value: Any) -> Any:
    """Return a JSON column's value; Django's connections hand it out as text."""
    if value == "[]":  # as most are of the fifty that a commit reads
        return []
    return json.loads(value) if isinstance(value, str | bytes) else value or []
