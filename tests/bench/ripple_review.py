"""Ripple review beside screening, stage by stage in one run: 500 items, 20 people at once.

Each person opens and commits a screening task, a blind recovery and a closure review in turn, so that all
three wait in the same queues. Then two people do so with nobody else there, which shows the work itself.
"""

from __future__ import annotations

import itertools
import json
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.utils import timezone

from reviewapp.models import Campaign, Person, RippleBatch, RippleItem, RippleKey, Slot, Task
from reviewapp.records.ripple import check_ripple, ripple_bytes
from reviewapp.records.text import sha256
from reviewapp.rules.protocol import Kind, Role, SlotState, Stage
from reviewapp.staff.actions.campaigns import add_items, create_campaign, set_member
from reviewapp.work.actions.claiming import claim_next
from reviewapp.workflows.ripple.actions.blind import commit_blind
from tests.bench.collisions import Desk
from tests.bench.seed import make_people, make_pool
from tests.bench.table import Table
from tests.reviewapp.ripple.making import closure_body
from tests.reviewapp.ripple.pages import Fields, blind_fields, closure_fields

N_ITEMS, N_PEOPLE = 500, 20
ALLOWED = 2.0
SHARE_ALONE = 20  # one item in so many is for the two people who work alone


@dataclass
class Review:
    """Both campaigns, and of the one of ripple review what each form sends, by stage and task."""

    screening: Campaign
    ripple: Campaign
    sent: dict[tuple[str, str], Fields] = field(default_factory=dict)
    closures: dict[int, deque[str]] = field(default_factory=dict)

    def work(self, desk: Desk) -> None:
        """Let one person open and commit one task of each."""
        plain = desk.ask("next", "GET", f"/work/{self.screening.code}/next/")
        desk.ask("open screening", "GET", plain)
        desk.ask("commit screening", "POST", plain, verdict="accept", domain="law", note="", ahead="1")
        self._judge(desk, "blind", desk.ask("next", "GET", f"/work/{self.ripple.code}/next/"))
        self._judge(desk, "closure", f"/ripple/{self.closures[desk.person.pk].popleft()}/")

    def _judge(self, desk: Desk, stage: str, at: str) -> None:
        desk.ask(f"open {stage}", "GET", at)
        desk.ask(f"commit {stage}", "POST", at, **self.sent[stage, at.split("/")[2]], sure="1")


def measure_ripple_review(
    url: str, base: int, n_documents: int, table: Table, *, n_items: int = N_ITEMS
) -> None:
    """Print p95 of opening and committing each stage under load, and its median without, beside screening."""
    people = make_people(N_PEOPLE)
    n_alone = n_items // SHARE_ALONE
    n_rounds = n_items * 3 // 10 // (N_PEOPLE // 2)
    review = seed(base, n_documents, people, n_items=n_items, n_alone=n_alone, n_each=n_rounds)
    desks = [Desk(url, person) for person in people]
    for _, desk in itertools.product(range(max(1, n_alone // 5)), desks[:2]):
        review.work(desk)  # both servers have compiled and prepared what they need
    for desk in desks[:2]:
        desk.took.clear()
    _all_at_once(review, desks, n_rounds)
    table.title(f"Ripple review ({n_items:,} items), beside screening")
    _print(table, _took(desks), f"{N_PEOPLE} people, p95", 0.95)
    for desk in desks:
        desk.took.clear()
    for _, desk in itertools.product(range(n_alone - max(1, n_alone // 5)), desks[:2]):
        review.work(desk)
    _print(table, _took(desks), "alone, median", 0.5)


def seed(
    base: int, n_documents: int, people: list[Person], *, n_items: int, n_alone: int, n_each: int
) -> Review:
    """Write both campaigns; of so many items for each pair of people, the closure is open already."""
    screening = make_pool("rippled", n_items=n_items, base=base, n_documents=n_documents, people=people)
    items = list(_items(n_items))
    ripple = create_campaign(
        name="ripples", kind=Kind.RIPPLE, overlap=2, guidelines="Follow the edit.", actor=None
    )
    add_items(campaign=ripple, item_ids=[item.pk for item in items], actor=None)
    for person in people:
        set_member(campaign=ripple, person=person, role=Role.ANNOTATOR, active=True, actor=None)
    review = Review(screening, ripple)
    blinds = {}
    for task in Task.objects.filter(campaign=ripple).select_related("ripple__key"):
        blinds[task.pk] = _blind_body(task)
        review.sent["blind", task.code] = blind_fields(task, blinds[task.pk])
        review.sent["closure", task.code] = closure_fields(task, closure_body(task.rippled))
    pairs = list(zip(people[::2], people[1::2], strict=True))
    for number, pair in enumerate(pairs):
        for _ in range(n_each + (0 if number else n_alone)):
            _recover(ripple, pair, blinds)
    for person_id, code in Slot.objects.filter(
        campaign=ripple, stage=Stage.CLOSURE, state=SlotState.CLAIMED
    ).values_list("person_id", "task__code"):
        review.closures.setdefault(person_id, deque()).append(code)
    return review


def _recover(campaign: Campaign, pair: tuple[Person, Person], blinds: Mapping[int, dict[str, Any]]) -> None:
    """Let both take the next item and commit its blind recovery."""
    for person in pair:
        now = timezone.now()
        task_id = claim_next(campaign=campaign, actor=person, stage=Stage.BLIND, now=now)
        assert task_id is not None
        commit_blind(task_id=task_id, actor=person, body=blinds[task_id], now=now)


def _items(n: int) -> Iterator[RippleItem]:
    """Write *n* items, copies of the sample's twelve under names of their own."""
    lines = (settings.BASE_DIR / "fixtures" / "ripple_items.jsonl").read_text().split("\n")
    objects = itertools.cycle([json.loads(line) for line in lines if line])
    batch = RippleBatch.objects.create(name="bench", sha256=sha256(b"bench"), n_items=n)
    for number, made in enumerate(itertools.islice(objects, n), start=1):
        names = {"item_id": f"bench-{number}", "source_id": f"bench-{number}"}
        record = check_ripple(made | names)
        line = ripple_bytes(record)
        item = RippleItem.objects.create(
            item_id=record.item_id,
            public=record.public_object(),
            n_documents=len(record.documents),
            n_units=len(list(record.units)),
            batch=batch,
            record_sha256=sha256(line),
            place=f"bench.jsonl:{number}",
        )
        whole = record.as_object()
        RippleKey.objects.create(
            item=item,
            split=record.split,
            source_id=record.source_id,
            shape=record.shape,
            closure=whole["closure"],
            supporting_units=list(record.supporting_units),
            spans=whole["spans"],
            record=line.decode(),
        )
        yield item


def _blind_body(task: Task) -> dict[str, Any]:
    """Return a blind return that finds what is proposed."""
    units = task.rippled.key.closure["units"]
    return {
        "selected": [{"unit_id": one["unit_id"], "rationale": "It follows."} for one in units],
        "ambiguous": [],
        "checked": [document["document_id"] for document in task.rippled.public["documents"]],
        "notes": "",
    }


def _all_at_once(review: Review, desks: list[Desk], rounds: int) -> None:
    failures: list[Exception] = []
    begin = threading.Barrier(len(desks))

    def work(desk: Desk) -> None:
        begin.wait()
        try:
            for _ in range(rounds):
                review.work(desk)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(desk,)) for desk in desks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def _took(desks: list[Desk]) -> dict[str, list[float]]:
    """Return the milliseconds of each thing that was asked, sorted."""
    whats = {what for desk in desks for what in desk.took}
    return {what: sorted(1000 * s for desk in desks for s in desk.took.get(what, [])) for what in whats}


def _print(table: Table, took: Mapping[str, list[float]], which: str, share: float) -> None:
    for does, stage in itertools.product(("open", "commit"), ("blind", "closure")):
        ours, peer = (
            found[min(len(found) - 1, int(len(found) * share))]
            for found in (took[f"{does} {stage}"], took[f"{does} screening"])
        )
        table.line(
            f"{does} {stage}, {which}",
            f"{ours:.1f} ms",
            beside=f"screening {peer:.1f} ms: {ours / peer:.2f} of it",
            **_reach(ours / peer) if share > 0.5 else {},
        )


def _reach(ratio: float) -> dict[str, Any]:
    return {"reach": f"<= {ALLOWED:.0f}", "ok": ratio <= ALLOWED}
