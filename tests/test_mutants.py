"""The mutator on a small module: what it proposes, what covers it, and that a try finds what tests miss."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants import rooms, sql
from tests.mutants.changes import Change, in_one_line
from tests.mutants.covering import Covering, Users
from tests.mutants.planning import read_equivalent
from tests.mutants.proposing import changes_of
from tests.mutants.recording import ROOT
from tests.mutants.trying import KILLED, NOT_RUN, SURVIVED, TIMED_OUT

SAMPLE = '''"""A sample."""

LIMIT = 3
TAKE = """
SELECT s.id FROM slot s LEFT JOIN draft d ON d.slot = s.id
WHERE s.person = %(person)s AND s.state IN ('free', 'claimed') -- AND nothing
ORDER BY s.key LIMIT 1 FOR UPDATE OF s SKIP LOCKED
"""
TAKE_ONE = f"{TAKE} -- one"


def is_low(number: int) -> bool:
    """Say so."""
    if number < 0 and number is not None:
        raise ValueError(number)
    return number < LIMIT


def take() -> str:
    return TAKE_ONE
'''
TEST = """
from reviewapp.sample import is_low

def test_low():
    assert is_low(1) and not is_low(4)
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with the sample as a module of the application, and tests of it that miss something."""
    root = tmp_path / "checkout"
    (root / "reviewapp").mkdir(parents=True)
    (root / "reviewapp" / "__init__.py").write_text("")
    (root / "reviewapp" / "sample.py").write_text(SAMPLE)
    (root / "conftest.py").write_text("")
    (root / "test_sample.py").write_text(TEST)
    return root


def told(change: Change) -> tuple[int, str, str]:
    return change.line, in_one_line(change.old), in_one_line(change.new)


def test_python_is_changed_where_it_decides(tree: Path) -> None:
    changes = [told(one) for one in changes_of(tree, "reviewapp/sample.py") if not one.kind.startswith("SQL")]
    assert changes == [
        (3, "3", "4"),
        (14, "number < 0", "True"),
        (14, "number < 0 and number is not None", "((number < 0) or (number is not None))"),
        (14, "number < 0 and number is not None", "False"),
        (14, "<", "<="),
        (14, "0", "1"),
        (14, "number is not None", "True"),
        (14, "is not", "is"),
        (15, "raise ValueError(number)", "pass"),
        (16, "<", "<="),
    ]


def test_sql_is_changed_in_its_conditions_locks_and_orders() -> None:
    text = SAMPLE.split('"""')[3]
    changes = {(in_one_line(text[start:end]), new.strip()) for start, end, new, _ in sql.propose(text)}
    assert changes == {
        ("LEFT", ""),
        ("d.slot = s.id", "true"),
        ("s.person = %(person)s", "true"),
        ("s.state IN ('free', 'claimed')", "true"),
        ("'free',", ""),
        (", 'claimed'", ""),
        ("=", "<>"),
        ("ORDER BY s.key", ""),
        ("", "DESC"),
        ("LIMIT 1", ""),
        ("FOR UPDATE OF s SKIP LOCKED", ""),
        ("SKIP LOCKED", ""),
    }


def test_prose_is_no_sql() -> None:
    assert list(sql.propose("Choose what is done where and when it is = this.")) == []


def test_an_operand_of_or_is_made_false_and_between_keeps_its_and() -> None:
    text = "SELECT 1 WHERE (a = 1 OR b) AND c BETWEEN 1 AND 2"
    dropped = {(text[s:e], new) for s, e, new, kind in sql.propose(text) if kind == "condition dropped"}
    assert dropped == {
        ("a = 1", "false"),
        ("b", "false"),
        ("(a = 1 OR b)", "true"),
        ("c BETWEEN 1 AND 2", "true"),
    }


def test_a_change_is_covered_by_the_tests_that_run_its_lines_the_fastest_first(tree: Path) -> None:
    covering = Covering()
    ran = {"slow": [14, 16], "fast": [16], "taker": [20]}
    covering.add({"seconds": {"slow": 2.0, "fast": 0.1, "taker": 1.0}, "lines": {"reviewapp/sample.py": ran}})
    users = Users(tree)
    covered = {
        (one.line, one.kind): covering.of(one.path, one.place, users)
        for one in changes_of(tree, "reviewapp/sample.py")
    }
    assert covered[14, "guard removed"] == ["slow"]
    assert covered[15, "statement deleted"] == []
    assert covered[16, "comparison"] == ["fast", "slow"]
    assert covered[3, "constant"] == ["fast", "slow"]  # the function that uses it
    assert covered[6, "SQL: condition dropped"] == ["taker"]  # by way of another constant


TRY = """
import json, sys, time
from pathlib import Path
from tests.mutants.proposing import changes_of
from tests.mutants.trying import copies

root, wanted, seconds = Path(sys.argv[1]), json.loads(sys.argv[2]), float(sys.argv[3])
found = {(change.line, change.old, change.new): change for change in changes_of(root, "reviewapp/sample.py")}
outcomes = []
with copies(root, 1) as (copy,):
    for key in wanted:
        copy.start(found[tuple(key)] if key else None, ["test_sample.py::test_low"], seconds)
        while (verdict := copy.poll()) is None:
            time.sleep(0.02)
        outcomes.append(verdict.outcome)
        assert (copy.tree / "reviewapp/sample.py").read_bytes() == (root / "reviewapp/sample.py").read_bytes()
print(json.dumps([str(copy.tree), outcomes]))
"""


def tried(root: Path, *changes: tuple[int, str, str] | None, seconds: float = 60.0) -> list[str]:
    """Try changes of the sample in a process that has imported nothing of ours; return what came of each."""
    command = [sys.executable, "-c", TRY, str(root), json.dumps(changes), str(seconds)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    tree, outcomes = json.loads(done.stdout.splitlines()[-1])
    assert not Path(tree).exists()
    return list(outcomes)


def test_a_change_that_a_test_notices_is_killed_and_another_survives(tree: Path) -> None:
    before = (tree / "reviewapp" / "sample.py").read_bytes()
    noticed, missed = (14, "number < 0", "True"), (16, "<", "<=")
    assert tried(tree, None, noticed, missed, noticed) == [SURVIVED, KILLED, SURVIVED, KILLED]
    assert (tree / "reviewapp" / "sample.py").read_bytes() == before


def test_a_change_that_lets_tests_run_for_ever_is_timed_out(tree: Path) -> None:
    (tree / "test_sample.py").write_text("def test_low():\n    while True:\n        pass\n")
    assert tried(tree, None, seconds=3.0) == [TIMED_OUT]


def test_a_test_that_is_not_there_judges_nothing(tree: Path) -> None:
    (tree / "test_sample.py").write_text("def test_other():\n    pass\n")
    assert tried(tree, None) == [NOT_RUN]


def test_every_file_of_a_room_is_there_and_each_room_has_some() -> None:
    for room in rooms.ROOMS:
        assert rooms.files_of(ROOT, room), room


def test_each_equivalent_change_has_a_reason() -> None:
    assert all(reason.strip() for reason in read_equivalent().values())
