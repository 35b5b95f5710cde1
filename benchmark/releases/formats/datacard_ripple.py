"""The data card of a release of ripple items. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmark.releases.formats.canonical import (
    CHECKS,
    DECISIONS,
    ERRATA,
    LOG,
    REVIEWED,
    RIPPLE,
    RIPPLE_PUBLIC,
)
from benchmark.releases.formats.datacard import cite, note_lines, one_line, verify

ABOUT = {
    RIPPLE: "one item a line with its hidden key: closure, edges, spans, provenance",
    RIPPLE_PUBLIC: "the same items as systems may see them: edit and documents, nothing else",
    DECISIONS: "one line for each return of a reviewer, each comment, adjudication and assent",
    LOG: "the decisions about the construction, in the order in which they were taken",
    CHECKS: "what the mechanical checks and the shortcut controls found in these very closures",
}
STATUS = {
    True: (
        "Review status: **reviewed**. Two people recovered each affected set blind and judged the closure",
        "that was proposed; an adjudicator who had done neither decided. Items carry their *final* closure.",
    ),
    False: (
        "Review status: **machine-validated**. Nobody has reviewed these candidates: each carries the",
        "closure that its construction proposed, and the checks below are all that stands behind it.",
    ),
}


def ripple_card(manifest: Mapping[str, Any]) -> str:
    """Return the card in Markdown: what it is, its review status, counts, checks, how to verify and to cite.

    :param manifest: all of the manifest but this card's own facts."""
    parts = [
        _head(manifest),
        _files(manifest),
        _counts(manifest),
        _checks(manifest["ripple"]["passed"]),
        _provenance(manifest),
        verify(),
        cite(manifest, "ripple benchmark"),
    ]
    return "\n".join(parts)


def _head(manifest: Mapping[str, Any]) -> str:
    lines = [
        f"# {one_line(manifest['name'])}",
        "",
        f"A frozen release of ripple items, made {manifest['frozen_at']}.",
        *STATUS[manifest["ripple"]["review_status"] == REVIEWED],
        "It never changes. What is found to be wrong with it later is told in "
        f"`{ERRATA}`, where there is one; a corrected release is a new one that names this one.",
        "",
        *note_lines(manifest),
    ]
    return "\n".join(lines)


def _files(manifest: Mapping[str, Any]) -> str:
    rows = [
        f"| `{name}` | {facts['lines']:,} | {facts['bytes']:,} | {ABOUT[name]} |"
        for name, facts in manifest["files"].items()
    ]
    tail = [
        "",
        "UTF-8 without a byte-order mark, LF, one JSON object a line. Split on LF only: U+2028, U+0085 and",
        "others occur inside the texts. `start` and `end` of a span count UTF-8 bytes of the unit's text",
        f"with CRLF read as LF. Systems are given `{RIPPLE_PUBLIC}` alone.",
        "",
    ]
    return "\n".join(
        ["## Files", "", "| file | lines | bytes | what |", "| --- | ---: | ---: | --- |", *rows, *tail]
    )


def _counts(manifest: Mapping[str, Any]) -> str:
    counts = manifest["counts"]
    names = (
        "items",
        "documents",
        "units",
        "affected_units",
        "returns",
        "adjudications",
        "assents",
        "reviewers",
    )
    rows = [(name.replace("_", " "), counts[name]) for name in names]
    rows += [(f"split: {one_line(name)}", n) for name, n in counts["splits"].items()]
    rows += [(f"shape: {one_line(name)}", n) for name, n in counts["shapes"].items()]
    table = [f"| {name} | {n:,} |" for name, n in rows]
    return "\n".join(["## Counts", "", "| | |", "| --- | ---: |", *table, ""])


def _checks(passed: Mapping[str, bool]) -> str:
    lines = [
        f"* {one_line(name.replace('_', ' '))}: {'all hold' if has_passed else 'some do not hold'}"
        for name, has_passed in passed.items()
    ]
    head = ["## Checks", "", f"Run over these closures as they were frozen; `{CHECKS}` has every figure.", ""]
    return "\n".join([*head, *lines, ""])


def _provenance(manifest: Mapping[str, Any]) -> str:
    selection = manifest["selection"]
    lines = ["## How it was made", ""]
    if selection["campaigns"] is not None:
        lines += [f"Items of the campaigns {', '.join(map(one_line, selection['campaigns']))}.", ""]
    lines += [
        f"* came with {one_line(batch['name'])}: SHA-256 `{batch['sha256']}`"
        for batch in selection["batches"]
    ]
    lines += [
        f"* Guidelines of {one_line(entry['campaign'])}, version {entry['version']}: "
        f"SHA-256 `{entry['sha256']}`"
        for entry in manifest["guidelines"]
    ]
    tail = [
        "",
        "Where a text comes from, and under which licence, stands in each item's `provenance`: what is",
        f"`upstream` keeps the licence of its source. `{LOG}` tells what was changed on the way, when, and",
        "before or after which outputs were seen.",
        "",
    ]
    return "\n".join([*lines, *tail])
