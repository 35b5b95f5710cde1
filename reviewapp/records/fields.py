"""Checks the fields of a record against a table of fields, and reports all findings at once."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .errors import Finding, InvalidRecord
from .objects import kind_of

INTEGER_LIMIT = 2**63 - 1
NAME_LIMIT = 500  # characters; four bytes each still fit an index row
SOURCE_LIMIT = 120
REQUIRED = object()

Check = Callable[[Any], str | None]


class Field(NamedTuple):
    """A key of a record, the check of its value, and what stands for it where it is absent."""

    name: str
    check: Check
    default: object = REQUIRED


def check_fields(record: Mapping[str, Any], fields: Sequence[Field]) -> list[Any]:
    """Return the values of *fields* in their order.

    :raises InvalidRecord: with a finding for each unknown, missing or wrong field."""
    values, findings, n_present = [], [], 0
    for name, check, default in fields:
        if name in record:
            n_present += 1
            value = record[name]
            message = check(value)
            if message:
                findings.append(Finding(name, message))
        elif default is REQUIRED:
            findings.append(Finding(name, "the key is missing"))
            value = None
        else:
            value = default
        values.append(value)
    if n_present < len(record):
        findings += _unknown(record, fields)
    if findings:
        raise InvalidRecord(findings)
    return values


def _unknown(record: Mapping[str, Any], fields: Sequence[Field]) -> list[Finding]:
    names = [field.name for field in fields]
    message = f"an unknown key, expected one of {', '.join(names)}"
    return [Finding(name, message) for name in record if name not in names]


def quoted(value: object) -> str:
    """Return a value for a message, cut where it is long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def check_text(value: object) -> str | None:
    """Return what is wrong with a text that PostgreSQL must hold (contracts §1), or None."""
    if type(value) is not str:
        return f"expected a string, got {kind_of(value)}"
    if "\0" in value:
        return f"a NUL character at position {value.index(chr(0))}, which the database cannot hold"
    try:
        value.encode()
    except UnicodeEncodeError as error:
        return f"a lone surrogate at position {error.start}, expected Unicode text"
    return None


def check_filled_text(value: object) -> str | None:
    """Return what is wrong with a text that must not be empty, or None."""
    return "expected text, got an empty string" if value == "" else check_text(value)


def check_name(value: object) -> str | None:
    """Return what is wrong with an identifier or a name, or None."""
    message = check_filled_text(value)
    if message is None and isinstance(value, str) and len(value) > NAME_LIMIT:
        return f"{len(value):,} characters, expected at most {NAME_LIMIT}"
    return message


def check_source(value: object) -> str | None:
    """Return what is wrong with the name of a source, or None."""
    message = check_name(value)
    if message is None and isinstance(value, str) and len(value) > SOURCE_LIMIT:
        return f"{len(value):,} characters, expected at most {SOURCE_LIMIT}"
    return message


def check_optional_name(value: object) -> str | None:
    """Return what is wrong with a name that may be null, or None."""
    return None if value is None else check_name(value)


def check_id(value: object) -> str | None:
    """Return what is wrong with a doc_id, an integer of 64 bits that is not negative, or None."""
    if type(value) is int and 0 <= value <= INTEGER_LIMIT:
        return None
    got = quoted(value) if type(value) in (int, float) else kind_of(value)
    return f"expected an integer from 0 to {INTEGER_LIMIT}, got {got}"


def check_optional_id(value: object) -> str | None:
    """Return what is wrong with a doc_id that may be null, or None."""
    return None if value is None else check_id(value)


def check_id_list(value: object) -> str | None:
    """Return what is wrong with a list of distinct doc_ids, or None."""
    if type(value) is not list:
        return f"expected a list of integers, got {kind_of(value)}"
    for position, entry in enumerate(value):
        if message := check_id(entry):
            return f"entry {position + 1}: {message}"
    if len(set(value)) < len(value):
        twice = next(entry for entry in value if value.count(entry) > 1)
        return f"{twice} is named twice, expected distinct ids"
    return None


def one_of(*choices: str) -> Check:
    """Return the check of a value that must be one of *choices*."""

    def check(value: object) -> str | None:
        if value in choices:
            return None
        return f"{quoted(value)} is unknown, expected one of {', '.join(choices)}"

    return check
