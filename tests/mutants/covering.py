"""Which tests cover a change, from what was recorded (see recording.py)."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.mutants.changes import Place, assigned_names, body_lines
from tests.mutants.recording import FOLDER, record_name, sources

RECORDS = "var/mutants/records"
LEFT_OUT = "not browser and not redis and not data"

Record = dict[str, Any]
"""`seconds`: how long each test took; `lines`: of each file, which lines each test ran."""

Lines = tuple[str, int, int]
"""A file, and the first and last of some lines in it."""


def record(root: Path, test_files: Collection[str], workers: int) -> None:
    """Run the test files that have not been recorded for the code as it is."""
    folder = root / RECORDS
    missing = [file for file in test_files if not (folder / record_name(root, file)).is_file()]
    if not missing:
        return
    print(
        f"recording which lines {len(missing)} test files cover (once, until code or test changes)",
        flush=True,
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants.recording", "-m", LEFT_OUT]
    with tempfile.TemporaryDirectory() as parts:
        subprocess.run(
            [*command, "-n", str(workers), *missing],
            cwd=root,
            env={**os.environ, FOLDER: parts},
            check=False,  # a test that fails is no judge, and is not recorded
        )
        whole = _merged(Path(parts))
    folder.mkdir(parents=True, exist_ok=True)
    for file in missing:
        record_of_file = json.dumps(_of_test_file(whole, file))
        (folder / record_name(root, file)).write_text(record_of_file, encoding="utf-8")


def _merged(parts: Path) -> Record:
    """Return what all processes recorded."""
    whole: Record = {"seconds": {}, "lines": {}}
    for path in parts.glob("*.json"):
        part: Record = json.loads(path.read_text(encoding="utf-8"))
        whole["seconds"] |= part["seconds"]
        for file, by_test in part["lines"].items():
            whole["lines"].setdefault(file, {}).update(by_test)
    return whole


def _of_test_file(whole: Record, test_file: str) -> Record:
    """Return the part of a record that is about the tests of one file."""
    own = {test for test in whole["seconds"] if test.partition("::")[0] == test_file}
    lines = {
        file: {test: lines for test, lines in by_test.items() if test in own}
        for file, by_test in whole["lines"].items()
    }
    seconds = {test: whole["seconds"][test] for test in own}
    return {"seconds": seconds, "lines": {file: by_test for file, by_test in lines.items() if by_test}}


@dataclass(slots=True)
class Covering:
    """The lines that each recorded test runs, and how long it takes."""

    seconds: dict[str, float] = field(default_factory=dict)
    tests: dict[str, dict[int, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )

    @classmethod
    def read(cls, root: Path, test_files: Collection[str]) -> Covering:
        """Read what was recorded of these test files for the code as it is."""
        covering = cls()
        for file in test_files:
            path = root / RECORDS / record_name(root, file)
            if path.is_file():
                covering.add(json.loads(path.read_text(encoding="utf-8")))
        return covering

    def add(self, record: Record) -> None:
        self.seconds |= record["seconds"]
        for file, by_test in record["lines"].items():
            for test, lines in by_test.items():
                for line in lines:
                    self.tests[file][line].add(test)

    def of(self, path: str, place: Place, users: Users) -> list[str]:
        """Return the tests that run a place of the file at *path*, the fastest first."""
        lines: Iterable[Lines] = [(path, *place.lines)] if place.lines else users.of(place.names)
        tests: set[str] = set()
        for file, first, last in lines:
            covered = self.tests.get(file, {})
            for line in range(first, last + 1):
                tests |= covered.get(line, set())
        return sorted(tests, key=lambda test: (self.seconds[test], test))


class Users:
    """Which functions use a constant of a module: directly, or another constant that is made from it."""

    def __init__(self, root: Path) -> None:
        self._made_from: dict[str, set[str]] = defaultdict(set)  # a name, and the constants it goes into
        self._lines: dict[str, set[Lines]] = defaultdict(set)
        for path in sources(root):
            self._read_block(str(path), ast.parse((root / path).read_bytes()).body)

    def of(self, names: Iterable[str]) -> set[Lines]:
        """Return the bodies of all functions that use one of *names*."""
        waiting, seen = list(names), set()
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += self._made_from[name]
        return {lines for name in seen for lines in self._lines[name]}

    def _read_block(self, path: str, block: list[ast.stmt]) -> None:
        for statement in block:
            if isinstance(statement, ast.ClassDef):
                self._read_block(path, statement.body)
            elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                for name in _mentioned(statement):
                    self._lines[name].add((path, *body_lines(statement)))
            else:
                for name in assigned_names(statement):
                    for part in _mentioned(statement) - {name}:
                        self._made_from[part].add(name)


def _mentioned(node: ast.AST) -> set[str]:
    names = {child.id for child in ast.walk(node) if isinstance(child, ast.Name)}
    return names | {child.attr for child in ast.walk(node) if isinstance(child, ast.Attribute)}
