"""The shortcut controls as a check of a release that is being frozen (RKB §3.2, App. C)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from reviewapp.records import parse_object
from scoring import controls
from scoring.ripple.items import check_item
from scoring.surface import NoLearner


def shortcut_controls(lines: Sequence[bytes]) -> dict[str, Any]:
    """Run every control over the final closures; without the learned one if its library is missing."""
    items = [check_item(parse_object(line)) for line in lines]
    try:
        report, learned = controls.check(items), True
    except NoLearner:
        report, learned = controls.check(items, learn=False), False
    return {**controls.as_object(report), "items": len(items), "learned": learned}


CHECKS: dict[str, Callable[[Sequence[bytes]], dict[str, Any]]] = {"shortcut_controls": shortcut_controls}
