"""The bench's own installation: what `make demo` starts, in a folder of its own."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent.parent
START_SECONDS = 60.0


@contextlib.contextmanager
def installation(var: Path, *, sample: bool = False) -> Iterator[str]:
    """Run `manage.py demo` on *var*; the value is its URL."""
    environment = os.environ | {"REVIEWAPP_VAR": str(var), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "manage.py", "demo", *([] if sample else ["--without-sample"])]
    process = subprocess.Popen(
        command, cwd=BASE_DIR, env=environment, stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL
    )
    try:
        yield _url_told_by(process)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def _url_told_by(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    for line in process.stdout:
        if found := re.search(r"http://[0-9.]+:[0-9]+", line):
            return found.group()
    raise RuntimeError("the demo ended before it told its address")


@contextlib.contextmanager
def floor_server(database_url: str, *, processes: int, threads: int) -> Iterator[str]:
    """Serve `floor.py` with the same kind and number of gunicorn workers; the value is its URL."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "tests.bench.floor:application", "-k", "gthread"]
    options = ["-b", f"127.0.0.1:{port}", "-w", str(processes), "--threads", str(threads), "--preload"]
    process = subprocess.Popen(
        [*command, *options, "--keep-alive", "30", "--log-level", "warning", "--no-control-socket"],
        cwd=BASE_DIR,
        env=os.environ | {"DATABASE_URL": database_url},
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}/nothing")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(url, timeout=5)
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError(url)
