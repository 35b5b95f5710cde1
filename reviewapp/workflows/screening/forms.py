"""What the page of screening sends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from reviewapp.rules.protocol import Decision, Incomplete, Reason
from reviewapp.work.forms import SentEvidence, note_problem, stored_spans, typed
from reviewapp.workflows.screening.actions import EvidenceSpan, ScreeningEntry


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
