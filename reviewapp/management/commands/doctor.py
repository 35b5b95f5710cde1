"""doctor: what runs here, where it keeps things, and what protects the append-only tables."""

from __future__ import annotations

import platform
from importlib.metadata import version
from typing import Any

import pgtrigger
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from reviewapp.runtime.embedded import Cluster
from reviewapp.web.health import CHECKS, outcome

TABLES_WITHOUT_PRIVILEGE = """
SELECT bool_and(NOT (has_table_privilege(name, 'UPDATE') OR has_table_privilege(name, 'DELETE')))
FROM unnest(%s::text[]) AS name
"""
TRIGGERS = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"


class Command(BaseCommand):
    help = (
        "Tell versions, paths, the state of the services, and which protection of append-only tables holds."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self._tell("python", platform.python_version())
        self._tell("django", version("django"))
        self._tell("var folder", settings.VAR)
        self._tell("broker", settings.CELERY_BROKER_URL.split("://")[0])
        self._database()
        for name, check in CHECKS.items():
            self._tell(name, outcome(check))
        missing = self._protection()
        if missing:
            raise CommandError(f"missing or disabled triggers: {', '.join(missing)}; run manage.py migrate")

    def _database(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('server_version'), current_user, current_database()")
            server, role, database = cursor.fetchone()
        where = "embedded" if settings.EMBEDDED else "DATABASE_URL"
        self._tell("postgresql", f"{server} ({where}), database {database}, role {role}")
        self._tell("socket or host", connection.settings_dict["HOST"])
        if settings.EMBEDDED and (cluster := Cluster.read(settings.VAR)):
            self._tell("data folder", cluster.data)
            self._tell("runs as", cluster.account or "you")

    def _protection(self) -> list[str]:
        protected = [(model, trigger) for model, trigger in pgtrigger.registered() if _protects(trigger)]
        tables = sorted({model._meta.db_table for model, _ in protected})
        names = {trigger.get_pgid(model) for model, trigger in protected}
        with connection.cursor() as cursor:
            cursor.execute(TRIGGERS)
            missing = sorted(names - {name for (name,) in cursor.fetchall()})
            cursor.execute(TABLES_WITHOUT_PRIVILEGE, [tables])
            (by_privilege,) = cursor.fetchone()
        self._tell("by trigger", "no" if missing else f"yes, {len(tables)} tables refuse UPDATE and DELETE")
        self._tell(
            "by privilege", "yes" if by_privilege else f"no, {connection.settings_dict['USER']} may do both"
        )
        return missing

    def _tell(self, name: str, value: object) -> None:
        self.stdout.write(f"{name:<16}{value}")


def _protects(trigger: pgtrigger.Trigger) -> bool:
    return isinstance(trigger, pgtrigger.Protect)
