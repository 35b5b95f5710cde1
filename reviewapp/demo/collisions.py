"""The sample of collision review: three items are decided, two are left for whoever tries the desk.

Like `sample`, it calls what people's pages call, and goes on where it was cut off.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

from reviewapp.demo.beats import write_beats
from reviewapp.models import Campaign, Document, EvidenceItem, Person, Return, Task
from reviewapp.records import InputFile, canonical_text
from reviewapp.rules.protocol import ItemState, Kind, Role, Stage
from reviewapp.staff.actions.campaigns import add_items, create_campaign, set_member
from reviewapp.work.actions.claiming import claim_next
from reviewapp.work.actions.passages import EvidenceSpan
from reviewapp.workflows.collision.actions.importing import import_collisions
from reviewapp.workflows.collision.actions.reviewing import (
    CandidateEntry,
    commit_collision,
    decide_candidate,
    keep_candidate,
    revise_candidate,
)
from reviewapp.workflows.collision.queries.candidates import CandidateRow, read_candidates
from reviewapp.workflows.collision.rules.collisions import CollisionDecision

NEAR_MISSES = "Near misses"
N_DONE = 3  # items that each of the reviewers has committed
SPELL = timedelta(minutes=40)
READERS = {"alice": Role.ANNOTATOR, "bob": Role.ANNOTATOR, "carol": Role.ADJUDICATOR}

PREFACE, LEDGER = 137, 138
QUOTES = {PREFACE: "What has lasted is the theory of partitions"}
RATIONALES = {
    PREFACE: "It names the same field for the same man: more evidence, not a distractor.",
    LEDGER: "Sea holly is given out, but whether it helped is left open.",
}
WHY_REVISED = "I had taken it for a preface to somebody else's notebooks."


def review_near_misses(people: Mapping[str, Person], folder: Path, *, now: datetime) -> None:
    """Bring the candidates in and let alice and bob review some; they differ on one."""
    import_collisions(file=InputFile.at(folder / "collisions.jsonl"), actor=people["sam"])
    campaign = _campaign(people)
    for place, name in enumerate(("alice", "bob")):
        clock = now - SPELL + timedelta(minutes=place)
        for _ in range(N_DONE - Return.objects.filter(campaign=campaign, person=people[name]).count()):
            clock = _review_next(campaign, people[name], clock)


def _campaign(people: Mapping[str, Person]) -> Campaign:
    sam = people["sam"]
    campaign = Campaign.objects.filter(name=NEAR_MISSES).first() or create_campaign(
        name=NEAR_MISSES,
        kind=Kind.COLLISION,
        overlap=2,
        guidelines="Judge each candidate by what it says, before you look at what the model said.",
        actor=sam,
    )
    members = campaign.memberships.values_list("person_id", flat=True)
    for name, role in READERS.items():
        if people[name].pk not in members:
            set_member(campaign=campaign, person=people[name], role=role, active=True, actor=sam)
    if not campaign.n_tasks:
        items = EvidenceItem.objects.filter(candidates__isnull=False, state=ItemState.ACCEPTED).distinct()
        add_items(campaign=campaign, item_ids=list(items.values_list("pk", flat=True)), actor=sam)
    campaign.refresh_from_db()
    return campaign


def _review_next(campaign: Campaign, actor: Person, clock: datetime) -> datetime:
    """Let *actor* decide the candidates of their next item and commit it; return when that was."""
    task_id = claim_next(campaign=campaign, actor=actor, stage=Stage.COLLISION, now=clock)
    assert task_id is not None, "there are more items than are worked off here"
    task = Task.objects.select_related("campaign").get(pk=task_id)
    candidates = read_candidates(task, actor)
    seconds = 55 * len(candidates)
    write_beats(task, actor, stage=Stage.COLLISION, begins=clock, seconds=seconds)
    clock += timedelta(seconds=seconds)
    for candidate in candidates:
        _review(task_id, actor, candidate, clock)
    commit_collision(task_id=task_id, actor=actor, now=clock)
    return clock


def _review(task_id: int, actor: Person, candidate: CandidateRow, now: datetime) -> None:
    """Decide a candidate unless that is done; bob changes his mind about one after what the model said."""
    if candidate.final is not None:
        return
    decision = _said(actor.username, candidate.doc_id)
    is_misread = (actor.username, candidate.doc_id) == ("bob", PREFACE)
    first = CandidateEntry(candidate.doc_id, CollisionDecision.HARD_NEGATIVE) if is_misread else decision
    decide_candidate(task_id=task_id, actor=actor, entry=first, now=now)
    if is_misread:
        revise_candidate(task_id=task_id, actor=actor, entry=decision, why=WHY_REVISED, now=now)
    else:
        keep_candidate(task_id=task_id, actor=actor, doc_id=candidate.doc_id, now=now)


def _said(username: str, doc_id: int) -> CandidateEntry:
    if doc_id == PREFACE:
        decision = CollisionDecision.FALSE_NEGATIVE
    elif (username, doc_id) == ("alice", LEDGER):
        decision = CollisionDecision.CANNOT_TELL
    else:
        return CandidateEntry(doc_id, CollisionDecision.HARD_NEGATIVE)
    quote = QUOTES.get(doc_id)
    return CandidateEntry(doc_id, decision, RATIONALES[doc_id], [_span(doc_id, quote)] if quote else [])


def _span(doc_id: int, quote: str) -> EvidenceSpan:
    text = canonical_text(Document.objects.values_list("text", flat=True).get(pk=doc_id))
    start = text.index(quote)
    return EvidenceSpan(doc_id, start, start + len(quote))
