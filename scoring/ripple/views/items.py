"""The items of a run on ripple items, for managers: what was found, missed and copied, one by one."""

from __future__ import annotations

from typing import Any

import orjson
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from reviewapp.models import Person
from reviewapp.rules.protocol import NotAllowed
from reviewapp.web.csv_stream import stream_csv
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only, person_of
from reviewapp.workflows.ripple.actions.seeing import see_hidden
from scoring.models import RippleItemScore, RippleOutcome, RippleResponse, RippleRun, RippleScoring
from scoring.ripple.queries.seeing import under_review, withheld
from scoring.ripple.scorer.computing import CENSUS_TAGS, targets_of
from scoring.ripple.scorer.items import SPLITS, check_item
from scoring.ripple.scorer.rankings_parse import PRIMARY
from scoring.ripple.scorer.runs import MISSING, result_of
from scoring.ripple.tables.item import SHOWN_ENTRIES, entries_of, missed_of
from scoring.ripple.tables.scorecards import CENSUS_TITLES, census_words
from scoring.ripple.views.runs import chosen_parser, find_ripple_run, scorings_of
from scoring.runs.lines import decode

SORTS = {
    "position": ("position",),
    "-position": ("-position",),
    "recall": ("recall", "position"),
    "-recall": ("-recall", "-position"),
}
ITEM_COLUMNS = (
    "item_id",
    "split",
    "outcome",
    "recall_at_2g",
    "recall_at_g",
    "affected",
    "candidates",
    "recovered",
    "exact",
    "malformed",
    "causes",
    "missed",
)
Signed = tuple[object, ...]


def find_scoring(request: HttpRequest, run: RippleRun) -> tuple[RippleScoring, list[str]]:
    """Return the scoring that the URL means, and the parsers that there are; 404 before there is one."""
    board, scorings = scorings_of(run)
    if board is None or PRIMARY not in scorings:
        raise Http404("no scores yet")
    scoring = scorings[chosen_parser(request, scorings)]
    scoring.board, scoring.run = board, run
    return scoring, list(scorings)


def _filtered(request: HttpRequest, scoring: RippleScoring, person: Person) -> QuerySet[RippleItemScore]:
    """Return the items that pass the URL's filter; keys of items under review stay hidden."""
    query = request.GET
    scores = RippleItemScore.objects.filter(scoring=scoring)
    scores = scores.exclude(item_name__in=withheld(person).values("item_id"))
    if query.get("outcome") in RippleOutcome.values:
        scores = scores.filter(outcome=query["outcome"])
    if query.get("split") in SPLITS:
        scores = scores.filter(split=query["split"])
    if cause := query.get("cause", "").replace("\0", ""):
        scores = scores.filter(causes__contains=[cause])
    if item := query.get("item", "").replace("\0", ""):
        scores = scores.filter(item_name__startswith=item)
    return scores.order_by(*SORTS.get(query.get("sort", ""), SORTS["position"]))


@require_safe
@managers_only
def recovery_items(request: HttpRequest, code: str) -> HttpResponse:
    """List a run's items."""
    run = find_ripple_run(code)
    scoring, parsers = find_scoring(request, run)
    scores = _filtered(request, scoring, person_of(request))
    hidden = RippleItemScore.objects.filter(
        scoring=scoring, item_name__in=withheld(person_of(request)).values("item_id")
    )
    context = {
        "section": "scores",
        "run": run,
        "release": run.release,
        "scoring": scoring,
        "parser": scoring.parser,
        "parsers": parsers,
        "page": page_of(request, scores),
        "hidden": hidden.order_by("position").values_list("position", "item_name")[:50],
        "outcomes": RippleOutcome.choices,
        "splits": SPLITS,
        "causes": _causes(scoring),
    }
    return render(request, "scoring/ripple/items.html", context)


def _causes(scoring: RippleScoring) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the causes that a run's census counts, for a choice, a group each."""
    return [
        (
            title,
            [(f"{CENSUS_TAGS[group]}:{name}", census_words(name)) for name, count in counts.items() if count],
        )
        for group, title in CENSUS_TITLES.items()
        if (counts := scoring.census.get(group))
    ]


@require_safe
@managers_only
def recovery_items_csv(request: HttpRequest, code: str) -> StreamingHttpResponse:
    """Send the items that pass the filter of the URL, each with the signature of its scores."""
    run = find_ripple_run(code)
    scoring, _ = find_scoring(request, run)
    signed = scoring.signed
    rows = (
        (*_item_values(row), *signed)
        for row in _filtered(request, scoring, person_of(request)).iterator(chunk_size=500)
    )
    return stream_csv(f"items-{run.code}.csv", (*ITEM_COLUMNS, *signed._fields), rows)


def _item_values(row: RippleItemScore) -> Signed:
    detail = row.detail
    counts = (detail["affected"], detail["candidates"], detail["recovered"], detail["exact"])
    missed = " ".join(miss["unit_id"] for miss in detail["misses"])
    figures = (row.outcome, row.recall, detail["recall_at_g"])
    causes = " ".join(row.causes)
    return (row.item_name, row.split, *figures, *counts, detail["malformed"], causes, missed)


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def recovery_item(request: HttpRequest, code: str, position: int) -> HttpResponse:
    """Show one item of a run; the key of one under review only on request, which is put on record."""
    run = find_ripple_run(code)
    scoring, parsers = find_scoring(request, run)
    row = get_object_or_404(
        RippleItemScore.objects.select_related("item"), scoring=scoring, position=position
    )
    person = person_of(request)
    context: dict[str, Any] = {
        "section": "scores",
        "run": run,
        "release": run.release,
        "row": row,
        "parser": scoring.parser,
        "parsers": parsers,
        "n_items": scoring.n_items,
    }
    open_item = under_review(row.item, person)
    if open_item is not None:
        if request.method != "POST":
            return render(request, "scoring/ripple/item_hidden.html", context)
        try:
            see_hidden(item=open_item, actor=person)
        except NotAllowed as error:
            messages.error(request, str(error))
        return redirect(request.get_full_path())
    context |= _item(run, scoring, row)
    return render(request, "scoring/ripple/item.html", context)


def _item(run: RippleRun, scoring: RippleScoring, row: RippleItemScore) -> dict[str, Any]:
    """Lay out the stored response beside the item's key, without scoring anything."""
    record = orjson.loads(row.item.line)
    [target] = targets_of([check_item(record)], scoring.board.target)
    titles = [document["title"] for document in record["documents"]]
    response = RippleResponse.objects.filter(run=run, item=row.item).first()
    parsed = result_of(0, decode(bytes(response.line)), scoring.parser).parsed if response else MISSING
    entries = entries_of(target, parsed, titles)
    return {
        "edit": record["edit"],
        "target": target,
        "detail": row.detail,
        "outcome": RippleOutcome(row.outcome).label,
        "entries": entries,
        "n_more": max(0, len(parsed.entries) - SHOWN_ENTRIES),
        "missed": missed_of(target, row.detail, titles),
    }
