"""Sessions in the database, read by a prepared statement, since every request reads one."""

from __future__ import annotations

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.utils import timezone

from reviewapp.queries.prepared import Columns, fetch_one

SESSION = Columns(Session, "s", "session_key", "session_data", "expire_date")
LIVE_SESSION = f"""
SELECT {SESSION.sql} FROM django_session s WHERE s.session_key = %(key)s AND s.expire_date > %(now)s
"""


class SessionStore(DatabaseSessions):
    """Django's own sessions; only the read is another."""

    def _get_session_from_db(self) -> Session | None:
        row = fetch_one(LIVE_SESSION, {"key": self.session_key, "now": timezone.now()})
        if row is None:
            self._session_key = None
            return None
        session: Session = SESSION.make(row, 0)
        return session
