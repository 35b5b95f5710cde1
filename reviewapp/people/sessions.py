"""Sessions in the database, read together with their person, since every request needs both."""

from __future__ import annotations

from collections import OrderedDict
from copy import deepcopy
from functools import lru_cache
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.utils import timezone

from reviewapp.people.auth import PERSON_COLUMNS, keep_person
from reviewapp.prepared import Columns, fetch_one

SESSION = Columns(Session, "s", "session_key", "session_data")
# The person is joined by the hint of `_owners`; a wrong hint costs one more statement, never a wrong person.
LIVE_SESSION = f"""
SELECT {SESSION.sql}, {PERSON_COLUMNS}
FROM django_session s LEFT JOIN reviewapp_person p ON p.id = %(person)s
WHERE s.session_key = %(key)s AND s.expire_date > %(now)s
"""
OWNERS_MAX = 10_000

_owners: OrderedDict[str, int] = OrderedDict()
"""The person of each session at its last read in this process: a hint for the join, checked after it."""


@lru_cache(maxsize=OWNERS_MAX)
def _decoded(data: bytes | str) -> dict[str, Any]:
    """Return a session's decoded data after checking its signature; the same text is decoded once."""
    decoded: dict[str, Any] = DatabaseSessions().decode(data)
    return decoded


class SessionStore(DatabaseSessions):
    """Django's own sessions with one joined read."""

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        return deepcopy(_decoded(session_data))

    def load(self) -> dict[str, Any]:
        data: dict[str, Any] = super().load()
        if self.session_key and SESSION_KEY in data:
            _owners[self.session_key] = int(data[SESSION_KEY])
            while len(_owners) > OWNERS_MAX:
                _owners.popitem(last=False)
        return data

    def _get_session_from_db(self) -> Session | None:
        owner = _owners.get(self.session_key or "")
        row = fetch_one(LIVE_SESSION, {"key": self.session_key, "now": timezone.now(), "person": owner})
        if row is None:
            self._session_key = None
            return None
        session: Session = SESSION.make(row, 0)
        keep_person(row[SESSION.width :])
        return session
