"""What axe finds on a page that keeps somebody out."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

# Half a megabyte of script is read once a page, and what is found to be right stays in the browser.
RUN = "axe.run({resultTypes: ['violations']}).then(found => found.violations)"


def barriers_of(page: Any) -> list[dict[str, Any]]:
    """Return the violations on the page that is open, as axe tells them."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    violations: list[dict[str, Any]] = page.evaluate(RUN)
    return violations
