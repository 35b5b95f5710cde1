"""Triggers that several tables share: what the database itself refuses."""

import pgtrigger


def append_only(name: str) -> pgtrigger.Protect:
    """Return the trigger that refuses every UPDATE and DELETE of the table."""
    return pgtrigger.Protect(name=name, operation=pgtrigger.Update | pgtrigger.Delete)
