"""Who is signed in: one query brings the person and the names of their groups."""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import Group
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef

from reviewapp.models import Person

BACKEND = "reviewapp.auth.PersonBackend"


class PersonBackend(ModelBackend):
    """Django's own check of name and password; every request pays for `get_user`, so it asks once."""

    def get_user(self, user_id: int) -> Person | None:
        names = Group.objects.filter(user=OuterRef("pk")).values("name")
        person = Person.objects.annotate(role_names=ArraySubquery(names)).filter(pk=user_id).first()
        if person is None or not self.user_can_authenticate(person):
            return None
        person.roles = frozenset(person.role_names)
        return person
