"""The seats of ripple review that count: the places of the blind stage that nobody has replaced (RKB App. D).

Whoever leaves after their blind return is replaced by a further place; that return stays on record and counts
no more. Pure: the rule as SQL, for statements and triggers alike.
"""

from __future__ import annotations


def counts_as_seat(slot: str) -> str:
    """Return the SQL condition that the row *slot* of `reviewapp_slot` is a seat that counts.

    >>> counts_as_seat("b")
    "b.stage = 'blind' AND NOT EXISTS (SELECT 1 FROM reviewapp_slot later WHERE later.replaces_id = b.id)"
    """
    replaced = f"SELECT 1 FROM reviewapp_slot later WHERE later.replaces_id = {slot}.id"
    return f"{slot}.stage = 'blind' AND NOT EXISTS ({replaced})"
