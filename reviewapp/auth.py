"""Who is signed in: one query brings the person and the names of their groups."""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend

from reviewapp.models import Person
from reviewapp.queries.prepared import Columns, fetch_one

BACKEND = "reviewapp.auth.PersonBackend"

PERSON = Columns(Person, "p", *(field.name for field in Person._meta.concrete_fields))
PERSON_AND_ROLES = f"""
SELECT {PERSON.sql}, ARRAY(
    SELECT g.name FROM auth_group g
    JOIN reviewapp_person_groups pg ON pg.group_id = g.id AND pg.person_id = p.id)
FROM reviewapp_person p WHERE p.id = %(id)s
"""


class PersonBackend(ModelBackend):
    """Django's own check of name and password; every request pays for `get_user`, so it asks once."""

    def get_user(self, user_id: int) -> Person | None:
        row = fetch_one(PERSON_AND_ROLES, {"id": user_id})
        if row is None:
            return None
        person = PERSON.make(row, 0)
        person.roles = frozenset(row[-1])
        return person if self.user_can_authenticate(person) else None
