"""A pytest plugin, ``-p tests.mutants.recording``, that records which of our lines each test runs.

Each process writes one JSON file; `covering.record` makes of them one a test file, named after everything
that its content depends on, so that an edited test file is recorded again and the others are not.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import coverage
import pytest

APPS = ("reviewapp", "benchmark", "scoring")
ROOT = Path(__file__).resolve().parents[2]
FOLDER = "REVIEWAPP_MUTANTS_RECORDS"  # the variable that says where to write


def is_source(path: Path) -> bool:
    """Tell whether a file is code that a test may cover and a change may hit."""
    return path.suffix == ".py" and not {"migrations", "__pycache__"} & set(path.parts)


def sources(root: Path) -> list[Path]:
    """Return the Python files of the applications, as paths relative to *root*."""
    found = (path.relative_to(root) for app in APPS for path in (root / app).rglob("*.py"))
    return sorted(path for path in found if is_source(path))


@cache
def _state_of_sources(root: Path) -> str:
    digest = hashlib.sha256()
    for path in sources(root):
        digest.update(f"{path}\n".encode() + (root / path).read_bytes())
    return digest.hexdigest()


def record_name(root: Path, test_file: str) -> str:
    """Return the name of the record of one test file, for the sources as they are."""
    own = hashlib.sha256(_state_of_sources(root).encode() + (root / test_file).read_bytes())
    return f"{test_file.replace('/', '.')}-{own.hexdigest()[:16]}.json"


class Recorder:
    """Records the tests of one process, and writes what it has at its end."""

    def __init__(self, root: Path, target: Path) -> None:
        self.root, self.target = root, target
        self.seconds: dict[str, float] = defaultdict(float)
        self.passed: dict[str, bool] = {}
        self.is_first = True
        include = [f"{root}/{app}/*" for app in APPS]
        self.coverage = coverage.Coverage(data_file=None, config_file=False, include=include, messages=False)

    def pytest_sessionstart(self) -> None:
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        result = yield
        self.coverage.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.passed[report.nodeid] = self.passed.get(report.nodeid, True) and report.passed
        if not self.is_first:  # the set-up of the first makes the database of all
            self.seconds[report.nodeid] += report.duration
        self.is_first = False

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        passed = {test: round(self.seconds[test], 3) for test, passed in self.passed.items() if passed}
        record = {"seconds": passed, "lines": self._lines()}
        self.target.write_text(json.dumps(record), encoding="utf-8")

    def _lines(self) -> dict[str, dict[str, list[int]]]:
        """Return for each file and passed test the lines that ran."""
        lines: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        data = self.coverage.get_data()
        for file in data.measured_files():
            for line, tests in data.contexts_by_lineno(file).items():
                for test in tests:
                    if self.passed.get(test):
                        lines[str(Path(file).relative_to(self.root))][test].append(line)
        return lines


def pytest_configure(config: pytest.Config) -> None:
    is_controller = not hasattr(config, "workerinput") and bool(config.getoption("numprocesses", None))
    if (folder := os.environ.get(FOLDER)) and not is_controller:
        config.pluginmanager.register(Recorder(ROOT, Path(folder, f"{os.getpid()}.json")))
