"""Who reads the keys that a release holds can no longer review those of its items that are undecided."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from benchmark.models import Release
from reviewapp.models import Person
from reviewapp.rules.protocol import ItemState
from reviewapp.work.actions.events import record
from reviewapp.workflows.ripple.actions.seeing import insert_seen
from reviewapp.workflows.ripple.rules.words import Seen

# Accepted, rejected and withdrawn items are given to nobody any more: of them nothing need be recorded.
SEE = """
INSERT INTO reviewapp_rippleseen (item_id, person_id, what)
SELECT i.id, %(person)s, %(what)s
FROM benchmark_releaseripple r JOIN reviewapp_rippleitem i ON i.item_id = r.item_id
WHERE r.release_id = %(release)s AND (%(item_id)s = '' OR r.item_id = %(item_id)s)
    AND i.state IN (%(proposed)s, %(in_review)s)
    -- without what is on record already, so that the count is of new rows
    AND NOT EXISTS (SELECT 1 FROM reviewapp_rippleseen s
        WHERE s.item_id = i.id AND s.person_id = %(person)s AND s.what = %(what)s)
ORDER BY i.id
ON CONFLICT DO NOTHING
"""


@transaction.atomic(durable=True)
def see_keys(*, release: Release, actor: Person, item_id: str = "") -> int:
    """Record that *actor* opens the keys of a release's undecided items, or that of one; return how many.

    Called before anything of them is shown; what is on record already is not written again.

    :raises NotAllowed: if *actor* is reviewing one of the items."""
    values: dict[str, int | str] = {
        "release": release.pk,
        "person": actor.pk,
        "item_id": item_id,
        "what": Seen.HIDDEN,
        "proposed": ItemState.PROPOSED,
        "in_review": ItemState.IN_REVIEW,
    }
    refused = (
        "You review an item of this release yourself: its key stays hidden from you until it is decided."
    )
    count = insert_seen(SEE, values, refused=refused)
    if count:
        record("see_keys", actor=actor, new={"release": release.code, "n_items": count})
    return count


SEE_BY_ID = """
INSERT INTO reviewapp_rippleseen (item_id, person_id, what)
SELECT i.id, %(person)s, %(what)s FROM reviewapp_rippleitem i
WHERE i.item_id = ANY(%(item_ids)s) AND i.state IN (%(proposed)s, %(in_review)s)
ORDER BY i.id
ON CONFLICT DO NOTHING
"""


def see_keys_of(*, item_ids: Sequence[str], actor: Person) -> None:
    """Record within the caller's transaction that *actor* opens the keys of items, where they are imported.

    :raises NotAllowed: if *actor* is reviewing one of them."""
    values: dict[str, int | str | list[str]] = {
        "person": actor.pk,
        "item_ids": list(item_ids),
        "what": Seen.HIDDEN,
        "proposed": ItemState.PROPOSED,
        "in_review": ItemState.IN_REVIEW,
    }
    refused = "You review one of these items yourself: their keys stay hidden from you until it is decided."
    insert_seen(SEE_BY_ID, values, refused=refused)
