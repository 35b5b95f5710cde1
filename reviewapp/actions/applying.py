"""What collision review makes of an item's documents (EMB A.1.3): parts of the statement that decides it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reviewapp.models import Task

# A model's word alone adds a distractor where no person looks, but never discards an item or touches its
# RefList. Documents are added behind those that are there, in rank order.
APPLIED = """
given AS (
    SELECT c.document_id, c.rank, v.decision
    FROM unnest(%(documents)s::bigint[], %(decisions)s::text[]) v(document, decision)
    JOIN reviewapp_collisioncandidate c ON c.item_id = %(item)s AND c.document_id = v.document
    UNION ALL
    SELECT c.document_id, c.rank, v.verdict
    FROM reviewapp_candidateassignment a
    JOIN reviewapp_collisioncandidate c ON c.id = a.candidate_id
    JOIN reviewapp_collisionplan p ON p.campaign_id = %(campaign)s
    JOIN reviewapp_collisionverdict v ON v.candidate_id = c.id AND v.model = p.model
        AND v.prompt_version = p.prompt_version AND v.verdict = 'hard_negative'
    WHERE a.task_id = %(task)s AND NOT a.assigned
), standing AS (
    INSERT INTO reviewapp_collisionstanding (task_id, decisions)
    SELECT %(task)s, coalesce(jsonb_object_agg(document_id, decision), '{}') FROM given
    ON CONFLICT (task_id) DO UPDATE SET decisions = excluded.decisions
), named AS (
    SELECT g.document_id, CASE g.decision WHEN 'false_negative' THEN 'reference' ELSE g.decision END AS role,
        row_number() OVER (PARTITION BY g.decision ORDER BY g.rank) AS place, d.id AS held, d.role AS held_as
    FROM given g
    LEFT JOIN reviewapp_itemdocument d ON d.item_id = %(item)s AND d.document_id = g.document_id
    WHERE %(verdict)s::text = 'accept' AND g.decision IN ('false_negative', 'hard_negative')
), last AS MATERIALIZED (
    SELECT role, max(position) AS position FROM reviewapp_itemdocument
    WHERE item_id = %(item)s GROUP BY role
), placed AS (
    SELECT n.*, n.place + coalesce(last.position, 0) AS position
    FROM named n LEFT JOIN last ON last.role = n.role WHERE n.held IS NULL OR n.held_as <> n.role
), changed AS (
    UPDATE reviewapp_itemdocument d SET role = p.role, position = p.position, base_position = d.position
    FROM placed p WHERE d.id = p.held
), added AS (
    INSERT INTO reviewapp_itemdocument (item_id, document_id, role, position, by_review)
    SELECT %(item)s, document_id, role, position, true FROM placed WHERE held IS NULL
)
"""
N_REFERENCES = """(SELECT count(*) FROM reviewapp_itemdocument
        WHERE item_id = %(item)s AND role = 'reference')
    + (SELECT count(*) FROM placed WHERE role = 'reference')"""


def applied_values(task: Task, decisions: Mapping[int, str]) -> dict[str, Any]:
    """Return what `APPLIED` is to be run with for *decisions*, by document, beside task, item and verdict."""
    return {
        "documents": list(decisions),
        "decisions": list(decisions.values()),
        "campaign": task.campaign_id,
    }
