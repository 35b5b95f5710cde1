"""The mechanical checks on final closures: what was promised of the key that stands (RKB §3.1, C.2). Pure.

Construction checks a candidate against its plan; after review there is none, so what follows from the item
alone is checked here. The names are those of the construction's checks. That the closure is valid, texts and
spans are hashed and edges lead from the edit record to every affected unit holds already: an item is not
frozen without it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from benchmark.construction.ripple.tokens import tokens_of
from reviewapp.records import parse_object
from reviewapp.records.ripple import KINDS, RippleRecord, check_ripple
from reviewapp.records.ripple.limits import LEAST_ELSEWHERE, LEAST_NON_SUPPORTING, non_supporting_percent

HELD = ("edit_substring", "reachability", "depth", "unique_text", "text_hashes", "span_hashes")
KEPT = 200

Check = Callable[[RippleRecord], Iterator[str]]


def review_budget(record: RippleRecord) -> Iterator[str]:
    """More than 2|G| units: otherwise every full ranking completes (RKB E.1)."""
    n_units = sum(1 for _ in record.units)
    if n_units <= 2 * len(record.depths):
        yield f"{n_units} units for {len(record.depths)} affected"


def cross_document(record: RippleRecord) -> Iterator[str]:
    """At least two affected units stand outside of the edited document (RKB C.2)."""
    home = next(unit.document for unit in record.units if unit.unit_id == record.edit.unit_id)
    away = sum(unit.document != home for unit in record.units if unit.unit_id in record.depths)
    if away < LEAST_ELSEWHERE:
        yield f"{away} affected units outside of the edited document, expected {LEAST_ELSEWHERE}"


def unaffected_everywhere(record: RippleRecord) -> Iterator[str]:
    """Every document holds an unaffected unit."""
    for document in record.documents:
        if all(unit.unit_id in record.depths for unit in document.units):
            yield f"{document.document_id} holds affected units alone"


def support_coverage(record: RippleRecord) -> Iterator[str]:
    """The edited unit is of the question's support; most affected units are not (RKB C.2)."""
    if record.edit.unit_id not in record.supporting_units:
        yield "the edited unit is not among the supporting ones"
    if non_supporting_percent(record.depths, record.supporting_units) < LEAST_NON_SUPPORTING:
        beyond = sum(name not in record.supporting_units for name in record.depths)
        yield f"{beyond} of {len(record.depths)} affected units are not supporting"


def annotated(record: RippleRecord) -> Iterator[str]:
    """Every affected unit has an annotated number or entity (RKB E.2)."""
    with_spans = {span.unit_id for span in record.spans}
    yield from (f"{name} has no span" for name in record.depths if name not in with_spans)


def entity_first(record: RippleRecord) -> Iterator[str]:
    """Affected downstream units open with an annotated entity (RKB B.2)."""
    opening = {span.unit_id for span in record.spans if span.kind == KINDS[1] and span.start == 0}
    for name, depth in record.depths.items():
        if depth > 1 and name not in opening:
            yield f"{name} does not open with an entity"


def no_edit_tokens(record: RippleRecord) -> Iterator[str]:
    """No token of the old or the new value stands in a title or in an affected downstream unit (RKB §3.1)."""
    forbidden = {*tokens_of(record.edit.old), *tokens_of(record.edit.new)}
    for document in record.documents:
        for token in sorted(forbidden & set(tokens_of(document.title))):
            yield f"{token!r} stands in the title of {document.document_id}"
    for unit in record.units:
        if record.depths.get(unit.unit_id, 0) > 1:
            for token in sorted(forbidden & set(tokens_of(unit.canonical))):
                yield f"{token!r} stands in {unit.unit_id}"


ITEM_CHECKS: Mapping[str, Check] = {
    check.__name__: check
    for check in (
        review_budget,
        cross_document,
        unaffected_everywhere,
        support_coverage,
        annotated,
        entity_first,
        no_edit_tokens,
    )
}


class FinalChecks:
    """Takes in items one by one, and says at the end what all of them amount to."""

    def __init__(self) -> None:
        self._failed: dict[str, list[tuple[str, str]]] = {name: [] for name in (*ITEM_CHECKS, "isolation")}
        self._users: defaultdict[str, list[str]] = defaultdict(list)
        self._splits: defaultdict[str, set[str]] = defaultdict(set)
        self._n_items = 0

    def add(self, record: RippleRecord) -> None:
        """Check an item."""
        self._n_items += 1
        for name, check in ITEM_CHECKS.items():
            self._failed[name] += [(record.item_id, detail) for detail in check(record)]
        for unit in record.units:
            self._users[unit.canonical].append(record.item_id)
        self._splits[record.source_id].add(record.split)

    def found(self) -> dict[str, Any]:
        """Return for each check how many items fail it, and the first of them."""
        failed = dict(self._failed)
        failed["isolation"] = list(self._shared())
        checks = {name: {"failed": 0, "details": []} for name in HELD}
        checks |= {name: _summary(details) for name, details in failed.items()}
        return {
            "passed": not any(checks[name]["failed"] for name in checks),
            "items": self._n_items,
            "checks": checks,
        }

    def _shared(self) -> Iterator[tuple[str, str]]:
        """Yield texts in several items and sources in several splits (RKB K)."""
        for names in self._users.values():
            yield from ((name, f"a text of it stands in {names[0]} too") for name in names[1:])
        for source, splits in self._splits.items():
            if len(splits) > 1:
                yield source, f"the source is in the splits {', '.join(sorted(splits))}"


def _summary(details: Sequence[tuple[str, str]]) -> dict[str, Any]:
    return {
        "failed": len({item_id for item_id, _ in details}),
        "details": [{"item_id": item_id, "detail": detail} for item_id, detail in details[:KEPT]],
    }


def mechanical(lines: Sequence[bytes]) -> dict[str, Any]:
    """Return what the mechanical checks find in a release's canonical lines."""
    checks = FinalChecks()
    for line in lines:
        checks.add(check_ripple(parse_object(line)))
    return checks.found()
