"""Reads ripple items whole: the kinds of all fields first, then what holds between them (contracts §4)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reviewapp.records.errors import Finding, InvalidRecord, Place, Problems
from reviewapp.records.fields import (
    Check,
    Field,
    check_fields,
    check_filled_text,
    check_name,
    check_text,
    one_of,
    quoted,
)
from reviewapp.records.lines import Line, Source, read_lines
from reviewapp.records.objects import kind_of, parse_object
from reviewapp.records.text import canonical_text

from . import checks
from .record import KINDS, SPLITS, Document, Edge, Edit, RippleRecord, Unit, UnitSpan


def _list(value: object) -> str | None:
    return None if type(value) is list else f"expected a list, got {kind_of(value)}"


def _filled_list(value: object) -> str | None:
    return "expected at least one entry, got none" if value == [] else _list(value)


def _object(value: object) -> str | None:
    return None if type(value) is dict else f"expected an object, got {kind_of(value)}"


def _whole(value: object) -> str | None:
    if type(value) is int and 0 <= value < 2**63:
        return None
    return f"expected a whole number, got {quoted(value)}"


def _sha256(value: object) -> str | None:
    if type(value) is str and len(value) == 64 and not value.strip("0123456789abcdef"):
        return None
    return f"expected 64 lower-case hexadecimal digits, got {quoted(value)}"


def _fields(**checked: Check) -> tuple[Field, ...]:
    return tuple(Field(name, check) for name, check in checked.items())


RIPPLE_FIELDS = _fields(
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
PUBLIC_FIELDS = tuple(field for field in RIPPLE_FIELDS if field.name in ("item_id", "edit", "documents"))
EDIT_FIELDS = _fields(
    unit_id=check_name, old=check_filled_text, new=check_filled_text, description=check_text
)
DOCUMENT = _fields(document_id=check_name, title=check_text, units=_filled_list)
UNIT = _fields(unit_id=check_name, text=check_filled_text, sha256=_sha256)
CLOSURE = _fields(units=_filled_list, edges=_filled_list)
MEMBER = _fields(unit_id=check_name, depth=_whole)
EDGE = _fields(edge_id=check_name, parent=check_name, child=check_name, rule=check_text)
SPAN = _fields(unit_id=check_name, kind=one_of(*KINDS), start=_whole, end=_whole, sha256=_sha256)


def check_ripple(obj: Mapping[str, Any]) -> RippleRecord:
    """Return the ripple item that *obj* describes (contracts §4).

    It checks the kinds of all fields, and: distinct identifiers and texts; the hashes of texts and spans;
    an edit whose old value stands once in its unit; edges without a cycle, from the edit record to every
    affected unit; depths that are their shortest paths; spans within their unit, on character boundaries.

    :raises InvalidRecord: with all that is wrong with the kinds of fields or, where these are right, with
        all that does not hold between them."""
    item_id, split, source_id, shape, *parts, provenance = check_fields(obj, RIPPLE_FIELDS)
    reader = _Reader()
    edit, documents, closure, supporting, spans = parts
    edit_row = reader.part("edit", edit, EDIT_FIELDS)
    document_rows = reader.documents(documents)
    closure_row = reader.part("closure", closure, CLOSURE) or [(), ()]
    members = reader.parts("closure.units", closure_row[0], MEMBER)
    edges = reader.parts("closure.edges", closure_row[1], EDGE)
    names = reader.names("supporting_units", supporting)
    span_rows = reader.parts("spans", spans, SPAN)
    reader.findings += checks.provenance(provenance)
    reader.refuse()
    record = RippleRecord(
        item_id,
        split,
        source_id,
        shape,
        Edit(*edit_row),
        _documents(document_rows),
        dict(map(tuple, members)),
        tuple(Edge(*row) for row in edges),
        tuple(names),
        tuple(_spans(span_rows, document_rows)),
        provenance,
    )
    checks.hold(record, [row[0] for row in members], _hashes(document_rows), [row[4] for row in span_rows])
    return record


def check_public(obj: Mapping[str, Any]) -> tuple[str, Edit, tuple[Document, ...]]:
    """Return identifier, edit and documents of a public or whole item; other keys are not looked at.

    :raises InvalidRecord: as `check_ripple` does, for the public part."""
    public = {field.name: obj[field.name] for field in PUBLIC_FIELDS if field.name in obj}
    item_id, edit, documents = check_fields(public, PUBLIC_FIELDS)
    reader = _Reader()
    edit_row = reader.part("edit", edit, EDIT_FIELDS)
    rows = reader.documents(documents)
    reader.refuse()
    document_records = _documents(rows)
    checks.hold_public(Edit(*edit_row), document_records, _hashes(rows))
    return item_id, Edit(*edit_row), document_records


class _Reader:
    """Reads the parts of a record, and collects a finding for each bad one under its path."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []

    def part(self, name: str, value: Any, fields: Sequence[Field]) -> list[Any]:
        """Return the values of an object; none if something is wrong with it."""
        if message := _object(value):
            self.findings.append(Finding(name, message))
            return []
        try:
            return check_fields(value, fields)
        except InvalidRecord as error:
            self.findings += [Finding(f"{name}.{field}", text) for field, text in error.findings]
            return []

    def parts(self, name: str, values: Sequence[Any], fields: Sequence[Field]) -> list[list[Any]]:
        """Return the values of each object of a list."""
        return [self.part(f"{name}[{place}]", value, fields) for place, value in enumerate(values)]

    def documents(self, values: Sequence[Any]) -> list[tuple[str, str, list[list[Any]]]]:
        """Return identifier, title and rows of units of each document."""
        rows = []
        for place, row in enumerate(self.parts("documents", values, DOCUMENT)):
            if row:
                rows.append((row[0], row[1], self.parts(f"documents[{place}].units", row[2], UNIT)))
        return rows

    def names(self, field: str, values: Sequence[Any]) -> Sequence[str]:
        """Return a list of identifiers."""
        for place, value in enumerate(values):
            if message := check_name(value):
                self.findings.append(Finding(f"{field}[{place}]", message))
        return values

    def refuse(self) -> None:
        if self.findings:
            raise InvalidRecord(self.findings)


def _documents(rows: Sequence[tuple[str, str, list[list[Any]]]]) -> tuple[Document, ...]:
    return tuple(
        Document(
            document_id,
            title,
            tuple(
                Unit(unit_id, text, canonical_text(text), document, place)
                for place, (unit_id, text, _) in enumerate(units)
            ),
        )
        for document, (document_id, title, units) in enumerate(rows)
    )


def _hashes(rows: Sequence[tuple[str, str, list[list[Any]]]]) -> list[str]:
    return [digest for _, _, units in rows for _, _, digest in units]


def _spans(
    rows: Sequence[Sequence[Any]], documents: Sequence[tuple[str, str, list[list[Any]]]]
) -> Iterator[UnitSpan]:
    texts = {
        unit_id: canonical_text(text).encode() for _, _, units in documents for unit_id, text, _ in units
    }
    for unit_id, kind, start, end, _ in rows:
        yield UnitSpan(unit_id, kind, start, end, texts.get(unit_id, b"")[start:end])


def read_ripple(source: Source, problems: Problems) -> Iterator[tuple[Line, RippleRecord]]:
    """Yield each good ripple item of a JSONL file with its line; the bad ones go to *problems*."""
    for line in read_lines(source, problems):
        try:
            record = check_ripple(parse_object(line.data, line.offset))
        except InvalidRecord as error:
            problems.reject(Place(source.name, line.number), line.data, error.findings)
        else:
            yield line, record
