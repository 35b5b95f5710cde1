"""Commands that work from files alone load no settings, no models, and start no database server."""

import os
import subprocess
import sys
from pathlib import Path

from manage import FROM_FILES

ROOT = Path(__file__).resolve().parents[2]
PROBE = """
import sys
from importlib import import_module
from django.conf import settings
settings.configure()
for name, app in {commands}.items():
    import_module(f"{{app}}.management.commands.{{name}}").Command()
loaded = [name for name in sys.modules if name.endswith(".models") or name in ("psycopg", "celery", "openai")]
print(loaded)
"""


def run(*arguments: str, var: Path) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "REVIEWAPP_VAR": str(var)}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
    )


def test_none_of_them_loads_a_model_or_a_driver(tmp_path: Path) -> None:
    found = run("-c", PROBE.format(commands=FROM_FILES), var=tmp_path / "var")
    assert (found.stdout, found.stderr) == ("[]\n", "")


def test_they_are_reached_by_manage_py_and_leave_nothing_behind(tmp_path: Path) -> None:
    files = ("fixtures/ripple_items.jsonl", "fixtures/run_ripple_bm25.jsonl")
    found = run("manage.py", "score", *files, "--replicates", "100", var=tmp_path / "var")
    assert (found.returncode, found.stderr) == (0, "")
    assert "Scored 12 items" in found.stdout
    assert not (tmp_path / "var").exists()


def test_bad_input_ends_with_status_one_and_wrong_usage_with_two(tmp_path: Path) -> None:
    assert run("manage.py", "score", "nowhere.jsonl", "nowhere.jsonl", var=tmp_path).returncode == 1
    found = run("manage.py", "score", "--replicates", "none", var=tmp_path)
    assert (found.returncode, "usage: manage.py score" in found.stderr) == (2, True)
