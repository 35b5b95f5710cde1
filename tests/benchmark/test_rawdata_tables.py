"""Tables of any kind, with columns that the user names."""

import datetime
import io
from typing import Any

import openpyxl
import pyarrow
import pyarrow.parquet
import pytest

from benchmark.construction.rawdata import UnknownColumns, check_columns, parse_columns
from reviewapp.records import InputFile, InvalidFile

from .rawfiles import json_lines, raw_file, read

COLUMNS = {"query": "Prompt", "answer": "Answer", "text": "Page", "title": "Title"}
ROWS = [
    {"Prompt": " Who? ", "Answer": "Ada", "Page": "Ada\r\nL", "Title": "T"},
    {"Prompt": 'Wo, "da"?', "Answer": "É😀", "Page": "x\ty\u2028z", "Title": ""},
]


def separated(delimiter: str) -> bytes:
    text = io.StringIO()
    text.write(delimiter.join(ROWS[0]) + "\r\n")
    for row in ROWS:
        text.write(delimiter.join('"' + value.replace('"', '""') + '"' for value in row.values()) + "\r\n")
    return text.getvalue().encode()


def xlsx(rows: list[list[Any]]) -> bytes:
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in rows:
        sheet.append(row)
    sink = io.BytesIO()
    book.save(sink)
    return sink.getvalue()


def parquet(rows: list[dict[str, Any]]) -> bytes:
    sink = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), sink)
    return sink.getvalue()


FILES = {
    "t.csv": separated(","),
    "t.tsv": separated("\t"),
    "t.jsonl": json_lines(*ROWS),
    "t.parquet": parquet(ROWS),
}


def read_table(data: bytes, name: str, columns: dict[str, str]) -> Any:
    return read("table", raw_file(data, name), columns=columns)


@pytest.mark.parametrize("name", FILES)
def test_every_kind_gives_the_same_texts(name: str) -> None:
    documents, items, problems = read_table(FILES[name], name, COLUMNS)
    assert problems.messages == []
    assert [(one.title, one.text) for one in documents] == [("T", "Ada\r\nL"), ("", "x\ty\u2028z")]
    assert [(one.query, one.answer) for one in items] == [(" Who? ", "Ada"), ('Wo, "da"?', "É😀")]
    assert [one.flags for one in items] == [(), ("answer_absent",)]
    assert [one.references for one in items] == [(one.external_id,) for one in documents]


def test_xlsx_cells_come_as_their_program_would_write_them() -> None:
    when = datetime.datetime(2024, 5, 1, 12, 30)
    data = xlsx([["Q", "A"], ["n", 37], ["f", 1.5], [None, None], ["d", when], ["b", True], ["none"]])
    _, items, problems = read_table(data, "t.xlsx", {"query": "Q", "answer": "A"})
    assert problems.messages == []
    assert [one.answer for one in items] == ["37", "1.5", "2024-05-01T12:30:00", "True", ""]
    assert items[-1].item_id == "t:7"


def test_utf16_and_marks_are_read() -> None:
    text = "Q,A\n1,é😀\n"
    for encoding in ("utf-16", "utf-8-sig", "utf-8"):
        _, [item], _ = read_table(text.encode(encoding), "t.csv", {"query": "Q", "answer": "A"})
        assert (item.query, item.answer) == ("1", "é😀")


def test_other_encodings_are_refused_by_the_byte() -> None:
    data = b"Q,A\n" + b"1,a\n" * 100_000 + b"2,\xe9\n"
    with pytest.raises(InvalidFile, match=r"t\.csv: byte 400006: 0xe9 is no UTF-8 text"):
        read_table(data, "t.csv", {"query": "Q", "answer": "A"})


def test_ragged_rows_are_told_by_the_line_they_begin_on() -> None:
    data = b'Q,A\n"a\nb",1\nc\nd,2,3\ne,5\n'
    _, items, problems = read_table(data, "t.csv", {"query": "Q", "answer": "A"})
    assert [one.query for one in items] == ["a\nb", "e"]
    assert problems.messages == ["t.csv:4: 1 cells, expected 2", "t.csv:5: 3 cells, expected 2"]


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (b'Q,A\n"a,1\n', "t.csv", r"t\.csv:2: unexpected end of data"),
        (b'Q,A\n"a"b,1\n', "t.csv", r"t\.csv:2: ',' expected after '\"'"),
        (b"Q,Q\n", "t.csv", r"t\.csv:1: the column 'Q' occurs twice"),
        (b"", "t.csv", r"t\.csv:1: no first row with column names"),
        (b"Q,B\n1,2\n", "t.csv", r"t\.csv: no column 'A', found 'Q', 'B'"),
        (b"PK", "t.xlsx", r"t\.xlsx: no whole XLSX workbook"),
        (FILES["t.parquet"][:-9], "t.parquet", r"t\.parquet: row 1: no good parquet"),
        (b"x", "t.ods", r"t\.ods: unknown kind of table '\.ods', expected one of \.csv, \.tsv"),
    ],
)
def test_a_damaged_table_is_refused(data: bytes, name: str, message: str) -> None:
    with pytest.raises(InvalidFile, match=message):
        read_table(data, name, {"query": "Q", "answer": "A"})


def test_nul_is_refused_with_its_line() -> None:
    _, _, problems = read_table(b"Q,A\n\0,1\n", "t.csv", {"query": "Q", "answer": "A"})
    assert problems.messages == [
        "t.csv:2: query: a NUL character at position 0, which the database cannot hold"
    ]


def test_ids_references_and_lists_are_taken_as_mapped() -> None:
    rows = [
        {
            "id": "q1",
            "Q": "?",
            "A": ["Ada", "A."],
            "more": '["Lovelace"]',
            "docs": ["d1", "d2"],
            "dom": "law",
        },
        {"id": "q2", "Q": "?", "A": "[sic", "more": None, "docs": "d1", "dom": None},
    ]
    columns = {"item_id": "id", "query": "Q", "answer": "A", "answer_aliases": "more", "references": "docs"}
    _, [one, two], _ = read_table(json_lines(*rows), "t.jsonl", columns | {"domain": "dom"})
    assert (one.item_id, one.answer, one.answer_aliases) == ("q1", "Ada", ("A.", "Lovelace"))
    assert (one.references, one.domain, one.flags) == (("d1", "d2"), "law", ())
    assert (two.answer, two.answer_aliases, two.references) == ("[sic", (), ("d1",))


def test_a_table_of_documents_has_no_items() -> None:
    data = b"n,body\na,one\nb,two\n"
    documents, items, _ = read_table(data, "t.csv", {"external_id": "n", "text": "body"})
    assert [(one.external_id, one.text) for one in documents] == [("a", "one"), ("b", "two")]
    assert items == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' in the columns: expected FIELD=COLUMN"),
        ("query", "'query' in the columns"),
        ("colour=x", "'colour=x' in the columns"),
        ("query=a,query=b", "'query=b' in the columns"),
    ],
)
def test_a_mapping_that_cannot_be_read_is_refused(text: str, message: str) -> None:
    with pytest.raises(UnknownColumns, match=message):
        parse_columns(text)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({}, "neither a query nor a text column"),
        ({"query": "Q"}, "a query column without an answer column"),
        ({"text": "t", "colour": "x"}, "unknown field 'colour'"),
    ],
)
def test_a_mapping_that_gives_nothing_is_refused(columns: dict[str, str], message: str) -> None:
    with pytest.raises(UnknownColumns, match=message):
        check_columns(columns)


def test_the_same_table_gives_the_same_ids_again() -> None:
    file: InputFile = raw_file(FILES["t.csv"], "t.csv")
    assert read("table", file, columns=COLUMNS)[:2] == read("table", file, columns=COLUMNS)[:2]
