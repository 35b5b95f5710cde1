"""The managers' pages of items: the list, one item's whole history, and what can be done about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.contrib import messages
from django.db.models import Prefetch
from django.db.models.functions import Left
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from reviewapp.models import EvidenceItem, ItemDocument, Outcome, Return, Task
from reviewapp.rules.protocol import ItemState, ProtocolError
from reviewapp.staff.actions.campaigns import withdraw_item
from reviewapp.staff.actions.items import set_domain
from reviewapp.staff.forms import DomainForm, ItemFilterForm, WithdrawForm
from reviewapp.staff.queries.exports import ITEMS, item_rows
from reviewapp.staff.queries.items import FOUND_AT_MOST, find_items, is_unordered, known_domains
from reviewapp.web.csv_stream import stream_csv
from reviewapp.web.paging import COUNTED_AT_MOST, page_of
from reviewapp.web.permissions import managers_only, person_of
from reviewapp.web.sections import write_sections
from reviewapp.work.queries.blindness import WHY_HIDDEN, visible
from reviewapp.work.queries.timeline import entries, item_events
from reviewapp.work.registry import is_of, workflows
from reviewapp.work.workflow import Section

DOCUMENT_CHARS = 1_500
EVENTS_A_PAGE = 100


@require_safe
@managers_only
def items(request: HttpRequest) -> HttpResponse:
    form = ItemFilterForm(request.GET)
    wanted = form.wanted
    rows = find_items(wanted, order=form.order, at_most=FOUND_AT_MOST).select_related("source")
    counted = FOUND_AT_MOST if is_unordered(wanted) else COUNTED_AT_MOST
    page = page_of(request, rows.defer("answer_aliases", "place"), counted_at_most=counted)
    context = {"section": "items", "form": form, "page": page, "query": request.GET.urlencode()}
    return render(request, "reviewapp/staff/items.html", context)


@require_safe
@managers_only
def items_csv(request: HttpRequest) -> HttpResponseBase:
    form = ItemFilterForm(request.GET)
    return stream_csv("items.csv", ITEMS, item_rows(find_items(form.wanted, order=form.order)))


@require_safe
@managers_only
def item(request: HttpRequest, code: str) -> HttpResponse:
    return _page(request, _item(code))


@require_POST
@managers_only
def item_domain(request: HttpRequest, code: str) -> HttpResponse:
    item = _item(code)
    domains = _domains(item)
    form = DomainForm(request.POST, domains=domains)
    if form.is_valid():
        domain = form.cleaned_data["domain"] or None
        try:
            set_domain(item=item, domain=domain, domains=domains, actor=person_of(request))
        except ProtocolError as problem:
            form.add_error("domain", str(problem))
        else:
            messages.success(request, f"The domain is now: {domain or 'none'}.")
            return redirect("item", code)
    return _page(request, item, domain_form=form)


@require_POST
@managers_only
def item_withdraw(request: HttpRequest, code: str) -> HttpResponse:
    item = _item(code)
    form = WithdrawForm(request.POST)
    if form.is_valid():
        try:
            withdraw_item(item=item, reason=form.cleaned_data["reason"], actor=person_of(request))
        except ProtocolError as problem:
            form.add_error("reason", str(problem))
        else:
            messages.success(request, "The item is withdrawn. Its history stays.")
            return redirect("item", code)
    return _page(request, item, withdraw_form=form)


def _item(code: str) -> EvidenceItem:
    return get_object_or_404(EvidenceItem.objects.select_related("source"), code=code)


def _domains(item: EvidenceItem) -> list[str]:
    known = known_domains()
    return known if item.domain is None or item.domain in known else [*known, item.domain]


def _page(
    request: HttpRequest,
    item: EvidenceItem,
    *,
    domain_form: DomainForm | None = None,
    withdraw_form: WithdrawForm | None = None,
) -> HttpResponse:
    person = person_of(request)
    tasks = list(Task.objects.filter(item=item).select_related("campaign", "guideline").order_by("pk"))
    open_tasks = set(visible(Task.objects.filter(item=item), person, task="").values_list("pk", flat=True))
    readable_ids = [task.pk for task in tasks if task.pk in open_tasks]
    events = page_of(request, item_events(item, tasks, person), per_page=EVENTS_A_PAGE)
    domains = _domains(item)
    context = {
        "section": "items",
        "item": item,
        "documents": _documents(item),
        "tasks": tasks,
        "hidden": [task for task in tasks if task.pk not in open_tasks],
        "why_hidden": WHY_HIDDEN,
        "returns": _returns(readable_ids),
        "outcomes": Outcome.objects.filter(task__in=readable_ids)
        .select_related("adjudicator", "task")
        .order_by("pk"),
        "page": events,
        "entries": entries(list(events)),
        "sections": write_sections(_sections(item, tasks), request),
        "is_withdrawn": item.state == ItemState.WITHDRAWN,
        "domain_form": domain_form or DomainForm(domains=domains, initial={"domain": item.domain or ""}),
        "withdraw_form": withdraw_form or WithdrawForm(),
    }
    return render(request, "reviewapp/staff/item.html", context)


def _sections(item: EvidenceItem, tasks: Sequence[Task]) -> Iterator[Section]:
    """Yield what the workflows let a manager do because of their tasks of the item."""
    for workflow in workflows():
        yield from workflow.item_sections(item, [task for task in tasks if is_of(task, workflow.kind)])


def _returns(tasks: list[int]) -> object:
    successor = Prefetch("successor", queryset=Return.objects.only("pk", "code", "supersedes_id"))
    rows = Return.objects.filter(task__in=tasks).select_related("person", "guideline", "campaign")
    return rows.prefetch_related(successor).order_by("pk")


def _documents(item: EvidenceItem) -> object:
    rows = ItemDocument.objects.filter(item=item).select_related("document__source").defer("document__text")
    return rows.annotate(beginning=Left("document__text", DOCUMENT_CHARS)).order_by("-role", "position")
