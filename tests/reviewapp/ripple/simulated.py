"""A simulated review of items by two reviewers, who know what is true and err by a rule, and an adjudicator.

What is true of an item is its proposed key, but for six items that the seed draws: of two the deepest unit is
not affected, of two the key lacks a unit, one is rejected and one is withdrawn. In each stage a reviewer is
wrong about one answer in 250, drawn anew from the seed, their name, the stage and the item: a unit is
overlooked or taken for affected, a unit or an edge is called not supported or ambiguous. The adjudicator
answers every question as it is true.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from reviewapp.models import Campaign, Disagreement, Person, RippleItem, Slot, Task
from reviewapp.rules.protocol import SlotState, Stage
from reviewapp.work.actions.adjudication import claim_disagreement
from reviewapp.workflows.ripple.actions.adjudicating import decide_ripple
from reviewapp.workflows.ripple.queries.returns import matrix_of, read_record
from reviewapp.workflows.ripple.rules.matrix import Row
from reviewapp.workflows.ripple.rules.public import Unit, read_public
from tests.reviewapp.desk import NOW
from tests.reviewapp.ripple.making import judge, recover, take

SEED = 10
WRONG = 1 / 250
PLANS = ("one too many", "one too many", "one missing", "one missing", "rejected", "withdrawn")
ENDS = ("rejected", "withdrawn")
Pair = tuple[str, str]


@dataclass(frozen=True)
class Truth:
    """What is true of an item: the units and edges of its final key."""

    item: RippleItem
    plan: str

    @property
    def ends(self) -> str:
        """How the item ends that is not accepted."""
        return self.plan if self.plan in ENDS else ""

    @property
    def changes(self) -> bool:
        """Whether the final key is another than the proposed one."""
        return self.plan.startswith("one ")

    @property
    def units(self) -> list[Unit]:
        return list(read_public(self.item.public).units)

    @property
    def edited(self) -> str:
        return str(self.item.public["edit"]["unit_id"])

    @property
    def proposed(self) -> list[str]:
        return [one["unit_id"] for one in self.item.key.closure["units"]]

    @property
    def dropped(self) -> str:
        """The unit that is proposed and not affected: the last of the deepest."""
        deepest = max(self.item.key.closure["units"], key=lambda one: one["depth"])
        return str(deepest["unit_id"]) if self.plan == "one too many" else ""

    @property
    def added(self) -> Unit | None:
        """The unit that is affected and not proposed: the last that opens with the name of a body."""
        if self.plan != "one missing":
            return None
        out = [unit for unit in self.units if unit.unit_id not in self.proposed]
        return next(unit for unit in reversed(out) if opening(unit) and unit.document != self._home)

    @property
    def _home(self) -> Any:
        return next(unit.document for unit in self.units if unit.unit_id == self.edited)

    @property
    def members(self) -> set[str]:
        entered = {self.added.unit_id} if self.added else set()
        return {*self.proposed, *entered} - {self.dropped}

    @property
    def edges(self) -> list[Pair]:
        links = [(edge["parent"], edge["child"]) for edge in self.item.key.closure["edges"]]
        entered = [(self.edited, self.added.unit_id)] if self.added else []
        return [pair for pair in [*links, *entered] if self.dropped not in pair]


def opening(unit: Unit) -> str:
    """Return the name of a body that a unit opens with, none where it opens otherwise."""
    found = re.match(r"((?:[A-Z][a-z]+ )+[A-Z][a-z]+),? (?=[a-z])", unit.text)
    return found[1] if found else ""


def truths_of(items: list[RippleItem]) -> dict[int, Truth]:
    """Draw what is true of each item, by its primary key."""
    drawn = random.Random(SEED).sample(range(len(items)), len(PLANS))
    plans = dict(zip(drawn, PLANS, strict=True))
    return {item.pk: Truth(item, plans.get(place, "as proposed")) for place, item in enumerate(items)}


# --- What a reviewer enters ----------------------------------------------------------------------------


@dataclass
class Errors:
    """Draws what a reviewer is wrong about, in one stage of one item."""

    draw: random.Random
    made: int = 0

    def wrong(self) -> bool:
        found = self.draw.random() < WRONG
        self.made += found
        return found


def errors_of(name: str, stage: str, truth: Truth) -> Errors:
    return Errors(random.Random(f"{SEED}:{name}:{stage}:{truth.item.item_id}"))


def blind_body(truth: Truth, errors: Errors) -> dict[str, Any]:
    """Return a blind recovery; nobody is wrong about the edited sentence."""
    taken = [
        unit.unit_id
        for unit in truth.units
        if unit.unit_id == truth.edited or (unit.unit_id in truth.members) is not errors.wrong()
    ]
    return {
        "selected": [{"unit_id": name, "rationale": "It follows from the edit."} for name in taken],
        "ambiguous": [],
        "checked": [document["document_id"] for document in truth.item.public["documents"]],
        "notes": "",
    }


def closure_body(truth: Truth, errors: Errors) -> dict[str, Any]:
    """Return a closure review: what is true is supported, what is missing is added."""
    closure, edges = truth.item.key.closure, set(truth.edges)
    children = [edge["child"] for edge in closure["edges"]]
    merges = dict.fromkeys(child for child in children if children.count(child) > 1)
    added = truth.added
    why = "A rule names it."
    return {
        "units": [
            {"unit_id": name, **_judged(name in truth.members, name, errors)} for name in truth.proposed
        ],
        "edges": [
            {
                "edge_id": edge["edge_id"],
                **_judged((edge["parent"], edge["child"]) in edges, edge["child"], errors),
            }
            for edge in closure["edges"]
        ],
        "merges": [{"unit_id": name, "all_needed": True} for name in merges],
        "added_units": [{"unit_id": added.unit_id, "rationale": why, "parents": [truth.edited]}]
        if added
        else [],
        "added_edges": [],
        "notes": "",
    }


def _judged(holds: bool, cited: str, errors: Errors) -> dict[str, Any]:
    if holds is not errors.wrong():
        return {"verdict": "supported", "citations": [{"unit_id": cited}]}
    verdict = errors.draw.choice(["not_supported", "ambiguous"]) if holds else "not_supported"
    return {"verdict": verdict, "rationale": "The text does not say so."}


# --- What the adjudicator decides ----------------------------------------------------------------------


def outcome_body(truth: Truth, asked: list[Row]) -> dict[str, Any]:
    """Return the true key, with an answer to each question."""
    return {
        "units": sorted(truth.members),
        "edges": [{"parent": parent, "child": child, "rule": "as it says"} for parent, child in truth.edges],
        "spans": list(_spans(truth.added)) if truth.added else [],
        "resolutions": [
            {"subject": row.subject, "resolution": _answer(row, truth), "rationale": "Read again."}
            for row in asked
        ],
    }


def _answer(row: Row, truth: Truth) -> str:
    kind, _, about = row.subject.partition(":")
    if kind == "unit":
        return "affected" if about in truth.members else "not affected"
    if kind == "merge":
        return "every parent is needed"
    parent, _, child = about.partition(">")
    return "follows" if (parent, child) in truth.edges else "does not follow"


def _spans(unit: Unit) -> Iterator[dict[str, Any]]:
    """Mark the opening name and the numbers of a unit that enters; its texts are ASCII where generated."""
    yield {"unit_id": unit.unit_id, "kind": "entity", "start": 0, "end": len(opening(unit).encode())}
    for found in re.finditer(r"[0-9][0-9,.]*(?<=[0-9])", unit.text):
        start, end = (len(unit.text[:at].encode()) for at in found.span())
        yield {"unit_id": unit.unit_id, "kind": "number", "start": start, "end": end}


# --- The whole way -------------------------------------------------------------------------------------


@dataclass
class Review:
    """A campaign's review from the first claim to the last outcome, a minute a step."""

    campaign: Campaign
    truths: dict[int, Truth]
    reviewers: tuple[Person, ...]
    adjudicator: Person
    now: datetime = NOW
    errors: int = 0
    disputed: set[str] = field(default_factory=set)

    def run(self) -> None:
        """Recover all, judge all, decide all."""
        for person in self.reviewers:
            self._recover(person)
        for person in self.reviewers:
            self._judge(person)
        for found in Disagreement.objects.select_related("task__ripple", "campaign").order_by("pk"):
            self._decide(found)

    def _recover(self, person: Person) -> None:
        while task := take(self.campaign, person, self._later()):
            truth = self.truths[task.rippled.pk]
            errors = errors_of(person.username, "blind", truth)
            recover(task, person, blind_body(truth, errors), self._later())
            self.errors += errors.made

    def _judge(self, person: Person) -> None:
        mine = Slot.objects.filter(stage=Stage.CLOSURE, state=SlotState.CLAIMED, person=person)
        for task in Task.objects.filter(pk__in=mine.values("task")).order_by("pk"):
            truth = self.truths[task.rippled.pk]
            errors = errors_of(person.username, "closure", truth)
            judge(task, person, closure_body(truth, errors), self._later())
            self.errors += errors.made

    def _decide(self, found: Disagreement) -> None:
        truth = self.truths[found.task.rippled.pk]
        claim_disagreement(disagreement=found, actor=self.adjudicator, now=self._later())
        asked = list(matrix_of(read_record(found.task)).open_rows)
        self.disputed |= {truth.item.item_id} if asked else set()
        decide_ripple(
            disagreement=found,
            actor=self.adjudicator,
            decision=truth.ends or "accepted",
            body=outcome_body(truth, asked),
            rationale="Read by all three.",
            active_seconds=60.0,
            now=self._later(),
        )

    def _later(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now
