"""The limits that are registered for a collection of ripple items (RKB C.2). Pure."""

from collections.abc import Collection

LEAST_ELSEWHERE = 2
"""Affected units outside of the edited document, in every item."""
LEAST_NON_SUPPORTING = 60.0
"""Percent of affected units that the source's question does not rest on."""


def non_supporting_percent(affected: Collection[str], supporting: Collection[str]) -> float:
    """Return how many percent of the affected units are not among the supporting ones.

    >>> non_supporting_percent(["a", "b", "c", "d", "e"], ["a", "b"])
    60.0
    """
    return 100 * sum(unit_id not in supporting for unit_id in affected) / len(affected)
