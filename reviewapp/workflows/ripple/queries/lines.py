"""Ripple items as the lines of a file (contracts §4), with their keys: for exports, never for a page."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction
from django.db.models.functions import Coalesce

from reviewapp.models import RippleKey

ROWS_A_FETCH = 200


def ripple_lines(*, batch: str = "", as_imported: bool = False) -> Iterator[bytes]:
    """Yield the lines of all items, or of those of a batch, in the order in which they came.

    :param as_imported: each as it stood in its file, instead of in canonical form."""
    keys = RippleKey.objects.order_by("item_id")
    if batch:
        keys = keys.filter(item__batch__code=batch)
    line = Coalesce("as_imported", "record") if as_imported else "record"
    with transaction.atomic():
        for text in keys.values_list(line, flat=True).iterator(ROWS_A_FETCH):
            yield text.encode()
