"""Coming in, going out, and what people set for themselves."""

from __future__ import annotations

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib import auth, messages
from django.db.models import Max
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from reviewapp.models import LinkPurpose, OneTimeLink, Person
from reviewapp.people.actions.links import LinkUnknown, LinkUnusable, asks_password, find_link, redeem_link
from reviewapp.people.actions.people import WrongPassword, change_password, set_preferences
from reviewapp.people.actions.tokens import end_token, make_token
from reviewapp.people.auth import BACKEND
from reviewapp.people.forms.account import ChangePasswordForm, LoginForm, NewPasswordForm, PreferencesForm
from reviewapp.web.permissions import person_of, signed_in

pages = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@pages
def log_in(request: HttpRequest) -> HttpResponse:
    back = _safe_next(request)
    if request.user.is_authenticated and request.method != "POST":
        return redirect(back)
    form = LoginForm(request, _posted(request))
    if request.method == "POST" and form.is_valid():
        auth.login(request, form.get_user())
        return redirect(back)
    return render(request, "reviewapp/people/login.html", {"form": form, "next": request.GET.get("next", "")})


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    auth.logout(request)
    messages.success(request, "You are logged out.")
    return redirect(settings.LOGOUT_REDIRECT_URL)


def locked_out(request: HttpRequest, answer: HttpResponse, credentials: dict[str, str]) -> HttpResponse:
    """Show when to try again after too many wrong passwords; django-axes calls this."""
    attempts = AccessAttempt.objects.filter(
        username=credentials["username"],
        ip_address=request.axes_ip_address,  # type: ignore[attr-defined]
    )
    last = attempts.aggregate(last=Max("attempt_time"))["last"] or timezone.now()
    until = last + settings.AXES_COOLOFF_TIME
    seconds = max(1, round((until - timezone.now()).total_seconds()))
    context = {"until": until, "minutes": -(-seconds // 60), "limit": settings.AXES_FAILURE_LIMIT}
    response = render(request, "reviewapp/people/locked_out.html", context, status=429)
    response["Retry-After"] = str(seconds)
    return response


@never_cache
@pages
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Show whom a one-time link is for; only the button uses it up, so that a preview does not."""
    try:
        usable_link = find_link(token)
        form = (
            NewPasswordForm(_posted(request), person=usable_link.person)
            if asks_password(usable_link)
            else None
        )
        if request.method == "POST" and (form is None or form.is_valid()):
            person = redeem_link(token=token, password=form.cleaned_data["new_password"] if form else "")
            return _let_in(request, person, usable_link)
    except LinkUnusable as problem:
        status = 404 if isinstance(problem, LinkUnknown) else 410
        return render(request, "reviewapp/people/link_unusable.html", {"problem": problem}, status=status)
    return render(request, "reviewapp/people/link.html", {"link": usable_link, "form": form})


@pages
@signed_in
def account(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    fields = ("name", "time_zone", "theme", "keys_off")
    now = {field: getattr(person, field) for field in fields}
    form = PreferencesForm(_posted(request), initial=now)
    if request.method == "POST" and form.is_valid():
        set_preferences(person=person, actor=person, **form.cleaned_data)
        messages.success(request, "Your preferences are kept.")
        return redirect("account")
    return render(request, "reviewapp/people/account.html", {"form": form})


@never_cache
@require_POST
@signed_in
def account_token(request: HttpRequest) -> HttpResponse:
    """Make a token and show it in this one answer: no page that can be asked for again holds it."""
    token = make_token(actor=person_of(request))
    return render(request, "reviewapp/people/account_token.html", {"token": token})


@require_POST
@signed_in
def account_token_end(request: HttpRequest) -> HttpResponse:
    end_token(actor=person_of(request))
    messages.success(request, "The token is ended: programs that use it are refused from now on.")
    return redirect("account")


@never_cache
@pages
@signed_in
def account_password(request: HttpRequest) -> HttpResponse:
    form = ChangePasswordForm(_posted(request), person=person_of(request))
    if request.method == "POST" and form.is_valid() and _change_password(request, form):
        messages.success(request, "Your password is changed. Everywhere else you are logged out.")
        return redirect("account")
    return render(request, "reviewapp/people/account_password.html", {"form": form})


def _change_password(request: HttpRequest, form: ChangePasswordForm) -> bool:
    old, new = form.cleaned_data.get("old_password", ""), form.cleaned_data["new_password"]
    try:
        person = change_password(person=person_of(request), old_password=old, new_password=new)
    except WrongPassword as problem:
        form.add_error("old_password", str(problem))
        return False
    auth.update_session_auth_hash(request, person)
    return True


def _posted(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _let_in(request: HttpRequest, person: Person, used: OneTimeLink) -> HttpResponse:
    auth.login(request, person, backend=BACKEND)
    if used.purpose == LinkPurpose.INVITATION:
        messages.success(request, "Welcome. Your password is set; see whether the rest is as you like it.")
        return redirect("account")
    return redirect(settings.LOGIN_REDIRECT_URL)


def _safe_next(request: HttpRequest) -> str:
    """Return where to go after login, if that is a page of ours."""
    back = request.GET.get("next", "")
    hosts = {request.get_host()}
    if url_has_allowed_host_and_scheme(back, allowed_hosts=hosts, require_https=request.is_secure()):
        return back
    return settings.LOGIN_REDIRECT_URL
