"""Collision review (EMB §3.3 stage III, A.1.3): decisions on near misses, and their consequences. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from reviewapp.rules.protocol import CONFLICT_REASON, Decision, Incomplete, Verdict

RATIONALE_CHARS = 20_000
SEED_LIMIT = 2**31


class CollisionDecision(StrEnum):
    """What a person says of a candidate; the first three are also what a model may say (EMB A.1.3)."""

    CONFLICT = "conflict"
    HARD_NEGATIVE = "hard_negative"
    FALSE_NEGATIVE = "false_negative"
    CANNOT_TELL = "cannot_tell"


VERDICTS = (
    CollisionDecision.CONFLICT,
    CollisionDecision.HARD_NEGATIVE,
    CollisionDecision.FALSE_NEGATIVE,
)
KNOWN = frozenset(VERDICTS)

TITLES = {
    CollisionDecision.CONFLICT: "Conflict",
    CollisionDecision.HARD_NEGATIVE: "Hard negative",
    CollisionDecision.FALSE_NEGATIVE: "False negative",
    CollisionDecision.CANNOT_TELL: "Cannot tell",
}

# The list of an item that a decision puts a candidate on.
ROLES: dict[str, str] = {
    CollisionDecision.FALSE_NEGATIVE: "reference",
    CollisionDecision.HARD_NEGATIVE: "hard_negative",
}

NEEDS_QUOTE = frozenset({CollisionDecision.CONFLICT, CollisionDecision.FALSE_NEGATIVE})


class Phase(StrEnum):
    """The two decisions on a candidate: before the model's verdict is shown, and the one that counts."""

    FIRST = "first"
    FINAL = "final"


class Policy(StrEnum):
    """Which candidates of an item people look at."""

    EVERY = "every"
    ALL_BUT_HARD = "all_but_hard"
    SHARE = "share"


POLICY_TITLES = {
    Policy.EVERY: "every candidate",
    Policy.ALL_BUT_HARD: "everything but what the model called a hard negative, and a random share of that",
    Policy.SHARE: "a random share of the candidates",
}


class Why(StrEnum):
    """Why a candidate is looked at, or is not."""

    EVERY = "every"
    NOT_SAID_HARD = "not_said_hard"
    DRAWN = "drawn"
    LEFT_OUT = "left_out"


class Flip(StrEnum):
    """How a decision moved after the model's verdict was shown; this measures anchoring."""

    NONE = "none"
    TOWARDS = "towards"
    AWAY = "away"
    ELSEWHERE = "elsewhere"


def check_decision(decision: str, rationale: str, *, n_quotes: int) -> None:
    """Check that a decision on a candidate is whole.

    >>> check_decision("hard_negative", "", n_quotes=0)

    :param n_quotes: how many passages of the candidate are quoted for it.
    :raises Incomplete: naming each field that lacks something.
    """
    missing: dict[str, str] = {}
    if decision not in set(CollisionDecision):
        missing["decision"] = "Choose one of the four decisions."
    elif decision != CollisionDecision.HARD_NEGATIVE and not rationale.strip():
        missing["rationale"] = f"“{TITLES[CollisionDecision(decision)]}” needs a rationale."
    if decision in NEEDS_QUOTE and not n_quotes:
        title = TITLES[CollisionDecision(decision)]
        missing["evidence"] = f"“{title}” needs a passage of the candidate, quoted letter for letter."
    if missing:
        raise Incomplete(missing)


@dataclass(frozen=True, slots=True)
class Plan:
    """How a campaign goes about collision review; without a seed, one is drawn when it is set up.

    *model* and *prompt_version* name whose verdicts the policy goes by.
    """

    policy: str = Policy.EVERY
    share: float = 0.0
    seed: int | None = None
    model: str = ""
    prompt_version: str = ""
    reveal: bool = True


def check_plan(plan: Plan) -> None:
    """Check that *plan* can be followed.

    :raises Incomplete: naming each field that lacks something.
    """
    missing: dict[str, str] = {}
    if plan.policy not in set(Policy):
        missing["policy"] = "Choose which candidates people look at."
    if not 0 <= plan.share <= 1:
        missing["share"] = f"A share is between 0 and 1, and {plan.share} is not."
    if plan.policy == Policy.ALL_BUT_HARD and not (plan.model and plan.prompt_version):
        missing["model"] = "Name the model and prompt version whose hard negatives are left out."
    if plan.policy == Policy.SHARE and not plan.share:
        missing["share"] = "A random share of nothing leaves nothing to look at."
    if missing:
        raise Incomplete(missing)


@dataclass(frozen=True, slots=True)
class Consequence:
    """What the decisions on an item's candidates make of it; documents in rank order."""

    discarded: bool
    hard_negatives: tuple[int, ...]
    false_negatives: tuple[int, ...]
    undecided: tuple[int, ...]


def consequence(decisions: Iterable[tuple[int, str]]) -> Consequence:
    """Return what follows from *decisions*, pairs of document and decision in rank order (EMB A.1.3).

    Any conflict discards the item. Hard negatives become its distractors, false negatives join its RefList.

    >>> consequence([(7, "hard_negative"), (9, "false_negative")])
    Consequence(discarded=False, hard_negatives=(7,), false_negatives=(9,), undecided=())
    """
    by_decision: dict[str, list[int]] = {}
    undecided: list[int] = []
    for document, decision in decisions:
        by_decision.setdefault(decision, []).append(document)
        if decision not in KNOWN:
            undecided.append(document)
    return Consequence(
        discarded=CollisionDecision.CONFLICT in by_decision,
        hard_negatives=tuple(by_decision.get(CollisionDecision.HARD_NEGATIVE, ())),
        false_negatives=tuple(by_decision.get(CollisionDecision.FALSE_NEGATIVE, ())),
        undecided=tuple(undecided),
    )


def verdict_of(decisions: Iterable[str]) -> Verdict:
    """Return what *decisions* on all candidates say of the item (EMB A.1.3).

    >>> verdict_of(["hard_negative", "conflict", "cannot_tell"]).reason
    'conflict'
    """
    decision_set = set(decisions)
    if CollisionDecision.CONFLICT in decision_set:
        return Verdict(Decision.REJECT, CONFLICT_REASON)
    return Verdict(Decision.ACCEPT if decision_set <= KNOWN else CollisionDecision.CANNOT_TELL)


class Link(NamedTuple):
    """A document on one of an item's lists; *key* is that of a link which is there already."""

    doc_id: int
    role: str
    position: int
    key: int | None = None


@dataclass(frozen=True, slots=True)
class Applied:
    """The effect of decisions on an item: the decisions that stand, and the changes to its lists."""

    standing: dict[int, str]
    added: list[Link]
    moved: list[Link]
    n_references: int


def applied(decisions: Mapping[int, str], links: Collection[Link]) -> Applied:
    """Return the effect of *decisions*, by document in rank order, on an item with *links* (EMB A.1.3).

    A conflict changes no list. Else each document comes behind those of its list, in rank order; one that
    is on it already stays where it is and leaves its number unused, one of the other list moves over.

    >>> applied({7: "hard_negative"}, [Link(1, "reference", 1, key=5)]).added
    [Link(doc_id=7, role='hard_negative', position=1, key=None)]
    """
    placed = [] if CollisionDecision.CONFLICT in decisions.values() else list(_placed(decisions, links))
    roles = {link.doc_id: link.role for link in (*links, *placed)}
    return Applied(
        standing=dict(decisions),
        added=[link for link in placed if link.key is None],
        moved=[link for link in placed if link.key is not None],
        n_references=sum(role == "reference" for role in roles.values()),
    )


def _placed(decisions: Mapping[int, str], links: Collection[Link]) -> Iterator[Link]:
    link_of = {link.doc_id: link for link in links}
    last = {
        role: max((link.position for link in links if link.role == role), default=0)
        for role in ROLES.values()
    }
    for doc_id, decision in decisions.items():
        role = ROLES.get(decision)
        if role is None:
            continue
        last[role] += 1
        link = link_of.get(doc_id)
        if link is None or link.role != role:
            yield Link(doc_id, role, last[role], link.key if link else None)


def draw(seed: int, item_id: str, doc_id: int) -> float:
    """Return the pseudo-random number in [0, 1) that *seed* gives the candidate.

    It is computed from the SHA-256 of the three, so that no order and no later candidate changes it.

    >>> draw(1, "q1", 99) == draw(1, "q1", 99)
    True
    """
    digest = hashlib.sha256(f"{seed}\n{doc_id}\n{item_id}".encode()).digest()
    return int.from_bytes(digest[:6]) / 2**48


def why_assigned(policy: str, share: float, verdict: str | None, number: float) -> Why:
    """Return why a candidate is looked at under *policy*, or that it is left out.

    :param share: of candidates to draw, from 0 to 1.
    :param verdict: of the policy's model; None where it has none.
    :param number: the candidate's `draw`.
    """
    if policy == Policy.EVERY:
        return Why.EVERY
    if policy == Policy.ALL_BUT_HARD and verdict != CollisionDecision.HARD_NEGATIVE:
        return Why.NOT_SAID_HARD
    return Why.DRAWN if number < share else Why.LEFT_OUT


def flip(first: str, final: str, verdict: str) -> Flip:
    """Return how a person's decision moved from *first* to *final* after they saw the model's *verdict*.

    >>> flip("hard_negative", "conflict", "conflict").value
    'towards'
    """
    if first == final:
        return Flip.NONE
    if final == verdict:
        return Flip.TOWARDS
    return Flip.AWAY if first == verdict else Flip.ELSEWHERE


def with_entry(draft: Mapping[str, Any], doc_id: int, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return an item's draft with what is entered for one candidate beside the other candidates' entries.

    >>> with_entry({"entries": {"7": {"decision": "conflict"}}}, 9, {"decision": ""})
    {'entries': {'7': {'decision': 'conflict'}, '9': {'decision': ''}}}
    """
    return {"entries": dict(draft.get("entries", {})) | {str(doc_id): dict(entry)}}
