"""What the pages of work send: a screening form, a heartbeat, a question."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from reviewapp.rules.protocol import Decision, Incomplete, Reason
from reviewapp.workflows.screening.actions import EvidenceSpan, ScreeningEntry

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


@dataclass(frozen=True, slots=True)
class ScreeningForm:
    """A screening form as it was sent; *verdict* is `accept` or a reason to reject.

    *problems* maps a field to what is wrong with it; what was sent is kept all the same, so that the page
    can show it again.
    """

    verdict: str
    domain: str
    note: str
    spans: tuple[EvidenceSpan, ...]
    quote: str
    version: int
    problems: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, data: QueryDict) -> ScreeningForm:
        """Read the form, whatever it holds."""
        sent, note = SentEvidence.read(data), typed(data.get("note", ""))
        return cls(
            verdict=data.get("verdict", "").replace("\0", ""),
            domain=data.get("domain", "").replace("\0", ""),
            note=note,
            spans=sent.spans,
            quote=sent.quote,
            version=sent.version,
            problems=note_problem(note) | sent.problems,
        )

    @property
    def is_empty(self) -> bool:
        """Say whether nothing was chosen, typed or selected."""
        return not (self.verdict or self.note.strip() or self.spans)

    def check(self) -> None:
        """Check that every field holds what a page can send.

        :raises Incomplete: naming the fields that do not.
        """
        if self.problems:
            raise Incomplete(self.problems)

    def entry(self, spans: tuple[EvidenceSpan, ...] | None = None) -> ScreeningEntry:
        """Return what the action commits."""
        rejects = self.verdict in set(Reason)
        return ScreeningEntry(
            decision=Decision.REJECT if rejects else self.verdict,
            reason=self.verdict if rejects else "",
            domain=self.domain,
            note=self.note,
            evidence=self.spans if spans is None else spans,
        )

    def body(self, spans: tuple[EvidenceSpan, ...] | None = None) -> dict[str, Any]:
        """Return what the draft keeps."""
        entry = self.entry(spans)
        return {
            "decision": entry.decision,
            "reason": entry.reason,
            "domain": entry.domain,
            "note": entry.note,
            "evidence": stored_spans(entry.evidence),
        }
