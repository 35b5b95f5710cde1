"""Who has seen of a ripple item what rules them out as its reviewer, or as its adjudicator."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from reviewapp.models import Campaign, Person, RippleItem, RippleSeen, Slot
from reviewapp.rules.protocol import NotAllowed
from reviewapp.work.actions.events import record
from reviewapp.workflows.ripple.rules.words import Seen

SEE_ALL = """
INSERT INTO reviewapp_rippleseen (item_id, person_id, what)
SELECT DISTINCT t.ripple_id, %(person)s, %(what)s FROM reviewapp_task t
WHERE t.campaign_id = %(campaign)s AND (%(items)s::bigint[] IS NULL OR t.ripple_id = ANY(%(items)s))
    AND NOT EXISTS (SELECT 1 FROM reviewapp_rippleseen s
        WHERE s.item_id = t.ripple_id AND s.person_id = %(person)s AND s.what = %(what)s)
ORDER BY t.ripple_id
ON CONFLICT DO NOTHING
"""


@transaction.atomic(durable=True)
def see_hidden(*, item: RippleItem, actor: Person) -> None:
    """Record that *actor* opens what is hidden of the item: they can no longer review or adjudicate it.

    Called before anything of it is shown, each time; the first one is on record.

    :raises NotAllowed: if *actor* reviews the item, until it is decided.
    """
    if RippleSeen.objects.filter(item=item, person=actor, what=Seen.HIDDEN).exists():
        return
    try:
        with transaction.atomic():
            see(item, person=actor, what=Seen.HIDDEN)
    except IntegrityError as error:
        raise NotAllowed(
            "You review this item yourself: what is hidden of it stays so until it is decided."
        ) from error
    record("see_hidden", actor=actor, ripple=item)


@transaction.atomic(durable=True)
def see_campaign(*, campaign: Campaign, actor: Person, item_ids: Collection[int] | None = None) -> int:
    """Record that *actor* opens what is hidden of a campaign's items; return of how many anew.

    :param item_ids: keys of ripple items, not given: all; those of other campaigns are passed over.
    :raises NotAllowed: if *actor* reviews one of them, until it is decided.
    """
    items = None if item_ids is None else list(item_ids)
    values: dict[str, int | str | list[int] | None] = {
        "campaign": campaign.pk,
        "person": actor.pk,
        "what": Seen.HIDDEN,
        "items": items,
    }
    refused = "You review an item of these yourself: what is hidden of it stays so until it is decided."
    n_opened = insert_seen(SEE_ALL, values, refused=refused)
    if n_opened:
        record("see_hidden", actor=actor, campaign=campaign, new={"n_items": n_opened})
    return n_opened


def insert_seen(sql: str, values: Mapping[str, Any], *, refused: str) -> int:
    """Run *sql*, which records what somebody has seen, within the caller's transaction; return how many rows.

    :raises NotAllowed: saying *refused*, if the database knows them as a reviewer of one of the items.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql, values)
            return int(cursor.rowcount)
    except IntegrityError as error:
        raise NotAllowed(refused) from error


def see(item: RippleItem, *, person: Person, what: Seen, at: datetime | None = None) -> None:
    """Write that *person* has seen of the item what rules them out, once."""
    row = RippleSeen(item=item, person=person, what=what, at=at or timezone.now())
    RippleSeen.objects.bulk_create([row], ignore_conflicts=True)


def seen_beyond_adjudication(person: Person) -> QuerySet[RippleSeen]:
    """Return what *person* has seen of any item that keeps them from adjudicating it."""
    return RippleSeen.objects.filter(person=person).exclude(what=Seen.ADJUDICATION)


def knows_too_much(item: RippleItem, person: Person) -> bool:
    """Say whether *person* has had a part in the item that keeps them from adjudicating it."""
    has_seen = seen_beyond_adjudication(person).filter(item=item).exists()
    return has_seen or Slot.objects.filter(task__ripple=item, person=person).exists()
