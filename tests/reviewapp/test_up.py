"""`manage.py up` beside configured services: here the tests' PostgreSQL and a Redis."""

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.live import database_url, wait_for

BASE_DIR = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "manage.py", "up", "--port", "18600"]


def test_it_says_which_service_is_not_configured(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "REVIEWAPP_VAR": str(tmp_path)}
    told = subprocess.run(COMMAND, cwd=BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert "DATABASE_URL and CELERY_BROKER_URL must be set" in told.stderr


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_it_serves_over_https_alone_and_is_ready(redis_url: str, tmp_path: Path) -> None:
    services = {"DATABASE_URL": database_url(), "CELERY_BROKER_URL": redis_url}
    environment = {"PATH": os.environ["PATH"], "REVIEWAPP_VAR": str(tmp_path), **services}
    running = subprocess.Popen(COMMAND, cwd=BASE_DIR, env=environment, stderr=subprocess.PIPE, text=True)
    assert running.stderr
    try:
        wait_for(lambda: running.stderr.readline() == "ready\n", 60, "readiness")  # type: ignore[union-attr]
        wait_for(lambda: status("/readyz") == 200, 30, "the worker's sign of life")
        assert status("/login") == 301
    finally:
        running.send_signal(signal.SIGTERM)
        _, rest = running.communicate(timeout=40)
    assert running.returncode == 0, rest


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def status(path: str) -> int:
    try:
        with urllib.request.build_opener(_NoRedirect).open(
            f"http://127.0.0.1:18600{path}", timeout=20
        ) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
