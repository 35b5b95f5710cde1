"""Web server and worker as processes of their own: ``python -m reviewapp.runtime.serving web|worker``.

Both watch the pipe that REVIEWAPP_PARENT names and end when the process that started them is gone.
"""

import contextlib
import gc
import os
import sys
import threading
import warnings
from collections.abc import Callable
from typing import Any

from reviewapp.runtime.processes import end_when_closed

WEB_PROCESSES = 2
WEB_THREADS = 4
WORKER_THREADS = 2
GRACE_SECONDS = 8
FIRST_TEMPLATES = (
    "reviewapp/people/login.html",
    "reviewapp/work/my_work.html",
    "reviewapp/screening/page.html",
    "reviewapp/screening/task.html",
    "reviewapp/documents.html",  # included, which loads it no sooner than when it is shown
    "reviewapp/document.html",
)


def serve_web(listen: str) -> None:
    """Serve the application with gunicorn on *listen*: ``host:port``, or ``fd://N`` of a bound socket."""
    from gunicorn.app.base import BaseApplication

    class Server(BaseApplication):  # type: ignore[misc]
        def load_config(self) -> None:
            for name, value in _gunicorn_settings(listen).items():
                self.cfg.set(name, value)

        def load(self) -> Any:
            from reviewapp.wsgi import application

            return application

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reviewapp.settings")
    Server().run()


def _gunicorn_settings(listen: str) -> dict[str, Any]:
    return {
        "bind": listen,
        "worker_class": "gthread",
        "workers": int(os.environ.get("REVIEWAPP_WEB_PROCESSES", WEB_PROCESSES)),
        "threads": int(os.environ.get("REVIEWAPP_WEB_THREADS", WEB_THREADS)),
        "preload_app": True,  # the processes share the memory of what they have loaded
        "when_ready": _freeze,
        "post_worker_init": _connect,
        "keepalive": 30,
        "graceful_timeout": GRACE_SECONDS,
        "timeout": 120,
        "loglevel": "warning",
        "worker_tmp_dir": "/dev/shm" if os.path.isdir("/dev/shm") else None,
        "control_socket_disable": True,
    }


def _freeze(_: Any) -> None:
    """Load what the first request would wait for, and freeze it for the collector, so that forks share it."""
    import psycopg_pool  # noqa: F401 - Django loads it for the first connection
    from django.template.loader import get_template
    from django.urls import get_resolver

    get_resolver()._populate()
    for name in FIRST_TEMPLATES:
        get_template(name)
    gc.collect()
    gc.freeze()


def _connect(_: Any) -> None:
    """Let the pool of this process have a connection before the first request asks for it.

    In a thread: without its database the process answers all the same, and says so."""
    from django.db import DatabaseError, connection

    def connect() -> None:
        with contextlib.suppress(DatabaseError, OSError):
            connection.ensure_connection()
        connection.close()

    threading.Thread(target=connect, name="first-connection", daemon=True).start()


def work(*arguments: str) -> None:
    """Run a Celery worker with its clock; threads, since the chart renderer hangs in forked processes."""
    os.environ.setdefault("C_FORCE_ROOT", "1")  # messages are JSON here, not pickles: root is no danger
    from celery.beat import EmbeddedService, Scheduler
    from celery.signals import worker_ready, worker_shutting_down
    from django import setup

    from reviewapp.celery import app

    warnings.filterwarnings("ignore", message="You're running the worker with superuser")
    setup()
    from reviewapp import tasks

    worker_ready.connect(tasks.on_worker_ready, weak=False)
    worker_shutting_down.connect(tasks.on_worker_stopping, weak=False)
    EmbeddedService(app, thread=True, scheduler_cls=Scheduler).start()
    options = [
        "--pool=threads",
        f"--concurrency={os.environ.get('REVIEWAPP_WORKER_THREADS', WORKER_THREADS)}",
    ]
    options += ["--loglevel=WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"]
    app.worker_main(["--quiet", "worker", *options, *arguments])


def main() -> None:
    if parent := os.environ.pop("REVIEWAPP_PARENT", ""):
        end_when_closed(int(parent))
    command, *arguments = sys.argv[1:]
    commands: dict[str, Callable[..., None]] = {"web": serve_web, "worker": work}
    commands[command](*arguments)


if __name__ == "__main__":
    main()
