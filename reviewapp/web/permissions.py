"""Who may see a page: 404 for what one may not know of, 403 for what one may not do."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from reviewapp.models import Person
from reviewapp.rules.protocol import Role

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def person_of(request: HttpRequest) -> Person:
    """Return the signed-in person of a view behind one of the decorators here."""
    return cast(Person, request.user)


def sign_in(request: HttpRequest) -> HttpResponse:
    """Send the browser to the login page and back to where it is; htmx is told by header."""
    htmx: Any = getattr(request, "htmx", None)
    back = request.get_full_path()
    if htmx:
        back = htmx.current_url_abs_path or "/"
    elif request.method != "GET":
        back = request.META.get("HTTP_REFERER", "/")
    login = redirect_to_login(back)
    if not htmx:
        return login
    response = HttpResponse(status=204)
    response["HX-Redirect"] = login["Location"]
    return response


def signed_in(view: View[P]) -> View[P]:
    """Let in everybody who is signed in."""

    @wraps(view)
    def wrapper(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return sign_in(request)
        return view(request, *args, **kwargs)

    return wrapper


def _in_group(role: Role, view: View[P]) -> View[P]:
    @wraps(view)
    def wrapper(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if role not in person_of(request).roles:
            raise Http404
        return view(request, *args, **kwargs)

    return signed_in(wrapper)


def managers_only(view: View[P]) -> View[P]:
    """Let in managers; for everybody else the page does not exist."""
    return _in_group(Role.MANAGER, view)


def adjudicators_only(view: View[P]) -> View[P]:
    """Let in adjudicators; for everybody else the page does not exist."""
    return _in_group(Role.ADJUDICATOR, view)
