"""What the migrations make: all that the models say, the same table by table as at once, and back again."""

from collections.abc import Iterator
from importlib import import_module

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import connection
from django.db.migrations import Migration

from reviewapp.migrations._at_once import AtOnce
from reviewapp.runtime import running

SCHEMA = """
-- columns, with how they are stored
SELECT c.relname, a.attnum::text, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull::text,
    a.attidentity::text, a.attstorage::text, pg_get_expr(d.adbin, d.adrelid)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'S')
-- constraints
UNION ALL SELECT conrelid::regclass::text, 'constraint', conname, pg_get_constraintdef(oid), '', '', '', ''
FROM pg_constraint WHERE connamespace = 'public'::regnamespace
-- indexes
UNION ALL SELECT tablename, 'index', indexname, indexdef, '', '', '', ''
FROM pg_indexes WHERE schemaname = 'public'
-- triggers, with what they do
UNION ALL SELECT tgrelid::regclass::text, 'trigger', tgname, pg_get_triggerdef(t.oid), p.prosrc, '', '', ''
FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT tgisinternal
ORDER BY 1, 2, 3
"""


def read_schema() -> list[tuple[str, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(SCHEMA)
        return list(cursor.fetchall())


@pytest.fixture
def empty(db: None) -> Iterator[None]:
    """The test's database without anything in it, until the test's transaction is rolled back."""
    _execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    yield
    _execute("SET CONSTRAINTS ALL IMMEDIATE")


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.django_db
def test_the_migrations_say_all_that_the_models_say() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_an_empty_database_is_filled_and_lacks_no_migration(empty: None) -> None:
    running.bring_up_to_date()
    assert not running.is_behind()
    assert Group.objects.count() == 3


def test_a_database_with_anything_in_it_is_migrated(empty: None) -> None:
    _execute("CREATE TABLE somebodys (id int)")
    running.bring_up_to_date()
    assert not running.is_behind()


def test_at_once_and_table_by_table_make_the_same(empty: None, monkeypatch: pytest.MonkeyPatch) -> None:
    running.bring_up_to_date()
    at_once = read_schema()
    _execute("SET CONSTRAINTS ALL IMMEDIATE; DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    largest = import_module("reviewapp.migrations.0001_initial").Migration
    assert issubclass(largest, AtOnce)
    monkeypatch.setattr(largest, "apply", Migration.apply)  # Django's own way, which takes its time
    running.bring_up_to_date()
    assert read_schema() == at_once
    assert len(at_once) > 1000


def test_the_migrations_can_be_taken_back_and_applied_again(empty: None) -> None:
    running.bring_up_to_date()
    before = read_schema()
    for app in ("scoring", "benchmark", "reviewapp"):
        call_command("migrate", app, "zero", verbosity=0, interactive=False)
    assert not [row for row in read_schema() if row[0].startswith(("reviewapp_", "benchmark_", "scoring_"))]
    running.bring_up_to_date()
    assert read_schema() == before
