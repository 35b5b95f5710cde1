"""`manage.py demo` as people run it: whole, twice, beside a busy port, and killed in every part."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from reviewapp.runtime import embedded
from tests.live import wait_for

BASE_DIR = Path(__file__).resolve().parents[2]
READY = re.compile(r"Ready after ([\d.]+) s: (http://[\d.:]+)/")


class Demo:
    """One running demo, and what it has said so far."""

    def __init__(self, var: Path, *arguments: str) -> None:
        self.output = ""
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "demo", *arguments],
            cwd=BASE_DIR,
            env={"PATH": os.environ["PATH"], "REVIEWAPP_VAR": str(var)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        wait_for(
            lambda: READY.search(self.output) or self.process.poll() is not None, 90, "a demo that is ready"
        )

    @property
    def url(self) -> str:
        ready = READY.search(self.output)
        assert ready, self.output
        return ready[2]

    def get(self, path: str) -> int:
        with urllib.request.urlopen(self.url + path, timeout=20) as answer:
            return int(answer.status)

    def children(self) -> list[int]:
        return [child.pid for child in psutil.Process(self.process.pid).children()]

    def child(self, kind: str) -> int:
        children = psutil.Process(self.process.pid).children()
        return next(child.pid for child in children if kind in child.cmdline())

    def interrupt(self) -> int:
        """Press Ctrl-C and return the exit code."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(40)
        self._reader.join(10)
        return code

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def _read(self) -> None:
        assert self.process.stdout
        with self.process.stdout as stream:
            for line in stream:
                self.output += line.decode()


def run(command: str, var: Path) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "REVIEWAPP_VAR": str(var)}
    options = {"cwd": BASE_DIR, "env": environment, "capture_output": True, "text": True, "check": True}
    return subprocess.run([sys.executable, "manage.py", command], **options)  # type: ignore[call-overload]


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A var folder with a space in its path, kept from test to test as from day to day."""
    folder = tmp_path_factory.mktemp("demo") / "a var"
    run("migrate", folder)
    yield folder
    embedded.remove(folder)


@pytest.fixture
def demo(var: Path) -> Iterator[Demo]:
    running = Demo(var, "--port", "18400", "--without-sample")
    yield running
    if running.process.poll() is None:
        running.interrupt()


def no_keeper(var: Path) -> bool:
    return not embedded.has_keeper(var)


def is_gone(pid: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return False
    return True


def test_it_serves_until_ctrl_c_and_leaves_nothing(demo: Demo, var: Path) -> None:
    assert demo.get("/healthz") == 200
    wait_for(lambda: ready(demo), 30, "readiness")
    children = demo.children()
    assert len(children) == 3  # web server, worker, keeper
    assert demo.interrupt() == 0
    assert "Stopped. Everything is kept in" in demo.output
    assert all(is_gone(pid) for pid in children)
    assert no_keeper(var)


def ready(demo: Demo) -> bool:
    with contextlib.suppress(urllib.error.HTTPError):
        return demo.get("/readyz") == 200
    return False


def test_a_busy_port_is_told_and_the_next_one_taken(var: Path) -> None:
    with socket.create_server(("127.0.0.1", 18500)):
        demo = Demo(var, "--port", "18500", "--without-sample")
        assert "Port 18500 is in use: 18501 is taken instead." in demo.output
        assert demo.url == "http://127.0.0.1:18501"
        assert demo.interrupt() == 0


@pytest.mark.parametrize("kind", ["web", "worker"])
def test_a_part_that_is_killed_is_started_again(demo: Demo, kind: str) -> None:
    old = demo.child(kind)
    os.kill(old, signal.SIGKILL)
    wait_for(lambda: "it is started again" in demo.output, what="the news")
    assert demo.child(kind) != old
    assert demo.get("/healthz") == 200
    assert demo.interrupt() == 0


def test_a_demo_that_is_killed_takes_its_parts_along_and_starts_again(demo: Demo, var: Path) -> None:
    children = demo.children()
    demo.kill()
    wait_for(lambda: all(is_gone(pid) for pid in children) and no_keeper(var), 30, "the end of all parts")
    again = Demo(var, "--port", "18400", "--without-sample")
    assert again.get("/healthz") == 200
    assert again.interrupt() == 0


def test_a_var_that_cannot_be_written_is_told_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    demo = Demo(tmp_path / "file" / "var")
    assert demo.process.wait() == 1
    demo._reader.join()
    assert demo.output == f"manage.py: cannot make the folder {tmp_path}/file/var: Not a directory\n"


def test_a_reset_asks_first(var: Path) -> None:
    demo = Demo(var, "--reset")
    assert demo.process.wait() == 1
    assert "nothing was removed" in demo.output
    assert (var / "postgres.json").exists()


def test_other_commands_use_the_database_without_a_demo(var: Path) -> None:
    told = run("doctor", var)
    assert re.search(r"^by trigger +yes, \d+ tables refuse UPDATE and DELETE$", told.stdout, re.MULTILINE)
    assert re.search(r"^by privilege +no, ", told.stdout, re.MULTILINE)
    assert no_keeper(var)


def test_production_settings_pass_the_deployment_check(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=BASE_DIR,
        env={
            "PATH": os.environ["PATH"],
            "REVIEWAPP_VAR": str(tmp_path),
            "REVIEWAPP_HOSTS": "review.example.org",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.returncode, told.stdout) == (0, "System check identified no issues (0 silenced).\n"), (
        told.stderr
    )
