"""The file that fills an empty database says what the migrations make, and is used only where it does."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Group
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test.utils import CaptureQueriesContext

from reviewapp.runtime import running, schema

BASE_DIR = Path(__file__).resolve().parents[2]


def test_the_file_was_made_from_the_migrations_that_are_here() -> None:
    kept = schema.SCHEMA_FILE.read_text(encoding="utf-8")
    assert schema.is_current(kept), f"{schema.SCHEMA_FILE.name} is older than a migration: run `make schema`"


@pytest.mark.skipif(not settings.EMBEDDED, reason="the schema is dumped from the embedded server")
def test_the_file_makes_what_the_migrations_make() -> None:
    command = [sys.executable, "manage.py", "dump_schema", "--check"]
    told = subprocess.run(
        command, cwd=BASE_DIR, env=os.environ, stderr=subprocess.PIPE, text=True, check=False
    )
    assert told.returncode == 0, told.stderr


@pytest.fixture
def empty(db: None) -> None:
    """The test's database without anything in it, until the test's transaction is rolled back."""
    _execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_an_empty_database_is_filled_from_the_file_and_lacks_no_migration(empty: None) -> None:
    with CaptureQueriesContext(connection) as asked:
        running.bring_up_to_date()
    assert len(asked) < 10
    _execute("SET LOCAL search_path TO DEFAULT")  # ours lasts until the transaction ends, here the test's
    assert not running.is_behind()
    assert Group.objects.count() == 3


def test_a_database_with_anything_in_it_is_migrated(empty: None) -> None:
    _execute("CREATE TABLE somebodys (id int)")
    assert not schema.fill_if_empty()


def test_a_file_older_than_a_migration_is_not_used(
    empty: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = tmp_path / "schema.sql"
    older.write_text(schema.SCHEMA_FILE.read_text().replace(schema.stamp_of_migrations(), "0" * 64))
    monkeypatch.setattr(schema, "SCHEMA_FILE", older)
    assert not schema.fill_if_empty()
    assert MigrationRecorder(connection).applied_migrations() == {}


def test_the_stamp_changes_with_a_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class App:
        label, path = "an_app", str(tmp_path)

    monkeypatch.setattr(apps, "get_app_configs", lambda: [App])
    (tmp_path / "migrations").mkdir()
    migration = tmp_path / "migrations" / "0001_initial.py"
    stamps = {schema.stamp_of_migrations()}
    for text in ("one", "two"):
        migration.write_text(text)
        stamps.add(schema.stamp_of_migrations())
    assert len(stamps) == 3
