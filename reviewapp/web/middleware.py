"""Middleware of every request: the person's time zone, the content policy, addresses without NUL."""

from __future__ import annotations

from collections.abc import Callable

from csp.utils import build_policy
from django.conf import settings
from django.contrib.auth.middleware import get_user
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import timezone

from reviewapp.models import Person

Response = Callable[[HttpRequest], HttpResponseBase]

PROBES = frozenset({"/healthz", "/readyz"})  # they answer without asking who is there


def no_nul(get_response: Response) -> Response:
    """Refuse addresses with a NUL: no page has one, and PostgreSQL's texts cannot hold it."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path_info:
            raise Http404
        if "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("the address holds a NUL")
        return get_response(request)

    return middleware


def content_policy(get_response: Response) -> Response:
    """Say what a page may load (CONTENT_SECURITY_POLICY): the same for every page, so it is built once."""
    policy = build_policy()

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", policy)
        return response

    return middleware


def time_zone(get_response: Response) -> Response:
    """Activate the person's time zone; without a session nobody is looked up."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or request.path in PROBES:
            return get_response(request)
        person = get_user(request)
        if not isinstance(person, Person):
            return get_response(request)
        request.user = person  # itself: what Django puts there asks on every access whether it has been read
        with timezone.override(person.zone):
            return get_response(request)

    return middleware
