"""The tables of one run: every measure under both parsers, its slices, and its error census. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from scoring.ripple.scorer.computing import CENSUS_TAGS
from scoring.ripple.tables.scorecards import (
    CENSUS_TITLES,
    METRIC_COLUMNS,
    PARSER_NAMES,
    RECOVERY,
    About,
    Line,
    census_words,
    figure,
    slice_title,
)
from scoring.tables.table import Cell, Column, Form, Group, Row, Table, Value

METRIC_HELP: Mapping[str, str] = {
    "complete_at_2g": "items whose whole affected set is within 2|G|",
    "recall_at_2g": "mean share of the affected set within 2|G|",
    "recall_at_g": "the same within |G|",
    "review_burden": "first rank with enough affected units, in multiples of |G|",
    "review_success": "items that reach the target recall at all",
    "conditional_exactness": "recovered units whose text is the unit's own, byte for byte",
    "unrestricted_recall": "share of the affected set anywhere in the list",
}


def measures(lines: Sequence[Line], about: About) -> Table:
    """Every measure of a run, one column a parser."""
    columns = [Column("Measure")]
    for line in lines:
        columns += [Column(PARSER_NAMES[line.parser], Form.TWO, interval=True), Column("Over")]
    rows = []
    for metric, column in METRIC_COLUMNS.items():
        cells = [Cell(column.name, note=METRIC_HELP.get(metric, ""))]
        for line in lines:
            cell = figure(line, metric)
            over = Cell(cell.note.removeprefix("over "))
            cells += [Cell(cell.value, cell.low, cell.high, form=column.form), over]
        rows.append(Row(cells, _signature(lines)))
    caption = about.caption(
        f"All measures of {lines[0].system}; target recall of the review burden {about.target}", parser=False
    )
    return Table("measures", "All measures", caption, columns, [Group("", rows)])


def _signature(lines: Sequence[Line]) -> dict[str, Value]:
    signature = dict(lines[0].signature)
    return signature | {"parser": " and ".join(line.parser for line in lines)}


def slices(lines: Sequence[Line], about: About) -> Table:
    """Recovery over every slice of a run, a group a kind."""
    columns = [Column("Slice"), Column("Items", Form.COUNT), Column("Affected units", Form.COUNT)]
    columns += [Column("Sources", Form.COUNT), *RECOVERY.values()]
    groups = [
        Group(slice_title(kind), [_slice_row(line) for line in of_kind])
        for kind, of_kind in groupby(lines, key=lambda line: line.kind)
    ]
    what = f"Recovery of {lines[0].system if lines else 'the run'} by slice"
    caption = about.caption(what) + " No interval where a slice spans fewer than five sources."
    return Table("slices", "Slices", caption, columns, groups)


def _slice_row(line: Line) -> Row:
    recall = figure(line, "recall_at_2g")
    note = "too few sources for an interval" if recall.low is None else ""
    counts = [Cell(line.n_items), Cell(line.n_units), Cell(line.n_sources, note=note)]
    return Row([Cell(line.name), *counts, *(figure(line, metric) for metric in RECOVERY)], line.signature)


def census(line: Line, about: About, link: str) -> Table:
    """The error census of a run; each count leads to its items.

    :param link: the address of the run's items, to which a cause is added.
    """
    columns = [Column("Cause"), Column("Count", Form.COUNT)]
    groups = []
    for group, title in CENSUS_TITLES.items():
        rows = [
            Row(
                [Cell(census_words(name), link=f"{link}{CENSUS_TAGS[group]}:{name}"), Cell(count)],
                line.signature,
            )
            for name, count in line.census.get(group, {}).items()
            if count
        ]
        if rows:
            groups.append(Group(title, rows))
    caption = about.caption(f"Error census of {line.system}", intervals=False)
    return Table("census", "Error census", caption, columns, groups)
