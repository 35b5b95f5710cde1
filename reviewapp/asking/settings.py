"""The settings of a model: each field of the request set or left out (RKB App. F, Table 9)."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from reviewapp.records.fields import quoted

KEY_VARIABLE, ADDRESS_VARIABLE = "RIPPLE_API_KEY", "RIPPLE_BASE_URL"
TEMPERATURE, TOP_P, MAX_TOKENS = 0, 1, 4096
MAX_TOKENS_FIELDS = ("max_tokens", "max_completion_tokens")
THINKING: Mapping[str, Any] = {"disabled": {"type": "disabled"}, "enabled": {"type": "enabled"}}
_OURS = ("model", "messages", "stream", "n")


class BadSetting(ValueError):
    """A value that no request can carry."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """The fields of one model's requests beside the messages; None leaves a field to the provider's default.

    :param thinking: what the field `thinking` holds, as JSON.
    :param extra: further fields of the request by name, as JSON."""

    model: str
    base_url: str
    temperature: float | None = TEMPERATURE
    top_p: float | None = TOP_P
    max_tokens: int | None = MAX_TOKENS
    max_tokens_field: str = MAX_TOKENS_FIELDS[0]
    thinking: Any = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def request(self, messages: list[dict[str, str]]) -> dict[str, Any]:
        """Return the body of one request, exactly the fields that are sent."""
        fields: dict[str, Any] = {"model": self.model, "messages": messages}
        sampling = {
            "temperature": self.temperature,
            "top_p": self.top_p,
            self.max_tokens_field: self.max_tokens,
            "thinking": self.thinking,
        }
        return (
            fields | {name: value for name, value in sampling.items() if value is not None} | dict(self.extra)
        )

    def metadata(self) -> dict[str, Any]:
        """Return the request's part of a run's metadata; a field left out is null or has no key."""
        sampling = {
            "temperature": self.temperature,
            "top_p": self.top_p,
            self.max_tokens_field: self.max_tokens,
        }
        metadata: dict[str, Any] = {"model": self.model, "endpoint": self.base_url}
        metadata["sampling"] = sampling | dict(self.extra)
        if self.thinking is not None:
            words = [word for word, value in THINKING.items() if value == self.thinking]
            metadata["thinking"] = words[0] if words else self.thinking
        return metadata


def number(text: str) -> float | None:
    """Read a sampling setting: a number of at least 0, or `omit`.

    >>> number("0"), number("0.7"), number("omit")
    (0, 0.7, None)

    :raises BadSetting: if it is neither."""
    if text == "omit":
        return None
    try:
        value = float(text)
    except ValueError as error:
        raise BadSetting(f"{quoted(text)}: expected a number or omit") from error
    if not math.isfinite(value) or value < 0:
        raise BadSetting(f"{quoted(text)}: expected a number from 0 on, or omit")
    return int(value) if value == int(value) else value


def tokens(text: str) -> int | None:
    """Read a number of tokens, at least 1, or `omit`.

    :raises BadSetting: if it is neither."""
    if text == "omit":
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0):
        raise BadSetting(f"{quoted(text)}: expected a whole number from 1 on, or omit")
    return int(text)


def thinking(text: str) -> Any:
    """Read the field `thinking`: `omit`, `disabled`, `enabled`, or any JSON.

    >>> thinking("disabled"), thinking("omit"), thinking('{"type": "enabled", "budget_tokens": 9}')
    ({'type': 'disabled'}, None, {'type': 'enabled', 'budget_tokens': 9})

    :raises BadSetting: if it is none of them."""
    if text == "omit":
        return None
    return THINKING[text] if text in THINKING else _json(text, "omit, disabled, enabled or JSON")


class NamedField(NamedTuple):
    """A further field of the request."""

    name: str
    value: Any


def named_field(text: str) -> NamedField:
    """Read a further field, `NAME=JSON`.

    >>> named_field('reasoning_effort="low"')
    NamedField(name='reasoning_effort', value='low')

    :raises BadSetting: if it has another form, or a name that is not free."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise BadSetting(f"{quoted(text)}: expected NAME=JSON")
    if name in _OURS:
        raise BadSetting(f"{quoted(name)} is no field that can be set: one answer, whole, of the model named")
    return NamedField(name, _json(value, "JSON after ="))


def _json(text: str, expected: str) -> Any:
    try:
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise BadSetting(f"{quoted(text)}: expected {expected}") from error
    if value is None:
        raise BadSetting(f"{quoted(text)}: expected {expected}, not null; omit leaves the field out")
    return value


def _refuse(name: str) -> None:
    raise BadSetting(f"{name} is no JSON number")
