"""A ripple item as its line tells it, and its canonical bytes (RKB §2, B.1; contracts §4). Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from reviewapp.records.text import canonical_bytes, sha256

SPLITS = ("development", "selection", "report")
KINDS = ("number", "entity")
FAMILIES = (
    "branched_merge",
    "chain_with_branch",
    "chain_with_late_branch",
    "deep_branch",
    "diamond_with_tail",
    "fork_with_tails",
    "three_branches",
    "unequal_depth_branches",
)
"""The dependency shapes of the paper (RKB Table 4); a schedule may have others."""


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
class Document:
    """A document of an item, its units in the order in which they are rendered."""

    document_id: str
    title: str
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """A dependency: what a unit follows from (a unit or `EDIT`), and the rule that says so."""

    edge_id: str
    parent: str
    child: str
    rule: str


@dataclass(frozen=True, slots=True)
class UnitSpan:
    """An annotated stretch of a unit: byte offsets into the UTF-8 of its canonical text, and those bytes."""

    unit_id: str
    kind: str
    start: int
    end: int
    quote: bytes

    def as_object(self) -> dict[str, Any]:
        """Return the span with its keys in the documented order."""
        return {
            "unit_id": self.unit_id,
            "kind": self.kind,
            "start": self.start,
            "end": self.end,
            "sha256": sha256(self.quote),
        }


@dataclass(frozen=True, slots=True)
class RippleRecord:
    """One item with its hidden answer key, everything in the order of its line.

    :ivar depths: of the affected units, in the order of `closure.units`.
    :ivar provenance: as it came; its inner keys are the construction's own."""

    item_id: str
    split: str
    source_id: str
    shape: str
    edit: Edit
    documents: tuple[Document, ...]
    depths: Mapping[str, int]
    edges: tuple[Edge, ...]
    supporting_units: tuple[str, ...]
    spans: tuple[UnitSpan, ...]
    provenance: Mapping[str, Any]

    @property
    def units(self) -> Iterator[Unit]:
        """The candidate units in the order in which they are rendered."""
        return (unit for document in self.documents for unit in document.units)

    def as_object(self) -> dict[str, Any]:
        """Return the record with its keys in the documented order."""
        members = [{"unit_id": unit_id, "depth": depth} for unit_id, depth in self.depths.items()]
        return {
            "item_id": self.item_id,
            "split": self.split,
            "source_id": self.source_id,
            "shape": self.shape,
            "edit": _edit_object(self.edit),
            "documents": [_document_object(document) for document in self.documents],
            "closure": {"units": members, "edges": [_edge_object(edge) for edge in self.edges]},
            "supporting_units": self.supporting_units,
            "spans": [span.as_object() for span in self.spans],
            "provenance": self.provenance,
        }

    def public_object(self) -> dict[str, Any]:
        """Return what reviewers and systems may see, and nothing else (RKB B.1)."""
        return {
            "item_id": self.item_id,
            "edit": _edit_object(self.edit),
            "documents": [_document_object(document) for document in self.documents],
        }


def _edit_object(edit: Edit) -> dict[str, str]:
    return {
        "unit_id": edit.unit_id,
        "old": edit.old,
        "new": edit.new,
        "description": edit.description,
    }


def _document_object(document: Document) -> dict[str, Any]:
    units = [
        {"unit_id": unit.unit_id, "text": unit.text, "sha256": sha256(unit.canonical.encode())}
        for unit in document.units
    ]
    return {"document_id": document.document_id, "title": document.title, "units": units}


def _edge_object(edge: Edge) -> dict[str, str]:
    return {"edge_id": edge.edge_id, "parent": edge.parent, "child": edge.child, "rule": edge.rule}


def ripple_bytes(record: RippleRecord) -> bytes:
    """Return the canonical bytes of an item with its key, without the line end (contracts §4)."""
    return canonical_bytes(record.as_object())


def public_bytes(record: RippleRecord) -> bytes:
    """Return the canonical bytes of an item's public representation, without the line end (RKB B.1)."""
    return canonical_bytes(record.public_object())
