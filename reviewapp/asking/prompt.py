"""A prompt: a template in which placeholders stand for what is asked about, and the messages made of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from reviewapp.records import sha256
from reviewapp.records.fields import quoted

SEPARATOR = "==="
_PLACEHOLDER = re.compile(r"\{\{([^{}\n]*)\}\}")
_SEPARATOR = re.compile(rf"^{SEPARATOR}\r?\n", re.MULTILINE)


class BadTemplate(ValueError):
    """A template that cannot show what is asked about."""


@dataclass(frozen=True, slots=True)
class PromptTemplate:
    """The text of a prompt: above a line `===` the system's message, below it the user's.

    Without such a line all of it is the user's. A kind of prompt names its `placeholders`; each of them
    stands in the text at least once, as `{{name}}`.

    :raises BadTemplate: if a placeholder is missing, or there is another one."""

    placeholders: ClassVar[tuple[str, ...]] = ()
    text: str

    def __post_init__(self) -> None:
        names = _PLACEHOLDER.findall(self.text)
        if strangers := [name for name in names if name not in self.placeholders]:
            expected = " or ".join(f"{{{{{name}}}}}" for name in self.placeholders)
            raise BadTemplate(f"{{{{{strangers[0][:80]}}}}}: expected {expected}")
        for name in self.placeholders:
            if name not in names:
                raise BadTemplate(f"the template has no {{{{{name}}}}}")

    @classmethod
    def read(cls, data: bytes) -> Self:
        """Read a template file, UTF-8; a byte-order mark is dropped, all else stays.

        :raises BadTemplate: if it is none."""
        try:
            return cls(data.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise BadTemplate(
                f"byte {error.start} is not UTF-8: {quoted(error.object[error.start])}"
            ) from error

    @property
    def sha256(self) -> str:
        """Return the prompt hash: that of the template's UTF-8."""
        return sha256(self.text.encode())

    def filled(self, values: Mapping[str, str]) -> list[dict[str, str]]:
        """Return the messages with a value in the place of each placeholder; braces in a value are text."""
        return list(self._messages(values))

    def _messages(self, values: Mapping[str, str]) -> Iterator[dict[str, str]]:
        system, *rest = _SEPARATOR.split(self.text, maxsplit=1)
        parts = [("system", system), ("user", rest[0])] if rest else [("user", system)]
        for role, text in parts:
            if text.strip():
                yield {"role": role, "content": _PLACEHOLDER.sub(lambda match: values[match[1]], text)}
