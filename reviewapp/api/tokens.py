"""A person's token for programs: `Authorization: Bearer TOKEN`, in place of a session and its CSRF token.

Nothing of it is stored: it is computed from the installation's secret, what ends sessions and a salt of its
own, so that it ends when it is ended or made anew, when the person is deactivated, or with their password.
"""

from __future__ import annotations

from django.utils.crypto import constant_time_compare
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from reviewapp.models import Person
from reviewapp.people.auth import find_person

KEYWORD = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """Knows a person by their token."""

    def authenticate(self, request: Request) -> tuple[Person, str] | None:
        keyword, _, token = request.headers.get("Authorization", "").partition(" ")
        if keyword != KEYWORD:
            return None
        person = find_person(token.split(".")[0])
        if person is None or not person.token_salt or not constant_time_compare(token, person.token):
            raise AuthenticationFailed("This token is not, or no longer, valid.")
        return person, token

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD
