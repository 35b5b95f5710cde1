"""What every request gets: times in the zone of the person who asks."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from reviewapp.models import Person

Response = Callable[[HttpRequest], HttpResponseBase]

PROBES = frozenset({"/healthz", "/readyz"})  # they answer without asking who is there


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
