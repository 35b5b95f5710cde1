"""What becomes of an item when it is decided: the rule, and the statement that has it too."""

from __future__ import annotations

from itertools import product

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from reviewapp.models import EvidenceItem, Task
from reviewapp.rules.protocol import (
    NEXT,
    Decision,
    IllegalMove,
    ItemState,
    Kind,
    check_move,
    item_state_after,
)
from reviewapp.work.actions.committing import write_decision
from reviewapp.work.queries.desk import lock_task
from tests.factories import make_campaign, make_item, put_in_state

pytestmark = pytest.mark.django_db

ELSEWHERE = (
    None,
    ("open", ""),
    ("disputed", ""),
    ("decided", "accept"),
    ("decided", "reject"),
    ("withdrawn", ""),
)


def review_elsewhere(item: EvidenceItem, task: Task, state: str, verdict: str) -> None:
    """Let another kind of review have the item in hand."""
    Task.objects.create(campaign=task.campaign, kind=Kind.COLLISION, item=item, state=state, verdict=verdict)


@pytest.mark.parametrize(
    ("state", "verdict", "elsewhere"),
    list(product([s for s in ItemState if s != ItemState.PROPOSED], Decision, ELSEWHERE)),
)
def test_the_statement_moves_an_item_as_the_rule_says(state, verdict, elsewhere):
    task = make_campaign(items=1).tasks.get()
    item = task.evidence
    put_in_state(item, state)
    if elsewhere:
        review_elsewhere(item, task, *elsewhere)
    expected = item_state_after(
        state,
        verdict,
        is_rejected_elsewhere=elsewhere == ("decided", "reject"),
        is_pending_elsewhere=elsewhere is not None and elsewhere[0] in ("open", "disputed"),
    )
    with transaction.atomic():
        write_decision(lock_task(task.pk), verdict=verdict, domain="", guideline_id=None, now=timezone.now())
    assert EvidenceItem.objects.get(pk=item.pk).state == expected


@pytest.mark.parametrize(("old", "new"), list(product(ItemState, ItemState)))
def test_the_database_refuses_every_move_that_the_protocol_does_not_name(old, new):
    item = make_item()
    put_in_state(item, old)
    lawful = old == new or new in NEXT[ItemState][old]
    if lawful:
        EvidenceItem.objects.filter(pk=item.pk).update(state=new)
    else:
        with pytest.raises(IntegrityError, match="cannot go from"), transaction.atomic():
            EvidenceItem.objects.filter(pk=item.pk).update(state=new)
        with pytest.raises(IllegalMove):
            check_move(old, new)
