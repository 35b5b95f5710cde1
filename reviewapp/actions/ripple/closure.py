"""Committing a closure review, and the adjudication that opens once both are in."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from reviewapp.actions.ripple.writing import begin, write
from reviewapp.actions.settling import dispute
from reviewapp.models import Person, Return
from reviewapp.protocol import Stage
from reviewapp.queries.prepared import fetch_all
from reviewapp.queries.ripple import read_closure, read_public
from reviewapp.queries.ripple_returns import matrix_of, read_record
from reviewapp.ripple.closure import check_closure
from reviewapp.ripple.matrix import Matrix

BOTH_IN = """
SELECT count(*) = 2 FROM reviewapp_slot b JOIN reviewapp_slot c ON c.task_id = b.task_id
    AND c.round = b.round AND c.stage = 'closure' AND c.number = b.number AND c.state = 'committed'
WHERE b.task_id = %(task)s AND b.round = %(round)s AND b.stage = 'blind'
    AND NOT EXISTS (SELECT 1 FROM reviewapp_slot r WHERE r.replaces_id = b.id)
"""

WHAT = (("unit", "membership"), ("edge", "edges"), ("merge", "merges"))


@transaction.atomic(durable=True)
def commit_closure(*, task_id: int, actor: Person, body: Mapping[str, Any], now: datetime) -> Return:
    """Commit *actor*'s closure review; with the second one of the item, open its adjudication.

    :raises Incomplete: naming each thing that is missing (see `check_closure`).
    :raises NotYours: before the closure is open to *actor*.
    :raises NotAllowed: if the campaign is not open, or *actor* has left the item.
    """
    begun = begin(task_id, actor=actor, stage=Stage.CLOSURE, now=now)
    if isinstance(begun, Return):
        return begun
    task = begun.task
    checked = check_closure(body, read_public(task), read_closure(task, actor))
    committed = write(begun, actor=actor, decision=Stage.CLOSURE, body=checked, now=now)
    row = fetch_all(BOTH_IN, {"task": task.pk, "round": task.round})
    if row[0][0]:
        dispute(task, differing(matrix_of(read_record(task))))
    return committed


def differing(matrix: Matrix) -> tuple[str, ...]:
    """Return what an adjudication is about, in words; it opens where all agree as well."""
    subjects = {row.subject.partition(":")[0] for row in matrix.open_rows}
    return tuple(word for subject, word in WHAT if subject in subjects)
