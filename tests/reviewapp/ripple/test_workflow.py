"""An item from its blind recovery to its outcome, and who takes part in it (RKB App. D)."""

from __future__ import annotations

import pytest

from reviewapp.models import Person
from reviewapp.protocol import (
    ItemState,
    TaskState,
)
from tests.reviewapp.ripple.making import adjudicate, both_judge, both_recover, one_ripple

pytestmark = pytest.mark.django_db


def test_an_item_on_which_all_agree_is_accepted_by_the_adjudicator(
    alice: Person, bob: Person, carol: Person
) -> None:
    item, campaign, _ = one_ripple()
    task = both_recover(campaign, alice, bob)
    disagreement = both_judge(task, alice, bob)
    assert disagreement.fields == []
    outcome = adjudicate(disagreement, carol)
    assert [line["ok"] for line in outcome.body["acceptance"]] == [True] * 5
    task.refresh_from_db()
    item.refresh_from_db()
    assert (task.state, item.state) == (TaskState.DECIDED, ItemState.ACCEPTED)
