"""What `demo` and `up` share: a database that is up to date, collected static files, the process tree."""

import json
import os
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from reviewapp.runtime.supervisor import Child, Supervisor

MIGRATION_LOCK = 7_203_411  # any number that nobody else uses
UNUSED_STATIC = ["rest_framework*", "postgres*", "*.map", "ext", "htm*-4*", "htmx-2.js"]
START_SECONDS = 60.0


class WebServerSilent(ValueError):
    """The web server does not answer."""


def bring_up_to_date() -> None:
    """Apply the migrations that are missing; one process at a time."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])  # lock order: alone
        try:
            if is_behind():
                call_command("migrate", verbosity=0, interactive=False)
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATION_LOCK])


def is_behind() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def collect_static() -> bool:
    """Collect the static files under hashed names, if they have changed since; tell whether they had."""
    stamp, state = Path(settings.STATIC_ROOT, "sources.json"), _static_state()
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == state:
        return False
    settings.STORAGES["staticfiles"]["BACKEND"] = settings.HASHED_STATIC
    call_command("collectstatic", verbosity=0, interactive=False, clear=True, ignore_patterns=UNUSED_STATIC)
    stamp.write_text(state, encoding="utf-8")
    return True


def _static_state() -> str:
    files = {}
    for finder in get_finders():
        for name, storage in finder.list(UNUSED_STATIC):
            status = os.stat(storage.path(name))
            files[name] = f"{status.st_size} {status.st_mtime_ns}"
    return json.dumps({"files": files, "by": sha256(repr(settings.HASHED_STATIC).encode()).hexdigest()[:8]})


def web_server(listener: socket.socket) -> Child:
    return Child("web server", ["web", f"fd://{listener.fileno()}"], [listener])


def worker() -> Child:
    return Child("worker", ["worker"])


def wait_for_web(listener: socket.socket, supervisor: Supervisor) -> None:
    """Return once the web server answers; start it again should it die meanwhile.

    :raises WebServerSilent: if it does not within a minute."""
    host, port = listener.getsockname()[:2]
    url = f"http://{url_host(host)}:{port}/healthz"
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and not supervisor.stopping:
        if _answers(url):
            return
        supervisor.look()
        time.sleep(0.02)
    if not supervisor.stopping:
        raise WebServerSilent(f"no answer from {url} within {START_SECONDS:.0f} s")


def url_host(host: str) -> str:
    """Return *host* as a URL spells it, and this machine for "every address"."""
    local = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}
    return local.get(host) or (f"[{host}]" if ":" in host else host)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=10):
            return True
    except urllib.error.HTTPError:
        return True  # it speaks: not a host that it answers, perhaps
    except OSError:
        return False


def environment(**changes: str) -> dict[str, str]:
    """Return the environment of the children: ours, with *changes*."""
    return {**os.environ, "DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"], **changes}


def serve(supervisor: Supervisor, on_ready: Callable[[], object], listener: socket.socket | None) -> None:
    """Wait for the web server, tell that all is ready, and watch until a signal says stop.

    :raises ChildKeepsDying: if a child cannot be kept alive.
    :raises WebServerSilent: if the web server does not come up."""
    if listener:
        wait_for_web(listener, supervisor)
    if not supervisor.stopping:
        on_ready()
    supervisor.run()
