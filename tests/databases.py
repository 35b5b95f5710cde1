"""The databases of the tests: copied from a template, and emptied again after a test that commits."""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

import django
import psycopg
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.backends.utils import CursorWrapper
from psycopg import errors, sql

from reviewapp.rules.protocol import Role
from reviewapp.runtime.processes import is_alive

MAKING_LOCK = 5_160_277  # any number that nobody else uses
LARGE_BYTES = 1_000_000  # from which on emptying a table by TRUNCATE is the quicker way
KEPT_TABLES = ["django_migrations", "django_content_type", "auth_permission", "auth_group"]
# One SELECT a table: its name, whether a row is in it, and whether TRUNCATE is the way to empty it.
LOOK_INTO_EACH = """
SELECT string_agg(format(
    'SELECT %%L, EXISTS (SELECT FROM %%s), NOT s.rolsuper OR pg_relation_size(%%s) > %(large)s FROM s',
    oid::regclass, oid::regclass, oid
), ' UNION ALL ')
FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL (%(kept)s)
"""


def stamp_of_schema() -> str:
    """Return a hash over all that a new database is made by: the migrations of every installed app."""
    digest = hashlib.sha256(django.get_version().encode())
    for app in apps.get_app_configs():
        for path in sorted(Path(app.path, "migrations").glob("*.py")):
            digest.update(f"{app.label}/{path.name}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def make_database(name: str) -> None:
    """Make the database *name* anew, as an installation's own is made, and point Django at it."""
    template = f"template_{stamp_of_schema()}"
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MAKING_LOCK])  # who comes first makes the template
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [template])
        if not cursor.fetchone():
            _make_template(template)
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    use_database(name)


def use_database(name: str) -> str:
    """Point Django at the database *name*; return the one that it used before."""
    connection.close()
    usual = str(connection.settings_dict["NAME"])
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name
    return usual


def drop_database(name: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _make_template(template: str) -> None:
    """Make the template under another name first, so that half a template is never seen."""
    unfinished = f"{template}_unfinished"
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname ~ '^template_[0-9a-f]{16}'")
        for (older,) in cursor.fetchall():
            with contextlib.suppress(errors.ObjectInUse):
                cursor.execute(f'DROP DATABASE "{older}"')
        cursor.execute(f'CREATE DATABASE "{unfinished}"')
    from reviewapp.runtime import running

    usual = use_database(unfinished)
    running.bring_up_to_date()
    use_database(usual)
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'ALTER DATABASE "{unfinished}" RENAME TO "{template}"')


def drop_left_behind(url: str) -> None:
    """Drop the databases of test processes that were killed."""
    with psycopg.connect(url, autocommit=True) as own:
        rows = own.execute("SELECT datname FROM pg_database WHERE datname ~ '^test_[0-9]+$'").fetchall()
        for (name,) in rows:
            if not is_alive(int(name.removeprefix("test_"))):
                own.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def empty_tables() -> None:
    """Take out what a test has committed, and leave what the migrations made.

    Django truncates every table; of ours most are empty, and deleting a few rows is quicker than TRUNCATE."""
    with connection.cursor() as cursor:
        filled = _filled_tables(cursor)
        large = [name for name, is_large in filled if is_large]
        statements = ["SET session_replication_role = replica"]  # no triggers, no foreign keys
        statements += [f"DELETE FROM {name}" for name, is_large in filled if not is_large]
        statements = [*statements, "RESET session_replication_role"] if len(statements) > 1 else []
        statements += [f"TRUNCATE {', '.join(large)} CASCADE"] if large else []
        roles = ", ".join(f"('{role}')" for role in Role)
        statements += [
            f"DELETE FROM auth_group WHERE name NOT IN (SELECT * FROM (VALUES {roles}) roles)",
            f"INSERT INTO auth_group (name) VALUES {roles} ON CONFLICT DO NOTHING",
        ]
        cursor.execute("; ".join(statements))


def _filled_tables(cursor: CursorWrapper) -> list[tuple[str, bool]]:
    cursor.execute(LOOK_INTO_EACH, {"large": LARGE_BYTES, "kept": KEPT_TABLES})
    (look_into_each,) = cursor.fetchone()
    cursor.execute(f"WITH s AS (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) {look_into_each}")
    return [(name, is_large) for name, is_filled, is_large in cursor.fetchall() if is_filled]
