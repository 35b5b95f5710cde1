"""The managers' page of who takes part in a campaign."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from reviewapp.models import Membership
from reviewapp.rules.protocol import ProtocolError
from reviewapp.staff.actions.campaigns import set_member
from reviewapp.staff.forms import MemberForm
from reviewapp.staff.views.campaigns import campaign_context, get_campaign, hides_work
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only, person_of


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def campaign_people(request: HttpRequest, code: str) -> HttpResponse:
    """List the members; give somebody a part, or take it from them."""
    campaign = get_campaign(code)
    form = MemberForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            set_member(campaign=campaign, actor=person_of(request), **form.cleaned_data)
        except ProtocolError as problem:
            form.add_error(None, str(problem))
        else:
            cleaned = form.cleaned_data
            now = "takes part" if cleaned["active"] else "gets no more work here"
            messages.success(request, f"{cleaned['person']} {now} as {cleaned['role']}.")
            return redirect("campaign_people", code)
    members = Membership.objects.filter(campaign=campaign).select_related("person")
    context = campaign_context(campaign, "people") | {
        "form": form,
        "hides_work": hides_work(campaign, person_of(request)),
        "page": page_of(request, members.order_by("-active", "role", "person__username")),
    }
    return render(request, "reviewapp/staff/campaign_people.html", context)
