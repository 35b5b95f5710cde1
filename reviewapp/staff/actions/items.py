"""What managers change about an item outside of review."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from reviewapp.models import EvidenceItem, Person
from reviewapp.rules.protocol import Incomplete, ItemState, NotAllowed
from reviewapp.work.actions.events import record


@transaction.atomic(durable=True)
def set_domain(
    *, item: EvidenceItem, domain: str | None, domains: Collection[str], actor: Person
) -> EvidenceItem:
    """Put the item in one of *domains*, or in none; what the file said of it stays beside it.

    :raises Incomplete: if the domain is none of those.
    :raises NotAllowed: if the item has been withdrawn.
    """
    item = EvidenceItem.objects.select_for_update().get(pk=item.pk)  # lock order: 5
    if domain is not None and domain not in domains:
        raise Incomplete({"domain": f"“{domain}” is no domain of this collection."})
    if item.state == ItemState.WITHDRAWN:
        raise NotAllowed("The item has been withdrawn and stays as it is.")
    if item.domain == domain:
        return item
    old, item.domain = item.domain, domain
    item.save(update_fields=["domain"])
    record("set_domain", actor=actor, item=item, old={"domain": old}, new={"domain": domain})
    return item
