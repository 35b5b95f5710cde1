"""The error census: one cause for each missed unit and each altered copy, counted and listed (RKB App. J).

The paper names the error classes and says that their census is missing; the causes and their order are ours.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.ripple.scorer.fidelity import is_exact
from scoring.ripple.scorer.metrics import Target, hits
from scoring.ripple.scorer.rankings_parse import Parsed

MALFORMED, MISSING_FIELD, UNKNOWN_ID, DUPLICATE, BELOW_CUTOFF, ABSENT = MISS_CAUSES = (
    "malformed",
    "missing_field",
    "unknown_id",
    "duplicate",
    "below_cutoff",
    "absent",
)
"""Why an affected unit is missed, the first that holds:

malformed: the response has no ranking (with the kind, as `malformed:fenced`); missing_field: within the
cutoff an entry names the unit without a text, or gives its exact text without an identifier; unknown_id:
within the cutoff an unknown identifier stands before the unit's exact text, or unknown identifiers push the
unit below the cutoff; duplicate: repeated identifiers push it below; below_cutoff: it is ranked too low;
absent: it is not in the list. Pushed below means: without the wasted positions it would be within; the kind
that wastes most is the cause, in the order unknown, duplicate, missing field where two waste as many."""

WHITE_SPACE, UNICODE_FORM, CASE, NUMBER_FORMAT, TRUNCATED, REWRITTEN = COPY_CAUSES = (
    "white_space",
    "unicode_form",
    "case",
    "number_reformatted",
    "truncated",
    "rewritten",
)
"""How a recovered unit's copy differs. The first four are a ladder: each step also forgives those before it,
and the step at which the copy becomes equal is the cause. unicode_form includes a lone surrogate; truncated
is a beginning or an end of the text, an ellipsis allowed, or nothing at all; rewritten is all else."""

_NUMBER = re.compile(r"\d+(?:[.,'’\u00a0\u2009\u202f ]\d+)*")
_SEPARATOR = re.compile(r"[^\d]")


class Miss(NamedTuple):
    """An affected unit outside of the first K positions; *rank* where it stands below them."""

    unit_id: str
    depth: int
    across: bool
    cause: str
    rank: int | None

    @property
    def role(self) -> str:
        """Direct, or downstream with its depth and whether it is in another document than the edit."""
        place = "across" if self.across else "within"
        return "direct" if self.depth == 1 else f"downstream:{self.depth}:{place}"


class Altered(NamedTuple):
    """A recovered unit whose copy is not exact."""

    unit_id: str
    depth: int
    cause: str
    rank: int


class Wasted(NamedTuple):
    """Positions of the whole list that carry no occurrence of a candidate, by kind."""

    unknown: int
    duplicate: int
    missing_field: int


@dataclass(frozen=True, slots=True)
class ItemCensus:
    """What went wrong with one item."""

    item_id: str
    malformed: str
    misses: tuple[Miss, ...]
    altered: tuple[Altered, ...]
    wasted: Wasted


def census_of(target: Target, parsed: Parsed) -> ItemCensus:
    """Give each missed unit and each altered copy of an item its cause."""
    recovered = {unit_id: (rank, text) for rank, unit_id, text in hits(target, parsed.entries)}
    marks = marks_of(target, parsed.entries)
    home = target.item.unit(target.item.edit.unit_id).document
    misses, altered = [], []
    for unit in target.item.units:
        if unit.unit_id not in target.affected:
            continue
        depth = target.affected[unit.unit_id].depth
        rank, text = recovered.get(unit.unit_id, (None, ""))
        if rank is None or rank > target.cutoff:
            cause = f"{MALFORMED}:{parsed.malformed}" if parsed.malformed else ""
            cause = cause or _miss_cause(target, parsed.entries, marks, unit.unit_id, rank)
            misses.append(Miss(unit.unit_id, depth, unit.document != home, cause, rank))
        elif not is_exact(text, unit.canonical):
            altered.append(Altered(unit.unit_id, depth, copy_cause(text, unit.canonical), rank))
    wasted = Wasted(*(marks.count(kind) for kind in (UNKNOWN_ID, DUPLICATE, MISSING_FIELD)))
    return ItemCensus(target.item.item_id, parsed.malformed, tuple(misses), tuple(altered), wasted)


def marks_of(target: Target, entries: Sequence[Any]) -> list[str]:
    """Say of each position why it is wasted; empty where it is a candidate's first occurrence."""
    unit_ids = {unit.unit_id for unit in target.item.units}
    marks, seen = [], set()
    for entry in entries:
        unit_id, text = _field(entry, "unit_id"), _field(entry, "text")
        if unit_id is None or text is None:
            marks.append(MISSING_FIELD)
        elif unit_id not in unit_ids:
            marks.append(UNKNOWN_ID)
        else:
            marks.append(DUPLICATE if unit_id in seen else "")
            seen.add(unit_id)
    return marks


def _field(entry: Any, name: str) -> str | None:
    value = entry.get(name) if type(entry) is dict else None
    return value if type(value) is str else None


def _miss_cause(
    target: Target, entries: Sequence[Any], marks: Sequence[str], unit_id: str, rank: int | None
) -> str:
    canonical = target.affected[unit_id].canonical
    for mark in (MISSING_FIELD, UNKNOWN_ID):
        if any(
            entry_marks == mark and _means(entry, unit_id, canonical)
            for entry, entry_marks in zip(entries[: target.cutoff], marks, strict=False)
        ):
            return mark
    if rank is None:
        return ABSENT
    before = Counter(mark for mark in marks[: rank - 1] if mark)
    if rank - before.total() > target.cutoff:
        return BELOW_CUTOFF
    return max((UNKNOWN_ID, DUPLICATE, MISSING_FIELD), key=before.__getitem__)


def _means(entry: Any, unit_id: str, canonical: str) -> bool:
    """Tell whether a wasted entry is about a unit: by its identifier, or else by its exact text."""
    named, text = _field(entry, "unit_id"), _field(entry, "text")
    return named == unit_id or (text is not None and is_exact(text, canonical))


def copy_cause(submitted: str, canonical: str) -> str:
    """Say how an altered copy differs from the canonical text; see COPY_CAUSES.

    >>> copy_cause("1204 boats", "1,204 boats"), copy_cause("1,204 Boats  ", "1,204 boats")
    ('number_reformatted', 'case')
    >>> copy_cause("1,204…", "1,204 boats"), copy_cause("1,310 boats", "1,204 boats")
    ('truncated', 'rewritten')
    """
    if not _is_unicode(submitted):
        return UNICODE_FORM
    for cause, step in ((WHITE_SPACE, _packed), (UNICODE_FORM, _composed), (CASE, _folded)):
        if step(submitted) == step(canonical):
            return cause
    if _folded(_plain_numbers(submitted)) == _folded(_plain_numbers(canonical)):
        return NUMBER_FORMAT
    return TRUNCATED if _is_part(_spaced(submitted), _spaced(canonical)) else REWRITTEN


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _packed(text: str) -> str:
    return "".join(text.split())


def _composed(text: str) -> str:
    return _packed(unicodedata.normalize("NFKC", text))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", _composed(text).casefold())


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _plain_numbers(text: str) -> str:
    return _NUMBER.sub(lambda match: _plain(match[0]), unicodedata.normalize("NFKC", text))


def _plain(number: str) -> str:
    """Write a number without separators of thousands, outer zeros, or a decimal comma."""
    groups = _SEPARATOR.split(number)
    if len(groups) > 1 and len(groups[0]) <= 3 and all(len(group) == 3 for group in groups[1:]):
        groups = ["".join(groups)]
    if len(groups) == 1:
        return groups[0].lstrip("0") or "0"
    if len(groups) == 2 and number[len(groups[0])] in ".,":
        whole, decimals = groups[0].lstrip("0") or "0", groups[1].rstrip("0")
        return f"{whole}.{decimals}" if decimals else whole
    return number


def _is_part(submitted: str, canonical: str) -> bool:
    dots = " .…"
    return canonical.startswith(submitted.rstrip(dots)) or canonical.endswith(submitted.lstrip(dots))


def totals(censuses: Sequence[ItemCensus]) -> dict[str, dict[str, int]]:
    """Count causes over items: misses by cause and by role, altered copies, malformed responses, waste."""
    misses = [miss for census in censuses for miss in census.misses]
    return {
        "miss_causes": _counted([miss.cause for miss in misses]),
        "miss_roles": _counted([miss.role for miss in misses]),
        "copy_causes": _counted([copy.cause for census in censuses for copy in census.altered]),
        "malformed": _counted([census.malformed for census in censuses if census.malformed]),
        "wasted_positions": {
            kind: sum(getattr(census.wasted, kind) for census in censuses) for kind in Wasted._fields
        },
    }


def _counted(names: Sequence[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))
