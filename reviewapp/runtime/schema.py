"""A fresh database is filled from one SQL file, which says what all migrations together make.

Applying the migrations one by one costs Django five seconds of CPU. ``schema.sql`` is made from them by
``make schema`` and carries a stamp of every migration that it was made from: where a migration is newer than
the file, or the database is not empty, or its server is older, the migrations themselves are applied as ever.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.db import connection, transaction

SCHEMA_FILE = Path(__file__).with_name("schema.sql")
SERVER_VERSION = 180_000  # of the server whose pg_dump wrote the file; an older one may not know all of it
_STAMP_LINE = re.compile(r"^-- Made from the migrations ([0-9a-f]{64})\.$", re.MULTILINE)
_LEFT_OUT = re.compile(
    r"^(SET |SELECT pg_catalog\.set_config|SELECT pg_catalog\.setval\('public\.django_migrations"
    r"|\\(un)?restrict |--( Dumped .*)?$)"
)
_HEAD = """-- What all migrations together make: written by `make schema`, loaded into an empty database.
-- Made from the migrations {stamp}.

SET LOCAL search_path = '';
SET LOCAL check_function_bodies = false;
SET LOCAL client_min_messages = warning;
"""
_CAN_BE_FILLED = """
SELECT current_schema() = 'public' AND current_setting('server_version_num')::int >= %(version)s
    AND NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace)
"""
_APPLIED = """
SELECT string_agg(format('(%L, %L, now())', app, name), E',\n\t' ORDER BY id) FROM public.django_migrations
"""


def stamp_of_migrations() -> str:
    """Return a hash over every migration file of every installed app."""
    digest = hashlib.sha256()
    for app in apps.get_app_configs():
        for path in sorted(Path(app.path, "migrations").glob("[0-9]*.py")):
            digest.update(f"{app.label}/{path.name}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def is_current(sql: str) -> bool:
    """Tell whether *sql* was made from the migrations that are installed."""
    found = _STAMP_LINE.search(sql)
    return found is not None and found.group(1) == stamp_of_migrations()


def fill_if_empty() -> bool:
    """Fill an empty database from the file if it can be; tell whether it was."""
    with connection.cursor() as cursor:
        cursor.execute(_CAN_BE_FILLED, {"version": SERVER_VERSION})
        (can_be_filled,) = cursor.fetchone()
    sql = SCHEMA_FILE.read_text(encoding="utf-8")
    if not can_be_filled or not is_current(sql):
        return False
    load(sql)
    return True


def load(sql: str) -> None:
    """Run the statements of a dump, all or none."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


def dump(pg_dump: str, url: str) -> str:
    """Return the file for the database at *url*, to which the migrations have been applied.

    :raises subprocess.CalledProcessError: if pg_dump fails; it has said why."""
    command = [pg_dump, "--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=500"]
    command += ["--exclude-table-data=public.django_migrations", url]
    dumped = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()
    with connection.cursor() as cursor:
        cursor.execute(_APPLIED)
        (applied,) = cursor.fetchone()
    rows = f"\nINSERT INTO public.django_migrations (app, name, applied) VALUES\n\t{applied};\n"
    return _HEAD.format(stamp=stamp_of_migrations()) + "".join(_without_settings(dumped)) + rows


def _without_settings(dumped: str) -> Iterator[str]:
    """Leave out what is pg_dump's own: commands of psql, versions, settings that would outlive the load,
    and the number of the last migration, whose rows are added behind."""
    blank = False
    for line in dumped.split("\n"):
        if _LEFT_OUT.match(line) or (blank and not line):
            continue
        blank = not line
        yield f"{line}\n"
