"""Errata: what is found to be wrong with a release after it was frozen."""

from __future__ import annotations

from django.db import transaction

from benchmark.models import Erratum, FrozenItem, Release, ReleaseRipple
from reviewapp.models import Person
from reviewapp.rules.protocol import Incomplete, ProtocolError
from reviewapp.work.actions.events import record


class AlreadyWithdrawn(ProtocolError):
    """An erratum has withdrawn the item before."""

    def __init__(self, item: FrozenItem) -> None:
        super().__init__(f"“{item.item_id}” has been withdrawn from this release before")


@transaction.atomic(durable=True)
def add_erratum(
    *, release: Release, item: FrozenItem | None, withdraws: bool, note: str, actor: Person | None
) -> Erratum:
    """Add a note to *release*, about one *item* or about all, or withdraw the item from use.

    :raises Incomplete: without a note, or if nothing is named that could be withdrawn.
    :raises AlreadyWithdrawn: if an earlier erratum did so."""
    _check(item, withdraws, note)
    Release.objects.select_for_update(no_key=True).get(pk=release.pk)  # two at once withdraw an item once
    if item and withdraws and item.errata.filter(withdraws=True).exists():
        raise AlreadyWithdrawn(item)
    erratum = Erratum.objects.create(
        release=release, **about(item), withdraws=withdraws, note=note, created_by=actor
    )
    record(
        "add_erratum",
        actor=actor,
        new={
            "release": release.code,
            "item_id": item.item_id if item else None,
            "withdraws": withdraws,
        },
    )
    return erratum


def about(item: FrozenItem | None) -> dict[str, FrozenItem | None]:
    """Return the field of an erratum that names *item*, by its kind."""
    return {"ripple" if isinstance(item, ReleaseRipple) else "item": item}


def _check(item: FrozenItem | None, withdraws: bool, note: str) -> None:
    missing = {}
    if not note.strip():
        missing["note"] = "Say what is wrong: the note is all that a reader of the release gets."
    if withdraws and item is None:
        missing["item_id"] = "Name the item that is withdrawn."
    if missing:
        raise Incomplete(missing)
