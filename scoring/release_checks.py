"""The shortcut controls as a check of a release that is being frozen (RKB §3.2, App. C)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from reviewapp.records import parse_object
from scoring.controls.probes import shortcuts
from scoring.controls.probes.surface import NoLearner
from scoring.ripple.scorer.items import check_item


def shortcut_controls(lines: Sequence[bytes]) -> dict[str, Any]:
    """Run every control over the final closures; without the learned one if its library is missing."""
    items = [check_item(parse_object(line)) for line in lines]
    try:
        report, learned = shortcuts.check(items), True
    except NoLearner:
        report, learned = shortcuts.check(items, learn=False), False
    return {**shortcuts.as_object(report), "items": len(items), "learned": learned}


CHECKS: dict[str, Callable[[Sequence[bytes]], dict[str, Any]]] = {"shortcut_controls": shortcut_controls}
