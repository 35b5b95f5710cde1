"""The writes of a decision on one candidate, as prepared statements, inside the caller's transaction.

Each writes the decision, renews the claim and logs the event at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from reviewapp.models import CandidateDecision, Person, Slot, Task
from reviewapp.prepared import Columns, fetch_all, fetch_one, split
from reviewapp.rules.protocol import CLAIM_LEASE
from reviewapp.workflows.collision.rules.collisions import Phase

HELD = """
SELECT c.id, c.document_id, p.reveal, f.id, f.decision, (
    SELECT count(*) FROM reviewapp_candidatedecision l
    WHERE l.task_id = %(task)s AND l.round = %(round)s AND l.person_id = %(person)s
        AND l.candidate_id = c.id AND l.phase = 'final')
FROM reviewapp_collisioncandidate c
JOIN reviewapp_candidateassignment a ON a.task_id = %(task)s AND a.candidate_id = c.id AND a.assigned
JOIN reviewapp_collisionplan p ON p.campaign_id = %(campaign)s
LEFT JOIN reviewapp_candidatedecision f ON f.task_id = %(task)s AND f.round = %(round)s
    AND f.person_id = %(person)s AND f.candidate_id = c.id AND f.phase = 'first'
WHERE c.item_id = %(item)s AND c.document_id = %(document)s
"""

BESIDE = """
WITH renewed AS (
    UPDATE reviewapp_slot SET lease_until = %(lease_until)s, is_ahead = false
    WHERE id = %(slot)s AND state = 'claimed'
), logged AS (
    INSERT INTO reviewapp_event (at, actor_id, verb, campaign_id, task_id, new)
    VALUES (now(), %(person)s, %(verb)s, %(campaign)s, %(task)s, %(new)s)
)
INSERT INTO reviewapp_candidatedecision AS made (task_id, slot_id, round, candidate_id, person_id, phase,
    sequence, guideline_id, decision, rationale, evidence, revision_reason, shown, decided_at)
"""

MADE = Columns(
    CandidateDecision,
    "made",
    *("id", "task", "slot", "round", "candidate", "person", "phase", "sequence", "guideline", "decision"),
    *("rationale", "evidence", "revision_reason", "shown", "decided_at"),
)

# What is shown after a first decision is what models have said by now; a later decision was made after that.
WRITE = f"""{BESIDE}
SELECT %(task)s, %(slot)s, %(round)s, %(candidate)s, %(person)s, phase, %(sequence)s, %(guideline)s,
    %(decision)s, %(rationale)s, %(evidence)s, %(revision_reason)s,
    CASE WHEN NOT %(reveals)s::bool THEN '{{}}'::bigint[]
        WHEN %(first)s::bigint IS NULL THEN array(
            SELECT id FROM reviewapp_collisionverdict WHERE candidate_id = %(candidate)s ORDER BY id)
        ELSE (SELECT shown FROM reviewapp_candidatedecision WHERE id = %(first)s::bigint) END,
    %(at)s
FROM unnest(%(phases)s::text[]) phase
RETURNING {MADE.sql}
"""
KEEP = f"""{BESIDE}
SELECT task_id, slot_id, round, candidate_id, person_id, 'final', 1, guideline_id, decision, rationale,
    evidence, revision_reason, shown, %(at)s
FROM reviewapp_candidatedecision WHERE id = %(first)s
RETURNING {MADE.sql}
"""


@dataclass(frozen=True, slots=True)
class HeldCandidate:
    """A candidate that somebody is at: their first decision, by id and word, and how many final ones."""

    candidate_id: int
    doc_id: int
    reveals: bool
    first: int | None
    first_said: str | None
    n_finals: int


def read_held(task: Task, actor: Person, doc_id: int) -> HeldCandidate | None:
    """Return the candidate of the locked task, if people look at it."""
    values = {
        "task": task.pk,
        "campaign": task.campaign_id,
        "item": task.item_id,
        "round": task.round,
        "person": actor.pk,
        "document": doc_id,
    }
    row = fetch_one(HELD, values)
    return HeldCandidate(*row) if row else None


def write_candidate_decision(
    decided: CandidateDecision, candidate: HeldCandidate, *, verb: str, is_final: bool
) -> CandidateDecision:
    """Write a first or a revised decision; with *is_final*, the first one is the final one too.

    Return the one that counts.
    """
    values = _beside(
        decided.task, decided.slot, decided.person, decided.decided_at, verb, candidate, decided.decision
    ) | {
        "round": decided.round,
        "candidate": decided.candidate_id,
        "phases": [decided.phase, Phase.FINAL] if is_final else [decided.phase],
        "sequence": decided.sequence,
        "guideline": decided.guideline_id,
        "decision": decided.decision,
        "rationale": decided.rationale,
        "evidence": Jsonb(decided.evidence),
        "revision_reason": decided.revision_reason,
        "reveals": candidate.reveals,
        "first": candidate.first,
    }
    rows = [_made(row) for row in fetch_all(WRITE, values)]
    return max(rows, key=lambda written: written.phase == Phase.FINAL)


def keep_decision(
    candidate: HeldCandidate, *, task: Task, slot: Slot, actor: Person, now: datetime
) -> CandidateDecision:
    """Write that *actor* stays with their first decision."""
    values = _beside(task, slot, actor, now, "keep_candidate", candidate, candidate.first_said or "")
    return _made(fetch_all(KEEP, values | {"first": candidate.first})[0])


def _beside(
    task: Task, slot: Slot, actor: Person, now: datetime, verb: str, candidate: HeldCandidate, decision: str
) -> dict[str, Any]:
    return {
        "task": task.pk,
        "campaign": task.campaign_id,
        "slot": slot.pk,
        "person": actor.pk,
        "lease_until": now + CLAIM_LEASE,
        "verb": verb,
        "new": Jsonb({"doc_id": candidate.doc_id, "said": decision}),
        "at": now,
    }


def _made(row: tuple[Any, ...]) -> CandidateDecision:
    decision: CandidateDecision = split(row, MADE)[0]
    return decision
