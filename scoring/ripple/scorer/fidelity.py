"""Exact copies and preserved spans of recovered units (RKB §2, E.2; contracts §6)."""

from __future__ import annotations

from collections.abc import Sequence

from reviewapp.records import canonical_text
from scoring.ripple.scorer.items import NUMBER, UnitSpan


def is_exact(submitted: str, canonical: str) -> bool:
    """Tell whether a submitted text has the unit's bytes, CRLF read as LF on both sides (RKB E.2).

    A lone surrogate cannot be UTF-8, and no unit has one: such a text is never exact.

    >>> is_exact("a\\r\\nb", "a\\nb"), is_exact("a\\rb", "a\\nb"), is_exact("Å", "A\\u030a")
    (True, False, False)
    """
    return submitted == canonical or canonical_text(submitted) == canonical


def preserved(submitted: str, spans: Sequence[UnitSpan]) -> tuple[int, int]:
    """Count the number and the entity spans whose bytes stand at their recorded offsets (RKB E.2).

    A text with a lone surrogate has no UTF-8 bytes and keeps none.
    """
    try:
        data = canonical_text(submitted).encode()
    except UnicodeEncodeError:
        return 0, 0
    kinds = [span.kind for span in spans if data[span.start : span.end] == span.quote]
    numbers = kinds.count(NUMBER)
    return numbers, len(kinds) - numbers
