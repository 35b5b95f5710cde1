"""States, transitions and rules of review: who may do what, and when. Pure; every write asks here first.

Every workflow is a *kind* of campaign made of one or more *stages*. A stage of a task has as many
slots as the campaign's overlap; a slot is claimed, worked on and committed by one person.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

CLAIM_LEASE = timedelta(minutes=30)
AHEAD_LEASE = timedelta(minutes=2)
UNDO_WINDOW = timedelta(minutes=5)
OVERLAP_MAX = 9


class Role(StrEnum):
    """What a person may be in a campaign; the installation's groups carry the same names."""

    ANNOTATOR = "annotator"
    ADJUDICATOR = "adjudicator"
    MANAGER = "manager"


class Kind(StrEnum):
    """The workflows a campaign can run."""

    SCREENING = "screening"
    COLLISION = "collision"
    RIPPLE = "ripple"


class Stage(StrEnum):
    """One round of independent work inside a workflow."""

    SCREENING = "screening"
    COLLISION = "collision"
    BLIND = "blind"
    CLOSURE = "closure"


RIPPLE_OVERLAP = 2
"""Two reviewers recover an item blind, and the same two then judge its closure (RKB App. D)."""


class CampaignState(StrEnum):
    OPEN = "open"
    PAUSED = "paused"
    CLOSED = "closed"


class SlotState(StrEnum):
    FREE = "free"
    CLAIMED = "claimed"
    COMMITTED = "committed"
    VOID = "void"


class TaskState(StrEnum):
    OPEN = "open"
    DISPUTED = "disputed"
    DECIDED = "decided"
    WITHDRAWN = "withdrawn"


class DisagreementState(StrEnum):
    OPEN = "open"
    DECIDED = "decided"
    DISSOLVED = "dissolved"


class ItemState(StrEnum):
    PROPOSED = "proposed"
    IN_REVIEW = "in_review"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


class JobState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


State = CampaignState | SlotState | TaskState | DisagreementState | ItemState | JobState

NEXT: dict[type[State], dict[State, frozenset[State]]] = {
    CampaignState: {
        CampaignState.OPEN: frozenset({CampaignState.PAUSED, CampaignState.CLOSED}),
        CampaignState.PAUSED: frozenset({CampaignState.OPEN, CampaignState.CLOSED}),
        CampaignState.CLOSED: frozenset({CampaignState.OPEN}),
    },
    SlotState: {
        SlotState.FREE: frozenset({SlotState.CLAIMED, SlotState.VOID}),
        SlotState.CLAIMED: frozenset({SlotState.FREE, SlotState.COMMITTED, SlotState.VOID}),
        SlotState.COMMITTED: frozenset(),
        SlotState.VOID: frozenset(),
    },
    TaskState: {
        TaskState.OPEN: frozenset({TaskState.DISPUTED, TaskState.DECIDED, TaskState.WITHDRAWN}),
        TaskState.DISPUTED: frozenset({TaskState.DECIDED, TaskState.OPEN, TaskState.WITHDRAWN}),
        TaskState.DECIDED: frozenset({TaskState.DISPUTED, TaskState.OPEN, TaskState.WITHDRAWN}),
        TaskState.WITHDRAWN: frozenset(),
    },
    DisagreementState: {
        DisagreementState.OPEN: frozenset({DisagreementState.DECIDED, DisagreementState.DISSOLVED}),
        DisagreementState.DECIDED: frozenset(),
        DisagreementState.DISSOLVED: frozenset(),
    },
    ItemState: {
        ItemState.PROPOSED: frozenset({ItemState.IN_REVIEW, ItemState.WITHDRAWN}),
        ItemState.IN_REVIEW: frozenset({ItemState.ACCEPTED, ItemState.REJECTED, ItemState.WITHDRAWN}),
        ItemState.ACCEPTED: frozenset({ItemState.IN_REVIEW, ItemState.REJECTED, ItemState.WITHDRAWN}),
        ItemState.REJECTED: frozenset({ItemState.IN_REVIEW, ItemState.ACCEPTED, ItemState.WITHDRAWN}),
        ItemState.WITHDRAWN: frozenset(),
    },
    JobState: {
        JobState.WAITING: frozenset({JobState.RUNNING, JobState.CANCELLED}),
        JobState.RUNNING: frozenset({JobState.DONE, JobState.FAILED, JobState.CANCELLED, JobState.WAITING}),
        JobState.DONE: frozenset(),
        JobState.FAILED: frozenset({JobState.WAITING}),
        JobState.CANCELLED: frozenset({JobState.WAITING}),
    },
}
"""What may follow what. Each kind has a table of its own, since equal words of two kinds are equal keys."""


class Decision(StrEnum):
    ACCEPT = "accept"
    REJECT = "reject"


class Reason(StrEnum):
    """Why an item is rejected (EMB §3.3, stage I: ambiguous, unsupported, noisy or mismatched)."""

    AMBIGUOUS = "ambiguous_question"
    UNSUPPORTED = "answer_not_supported"
    NOISY = "noisy_reference"
    OTHER = "other"


REASON_TITLES = {
    Reason.AMBIGUOUS: "Ambiguous question",
    Reason.UNSUPPORTED: "Answer not supported",
    Reason.NOISY: "Noisy or mismatched reference",
    Reason.OTHER: "Other",
}


class RippleDecision(StrEnum):
    """What an adjudicator decides of a ripple item (RKB App. D)."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


CONFLICT_REASON = "conflict"
"""Why collision review discards an item (EMB A.1.3); no reason that a person picks from a list."""

DOMAINS = ("medical", "history", "education", "math", "literature", "law", "technology", "finance")
"""The eight domains of EMB §3.1; a campaign may name others."""


class ProtocolError(ValueError):
    """Something the protocol does not allow; its message is for the person who tried."""


class IllegalMove(ProtocolError):
    """A state change that NEXT does not name."""

    def __init__(self, old: State, new: State) -> None:
        super().__init__(f"{type(old).__name__} cannot go from {old} to {new}")


class NotYours(ProtocolError):
    """The slot is not, or no longer, claimed by the person who acts."""


class NotAllowed(ProtocolError):
    """The person's part in this campaign or item forbids the act."""


class Incomplete(ProtocolError):
    """A return lacks something: *missing* maps a field to what it needs."""

    def __init__(self, missing: dict[str, str]) -> None:
        super().__init__("; ".join(missing.values()))
        self.missing = missing


class StaleDraft(ProtocolError):
    """A save based on a version of the draft that is no longer the latest."""


class NothingToUndo(ProtocolError):
    """No own decision of the last minutes is left that may be taken back."""


def check_move(old: State, new: State) -> None:
    """Check that NEXT lets *old* become *new*.

    >>> check_move(SlotState.FREE, SlotState.CLAIMED)

    :raises IllegalMove: if it does not.
    """
    if type(new) is not type(old) or new not in NEXT[type(old)][old]:
        raise IllegalMove(old, new)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one return or outcome says of an item: decision, reason of a rejection, domain."""

    decision: str
    reason: str = ""
    domain: str = ""


def check_verdict(decision: str, reason: str, domain: str, note: str, *, domains: Collection[str]) -> Verdict:
    """Return the screening verdict if it is whole (EMB §3.3, stage I step 2).

    >>> check_verdict("reject", "ambiguous_question", "law", "", domains=DOMAINS).reason
    'ambiguous_question'

    :raises Incomplete: naming each field that lacks something.
    """
    missing: dict[str, str] = {}
    if decision not in set(Decision):
        missing["decision"] = "Choose Accept or a reason to reject."
    if decision == Decision.REJECT and reason not in set(Reason):
        missing["reason"] = "A rejection needs one of the four reasons."
    if decision == Decision.REJECT and reason == Reason.OTHER and not note.strip():
        missing["note"] = "“Other” needs a note that says what is wrong."
    if domain and domain not in domains:
        missing["domain"] = f"“{domain}” is none of this campaign's domains."
    if missing:
        raise Incomplete(missing)
    return Verdict(decision, reason if decision == Decision.REJECT else "", domain)


def differing_fields(verdicts: Sequence[Verdict]) -> tuple[str, ...]:
    """Return the fields in which *verdicts* disagree, in the order decision, reason, domain.

    >>> differing_fields([Verdict("accept", "", "law"), Verdict("accept", "", "math")])
    ('domain',)
    """
    return tuple(
        field for field in ("decision", "reason", "domain") if len({getattr(v, field) for v in verdicts}) > 1
    )


def item_state_after(
    state: ItemState, verdict: str, *, is_rejected_elsewhere: bool, is_pending_elsewhere: bool
) -> ItemState:
    """Return what an evidence item is once one kind of review has decided it (EMB §3.3).

    An item is accepted once every kind of review that has it in hand accepts it, and rejected by any; what
    was withdrawn stays so.

    >>> accept = Decision.ACCEPT
    >>> item_state_after(ItemState.IN_REVIEW, accept, is_rejected_elsewhere=False, is_pending_elsewhere=True)
    <ItemState.IN_REVIEW: 'in_review'>

    :param verdict: accept or reject, as the task keeps it.
    """
    if state == ItemState.WITHDRAWN:
        return state
    if verdict == Decision.REJECT or is_rejected_elsewhere:
        return ItemState.REJECTED
    return ItemState.IN_REVIEW if is_pending_elsewhere else ItemState.ACCEPTED


def may_undo(committed_at: datetime, now: datetime) -> bool:
    """Say whether a screening return is young enough to be taken back (`UNDO_WINDOW`)."""
    return now - committed_at <= UNDO_WINDOW
