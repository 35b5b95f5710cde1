"""What collision review makes of an item's documents (EMB A.1.3): parts of the statement that decides it."""

from __future__ import annotations

from collections.abc import Sequence

from psycopg.types.json import Jsonb

from reviewapp.prepared import run
from reviewapp.work.actions.committing import Consequence
from reviewapp.workflows.collision.rules.collisions import Applied, Link

# Links come as JSON, [document, role, position, key] each, which the driver writes faster than an array.
APPLIED = """
standing AS (
    INSERT INTO reviewapp_collisionstanding (task_id, decisions) VALUES (%(task)s, %(standing)s)
    ON CONFLICT (task_id) DO UPDATE SET decisions = excluded.decisions
), added AS (
    INSERT INTO reviewapp_itemdocument (item_id, document_id, role, position, by_review)
    SELECT %(item)s, (link->>0)::bigint, link->>1, (link->>2)::int, true
    FROM jsonb_array_elements(%(added)s) link
)
"""
MOVE = """
UPDATE reviewapp_itemdocument d SET role = link->>1, position = (link->>2)::int, base_position = d.position
FROM jsonb_array_elements(%(moved)s) link WHERE d.id = (link->>3)::bigint
"""


def consequence_of(applied: Applied) -> Consequence:
    """Return what the statement that decides the task writes beside."""
    values = {
        "standing": Jsonb(applied.standing),
        "added": Jsonb(applied.added),
        "n_references": applied.n_references,
    }
    return Consequence(APPLIED, ", n_references = %(n_references)s", values)


def move_links(moved: Sequence[Link]) -> None:
    """Put documents that an item names already on its other list; rare, so that no commit waits for it."""
    if moved:
        run(MOVE, {"moved": Jsonb(moved)})
