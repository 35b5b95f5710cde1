"""The prompt: a template around an item's public representation, and nothing else of it (RKB App. F)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from reviewapp.records import sha256
from reviewapp.records.fields import shown
from reviewapp.records.ripple import check_public

DEFAULT = """\
You help to keep a set of reference documents true. One unit of the documents has been edited. Find the units
whose statements have to be reviewed because of it: those that the edit touches itself, and those that rest
on them, over any number of steps.

Work from the edit and the documents below alone. You are given neither the links between the units nor the
answer. Rank every unit of the documents, the likeliest to be affected first, the unlikeliest last, each of
them once. Repeat each unit's text exactly as it is given, byte for byte: do not correct, shorten or
reformat it.

Answer with a single JSON object, without Markdown and without a word before or after it, in this form:
{"ranking": [{"unit_id": "the unit's id", "text": "the unit's exact text"}]}
===
The edit:
{{edit}}

The documents:
{{documents}}
"""
SEPARATOR = "==="
EDIT, DOCUMENTS = PLACEHOLDERS = ("edit", "documents")
_PLACEHOLDER = re.compile(r"\{\{([^{}\n]*)\}\}")
_SEPARATOR = re.compile(rf"^{SEPARATOR}\r?\n", re.MULTILINE)


class BadTemplate(ValueError):
    """A template that cannot show an item."""


@dataclass(frozen=True, slots=True)
class PublicItem:
    """What a system may know of an item; hidden parts are left behind when it is made."""

    item_id: str
    edit: Mapping[str, Any]
    documents: list[dict[str, Any]]

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> PublicItem:
        """Take the public representation out of a record, be it public or whole (contracts §4).

        Of a unit the hash is left out too: it says nothing that the text does not.

        :raises InvalidRecord: if a public part is not as it must be."""
        item_id, edit, documents = check_public(record)
        told = [
            {
                "document_id": document.document_id,
                "title": document.title,
                "units": [{"unit_id": unit.unit_id, "text": unit.text} for unit in document.units],
            }
            for document in documents
        ]
        return cls(item_id, asdict(edit), told)


@dataclass(frozen=True, slots=True)
class Template:
    """The text of a prompt: above a line `===` the system's message, below it the user's.

    Without such a line all of it is the user's. `{{edit}}` and `{{documents}}` stand for the item's, as JSON.

    :raises BadTemplate: if one of the two is missing, or there is another placeholder."""

    text: str = DEFAULT

    def __post_init__(self) -> None:
        names = _PLACEHOLDER.findall(self.text)
        if strangers := [name for name in names if name not in PLACEHOLDERS]:
            raise BadTemplate(f"{{{{{strangers[0][:80]}}}}}: expected {{{{edit}}}} or {{{{documents}}}}")
        for name in PLACEHOLDERS:
            if name not in names:
                raise BadTemplate(f"the template has no {{{{{name}}}}}")

    @classmethod
    def read(cls, data: bytes) -> Template:
        """Read a template file, UTF-8; a byte-order mark is dropped, all else stays.

        :raises BadTemplate: if it is none."""
        try:
            return cls(data.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise BadTemplate(
                f"byte {error.start} is not UTF-8: {shown(error.object[error.start])}"
            ) from error

    @property
    def sha256(self) -> str:
        """Return the prompt hash: that of the template's UTF-8."""
        return sha256(self.text.encode())

    def messages(self, item: PublicItem) -> list[dict[str, str]]:
        """Return the messages that ask about one item; its own braces are text like any other."""
        return list(self._messages({EDIT: _told(item.edit), DOCUMENTS: _told(item.documents)}))

    def _messages(self, told: Mapping[str, str]) -> Iterator[dict[str, str]]:
        system, *rest = _SEPARATOR.split(self.text, maxsplit=1)
        parts = [("system", system), ("user", rest[0])] if rest else [("user", system)]
        for role, text in parts:
            if text.strip():
                yield {"role": role, "content": _PLACEHOLDER.sub(lambda found: told[found[1]], text)}


def _told(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
