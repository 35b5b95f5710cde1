"""What every request gets: times in the zone of the person who asks."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
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


def time_zone(get_response: Response) -> Response:
    """Activate the person's time zone; without a session nobody is looked up."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or request.path in PROBES:
            return get_response(request)
        person = request.user
        if not isinstance(person, Person):
            return get_response(request)
        with timezone.override(person.zone):
            return get_response(request)

    return middleware
