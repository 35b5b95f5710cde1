"""Staging tables: COPY fills them, the transaction's end drops them; findings about their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, cast

import psycopg
from django.db import connection

from reviewapp.jobs.progress import Progress
from reviewapp.records import Finding, Place, Problems, canonical_bytes

STEP = 500


def raw_connection() -> psycopg.Connection[Any]:
    """Return psycopg's own connection beneath Django's."""
    connection.ensure_connection()
    return cast("psycopg.Connection[Any]", connection.connection)


def run(sql: str, params: Mapping[str, Any] | None = None) -> int:
    """Run one statement; return how many rows it wrote."""
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return int(cursor.rowcount)


def rows_of(sql: str, params: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
    """Return all rows of a query that has few."""
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cast("list[tuple[Any, ...]]", cursor.fetchall())


def value_of(sql: str, params: Mapping[str, Any] | None = None) -> Any:
    """Return the one value of a query."""
    return rows_of(sql, params)[0][0]


@contextmanager
def open_copy(
    connection: psycopg.Connection[Any], table: str, columns: Mapping[str, str]
) -> Iterator[psycopg.Copy[Any]]:
    """Open a COPY into *table*.

    :param columns: the columns with their types."""
    sql = f"COPY {table} ({', '.join(columns)}) FROM STDIN (FORMAT BINARY)"
    with connection.cursor() as cursor, cursor.copy(sql) as copy:
        copy.set_types([kind.split("(")[0] for kind in columns.values()])
        yield copy


Rows = tuple[str, Mapping[str, str], Iterable[Sequence[Any]]]


class Sender:
    """Sends rows by COPY in a thread, which owns the connection while the caller goes on."""

    def __init__(self) -> None:
        self._connection = raw_connection()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="copy")
        self._sent: Future[None] | None = None

    def __enter__(self) -> Sender:
        return self

    def __exit__(self, failure: type[BaseException] | None, *_: object) -> None:
        try:
            if failure is None:
                self.wait()
        finally:
            self._pool.shutdown()

    def send(self, *tables: Rows) -> None:
        """Send rows of some tables: name, columns with types, and the rows, which the thread iterates."""
        self.wait()
        self._sent = self._pool.submit(self._copy, tables)

    def wait(self) -> None:
        """Wait until the connection is free again; what went wrong is raised here."""
        sent, self._sent = self._sent, None
        if sent:
            sent.result()

    def _copy(self, tables: Sequence[Rows]) -> None:
        for table, columns, rows in tables:
            with open_copy(self._connection, table, columns) as copy:
                for row in rows:
                    copy.write_row(row)


def create(table: str, columns: Mapping[str, str], wide: Sequence[str] = ()) -> None:
    """Make an empty staging table; *wide* columns are kept uncompressed, being read once."""
    run(f"DROP TABLE IF EXISTS pg_temp.{table}")
    run(f"CREATE TEMP TABLE {table} ({', '.join(map(' '.join, columns.items()))}) ON COMMIT DROP")
    for column in wide:
        run(f"ALTER TABLE {table} ALTER {column} SET STORAGE EXTERNAL")


def fill(
    table: str,
    columns: Mapping[str, str],
    rows: Iterable[Sequence[Any]],
    progress: Progress,
    total: int | None,
    keys: Sequence[str],
) -> int:
    """COPY *rows* into a staging table as they are made; return how many.

    :param keys: the columns that the checks look at; the planner need not know the others, which are long.

    :raises JobStopped: if *progress* says so."""
    count = 0
    with open_copy(raw_connection(), table, columns) as copy:
        for row in rows:
            copy.write_row(row)
            count += 1
            if count % STEP == 0:
                progress.at(count, total)
    run(f"ANALYZE {table} ({', '.join(keys)})")
    progress.at(count, total)
    return count


def start_findings() -> None:
    """Make the table `found`, into which the checks in SQL write row number, field and message."""
    create("found", {"n": "int8", "field": "text", "message": "text"})


def reject_found(
    table: str, record_columns: Sequence[str], problems: Problems, records: str | None = None
) -> None:
    """Report every row with a finding to *problems*, and delete it from *table*.

    :param record_columns: the columns that make up the record in a report of rows left out.
    :param records: the relation that has these columns, where it is not *table* itself."""
    if not value_of("SELECT EXISTS (SELECT FROM found)"):
        return
    for file, line, values, fields, messages in _rejected_rows(records or table, record_columns):
        raw = canonical_bytes(dict(zip(record_columns, values, strict=True)))
        findings = [Finding(*pair) for pair in zip(fields, messages, strict=True)]
        problems.reject(Place(file, line), raw, findings)
    run(f"DELETE FROM {table} s USING found f WHERE f.n = s.n")
    run("DELETE FROM found")


def _rejected_rows(
    records: str, record_columns: Sequence[str]
) -> Iterator[tuple[str, int, list[Any], list[str], list[str]]]:
    # The findings of a row come as two lists of one order, beside the columns that make up its record.
    sql = f"""SELECT s.file, s.line, f.fields, f.messages, {", ".join(f"s.{name}" for name in record_columns)}
        FROM (SELECT n, array_agg(field ORDER BY field) AS fields,
                     array_agg(message ORDER BY field) AS messages FROM found GROUP BY n) f
        JOIN {records} s USING (n) ORDER BY s.n"""
    with raw_connection().cursor("found_rows") as cursor:
        cursor.itersize = STEP
        for file, line, fields, messages, *values in cursor.execute(sql):
            yield file, line, values, fields, messages


def find_repeated(table: str, field: str, key: str, unless: str = "FALSE") -> None:
    """Note each row whose *key* an earlier row has, naming the earlier one's place.

    :param unless: an SQL condition on `s` (the row) and `first` (the earlier one) that lets it pass."""
    run(
        f"""-- Each row beside the first row with its key.
        WITH keyed AS (SELECT n, min(n) OVER (PARTITION BY {key}) AS first_n FROM {table}
                          WHERE {field} IS NOT NULL)
        -- Everything but the first row of a key is a finding that names the first row's place.
        INSERT INTO found
        SELECT s.n, '{field}', format('%%s stands at %%s:%%s already, expected it once',
                                     s.{field}, first.file, first.line)
        FROM keyed JOIN {table} s USING (n) JOIN {table} first ON first.n = keyed.first_n
        WHERE keyed.n <> keyed.first_n AND NOT ({unless})""",
        {},
    )
