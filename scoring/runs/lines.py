"""The lines of a stored run: JSON objects as they came, and the metadata of the first (contracts §5)."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from reviewapp.records import InvalidRecord, kind_of
from reviewapp.records.fields import check_text, quoted

LARGEST_ID = str(2**64 - 1)
GROUPS = ("initial", "later")
_LONG = re.compile(rb"[0-9]{20}")


class LongInteger(str):
    """The digits of an integer that no 64-bit integer holds: an unknown id that keeps its position."""

    __slots__ = ()


def decode(raw: bytes, offset: int = 0) -> dict[str, Any]:
    """Decode one line as a JSON object; integers of any length, no duplicate key, no NaN or Infinity.

    Lone surrogates are let through: a stored response is kept as it came.

    :param offset: of the line in its file, for messages.
    :raises InvalidRecord: if it is none.
    """
    try:
        value = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_integer if _LONG.search(raw) else None,  # a call for each number takes its time
            parse_constant=_not_a_number,
        )
    except UnicodeDecodeError as error:
        raise InvalidRecord.because(f"byte {offset + error.start} is not UTF-8") from error
    except json.JSONDecodeError as error:
        raise InvalidRecord.because(f"no JSON: {error.msg} at character {error.pos}") from error
    except RecursionError as error:
        raise InvalidRecord.because("no JSON that can be read: nested too deeply") from error
    if not isinstance(value, dict):
        raise InvalidRecord.because(f"expected a JSON object, got {kind_of(value)}")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise InvalidRecord.because(f"the key {quoted(repeated)} stands twice")
    return value


def _integer(digits: str) -> int | LongInteger:
    return int(digits) if len(digits) <= len(LARGEST_ID) + 1 else LongInteger(digits)


def _not_a_number(name: str) -> NoReturn:
    raise InvalidRecord.because(f"{name} is no JSON number")


def metadata_of(record: dict[str, Any]) -> dict[str, Any]:
    """Read the metadata object of a run's first line (contracts §5).

    :raises InvalidRecord: if it is no object, its group or system is not as expected, or a database could
        not hold it.
    """
    metadata = record["run"]
    if not isinstance(metadata, dict):
        raise InvalidRecord.because(f"expected an object, got {quoted(metadata)}", "run")
    if not isinstance(metadata.get("system", ""), str):
        raise InvalidRecord.because(f"expected a string, got {quoted(metadata['system'])}", "run.system")
    if metadata.get("group", GROUPS[0]) not in GROUPS:
        raise InvalidRecord.because(
            f"{quoted(metadata['group'])}: expected one of {', '.join(GROUPS)}", "run.group"
        )
    for text in _texts(metadata):
        if message := check_text(text):
            raise InvalidRecord.because(f"{quoted(text)}: {message}", "run")
    return metadata


def _texts(value: object) -> Iterator[object]:
    """Yield every string inside a decoded JSON value, and every number that JSON has no way to write."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
    elif isinstance(value, str):
        yield str(value)
    elif isinstance(value, float) and not math.isfinite(value):
        yield value
