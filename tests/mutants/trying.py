"""A copy of the tree, a change in it, and the tests that cover the change run on it.

Each try is a fork of this process, which has imported the libraries already but nothing of the applications:
it imports the changed file as any process would. Threads, servers and commands that a test starts see the
change too, since it lies in a file. Nothing is written into the checkout.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.mutants.changes import Change

NOT_COPIED = shutil.ignore_patterns(
    ".git", "var", ".mypy_cache", ".ruff_cache", ".pytest_cache", "node_modules"
)
LIBRARIES = (
    *(
        "django.test",
        "django.contrib.postgres.fields",
        "django.forms",
        "django.core.management",
        "django_htmx",
    ),
    *("celery", "psycopg", "psycopg_pool", "numpy", "orjson", "openpyxl", "altair", "jinja2", "jsonschema"),
    *(
        "hypothesis",
        "pytest_django.plugin",
        "xdist.plugin",
        "time_machine",
        "markdown_it",
        "nh3",
        "scipy.stats",
    ),
)
KILLED, SURVIVED, TIMED_OUT, NOT_RUN = "killed", "survived", "timed out", "not run"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the tests said of a change, and which of them turned red."""

    outcome: str
    test: str = ""


class _InOrder:
    """A pytest plugin that runs the tests it was given, in their order, and names the first that fails."""

    def __init__(self, tests: Sequence[str], result: Path) -> None:
        self.places = {test: place for place, test in enumerate(tests)}
        self.result = result

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Choose the tests; those that empty all tables come last, as pytest-django has it."""
        chosen = [item for item in items if item.nodeid in self.places]
        items[:] = sorted(chosen, key=lambda item: (_empties_tables(item), self.places[item.nodeid]))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.result.write_text(report.nodeid, encoding="utf-8")


def _empties_tables(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("django_db")
    return "transactional_db" in item.fixturenames or bool(mark and mark.kwargs.get("transaction"))


class Copy:
    """One copy of the tree, in which one change at a time is tried."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.tree = root, folder / "tree"
        self._result = folder / "result"
        self._log = folder / "log"
        self._pid = 0
        self._change: Change | None = None
        shutil.copytree(root, self.tree, symlinks=True, ignore=NOT_COPIED)
        if (root.parent / "shared").is_dir():
            (folder / "shared").symlink_to(root.parent / "shared")

    @property
    def is_busy(self) -> bool:
        return bool(self._pid)

    def start(self, change: Change | None, tests: Sequence[str], seconds: float) -> None:
        """Begin to run *tests* on the tree with *change* in it; `poll` tells how it ends."""
        self._change = change
        if change:
            path = self.tree / change.path
            path.write_bytes(change.apply((self.root / change.path).read_bytes()))
        self._result.unlink(missing_ok=True)
        self._deadline = time.monotonic() + seconds
        sys.stdout.flush()
        self._pid = os.fork()
        if not self._pid:
            self._run(tests)

    def poll(self) -> Verdict | None:
        """Return the verdict once there is one, with the tree as it was before."""
        pid, status = os.waitpid(self._pid, os.WNOHANG)
        if pid:
            verdict = self._verdict(os.waitstatus_to_exitcode(status))
        elif time.monotonic() > self._deadline:
            verdict = Verdict(TIMED_OUT)
        else:
            return None
        self.stop()
        return verdict

    def stop(self) -> None:
        """End what runs, and take the change back."""
        if self._pid:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._pid, signal.SIGKILL)  # the threads and processes of its session, too
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._pid, 0)
            self._pid = 0
        if self._change:  # with the old time of the file, so that its compiled form counts again
            shutil.copy2(self.root / self._change.path, self.tree / self._change.path)
            self._change = None

    def log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    def _verdict(self, code: int) -> Verdict:
        if code == pytest.ExitCode.OK:
            return Verdict(SURVIVED)
        if code == pytest.ExitCode.NO_TESTS_COLLECTED:
            return Verdict(NOT_RUN)
        test = self._result.read_text(encoding="utf-8") if self._result.is_file() else "(while importing)"
        return Verdict(KILLED, test)

    def _run(self, tests: Sequence[str]) -> None:
        """Run the tests in this fork, and end it."""
        code = 3
        try:
            os.setsid()
            output = os.open(self._log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(output, 1)
            os.dup2(output, 2)
            os.chdir(self.tree)
            sys.path[:] = [str(self.tree), *(p for p in sys.path if p not in ("", str(self.root)))]
            for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
                del sys.modules[name]
            sys.dont_write_bytecode = True
            files = sorted({test.partition("::")[0] for test in tests})
            arguments = [
                "-q",
                "-x",
                "-n",
                "0",
                "--assert",
                "plain",
                "-p",
                "no:cacheprovider",
                "--rootdir",
                str(self.tree),
                *files,
            ]
            code = int(pytest.main(arguments, plugins=[_InOrder(tests, self._result)]))
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)


@contextlib.contextmanager
def copies(root: Path, number: int) -> Iterator[list[Copy]]:
    """Make copies of the tree for the block; in the end nothing of them is left, nor of what runs in them."""
    os.environ["REVIEWAPP_VAR"] = str(root / "var" / "tests")
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a process with threads should not fork
    for library in LIBRARIES:
        with contextlib.suppress(ImportError):
            importlib.import_module(library)
    gc.collect()
    gc.freeze()  # what all forks share is looked at by no fork's own collection
    with tempfile.TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True) as folder:
        made: list[Copy] = []
        try:
            for n in range(number):
                place = Path(folder, str(n))
                place.mkdir()
                made.append(Copy(root, place))
            yield made
        finally:
            for copy in made:
                copy.stop()
