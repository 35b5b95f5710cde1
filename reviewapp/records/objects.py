"""Parses one JSON object strictly: fast if it is well formed, with a clear reason if it is not."""

import json
from typing import Any, NoReturn

import orjson

from .errors import Finding, InvalidRecord

_SPACE = " \t\r\n"


def parse_object(data: bytes, offset: int = 0) -> dict[str, Any]:
    """Return the JSON object that is *data*, a line or an element of a list.

    Refused are: text that is not UTF-8, a key that occurs twice, a lone surrogate, NaN and Infinity, and
    whatever else is no JSON. Bytes that orjson writes again as they came cannot hold a key twice; only
    others are read a second time by the slower parser that sees each pair.

    :param offset: of the first byte in the file, for messages.
    :raises InvalidRecord: with the reason."""
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError:
        value = _parse_strictly(data, offset)
        _refuse_surrogates(value)
    else:
        if not data.startswith(orjson.dumps(value)):
            value = _parse_strictly(data, offset)
    if type(value) is not dict:
        raise InvalidRecord.because(f"expected an object, got {kind_of(value)}")
    return value


def kind_of(value: object) -> str:
    """Return the JSON name of a value's type.

    >>> kind_of([]), kind_of(True), kind_of(1.5)
    ('a list', 'a boolean', 'a number with a fraction')
    """
    names = {
        dict: "an object",
        list: "a list",
        str: "a string",
        bool: "a boolean",
        int: "an integer",
        float: "a number with a fraction",
        type(None): "null",
    }
    return names.get(type(value), type(value).__name__)


def _parse_strictly(data: bytes, offset: int) -> Any:
    text = _decode(data, offset)
    try:
        return _STRICT.decode(text)
    except json.JSONDecodeError as error:
        raise InvalidRecord.because(_reason(text, error)) from error
    except RecursionError as error:
        raise InvalidRecord.because("nested too deeply") from error


def _decode(data: bytes, offset: int) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        byte, place = data[error.start], offset + error.start
        message = f"byte {place}: 0x{byte:02x} is no UTF-8 text, expected UTF-8"
        raise InvalidRecord.because(message) from error


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in value if keys.count(key) > 1)
        raise InvalidRecord.because("the key occurs twice, expected it once", twice)
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise InvalidRecord.because(f"{name} is no JSON, expected a number or null")


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= 20 else float(digits)


_STRICT = json.JSONDecoder(object_pairs_hook=_distinct, parse_constant=_refuse_constant, parse_int=_integer)


def _reason(text: str, error: json.JSONDecodeError) -> str:
    """Return what is wrong in words for whoever made the file."""
    column = f"column {error.pos + 1}"
    if error.msg.startswith("Unterminated string"):
        return f"cut off inside the string at {column}, expected a whole record"
    if error.msg.startswith("Invalid control character"):
        code = ord(text[error.pos])
        if code in (10, 13):
            return f"{column}: a raw line break in a string, expected {text[error.pos]!r}"
        return f"{column}: a raw control character U+{code:04X} in a string, expected \\u{code:04x}"
    if error.msg.startswith("Extra data"):
        return f"{column}: more text after the record, expected one object"
    return _reason_outside_strings(text, error, column)


def _reason_outside_strings(text: str, error: json.JSONDecodeError, column: str) -> str:
    rest = text[error.pos :].lstrip(_SPACE)
    before = text[: error.pos].rstrip(_SPACE)
    if rest[:1] == ",":  # newer Pythons point at the comma, older ones behind it
        before, rest = before + ",", rest[1:].lstrip(_SPACE)
    if before.endswith(",") and rest[:1] in ("}", "]"):
        return f"{column}: a trailing comma before {rest[0]!r}, expected none"
    if not rest:
        return "cut off, expected a whole record"
    return f"{column}: {error.msg}, found {rest[:12]!r}"


def _refuse_surrogates(value: object) -> None:
    findings = []
    for key, part in value.items() if isinstance(value, dict) else [("", value)]:
        surrogate = _lone_surrogate(key) or _lone_surrogate(part)
        if surrogate:
            field = key.encode(errors="backslashreplace").decode()
            findings.append(
                Finding(field, f"a lone surrogate \\u{ord(surrogate):04x}, expected Unicode text")
            )
    if findings:
        raise InvalidRecord(findings)


def _lone_surrogate(value: object) -> str:
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError as error:
            return value[error.start]
        return ""
    parts: list[Any] = value if isinstance(value, list) else []
    if isinstance(value, dict):
        parts = [*value, *value.values()]
    return next((surrogate for part in parts if (surrogate := _lone_surrogate(part))), "")
