"""What the pages of work send: a screening form, a heartbeat, a question."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from reviewapp.actions.screening import EvidenceSpan, ScreeningEntry
from reviewapp.protocol import Decision, Incomplete, Reason

SPAN = re.compile(r"([0-9]{1,18}):([0-9]{1,9}):([0-9]{1,9})")
NOTE_CHARS = 20_000


@dataclass(frozen=True, slots=True)
class ScreeningForm:
    """A screening form as it was sent; *verdict* is `accept` or a reason to reject.

    Forms turn LF into CRLF on their way; a note is typed text, so it is turned back.
    """

    verdict: str
    domain: str
    note: str
    spans: tuple[EvidenceSpan, ...]
    quote: str
    version: int

    @classmethod
    def read(cls, data: QueryDict) -> ScreeningForm:
        """Read the form.

        :raises Incomplete: if a field holds what no page sends.
        """
        dropped = set(data.getlist("drop"))
        kept = [value for n, value in enumerate(data.getlist("evidence")) if str(n) not in dropped]
        matches = [SPAN.fullmatch(value) for value in kept]
        if not all(matches):
            raise Incomplete({"evidence": "An evidence passage was sent in a form that is not understood."})
        note = data.get("note", "").replace("\r\n", "\n")
        if len(note) > NOTE_CHARS:
            raise Incomplete({"note": f"A note holds {NOTE_CHARS:,} characters at the most."})
        if "\0" in note:
            raise Incomplete({"note": "A note cannot hold the character NUL."})
        version = data.get("version", "0")
        return cls(
            verdict=data.get("verdict", ""),
            domain=data.get("domain", ""),
            note=note,
            spans=tuple(EvidenceSpan(*map(int, match.groups())) for match in matches if match),
            quote=data.get("evidence_quote", "").replace("\r\n", "\n").strip("\n"),
            version=int(version) if version.isdecimal() else 0,
        )

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
            "evidence": [
                {"doc_id": span.doc_id, "start": span.start, "end": span.end} for span in entry.evidence
            ],
        }
