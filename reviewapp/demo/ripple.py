"""The sample of ripple review: an item at every step of it, and three candidates that nobody has reviewed.

Like `sample`, it calls what people's pages call, and goes on where it was cut off. Alice and bob take the
items in the order of the file; what they differ on stands beside their places below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from reviewapp.demo.beats import write_beats
from reviewapp.models import (
    Campaign,
    Disagreement,
    Outcome,
    Person,
    Return,
    RippleAssent,
    RippleComment,
    RippleItem,
    Task,
)
from reviewapp.records import InputFile
from reviewapp.records.ripple import EDIT
from reviewapp.rules.protocol import DisagreementState, ItemState, Kind, RippleDecision, Role, Stage
from reviewapp.staff.actions.campaigns import add_items, create_campaign, set_member
from reviewapp.work.actions.adjudication import claim_disagreement
from reviewapp.work.actions.claiming import claim_next
from reviewapp.workflows.ripple.actions.adjudicating import add_comment, decide_ripple, record_assent
from reviewapp.workflows.ripple.actions.blind import commit_blind
from reviewapp.workflows.ripple.actions.closure import commit_closure
from reviewapp.workflows.ripple.actions.importing import import_ripple
from reviewapp.workflows.ripple.actions.leaving import withdraw_ripple
from reviewapp.workflows.ripple.queries.returns import matrix_of, read_record
from reviewapp.workflows.ripple.rules.outcome import OPEN
from reviewapp.workflows.ripple.rules.words import Judgement

CAMPAIGN = "Ripples of the Vell"
N_ITEMS = 8  # in the campaign; the others of the file stay candidates
READERS = {"alice": Role.ANNOTATOR, "bob": Role.ANNOTATOR, "carol": Role.ADJUDICATOR}
N_BLIND = {"alice": 6, "bob": 5}
BLIND_SECONDS, CLOSURE_SECONDS, DECIDING_SECONDS = 340, 410, 280
STARTS = {"alice": timedelta(hours=50), "bob": timedelta(hours=49)}  # no other sample work is then
LATER = timedelta(hours=20)  # from a person's blind recoveries to their closure reviews
DECIDING = timedelta(hours=1)

# The items by their place, and what is said of them. Of the next one closure is in, then both are open, then
# one blind recovery is in, then nobody has begun; the last is withdrawn.
AGREED, AMBIGUOUS, DISPUTED = range(3)
N_CLOSURE = {"alice": 4, "bob": 3}
N_DECIDED = 2
WITHDRAWN = 7
WHY_WITHDRAWN = "Two of its sentences came from one leaflet; it is to be made anew."
COMMENT = "Does the rule hold where the office counts by the full day? I read it so."


@dataclass(frozen=True, slots=True)
class Known:
    """An item with its key, as whoever wrote the sample knows it."""

    task: Task
    closure: Mapping[str, Any]
    documents: Sequence[Mapping[str, Any]]
    edited: str

    @property
    def members(self) -> list[str]:
        return [unit["unit_id"] for unit in self.closure["units"]]

    @property
    def bystander(self) -> str:
        """The first unit of the edited document that the edit does not affect."""
        home = next(
            document
            for document in self.documents
            if self.edited in {u["unit_id"] for u in document["units"]}
        )
        return next(str(u["unit_id"]) for u in home["units"] if u["unit_id"] not in self.members)

    def rule_of(self, unit_id: str) -> str:
        """Return the rule of the first edge that leads to a unit."""
        return next(str(edge["rule"]) for edge in self.closure["edges"] if edge["child"] == unit_id)


def review_ripples(people: Mapping[str, Person], folder: Path, *, now: datetime) -> None:
    """Bring the ripple items in and let alice, bob and carol review some."""
    import_ripple(file=InputFile.at(folder / "ripple_items.jsonl"), actor=people["sam"])
    campaign = _campaign(people, folder)
    tasks = list(
        Task.objects.filter(campaign=campaign).select_related("campaign", "ripple__key").order_by("ripple_id")
    )
    known = [_known(task) for task in tasks]
    for name, started in STARTS.items():
        _recover(campaign, people[name], now - started)
    for name, started in STARTS.items():
        _judge(known[: N_CLOSURE[name]], people[name], now - started + LATER)
    _decide(known[:N_DECIDED], people, now - DECIDING)
    _talk(known[DISPUTED].task, people["alice"], now - DECIDING / 2)
    withdrawn = known[WITHDRAWN].task.rippled
    if withdrawn.state != ItemState.WITHDRAWN:
        withdraw_ripple(item=withdrawn, reason=WHY_WITHDRAWN, actor=people["sam"])


def _campaign(people: Mapping[str, Person], folder: Path) -> Campaign:
    sam = people["sam"]
    campaign = Campaign.objects.filter(name=CAMPAIGN).first() or create_campaign(
        name=CAMPAIGN,
        kind=Kind.RIPPLE,
        overlap=2,
        guidelines=(folder / "ripple_guidelines.md").read_text(encoding="utf-8"),
        actor=sam,
    )
    members = campaign.memberships.values_list("person_id", flat=True)
    for name, role in READERS.items():
        if people[name].pk not in members:
            set_member(campaign=campaign, person=people[name], role=role, active=True, actor=sam)
    if not campaign.n_tasks:
        items = RippleItem.objects.order_by("id").values_list("pk", flat=True)
        add_items(campaign=campaign, item_ids=list(items[:N_ITEMS]), actor=sam)
    campaign.refresh_from_db()
    return campaign


def _known(task: Task) -> Known:
    item = task.rippled
    return Known(task, item.key.closure, item.public["documents"], item.public["edit"]["unit_id"])


# --- Blind recovery and closure review ----------------------------------------------------------------


def _recover(campaign: Campaign, actor: Person, clock: datetime) -> None:
    """Let *actor* recover their items one after the other."""
    done = Return.objects.filter(campaign=campaign, person=actor, stage=Stage.BLIND).count()
    clock += done * timedelta(seconds=BLIND_SECONDS)
    for _ in range(N_BLIND[actor.username] - done):
        task_id = claim_next(campaign=campaign, actor=actor, stage=Stage.BLIND, now=clock)
        assert task_id is not None, "there are more items than are worked off here"
        task = Task.objects.select_related("campaign", "ripple__key").get(pk=task_id)
        write_beats(task, actor, stage=Stage.BLIND, begins=clock, seconds=BLIND_SECONDS)
        clock += timedelta(seconds=BLIND_SECONDS)
        commit_blind(task_id=task.pk, actor=actor, body=_found(_known(task)), now=clock)


def _found(known: Known) -> dict[str, Any]:
    """Return what a careful reader recovers: the closure."""
    return {
        "selected": [{"unit_id": unit_id, "rationale": _why(known, unit_id)} for unit_id in known.members],
        "ambiguous": [],
        "checked": [document["document_id"] for document in known.documents],
        "notes": "",
    }


def _why(known: Known, unit_id: str) -> str:
    if unit_id == known.edited:
        return "This is the sentence that the edit changes."
    return f"Follows by the rule: {known.rule_of(unit_id)}."


def _judge(items: Sequence[Known], actor: Person, clock: datetime) -> None:
    """Let *actor* judge the closures of *items*, as far as that is not done."""
    for place, known in enumerate(items):
        begins = clock + place * timedelta(seconds=CLOSURE_SECONDS)
        if Return.objects.filter(task=known.task, person=actor, stage=Stage.CLOSURE).exists():
            continue
        write_beats(known.task, actor, stage=Stage.CLOSURE, begins=begins, seconds=CLOSURE_SECONDS)
        body = _judged(known, actor.username, place)
        ends = begins + timedelta(seconds=CLOSURE_SECONDS)
        commit_closure(task_id=known.task.pk, actor=actor, body=body, now=ends)


def _judged(known: Known, username: str, place: int) -> dict[str, Any]:
    """Return a closure review that finds all supported, but for what the place of the item calls for."""
    last = known.closure["edges"][-1]
    edges = {
        edge["edge_id"]: _supported({"edge_id": edge["edge_id"]}, edge) for edge in known.closure["edges"]
    }
    if (username, place) == ("bob", DISPUTED):
        edges[last["edge_id"]] = _doubted(last, Judgement.NOT_SUPPORTED, "No sentence gives this rule.")
    if (username, place) == ("alice", AMBIGUOUS):
        edges[last["edge_id"]] = _doubted(last, Judgement.AMBIGUOUS, "It could be meant for either year.")
    added = []
    if (username, place) == ("alice", DISPUTED):
        why = "It is about the same place, so it may have to be read again."
        added = [{"unit_id": known.bystander, "rationale": why, "parents": [known.edited]}]
    into = {edge["child"]: edge for edge in reversed(known.closure["edges"])}
    return {
        "units": [_supported({"unit_id": unit_id}, into[unit_id]) for unit_id in known.members],
        "edges": list(edges.values()),
        "merges": _merges(known),
        "added_units": added,
        "added_edges": [],
        "notes": "",
    }


def _supported(key: dict[str, str], edge: Mapping[str, str]) -> dict[str, Any]:
    cited = edge["child"] if edge["parent"] == EDIT else edge["parent"]
    return {**key, "verdict": Judgement.SUPPORTED, "rationale": "", "citations": [{"unit_id": cited}]}


def _doubted(edge: Mapping[str, str], verdict: Judgement, why: str) -> dict[str, Any]:
    return {"edge_id": edge["edge_id"], "verdict": verdict, "rationale": why, "citations": []}


def _merges(known: Known) -> list[dict[str, Any]]:
    arriving: dict[str, list[str]] = {}
    for edge in known.closure["edges"]:
        arriving.setdefault(edge["child"], []).append(edge["edge_id"])
    return [
        {"unit_id": child, "all_needed": True, "needed": edges, "rationale": ""}
        for child, edges in arriving.items()
        if len(edges) > 1
    ]


# --- Adjudication -------------------------------------------------------------------------------------


def _decide(items: Sequence[Known], people: Mapping[str, Person], clock: datetime) -> None:
    """Let carol decide *items*: one stands as it was proposed, of the other a question stays open."""
    for place, known in enumerate(items):
        begins = clock + place * timedelta(seconds=DECIDING_SECONDS)
        disagreement = Disagreement.objects.filter(task=known.task, state=DisagreementState.OPEN).first()
        if disagreement is not None:
            _decide_one(known, disagreement, people["carol"], begins, is_open=place == AMBIGUOUS)
        outcome = Outcome.objects.get(task=known.task)
        _assent(outcome, people, place, begins + timedelta(seconds=2 * DECIDING_SECONDS))


def _decide_one(
    known: Known, disagreement: Disagreement, carol: Person, begins: datetime, *, is_open: bool
) -> None:
    claim_disagreement(disagreement=disagreement, actor=carol, now=begins)
    rows = matrix_of(read_record(known.task)).open_rows
    why = "No document says which year is meant." if is_open else "The closure is what the documents say."
    resolved = [
        {"subject": row.subject, "resolution": OPEN if is_open else "in", "rationale": why} for row in rows
    ]
    decide_ripple(
        disagreement=disagreement,
        actor=carol,
        decision=RippleDecision.REJECTED if is_open else RippleDecision.ACCEPTED,
        body={
            "units": known.members,
            "edges": [dict(edge) for edge in known.closure["edges"]],
            "spans": [],
            "resolutions": resolved,
        },
        rationale=why,
        active_seconds=float(DECIDING_SECONDS),
        now=begins + timedelta(seconds=DECIDING_SECONDS),
    )


def _assent(outcome: Outcome, people: Mapping[str, Person], place: int, now: datetime) -> None:
    """Let both say what they think of the outcome; bob had seen nothing ambiguous."""
    for name in ("alice", "bob"):
        if not RippleAssent.objects.filter(outcome=outcome, person=people[name]).exists():
            dissents = (name, place) == ("bob", AMBIGUOUS)
            note = "I find the sentence clear enough." if dissents else ""
            record_assent(outcome=outcome, actor=people[name], assents=not dissents, note=note, now=now)


def _talk(task: Task, alice: Person, now: datetime) -> None:
    if not RippleComment.objects.filter(task=task).exists():
        add_comment(task=task, actor=alice, body=COMMENT, now=now)
