"""The decisions behind the items of a release that is being frozen, in the order of its items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from benchmark.canonical import DecisionRecord
from benchmark.streams import stream_rows

FROZEN_TASKS = """
    FROM benchmark_releaseitem f
    JOIN reviewapp_evidenceitem i ON i.item_id = f.item_id
    JOIN reviewapp_task t ON t.item_id = i.id
"""

DECISIONS = f"""
SELECT f.position, r.committed_at, 0 AS after, r.id, f.item_id, 'return' AS kind, r.code, c.name, r.stage,
    r.round, p.pseudonym, r.decision, r.reason, r.domain, r.note, r.body->'evidence' AS evidence,
    '{{}}'::varchar[] AS fields, g.number, earlier.code AS supersedes, later.code AS superseded_by,
    r.active_seconds
{FROZEN_TASKS}
    JOIN reviewapp_return r ON r.task_id = t.id
    JOIN reviewapp_campaign c ON c.id = r.campaign_id
    JOIN reviewapp_person p ON p.id = r.person_id
    LEFT JOIN reviewapp_guidelineversion g ON g.id = r.guideline_id
    LEFT JOIN reviewapp_return earlier ON earlier.id = r.supersedes_id
    LEFT JOIN reviewapp_return later ON later.supersedes_id = r.id
WHERE f.release_id = %s
UNION ALL
SELECT f.position, o.decided_at, 1, o.id, f.item_id, 'adjudication', o.code, c.name, 'adjudication',
    d.round, p.pseudonym, o.decision, o.reason, o.domain, o.rationale, NULL, d.fields, g.number, NULL, NULL,
    o.active_seconds
{FROZEN_TASKS}
    JOIN reviewapp_outcome o ON o.task_id = t.id
    JOIN reviewapp_disagreement d ON d.id = o.disagreement_id
    JOIN reviewapp_campaign c ON c.id = o.campaign_id
    JOIN reviewapp_person p ON p.id = o.adjudicator_id
    LEFT JOIN reviewapp_guidelineversion g ON g.id = o.guideline_id
WHERE f.release_id = %s
ORDER BY 1, 2, 3, 4
"""

GUIDELINES = f"""
SELECT c.name, g.number, encode(sha256(convert_to(g.body, 'UTF8')), 'hex')
FROM reviewapp_guidelineversion g JOIN reviewapp_campaign c ON c.id = g.campaign_id
WHERE g.id IN (SELECT r.guideline_id {FROZEN_TASKS} JOIN reviewapp_return r ON r.task_id = t.id
        WHERE f.release_id = %s)
    OR g.id IN (SELECT o.guideline_id {FROZEN_TASKS} JOIN reviewapp_outcome o ON o.task_id = t.id
        WHERE f.release_id = %s)
ORDER BY c.name COLLATE "C", g.number
"""


def stream_decisions(release_id: int) -> Iterator[DecisionRecord]:
    """Yield every return of the frozen items, superseded ones too, and every outcome, item by item."""
    for row in stream_rows(DECISIONS, [release_id, release_id]):
        yield _decision(row)


def _decision(row: tuple[Any, ...]) -> DecisionRecord:
    (_, committed_at, _, _, item_id, kind, code, campaign, stage, number, reviewer) = row[:11]
    decision, reason, domain, note, evidence, fields, guideline, supersedes, superseded_by, seconds = row[11:]
    return DecisionRecord(
        item_id=item_id,
        kind=kind,
        decision_id=code,
        campaign=campaign,
        stage=stage,
        round=number,
        reviewer=reviewer,
        decision=decision,
        reason=reason,
        domain=domain,
        note=note,
        evidence=tuple(_parsed(evidence)),
        adjudicates=tuple(fields),
        guideline_version=guideline,
        supersedes=supersedes,
        superseded_by=superseded_by,
        committed_at=committed_at,
        active_seconds=seconds,
    )


def _parsed(evidence: Any) -> list[Any]:
    """Return the spans; Django leaves jsonb as text on its connections, psycopg alone would parse it."""
    if isinstance(evidence, str | bytes):
        evidence = orjson.loads(evidence)
    return evidence or []
