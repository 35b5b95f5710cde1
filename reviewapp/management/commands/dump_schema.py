"""dump_schema: write what the migrations make into the file that fills empty databases, or check it."""

from __future__ import annotations

import contextlib
import difflib
import os
from collections.abc import Callable, Iterator
from typing import Any, cast

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.backends.postgresql.base import DatabaseWrapper

from reviewapp.runtime import embedded, schema

SHOWN_LINES = 40


class Command(BaseCommand):
    help = (
        "Apply all migrations to a database of its own on the embedded server, and write what they made to "
        f"{schema.SCHEMA_FILE.name}, which fills empty databases. Run it after every new migration."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if the file differs")

    def handle(self, *args: Any, **options: Any) -> None:
        cluster = embedded.Cluster.read(settings.VAR)
        if not settings.EMBEDDED or cluster is None:
            raise CommandError("DATABASE_URL is set: the schema is dumped from the embedded server alone")
        with _scratch_database(cluster) as dump:
            call_command("migrate", verbosity=0, interactive=False)
            made = _reloaded(cluster, dump())
        if not options["check"]:
            schema.SCHEMA_FILE.write_text(made, encoding="utf-8")
            return
        kept = schema.SCHEMA_FILE.read_text(encoding="utf-8")
        _compare(kept, made, "the migrations make")
        _compare(kept, _reloaded(cluster, kept), "comes of loading it")


def _reloaded(cluster: embedded.Cluster, sql: str) -> str:
    """Return the dump of a database that *sql* has filled; PostgreSQL spells some checks otherwise then."""
    with _scratch_database(cluster) as dump:
        schema.load(sql)
        return dump()


def _compare(kept: str, made: str, by: str) -> None:
    """Compare the file with what was dumped.

    :raises CommandError: with the first lines that differ."""
    if kept == made:
        return
    pairs = difflib.unified_diff(kept.split("\n"), made.split("\n"), schema.SCHEMA_FILE.name, by, lineterm="")
    lines = "\n".join(list(pairs)[:SHOWN_LINES])
    raise CommandError(f"{schema.SCHEMA_FILE.name} is not what {by}: run `make schema`\n{lines}")


@contextlib.contextmanager
def _scratch_database(cluster: embedded.Cluster) -> Iterator[Callable[[], str]]:
    """Make a database that Django's connection uses for the block; the value dumps it."""
    usual = connection.settings_dict["NAME"]
    name = f"schema_{os.getpid()}_{len(usual)}"  # one may be made while another is in use
    _execute(f'CREATE DATABASE "{name}"')
    connection.settings_dict["NAME"] = name
    try:
        yield lambda: schema.dump(f"{cluster.binaries}/bin/pg_dump", cluster.url(name))
    finally:
        _leave()
        connection.settings_dict["NAME"] = usual
        _execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
    _leave()


def _leave() -> None:
    connection.close()
    cast(DatabaseWrapper, connection).close_pool()
