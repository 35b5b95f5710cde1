"""Triggers that several tables share: what the database itself refuses."""

import pgtrigger

from reviewapp.protocol import NEXT, State


def append_only(name: str) -> pgtrigger.Protect:
    """Return the trigger that refuses every UPDATE and DELETE of the table."""
    return pgtrigger.Protect(name=name, operation=pgtrigger.Update | pgtrigger.Delete)


def only_moves(name: str, states: type[State]) -> pgtrigger.Trigger:
    """Return the trigger that refuses every change of `state` that the protocol's NEXT does not name.

    The refused pairs stand in the trigger's condition, so that a lawful move calls no function.
    """
    moves = NEXT[states]
    refused = [(old, new) for old in moves for new in moves if new != old and new not in moves[old]]
    pairs = ", ".join(f"('{old}', '{new}')" for old, new in refused)
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=pgtrigger.Update,
        condition=pgtrigger.Condition(f'((OLD."state", NEW."state") IN ({pairs}))'),
        func="""
            RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.state, NEW.state
                USING ERRCODE = 'check_violation';
        """,
    )
