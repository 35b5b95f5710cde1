"""How the tests of collision review act: candidates and verdicts in one line, people by name."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import datetime
from typing import Any

from reviewapp.bank.intake.report import Imported
from reviewapp.models import Campaign, CandidateDecision, Document, EvidenceItem, Person, Return, Task
from reviewapp.records import InputFile
from reviewapp.rules.protocol import Kind, Role, Stage
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
from reviewapp.workflows.collision.queries.candidates import read_candidates
from reviewapp.workflows.collision.rules.collisions import Plan
from tests.factories import make_document, make_item, make_person
from tests.reviewapp.desk import NOW

MODEL = {"model": "critic", "prompt_version": "p1"}
_n = iter(range(1, 10_000))


def line(
    item: EvidenceItem, document: Document, rank: int = 1, verdict: str | None = None, **more: Any
) -> bytes:
    row = {
        "item_id": item.item_id,
        "doc_id": document.doc_id,
        "rank": rank,
        "similarity": round(1 - rank / 100, 2),
        "verdict": verdict,
        "rationale": "because",
        "quote": "",
        **MODEL,
        **more,
    }
    return json.dumps(row, ensure_ascii=False).encode()


def bring(*lines: bytes, name: str = "collisions.jsonl", **how: Any) -> Imported:
    data = b"".join(one + b"\n" for one in lines)
    return import_collisions(file=InputFile(name, lambda: closing(io.BytesIO(data))), actor=None, **how)


def make_candidates(
    item: EvidenceItem, verdicts: Sequence[str | None] = ("hard_negative",), texts: Sequence[str] = ()
) -> list[Document]:
    """Give *item* one candidate a verdict, in rank order, and return their documents."""
    documents = [make_document(texts[n] if texts else None) for n in range(len(verdicts))]
    rows = enumerate(zip(documents, verdicts, strict=True), start=1)
    bring(*(line(item, document, rank, verdict) for rank, (document, verdict) in rows))
    return documents


def make_collision_campaign(
    items: Sequence[EvidenceItem],
    *,
    overlap: int = 1,
    plan: Plan | None = None,
    annotators: Sequence[str] = ("alice", "bob"),
) -> Campaign:
    campaign = create_campaign(
        name=f"Collisions {next(_n)}",
        kind=Kind.COLLISION,
        overlap=overlap,
        guidelines="Judge each candidate alone.",
        actor=None,
        plan=plan,
    )
    add_items(campaign=campaign, item_ids=[item.pk for item in items], actor=None)
    for role, names in ((Role.ANNOTATOR, annotators), (Role.ADJUDICATOR, ("carol",))):
        for name in names:
            set_member(campaign=campaign, person=make_person(name, role), role=role, active=True, actor=None)
    campaign.refresh_from_db()
    return campaign


def one_item(
    verdicts: Sequence[str | None] = ("hard_negative",), **how: Any
) -> tuple[EvidenceItem, Campaign]:
    """Return an item with candidates, and the campaign that reviews it."""
    item = make_item()
    make_candidates(item, verdicts)
    return item, make_collision_campaign([item], **how)


def take(campaign: Campaign, person: Person, now: datetime = NOW) -> Task:
    task_id = claim_next(campaign=campaign, actor=person, stage=Stage.COLLISION, now=now)
    assert task_id is not None
    return Task.objects.select_related("item", "campaign").get(pk=task_id)


def entry(doc_id: int, decision: str, rationale: str = "as it says", **more: Any) -> CandidateEntry:
    quote = [EvidenceSpan(doc_id, 0, 3)] if decision in ("conflict", "false_negative") else []
    return CandidateEntry(doc_id, decision, rationale, **{"evidence": quote, **more})


def decide(
    task: Task, person: Person, doc_id: int, decision: str, now: datetime = NOW, **more: Any
) -> CandidateDecision:
    return decide_candidate(task_id=task.pk, actor=person, entry=entry(doc_id, decision, **more), now=now)


def keep(task: Task, person: Person, doc_id: int, now: datetime = NOW) -> CandidateDecision:
    return keep_candidate(task_id=task.pk, actor=person, doc_id=doc_id, now=now)


def revise(task: Task, person: Person, doc_id: int, decision: str, now: datetime = NOW) -> CandidateDecision:
    return revise_candidate(
        task_id=task.pk, actor=person, entry=entry(doc_id, decision), why="seen the model's word", now=now
    )


def commit(task: Task, person: Person, now: datetime = NOW) -> Return:
    return commit_collision(task_id=task.pk, actor=person, now=now)


def review(
    campaign: Campaign, person: Person, decisions: Sequence[str] | Mapping[int, str], now: datetime = NOW
) -> Return:
    """Let *person* take the next item, decide its candidates in rank order, keep each, and commit."""
    task = take(campaign, person, now)
    candidates = read_candidates(task, person)
    if not isinstance(decisions, Mapping):
        decisions = dict(zip((one.doc_id for one in candidates), decisions, strict=True))
    for one in candidates:
        decide(task, person, one.doc_id, decisions[one.doc_id], now)
        keep(task, person, one.doc_id, now)
    return commit(task, person, now)


def lists_of(item: EvidenceItem) -> tuple[list[int], list[int]]:
    """Return an item's RefList and hard negatives."""
    rows = list(item.item_documents.order_by("position").values_list("role", "document_id"))
    refs = [document for role, document in rows if role == "reference"]
    return refs, [document for role, document in rows if role == "hard_negative"]
