"""A table as CSV, XLSX and LaTeX, with the signature of every figure in it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

from scoring.tables.table import Cell, Column, Form, Row, Table, Value, cell_text

FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "tex": "text/x-tex; charset=utf-8",
}
XLSX_CHARACTERS = 32_767
NUMBER_FORMATS = {
    Form.COUNT: "#,##0",
    Form.PERCENT: "0%",
    Form.TWO: "0.00",
    Form.THREE: "0.000",
    Form.POINTS: "+0%;−0%;0%",
    Form.SIGNED: "+0.00;−0.00;0.00",
    Form.P: "0.000",
}
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "−": r"$-$",
    "–": "--",
    "…": r"\ldots{}",
}


def table_file(table: Table, form: str) -> bytes:
    """Return a table as a file of one of FORMATS."""
    if form == "xlsx":
        return xlsx_bytes(table)
    text = "".join(csv_lines(table)) if form == "csv" else latex_text(table)
    return text.encode()


# --- Values at full precision --------------------------------------------------------------------------


def heading_cells(table: Table) -> list[str]:
    """Return the headings of a file: bounds in columns of their own, group and signature at the end."""
    names = []
    for column in table.columns:
        names.append(column.name)
        names += [f"{column.name} low", f"{column.name} high"] if column.interval else []
    return [*names, *(["Group"] if table.has_groups else []), *table.signature_keys]


def value_rows(table: Table) -> Iterator[list[tuple[Value, Form]]]:
    """Yield each row's values, none rounded, with the form of each."""
    keys = table.signature_keys
    for group in table.groups:
        for row in group.rows:
            values = list(_values(row, table.columns))
            values += [(group.heading, Form.TEXT)] if table.has_groups else []
            yield values + [(row.signature.get(key), Form.TEXT) for key in keys]


def _values(row: Row, columns: Sequence[Column]) -> Iterator[tuple[Value, Form]]:
    for cell, column in zip(row.cells, columns, strict=True):
        form = cell.form or column.form
        yield cell.value, form
        if column.interval:
            yield cell.low, form
            yield cell.high, form


# --- CSV and XLSX --------------------------------------------------------------------------------------


def csv_lines(table: Table) -> Iterator[str]:
    """Yield the lines of a table as CSV (RFC 4180): one line a row, figures at full precision."""
    yield _csv_line(heading_cells(table))
    for row in value_rows(table):
        yield _csv_line([value for value, _ in row])


def _csv_line(values: Sequence[Value]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(values)
    return line.getvalue()


def xlsx_bytes(table: Table) -> bytes:
    """Return a workbook: the table, figures as numbers shown at published precision, and its caption."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(table.name[:31])
    sheet.freeze_panes = "A2"
    sheet.append([_cell(sheet, name, Form.TEXT, bold=True) for name in heading_cells(table)])
    for row in value_rows(table):
        sheet.append([_cell(sheet, value, form) for value, form in row])
    about = book.create_sheet("About")
    for line in (table.title, table.caption):
        about.append([_cell(about, line, Form.TEXT)])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _cell(sheet: object, value: Value, form: Form, *, bold: bool = False) -> WriteOnlyCell:
    """Return a cell that no spreadsheet takes for a formula, whatever a system is called."""
    cell = WriteOnlyCell(sheet)
    if isinstance(value, str):
        cell.value = _UNWRITABLE.sub("\ufffd", value)[:XLSX_CHARACTERS]
        cell.data_type = "s"
    elif value is not None:
        cell.value = str(value) if isinstance(value, int) and abs(value) > 2**53 else value
        cell.number_format = NUMBER_FORMATS.get(form, "General")
    if bold:
        cell.font = Font(bold=True)
    return cell


# --- LaTeX ---------------------------------------------------------------------------------------------


def escaped(text: str) -> str:
    """Write a text so that LaTeX sets it as it is.

    >>> escaped("50% of A_1 & <b>")
    '50\\\\% of A\\\\_1 \\\\& \\\\textless{}b\\\\textgreater{}'
    """
    plain = _UNWRITABLE.sub("\ufffd", " ".join(text.split()))
    return "".join(_LATEX.get(letter, letter) for letter in plain)


def latex_text(table: Table) -> str:
    """Return a table for booktabs, at published precision; what each row depends on stands in comments."""
    width = len(table.columns)
    heads = " & ".join(_set_right(escaped(column.name), column) for column in table.columns)
    lines = [
        "% needs \\usepackage{booktabs} and, outside of XeLaTeX and LuaLaTeX, \\usepackage[T1]{fontenc}",
        *(_comment(row) for row in table.rows if row.signature),
        "\\begin{table}",
        "\\centering",
        f"\\caption{{{escaped(table.caption)}}}",
        f"\\label{{tab:{table.name}}}",
        f"\\begin{{tabular}}{{{''.join('r' if column.is_number else 'l' for column in table.columns)}}}",
        "\\toprule",
        f"{heads} \\\\",
        "\\midrule",
    ]
    for place, group in enumerate(table.groups):
        lines += ["\\addlinespace"] if place else []
        if group.heading:
            lines.append(f"\\multicolumn{{{width}}}{{l}}{{\\emph{{{escaped(group.heading)}}}}} \\\\")
        lines += [_latex_row(row.cells, table.columns) for row in group.rows]
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}", "\\end{table}", ""])


def _set_right(head: str, column: Column) -> str:
    return f"\\multicolumn{{1}}{{r}}{{{head}}}" if column.is_number else head


def _latex_row(cells: Sequence[Cell], columns: Sequence[Column]) -> str:
    texts = [escaped(cell_text(cell, column)) for cell, column in zip(cells, columns, strict=True)]
    return f"{' & '.join(texts)} \\\\"


def _comment(row: Row) -> str:
    facts = [str(row.cells[0].value), *(f"{key} {value}" for key, value in row.signature.items())]
    return "% " + _UNWRITABLE.sub("\ufffd", " ".join("; ".join(facts).split()))
