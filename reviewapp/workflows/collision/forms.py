"""What the pages of collision review send: a decision on one candidate, or an adjudicator's on all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from reviewapp.rules.protocol import Incomplete
from reviewapp.work.actions.passages import EvidenceSpan
from reviewapp.work.forms import SentEvidence, note_problem, stored_spans, typed
from reviewapp.workflows.collision.actions.reviewing import CandidateEntry


@dataclass(frozen=True, slots=True)
class CandidateForm:
    """The form of a candidate as it was sent; *why* is the reason for a revision.

    *problems* maps a field to what is wrong with it; what was sent is kept all the same, so that the page
    can show it again.
    """

    decision: str
    rationale: str
    why: str
    spans: tuple[EvidenceSpan, ...]
    quote: str
    version: int
    problems: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, data: QueryDict) -> CandidateForm:
        """Read the form, whatever it holds."""
        sent = SentEvidence.read(data)
        rationale, why = typed(data.get("rationale", "")), typed(data.get("why", ""))
        problems = note_problem(rationale, "rationale") | note_problem(why, "why") | sent.problems
        return cls(
            decision=data.get("decision", "").replace("\0", ""),
            rationale=rationale,
            why=why,
            spans=sent.spans,
            quote=sent.quote,
            version=sent.version,
            problems=problems,
        )

    @property
    def is_empty(self) -> bool:
        """Say whether nothing was chosen, typed or selected."""
        return not (self.decision or self.rationale.strip() or self.why.strip() or self.spans)

    def check(self) -> None:
        """Check that every field holds what a page can send.

        :raises Incomplete: naming the fields that do not.
        """
        if self.problems:
            raise Incomplete(self.problems)

    def entry(self, doc_id: int, spans: tuple[EvidenceSpan, ...] = ()) -> CandidateEntry:
        """Return what the actions take, *spans* being found beside those that were sent."""
        return CandidateEntry(doc_id, self.decision, self.rationale, self.spans + spans)

    def body(self, spans: tuple[EvidenceSpan, ...] = ()) -> dict[str, Any]:
        """Return what the draft keeps of the candidate."""
        return {
            "decision": self.decision,
            "rationale": self.rationale,
            "why": self.why,
            "evidence": stored_spans(self.spans + spans),
        }
