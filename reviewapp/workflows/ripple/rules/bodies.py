"""Reads the parts that the bodies of both stages share: units, texts, lists of objects. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from reviewapp.records.ripple import EDIT
from reviewapp.workflows.ripple.rules.public import Public, Unit


class MissingFields:
    """Collects what a body lacks, by field; the first message about a field is kept."""

    def __init__(self) -> None:
        self.by_field: dict[str, str] = {}

    def add(self, field: str, message: str) -> None:
        """Note that *field* lacks something."""
        self.by_field.setdefault(field, message)


def units_by_id(public: Public) -> dict[str, Unit]:
    """Return the item's candidate units by their identifiers, in the order of the file."""
    return {unit.unit_id: unit for unit in public.units}


def name_of(unit_id: str, units: Mapping[str, Unit]) -> str:
    """Return how a message names a unit, or the edit record."""
    if unit_id == EDIT:
        return "The edit record"
    unit = units.get(unit_id)
    return f"Unit {unit.number} (“{unit.short}”)" if unit else f"“{unit_id}”"


def objects(value: object) -> list[Mapping[str, Any]]:
    """Return the objects in the list *value*, without elements that are none; of no list an empty one.

    >>> objects([{"unit_id": "a"}, 7])
    [{'unit_id': 'a'}]
    """
    elements = value if isinstance(value, list) else []
    return [element for element in elements if isinstance(element, Mapping)]


def text_of(value: object, field: str, missing: MissingFields) -> str:
    """Return *value* if it is a text that the database can hold; else an empty text, noted in *missing*."""
    if not isinstance(value, str):
        return ""
    try:
        value.encode()
    except UnicodeEncodeError:
        missing.add(field, "The text holds half a character (a lone surrogate).")
        return ""
    if "\0" in value:
        missing.add(field, "A text cannot hold the character NUL.")
        return ""
    return value


def names_once(rows: Iterable[Mapping[str, Any]], key: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Return each row with its identifier under *key*; of rows that share an identifier, the first.

    >>> names_once([{"unit_id": "a"}, {"unit_id": "a", "rationale": "again"}], "unit_id")
    [('a', {'unit_id': 'a'})]
    """
    by_name: dict[str, Mapping[str, Any]] = {}
    for row in rows:
        name = row.get(key)
        if isinstance(name, str):
            by_name.setdefault(name, row)
    return list(by_name.items())
