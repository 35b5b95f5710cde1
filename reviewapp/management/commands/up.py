"""up: the web server and a worker beside configured services, until told to stop."""

from __future__ import annotations

import os
import socket
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from reviewapp.runtime import running
from reviewapp.runtime.supervisor import ChildKeepsDying, NoFreePort, Supervisor, listen_on


class Command(BaseCommand):
    help = (
        "Serve with the PostgreSQL server of DATABASE_URL and the broker of CELERY_BROKER_URL. "
        "More hosts, more workers: run `up --only worker` there."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on, and no other")
        parser.add_argument("--only", choices=["web", "worker"], help="start only one of the two")
        parser.add_argument("--no-migrate", action="store_true", help="apply no migrations")

    def handle(self, *args: Any, **options: Any) -> None:
        if missing := [name for name in ("DATABASE_URL", "CELERY_BROKER_URL") if not os.environ.get(name)]:
            raise CommandError(f"{' and '.join(missing)} must be set; `make demo` needs neither")
        supervisor = Supervisor(running.environment(), self.stderr.write, lambda: None)
        supervisor.stop_on_signals()
        if not options["no_migrate"]:
            running.bring_up_to_date()
        try:
            listener = self._start(supervisor, options)
            running.serve(supervisor, lambda: self.stderr.write("ready"), listener)
        except (ChildKeepsDying, NoFreePort, running.WebServerSilent) as error:
            raise CommandError(str(error)) from error
        finally:
            supervisor.stop()

    def _start(self, supervisor: Supervisor, options: dict[str, Any]) -> socket.socket | None:
        listener = None
        if options["only"] != "worker":
            running.collect_static()
            listener = listen_on(options["host"], options["port"], tries=1)
            supervisor.start(running.web_server(listener))
        if options["only"] != "web":
            supervisor.start(running.worker())
        return listener
