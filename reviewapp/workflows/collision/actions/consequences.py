"""What follows once every candidate of an item is decided (EMB A.1.3), inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from psycopg.types.json import Jsonb

from reviewapp.models import DocumentRole, ItemDocument, Task
from reviewapp.prepared import run
from reviewapp.work.actions.committing import Consequence, mark_decided, write_decision
from reviewapp.workflows.collision.queries.candidates import Reviewed, read_reviewed
from reviewapp.workflows.collision.rules.collisions import Applied, Link, applied, verdict_of

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


def apply_decisions(
    task: Task, decisions: Mapping[int, str], *, anew: bool, guideline_id: int | None, now: datetime
) -> None:
    """Make of the locked task's item what *decisions*, by document, say.

    :param anew: whether something may have been made of it before, which is undone first.
    """
    if anew:
        _undo(task)
    applied_lists = begin_applying(task, decisions, read_reviewed(task), guideline_id=guideline_id, now=now)
    write_decision(
        task,
        verdict=task.verdict,
        domain="",
        guideline_id=guideline_id,
        now=now,
        consequence=consequence_of(applied_lists),
    )


def begin_applying(
    task: Task, decisions: Mapping[int, str], reviewed: Reviewed, *, guideline_id: int | None, now: datetime
) -> Applied:
    """Return what *decisions* make of the item as it is *reviewed*, for the statement that decides the task.

    The locked task itself is marked as decided here, and what changes lists is moved.

    :raises IllegalMove: if it cannot be decided.
    """
    mark_decided(task, verdict_of(decisions.values()), guideline_id=guideline_id, now=now)
    applied_lists = applied(reviewed.with_model(decisions), reviewed.links)
    move_links(applied_lists.moved)
    return applied_lists


def _undo(task: Task) -> None:
    """Give the item back the documents that its import named."""
    ItemDocument.objects.filter(item_id=task.item_id, by_review=True).delete()
    for moved in ItemDocument.objects.filter(item_id=task.item_id, base_position__isnull=False):
        moved.role, moved.position = DocumentRole.HARD_NEGATIVE, moved.base_position or 0
        moved.base_position = None
        moved.save(update_fields=["role", "position", "base_position"])
