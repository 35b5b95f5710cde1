"""Triggers that several tables share: what the database itself refuses."""

import pgtrigger

from reviewapp.rules.protocol import NEXT, State


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


def after_statement(
    name: str,
    operation: pgtrigger.core.Operation,
    func: str,
    *,
    new: str | None = None,
    old: str | None = None,
    declare: list[tuple[str, str]] | None = None,
) -> pgtrigger.Trigger:
    """Return the trigger that runs once behind a statement, over its rows by the names *new* and *old*."""
    return pgtrigger.Trigger(
        name=name,
        level=pgtrigger.Statement,
        when=pgtrigger.After,
        operation=operation,
        referencing=pgtrigger.Referencing(new=new, old=old),  # type: ignore[no-untyped-call]
        declare=declare,
        func=func,
    )


def references_exist(name: str, **targets: str) -> pgtrigger.Trigger:
    """Return the trigger that refuses new rows whose columns name rows that are not there.

    It asks once a statement where a foreign key asks once a row, which is most of what writing many small
    rows costs. It stands for one only where the columns never change and the other tables let go of no row
    that is named.

    :param targets: for each column, the table and its key, as `table.key`."""
    checks = "".join(
        f"""
            SELECT n.{column} INTO missing FROM (SELECT DISTINCT {column} FROM new_rows) n
            LEFT JOIN {table} t ON t.{key} = n.{column} WHERE t.{key} IS NULL LIMIT 1;
            IF FOUND THEN
                RAISE EXCEPTION '% has {column} %, which is not in {table}', TG_TABLE_NAME, missing
                    USING ERRCODE = 'foreign_key_violation';
            END IF;"""
        for column, (table, key) in ((column, target.split(".")) for column, target in targets.items())
    )
    return after_statement(
        name,
        pgtrigger.Insert,
        f"{checks}\n            RETURN NULL;\n        ",
        new="new_rows",
        declare=[("missing", "BIGINT")],
    )
