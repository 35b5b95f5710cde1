"""The decision log of the construction, and who has seen the keys that a release holds (RKB App. D, L)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import ProgrammingError, transaction

from benchmark.construction.actions.log import log_decision
from benchmark.construction.log import log_lines
from benchmark.models import ConstructionDecision, Release, ReleaseRipple
from benchmark.releases.actions.seeing import see_keys
from reviewapp.models import Event, Person, RippleItem, RippleSeen
from reviewapp.records import sha256
from reviewapp.rules.protocol import Incomplete, ItemState, NotAllowed
from reviewapp.workflows.ripple.actions.leaving import withdraw_batch, withdraw_ripple
from tests.factories import make_person
from tests.reviewapp.desk import NOW
from tests.reviewapp.ripple.making import make_batch, make_ripple_campaign, make_ripple_item, take

pytestmark = pytest.mark.django_db


def released(*items: RippleItem) -> Release:
    """A release of candidates, as a freeze leaves it."""
    release = Release.objects.create(
        name="m",
        kind="ripple",
        review_status="machine_validated",
        manifest="{}",
        manifest_sha256=sha256(b"{}"),
        n_items=len(items),
        n_documents=0,
        n_decisions=0,
    )
    for position, item in enumerate(items):
        line = item.key.record
        ReleaseRipple.objects.create(
            release=release,
            position=position,
            item_id=item.item_id,
            split=item.key.split,
            line=line,
            sha256=sha256(line.encode()),
        )
    return release


# --- The decision log -------------------------------------------------------------------------------------


def test_the_log_stands_in_the_order_of_what_was_decided() -> None:
    sam = make_person("sam")
    first = make_batch("first.jsonl")  # at the time of this transaction, which is later than NOW
    item = make_ripple_item(batch=first)
    late = NOW - timedelta(days=1)
    log_decision(
        change="Shares are rounded", reason="", outputs="BM25 on development", at=late, actor=sam, now=NOW
    )
    early = NOW - timedelta(days=9)
    log_decision(
        change="Edit tokens are kept out",
        reason="a pilot failed",
        outputs=None,
        at=early,
        actor=None,
        now=NOW,
    )
    withdraw_ripple(item=item, reason="one structure for all", actor=sam)
    release = released(make_ripple_item(batch=first))
    told = [line.as_object() for line in log_lines()]
    assert [(one["number"], one["kind"], one["outputs_seen"], one["outputs"]) for one in told] == [
        (1, "decision", "before", None),
        (2, "decision", "after", "BM25 on development"),
        (3, "import", None, None),
        (4, "withdrawal", None, None),
        (5, "release", None, None),
    ]
    assert [one["by"] for one in told] == [None, sam.pseudonym, None, sam.pseudonym, None]
    assert told[0]["at"] == "2026-02-21T09:00:00.000000Z"
    assert told[2]["change"] == f"Items that came in with first.jsonl (SHA-256 {first.sha256}): 1"
    assert (told[3]["change"], told[3]["reason"]) == (
        f"{item.item_id} was withdrawn",
        "one structure for all",
    )
    assert told[4]["change"].startswith("“m” was frozen, machine-validated (manifest ")
    assert release.review_status == "machine_validated"


def test_a_batch_that_is_withdrawn_is_one_entry() -> None:
    batch = make_batch()
    for _ in range(3):
        make_ripple_item(batch=batch)
    withdraw_batch(batch=batch, reason="a leak", actor=make_person("sam"))
    assert [line.change for line in log_lines() if line.kind == "withdrawal"] == [
        "Withdrawn of the items of made-up.jsonl: 3"
    ]


@pytest.mark.parametrize(
    ("how", "field"),
    [
        ({"change": " "}, "change"),
        ({"outputs": ""}, "outputs"),
        ({"at": NOW + timedelta(days=1)}, "at"),
    ],
)
def test_an_entry_without_its_facts_is_refused(how: dict[str, Any], field: str) -> None:
    entry: dict[str, Any] = {"change": "x", "reason": "", "outputs": None, "at": NOW}
    with pytest.raises(Incomplete) as caught:
        log_decision(**(entry | how), actor=None, now=NOW)
    assert list(caught.value.missing) == [field]
    assert not ConstructionDecision.objects.exists()


def test_an_entry_never_changes() -> None:
    log_decision(change="x", reason="", outputs=None, at=NOW, actor=None, now=NOW)
    with pytest.raises(ProgrammingError, match="Cannot update or delete"), transaction.atomic():
        ConstructionDecision.objects.update(change="y")


# --- Who has seen the keys --------------------------------------------------------------------------------


def test_who_reads_the_keys_of_candidates_is_on_record() -> None:
    sam = make_person("sam")
    item = make_ripple_item()
    release = released(item, make_ripple_item())
    assert see_keys(release=release, actor=sam, item_id=item.item_id) == 1
    assert see_keys(release=release, actor=sam) == 1
    assert see_keys(release=release, actor=sam) == 0
    assert set(RippleSeen.objects.values_list("person", "what")) == {(sam.pk, "hidden")}
    events = Event.objects.filter(verb="see_keys", actor=sam).order_by("pk")
    assert [event.new for event in events] == [{"release": release.code, "n_items": 1}] * 2


@pytest.mark.parametrize("state", [ItemState.ACCEPTED, ItemState.WITHDRAWN])
def test_the_keys_of_items_that_nobody_reviews_any_more_are_no_secret(state: ItemState) -> None:
    item = make_ripple_item()
    for step in (ItemState.IN_REVIEW, state):
        RippleItem.objects.filter(pk=item.pk).update(state=step)
    assert see_keys(release=released(item), actor=make_person("sam")) == 0
    assert not RippleSeen.objects.exists()


def test_a_reviewer_at_work_cannot_read_the_key_in_a_release(alice: Person) -> None:
    item = make_ripple_item()
    release = released(item)
    assert take(make_ripple_campaign([item]), alice) is not None
    with pytest.raises(NotAllowed, match="stays hidden"):
        see_keys(release=release, actor=alice)
    assert not RippleSeen.objects.exists()
