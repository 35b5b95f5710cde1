"""Actions on the token of a person's programs: make one, which ends the one before, or end it."""

from __future__ import annotations

from django.db import transaction

from reviewapp.models import Person
from reviewapp.rules.codes import new_code
from reviewapp.work.actions.events import record


@transaction.atomic(durable=True)
def make_token(*, actor: Person) -> str:
    """Return a new token with which programs may act as *actor*; the one before ends.

    It cannot be shown again: only the salt that it is computed from is stored."""
    _keep(actor, new_code())
    record("make_token", actor=actor)
    return actor.token


@transaction.atomic(durable=True)
def end_token(*, actor: Person) -> None:
    """End the token of *actor*'s programs; their sessions stay."""
    if actor.token_salt:
        _keep(actor, "")
        record("end_token", actor=actor)


def _keep(person: Person, salt: str) -> None:
    person.token_salt = salt
    person.save(update_fields=["token_salt"])
