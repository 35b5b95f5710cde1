"""Who has seen of a ripple item what rules them out as its reviewer, or as its adjudicator."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from reviewapp.actions.events import record
from reviewapp.models import Person, RippleItem, RippleSeen, Slot
from reviewapp.protocol import NotAllowed
from reviewapp.ripple.words import Seen


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


def see(item: RippleItem, *, person: Person, what: Seen, at: datetime | None = None) -> None:
    """Write that *person* has seen of the item what rules them out, once."""
    row = RippleSeen(item=item, person=person, what=what, at=at or timezone.now())
    RippleSeen.objects.bulk_create([row], ignore_conflicts=True)


def knows_too_much(item: RippleItem, person: Person) -> bool:
    """Say whether *person* has had a part in the item that keeps them from adjudicating it."""
    seen = RippleSeen.objects.filter(item=item, person=person).exclude(what=Seen.ADJUDICATION)
    return seen.exists() or Slot.objects.filter(task__ripple=item, person=person).exists()
