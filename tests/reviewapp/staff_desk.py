"""What the tests of the managers' pages start from: signed-in browsers, and reviews that have happened."""

from __future__ import annotations

from django.test import Client
from django.utils import timezone

from reviewapp.models import Campaign, Disagreement, Outcome, Person, Return
from reviewapp.rules.protocol import Stage
from reviewapp.work.actions.adjudication import resolve_disagreement
from reviewapp.work.actions.claiming import claim_next
from reviewapp.workflows.screening.actions import ScreeningEntry, commit_screening
from tests.factories import make_person


def as_person(username: str) -> Client:
    """Return the browser of somebody who is signed in."""
    client = Client()
    client.force_login(make_person(username), backend="reviewapp.people.auth.PersonBackend")
    return client


def claim(campaign: Campaign, username: str) -> int:
    """Let somebody take the next task; return its id."""
    person, now = make_person(username), timezone.now()
    task_id = claim_next(campaign=campaign, actor=person, stage=Stage.SCREENING, now=now)
    assert task_id is not None
    return task_id


def judge(campaign: Campaign, username: str, decision: str, **entry: str) -> Return:
    """Let somebody take the next task and commit a decision on it."""
    return commit_screening(
        task_id=claim(campaign, username),
        actor=make_person(username),
        entry=ScreeningEntry(decision=decision, **entry),  # type: ignore[arg-type]
        now=timezone.now(),
    )


def adjudicate(campaign: Campaign, username: str, decision: str, **entry: str) -> Outcome:
    """Let an adjudicator resolve the campaign's first open disagreement."""
    held = {"reason": "", "domain": "", "rationale": "It is so.", **entry}
    return resolve_disagreement(
        disagreement=Disagreement.objects.filter(campaign=campaign, state="open").earliest("pk"),
        actor=make_person(username),
        decision=decision,
        active_seconds=30.0,
        now=timezone.now(),
        **held,
    )


def person(username: str) -> Person:
    return make_person(username)


def csv_text(response: object) -> str:
    return b"".join(response.streaming_content).decode()  # type: ignore[attr-defined]
