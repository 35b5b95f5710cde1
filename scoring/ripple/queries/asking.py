"""What is there of a model that was asked here: its questions, its answers, and the run that they make."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, cast

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from benchmark.models import ReleaseRipple
from reviewapp.asking.answers import Prices, Usage
from reviewapp.asking.asker import Question
from reviewapp.asking.journal import attempt_object
from reviewapp.asking.settings import ModelSettings
from reviewapp.asking.transport import ANSWERED, Attempt
from reviewapp.records import parse_object
from scoring.models import HostedAttempt, HostedRequest, HostedRun
from scoring.ripple.asking.prompt import PublicItem, Template, question_of
from scoring.ripple.asking.stored import run_lines
from scoring.runs.files import spooled

SHOWN = ("kind", "status", "seconds", "answer", "finish_reason", "prompt_tokens", "completion_tokens")
_NOT_EXTRA = ("model", "messages")


def settings_of(run: HostedRun) -> ModelSettings:
    """Return the settings whose request is, field by field, the one that was begun with."""
    extra = {name: value for name, value in run.request.items() if name not in _NOT_EXTRA}
    return ModelSettings(
        run.request["model"], run.base_url, temperature=None, top_p=None, max_tokens=None, extra=extra
    )


def questions(run: HostedRun) -> Iterator[tuple[int, Question]]:
    """Yield the question about each item in the order of the release, with the item's row."""
    settings, template = settings_of(run), Template(run.template)
    rows = ReleaseRipple.objects.filter(release_id=run.release_id).order_by("position")
    for pk, line in rows.values_list("pk", "line").iterator(chunk_size=50):
        item = PublicItem.of(parse_object(line.encode()))
        yield pk, question_of(item, settings, template, run.code)


def answered_items(run: HostedRun) -> set[int]:
    """Return the rows of the items that have an answer."""
    answered = HostedAttempt.objects.filter(request=OuterRef("pk"), kind=ANSWERED)
    rows = HostedRequest.objects.filter(Exists(answered), run=run)
    return set(rows.values_list("item_id", flat=True))


def lost_requests(run: HostedRun) -> QuerySet[HostedRequest]:
    """Return the requests whose end is not known: they were under way when a worker died."""
    ended = HostedAttempt.objects.filter(request=OuterRef("pk"))
    return HostedRequest.objects.filter(~Exists(ended), run=run)


def asked_again(run: HostedRun) -> int:
    """Count the requests that were sent again because nobody knows how the first one ended."""
    later = HostedRequest.objects.filter(run=run, item=OuterRef("item"), pk__gt=OuterRef("pk"))
    return lost_requests(run).filter(Exists(later)).count()


def _answers(run: HostedRun) -> Iterator[tuple[str, Attempt | None]]:
    """Yield every item's identifier with its first answer, in the order of the release."""
    items = ReleaseRipple.objects.filter(release_id=run.release_id).order_by("position")
    rows = HostedAttempt.objects.filter(request__run=run, kind=ANSWERED)
    rows = rows.order_by("request__item__position", "pk").distinct("request__item__position")
    attempts = rows.select_related("request").iterator(chunk_size=20)
    answer = next(attempts, None)
    for pk, item_id in items.values_list("pk", "item_id").iterator(chunk_size=200):
        if answer is None or answer.request.item_id != pk:
            yield item_id, None
            continue
        yield (
            item_id,
            Attempt(answer.kind, answer.seconds, answer.status, bytes(answer.body), answer.cut),
        )
        answer = next(attempts, None)


def metadata_of(run: HostedRun) -> dict[str, Any]:
    """Return what the stored run says of itself, as its configuration was registered."""
    configuration = run.configuration
    named = {"system": configuration.system, "family": configuration.family}
    return named | dict(configuration.settings) | {"notes": configuration.notes}


@contextmanager
def answers_file(run: HostedRun) -> Iterator[BinaryIO]:
    """Give the stored run of what is answered so far, as a file (contracts §5)."""
    n_asked_again, prices = asked_again(run), prices_of(run)
    _, lines = run_lines(metadata_of(run), lambda: _answers(run), n_asked_again=n_asked_again, prices=prices)
    with spooled(lines) as file:
        yield cast(BinaryIO, file)


def prices_of(run: HostedRun) -> Prices | None:
    """Return what a million tokens cost, where that was told."""
    if run.price_in is None or run.price_out is None:
        return None
    return Prices(run.price_in, run.price_out)


def counts_of(run: HostedRun) -> dict[str, Any]:
    """Count what is there for the run's page: answers by kind, what they took, and what went wrong."""
    answered = HostedAttempt.objects.filter(request__run=run, kind=ANSWERED)
    first = answered.order_by("request__item_id", "pk").distinct("request__item_id").values("pk")
    uncounted = Q(prompt_tokens=None) | Q(completion_tokens=None)
    sums = answered.filter(pk__in=first).aggregate(
        n=Count("pk"),
        uncounted=Count("pk", filter=uncounted),
        prompt=Sum("prompt_tokens"),
        completion=Sum("completion_tokens"),
        cut=Count("pk", filter=Q(finish_reason="length")),
        no_text=Count("pk", filter=~Q(answer="completion")),
    )
    failed = HostedAttempt.objects.filter(request__run=run).exclude(kind=ANSWERED)
    usage = Usage(sums["n"], sums["uncounted"], sums["prompt"] or 0, sums["completion"] or 0)
    prices = prices_of(run)
    return {
        "usage": usage,
        "cost": prices.cost(usage) if prices else None,
        "n_cut": sums["cut"],
        "n_no_text": sums["no_text"],
        "failed": dict(failed.values_list("kind").annotate(n=Count("pk")).order_by("kind")),
        "n_lost": lost_requests(run).count(),
    }


def with_ends(requests: QuerySet[HostedRequest]) -> QuerySet[HostedRequest]:
    """Add to each request how many attempts there were, and how the last one ended; no body is read."""
    attempts = HostedAttempt.objects.filter(request=OuterRef("pk")).order_by("-number")
    return requests.annotate(
        n_attempts=Coalesce(Subquery(attempts.values("number")[:1]), -1) + 1,
        **{f"last_{name}": Subquery(attempts.values(name)[:1]) for name in SHOWN},
    )


def journal_lines(run: HostedRun) -> Iterator[bytes]:
    """Yield every request and all that came back, in the order in which they were sent, as JSON lines."""
    requests = HostedRequest.objects.filter(run=run).select_related("item").order_by("pk")
    for request in requests.prefetch_related("attempts").iterator(chunk_size=20):
        line = {
            "item_id": request.item.item_id,
            "at": request.asked_at.isoformat(),
            "key": request.key,
            "request": json.loads(request.body),
            "attempts": [
                _attempt(attempt)
                for attempt in sorted(request.attempts.all(), key=lambda attempt: attempt.number)
            ],
        }
        yield json.dumps(line, ensure_ascii=False).encode(errors="backslashreplace") + b"\n"


def _attempt(attempt: HostedAttempt) -> dict[str, Any]:
    entry = attempt_object(
        Attempt(
            attempt.kind,
            attempt.seconds,
            attempt.status,
            bytes(attempt.body),
            attempt.cut,
            attempt.provider_request,
        )
    )
    return {"ended_at": attempt.ended_at.isoformat(), **entry}
