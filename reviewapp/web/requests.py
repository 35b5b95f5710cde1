"""Reads from a request what Django does not offer."""

from django.http import HttpRequest


def by_htmx(request: HttpRequest) -> bool:
    """Say whether htmx, or a script of ours that acts like it, sent the request.

    By the one header: `request.htmx` reads all of them first.
    """
    return bool(request.META.get("HTTP_HX_REQUEST") == "true")
