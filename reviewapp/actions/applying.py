"""What collision review makes of an item's documents (EMB A.1.3): parts of the statement that decides it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from psycopg.types.json import Jsonb

from reviewapp.collisions import Applied, Link
from reviewapp.queries.prepared import run

APPLIED = """
standing AS (
    INSERT INTO reviewapp_collisionstanding (task_id, decisions) VALUES (%(task)s, %(standing)s)
    ON CONFLICT (task_id) DO UPDATE SET decisions = excluded.decisions
), added AS (
    INSERT INTO reviewapp_itemdocument (item_id, document_id, role, position, by_review)
    SELECT %(item)s, n.document, n.role, n.position, true
    FROM unnest(%(documents)s::bigint[], %(roles)s::text[], %(positions)s::int[]) n(document, role, position)
)
"""
MOVE = """
UPDATE reviewapp_itemdocument d SET role = n.role, position = n.position, base_position = d.position
FROM unnest(%(links)s::bigint[], %(roles)s::text[], %(positions)s::int[]) n(link, role, position)
WHERE d.id = n.link
"""


def applied_values(applied: Applied) -> dict[str, Any]:
    """Return what `APPLIED` is to be run with, beside task and item, and the item's number of references."""
    return {
        "standing": Jsonb(applied.standing),
        "documents": [one.doc_id for one in applied.added],
        "n_references": applied.n_references,
        **_places(applied.added),
    }


def move_links(moved: Sequence[Link]) -> None:
    """Put documents that an item names already on its other list; rare, so that no commit waits for it."""
    if moved:
        run(MOVE, {"links": [one.key for one in moved], **_places(moved)})


def _places(links: Sequence[Link]) -> dict[str, Any]:
    return {"roles": [one.role for one in links], "positions": [one.position for one in links]}
