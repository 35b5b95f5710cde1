"""The managers' pages of ripple items: the list, one item with its acceptance lines, and what can be done."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from reviewapp.models import Person, RippleBatch, RippleItem, Task
from reviewapp.rules.protocol import ItemState, ProtocolError
from reviewapp.web.csv_stream import stream_csv
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only, person_of
from reviewapp.work.queries.blindness import is_hidden
from reviewapp.work.queries.timeline import entries
from reviewapp.workflows.ripple.actions.leaving import release_reviewer, withdraw_batch, withdraw_ripple
from reviewapp.workflows.ripple.actions.seeing import see_hidden
from reviewapp.workflows.ripple.forms.staff import RippleFilterForm
from reviewapp.workflows.ripple.queries.items import (
    COLUMNS,
    find_ripple_items,
    item_tasks,
    opened_by,
    releasable,
    ripple_events,
    ripple_item_rows,
    seats_of,
    weigh_now,
)
from reviewapp.workflows.ripple.queries.returns import current_outcome, read_record
from reviewapp.workflows.ripple.rules.acceptance import Line
from reviewapp.workflows.ripple.rules.public import Public, read_public

EVENTS_A_PAGE = 100


@require_safe
@managers_only
def ripple_items(request: HttpRequest) -> HttpResponse:
    form = RippleFilterForm(request.GET)
    rows = find_ripple_items(form.criteria).select_related("batch").defer("public")
    context = {
        "section": "items",
        "form": form,
        "page": page_of(request, rows),
        "query": request.GET.urlencode(),
        "batch": form.cleaned_data.get("batch"),
    }
    return render(request, "reviewapp/ripple/items.html", context)


@require_safe
@managers_only
def ripple_items_csv(request: HttpRequest) -> HttpResponseBase:
    rows = find_ripple_items(RippleFilterForm(request.GET).criteria)
    return stream_csv("ripple items.csv", COLUMNS, ripple_item_rows(rows))


@require_safe
@managers_only
def ripple_item(request: HttpRequest, code: str) -> HttpResponse:
    """Show the item, its places and history; what is hidden, to those alone who have opened it."""
    item, person = get_ripple_item(code), person_of(request)
    tasks = item_tasks(item)
    task = tasks[0] if tasks else None
    is_blind = task is not None and is_hidden(task, person)
    is_open = not is_blind and item.pk in opened_by(person, [item])
    events = page_of(request, ripple_events(item, tasks, person), per_page=EVENTS_A_PAGE)
    context = {
        "section": "items",
        "item": item,
        "public": read_public(item.public),
        "task": task,
        "is_blind": is_blind,
        "is_open": is_open,
        "page": events,
        "entries": entries(list(events)),
        "is_withdrawn": item.state == ItemState.WITHDRAWN,
    }
    if task is not None and not is_blind:
        context["seats"] = seats = seats_of(task)
        context["releasable"] = releasable(task, seats)
    if is_open:
        context |= _hidden(item, task)
    return render(request, "reviewapp/ripple/item.html", context)


@require_POST
@managers_only
def ripple_open(request: HttpRequest, code: str) -> HttpResponse:
    """Open what is hidden of the item, which is recorded."""
    item = get_ripple_item(code)
    try:
        see_hidden(item=item, actor=person_of(request))
    except ProtocolError as problem:
        messages.error(request, str(problem))
    return redirect("ripple_item", code)


@require_POST
@managers_only
def ripple_withdraw(request: HttpRequest, code: str) -> HttpResponse:
    item = get_ripple_item(code)
    try:
        withdraw_ripple(item=item, reason=_reason(request), actor=person_of(request))
    except ProtocolError as problem:
        messages.error(request, str(problem))
    else:
        messages.success(request, "The item is withdrawn. Its history stays.")
    return redirect("ripple_item", code)


@require_POST
@managers_only
def ripple_release(request: HttpRequest, code: str) -> HttpResponse:
    """Take a reviewer off the item; somebody who has seen nothing of it takes over."""
    item = get_ripple_item(code)
    person = get_object_or_404(Person, code=request.POST.get("person", ""))
    task = get_object_or_404(Task, ripple=item, state="open")
    try:
        release_reviewer(task=task, person=person, actor=person_of(request))
    except ProtocolError as problem:
        messages.error(request, str(problem))
    else:
        messages.success(request, f"“{person}” is released; the place waits for somebody else.")
    return redirect("ripple_item", code)


@require_POST
@managers_only
def ripple_batch_withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw all items of a batch with one reason."""
    batch = get_object_or_404(RippleBatch, code=code)
    try:
        count = withdraw_batch(batch=batch, reason=_reason(request), actor=person_of(request))
    except ProtocolError as problem:
        messages.error(request, str(problem))
    else:
        messages.success(request, f"{count:,} {'item is' if count == 1 else 'items are'} withdrawn.")
    response = redirect("ripple_items")
    response["Location"] += f"?batch={batch.code}"
    return response


def get_ripple_item(code: str) -> RippleItem:
    return get_object_or_404(RippleItem.objects.select_related("batch"), code=code)


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").replace("\0", "")


def _hidden(item: RippleItem, task: Task | None) -> dict[str, Any]:
    """Return the proposal and, where all have judged, the acceptance lines as of now."""
    context: dict[str, Any] = {"key": item.key, "members": _members(item)}
    if task is not None:
        outcome = current_outcome(task)
        lines = weigh_now(read_record(task), task, outcome, now=timezone.now())
        context |= {"outcome": outcome, "lines": _linked(lines, read_public(item.public))}
    return context


def _members(item: RippleItem) -> dict[str, int]:
    """Return the depth of each proposed unit by its id."""
    return {unit["unit_id"]: unit["depth"] for unit in item.key.closure["units"]}


def _linked(lines: tuple[Line, ...], public: Public) -> list[dict[str, Any]]:
    """Put to each thing that is missing the place on the page that it is about."""
    return [
        {
            "title": line.title,
            "ok": line.ok,
            "missing": [(gap.text, _place(gap.subject, public)) for gap in line.missing],
        }
        for line in lines
    ]


def _place(subject: str, public: Public) -> str:
    """Return the anchor of a unit, or of the child of an edge."""
    kind, _, rest = subject.partition(":")
    unit = public.unit(rest) if kind in ("unit", "merge") else None
    if kind == "edge":
        ends = (unit for unit in public.units if rest.endswith(f">{unit.unit_id}"))
        unit = next(ends, None)
    return f"unit-{unit.number}" if unit else ""
