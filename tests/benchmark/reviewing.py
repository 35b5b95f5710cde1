"""Reviewed items for tests of releases, reached by the actions that people's clicks reach."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.utils import timezone

from reviewapp.models import Campaign, Disagreement, Person, Return
from reviewapp.rules.protocol import DisagreementState, Stage
from reviewapp.work.actions.adjudication import claim_disagreement, resolve_disagreement
from reviewapp.work.actions.claiming import claim_next
from reviewapp.workflows.screening.actions import EvidenceSpan, ScreeningEntry, commit_screening
from tests.factories import make_person

HOSTILE = (
    "emoji 👩‍👩‍👧 · combining é̂ · עברית \u202e rtl · CRLF\r\nhere · LF\n · U+2028 \u2028 · U+0085 \x85 · "
    'tab\t · \x01\x1f\x7f · quote " backslash \\ slash / · {"json": [1]} · `code` | pipe · '
    "<script>alert(1)</script> · %s %(x)s · \\N · \\. · ' OR 1=1 --"
)


def decide_next(campaign: Campaign, name: str, verdict: str = "accept", **entry: Any) -> Return:
    """Let the person of that *name* claim the next task and commit: accept, or a reason to reject."""
    actor = make_person(name)
    task_id = claim_next(campaign=campaign, actor=actor, stage=Stage.SCREENING, now=timezone.now())
    assert task_id, f"nothing is left for {name}"
    return commit(task_id, actor, verdict, **entry)


def commit(task_id: int, actor: Person, verdict: str = "accept", **entry: Any) -> Return:
    given = ScreeningEntry("accept") if verdict == "accept" else ScreeningEntry("reject", verdict)
    entry = {"decision": given.decision, "reason": given.reason, **entry}
    return commit_screening(task_id=task_id, actor=actor, entry=ScreeningEntry(**entry), now=timezone.now())


def accept_all(campaign: Campaign, name: str = "alice", **entry: Any) -> None:
    for _ in range(campaign.n_tasks):
        decide_next(campaign, name, **entry)


def adjudicate(campaign: Campaign, decision: str = "accept", reason: str = "") -> None:
    """Let carol decide the oldest open disagreement."""
    carol, now = make_person("carol"), timezone.now()
    disagreement = (
        Disagreement.objects.filter(campaign=campaign, state=DisagreementState.OPEN).order_by("id").first()
    )
    assert disagreement
    claim_disagreement(disagreement=disagreement, actor=carol, now=now)
    resolve_disagreement(
        disagreement=disagreement,
        actor=carol,
        decision=decision,
        reason=reason,
        domain="",
        rationale="The reference says so.",
        active_seconds=12.5,
        now=now,
    )


def span(doc_id: int, start: int, end: int) -> EvidenceSpan:
    return EvidenceSpan(doc_id, start, end)


def lines_of(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_bytes().split(b"\n") if line]
