"""The walls of the house: what import contracts cannot see."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.utils import timezone

from reviewapp.rules.protocol import Kind
from reviewapp.workflows.screening.actions import ScreeningEntry, commit_screening
from tests.factories import make_campaign
from tests.reviewapp.colliding import commit, decide, keep, one_item, take
from tests.reviewapp.staff_desk import claim

ROOT = Path(__file__).resolve().parents[2]
LEAVES = ("reviewapp/rules/codes.py", "reviewapp/rules/zones.py")  # what models ask for a default, a zone
REGISTRY = "reviewapp/work/registry.py"
ROOM_OF_ALL = ("reviewapp/models", "reviewapp/migrations", "reviewapp/prepared.py", *LEAVES)
COMMIT_MODULES = 7


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((ROOT / "reviewapp").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(ROOM_OF_ALL) and name != REGISTRY:
            yield name, ast.parse(path.read_text(encoding="utf-8"))


def compares_kinds(node: ast.AST) -> bool:
    """Say whether it compares anything to a kind of review, or the kind of a row to anything."""
    if not isinstance(node, ast.Compare):
        return False
    attributes = [part for part in ast.walk(node) if isinstance(part, ast.Attribute)]
    return any(isinstance(part.value, ast.Name) and part.value.id == Kind.__name__ for part in attributes)


def test_nothing_but_the_registry_compares_kinds():
    assert [
        f"{name}:{node.lineno}" for name, tree in modules() for node in ast.walk(tree) if compares_kinds(node)
    ] == []


LOCK = re.compile(r"select_for_update|FOR (NO KEY )?UPDATE|FOR KEY SHARE")
LOCKING_ROOMS = ("reviewapp/work/", "reviewapp/staff/", "reviewapp/workflows/")


def test_every_lock_says_where_it_stands_in_the_lock_order():
    unsaid = []
    for path in sorted((ROOT / "reviewapp").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        lines = path.read_text(encoding="utf-8").split("\n") if name.startswith(LOCKING_ROOMS) else []
        for number, line in enumerate(lines):
            near = "\n".join(lines[max(0, number - 24) : number + 1]).lower()
            if LOCK.search(line) and "lock order" not in near:
                unsaid.append(f"{name}:{number + 1}")
    assert unsaid == []


def test_the_rooms_are_few_enough_to_see_at_once():
    for app in ("reviewapp", "benchmark", "scoring"):
        names = [path.name for path in (ROOT / app).glob("*.py")]
        assert len(names) <= 12, names


def modules_of(work: Callable[[], Any]) -> set[str]:
    """Return the modules of the application whose functions *work* runs, the models' aside."""
    touched: set[str] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(ROOT / "reviewapp"):
                touched.add(path.relative_to(ROOT).as_posix())

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return {name for name in touched if not name.startswith(ROOM_OF_ALL)}


@pytest.mark.django_db
def test_a_screening_commit_passes_few_modules(alice):
    task_id = claim(make_campaign(items=1), "alice")
    entry = ScreeningEntry("accept")
    touched = modules_of(
        lambda: commit_screening(task_id=task_id, actor=alice, entry=entry, now=timezone.now())
    )
    assert len(touched) <= COMMIT_MODULES, sorted(touched)


@pytest.mark.django_db
def test_a_collision_commit_passes_few_modules(alice):
    item, campaign = one_item(["hard_negative", "hard_negative"])
    task = take(campaign, alice)
    for candidate in item.candidates.all():
        decide(task, alice, candidate.document_id, "hard_negative")
        keep(task, alice, candidate.document_id)
    touched = modules_of(lambda: commit(task, alice))
    assert len(touched) <= COMMIT_MODULES, sorted(touched)
