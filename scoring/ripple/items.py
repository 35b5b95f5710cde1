"""What scoring reads of ripple items: units, edit, closure, depths, spans (RKB §2, B; contracts §4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviewapp.records import (
    Finding,
    InvalidRecord,
    Place,
    Problems,
    Source,
    canonical_text,
    kind_of,
    parse_object,
    read_lines,
    sha256,
)
from reviewapp.records.fields import (
    Check,
    Field,
    check_fields,
    check_filled_text,
    check_name,
    check_text,
    one_of,
    shown,
)

DEVELOPMENT, SELECTION, REPORT = SPLITS = ("development", "selection", "report")
NUMBER, ENTITY = KINDS = ("number", "entity")
EDIT = "edit"


@dataclass(frozen=True, slots=True)
class Edit:
    """The visible edit: the unit it changes, the old and the new value, and what it says."""

    unit_id: str
    old: str
    new: str
    description: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A candidate unit: its text as it came and in canonical form, and where it is rendered (from 0)."""

    unit_id: str
    text: str
    canonical: str
    document: int
    place: int


@dataclass(frozen=True, slots=True)
class UnitSpan:
    """An annotated stretch of a unit: byte offsets into the UTF-8 of its canonical text, and those bytes."""

    unit_id: str
    kind: str
    start: int
    end: int
    quote: bytes


@dataclass(frozen=True, slots=True)
class RippleItem:
    """One item with its hidden answer key; units in the order in which they are rendered."""

    item_id: str
    split: str
    source_id: str
    shape: str
    edit: Edit
    units: tuple[Unit, ...]
    document_sizes: tuple[int, ...]
    depths: Mapping[str, int]
    supporting: frozenset[str]
    spans: tuple[UnitSpan, ...]

    @property
    def max_depth(self) -> int:
        return max(self.depths.values())

    def unit(self, unit_id: str) -> Unit:
        """Return a candidate unit by its identifier."""
        return next(unit for unit in self.units if unit.unit_id == unit_id)


def _list(value: object) -> str | None:
    return None if type(value) is list else f"expected a list, got {kind_of(value)}"


def _filled_list(value: object) -> str | None:
    return "expected at least one entry, got none" if value == [] else _list(value)


def _object(value: object) -> str | None:
    return None if type(value) is dict else f"expected an object, got {kind_of(value)}"


def _whole(value: object) -> str | None:
    if type(value) is int and 0 <= value < 2**63:
        return None
    return f"expected a whole number, got {shown(value)}"


def _sha256(value: object) -> str | None:
    if type(value) is str and len(value) == 64 and not value.strip("0123456789abcdef"):
        return None
    return f"expected 64 lower-case hexadecimal digits, got {shown(value)}"


def _fields(**checks: Check) -> tuple[Field, ...]:
    return tuple(Field(name, check) for name, check in checks.items())


ITEM = _fields(
    item_id=check_name,
    split=one_of(*SPLITS),
    source_id=check_name,
    shape=check_name,
    edit=_object,
    documents=_filled_list,
    closure=_object,
    supporting_units=_list,
    spans=_list,
    provenance=_object,
)
EDIT_FIELDS = _fields(
    unit_id=check_name, old=check_filled_text, new=check_filled_text, description=check_text
)
DOCUMENT = _fields(document_id=check_name, title=check_text, units=_filled_list)
UNIT = _fields(unit_id=check_name, text=check_filled_text, sha256=_sha256)
CLOSURE = _fields(units=_filled_list, edges=_filled_list)
MEMBER = _fields(unit_id=check_name, depth=_whole)
EDGE = _fields(edge_id=check_name, parent=check_name, child=check_name, rule=check_text)
SPAN = _fields(unit_id=check_name, kind=one_of(*KINDS), start=_whole, end=_whole, sha256=_sha256)


def check_item(obj: Mapping[str, Any]) -> RippleItem:
    """Return the ripple item that *obj* describes (contracts §4).

    Held are, beside the kinds of all fields: one identifier a unit and document; the hashes of texts and
    spans; spans within their unit; closure, spans and supporting units that are candidates; depths that are
    the shortest paths of the edges; the edited sentence at depth 1.

    :raises InvalidRecord: with all that is wrong on the first level at which something is."""
    item_id, split, source_id, shape, edit, documents, closure, supporting, spans, _ = check_fields(obj, ITEM)
    edit = Edit(*_part("edit", edit, EDIT_FIELDS))
    units, sizes = _units(documents)
    texts = {unit.unit_id: unit.canonical.encode() for unit in units}
    depths = _depths(closure, edit.unit_id, texts)
    if canonical_text(edit.old).encode() not in texts[edit.unit_id]:
        raise InvalidRecord.because("does not occur in the edited unit", "edit.old")
    _check_supporting(supporting, texts)
    return RippleItem(
        item_id,
        split,
        source_id,
        shape,
        edit,
        units,
        sizes,
        depths,
        frozenset(supporting),
        tuple(_spans(spans, texts)),
    )


def _part(name: str, value: Any, fields: Sequence[Field]) -> list[Any]:
    """Check an object inside of the item; what is wrong is told with the path to it."""
    try:
        if message := _object(value):
            raise InvalidRecord.because(message)
        return check_fields(value, fields)
    except InvalidRecord as error:
        path = [Finding(f"{name}.{field}" if field else name, text) for field, text in error.findings]
        raise InvalidRecord(path) from error


def _parts(name: str, values: Sequence[Any], fields: Sequence[Field]) -> list[list[Any]]:
    """Check a list of such objects, and tell of all that are wrong."""
    good: list[list[Any]] = []
    findings: list[Finding] = []
    for place, value in enumerate(values):
        try:
            good.append(_part(f"{name}[{place}]", value, fields))
        except InvalidRecord as error:
            findings += error.findings
    _refuse(findings)
    return good


def _refuse(findings: Sequence[Finding]) -> None:
    if findings:
        raise InvalidRecord(findings)


def _refuse_twice(field: str, names: Sequence[str]) -> None:
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidRecord.because(f"{shown(twice)} stands twice, expected distinct identifiers", field)


def _refuse_strangers(field: str, names: Iterable[str], known: Mapping[str, bytes]) -> None:
    message = "is none of the item's units"
    _refuse([Finding(field, f"{shown(name)} {message}") for name in names if name not in known])


def _units(documents: Sequence[Any]) -> tuple[tuple[Unit, ...], tuple[int, ...]]:
    rows = _parts("documents", documents, DOCUMENT)
    units: list[Unit] = []
    findings = []
    for document, (_, _, listed) in enumerate(rows):
        name = f"documents[{document}].units"
        for place, (unit_id, text, digest) in enumerate(_parts(name, listed, UNIT)):
            canonical = canonical_text(text)
            if sha256(canonical.encode()) != digest:
                findings.append(Finding(f"{name}[{place}].sha256", "is not that of the canonical text"))
            units.append(Unit(unit_id, text, canonical, document, place))
    _refuse(findings)
    _refuse_twice("documents", [row[0] for row in rows])
    _refuse_twice("documents.units", [unit.unit_id for unit in units])
    return tuple(units), tuple(len(listed) for _, _, listed in rows)


def _depths(closure: Any, edited: str, texts: Mapping[str, bytes]) -> dict[str, int]:
    members, edges = _part("closure", closure, CLOSURE)
    rows = _parts("closure.units", members, MEMBER)
    _refuse_twice("closure.units", [unit_id for unit_id, _ in rows])
    depths: dict[str, int] = dict(map(tuple, rows))
    _refuse_strangers("closure.units", depths, texts)
    _refuse_strangers("edit.unit_id", [edited], texts)
    links = _parts("closure.edges", edges, EDGE)
    _refuse_twice("closure.edges", [row[0] for row in links])
    reached = shortest_paths((parent, child) for _, parent, child, _ in links)
    if reached != depths:
        differing = sorted(name for name in reached | depths if reached.get(name) != depths.get(name))
        name = differing[0]
        message = f"{shown(name)} has depth {depths.get(name)}, the edges give {reached.get(name)}"
        raise InvalidRecord.because(message, "closure.units")
    if depths.get(edited) != 1:
        raise InvalidRecord.because(f"{shown(edited)} is not in the closure at depth 1", "edit.unit_id")
    return depths


def shortest_paths(edges: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Return how far each unit is from the edit record along the edges (RKB B.1).

    >>> shortest_paths([("edit", "a"), ("a", "b"), ("b", "c"), ("a", "c")])
    {'a': 1, 'b': 2, 'c': 2}
    """
    children: dict[str, list[str]] = {}
    for parent, child in edges:
        children.setdefault(parent, []).append(child)
    depths: dict[str, int] = {}
    frontier, depth = [EDIT], 0
    while frontier:
        depth += 1
        reached = [child for parent in frontier for child in children.get(parent, ())]
        frontier = [child for child in dict.fromkeys(reached) if child not in depths and child != EDIT]
        depths |= dict.fromkeys(frontier, depth)
    return depths


def _check_supporting(supporting: Sequence[Any], texts: Mapping[str, bytes]) -> None:
    for place, name in enumerate(supporting):
        if message := check_name(name):
            raise InvalidRecord.because(message, f"supporting_units[{place}]")
    _refuse_twice("supporting_units", supporting)
    _refuse_strangers("supporting_units", supporting, texts)


def _spans(spans: Sequence[Any], texts: Mapping[str, bytes]) -> Iterator[UnitSpan]:
    rows = _parts("spans", spans, SPAN)
    _refuse_strangers("spans", [row[0] for row in rows], texts)
    for place, (unit_id, kind, start, end, digest) in enumerate(rows):
        whole = texts[unit_id]
        if not start < end <= len(whole):
            message = f"{start}–{end} is not within the {len(whole)} bytes of the unit"
            raise InvalidRecord.because(message, f"spans[{place}]")
        if sha256(whole[start:end]) != digest:
            raise InvalidRecord.because("is not that of the span's bytes", f"spans[{place}].sha256")
        yield UnitSpan(unit_id, kind, start, end, whole[start:end])


def read_ripple_items(source: Source, problems: Problems) -> list[RippleItem]:
    """Read a file of ripple items in its order; the bad ones go to *problems* (contracts §1, §4)."""
    items: list[RippleItem] = []
    seen: dict[str, int] = {}
    for line in read_lines(source, problems):
        try:
            item = check_item(parse_object(line.data, line.offset))
            before = seen.setdefault(item.item_id, line.number)
            if before != line.number:
                message = f"{shown(item.item_id)} stands twice: on line {before} too"
                raise InvalidRecord.because(message, "item_id")
        except InvalidRecord as error:
            problems.reject(Place(source.name, line.number), line.data, error.findings)
        else:
            items.append(item)
    return items
