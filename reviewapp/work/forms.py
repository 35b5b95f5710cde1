"""What the pages of work send alike: texts, notes, passages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.http import QueryDict

from reviewapp.work.actions.passages import EvidenceSpan

SPAN = re.compile(r"([0-9]{1,18}):([0-9]{1,9}):([0-9]{1,9})")
NOTE_CHARS = 20_000
NOT_UNDERSTOOD = "A passage was sent in a form that is not understood."


def typed(text: str) -> str:
    """Return the text that was typed: forms turn LF into CRLF on their way."""
    return text.replace("\r\n", "\n")


def note_problem(note: str, name: str = "note") -> dict[str, str]:
    """Return what is wrong with a note, under the *name* of its field; nothing if it can be kept."""
    if len(note) > NOTE_CHARS:
        return {name: f"A {name} holds {NOTE_CHARS:,} characters at the most."}
    if "\0" in note:
        return {name: f"A {name} cannot hold the character NUL."}
    return {}


@dataclass(frozen=True, slots=True)
class SentEvidence:
    """The passages that a form of work sends: those kept, one quoted in words, and the draft's version."""

    spans: tuple[EvidenceSpan, ...]
    quote: str
    version: int
    problems: dict[str, str]

    @classmethod
    def read(cls, data: QueryDict) -> SentEvidence:
        """Read the passages of a form, whatever it holds."""
        dropped = set(data.getlist("drop"))
        kept = [value for n, value in enumerate(data.getlist("evidence")) if str(n) not in dropped]
        matches = [SPAN.fullmatch(value) for value in kept]
        version = data.get("version", "0")
        return cls(
            spans=tuple(EvidenceSpan(*map(int, match.groups())) for match in matches if match),
            quote=typed(data.get("evidence_quote", "")).strip("\n"),
            version=int(version[:9]) if version.isdecimal() else 0,
            problems={} if all(matches) else {"evidence": NOT_UNDERSTOOD},
        )


def stored_spans(spans: Iterable[EvidenceSpan]) -> list[dict[str, int]]:
    """Return the passages as a draft keeps them."""
    return [{"doc_id": span.doc_id, "start": span.start, "end": span.end} for span in spans]
