"""Which files make up a room, and which tests are asked about it."""

from __future__ import annotations

from pathlib import Path, PurePath

from tests.mutants.recording import sources

ROOMS: dict[str, tuple[str, ...]] = {
    "freeze": ("benchmark/releases/actions/freezing*.py", "benchmark/releases/actions/decisions*.py"),
    "import": (
        *("reviewapp/bank/*.py", "reviewapp/bank/*/*.py", "*/intake.py", "*/actions/importing*.py"),
        *("reviewapp/records/*.py", "reviewapp/records/*/*.py"),
    ),
    "hosted": ("scoring/ripple/asking/*.py", "reviewapp/asking/*.py"),
    "actions": ("*/actions/*.py", "*/actions.py"),
    "queries": ("*/queries/*.py", "*/queries.py"),
    "scoring": (
        *("scoring/*/scorer/*.py", "scoring/*/rankings/*.py", "scoring/*/probes/*.py"),
        *("scoring/statistics/*.py", "scoring/runs/*.py", "scoring/tables/*.py", "scoring/*/tables/*.py"),
    ),
    "rules": (
        *("reviewapp/rules/*.py", "*/rules/*.py", "reviewapp/workflows/*/workflow.py"),
        *("benchmark/releases/formats/*.py", "benchmark/releases/selection*.py"),
        *("benchmark/construction/ripple/*.py", "benchmark/construction/ripple/grammar/*.py"),
    ),
}
"""The rooms in the order in which they are asked: a file lies in the first that knows it."""


def room_of(path: str) -> str:
    """Return the room of a file; "other" if none of them knows it."""
    known = (room for room, patterns in ROOMS.items() if any(PurePath(path).match(one) for one in patterns))
    return next(known, "other")


def files_of(root: Path, room: str) -> list[str]:
    """Return the files of a room."""
    return [path.as_posix() for path in sources(root) if room_of(path.as_posix()) == room]


def test_files_for(root: Path, paths: list[str]) -> list[str]:
    """Return the test files that are asked about changes of *paths*: those of their applications."""
    apps = sorted({PurePath(path).parts[0] for path in paths})
    found = [file for app in apps for file in (root / "tests" / app).rglob("test_*.py")]
    return sorted(str(file.relative_to(root)) for file in (*found, *(root / "tests").glob("test_*.py")))
