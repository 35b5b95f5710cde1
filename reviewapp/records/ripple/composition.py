"""Warns where a valid ripple item differs from the paper's collection (RKB §2, B.2, C.2). Pure."""

from collections.abc import Iterator, Mapping

from reviewapp.records.errors import Finding
from reviewapp.records.fields import quoted

from .limits import LEAST_ELSEWHERE
from .record import FAMILIES, KINDS, RippleRecord

DOCUMENTS = range(3, 5)
UNITS = range(14, 27)
AFFECTED = range(4, 8)
DEEPEST = range(3, 6)
ORIGINS = ("upstream", "generated")


def composition_warnings(record: RippleRecord) -> list[Finding]:
    """Return the warnings of a valid item, each with its field.

    Ranges of RKB §2, structure of B.2 and C.2, annotations of E.2, provenance of K."""
    return [
        *_shape(record),
        *_counts(record),
        *_placement(record),
        *_support(record),
        *_annotations(record),
        *_provenance(record),
    ]


def _shape(record: RippleRecord) -> Iterator[Finding]:
    if record.shape not in FAMILIES:
        yield Finding("shape", f"{quoted(record.shape)} is none of the paper's {len(FAMILIES)}")


def _counts(record: RippleRecord) -> Iterator[Finding]:
    n_units = sum(1 for _ in record.units)
    counts = {
        ("documents", "documents"): (len(record.documents), DOCUMENTS),
        ("documents.units", "units"): (n_units, UNITS),
        ("closure.units", "affected units"): (len(record.depths), AFFECTED),
        ("closure.units", "levels of depth"): (max(record.depths.values()), DEEPEST),
    }
    for (field, what), (count, expected) in counts.items():
        if count not in expected:
            yield Finding(field, f"{count:,} {what}, the paper's items have {expected[0]} to {expected[-1]}")
    if n_units <= 2 * len(record.depths):
        message = f"{n_units:,} units for {len(record.depths):,} affected ones: a list of all is complete"
        yield Finding("documents.units", message)


def _placement(record: RippleRecord) -> Iterator[Finding]:
    direct = [unit_id for unit_id, depth in record.depths.items() if depth == 1]
    if len(direct) > 1:
        message = f"{len(direct)} units at depth 1, expected the edited one alone"
        yield Finding("closure.units", message)
    home = next(unit.document for unit in record.units if unit.unit_id == record.edit.unit_id)
    away = sum(unit.document != home for unit in record.units if unit.unit_id in record.depths)
    if away < LEAST_ELSEWHERE:
        message = f"{away} affected units outside of the edited document, expected {LEAST_ELSEWHERE}"
        yield Finding("closure.units", message)
    for place, document in enumerate(record.documents):
        if all(unit.unit_id in record.depths for unit in document.units):
            yield Finding(f"documents[{place}].units", "every unit is affected, expected others beside them")


def _support(record: RippleRecord) -> Iterator[Finding]:
    if record.edit.unit_id not in record.supporting_units:
        yield Finding("supporting_units", "the edited unit is not among them")


def _annotations(record: RippleRecord) -> Iterator[Finding]:
    spans = {(span.unit_id, span.kind) for span in record.spans}
    opening = {span.unit_id for span in record.spans if span.kind == KINDS[1] and span.start == 0}
    bare = [unit for unit in record.depths if not any((unit, kind) in spans for kind in KINDS)]
    if bare:
        yield Finding("spans", f"{_some(bare)}: no span in an affected unit")
    plain = [unit for unit, depth in record.depths.items() if depth > 1 and unit not in opening]
    if plain:
        yield Finding("spans", f"{_some(plain)}: an affected unit that does not open with its entity")


def _provenance(record: RippleRecord) -> Iterator[Finding]:
    units = record.provenance.get("units")
    origin_of = units if isinstance(units, Mapping) else {}
    missing = [unit.unit_id for unit in record.units if _origin(origin_of.get(unit.unit_id)) not in ORIGINS]
    if missing:
        yield Finding("provenance.units", f"{_some(missing)}: not said to be {' or '.join(ORIGINS)}")


def _origin(unit: object) -> object:
    return unit.get("origin") if isinstance(unit, Mapping) else unit


def _some(names: list[str]) -> str:
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(map(quoted, names[:3])) + more
