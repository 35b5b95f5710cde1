"""Rows in and out of PostgreSQL in memory that does not grow with their number."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any

import psycopg
from django.conf import settings
from django.db import connection, models
from django.db.models import QuerySet


def raw_connection() -> psycopg.Connection[Any]:
    """Return psycopg's own connection beneath Django's."""
    connection.ensure_connection()
    assert connection.connection is not None
    raw: psycopg.Connection[Any] = connection.connection
    return raw


def stream_rows(sql: str, params: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a query as the server makes them; the connection does nothing else meanwhile.

    Neither side holds the result: rows come one at a time, whatever their size."""
    with psycopg.ClientCursor(raw_connection()) as cursor:
        yield from cursor.stream(sql, params)


def stream_query(query: QuerySet[Any, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a `values_list` query set as `stream_rows` does."""
    return stream_rows(*query.query.sql_with_params())


def spooled(rows: Iterable[Any]) -> Iterator[Any]:
    """Read all of *rows* into a file under the var folder at once, and return them from there.

    So that the connection they are read from is free to write them: it can do one thing at a time, and a
    second connection would not see the same snapshot."""
    file = tempfile.TemporaryFile(dir=settings.VAR)  # noqa: SIM115 - the rows that are returned close it
    try:
        for row in rows:
            pickle.dump(row, file, pickle.HIGHEST_PROTOCOL)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return _unpickled(file)


def _unpickled(file: IO[bytes]) -> Iterator[Any]:
    with file:
        while True:
            try:
                row = pickle.load(file)
            except EOFError:
                return
            yield row


def copy_in(table: type[models.Model], columns: dict[str, str], rows: Iterable[Sequence[Any]]) -> int:
    """COPY *rows* into the table of a model; return how many.

    :param columns: the columns of a row in order, each with its PostgreSQL type."""
    quote = connection.ops.quote_name
    names = ", ".join(map(quote, columns))
    sql = f"COPY {quote(table._meta.db_table)} ({names}) FROM STDIN (FORMAT BINARY)"
    count = 0
    with raw_connection().cursor() as cursor, cursor.copy(sql) as copy:
        copy.set_types(list(columns.values()))
        for row in rows:
            copy.write_row(row)
            count += 1
    return count


def analyze(*tables: type[models.Model]) -> None:
    """Tell the planner of rows just written, before it meets them; only a warning where it may not be."""
    names = ", ".join(connection.ops.quote_name(table._meta.db_table) for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {names}")
