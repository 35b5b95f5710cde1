"""What is checked of a release of ripple items as it is frozen; other apps add theirs by this module name.

A check takes the canonical lines of the items and returns a JSON object with `passed` among its keys.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from django.apps import apps
from django.utils.module_loading import module_has_submodule

from benchmark.releases.formats.final_checks import mechanical

Check = Callable[[Sequence[bytes]], dict[str, Any]]

CHECKS: dict[str, Check] = {"mechanical": mechanical}


def release_checks() -> dict[str, Check]:
    """Return the checks of all installed apps by name."""
    checks: dict[str, Check] = dict(CHECKS)
    for config in apps.get_app_configs():
        if config.module and module_has_submodule(config.module, "release_checks"):
            checks |= getattr(import_module(f"{config.name}.release_checks"), "CHECKS", {})
    return checks
