"""A release's ripple items as scoring takes them, and the bytes of stored runs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from benchmark.models import Release, ReleaseRipple
from reviewapp.records import parse_object
from scoring.models import RipplePiece, RippleResponse, RippleRun
from scoring.ripple.scorer.items import RippleItem, check_item


class Frozen(NamedTuple):
    """The ripple items of a release in its order, their rows, and the digest of their lines as one file."""

    pks: list[int]
    items: list[RippleItem]
    sha256: str


def frozen_ripple(release_id: int) -> Frozen:
    """Read all ripple items of a release."""
    pks, items, digest = [], [], hashlib.sha256()
    rows = ReleaseRipple.objects.filter(release_id=release_id).order_by("position")
    for pk, line in rows.values_list("pk", "line").iterator(chunk_size=200):
        data = line.encode()
        digest.update(data + b"\n")
        pks.append(pk)
        items.append(check_item(parse_object(data)))
    return Frozen(pks, items, digest.hexdigest())


def ripple_ids(release: Release) -> dict[str, int]:
    """Return the row of each ripple item by its item_id."""
    rows = ReleaseRipple.objects.filter(release=release).order_by("position")
    return dict(rows.values_list("item_id", "pk"))


def response_lines(run: RippleRun) -> Iterator[bytes]:
    """Yield a run's lines for known items, in the order of the release."""
    rows = RippleResponse.objects.filter(run=run).order_by("item__position")
    for line in rows.values_list("line", flat=True).iterator(chunk_size=50):
        yield bytes(line)


def ripple_pieces(run: RippleRun) -> Iterator[bytes]:
    """Yield the stored file piece by piece."""
    rows = RipplePiece.objects.filter(run=run).order_by("position").values_list("data", flat=True)
    for data in rows.iterator(chunk_size=8):
        yield bytes(data)
