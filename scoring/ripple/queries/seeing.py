"""Answer keys that must stay hidden for now: a release may hold items that are still under review."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from benchmark.models import ReleaseRipple
from reviewapp.models import Person, RippleItem, RippleSeen
from reviewapp.rules.protocol import ItemState
from reviewapp.workflows.ripple.rules.words import Seen

OPEN = (ItemState.PROPOSED, ItemState.IN_REVIEW)


def withheld(person: Person) -> QuerySet[RippleItem]:
    """Return the items under review whose key *person* has not opened."""
    seen = RippleSeen.objects.filter(item=OuterRef("pk"), person=person, what=Seen.HIDDEN)
    return RippleItem.objects.filter(~Exists(seen), state__in=OPEN)


def under_review(frozen: ReleaseRipple, person: Person) -> RippleItem | None:
    """Return the item under review that a frozen one is, if *person* has not opened its key."""
    return withheld(person).filter(item_id=frozen.item_id).first()
