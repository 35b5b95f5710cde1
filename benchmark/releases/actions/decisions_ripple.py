"""What people did to the ripple items of a release that is being frozen, in the order of its items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
from django.db.models import QuerySet

from benchmark.releases.formats.canonical_ripple import RippleDecisionLine
from benchmark.releases.streams import stream_rows
from reviewapp.models import RippleItem

TASKS = """FROM reviewapp_rippleitem i JOIN reviewapp_task t ON t.ripple_id = i.id
    JOIN reviewapp_campaign c ON c.id = t.campaign_id"""

DECISIONS = """
-- returns; one counts unless its reviewer was replaced after the blind round, or the task was withdrawn
SELECT i.id, r.committed_at, 0 AS after, r.id, i.item_id, 'return', r.code, c.name, r.stage, r.round,
    p.pseudonym, r.decision, r.note, NOT EXISTS (
        SELECT 1 FROM reviewapp_slot s JOIN reviewapp_slot b ON b.task_id = s.task_id AND b.round = s.round
            AND b.stage = 'blind' AND b.number = s.number
        JOIN reviewapp_slot n ON n.replaces_id = b.id WHERE s.id = r.slot_id) AND t.state <> 'withdrawn',
    r.body, g.number, r.active_seconds
{tasks} JOIN reviewapp_return r ON r.task_id = t.id JOIN reviewapp_person p ON p.id = r.person_id
    LEFT JOIN reviewapp_guidelineversion g ON g.id = r.guideline_id
WHERE i.id IN ({items})
UNION ALL
-- comments of the adjudication
SELECT i.id, m.at, 1, m.id, i.item_id, 'comment', m.code, c.name, 'adjudication', t.round, p.pseudonym, '',
    m.body, true, '{{}}'::jsonb, NULL, NULL
{tasks} JOIN reviewapp_ripplecomment m ON m.task_id = t.id JOIN reviewapp_person p ON p.id = m.person_id
WHERE i.id IN ({items})
UNION ALL
-- outcomes
SELECT i.id, o.decided_at, 2, o.id, i.item_id, 'adjudication', o.code, c.name, 'adjudication', d.round,
    p.pseudonym, o.decision, o.rationale, t.state <> 'withdrawn', o.body, g.number, o.active_seconds
{tasks} JOIN reviewapp_outcome o ON o.task_id = t.id JOIN reviewapp_disagreement d ON d.id = o.disagreement_id
    JOIN reviewapp_person p ON p.id = o.adjudicator_id
    LEFT JOIN reviewapp_guidelineversion g ON g.id = o.guideline_id
WHERE i.id IN ({items})
UNION ALL
-- what the reviewers said to the outcome
SELECT i.id, a.at, 3, a.id, i.item_id, 'assent', o.code, c.name, 'adjudication', d.round, p.pseudonym,
    CASE WHEN a.assents THEN 'assents' ELSE 'dissents' END, a.note, true, '{{}}'::jsonb, NULL, NULL
{tasks} JOIN reviewapp_outcome o ON o.task_id = t.id JOIN reviewapp_disagreement d ON d.id = o.disagreement_id
    JOIN reviewapp_rippleassent a ON a.outcome_id = o.id JOIN reviewapp_person p ON p.id = a.person_id
WHERE i.id IN ({items})
-- item by item in the order of import, each in the order of time
ORDER BY 1, 2, 3, 4
"""

GUIDELINES = """
-- versions under which a return or an outcome was given
SELECT DISTINCT c.name COLLATE "C" AS name, g.number, encode(sha256(convert_to(g.body, 'UTF8')), 'hex')
FROM reviewapp_guidelineversion g JOIN reviewapp_campaign c ON c.id = g.campaign_id
WHERE g.id IN (SELECT r.guideline_id {tasks} JOIN reviewapp_return r ON r.task_id = t.id
        WHERE i.id IN ({items})
    UNION SELECT o.guideline_id {tasks} JOIN reviewapp_outcome o ON o.task_id = t.id WHERE i.id IN ({items}))
ORDER BY 1, 2
"""


def stream_ripple_decisions(items: QuerySet[RippleItem]) -> Iterator[RippleDecisionLine]:
    """Yield every return, comment, outcome and assent of *items*, item by item, each in the order of time."""
    return map(_line, _rows(DECISIONS, items, times=4))


def ripple_guidelines(items: QuerySet[RippleItem]) -> list[dict[str, Any]]:
    """Return a manifest's guidelines: the versions under which *items* were judged, with their hashes."""
    return [
        {"campaign": campaign, "version": number, "sha256": sha256}
        for campaign, number, sha256 in _rows(GUIDELINES, items, times=2)
    ]


def _rows(template: str, items: QuerySet[RippleItem], *, times: int) -> Iterator[tuple[Any, ...]]:
    sql, params = items.order_by().values("pk").query.sql_with_params()
    return stream_rows(template.format(tasks=TASKS, items=sql), [*params] * times)


def _line(row: tuple[Any, ...]) -> RippleDecisionLine:
    (_, at, _, _, item_id, kind, code, campaign, stage, number, reviewer) = row[:11]
    decision, note, counts, body, guideline, seconds = row[11:]
    return RippleDecisionLine(
        item_id=item_id,
        kind=kind,
        decision_id=code,
        campaign=campaign,
        stage=stage,
        round=number,
        reviewer=reviewer,
        decision=decision,
        note=note,
        counts=counts,
        body=orjson.loads(body) if isinstance(body, str | bytes) else body,
        guideline_version=guideline,
        at=at,
        active_seconds=seconds,
    )
