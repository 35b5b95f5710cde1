"""Ripple items entering a campaign: one task each, two places for its blind recovery."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from reviewapp.models import Campaign
from reviewapp.rules.codes import new_codes
from reviewapp.rules.protocol import Stage
from reviewapp.work.actions.queueing import PLACES, fill_queue

# Lock order: 5. Whoever withdraws one of the items waits here, or makes this wait: it is proposed, or it
# does not enter.
_CHOSEN = """
locked AS (
    SELECT i.id FROM reviewapp_rippleitem i
    WHERE i.id = ANY(%(items)s) AND i.state = 'proposed' AND NOT EXISTS (
        SELECT 1 FROM reviewapp_task t WHERE t.ripple_id = i.id AND t.state <> 'withdrawn')
    ORDER BY i.id FOR NO KEY UPDATE
), chosen AS (
    SELECT id, row_number() OVER (ORDER BY id) AS place FROM locked
)"""
_ADDED = """
added AS (
    INSERT INTO reviewapp_task (code, campaign_id, kind, ripple_id, state, round)
    SELECT (%(codes)s::text[])[place], %(campaign)s, %(kind)s, id, 'open', 1 FROM chosen ORDER BY place
    ON CONFLICT (ripple_id) WHERE state <> 'withdrawn' AND ripple_id IS NOT NULL DO NOTHING
    RETURNING id, ripple_id
), moved AS (
    UPDATE reviewapp_rippleitem i SET state = 'in_review' FROM added WHERE i.id = added.ripple_id
)"""
ADD_RIPPLE_TASKS = f"WITH {_CHOSEN}, {_ADDED} {PLACES}"


def add_ripple_tasks(campaign: Campaign, item_ids: Sequence[int]) -> int:
    """Put ripple items at the end of the locked campaign's queue; return how many places that made."""
    codes = list(islice(new_codes(), len(item_ids)))
    values = {"items": list(item_ids), "codes": codes, "kind": campaign.kind}
    return fill_queue(ADD_RIPPLE_TASKS, campaign, stage=Stage.BLIND, values=values)
