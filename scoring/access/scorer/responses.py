"""From the lines of a stored run to distinct document ids, best first (EMB A.3; contracts §5 and §7)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from reviewapp.records import InvalidRecord
from reviewapp.records.fields import quoted
from scoring.runs.lines import LARGEST_ID, LongInteger

ALL_SCALES = "all"
_DIGITS = re.compile("[0-9]+")


@dataclass(frozen=True, slots=True)
class Result:
    """What a run gives for one item on one rung: at most K distinct document ids, best first."""

    line: int
    scale: str
    item_id: str
    ids: tuple[str, ...]


_NAMES = {int, str, LongInteger}


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


def result_of(line: int, record: dict[str, Any], *, k: int, scale: str = ALL_SCALES) -> Result:
    """Read one line of an evidence-access run (contracts §5).

    :param scale: the rung of a line that names none.
    :raises InvalidRecord: if a field is missing or of the wrong kind.
    """
    item_id = record.get("item_id")
    if type(item_id) is not str or not item_id:
        raise InvalidRecord.because(f"expected a string that is not empty, got {quoted(item_id)}", "item_id")
    named = record.get("scale")
    if named is not None and (type(named) is not str or not named):
        raise InvalidRecord.because(f"expected a string that is not empty, got {quoted(named)}", "scale")
    return Result(line, scale if named is None else named, item_id, _ids_of(record, k))


def _ids_of(record: dict[str, Any], k: int) -> tuple[str, ...]:
    if "doc_ids" in record and "response" in record:
        raise InvalidRecord.because("expected either doc_ids or response, not both", "doc_ids")
    if "response" in record:
        response = record["response"]
        if type(response) is not str:
            raise InvalidRecord.because(f"expected a string, got {quoted(response)}", "response")
        return ids_in(response, k)
    if "doc_ids" not in record:
        raise InvalidRecord.because("missing: expected doc_ids or response", "doc_ids")
    return _listed(record["doc_ids"], k)


def _listed(names: object, k: int) -> tuple[str, ...]:
    if not isinstance(names, list):
        raise InvalidRecord.because(f"expected a list, got {quoted(names)}", "doc_ids")
    if not set(map(type, names)) <= _NAMES:
        place, stranger = next((place, name) for place, name in enumerate(names) if type(name) not in _NAMES)
        message = f"entry {place} is {quoted(stranger)}: expected an integer or a string"
        raise InvalidRecord.because(message, "doc_ids")
    return first_distinct(map(str, names), k)
