"""Real servers and a real browser for tests."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psutil
from django.conf import settings
from django.db import connection

from reviewapp.runtime.supervisor import Child, Supervisor, listen_on

START_SECONDS = 120.0  # for one that hangs: one that dies is told at once
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_FLAGS = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--no-first-run",
]


def wait_for(condition: Callable[[], Any], seconds: float = 20.0, what: str = "") -> Any:
    """Return *condition()* once it is true.

    :raises TimeoutError: if it is not within *seconds*."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {seconds} s: {what or condition}")
        time.sleep(0.02)
    return value


class LiveApp:
    """The web server, and on demand a worker, on the test database of this process."""

    def __init__(self, var: Path, broker_url: str = "", **environment: str) -> None:
        self.var = var
        self._listener = listen_on("127.0.0.1", 20000 + os.getpid() % 20000)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.told: list[str] = []
        known = {**self._environment(broker_url), **environment}
        self._supervisor = Supervisor(known, self.told.append, lambda: None)
        self.web = Child("web server", ["web", f"fd://{self._listener.fileno()}"], [self._listener])
        self.worker = Child("worker", ["worker"])

    def __enter__(self) -> "LiveApp":
        self.start_web()
        return self

    def __exit__(self, *_: object) -> None:
        self._supervisor.stop()
        self._listener.close()
        self._supervisor.close()

    def start_web(self) -> None:
        """Start the web server and wait for its first answer, which a busy machine may take long to give."""
        self._supervisor.start(self.web)
        wait_for(lambda: self._answers() or self._has_ended(), START_SECONDS, f"an answer from {self.url}")
        assert not self._has_ended(), "the web server ended before it answered"

    def start_worker(self) -> None:
        self._supervisor.start(self.worker)

    def settle(self) -> None:
        """End the worker, and let the web server go on with new processes once all requests are answered."""
        if self.worker.process:
            self.worker.process.terminate()
            self.worker.process.wait()
            self.worker.process = None
        for message in (self.var / "broker").rglob("*"):  # the folders stay: the web server made them once
            if message.is_file():
                message.unlink(missing_ok=True)
        if self._has_ended():  # a test that kills it has failed before it started it again
            self.start_web()
        serving = psutil.Process(self.web.pid).children()
        for process in serving:
            process.send_signal(signal.SIGQUIT)  # gunicorn's word for: now, not within the second
        psutil.wait_procs(serving)

    def kill(self, child: Child) -> None:
        """Kill *child* as the kernel does when memory is short: without a word."""
        assert child.process
        child.process.kill()
        child.process.wait()

    def _has_ended(self) -> bool:
        return self.web.process is None or self.web.process.poll() is not None

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
        return False

    def _environment(self, broker_url: str) -> dict[str, str]:
        return {
            "PATH": os.environ.get("PATH", ""),
            "HOME": os.environ.get("HOME", "/"),
            "DJANGO_SETTINGS_MODULE": "tests.settings_live",
            "DATABASE_URL": database_url(),
            "CELERY_BROKER_URL": broker_url,
            "REVIEWAPP_VAR": str(self.var),
            "REVIEWAPP_SECRET_KEY": settings.SECRET_KEY,
            "REVIEWAPP_INSECURE_HTTP": "1",
        }


def database_url() -> str:
    """Return the URL of the database that this test writes to."""
    at = connection.settings_dict
    login = f"{quote(at['USER'])}:{quote(at['PASSWORD'], safe='')}"
    return f"postgresql://{login}@{quote(at['HOST'], safe='')}:{at['PORT'] or 5432}/{quote(at['NAME'])}"


@contextlib.contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    """Run a Redis server that keeps nothing and listens on a Unix socket in *folder*."""
    path = folder / "redis.sock"
    command = ["redis-server", "--port", "0", "--unixsocket", str(path), "--save", "", "--appendonly", "no"]
    process = subprocess.Popen([*command, "--dir", str(folder)], stdout=subprocess.DEVNULL)
    try:
        wait_for(path.exists, what="Redis")
        yield f"redis+socket://{path}"
    finally:
        process.terminate()
        process.wait(10)


def find_chromium() -> str | None:
    """Return the Chromium to drive: REVIEWAPP_CHROMIUM, or the first of the usual names."""
    named = os.environ.get("REVIEWAPP_CHROMIUM")
    found = [path for name in CHROMIUM_NAMES if (path := shutil.which(name))]
    mac = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    return named or next(iter(found), None) or (str(mac) if mac.exists() else None)


class Browser:
    """One headless Chromium for the whole run of this process."""

    def __init__(self, executable: str) -> None:
        self.executable = executable

    def __enter__(self) -> "Browser":
        from playwright.sync_api import sync_playwright

        # Playwright runs an event loop in this thread, beside which Django would refuse the database.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        flags = CHROMIUM_FLAGS + (["--no-sandbox"] if os.geteuid() == 0 else [])
        self._playwright = sync_playwright().start()
        self.handle = self._playwright.chromium.launch(executable_path=self.executable, args=flags)
        return self

    def __exit__(self, *_: object) -> None:
        self.handle.close()
        self._playwright.stop()
        os.environ.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)
