"""Asking a model, as the worker does it: however often a job runs, an answer is asked for once."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from django.conf import settings

from reviewapp.asking.asker import Asker, Question, Store, Tally
from reviewapp.asking.settings import ADDRESS_VARIABLE, KEY_VARIABLE
from reviewapp.asking.transport import Endpoint, Exchange, Patience
from reviewapp.jobs.progress import Progress
from scoring.models import HostedRequest, HostedRun, RippleRun
from scoring.ripple.actions.asking import ASK, note_attempts, note_request
from scoring.ripple.actions.runs import RippleAlreadyStored, store_ripple_run
from scoring.ripple.queries.asking import (
    answered_items,
    answers_file,
    lost_requests,
    metadata_of,
    questions,
)
from scoring.ripple.queries.frozen import ripple_ids


class OtherEndpoint(ValueError):
    """The run was begun with another endpoint than this worker has the key of."""


class ItemsLeft(ValueError):
    """Some items got no answer; the job can be run again for them."""


class RowStore(Store):
    """Keeps questions and answers in the database."""

    def __init__(self, run: HostedRun) -> None:
        self._run = run
        self._pks = ripple_ids(run.release)
        self._answered = answered_items(run)
        self._sent: dict[str, HostedRequest] = {}

    @property
    def n_open(self) -> int:
        return self._run.n_items - len(self._answered)

    def is_answered(self, item_id: str) -> bool:
        return self._pks[item_id] in self._answered

    def asked(self, question: Question) -> None:
        item_pk = self._pks[question.item_id]
        self._sent[question.item_id] = note_request(run=self._run, item_pk=item_pk, question=question)

    def settled(self, question: Question, exchange: Exchange) -> None:
        note_attempts(request=self._sent.pop(question.item_id), exchange=exchange)


def ask_model(progress: Progress, *, run: str) -> dict[str, Any]:
    """Ask about all items of that run which have no answer yet, then store the run to be scored."""
    hosted = HostedRun.objects.select_related("release", "configuration", "created_by").get(code=run)
    if hosted.base_url != settings.MODEL_BASE_URL:
        now = settings.MODEL_BASE_URL or "unset"
        raise OtherEndpoint(f"begun with {hosted.base_url}, but {ADDRESS_VARIABLE} is {now}")
    tally = _ask(hosted, progress)
    if tally.given_up:
        raise ItemsLeft(f"{tally.given_up:,} items got no answer; tried again, they alone are asked")
    stored = _store(hosted)
    return {"ripple_run": stored.code, "answered": tally.done, "tried_again": tally.again}


def _ask(hosted: HostedRun, progress: Progress) -> Tally:
    store = RowStore(hosted)
    progress.say(f"{store.n_open:,} of {hosted.n_items:,} items have no answer yet")
    if lost := lost_requests(hosted).count():
        progress.say(f"{lost:,} requests were under way when a worker died; what they asked is asked again")
    patience = Patience(hosted.timeout_seconds, hosted.retries)
    endpoint = Endpoint(hosted.base_url, os.environ.get(KEY_VARIABLE, "none"), patience)
    try:
        asker = Asker(
            endpoint,
            store,
            concurrency=hosted.concurrency,
            tick=lambda tally: progress.at(tally.done, hosted.n_items),
        )
        return asker.ask(question for _, question in questions(hosted))
    finally:
        endpoint.close()


def _store(hosted: HostedRun) -> RippleRun:
    try:
        with answers_file(hosted) as file:
            return store_ripple_run(
                release=hosted.release,
                metadata=metadata_of(hosted),
                origin=RippleRun.Origin.HOSTED,
                file=file,
                file_name=f"{hosted.code}.jsonl",
                actor=hosted.created_by,
                configuration=hosted.configuration,
            )
    except RippleAlreadyStored as error:
        return error.run


JOBS: dict[str, Callable[..., Any]] = {ASK: ask_model}
