"""A model that was asked about some items of a release, without a server."""

from __future__ import annotations

from typing import Any

from benchmark.models import Release
from reviewapp.asking.settings import ModelSettings
from reviewapp.asking.transport import ANSWERED, SERVER_ERROR, Attempt, Exchange
from scoring.models import HostedRun
from scoring.ripple.actions.asking import Naming, Pace, note_attempts, note_request, start_model_run
from scoring.ripple.asking.prompt import Template
from scoring.ripple.queries.asking import questions
from tests.completions import completion
from tests.factories import make_person

ENDPOINT = "http://127.0.0.1:9/v1"


def make_hosted_run(release: Release, *, answered: int = 2, **pace: Any) -> HostedRun:
    """Return a run whose first items were answered, and whose next one failed."""
    run = start_model_run(
        release=release,
        settings=ModelSettings("tern-70b", ENDPOINT),
        template=Template(),
        naming=Naming("Tern 70B", "language model", "Asked on a calm day."),
        pace=Pace(**({"concurrency": 2, "retries": 0, "timeout_seconds": 5} | pace)),
        actor=make_person("sam"),
    )
    body = completion('{"ranking": []}', usage=(1200, 34))[1]
    for place, (pk, question) in enumerate(questions(run)):
        if place > answered:
            break
        request = note_request(run=run, item_pk=pk, question=question)
        attempt = Attempt(ANSWERED, 1.25, 200, body) if place < answered else Attempt(SERVER_ERROR, 0.5, 503)
        note_attempts(request=request, exchange=Exchange((attempt,)))
    return run
