"""Ripple items (contracts §4, RKB §2, B.1): reading, checking whole, canonical writing. Pure."""

from .composition import composition_warnings
from .graph import EDIT, find_cycle, shortest_paths
from .reading import RIPPLE_FIELDS, check_public, check_ripple, read_ripple
from .record import (
    FAMILIES,
    KINDS,
    SPLITS,
    Document,
    Edge,
    Edit,
    RippleRecord,
    Unit,
    UnitSpan,
    public_bytes,
    ripple_bytes,
)

__all__ = [
    "EDIT",
    "FAMILIES",
    "KINDS",
    "RIPPLE_FIELDS",
    "SPLITS",
    "Document",
    "Edge",
    "Edit",
    "RippleRecord",
    "Unit",
    "UnitSpan",
    "check_public",
    "check_ripple",
    "composition_warnings",
    "find_cycle",
    "public_bytes",
    "read_ripple",
    "ripple_bytes",
    "shortest_paths",
]
