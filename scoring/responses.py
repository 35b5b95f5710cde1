"""From the lines of a stored run to distinct document ids, best first (EMB A.3; contracts §5 and §7)."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NoReturn

from reviewapp.records import InvalidRecord, kind_of
from reviewapp.records.fields import check_text, shown

ALL_SCALES = "all"
LARGEST_ID = str(2**64 - 1)
GROUPS = ("initial", "later")
_DIGITS = re.compile("[0-9]+")
_LONG = re.compile(rb"[0-9]{20}")


@dataclass(frozen=True, slots=True)
class Result:
    """What a run gives for one item on one rung: at most K distinct document ids, best first."""

    line: int
    scale: str
    item_id: str
    ids: tuple[str, ...]


class _LongInteger(str):
    """The digits of an integer that no 64-bit integer holds: an unknown id that keeps its position."""

    __slots__ = ()


_NAMES = {int, str, _LongInteger}


def ids_in(response: str, k: int) -> tuple[str, ...]:
    """Return the first *k* distinct integers of a response, in order of appearance (EMB A.3; contracts §7).

    >>> ids_in("[DocID=017], then 23 and 17.5", k=3)
    ('17', '23', '5')
    """
    return first_distinct((_decimal(match[0]) for match in _DIGITS.finditer(response)), k)


def first_distinct(ids: Iterable[str], k: int) -> tuple[str, ...]:
    """Keep the first *k* distinct ids.

    >>> first_distinct(["7", "9", "7", "8"], k=3)
    ('7', '9', '8')
    """

    def unseen() -> Iterator[str]:
        seen: set[str] = set()
        for name in ids:
            if name not in seen:
                seen.add(name)
                yield name

    return tuple(islice(unseen(), k))


def _decimal(digits: str) -> str:
    """Strip leading zeros; a number beyond 64 bits becomes a name that no document can have."""
    digits = digits.lstrip("0") or "0"
    if (len(digits), digits) <= (len(LARGEST_ID), LARGEST_ID):
        return digits
    return f"{digits[:20]}… ({len(digits)} digits, {hashlib.sha256(digits.encode()).hexdigest()[:16]})"


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
        twice = next(key for key in keys if keys.count(key) > 1)
        raise InvalidRecord.because(f"the key {shown(twice)} stands twice")
    return value


def _integer(digits: str) -> int | _LongInteger:
    return int(digits) if len(digits) <= len(LARGEST_ID) + 1 else _LongInteger(digits)


def _not_a_number(name: str) -> NoReturn:
    raise InvalidRecord.because(f"{name} is no JSON number")


def result_of(line: int, record: dict[str, Any], *, k: int, scale: str = ALL_SCALES) -> Result:
    """Read one line of an evidence-access run (contracts §5).

    :param scale: the rung of a line that names none.
    :raises InvalidRecord: if a field is missing or of the wrong kind.
    """
    item_id = record.get("item_id")
    if type(item_id) is not str or not item_id:
        raise InvalidRecord.because(f"expected a string that is not empty, got {shown(item_id)}", "item_id")
    named = record.get("scale")
    if named is not None and (type(named) is not str or not named):
        raise InvalidRecord.because(f"expected a string that is not empty, got {shown(named)}", "scale")
    return Result(line, scale if named is None else named, item_id, _ids_of(record, k))


def _ids_of(record: dict[str, Any], k: int) -> tuple[str, ...]:
    if "doc_ids" in record and "response" in record:
        raise InvalidRecord.because("expected either doc_ids or response, not both", "doc_ids")
    if "response" in record:
        response = record["response"]
        if type(response) is not str:
            raise InvalidRecord.because(f"expected a string, got {shown(response)}", "response")
        return ids_in(response, k)
    if "doc_ids" not in record:
        raise InvalidRecord.because("missing: expected doc_ids or response", "doc_ids")
    return _listed(record["doc_ids"], k)


def _listed(names: object, k: int) -> tuple[str, ...]:
    if not isinstance(names, list):
        raise InvalidRecord.because(f"expected a list, got {shown(names)}", "doc_ids")
    if not set(map(type, names)) <= _NAMES:
        place, wrong = next((place, name) for place, name in enumerate(names) if type(name) not in _NAMES)
        message = f"entry {place} is {shown(wrong)}: expected an integer or a string"
        raise InvalidRecord.because(message, "doc_ids")
    return first_distinct(map(str, names), k)


def metadata_of(record: dict[str, Any]) -> dict[str, Any]:
    """Read the metadata object of a run's first line (contracts §5).

    :raises InvalidRecord: if it is no object, its group or system is not as expected, or a database could
        not hold it.
    """
    metadata = record["run"]
    if not isinstance(metadata, dict):
        raise InvalidRecord.because(f"expected an object, got {shown(metadata)}", "run")
    if not isinstance(metadata.get("system", ""), str):
        raise InvalidRecord.because(f"expected a string, got {shown(metadata['system'])}", "run.system")
    if metadata.get("group", GROUPS[0]) not in GROUPS:
        raise InvalidRecord.because(
            f"{shown(metadata['group'])}: expected one of {', '.join(GROUPS)}", "run.group"
        )
    for text in _texts(metadata):
        if message := check_text(text):
            raise InvalidRecord.because(f"{shown(text)}: {message}", "run")
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
