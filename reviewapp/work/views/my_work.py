"""A person's own work: where to go on, the next task, taking back the last one, one's own returns."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_POST, require_safe

from reviewapp.models import (
    Campaign,
    Draft,
    GuidelineVersion,
    ItemDocument,
    Membership,
    Person,
    Question,
    Return,
    Task,
)
from reviewapp.rules.protocol import CampaignState, NotAllowed, NothingToUndo, Role
from reviewapp.web.markdown import render_markdown
from reviewapp.web.permissions import person_of, signed_in
from reviewapp.web.requests import by_htmx
from reviewapp.web.sections import write_sections
from reviewapp.work.actions.claiming import claim_next
from reviewapp.work.actions.undoing import undo_last
from reviewapp.work.queries.adjudication import waiting_for
from reviewapp.work.queries.desk import read_annotated
from reviewapp.work.registry import workflow_of, workflows

RETURNS_A_PAGE = 50


@signed_in
@require_safe
def my_work(request: HttpRequest) -> HttpResponse:
    """Show each campaign that one has a part in, what waits there, and one's latest returns."""
    person = person_of(request)
    memberships = list(_memberships(person))
    return render(
        request,
        "reviewapp/work/my_work.html",
        {
            "desks": [_desk(membership) for membership in memberships if membership.role == Role.ANNOTATOR],
            "benches": _benches(person, memberships),
            "managed": [membership for membership in memberships if membership.role == Role.MANAGER],
            "waiting": write_sections(
                (section for workflow in workflows() for section in workflow.my_work(person)), request
            ),
            "returns": _own_returns(person)[:8],
            "today": timezone.localdate(),
        },
    )


@gzip_page
@signed_in
@require_GET
def next_task(request: HttpRequest, code: str) -> HttpResponseBase:
    """Give the next task: the page goes to its address, a script gets it ahead with `?ahead=1`."""
    person = person_of(request)
    ahead = by_htmx(request) and request.GET.get("ahead") == "1"
    if by_htmx(request) and (page := _page_at_once(request, person, code, ahead=ahead)):
        return page
    campaign = campaign_of(person, code)
    workflow = workflow_of(campaign.kind)
    try:
        task_id = claim_next(
            campaign=campaign,
            actor=person,
            stage=workflow.stages[0],
            now=timezone.now(),
            ahead=ahead and workflow.fetches_ahead,
        )
    except NotAllowed as error:
        return _nothing_left(request, campaign, str(error))
    task_code = _code_of(task_id) if task_id else workflow.waiting_task(person, campaign)
    return redirect(workflow.page, code=task_code) if task_code else _nothing_left(request, campaign)


def _page_at_once(
    request: HttpRequest, person: Person, campaign_code: str, *, ahead: bool
) -> HttpResponseBase | None:
    """Return the next task's page where its workflow gives both in one statement: nobody waits for two."""
    pages = (
        workflow.next_page(
            request, campaign_code=campaign_code, person=person, now=timezone.now(), ahead=ahead
        )
        for workflow in workflows()
        if workflow.fetches_ahead
    )
    return next(filter(None, pages), None)


def _code_of(task_id: int) -> str:
    return Task.objects.values_list("code", flat=True).get(pk=task_id)


@signed_in
@require_POST
def undo(request: HttpRequest, code: str) -> HttpResponseBase:
    """Reopen one's own last decision of the campaign, within five minutes."""
    person = person_of(request)
    campaign = campaign_of(person, code)
    try:
        task = undo_last(campaign_id=campaign.pk, actor=person, now=timezone.now())
    except NothingToUndo as error:
        messages.warning(request, str(error))
        return redirect(_page_before(request))
    return redirect(workflow_of(task.kind).page, code=task.code)


@signed_in
@require_safe
def guidelines(request: HttpRequest, code: str) -> HttpResponse:
    """Show the campaign's guidelines as they stand, and the versions before."""
    campaign = _readable_campaign(person_of(request), code)
    version = _chosen_version(campaign, request.GET)
    return render(
        request,
        "reviewapp/work/guidelines.html",
        {
            "campaign": campaign,
            "versions": campaign.guideline_versions.order_by("-number"),
            "chosen": version,
            "body": render_markdown(version.body if version else ""),
            "section": "work",
        },
    )


@signed_in
@require_safe
def my_returns(request: HttpRequest) -> HttpResponse:
    """List one's own returns, newest first, searched by query, answer, note or document title."""
    sought = request.GET.get("q", "").strip()
    returns = _own_returns(person_of(request))
    if sought:
        returns = _search(returns, sought)
    page = Paginator(returns, RETURNS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "reviewapp/work/my_returns.html", {"page": page, "sought": sought})


@signed_in
@require_safe
def my_return(request: HttpRequest, code: str) -> HttpResponse:
    """Show one of one's own returns, as it was committed."""
    own_return = get_object_or_404(
        Return.objects.select_related(
            "task__item", "task__ripple", "campaign", "guideline", "supersedes", "successor"
        ),
        code=code,
        person=person_of(request),
    )
    return render(request, "reviewapp/work/my_return.html", {"return": own_return})


def campaign_of(person: Person, code: str) -> Campaign:
    """Return the campaign that *person* annotates; for others it does not exist."""
    campaign = read_annotated(person=person, code=code)
    if campaign is None:
        raise Http404
    return campaign


def _readable_campaign(person: Person, code: str) -> Campaign:
    """Return the campaign that *person* has any part in, or manages; for others it does not exist."""
    own = Q() if person.is_manager else Q(memberships__person=person, memberships__active=True)
    return get_object_or_404(Campaign.objects.select_related("guideline").filter(own).distinct(), code=code)


def _chosen_version(campaign: Campaign, query: QueryDict) -> GuidelineVersion | None:
    number = query.get("v", "")
    if not number.isdecimal():
        return campaign.guideline
    return get_object_or_404(campaign.guideline_versions, number=int(number[:9]))


def _page_before(request: HttpRequest) -> str:
    """Return the page of ours that the request came from, or My work."""
    before = request.META.get("HTTP_REFERER", "")
    return before if before.startswith(f"{request.scheme}://{request.get_host()}/") else reverse("my_work")


def _nothing_left(request: HttpRequest, campaign: Campaign, why: str = "") -> HttpResponse:
    template = "reviewapp/work/nothing_left.html"
    if by_htmx(request):
        template += "#nothing"
    membership = Membership.objects.filter(
        campaign=campaign, person=person_of(request), role=Role.ANNOTATOR
    ).first()
    return render(
        request, template, {"campaign": campaign, "why": why, "membership": membership, "section": "work"}
    )


def _memberships(person: Person) -> QuerySet[Membership]:
    latest = Return.objects.filter(campaign=OuterRef("campaign"), person=person).order_by("-committed_at")
    drafts = (
        Draft.objects.filter(task__campaign=OuterRef("campaign"), person=person)
        .order_by()
        .values("person")
        .annotate(n=Count("pk"))
    )
    answers = (
        Question.objects.filter(campaign=OuterRef("campaign"), asker=person)
        .exclude(author=person)
        .order_by("-id")
    )
    return (
        Membership.objects.filter(person=person, active=True)
        .exclude(campaign__state=CampaignState.CLOSED)
        .select_related("campaign__guideline")
        .annotate(
            n_drafts=Subquery(drafts.values("n")),
            seen_guideline=Subquery(latest.values("guideline_id")[:1]),
            answered_at=Subquery(answers.values("at")[:1]),
            answered_task=Subquery(answers.values("task__code")[:1]),
        )
        .order_by("campaign__name", "role")
    )


def _desk(membership: Membership) -> Membership:
    """Put to an annotator's part in a campaign what its workflow says of it."""
    workflow = workflow_of(membership.campaign.kind)
    membership.workflow = workflow  # type: ignore[attr-defined]
    membership.reach = workflow.reach(membership.campaign)  # type: ignore[attr-defined]
    membership.n_returns_of_all = workflow.n_returns_of_all(membership.campaign)  # type: ignore[attr-defined]
    return membership


def _benches(person: Person, memberships: list[Membership]) -> list[dict[str, object]]:
    """Return the campaigns that one adjudicates, each with how many disagreements wait for one."""
    mine = [membership for membership in memberships if membership.role == Role.ADJUDICATOR]
    if not mine:
        return []
    counts = dict(
        waiting_for(person, [membership.campaign_id for membership in mine])
        .values_list("campaign_id")
        .annotate(n=Count("pk"))
    )
    return [
        {
            "membership": bench,
            "n": counts.get(bench.campaign_id, 0),
            "workflow": workflow_of(bench.campaign.kind),
        }
        for bench in mine
    ]


def _own_returns(person: Person) -> QuerySet[Return]:
    return (
        Return.objects.filter(person=person)
        .select_related("task__item", "task__ripple", "campaign", "guideline")
        .defer("task__item__answer", "task__ripple__public", "guideline__body", "body")
        .order_by("-committed_at", "-id")
    )


def _search(returns: QuerySet[Return], sought: str) -> QuerySet[Return]:
    named = ItemDocument.objects.filter(item=OuterRef("task__item"), document__title__icontains=sought)
    return returns.filter(
        Q(note__icontains=sought)
        | Q(task__item__query__icontains=sought)
        | Q(task__item__answer__icontains=sought)
        | Q(task__item__item_id=sought)
        | Q(task__ripple__item_id=sought)
        | Exists(named)
    )
