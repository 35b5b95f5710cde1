"""What one release has and another has not, or has otherwise."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Exists, OuterRef, QuerySet

from benchmark.models import Release, ReleaseDocument, ReleaseItem


class Change(StrEnum):
    """How an item of two releases differs between them."""

    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two releases: what *new* adds to, takes from and changes in *old*."""

    old: Release
    new: Release

    def items(self, change: Change) -> QuerySet[ReleaseItem]:
        """Return the items that changed so, in order: removed ones of the old release, others of the new."""
        release, other = (self.old, self.new) if change == Change.REMOVED else (self.new, self.old)
        twin = ReleaseItem.objects.filter(release=other, item_id=OuterRef("item_id"))
        items = ReleaseItem.objects.filter(release=release).order_by("position")
        if change == Change.CHANGED:
            return items.filter(Exists(twin.exclude(sha256=OuterRef("sha256"))))
        return items.filter(~Exists(twin))

    def counts(self) -> dict[Change, int]:
        return {change: self.items(change).order_by().count() for change in Change}

    def document_counts(self) -> tuple[int, int]:
        """Return how many documents the new release adds, and how many of the old one it lacks."""
        return _documents_beyond(self.new, self.old), _documents_beyond(self.old, self.new)

    def changed_fields(self, items: Iterable[ReleaseItem]) -> dict[str, list[str]]:
        """Return the fields in which changed *items* differ from the old release, by item."""
        new = {item.item_id: json.loads(item.line) for item in items}
        old = ReleaseItem.objects.filter(release=self.old, item_id__in=new).values_list("item_id", "line")
        return {item_id: list(_differing(json.loads(line), new[item_id])) for item_id, line in old}


def _documents_beyond(release: Release, other: Release) -> int:
    twin = ReleaseDocument.objects.filter(release=other, document=OuterRef("document"))
    return ReleaseDocument.objects.filter(~Exists(twin), release=release).count()


def _differing(old: dict[str, object], new: dict[str, object]) -> Iterator[str]:
    return (key for key in new if old.get(key) != new[key])
