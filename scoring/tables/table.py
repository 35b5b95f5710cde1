"""Tables of figures as pages and files show them: published precision, groups apart, signed (RKB App. G–J).

Pure: a table is built once and written as a page, CSV, XLSX or LaTeX by others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

LATER_HEADING = "Added after the first results were seen"
DASH = "–"

Value = str | int | float | None


class Form(StrEnum):
    """How the values of a column are published."""

    TEXT = "text"
    COUNT = "count"
    PERCENT = "percent"
    TWO = "two"
    THREE = "three"
    POINTS = "points"
    SIGNED = "signed"
    P = "p"


NUMBERS = frozenset(Form) - {Form.TEXT}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, how its values are published, whether they carry an interval; *sort* is for
    pages that can order the rows by it."""

    name: str
    form: Form = Form.TEXT
    interval: bool = False
    sort: str = ""

    @property
    def is_number(self) -> bool:
        return self.form in NUMBERS


@dataclass(frozen=True, slots=True)
class Cell:
    """One value with its interval, published in the column's form unless it has its own.

    *link* and *note* are for pages, *tone* names the colour of a pill."""

    value: Value = None
    low: float | None = None
    high: float | None = None
    link: str = ""
    note: str = ""
    tone: str = ""
    form: Form | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one line, and what the figures in it depend on."""

    cells: Sequence[Cell]
    signature: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Group:
    """Rows under a heading of their own; the first group of a table has none."""

    heading: str
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with all that its caption has to say."""

    name: str
    title: str
    caption: str
    columns: Sequence[Column]
    groups: Sequence[Group]

    @property
    def rows(self) -> Iterator[Row]:
        for group in self.groups:
            yield from group.rows

    @property
    def signature_keys(self) -> list[str]:
        return list(dict.fromkeys(key for row in self.rows for key in row.signature))

    @property
    def has_groups(self) -> bool:
        return any(group.heading for group in self.groups)


def grouped(rows: Sequence[tuple[bool, Row]]) -> list[Group]:
    """Put rows of the initial group first, those of the later one apart under its heading (RKB App. F.1)."""
    initial = [row for later, row in rows if not later]
    added = [row for later, row in rows if later]
    groups = [Group("", initial)] if initial else []
    return groups + ([Group(LATER_HEADING, added)] if added else [])


def published(value: Value, form: Form) -> str:
    """Write a value at the precision of its column; a dash where there is none (RKB App. G, I).

    >>> published(0.533, Form.PERCENT), published(0.9451, Form.TWO), published(0.9951, Form.THREE)
    ('53%', '0.95', '0.995')
    >>> published(-0.07, Form.POINTS), published(-0.001, Form.SIGNED), published(0.00009, Form.P)
    ('−7', '0.00', '<0.001')
    """
    if value is None:
        return DASH
    if isinstance(value, str):
        return value
    if form == Form.P:
        return "<0.001" if value < 0.001 else f"{value:.3f}"
    if form in (Form.TEXT, Form.COUNT):
        return f"{value:,}"
    return _rounded(value, form)


def _rounded(value: float, form: Form) -> str:
    scale, digits = (100, 0) if form in (Form.PERCENT, Form.POINTS) else (1, 3 if form == Form.THREE else 2)
    text = f"{value * scale:.{digits}f}"
    if not float(text):
        text = text.removeprefix("-")
    elif form in (Form.POINTS, Form.SIGNED):
        text = f"+{text}" if value > 0 else text
    return text.replace("-", "−") + ("%" if form == Form.PERCENT else "")


def interval_text(cell: Cell, form: Form) -> str:
    """Write the interval of a cell without signs of per cent, as the paper does.

    >>> interval_text(Cell(0.53, 0.45, 0.614), Form.PERCENT), interval_text(Cell(0.5), Form.TWO)
    ('[45, 61]', '')
    """
    if cell.low is None or cell.high is None:
        return ""
    low, high = (_rounded(bound, form).removesuffix("%") for bound in (cell.low, cell.high))
    return f"[{low}, {high}]"


def cell_text(cell: Cell, column: Column) -> str:
    """Write a cell with its interval."""
    form = cell.form or column.form
    text = published(cell.value, form)
    between = interval_text(cell, form) if column.interval else ""
    return f"{text} {between}".rstrip()
