"""Prepared statements for the few queries that every request of work pays for.

The ORM writes each SQL text anew and the server plans it anew; together that costs more than the query.
These texts are fixed, so the server prepares them once a connection, and the driver parses them once if they
have at most 4,096 characters, which a test holds. They are counted and logged like any other query, and run
inside whatever transaction is open.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.base import ModelState

Params = Mapping[str, Any]
Row = tuple[Any, ...]
M = TypeVar("M", bound=models.Model)


class PreparedCursor(psycopg.Cursor[Row]):
    """A cursor whose statements the server prepares at their first use."""

    def execute(self, query: Any, params: Any = None, **_: Any) -> PreparedCursor:
        return super().execute(query, params, prepare=True)


def fetch_all(sql: str, params: Params) -> list[Row]:
    """Return all rows of the fixed statement *sql*, which answers with rows."""
    with _cursor() as cursor:
        cursor.execute(sql, params)
        rows: list[Row] = cursor.fetchall()
        return rows


def run(sql: str, params: Params) -> None:
    """Run the fixed statement *sql*, which answers with no rows."""
    with _cursor() as cursor:
        cursor.execute(sql, params)


def fetch_one(sql: str, params: Params) -> Row | None:
    """Return the first row of the fixed statement *sql*."""
    rows = fetch_all(sql, params)
    return rows[0] if rows else None


class Columns:
    """The columns of one model inside a joined row: names them in SQL, and makes instances of them."""

    def __init__(self, model: type[models.Model], alias: str, *names: str) -> None:
        fields = [model._meta.get_field(name) for name in names]
        self.model = model
        self.attnames = [field.attname for field in fields]  # type: ignore[union-attr]
        self.sql = ", ".join(f"{alias}.{field.column}" for field in fields)  # type: ignore[union-attr]
        self.width = len(fields)
        self.json = [place for place, field in enumerate(fields) if isinstance(field, models.JSONField)]

    def make(self, row: Row, at: int) -> Any:
        """Return the instance whose columns begin at *at*; None where an outer join found nothing."""
        if row[at] is None:
            return None
        values = list(row[at : at + self.width])
        for place in self.json:  # Django's connections hand out JSON as text, for the field to read
            values[place] = None if values[place] is None else json.loads(values[place])
        return self._instance(values)

    def _instance(self, values: list[Any]) -> models.Model:
        """Return what `Model.from_db` would, without the signals and checks that take most of its time."""
        made = self.model.__new__(self.model)
        made._state = ModelState()
        made._state.db, made._state.adding = "default", False
        made.__dict__.update(zip(self.attnames, values, strict=True))
        return made


def link(made: models.Model, **related: models.Model | None) -> None:
    """Let foreign keys of *made* lead to what was read with it, as `select_related` does."""
    made._state.fields_cache.update(related)


def joined(*parts: Columns) -> str:
    """Return the select list of several models' columns."""
    return ", ".join(part.sql for part in parts)


def split(row: Row, *parts: Columns) -> list[Any]:
    """Return the instances that a row of `joined` columns holds."""
    made, at = [], 0
    for part in parts:
        made.append(part.make(row, at))
        at += part.width
    return made


def _cursor() -> Any:
    """Return Django's wrapper, which counts, logs and translates errors, around a cursor that prepares."""
    ours: Any = connections[DEFAULT_DB_ALIAS]  # `django.db.connection` looks it up anew at every access
    ours.ensure_connection()
    return ours._prepare_cursor(PreparedCursor(ours.connection))
