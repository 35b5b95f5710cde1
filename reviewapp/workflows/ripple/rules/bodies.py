"""What bodies of both stages have in common: units by id, texts that can be kept, lists of objects. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from reviewapp.records.ripple import EDIT
from reviewapp.workflows.ripple.rules.public import Public, Unit


class Missing:
    """What a body lacks, by field: the first thing said of a field stands."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def add(self, field: str, message: str) -> None:
        """Note that *field* lacks something."""
        self.found.setdefault(field, message)


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
    """Return *value* as a list of objects; whatever is none is left out, so that it lacks everything.

    >>> objects([{"unit_id": "a"}, 7])
    [{'unit_id': 'a'}]
    """
    listed = value if isinstance(value, list) else []
    return [one for one in listed if isinstance(one, Mapping)]


def text_of(value: object, field: str, missing: Missing) -> str:
    """Return *value* if it is a text that the database can hold; else note it and return an empty one."""
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
    """Return the rows with the identifier that each gives under *key*; a second of one identifier is dropped.

    >>> names_once([{"unit_id": "a"}, {"unit_id": "a", "rationale": "again"}], "unit_id")
    [('a', {'unit_id': 'a'})]
    """
    found: dict[str, Mapping[str, Any]] = {}
    for row in rows:
        name = row.get(key)
        if isinstance(name, str):
            found.setdefault(name, row)
    return list(found.items())
