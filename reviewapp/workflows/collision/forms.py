"""What the pages of collision review send: a decision on one candidate, the plan of a campaign."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.http import QueryDict

from reviewapp.rules.protocol import Incomplete
from reviewapp.work.actions.passages import EvidenceSpan
from reviewapp.work.forms import SentEvidence, note_problem, stored_spans, typed
from reviewapp.workflows.collision.actions.reviewing import CandidateEntry
from reviewapp.workflows.collision.queries.candidates import known_models
from reviewapp.workflows.collision.rules.collisions import POLICY_TITLES, SEED_LIMIT, Plan, Policy


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


class PlanForm(forms.Form):
    """How a collision campaign draws the candidates that people look at."""

    policy = forms.ChoiceField(
        label="Candidates that people look at",
        choices=[(policy.value, title) for policy, title in POLICY_TITLES.items()],
        required=False,
        initial=Policy.EVERY.value,
    )
    share = forms.FloatField(
        label="Random share", required=False, min_value=0, max_value=1, help_text="From 0 to 1."
    )
    seed = forms.IntegerField(
        required=False, min_value=0, max_value=SEED_LIMIT - 1, help_text="Of the draw. Empty: one is drawn."
    )
    verdicts_of = forms.ChoiceField(
        label="Model that the policy goes by", required=False, help_text="And under which prompt version."
    )
    reveal = forms.BooleanField(
        label="Show the model's verdict once one's own decision is made", required=False, initial=True
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.models = known_models()
        choices = [("", "none"), *((str(n), " · ".join(pair)) for n, pair in enumerate(self.models, start=1))]
        self.fields["verdicts_of"].choices = choices  # type: ignore[attr-defined]

    @property
    def plan(self) -> Plan:
        """Return the plan; the form is valid."""
        cleaned = self.cleaned_data
        model, version = self.models[int(cleaned["verdicts_of"]) - 1] if cleaned["verdicts_of"] else ("", "")
        return Plan(
            policy=cleaned["policy"] or Policy.EVERY,
            share=cleaned["share"] or 0.0,
            seed=cleaned["seed"],
            model=model,
            prompt_version=version,
            reveal=cleaned["reveal"],
        )
