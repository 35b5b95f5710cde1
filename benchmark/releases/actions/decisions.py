"""The decisions behind the items of a release that is being frozen, in the order of its items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
from django.db.models import QuerySet

from benchmark.releases.formats.canonical import DecisionRecord
from benchmark.releases.streams import stream_rows
from reviewapp.models import EvidenceItem

TASKS = "FROM reviewapp_evidenceitem i JOIN reviewapp_task t ON t.item_id = i.id"

DECISIONS = """
-- returns, those that were superseded too
SELECT i.id, r.committed_at, 0 AS after, r.id, i.item_id, 'return' AS kind, r.code, c.name, r.stage, r.round,
    p.pseudonym, r.decision, r.reason, r.domain, r.note, r.body->'evidence' AS evidence,
    '{{}}'::varchar[] AS fields, g.number, earlier.code AS supersedes, later.code AS superseded_by,
    r.active_seconds
{tasks}
    JOIN reviewapp_return r ON r.task_id = t.id
    JOIN reviewapp_campaign c ON c.id = r.campaign_id
    JOIN reviewapp_person p ON p.id = r.person_id
    LEFT JOIN reviewapp_guidelineversion g ON g.id = r.guideline_id
    LEFT JOIN reviewapp_return earlier ON earlier.id = r.supersedes_id
    LEFT JOIN reviewapp_return later ON later.supersedes_id = r.id
WHERE i.id IN ({items})
UNION ALL
-- outcomes of adjudications; of one instant they stand behind the returns
SELECT i.id, o.decided_at, 1, o.id, i.item_id, 'adjudication', o.code, c.name, 'adjudication', d.round,
    p.pseudonym, o.decision, o.reason, o.domain, o.rationale, NULL, d.fields, g.number, NULL, NULL,
    o.active_seconds
{tasks}
    JOIN reviewapp_outcome o ON o.task_id = t.id
    JOIN reviewapp_disagreement d ON d.id = o.disagreement_id
    JOIN reviewapp_campaign c ON c.id = o.campaign_id
    JOIN reviewapp_person p ON p.id = o.adjudicator_id
    LEFT JOIN reviewapp_guidelineversion g ON g.id = o.guideline_id
WHERE i.id IN ({items})
-- item by item in the order of import, each in the order of time
ORDER BY 1, 2, 3, 4
"""

GUIDELINES = """
-- versions under which a return or an outcome was given
SELECT c.name, g.number, encode(sha256(convert_to(g.body, 'UTF8')), 'hex')
FROM reviewapp_guidelineversion g JOIN reviewapp_campaign c ON c.id = g.campaign_id
WHERE g.id IN (
        SELECT r.guideline_id {tasks} JOIN reviewapp_return r ON r.task_id = t.id WHERE i.id IN ({items}))
    OR g.id IN (
        SELECT o.guideline_id {tasks} JOIN reviewapp_outcome o ON o.task_id = t.id WHERE i.id IN ({items}))
ORDER BY c.name COLLATE "C", g.number
"""


def _rows(template: str, items: QuerySet[EvidenceItem]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of *template*, which asks for *items* twice.

    They are asked for as themselves, not as the release's rows: those are new, so the planner knows nothing
    of their number, and would go through all of them for each return."""
    sql, params = items.order_by().values("pk").query.sql_with_params()
    return stream_rows(template.format(tasks=TASKS, items=sql), [*params, *params])


def stream_decisions(items: QuerySet[EvidenceItem]) -> Iterator[DecisionRecord]:
    """Yield every return of *items*, superseded ones too, and every outcome, item by item in their order."""
    return map(_decision, _rows(DECISIONS, items))


def guideline_entries(items: QuerySet[EvidenceItem]) -> list[dict[str, Any]]:
    """Return a manifest's guidelines: the versions under which *items* were decided, with their hashes."""
    return [
        {"campaign": campaign, "version": number, "sha256": sha256}
        for campaign, number, sha256 in _rows(GUIDELINES, items)
    ]


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
