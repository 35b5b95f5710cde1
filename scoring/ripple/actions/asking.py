"""Asking a model about a release's ripple items: begun by a person, kept request by request."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from benchmark.models import Release, ReleaseRipple
from reviewapp.asking.answers import Answer, Prices, read_answer
from reviewapp.asking.asker import Question
from reviewapp.asking.settings import ModelSettings
from reviewapp.asking.transport import Attempt, Exchange
from reviewapp.jobs.actions import enqueue
from reviewapp.models import Person
from reviewapp.records import storable
from reviewapp.rules.codes import new_code
from reviewapp.rules.protocol import JobState
from reviewapp.work.actions.events import record
from scoring.models import HostedAttempt, HostedRequest, HostedRun
from scoring.ripple.actions.configurations import registered
from scoring.ripple.actions.runs import NoRippleItems
from scoring.ripple.asking.prompt import Template

ASK = "ask_model"
LIVE = (JobState.WAITING, JobState.RUNNING)


@dataclass(frozen=True, slots=True)
class Naming:
    """What a run is called by in the tables."""

    system: str
    family: str
    notes: str


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a model is asked and what its tokens cost. No answer depends on it."""

    concurrency: int
    retries: int
    timeout_seconds: int
    prices: Prices | None = None


class AlreadyAsked(ValueError):
    """The same model is being asked with the same settings; *run* is that."""

    def __init__(self, run: HostedRun) -> None:
        super().__init__(f"{run} is being asked with these settings already")
        self.run = run


@transaction.atomic(durable=True)
def start_model_run(
    *,
    release: Release,
    settings: ModelSettings,
    template: Template,
    naming: Naming,
    pace: Pace,
    actor: Person,
) -> HostedRun:
    """Register what is going to be asked, before the first answer, and ask for the asking.

    :raises NoRippleItems: if there is nothing to ask about.
    :raises AlreadyAsked: if the same is under way."""
    n_items = ReleaseRipple.objects.filter(release=release).count()
    if not n_items:
        raise NoRippleItems(f"{release.name} holds no ripple item")
    described = described_as(naming, settings, template)
    configuration = registered(release, described, actor)  # holds the release's lock from here on
    under_way = HostedRun.objects.filter(configuration=configuration, job__state__in=LIVE).first()
    if under_way is not None:
        raise AlreadyAsked(under_way)
    code = new_code()
    title = f"Ask {naming.system} about {release.name}"
    prices = pace.prices
    run = HostedRun.objects.create(
        code=code,
        release=release,
        configuration=configuration,
        base_url=settings.base_url,
        request=settings.request([]),
        template=template.text,
        prompt_sha256=template.sha256,
        n_items=n_items,
        concurrency=pace.concurrency,
        retries=pace.retries,
        timeout_seconds=pace.timeout_seconds,
        price_in=prices.prompt if prices else None,
        price_out=prices.completion if prices else None,
        job=enqueue(ASK, title=title[:200], args={"run": code}, actor=actor, unit="answers"),
        created_by=actor,
    )
    event = {"run": code, "release": release.code, "configuration": configuration.code}
    record("model_run_started", actor=actor, new=event)
    return run


def described_as(naming: Naming, settings: ModelSettings, template: Template) -> dict[str, Any]:
    """Return the metadata that the run is registered with; its group is settled by registering it."""
    return {
        "system": naming.system,
        "family": naming.family,
        **settings.metadata(),
        "prompt_sha256": template.sha256,
        "notes": naming.notes,
    }


@transaction.atomic(durable=True)
def note_request(*, run: HostedRun, item_pk: int, question: Question) -> HostedRequest:
    """Keep a request before it is sent. The row is the record of it, as of an answer: there is no event."""
    body = json.dumps(question.request)
    return HostedRequest.objects.create(run=run, item_id=item_pk, body=body, key=question.key)


@transaction.atomic(durable=True)
def note_attempts(*, request: HostedRequest, exchange: Exchange) -> None:
    """Keep everything that came back for a request."""
    rows = [_row(request, number, attempt) for number, attempt in enumerate(exchange.attempts)]
    HostedAttempt.objects.bulk_create(rows)


def _row(request: HostedRequest, number: int, attempt: Attempt) -> HostedAttempt:
    return HostedAttempt(
        request=request,
        number=number,
        kind=attempt.kind,
        status=attempt.status,
        seconds=attempt.seconds,
        provider_request=_name(attempt.request_id),
        body=attempt.body,
        cut=attempt.cut,
        **dict(_answer_columns(attempt)),
    )


def _answer_columns(attempt: Attempt) -> Iterator[tuple[str, Any]]:
    """Yield what is kept beside an answer's bytes, so that no page has to read them."""
    if not Exchange((attempt,)).is_answered:
        return
    answer: Answer = read_answer(attempt.body, cut=attempt.cut)
    yield "answer", answer.kind
    yield "finish_reason", _name(answer.finish_reason)
    yield "model", _name(answer.model)
    yield "prompt_tokens", answer.prompt_tokens
    yield "completion_tokens", answer.completion_tokens


def _name(text: str) -> str:
    """Return a name of the endpoint's as a column can hold it; the bytes are kept beside."""
    return storable(text)[:200]
