"""The managers' pages of models asked here: start one, follow it, read what was asked and answered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from benchmark.models import Release, ReleaseRipple
from reviewapp.asking.answers import read_answer
from reviewapp.asking.settings import ADDRESS_VARIABLE, KEY_VARIABLE, MAX_TOKENS_FIELDS
from reviewapp.records import InvalidFile
from reviewapp.web.permissions import managers_only, person_of
from scoring.access.lists import page_of
from scoring.models import HostedAttempt, HostedRequest, HostedRun, RippleRun
from scoring.ripple.actions.asking import LIVE, AlreadyAsked, start_model_run
from scoring.ripple.actions.runs import RippleAlreadyStored, store_ripple_run
from scoring.ripple.asking.prompt import DEFAULT
from scoring.ripple.forms.asking import ModelRunForm
from scoring.ripple.queries.asking import (
    answered_items,
    answers_file,
    counts_of,
    journal_lines,
    metadata_of,
    with_ends,
)
from scoring.ripple.views.release import find_release

SHOWN_CHARACTERS = 100_000
PAGE_RUNS = 50


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def hosted_new(request: HttpRequest, code: str) -> HttpResponse:
    """Ask a model about a release's ripple items; the models asked before are listed below."""
    release = find_release(code)
    form = ModelRunForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and settings.MODEL_BASE_URL and form.is_valid():
        try:
            return redirect("hosted_run", _start(request, release, form).code)
        except AlreadyAsked as error:
            messages.info(request, f"{error}: nothing was started.")
            return redirect("hosted_run", error.run.code)
    runs = HostedRun.objects.filter(release=release).select_related("configuration", "job", "created_by")
    context = {
        "section": "scores",
        "release": release,
        "n_items": release.ripple_items.count(),
        "form": form,
        "runs": runs.defer("template").order_by("-pk")[:PAGE_RUNS],
        "prompt": DEFAULT,
        "endpoint": settings.MODEL_BASE_URL,
        "has_client": find_spec("openai") is not None,
        "variables": (ADDRESS_VARIABLE, KEY_VARIABLE),
    }
    return render(request, "scoring/ripple/asking/new.html", context)


def _start(request: HttpRequest, release: Release, form: ModelRunForm) -> HostedRun:
    return start_model_run(
        release=release,
        settings=form.settings(settings.MODEL_BASE_URL),
        template=form.cleaned_data["template"],
        naming=form.naming,
        pace=form.pace,
        actor=person_of(request),
    )


def find_hosted(code: str) -> HostedRun:
    """Return the run of that code with all that its pages name; 404 if there is none."""
    runs = HostedRun.objects.select_related("release", "configuration", "job", "created_by")
    return get_object_or_404(runs, code=code)


@require_safe
@managers_only
def hosted_run(request: HttpRequest, code: str) -> HttpResponse:
    """Show how far a model is, what it took, and every request."""
    run = find_hosted(code)
    requests = HostedRequest.objects.filter(run=run).select_related("item").defer("body", "item__line")
    page = page_of(with_ends(requests).order_by("-pk"), request.GET.get("page"))
    counts = counts_of(run)
    answered = counts["usage"].n_answers
    context = {
        "section": "scores",
        "run": run,
        "counts": counts,
        "n_left": run.n_items - answered,
        "is_live": run.job.state in LIVE,
        "may_go_on": run.job.state in ("failed", "cancelled"),
        "sent": sent_fields(run),
        "page": page,
        "stored": stored_of(run),
    }
    return render(request, "scoring/ripple/asking/run.html", context)


def sent_fields(run: HostedRun) -> list[tuple[str, Any]]:
    """Return the fields that every request carries beside its messages, those of every model first."""
    usual = ("model", "temperature", "top_p", *MAX_TOKENS_FIELDS, "thinking")
    names = [name for name in usual if name in run.request]
    names += sorted(name for name in run.request if name not in (*usual, "messages"))
    return [(name, run.request[name]) for name in names]


def stored_of(run: HostedRun) -> QuerySet[RippleRun]:
    """Return the stored runs that were made of this model's answers, newest first."""
    made_here = RippleRun.objects.filter(configuration=run.configuration_id, origin=RippleRun.Origin.HOSTED)
    return made_here.order_by("-pk")


@require_safe
@managers_only
def hosted_item(request: HttpRequest, code: str, position: int) -> HttpResponse:
    """Show every request about one item, and what came back, as it is."""
    run = find_hosted(code)
    item = get_object_or_404(ReleaseRipple.objects.defer("line"), release=run.release_id, position=position)
    requests = HostedRequest.objects.filter(run=run, item=item).prefetch_related("attempts").order_by("pk")
    exchanges = [
        (asked_request, json.loads(asked_request.body)["messages"], _attempts(asked_request))
        for asked_request in requests
    ]
    context = {"section": "scores", "run": run, "item": item, "asked": exchanges}
    return render(request, "scoring/ripple/asking/item.html", context)


def _attempts(request: HostedRequest) -> Iterator[tuple[HostedAttempt, str, str]]:
    """Yield each try with the model's own words in it, and with all that came back."""
    for attempt in sorted(request.attempts.all(), key=lambda attempt: attempt.number):
        body = bytes(attempt.body)
        text = read_answer(body, cut=attempt.cut).text if attempt.answer else ""
        yield attempt, _cut(text), _cut(body.decode(errors="replace"))


def _cut(text: str) -> str:
    """Cut a text for the page; what no page can hold is shown as what it is."""
    return text[:SHOWN_CHARACTERS].encode(errors="backslashreplace").decode().replace("\0", "␀")


@require_POST
@managers_only
def hosted_store(request: HttpRequest, code: str) -> HttpResponse:
    """Store what is answered so far as a run, to be scored as the half-done run that it is."""
    run = find_hosted(code)
    if not answered_items(run):
        messages.error(request, "Nothing is answered yet: there is nothing to score.")
        return redirect("hosted_run", code)
    try:
        with answers_file(run) as file:
            stored = store_ripple_run(
                release=run.release,
                metadata=metadata_of(run),
                origin=RippleRun.Origin.HOSTED,
                file=file,
                file_name=f"{run.code}.jsonl",
                actor=person_of(request),
                configuration=run.configuration,
            )
    except RippleAlreadyStored as error:
        messages.info(request, f"These answers are stored already, as {error.run.code}: nothing has changed.")
    except InvalidFile as error:
        messages.error(request, str(error))
    else:
        counted = f"{stored.n_results:,} of {run.n_items:,} answers"
        messages.success(request, f"{counted} are stored as {stored.code} and being scored.")
    return redirect("hosted_run", code)


@require_safe
@managers_only
def hosted_journal(request: HttpRequest, code: str) -> HttpResponseBase:
    """Send every request and all that came back, as JSON lines."""
    run = find_hosted(code)
    response = StreamingHttpResponse(journal_lines(run), content_type="application/x-ndjson")
    response["Content-Disposition"] = content_disposition_header(True, f"requests-{run.code}.jsonl") or ""
    return response
