"""From a raw response to a ranking: primary and fence-stripped parser (RKB §4, E, H; contracts §6)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

PRIMARY, FENCE_STRIPPED = PARSERS = ("primary", "fence_stripped")
NESTING_LIMIT = 100

NO_RESPONSE, EMPTY, FENCED, TRUNCATED, NOT_JSON, TOO_DEEP, WRONG_SHAPE = MALFORMED = (
    "no_response",
    "empty",
    "fenced",
    "truncated",
    "not_json",
    "too_deep",
    "wrong_shape",
)
"""Why there is no ranking: the item is missing from the run; nothing but white space; only the fence is in
the way; cut off within the object; no JSON otherwise (duplicate keys, NaN and text around it included);
nested more than 100 deep; JSON, but no object with a list under `ranking`."""

_SPACE = " \t\r\n"
_INFO_WORD = re.compile(r"[A-Za-z0-9_+-]*")
_TOKENS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
_CUT_TOKEN = re.compile(r"t(ru?)?|f(a(ls?)?)?|nu?l?|-|\.[0-9]*|[eE][-+]?|\\?(u[0-9A-Fa-f]{0,3})?")


@dataclass(frozen=True, slots=True)
class Parsed:
    """A ranking's entries as submitted, or why there are none (one of MALFORMED)."""

    entries: Sequence[Any]
    malformed: str = ""


class _Refused(ValueError):
    """JSON that Python would accept and the contract does not."""


class UnknownParser(ValueError):
    """The name of no parser."""


def parse_response(response: str, parser: str = PRIMARY) -> Parsed:
    """Parse a response as delivered; a malformed one is an empty ranking with its reason (contracts §6).

    >>> parse_response('{"ranking": [{"unit_id": "a", "text": "x"}]}').entries
    [{'unit_id': 'a', 'text': 'x'}]
    >>> parse_response("```json\\n{}\\n```").malformed, parse_response("```\\n{}", FENCE_STRIPPED).malformed
    ('wrong_shape', 'wrong_shape')

    :raises UnknownParser: if *parser* is neither of the two.
    """
    if parser not in PARSERS:
        raise UnknownParser(f"{parser!r}: expected one of {', '.join(PARSERS)}")
    if parser == FENCE_STRIPPED:
        return _parse(without_fence(response))
    parsed = _parse(response)
    if parsed.malformed and (inside := without_fence(response)) != response.strip(_SPACE):
        behind = _parse(inside).malformed
        return Parsed((), behind or FENCED)
    return parsed


def without_fence(response: str) -> str:
    """Trim JSON white space, one leading code fence with its info word, and one trailing one (contracts §6).

    >>> without_fence(" ````json+x {} ``` ")
    ' {} '
    >>> without_fence("``{}``")
    '``{}``'
    """
    text = response.strip(_SPACE)
    if text.startswith("```"):
        text = text.lstrip("`")
        text = text[len(_INFO_WORD.match(text)[0]) :]  # type: ignore[index] # it matches the empty word too
    return text.rstrip("`") if text.endswith("```") else text


def _parse(text: str) -> Parsed:
    """The primary parser: one JSON object with a list under `ranking`."""
    if not text.strip(_SPACE):
        return Parsed((), EMPTY)
    if nested_too_deep(text):
        return Parsed((), TOO_DEEP)
    try:
        value = _STRICT.decode(text)
    except json.JSONDecodeError as error:
        return Parsed((), TRUNCATED if _is_cut(text, error) else NOT_JSON)
    except _Refused:
        return Parsed((), NOT_JSON)
    ranking = value.get("ranking") if type(value) is dict else None
    return Parsed(ranking) if type(ranking) is list else Parsed((), WRONG_SHAPE)


def nested_too_deep(text: str, limit: int = NESTING_LIMIT) -> bool:
    """Tell whether objects and lists stand more than *limit* deep, without recursion (contracts §6).

    Brackets inside strings do not count. The text need not be valid: what is read is a prefix of any JSON.

    >>> nested_too_deep("[" * 101), nested_too_deep("[" * 100), nested_too_deep('["' + "[" * 200 + '"]')
    (True, False, False)
    """
    if text.count("[") + text.count("{") <= limit:
        return False
    depth = 0
    for match in _TOKENS.finditer(text):
        token = match[0]
        if token in "[{":
            depth += 1
            if depth > limit:
                return True
        elif token in "]}":
            depth -= 1
    return False


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise _Refused("a key stands twice")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise _Refused(f"{name} is no JSON number")


def _number(kind: Callable[[], float]) -> Callable[[str], float]:
    """Numbers mean nothing in a ranking: their digits, of any length, are not converted."""
    return lambda digits: kind()


_STRICT = json.JSONDecoder(
    object_pairs_hook=_distinct,
    parse_constant=_refuse_constant,
    parse_int=_number(int),
    parse_float=_number(float),
)


def _is_cut(text: str, error: json.JSONDecodeError) -> bool:
    """Tell whether the object just ends too early: in a string, within a word, or where more had to come."""
    trimmed = text.strip(_SPACE)
    if not trimmed.startswith("{") or error.msg.startswith("Extra data"):
        return False
    rest = text[error.pos :].strip(_SPACE)
    return error.msg.startswith("Unterminated string") or _CUT_TOKEN.fullmatch(rest) is not None
