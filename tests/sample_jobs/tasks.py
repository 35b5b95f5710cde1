import time
from pathlib import Path
from typing import Any

from reviewapp.jobs.progress import Progress


def count(progress: Progress, upto: int, seconds: float = 0.0) -> dict[str, Any]:
    """Count to *upto*, *seconds* apart."""
    for done in range(1, upto + 1):
        time.sleep(seconds)
        progress.at(done, upto)
    progress.say(f"counted to {upto}")
    return {"counted": upto}


def wait_for_file(progress: Progress, path: str) -> dict[str, Any]:
    """Write *path*.began, and end once *path* is there."""
    Path(f"{path}.began").touch()
    while not Path(path).exists():
        progress.at(1, 2)
        time.sleep(0.02)
    return {"found": path}


def refuse(progress: Progress) -> None:
    """Fail as bad input does."""
    raise ValueError("line 3: no such field: 'answr'")


def break_down(progress: Progress) -> None:
    """Fail as a mistake in the code does."""
    raise KeyError("gone")


JOBS = {"count": count, "wait_for_file": wait_for_file, "refuse": refuse, "break_down": break_down}
