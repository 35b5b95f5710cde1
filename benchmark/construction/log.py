"""The ordered log of decisions about the construction (RKB App. C.3, L), by managers and by the desk."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import connection

from benchmark.releases.formats.canonical_ripple import LogLine

TOLD, IMPORT, WITHDRAWAL, RELEASE = "decision", "import", "withdrawal", "release"

# What the desk knows by itself stands among what managers tell: batches that came, items that were withdrawn,
# earlier releases. The items of a batch that was withdrawn are one entry.
LOG = """
-- what managers told
SELECT at, 0 AS kind_order, id, 'decision' AS kind, change, reason, outputs,
    (SELECT pseudonym FROM reviewapp_person p WHERE p.id = entered_by_id)
FROM benchmark_constructiondecision
UNION ALL
-- batches that came in
SELECT b.imported_at, 1, b.id, 'import', format('Items that came in with %%s (SHA-256 %%s): %%s', b.name,
    b.sha256, b.n_items), '', NULL, p.pseudonym
FROM reviewapp_ripplebatch b LEFT JOIN reviewapp_person p ON p.id = b.imported_by_id
UNION ALL
-- batches that were withdrawn
SELECT e.at, 2, e.id, 'withdrawal', format('Withdrawn of the items of %%s: %%s', b.name, e.new->>'n'),
    coalesce(e.new->>'reason', ''), NULL, p.pseudonym
FROM reviewapp_event e JOIN reviewapp_ripplebatch b ON b.code = e.new->>'batch'
LEFT JOIN reviewapp_person p ON p.id = e.actor_id
WHERE e.verb = 'withdraw_batch'
UNION ALL
-- items that were withdrawn one by one, not with their batch
SELECT e.at, 2, e.id, 'withdrawal', format('%%s was withdrawn', i.item_id), coalesce(e.new->>'reason', ''),
    NULL, p.pseudonym
FROM reviewapp_event e JOIN reviewapp_rippleitem i ON i.id = e.ripple_id
JOIN reviewapp_ripplebatch b ON b.id = i.batch_id
LEFT JOIN reviewapp_person p ON p.id = e.actor_id
WHERE e.verb = 'withdraw_item' AND NOT EXISTS (SELECT 1 FROM reviewapp_event w
    WHERE w.verb = 'withdraw_batch' AND w.new->>'batch' = b.code AND w.new->>'reason' = e.new->>'reason'
        AND w.id > e.id)
UNION ALL
-- items that an adjudicator withdrew
SELECT o.decided_at, 2, o.id, 'withdrawal', format('%%s was withdrawn by its adjudication', i.item_id),
    o.rationale, NULL, p.pseudonym
FROM reviewapp_outcome o JOIN reviewapp_task t ON t.id = o.task_id
JOIN reviewapp_rippleitem i ON i.id = t.ripple_id JOIN reviewapp_person p ON p.id = o.adjudicator_id
WHERE o.decision = 'withdrawn'
UNION ALL
-- earlier releases of ripple items
SELECT r.created_at, 3, r.id, 'release', format('“%%s” was frozen, %%s (manifest %%s); items: %%s', r.name,
    replace(r.review_status, '_', '-'), r.manifest_sha256, r.n_items), r.note, NULL, p.pseudonym
FROM benchmark_release r LEFT JOIN reviewapp_person p ON p.id = r.created_by_id
WHERE r.kind = 'ripple'
ORDER BY 1, 2, 3
"""


def log_lines() -> Iterator[LogLine]:
    """Yield the log as it stands, in the order in which the decisions were taken."""
    with connection.cursor() as cursor:
        cursor.execute(LOG, [])
        for number, row in enumerate(cursor.fetchall(), start=1):
            yield _line(number, row)


def _line(number: int, row: tuple[Any, ...]) -> LogLine:
    at, _, _, kind, change, reason, outputs, by = row
    assert isinstance(at, datetime)
    return LogLine(number, at, kind, change, reason, outputs, by)
