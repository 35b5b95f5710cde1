"""Tables at published precision, and as files that others read."""

import csv
import io
import re

import openpyxl
import pytest

from scoring.tables.files import csv_lines, latex_text, table_file
from scoring.tables.table import (
    LATER_HEADING,
    Cell,
    Column,
    Form,
    Row,
    Table,
    cell_text,
    grouped,
    published,
)

COLUMNS = [
    Column("System"),
    Column("Complete@2G", Form.PERCENT, interval=True),
    Column("Recall@2G", Form.TWO, interval=True),
    Column("Exact copying", Form.THREE),
    Column("Parsed", Form.COUNT),
]
SIGNED = {"run_sha256": "ab" * 32, "parser": "primary", "seed": 2**63 - 1}


def made(system: str = "BM25", later: bool = False) -> tuple[bool, Row]:
    cells = [Cell(system), Cell(0.204, 0.1437, 0.2749), Cell(0.6615, 0.63, 0.7), Cell(0.99551), Cell(1500)]
    return later, Row(cells, SIGNED)


def table(*rows: tuple[bool, Row]) -> Table:
    return Table("recovery", "Recovery", "All 150 items & 91 sources, 95 %", COLUMNS, grouped(rows))


@pytest.mark.parametrize(
    ("value", "form", "shown"),
    [
        (0.0, Form.PERCENT, "0%"),
        (1.0, Form.PERCENT, "100%"),
        (0.827, Form.PERCENT, "83%"),
        (0.004, Form.PERCENT, "0%"),
        (0.0, Form.TWO, "0.00"),
        (0.9999, Form.THREE, "1.000"),
        (0.942, Form.THREE, "0.942"),
        (12345, Form.COUNT, "12,345"),
        (-0.071, Form.POINTS, "−7"),
        (0.071, Form.POINTS, "+7"),
        (-0.004, Form.POINTS, "0"),
        (-0.25, Form.SIGNED, "−0.25"),
        (0.25, Form.SIGNED, "+0.25"),
        (1.0, Form.P, "1.000"),
        (None, Form.TWO, "–"),
        ("a name", Form.TEXT, "a name"),
    ],
)
def test_values_have_the_papers_precision(value: object, form: Form, shown: str) -> None:
    assert published(value, form) == shown  # type: ignore[arg-type]


def test_a_figure_is_written_as_in_table_10() -> None:
    row = made()[1]
    shown = [cell_text(cell, column) for cell, column in zip(row.cells, COLUMNS, strict=True)]
    assert shown == ["BM25", "20% [14, 27]", "0.66 [0.63, 0.70]", "0.996", "1,500"]


def test_later_rows_stand_apart_under_their_heading() -> None:
    groups = grouped([made("A", later=True), made("B"), made("C", later=True)])
    assert [(group.heading, [row.cells[0].value for row in group.rows]) for group in groups] == [
        ("", ["B"]),
        (LATER_HEADING, ["A", "C"]),
    ]


def test_csv_has_full_precision_bounds_group_and_signature() -> None:
    system = 'a "quoted", name\r\nof two lines'
    rows = list(
        csv.DictReader(io.StringIO("".join(csv_lines(table(made(system), made("X", True)))), newline=""))
    )
    assert rows[0]["System"] == system
    assert (rows[0]["Complete@2G"], rows[0]["Complete@2G low"], rows[0]["Complete@2G high"]) == (
        "0.204",
        "0.1437",
        "0.2749",
    )
    assert [row["Group"] for row in rows] == ["", LATER_HEADING]
    assert {row["run_sha256"] for row in rows} == {"ab" * 32}
    assert {row["seed"] for row in rows} == {str(2**63 - 1)}


def test_xlsx_holds_numbers_and_takes_no_name_for_a_formula() -> None:
    data = table_file(table(made("=1+1"), made("\x0b\ud7ff😀")), "xlsx")
    book = openpyxl.load_workbook(io.BytesIO(data))
    first, second = list(book["recovery"].iter_rows(min_row=2))
    assert (first[0].value, first[0].data_type) == ("=1+1", "s")
    assert second[0].value == "\ufffd\ud7ff😀"
    assert (first[1].value, first[1].number_format) == (0.204, "0%")
    assert first[4].value == 0.6615
    assert str(2**63 - 1) in [cell.value for cell in first]
    assert book["About"]["A2"].value == "All 150 items & 91 sources, 95 %"


def test_latex_is_booktabs_with_the_published_figures() -> None:
    text = latex_text(table(made("A_1 & {B} 50% #~^\\$"), made("C", later=True)))
    assert (
        r"A\_1 \& \{B\} 50\% \#\textasciitilde{}\textasciicircum{}\textbackslash{}\$ & 20\% [14, 27]" in text
    )
    assert rf"\multicolumn{{5}}{{l}}{{\emph{{{LATER_HEADING}}}}} \\" in text
    for word in (r"\toprule", r"\midrule", r"\bottomrule", r"\begin{tabular}{lrrrr}"):
        assert text.count(word) == 1
    assert text.count("ab" * 32) == 2
    assert r"\caption{All 150 items \& 91 sources, 95 \%}" in text


def test_no_text_breaks_out_of_a_latex_line() -> None:
    text = latex_text(table(made("a\nb\r\n%c\u2028d\x00\\\\")))
    body = [line for line in text.split("\n") if not line.startswith("%")]
    row = next(line for line in body if line.startswith("a b"))
    assert row.endswith(r"\\")
    assert not re.search(r"(?<!\\)%", row)
    assert all(len(line.splitlines()) <= 1 for line in text.split("\n"))
