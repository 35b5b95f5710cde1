"""Ripple items entering a campaign (see `add_items`): one task each, two places for its blind recovery."""

ADD_RIPPLE_TASKS = """
WITH chosen AS (
    SELECT i.id FROM reviewapp_rippleitem i
    WHERE i.id = ANY(%(items)s) AND i.state = 'proposed' AND NOT EXISTS (
        SELECT 1 FROM reviewapp_task t WHERE t.ripple_id = i.id AND t.state <> 'withdrawn')
    ORDER BY i.id FOR NO KEY UPDATE
), added AS (
    INSERT INTO reviewapp_task (code, campaign_id, kind, ripple_id, state, round)
    SELECT translate(substr(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 1, 12), '01', 'xy'),
        %(campaign)s, 'ripple', id, 'open', 1
    FROM chosen ORDER BY id
    ON CONFLICT (ripple_id) WHERE state <> 'withdrawn' AND ripple_id IS NOT NULL DO NOTHING
    RETURNING id, ripple_id
), moved AS (
    UPDATE reviewapp_rippleitem i SET state = 'in_review' FROM added WHERE i.id = added.ripple_id
)
INSERT INTO reviewapp_slot (campaign_id, task_id, stage, round, number, state, queue_key, is_ahead)
SELECT %(campaign)s, added.id, 'blind', 1, n, 'free', nextval('reviewapp_queue_key'), false
FROM added, generate_series(1, 2) n ORDER BY added.id, n
"""
