"""Damaged raw files: each record gets its line and its reason, and the others are read."""

import gzip
import json
import tracemalloc

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.construction.rawdata import FORMATS
from benchmark.construction.rawdata.jsonscan import Scanner, pieces
from reviewapp.records import LINE_LIMIT, InputFile, InvalidFile, Problems, open_source

from .rawfiles import json_lines, raw_file, read, read_bytes


def record(name: str, text: str = "t") -> dict:
    return {
        "_id": name,
        "question": "?",
        "answer": "t",
        "context": [["T", [text]]],
        "supporting_facts": [["T", 0]],
    }


def good(name: str) -> bytes:
    return orjson.dumps(record(name))


DAMAGE = {
    b'{"_id":"x",': "cut off, expected a whole record",
    b'{"_id":"x","question":"a\nb"}': "column 25: a raw line break in a string, expected '\\n'",
    good("x")[:-1] + b",}": "a trailing comma before '}', expected none",
    b'{"_id":"x"}': "context: the key is missing",
    good("x").replace(b'"?"', b'"\\udead"'): "question: a lone surrogate \\udead, expected Unicode text",
    good("x").replace(b'"?"', b'"\\u0000"'): "question: a NUL character at position 0",
    good("x").replace(b'"?"', b'"\xe9"'): "0xe9 is no UTF-8 text, expected UTF-8",
    good("x").replace(b'"?"', b'1,"question":2'): "question: the key occurs twice, expected it once",
    b"17": "expected an object, got an integer",
}


@pytest.mark.parametrize("name", ["hotpotqa", "2wikimultihopqa"])
@pytest.mark.parametrize(("damaged", "reason"), DAMAGE.items())
def test_a_damaged_line_is_told_and_the_rest_read(name: str, damaged: bytes, reason: str) -> None:
    _, items, problems = read_bytes(name, good("a") + b"\n" + damaged + b"\n" + good("b"))
    assert [item.item_id for item in items] == ["a", "b"]
    assert problems.messages[0].startswith("f.jsonl:2: ")
    assert reason in problems.messages[0]


@pytest.mark.parametrize(("damaged", "reason"), list(DAMAGE.items())[1:])
def test_a_damaged_record_of_a_list_is_told_and_the_rest_read(damaged: bytes, reason: str) -> None:
    _, items, problems = read_bytes(
        "hotpotqa", b"[\n" + good("a") + b",\n " + damaged + b",\n" + good("b") + b"]"
    )
    assert [item.item_id for item in items] == ["a", "b"]
    assert problems.messages[0].startswith(f"f.jsonl:3 (record 2, byte {len(good('a')) + 5}): ")
    assert reason in problems.messages[0]


def test_a_byte_that_is_no_utf8_is_told_by_its_offset_in_the_file() -> None:
    data = b"[" + good("a") + b"," + good("b").replace(b'"?"', b'"\xff"') + b"]"
    _, _, problems = read_bytes("hotpotqa", data)
    assert f"byte {data.index(0xFF)}: 0xff is no UTF-8 text" in problems.messages[0]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (
            b"[" + good("a") + b"," + good("b")[:-5],
            r"f\.jsonl:1: cut off at byte \d+ inside the record that begins",
        ),
        (
            b"[" + good("a") + b",\n" + good("b"),
            r"f\.jsonl:2: cut off at byte \d+ inside the record that begins at",
        ),
        (
            b"[",
            r"f\.jsonl:1: cut off at byte 1 inside the record that begins at byte 1, expected the closing",
        ),
        (b"[" + good("a") + b'] {"x":1}', r"f\.jsonl: byte \d+: more text after the end of the data: b'{"),
        (
            b'["' + b"x" * 600_000,
            r"f\.jsonl:1: cut off at byte 600002 inside the record that begins at byte 1",
        ),
    ],
)
def test_a_damaged_list_is_refused_as_a_whole(data: bytes, reason: str) -> None:
    with pytest.raises(InvalidFile, match=reason):
        read_bytes("hotpotqa", data)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"version": "1"}', r"f\.jsonl: nothing to read under the key 'data', expected a list"),
        (b'{"data": 5}', r"f\.jsonl: nothing to read under the key 'data', expected a list"),
        (b'{"data": [}', r"f\.jsonl: byte 10: '}' closes what '\[' opened"),
    ],
)
def test_a_nested_file_without_its_list_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(InvalidFile, match=reason):
        read_bytes("squad", data)


def test_a_trailing_comma_of_the_list_is_told_by_its_place() -> None:
    _, items, problems = read_bytes("hotpotqa", b"[" + good("a") + b",\n]")
    assert len(items) == 1
    [message] = problems.messages
    assert message.startswith("f.jsonl:2 (record 2, byte ")
    assert message.endswith("nothing stands before ']', expected a record (a trailing comma?)")


def test_an_empty_list_and_an_empty_file_hold_nothing() -> None:
    for data in (b"[]", b" [ \n ] \n", b"", b"\n\n"):
        assert read_bytes("hotpotqa", data)[1] == []


@pytest.mark.parametrize(
    "data",
    [
        good("a") + b"\n" + json_lines(record("x", "y" * 50_000_000)) + good("b"),
        b"[" + good("a") + b"," + orjson.dumps(record("x", "y" * 50_000_000)) + b"," + good("b") + b"]",
    ],
    ids=["line", "list"],
)
def test_a_record_of_50_mb_is_refused_without_holding_it(data: bytes) -> None:
    file = raw_file(data)
    tracemalloc.start()
    _, items, problems = read("hotpotqa", file)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [item.item_id for item in items] == ["a", "b"]
    assert f"expected at most {LINE_LIMIT:,}" in problems.messages[0]
    assert problems.bad_records == 1
    assert peak < 2.5 * LINE_LIMIT


def test_encodings_other_than_utf8_are_read_by_their_mark_only() -> None:
    text = json.dumps([record("é😀")], ensure_ascii=False)
    expected = read_bytes("hotpotqa", text.encode())[1]
    for encoding in ("utf-8-sig", "utf-16"):
        assert read_bytes("hotpotqa", text.encode(encoding))[1] == expected
    assert read_bytes("hotpotqa", gzip.compress(text.encode("utf-16")))[1] == expected
    _, items, problems = read_bytes(
        "hotpotqa", b"[" + json.dumps(record("é"), ensure_ascii=False).encode("latin-1") + b"]"
    )
    assert items == []
    assert "0xe9 is no UTF-8 text" in problems.messages[0]


TREE = st.recursive(
    st.none() | st.integers() | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(st.lists(TREE, max_size=6), st.sampled_from([None, 1]), st.booleans(), st.booleans())
def test_the_scanner_cuts_a_list_where_the_standard_library_does(
    values: list, indent: int | None, ascii_only: bool, nested: bool
) -> None:
    whole = {"x": [1, {"data": [2]}], "data": values, "y": "]"} if nested else values
    data = json.dumps(whole, indent=indent, ensure_ascii=ascii_only).encode()
    with open_source(raw_file(data).open(), "f") as source:
        scanner = Scanner(source, depth=2, key=b"data") if nested else Scanner(source)
        cut = list(pieces(scanner, source, Problems()))
    assert [json.loads(piece.data) for piece in cut] == values
    for piece in cut:
        assert data[piece.offset :].startswith(piece.data)
        assert piece.place.line == data[: piece.offset].count(b"\n") + 1


def test_places_hold_across_the_chunks_of_a_large_file() -> None:
    values = [{"n": n, "text": '\\"]}{[,' * 3000} for n in range(60)] + [{"text": "x" * 700_000}, 1]
    data = json.dumps(values, indent=1).encode()
    with open_source(raw_file(data).open(), "f") as source:
        cut = list(pieces(Scanner(source), source, Problems()))
    assert [json.loads(piece.data) for piece in cut] == values
    for piece in cut:
        assert data[piece.offset :].startswith(piece.data)
        assert piece.place.line == data[: piece.offset].count(b"\n") + 1


@pytest.mark.parametrize("kind", ["list", "columns"])
def test_memory_does_not_grow_with_the_file(tmp_path_factory: pytest.TempPathFactory, kind: str) -> None:
    path = tmp_path_factory.mktemp("raw") / "big.json"
    records = [record(f"r{n}", "some words " * 400) for n in range(2_000)]
    columns = {key: {str(n): one[key] for n, one in enumerate(records)} for key in records[0]}
    path.write_bytes(orjson.dumps(records if kind == "list" else columns))
    del records, columns
    assert path.stat().st_size > 8_000_000
    tracemalloc.start()
    count = sum(
        len(one.items) for one in FORMATS["2wikimultihopqa"].read([InputFile.at(path)], Problems(), {})
    )
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 2_000
    assert peak < 4 * 1024 * 1024
