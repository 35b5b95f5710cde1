"""demo: everything on this machine, with sample data, until Ctrl-C."""

from __future__ import annotations

import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from reviewapp.demo import sample
from reviewapp.models import LinkPurpose, Person
from reviewapp.people.actions.links import issue_link
from reviewapp.runtime import embedded, running
from reviewapp.runtime.supervisor import ChildKeepsDying, NoFreePort, Supervisor, listen_on
from reviewapp.runtime.var import remove_contents

HOST = "127.0.0.1"


class Command(BaseCommand):
    help = (
        "Start PostgreSQL (unless DATABASE_URL names one), the web server and the worker on this machine, "
        "load the sample collection into an empty database, and print one-time login links. "
        "Ctrl-C ends all of it; what was written stays in the var folder."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the first port to try (default: 8000)")
        parser.add_argument("--without-sample", action="store_true", help="leave an empty database empty")

        parser.add_argument("--reset", action="store_true", help="remove the demo's data first, after asking")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["reset"]:
            self._reset(ask=not options["yes"])
        began = time.monotonic()
        with ThreadPoolExecutor() as meanwhile:
            collected = meanwhile.submit(running.collect_static)
            use = embedded.ensure_running()
            collected.result()
        supervisor = Supervisor(running.environment(), self._tell, use.revive if use else lambda: None)
        supervisor.stop_on_signals()
        try:
            listener = listen_on(HOST, options["port"])
            self._start(supervisor, listener, load=not options["without_sample"])
            running.serve(supervisor, lambda: self._welcome(listener, options["port"], began), listener)
        except (ChildKeepsDying, NoFreePort, running.WebServerSilent) as error:
            raise CommandError(str(error)) from error
        finally:
            self._tell("Stopping …")
            supervisor.stop()
            if use:
                use.release()
        self._tell(f"Stopped. Everything is kept in {settings.VAR}; `make demo` goes on with it.")

    def _reset(self, *, ask: bool) -> None:
        if not settings.EMBEDDED:
            raise CommandError("DATABASE_URL is set: only the embedded database is reset")
        if ask:
            self.stdout.write(
                f"This removes the database and all files in {settings.VAR}.\nType yes to go on: "
            )
            if sys.stdin.readline().strip() != "yes":
                raise CommandError("nothing was removed")
        try:
            embedded.remove(settings.VAR)
        except embedded.EmbeddedServerInUse as error:
            raise CommandError(str(error)) from error
        remove_contents(settings.VAR)

    def _start(self, supervisor: Supervisor, listener: socket.socket, *, load: bool) -> None:
        supervisor.start(running.web_server(listener))  # it loads on the other core meanwhile
        running.bring_up_to_date()
        if load and sample.sample_is_due():
            sample.load_sample()
        supervisor.start(running.worker())

    def _welcome(self, listener: socket.socket, first_port: int, began: float) -> None:
        port = listener.getsockname()[1]
        if port != first_port:
            self._tell(f"Port {first_port} is in use: {port} is taken instead.")
        url = f"http://{HOST}:{port}"
        self._tell(f"\nReady after {time.monotonic() - began:.1f} s: {url}/\n")
        people = list(Person.objects.filter(is_active=True, username__in=sample.PEOPLE).order_by("id"))
        if people:
            self._tell("Log in with one of these links; each works once, for twelve hours:")
        for person in people:
            link = issue_link(person=person, purpose=LinkPurpose.LOGIN, actor=None)
            roles = ", ".join(sorted(person.roles)) or "no group"
            self._tell(f"  {person!s:<16} {roles:<24} {url}{link.path}")
        self._tell("\nCtrl-C ends everything.")

    def _tell(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
