"""Reads the signed-in person with the names of their groups: in the session's query, or in one more."""

from __future__ import annotations

import threading

from django.contrib.auth.backends import ModelBackend

from reviewapp.models import Person
from reviewapp.prepared import Columns, Row, fetch_one

BACKEND = "reviewapp.people.auth.PersonBackend"

RARELY_READ = {"last_login", "date_joined", "email"}  # read when asked for
PERSON = Columns(
    Person, "p", *(field.name for field in Person._meta.concrete_fields if field.name not in RARELY_READ)
)
PERSON_COLUMNS = f"""{PERSON.sql}, ARRAY(
    SELECT g.name FROM auth_group g
    JOIN reviewapp_person_groups pg ON pg.group_id = g.id AND pg.person_id = p.id)"""
PERSON_AND_ROLES = f"SELECT {PERSON_COLUMNS} FROM reviewapp_person p WHERE p.id = %(id)s"
PERSON_BY_CODE = f"SELECT {PERSON_COLUMNS} FROM reviewapp_person p WHERE p.code = %(code)s"

_person_read_with_session = threading.local()


def keep_person(row: Row) -> None:
    """Keep a row of `PERSON_COLUMNS` that was read with a session, for the `get_user` that follows it."""
    _person_read_with_session.row = row


class PersonBackend(ModelBackend):
    """Django's own check of name and password; every request pays for `get_user`, so it asks once."""

    def get_user(self, user_id: int) -> Person | None:
        row, _person_read_with_session.row = getattr(_person_read_with_session, "row", None), None
        if row is None or row[0] != user_id:
            row = fetch_one(PERSON_AND_ROLES, {"id": user_id})
        return _person_of(row)


def find_person(code: str) -> Person | None:
    """Return the person of that *code*, read now, if they are active."""
    return _person_of(fetch_one(PERSON_BY_CODE, {"code": code}))


def _person_of(row: Row | None) -> Person | None:
    if row is None:
        return None
    person: Person = PERSON.make(row, 0)
    person.roles = frozenset(row[-1])
    return person if person.is_active else None
