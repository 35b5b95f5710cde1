"""Ripple items, campaigns and returns for tests, one line each. The hand-made item, with depths in brackets:

    edit → north (1) → total (2) → below (3) → audit (4)
           north (1) → share (2) → below (3)        three documents; door, south and dawn are unaffected

`below` is a merge of `total` and `share`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from reviewapp.models import (
    Campaign,
    Disagreement,
    Membership,
    Outcome,
    Person,
    Return,
    RippleBatch,
    RippleItem,
    RippleKey,
    Task,
)
from reviewapp.records.ripple import check_ripple, ripple_bytes, shortest_paths
from reviewapp.records.text import sha256
from reviewapp.rules.protocol import Kind, Role, Stage
from reviewapp.staff.actions.campaigns import add_items, create_campaign
from reviewapp.work.actions.adjudication import claim_disagreement
from reviewapp.work.actions.claiming import claim_next
from reviewapp.workflows.ripple.actions.adjudicating import decide_ripple
from reviewapp.workflows.ripple.actions.blind import commit_blind
from reviewapp.workflows.ripple.actions.closure import commit_closure
from tests.factories import make_person
from tests.reviewapp.desk import NOW

_n = count(1)

TEXTS = {
    "Harbour census": {
        "north": "North stores 1,204 crates.",
        "door": "North opens at dawn.",
        "total": "Harbour Works holds 2,304 crates in all.",
    },
    "Registry": {
        "south": "South stores 1,100 crates.",
        "share": "Harbour Works counts 52 of every 100 crates in North.",
        "below": "Harbour Works stays below 2,400 crates.",
    },
    "Audit": {
        "audit": "The Harbour Board waives the fee.",
        "dawn": "The gulls rise before the bell.",
    },
}
EDGES = (
    ("edit", "north"),
    ("north", "total"),
    ("north", "share"),
    ("total", "below"),
    ("share", "below"),
    ("below", "audit"),
)
MEMBERS = ("north", "total", "share", "below", "audit")
SPANS = (("north", "number", "1,204"), ("total", "number", "2,304"), ("below", "number", "2,400"))


def unit(name: str) -> str:
    """Return the identifier of the hand-made item's unit of that name."""
    return f"u-{sha256(name.encode())[:8]}"


def ripple_object(
    item_id: str,
    *,
    edges: Iterable[tuple[str, str]] = EDGES,
    spans: Iterable[tuple[str, str, str]] = SPANS,
    split: str = "report",
    source_id: str = "2hop__1_2",
    shape: str = "diamond_with_tail",
) -> dict[str, Any]:
    """Return the hand-made item as its line in a file tells it; *edges* by the names of units."""
    texts = {name: text for units in TEXTS.values() for name, text in units.items()}
    links = [(parent if parent == "edit" else unit(parent), unit(child)) for parent, child in edges]
    return {
        "item_id": item_id,
        "split": split,
        "source_id": source_id,
        "shape": shape,
        "edit": {
            "unit_id": unit("north"),
            "old": "1,204",
            "new": "1,310",
            "description": "North stores 1,310 crates.",
        },
        "documents": [
            {
                "document_id": f"d-{sha256(title.encode())[:8]}",
                "title": title,
                "units": [
                    {"unit_id": unit(name), "text": text, "sha256": sha256(text.encode())}
                    for name, text in units.items()
                ],
            }
            for title, units in TEXTS.items()
        ],
        "closure": {
            "units": [{"unit_id": name, "depth": depth} for name, depth in shortest_paths(links).items()],
            "edges": [
                {"edge_id": f"e{n}", "parent": parent, "child": child, "rule": f"rule {n}"}
                for n, (parent, child) in enumerate(links, start=1)
            ],
        },
        "supporting_units": [unit("north")],
        "spans": [
            {
                "unit_id": unit(name),
                "kind": kind,
                "start": texts[name].encode().index(quote.encode()),
                "end": texts[name].encode().index(quote.encode()) + len(quote.encode()),
                "sha256": sha256(quote.encode()),
            }
            for name, kind, quote in spans
        ],
        "provenance": {},
    }


def make_batch(name: str = "made-up.jsonl") -> RippleBatch:
    return RippleBatch.objects.create(name=name, sha256=sha256(name.encode()), n_items=1)


def make_ripple_item(
    item_id: str | None = None, *, batch: RippleBatch | None = None, **how: Any
) -> RippleItem:
    """Return a new item with its key; *how*: what differs from the hand-made one (see `ripple_object`)."""
    number = next(_n)
    item_id = item_id or f"rk-{number:04}"
    how.setdefault("source_id", f"2hop__{number}_{item_id}")
    record = check_ripple(ripple_object(item_id, **how))
    line = ripple_bytes(record)
    item = RippleItem.objects.create(
        item_id=item_id,
        public=record.public_object(),
        n_documents=len(record.documents),
        n_units=len(list(record.units)),
        batch=batch or make_batch(),
        record_sha256=sha256(line),
        place=f"made-up.jsonl:{number}",
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
    return item


def make_ripple_campaign(
    items: int | Iterable[RippleItem] = 1,
    *,
    annotators: Sequence[str] = ("alice", "bob", "dave"),
    adjudicators: Sequence[str] = ("carol",),
) -> Campaign:
    """Return an open campaign of ripple review over *items* (a number: so many new ones), with its people."""
    campaign = create_campaign(
        name=f"Ripples {next(_n)}", kind=Kind.RIPPLE, overlap=2, guidelines="Follow the edit.", actor=None
    )
    wanted = [make_ripple_item() for _ in range(items)] if isinstance(items, int) else list(items)
    add_items(campaign=campaign, item_ids=[item.pk for item in wanted], actor=None)
    people = [(name, Role.ANNOTATOR) for name in annotators]
    people += [(name, Role.ADJUDICATOR) for name in adjudicators]
    Membership.objects.bulk_create(
        Membership(campaign=campaign, person=make_person(name, role), role=role) for name, role in people
    )
    campaign.refresh_from_db()
    return campaign


def one_ripple(**how: Any) -> tuple[RippleItem, Campaign, Task]:
    """Return an item under review, its campaign and its task."""
    item = make_ripple_item(**how)
    campaign = make_ripple_campaign([item])
    return item, campaign, Task.objects.select_related("ripple", "campaign").get(ripple=item)


def take(campaign: Campaign, person: Person, now: datetime = NOW) -> Task | None:
    """Let *person* claim their next blind recovery."""
    task_id = claim_next(campaign=campaign, actor=person, stage=Stage.BLIND, now=now)
    return Task.objects.select_related("ripple", "campaign").get(pk=task_id) if task_id else None


def blind_body(
    names: Sequence[str] = MEMBERS, *, ambiguous: Sequence[str] = (), public: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return a whole blind return that selects the units of those names."""
    documents = (public or ripple_object("x"))["documents"]
    return {
        "selected": [{"unit_id": unit(name), "rationale": f"{name} follows"} for name in names],
        "ambiguous": [{"unit_id": unit(name), "reason": f"{name} may follow"} for name in ambiguous],
        "checked": [document["document_id"] for document in documents],
        "notes": "",
    }


def closure_body(
    item: RippleItem | None = None,
    *,
    verdicts: Mapping[str, str] | None = None,
    added: Mapping[str, Sequence[str]] | None = None,
    needed: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, Any]:
    """Return a whole closure return that finds all supported, but for *verdicts*, by unit name or edge id.

    :param added: units that are added, by name, with the names of their parents (or "edit").
    :param needed: of merges that do not need every parent, by unit name, the edges that are.
    """
    closure = item.key.closure if item else ripple_object("x")["closure"]
    said = {unit(name) if not name.startswith("e") else name: word for name, word in (verdicts or {}).items()}
    arriving: dict[str, list[str]] = {}
    for edge in closure["edges"]:
        arriving.setdefault(edge["child"], []).append(edge["edge_id"])
    partly = {unit(name): list(edges) for name, edges in (needed or {}).items()}
    return {
        "units": [
            _judged({"unit_id": one["unit_id"]}, said.get(one["unit_id"], "supported"), one["unit_id"])
            for one in closure["units"]
        ],
        "edges": [
            _judged({"edge_id": one["edge_id"]}, said.get(one["edge_id"], "supported"), one["child"])
            for one in closure["edges"]
        ],
        "merges": [
            {
                "unit_id": child,
                "all_needed": child not in partly,
                "needed": partly.get(child, edges),
                "rationale": "one is enough" if child in partly else "",
            }
            for child, edges in arriving.items()
            if len(edges) > 1
        ],
        "added_units": [
            {
                "unit_id": unit(name),
                "rationale": f"{name} follows too",
                "parents": ["edit" if parent == "edit" else unit(parent) for parent in parents],
            }
            for name, parents in (added or {}).items()
        ],
        "added_edges": [],
        "notes": "",
    }


def _judged(key: dict[str, str], verdict: str, cited: str) -> dict[str, Any]:
    why = "" if verdict == "supported" else "the text does not say so"
    citations = [{"unit_id": cited}] if verdict == "supported" else []
    return {**key, "verdict": verdict, "rationale": why, "citations": citations}


def recover(task: Task, person: Person, body: Mapping[str, Any] | None = None, now: datetime = NOW) -> Return:
    """Let *person*, who has claimed it, commit a blind recovery, half an hour of claim at the most after."""
    return commit_blind(task_id=task.pk, actor=person, body=body or blind_body(), now=now)


def judge(task: Task, person: Person, body: Mapping[str, Any] | None = None, now: datetime = NOW) -> Return:
    """Let *person* commit a closure review."""
    return commit_closure(task_id=task.pk, actor=person, body=body or closure_body(task.ripple), now=now)


def both_recover(
    campaign: Campaign, alice: Person, bob: Person, bodies: Sequence[Mapping[str, Any] | None] = (None, None)
) -> Task:
    """Let both claim their next item and commit its blind recovery, a few minutes later each."""
    for person, body in zip((alice, bob), bodies, strict=True):
        task = take(campaign, person)
        assert task is not None
        recover(task, person, body, NOW + timedelta(minutes=5))
    return task


def both_judge(
    task: Task, alice: Person, bob: Person, bodies: Sequence[Mapping[str, Any] | None] = (None, None)
) -> Disagreement:
    """Let both commit their closure reviews, and return the adjudication that opens."""
    for person, body in zip((alice, bob), bodies, strict=True):
        judge(task, person, body, NOW + timedelta(minutes=10))
    return Disagreement.objects.select_related("task__ripple", "campaign").get(task=task)


def outcome_body(
    item: RippleItem | None = None,
    *,
    drop: Sequence[str] = (),
    drop_edges: Sequence[str] = (),
    add: Mapping[str, Sequence[str]] | None = None,
    spans: Sequence[tuple[str, str, int, int]] = (),
    resolve: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return an adjudicator's decision: the proposal without *drop* and with *add* (units with parents).

    :param resolve: resolutions by subject, see `subject`.
    """
    closure = deepcopy(item.key.closure if item else ripple_object("x")["closure"])
    gone = {unit(name) for name in drop}
    edges = [
        {"parent": edge["parent"], "child": edge["child"]}
        for edge in closure["edges"]
        if edge["edge_id"] not in drop_edges and not {edge["parent"], edge["child"]} & gone
    ]
    new = [
        {"parent": "edit" if parent == "edit" else unit(parent), "child": unit(name), "rule": "as it says"}
        for name, parents in (add or {}).items()
        for parent in parents
    ]
    kept = [one["unit_id"] for one in closure["units"] if one["unit_id"] not in gone]
    return {
        "units": [*kept, *(unit(name) for name in add or {})],
        "edges": [*edges, *new],
        "spans": [
            {"unit_id": unit(name), "kind": kind, "start": start, "end": end}
            for name, kind, start, end in spans
        ],
        "resolutions": [
            {"subject": about, "resolution": said, "rationale": "because the text says so"}
            for about, said in (resolve or {}).items()
        ],
    }


def subject(kind: str, *names: str) -> str:
    """Return the subject of a row of the matrix, its units by name.

    >>> subject("edge", "edit", "north")
    'edge:edit>u-dc365e79'
    """
    return f"{kind}:{'>'.join(name if name == 'edit' else unit(name) for name in names)}"


def adjudicate(
    disagreement: Disagreement,
    carol: Person,
    body: Mapping[str, Any] | None = None,
    *,
    decision: str = "accepted",
    now: datetime = NOW + timedelta(minutes=20),
    seconds: float = 60.0,
) -> Outcome:
    """Let *carol* take up the adjudication and decide it."""
    claim_disagreement(disagreement=disagreement, actor=carol, now=now)
    return decide_ripple(
        disagreement=disagreement,
        actor=carol,
        decision=decision,
        body=body or outcome_body(disagreement.task.ripple),
        rationale="as the text says",
        active_seconds=seconds,
        now=now,
    )
