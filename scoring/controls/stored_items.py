"""The shortcut controls over items that stand in the database."""

from __future__ import annotations

import io
from collections.abc import Iterator

from benchmark.construction.ripple.output import ITEMS
from benchmark.models import Construction, ConstructionPiece, Release, ReleaseRipple
from reviewapp.jobs.progress import Progress
from reviewapp.records import InvalidFile, Problems, open_source
from scoring.controls.actions import ControlFindings
from scoring.controls.probes import shortcuts
from scoring.controls.probes.surface import NoLearner
from scoring.ripple.scorer.items import RippleItem, read_ripple_items


def find_controls(target: Construction | Release, progress: Progress) -> ControlFindings:
    """Run the controls over the items of *target*; without the learned one if its library is missing.

    :raises InvalidFile: if there is no item to run them over."""
    items = items_of(target)
    progress.at(0, None)
    try:
        report, learned = shortcuts.check(items, tick=progress.at), True
    except NoLearner as error:
        progress.say(f"{error}: the learned surface control is left out")
        report, learned = shortcuts.check(items, learn=False, tick=progress.at), False
    report_object = {**shortcuts.as_object(report), "items": len(items), "learned": learned}
    return ControlFindings(report_object, "\n".join(shortcuts.as_text(report)) + "\n", learned)


def items_of(target: Construction | Release) -> list[RippleItem]:
    """Read the ripple items of a construction or of a release."""
    if isinstance(target, Construction):
        pieces = ConstructionPiece.objects.filter(construction=target, name=ITEMS).order_by("position")
        data: Iterator[bytes] = (bytes(piece) for piece in pieces.values_list("data", flat=True).iterator(8))
    else:
        rows = ReleaseRipple.objects.filter(release=target).order_by("position")
        data = (f"{line}\n".encode() for line in rows.values_list("line", flat=True).iterator(200))
    problems = Problems()
    with open_source(io.BytesIO(b"".join(data)), f"{target}") as source:
        items = read_ripple_items(source, problems)
    problems.raise_if_any()
    if not items:
        raise InvalidFile([f"{target}: no ripple items, expected at least one"])
    return items
