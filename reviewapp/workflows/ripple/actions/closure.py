"""Committing a closure review, and the adjudication that opens once both are in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from reviewapp.models import Person, Return
from reviewapp.prepared import fetch_all
from reviewapp.rules.protocol import Stage
from reviewapp.rules.seats import counts_as_seat
from reviewapp.work.actions.settling import dispute
from reviewapp.workflows.ripple.actions.writing import begin, write
from reviewapp.workflows.ripple.queries.desk import read_revealed
from reviewapp.workflows.ripple.rules.closure import check_closure
from reviewapp.workflows.ripple.rules.matrix import Matrix, build_matrix

# Nothing before both of them are in; a replaced reviewer's stay in the history alone.
RETURNS_OF_BOTH = f"""
WITH seats AS (
    SELECT b.number, b.person_id FROM reviewapp_slot b
    WHERE b.task_id = %(task)s AND b.round = %(round)s AND {counts_as_seat("b")}
)
SELECT r.stage, r.body FROM seats b
JOIN reviewapp_return r ON r.task_id = %(task)s AND r.round = %(round)s AND r.person_id = b.person_id
WHERE (SELECT count(*) FROM seats JOIN reviewapp_slot c ON c.task_id = %(task)s AND c.round = %(round)s
    AND c.stage = 'closure' AND c.number = seats.number AND c.state = 'committed') = 2
ORDER BY b.number
"""

WHAT = (("unit", "membership"), ("edge", "edges"), ("merge", "merges"))


@transaction.atomic(durable=True)
def commit_closure(*, task_id: int, actor: Person, body: Mapping[str, Any], now: datetime) -> Return:
    """Commit *actor*'s closure review; with the second one of the item, open its adjudication.

    :raises Incomplete: naming each thing that is missing (see `check_closure`).
    :raises NotYours: before the closure is open to *actor*.
    :raises NotAllowed: if the campaign is not open, or *actor* has left the item.
    """
    opened = begin(task_id, actor=actor, stage=Stage.CLOSURE, now=now)
    if isinstance(opened, Return):
        return opened
    task = opened.task
    public, closure = read_revealed(task, actor)
    checked = check_closure(body, public, closure)
    committed = write(opened, actor=actor, decision=Stage.CLOSURE, body=checked, now=now)
    rows = fetch_all(RETURNS_OF_BOTH, {"task": task.pk, "round": task.round})
    if rows:
        blinds, closures = (
            [json.loads(body_text) for at, body_text in rows if at == stage]
            for stage in (Stage.BLIND, Stage.CLOSURE)
        )
        dispute(task, differing(build_matrix(public, closure, blinds=blinds, closures=closures)))
    return committed


def differing(matrix: Matrix) -> tuple[str, ...]:
    """Return what an adjudication is about, in words; it opens where all agree as well."""
    subjects = {row.subject.partition(":")[0] for row in matrix.open_rows}
    return tuple(word for subject, word in WHAT if subject in subjects)
