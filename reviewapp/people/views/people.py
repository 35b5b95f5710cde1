"""The managers' pages of people: who there is, who may do what, who is let in and shut out."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from reviewapp.models import Disagreement, LinkPurpose, Membership, OneTimeLink, Person, Slot
from reviewapp.people.actions.links import IssuedLink, PersonDeactivated, issue_link, revoke_links
from reviewapp.people.actions.people import (
    LastManager,
    UsernameTaken,
    deactivate_person,
    invite_person,
    reactivate_person,
    set_groups,
)
from reviewapp.people.forms.people import GroupsForm, InviteForm, MemberForm, PeopleFilter, ReassignForm
from reviewapp.rules.protocol import DisagreementState, ProtocolError, Role, SlotState
from reviewapp.staff.actions.campaigns import set_member
from reviewapp.web.csv_stream import ROWS_A_CHUNK, stream_csv
from reviewapp.web.paging import ROWS_A_PAGE, page_of
from reviewapp.web.permissions import managers_only, person_of
from reviewapp.work.actions.assignments import reassign_open_tasks, release_open_tasks

SORTS = {"name": "name", "username": "username", "joined": "date_joined", "seen": "last_login"}
NAMED = ("task__item", "task__ripple", "campaign")


@require_safe
@managers_only
def people(request: HttpRequest) -> HttpResponse:
    form = PeopleFilter(request.GET)
    open_tasks = (
        Slot.objects.filter(person=OuterRef("pk"), state=SlotState.CLAIMED)
        .order_by()
        .values("person")
        .annotate(n=Count("pk"))
        .values("n")
    )
    rows = _filtered(request, form).annotate(n_open=Subquery(open_tasks)).prefetch_related("groups")
    context = {
        "section": "people",
        "form": form,
        "page": page_of(request, rows),
        "query": request.GET.urlencode(),
    }
    return render(request, "reviewapp/people/people.html", context)


@require_safe
@managers_only
def people_csv(request: HttpRequest) -> StreamingHttpResponse:
    rows = _filtered(request, PeopleFilter(request.GET)).prefetch_related("groups")
    header = ("name", "username", "groups", "state", "joined", "last_login")
    return stream_csv("people.csv", header, (_row(person) for person in rows.iterator(ROWS_A_CHUNK)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def person_invite(request: HttpRequest) -> HttpResponse:
    form = InviteForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            issued = invite_person(actor=person_of(request), **form.cleaned_data)
        except UsernameTaken as problem:
            form.add_error("username", str(problem))
        else:
            return _show_link(request, issued)
    return render(request, "reviewapp/people/invite.html", {"section": "people", "form": form})


@require_safe
@managers_only
def person(request: HttpRequest, code: str) -> HttpResponse:
    return _page(request, get_object_or_404(Person, code=code))


@require_POST
@managers_only
def person_groups(request: HttpRequest, code: str) -> HttpResponse:
    member = get_object_or_404(Person, code=code)
    form = GroupsForm(request.POST)
    if form.is_valid():
        groups = form.cleaned_data["groups"]
        try:
            set_groups(person=member, groups=groups, actor=person_of(request))
        except LastManager as problem:
            form.add_error("groups", str(problem))
        else:
            messages.success(request, f"{member} is now in: {', '.join(groups) or 'no group'}.")
            stays = member != request.user or Role.MANAGER in groups
            return redirect("person", code) if stays else redirect("account")
    return _page(request, member, groups_form=form)


@never_cache
@require_POST
@managers_only
def person_link(request: HttpRequest, code: str) -> HttpResponse:
    """Issue a recovery link, or another invitation to somebody who never chose a password."""
    invitee = get_object_or_404(Person, code=code)
    purpose = LinkPurpose.RECOVERY if invitee.has_usable_password() else LinkPurpose.INVITATION
    try:
        return _show_link(request, issue_link(person=invitee, purpose=purpose, actor=person_of(request)))
    except PersonDeactivated as problem:
        messages.error(request, str(problem))
        return redirect("person", code)


@require_POST
@managers_only
def person_links_revoke(request: HttpRequest, code: str) -> HttpResponse:
    invitee = get_object_or_404(Person, code=code)
    count = revoke_links(person=invitee, actor=person_of(request))
    messages.success(request, f"{_count(count, 'link')} taken back.")
    return redirect("person", code)


@require_POST
@managers_only
def person_deactivate(request: HttpRequest, code: str) -> HttpResponse:
    target = get_object_or_404(Person, code=code)
    try:
        deactivate_person(person=target, actor=person_of(request))
    except LastManager as problem:
        messages.error(request, str(problem))
    else:
        messages.success(request, f"{target} is deactivated and logged out everywhere.")
    return redirect("person", code)


@require_POST
@managers_only
def person_reactivate(request: HttpRequest, code: str) -> HttpResponse:
    target = get_object_or_404(Person, code=code)
    reactivate_person(person=target, actor=person_of(request))
    messages.success(request, f"{target} may log in again.")
    return redirect("person", code)


@require_POST
@managers_only
def person_release(request: HttpRequest, code: str) -> HttpResponse:
    holder = get_object_or_404(Person, code=code)
    count = release_open_tasks(person=holder, actor=person_of(request))
    messages.success(request, f"{_count(count, 'task')} put back for others. The drafts are kept.")
    return redirect("person", code)


@require_POST
@managers_only
def person_reassign(request: HttpRequest, code: str) -> HttpResponse:
    holder = get_object_or_404(Person, code=code)
    form = ReassignForm(request.POST, person=holder)
    if not form.is_valid():
        return _page(request, holder, reassign_form=form)
    to = form.cleaned_data["to"]
    done = reassign_open_tasks(person=holder, to=to, actor=person_of(request))
    messages.success(request, f"{_count(done.moved, 'task')} given to {to}.")
    if done.kept:
        why = "not in the campaign, or on the task already"
        messages.warning(request, f"{_count(done.kept, 'task')} stayed: {to} may not take them ({why}).")
    return redirect("person", code)


@require_POST
@managers_only
def person_join(request: HttpRequest, code: str) -> HttpResponse:
    member = get_object_or_404(Person, code=code)
    form = MemberForm(request.POST)
    if form.is_valid():
        try:
            set_member(person=member, active=True, actor=person_of(request), **form.cleaned_data)
        except ProtocolError as problem:
            form.add_error("role", str(problem))
        else:
            messages.success(request, "{campaign}: {who} is {role}.".format(who=member, **form.cleaned_data))
            return redirect("person", code)
    return _page(request, member, member_form=form)


@require_POST
@managers_only
def person_leave(request: HttpRequest, code: str) -> HttpResponse:
    member = get_object_or_404(Person, code=code)
    form = MemberForm(request.POST)
    if form.is_valid():
        set_member(person=member, active=False, actor=person_of(request), **form.cleaned_data)
        messages.success(request, "{campaign}: {who} left.".format(who=member, **form.cleaned_data))
        return redirect("person", code)
    return _page(request, member, member_form=form)


def _filtered(request: HttpRequest, form: PeopleFilter) -> QuerySet[Person]:
    """Return the people that the URL asks for; an invalid filter counts as none."""
    form.is_valid()
    criteria = form.cleaned_data
    rows = Person.objects.all()
    if criteria.get("q"):
        rows = rows.filter(Q(name__icontains=criteria["q"]) | Q(username__icontains=criteria["q"]))
    if criteria.get("group"):
        rows = rows.filter(groups__name=criteria["group"])
    if criteria.get("state"):
        rows = rows.filter(is_active=criteria["state"] == "active")
    sort = request.GET.get("sort", "name")
    field = F(SORTS.get(sort.removeprefix("-"), "name"))
    order = field.desc(nulls_last=True) if sort.startswith("-") else field.asc(nulls_first=True)
    return rows.order_by(order, "username")


def _row(person: Person) -> tuple[str, ...]:
    groups = " ".join(sorted(group.name for group in person.groups.all()))
    state = "active" if person.is_active else "deactivated"
    last_login = person.last_login.isoformat() if person.last_login else ""
    return person.name, person.username, groups, state, person.date_joined.isoformat(), last_login


def _page(request: HttpRequest, person: Person, **forms: Any) -> HttpResponse:
    """Show one person's page, with the form that came back in place of an empty one."""
    claims = Slot.objects.filter(person=person, state=SlotState.CLAIMED)
    disputes = Disagreement.objects.filter(claimed_by=person, state=DisagreementState.OPEN)
    links = OneTimeLink.objects.filter(
        person=person, used_at__isnull=True, revoked_at__isnull=True, expires_at__gt=timezone.now()
    )
    context = {
        "section": "people",
        "person": person,
        "memberships": Membership.objects.filter(person=person, active=True)
        .select_related("campaign")
        .order_by("campaign__name", "role"),
        "claims": claims.select_related(*NAMED).order_by("pk")[:ROWS_A_PAGE],
        "disputes": disputes.select_related(*NAMED).order_by("pk")[:ROWS_A_PAGE],
        "n_open": claims.count() + disputes.count(),
        "links": links.select_related("issued_by").order_by("pk"),
        "groups_form": GroupsForm(initial={"groups": sorted(person.roles)}),
        "member_form": MemberForm(),
        "reassign_form": ReassignForm(person=person),
        **forms,
    }
    return render(request, "reviewapp/people/person.html", context)


def _show_link(request: HttpRequest, issued: IssuedLink) -> HttpResponse:
    """Show a fresh link, this once: its token is kept nowhere."""
    url = request.build_absolute_uri(issued.path)
    context = {"section": "people", "link": issued.link, "url": url}
    return render(request, "reviewapp/people/link_issued.html", context)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
