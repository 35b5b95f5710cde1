"""What must hold between the parts of a ripple item (RKB §2, B.2; contracts §4). Pure."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from reviewapp.records.errors import Finding, InvalidRecord
from reviewapp.records.fields import INTEGER_LIMIT, quoted
from reviewapp.records.text import canonical_text, sha256

from .graph import EDIT, find_cycle, shortest_paths
from .record import Document, Edit, RippleRecord

STRANGER = "is none of the item's units"


def hold(
    record: RippleRecord, members: Sequence[str], unit_hashes: Sequence[str], span_hashes: Sequence[str]
) -> None:
    """Check a record whose fields are each of the right kind.

    :param members: the identifiers of `closure.units`, one that is repeated among them.
    :param unit_hashes: as given, in the order of the units.
    :param span_hashes: as given, in the order of the spans.
    :raises InvalidRecord: with all that does not hold."""
    texts = {unit.unit_id: unit.canonical.encode() for unit in record.units}
    findings = [
        *_units(record.documents, unit_hashes),
        *_twice("closure.units", members),
        *_direct(record, texts),
        *_edit(record.edit, texts),
        *_members(record, texts),
        *_edges(record, texts),
        *_twice("supporting_units", record.supporting_units),
        *_strangers("supporting_units", record.supporting_units, texts),
        *_spans(record, texts, span_hashes),
    ]
    if findings:
        raise InvalidRecord(findings)


def hold_public(edit: Edit, documents: Sequence[Document], unit_hashes: Sequence[str]) -> None:
    """Check the public representation alone (RKB B.1).

    :raises InvalidRecord: with all that does not hold."""
    texts = {unit.unit_id: unit.canonical.encode() for document in documents for unit in document.units}
    findings = [*_units(documents, unit_hashes), *_edit(edit, texts)]
    if findings:
        raise InvalidRecord(findings)


def _twice(field: str, names: Sequence[str]) -> Iterator[Finding]:
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        yield Finding(field, f"{quoted(twice)} stands twice, expected distinct identifiers")


def _strangers(field: str, names: Sequence[str], units: Mapping[str, bytes]) -> Iterator[Finding]:
    return (Finding(field, f"{quoted(name)} {STRANGER}") for name in names if name not in units)


def _units(documents: Sequence[Document], hashes: Sequence[str]) -> Iterator[Finding]:
    first: dict[str, str] = {}
    units = [unit for document in documents for unit in document.units]
    for unit, digest in zip(units, hashes, strict=True):
        path = f"documents[{unit.document}].units[{unit.place}]"
        if sha256(unit.canonical.encode()) != digest:
            yield Finding(f"{path}.sha256", "is not that of the canonical text")
        if unit.unit_id == EDIT:
            yield Finding(f"{path}.unit_id", f"{EDIT!r} stands for the edit record, expected another name")
        other = first.setdefault(unit.canonical, unit.unit_id)
        if other != unit.unit_id:
            yield Finding(f"{path}.text", f"is the text of {quoted(other)} too, expected distinct texts")
    yield from _twice("documents", [document.document_id for document in documents])
    yield from _twice("documents.units", [unit.unit_id for unit in units])


def _direct(record: RippleRecord, texts: Mapping[str, bytes]) -> Iterator[Finding]:
    edited = record.edit.unit_id
    if edited in texts and record.depths.get(edited) != 1:
        yield Finding("edit.unit_id", f"{quoted(edited)} is not in the closure at depth 1")


def _edit(edit: Edit, texts: Mapping[str, bytes]) -> Iterator[Finding]:
    if edit.unit_id not in texts:
        yield Finding("edit.unit_id", f"{quoted(edit.unit_id)} {STRANGER}")
        return
    old = canonical_text(edit.old).encode()
    first = texts[edit.unit_id].find(old)
    if first < 0:
        yield Finding("edit.old", "does not occur in the edited unit")
    elif texts[edit.unit_id].find(old, first + 1) >= 0:
        yield Finding("edit.old", "occurs more than once in the edited unit, expected it once")
    if canonical_text(edit.new) == canonical_text(edit.old):
        yield Finding("edit.new", "is the old value, expected another one")


def _members(record: RippleRecord, texts: Mapping[str, bytes]) -> Iterator[Finding]:
    depths = record.depths
    yield from _strangers("closure.units", list(depths), texts)
    reached = shortest_paths((edge.parent, edge.child) for edge in record.edges)
    for name in sorted(reached.keys() | depths.keys()):
        if reached.get(name) != depths.get(name):
            message = f"{quoted(name)} has depth {depths.get(name)}, the edges give {reached.get(name)}"
            yield Finding("closure.units", message)


def _edges(record: RippleRecord, texts: Mapping[str, bytes]) -> Iterator[Finding]:
    pairs: set[tuple[str, str]] = set()
    for place, edge in enumerate(record.edges):
        path = f"closure.edges[{place}]"
        for end, name in (("parent", edge.parent), ("child", edge.child)):
            if name == EDIT and end == "parent":
                continue
            if name not in texts:
                yield Finding(f"{path}.{end}", f"{quoted(name)} {STRANGER}")
            elif name not in record.depths:
                yield Finding(f"{path}.{end}", f"{quoted(name)} is not in the closure")
        if (edge.parent, edge.child) in pairs:
            message = f"from {quoted(edge.parent)} to {quoted(edge.child)} stands twice, expected it once"
            yield Finding(path, message)
        pairs.add((edge.parent, edge.child))
    yield from _twice("closure.edges", [edge.edge_id for edge in record.edges])
    cycle = find_cycle(pairs)
    if cycle:
        yield Finding("closure.edges", f"a cycle, {' → '.join(map(quoted, cycle[:8]))}, expected none")


def _spans(record: RippleRecord, texts: Mapping[str, bytes], hashes: Sequence[str]) -> Iterator[Finding]:
    for place, (span, digest) in enumerate(zip(record.spans, hashes, strict=True)):
        path = f"spans[{place}]"
        if span.unit_id not in texts:
            yield Finding("spans", f"{quoted(span.unit_id)} {STRANGER}")
            continue
        whole = texts[span.unit_id]
        if not span.start < span.end <= len(whole):
            message = f"{span.start}–{span.end} is not within the {len(whole)} bytes of the unit"
            yield Finding(path, message)
        elif sha256(span.quote) != digest:
            yield Finding(f"{path}.sha256", "is not that of the span's bytes")
        else:
            yield from _boundaries(path, whole, {"start": span.start, "end": span.end})


def _boundaries(path: str, whole: bytes, offsets: Mapping[str, int]) -> Iterator[Finding]:
    for name, offset in offsets.items():
        if offset < len(whole) and whole[offset] & 0xC0 == 0x80:
            yield Finding(f"{path}.{name}", f"{offset} is inside of a character, expected a boundary")


def provenance(value: Any) -> Iterator[Finding]:
    """Yield the parts of a provenance that no canonical line can hold: NUL, and numbers beyond 64 bits."""
    waiting: list[tuple[str, Any]] = [("provenance", value)]
    while waiting:
        path, part = waiting.pop()
        if type(part) is dict:
            waiting += [(f"{path}.{name}"[:200], inner) for name, inner in part.items()]
            part = "".join(part)
        elif type(part) is list:
            waiting += [(f"{path}[{place}]"[:200], inner) for place, inner in enumerate(part)]
        check = _KINDS.get(type(part))
        if check and (message := check(part)):
            yield Finding(path.replace("\0", "\\x00"), message)


def _text(value: str) -> str | None:
    return "a NUL character, which the database cannot hold" if "\0" in value else None


def _integer(value: int) -> str | None:
    fits = -INTEGER_LIMIT - 1 <= value <= INTEGER_LIMIT
    return None if fits else f"{quoted(value)}, expected an integer of 64 bits"


def _float(value: float) -> str | None:
    return None if math.isfinite(value) else "a number too large to be held, expected a finite one"


_KINDS: Mapping[type, Callable[[Any], str | None]] = {str: _text, int: _integer, float: _float}
