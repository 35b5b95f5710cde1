"""The prompt: a template around an item's public representation, and nothing else of it (RKB App. F)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from reviewapp.asking.asker import Question, question_about
from reviewapp.asking.prompt import PromptTemplate
from reviewapp.asking.settings import ModelSettings
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
EDIT, DOCUMENTS = PLACEHOLDERS = ("edit", "documents")


@dataclass(frozen=True, slots=True)
class PublicItem:
    """The parts of an item that a system may know. Hidden parts never enter it."""

    item_id: str
    edit: Mapping[str, Any]
    documents: list[dict[str, Any]]

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> PublicItem:
        """Take the public representation out of a record, be it public or whole (contracts §4).

        Of a unit the hash is left out too: it says nothing that the text does not.

        :raises InvalidRecord: if a public part is not as it must be."""
        item_id, edit, documents = check_public(record)
        public = [
            {
                "document_id": document.document_id,
                "title": document.title,
                "units": [{"unit_id": unit.unit_id, "text": unit.text} for unit in document.units],
            }
            for document in documents
        ]
        return cls(item_id, asdict(edit), public)


@dataclass(frozen=True, slots=True)
class Template(PromptTemplate):
    """The prompt about ripple items: `{{edit}}` and `{{documents}}` stand for the item's, as JSON."""

    placeholders: ClassVar[tuple[str, ...]] = PLACEHOLDERS
    text: str = DEFAULT

    def messages(self, item: PublicItem) -> list[dict[str, str]]:
        """Return the messages that ask about one item."""
        return self.filled({EDIT: _json(item.edit), DOCUMENTS: _json(item.documents)})


def question_of(item: PublicItem, settings: ModelSettings, template: Template, run_key: str) -> Question:
    """Return what is asked about an item: a function of its public parts, the settings and the template."""
    return question_about(item.item_id, template.messages(item), settings, run_key)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
