"""The words of ripple review (RKB App. D)."""

from __future__ import annotations

from enum import StrEnum

ADJUDICATION = "adjudication"
"""The stage under which an adjudicator's draft and heartbeats are kept."""


class Judgement(StrEnum):
    """What a reviewer says of a proposed unit or edge (RKB Table 8)."""

    SUPPORTED = "supported"
    NOT_SUPPORTED = "not_supported"
    AMBIGUOUS = "ambiguous"


class Seen(StrEnum):
    """The kinds of `RippleSeen` rows: what rules a person out as reviewer of an item.

    HIDDEN: they opened its hidden parts. IMPORTED: they sent its file in, keys and all. RELEASED: a manager
    took their slot from them. ADJUDICATION: they took up its adjudication; the others may not adjudicate it
    either.
    """

    HIDDEN = "hidden"
    IMPORTED = "imported"
    RELEASED = "released"
    ADJUDICATION = "adjudication"
