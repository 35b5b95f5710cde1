"""The collision candidates behind the items of a release that is being frozen (EMB A.1.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
from django.db.models import QuerySet

from benchmark.releases.formats.canonical import CollisionLine
from benchmark.releases.streams import stream_rows
from reviewapp.models import EvidenceItem

# A candidate is reviewed if it was given to people and its item has been decided by them.
COLLISIONS = """
SELECT i.item_id, c.document_id, c.rank, c.similarity, coalesce(a.assigned, false),
    coalesce(st.decisions->>(c.document_id::text), ''), a.why, p.policy, p.model, p.prompt_version, (
        -- what each model said of the candidate
        SELECT jsonb_agg(jsonb_build_array(v.model, v.prompt_version, v.verdict, v.rationale, v.quote)
            ORDER BY v.model COLLATE "C", v.prompt_version COLLATE "C")
        FROM reviewapp_collisionverdict v WHERE v.candidate_id = c.id
    ), (
        -- what each person decided: the first decision, and the last one after the model was heard
        SELECT jsonb_agg(jsonb_build_array(r.code, who.pseudonym, f.decision, l.decision, l.rationale,
            l.evidence, l.revision_reason) ORDER BY r.id)
        FROM reviewapp_return r
        JOIN reviewapp_person who ON who.id = r.person_id
        JOIN reviewapp_candidatedecision f ON f.task_id = r.task_id AND f.round = r.round
            AND f.person_id = r.person_id AND f.candidate_id = c.id AND f.phase = 'first'
        JOIN LATERAL (
            SELECT decision, rationale, evidence, revision_reason FROM reviewapp_candidatedecision
            WHERE task_id = r.task_id AND round = r.round AND person_id = r.person_id
                AND candidate_id = c.id AND phase = 'final' ORDER BY sequence DESC LIMIT 1) l ON true
        -- without returns that were taken back in the same round
        LEFT JOIN reviewapp_return later ON later.supersedes_id = r.id
        WHERE r.task_id = t.id AND (later.id IS NULL OR later.round > r.round)
    ), -- whether an adjudicator has decided
    EXISTS (SELECT 1 FROM reviewapp_outcome o WHERE o.task_id = t.id)
FROM reviewapp_evidenceitem i
JOIN reviewapp_collisioncandidate c ON c.item_id = i.id
-- its collision review, where there is one: who was given the candidate, what stands, by which policy
LEFT JOIN reviewapp_task t ON t.item_id = i.id AND t.kind = 'collision' AND t.state <> 'withdrawn'
LEFT JOIN reviewapp_candidateassignment a ON a.task_id = t.id AND a.candidate_id = c.id
LEFT JOIN reviewapp_collisionstanding st ON st.task_id = a.task_id
LEFT JOIN reviewapp_collisionplan p ON p.campaign_id = t.campaign_id
WHERE i.id IN ({items})
ORDER BY i.id, c.rank
"""


def stream_collisions(items: QuerySet[EvidenceItem]) -> Iterator[CollisionLine]:
    """Yield every candidate of *items*, item by item and in rank order."""
    sql, params = items.order_by().values("pk").query.sql_with_params()
    return map(_line, stream_rows(COLLISIONS.format(items=sql), list(params)))


def _line(row: tuple[Any, ...]) -> CollisionLine:
    item_id, doc_id, rank, similarity, assigned, decision, why, policy, model, prompt_version = row[:10]
    verdicts, decisions, is_adjudicated = row[10:]
    return CollisionLine(
        item_id=item_id,
        doc_id=doc_id,
        rank=rank,
        similarity=similarity,
        reviewed=assigned,
        decision=decision or None,
        adjudicated=assigned and is_adjudicated,
        why=why,
        policy=policy,
        model=model or None,
        prompt_version=prompt_version or None,
        verdicts=tuple(_parsed(verdicts)),
        decisions=tuple(_parsed(decisions)),
    )


def _parsed(value: Any) -> list[Any]:
    """Return a list of jsonb; Django leaves it as text on its connections, psycopg alone would parse it."""
    if isinstance(value, str | bytes):
        value = orjson.loads(value)
    return value or []
