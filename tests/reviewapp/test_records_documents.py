"""Document records: fields, canonical bytes, hashes, and files of them."""

import dataclasses
import io
import tracemalloc
from collections.abc import Iterator

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.records import (
    DocumentRecord,
    InvalidFile,
    InvalidRecord,
    Problems,
    Rejected,
    check_document,
    document_bytes,
    document_sha256,
    open_source,
    read_documents,
)

GOOD = {"doc_id": 17, "external_id": "wiki:42", "title": "T", "text": "…", "source": "s", "domain": None}
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
NAME = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=120)
DOCUMENTS = st.builds(
    DocumentRecord,
    doc_id=st.integers(0, 2**63 - 1),
    external_id=NAME | st.none(),
    title=TEXT,
    text=TEXT,
    source=NAME,
    domain=NAME | st.none(),
)

WRONG = {
    "doc_id": [
        (-1, "expected an integer from 0 to 9223372036854775807, got -1"),
        (2**63, "expected an integer from 0 to 9223372036854775807, got 9223372036854775808"),
        (17.0, "expected an integer from 0 to 9223372036854775807, got 17.0"),
        (True, "expected an integer from 0 to 9223372036854775807, got a boolean"),
        ("17", "expected an integer from 0 to 9223372036854775807, got a string"),
    ],
    "external_id": [
        ("", "expected text, got an empty string"),
        (5, "expected a string, got an integer"),
        ("x" * 501, "501 characters, expected at most 500"),
    ],
    "title": [
        (None, "expected a string, got null"),
        ("a\0", "a NUL character at position 1, which the database cannot hold"),
        ("ab\ud800", "a lone surrogate at position 2, expected Unicode text"),
    ],
    "text": [([], "expected a list".replace("a list", "a string, got a list"))],
    "source": [("x" * 121, "121 characters, expected at most 120"), (None, "expected a string, got null")],
    "domain": [("", "expected text, got an empty string")],
}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [(field, value, message) for field, cases in WRONG.items() for value, message in cases],
)
def test_says_what_is_wrong_with_a_field(field: str, value: object, message: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        check_document(GOOD | {field: value})
    assert str(caught.value) == f"{field}: {message}"


def test_names_everything_that_is_wrong_at_once() -> None:
    with pytest.raises(InvalidRecord) as caught:
        check_document({"doc_id": "x", "titel": "T", "text": "t", "source": "s"})
    assert [finding.field for finding in caught.value.findings] == ["doc_id", "title", "titel"]
    assert "titel: an unknown key, expected one of doc_id, external_id, title" in str(caught.value)


def test_an_absent_source_is_filled_in_and_a_present_one_kept() -> None:
    bare = {"title": "T", "text": "t"}
    assert check_document(bare, "mine").source == "mine"
    assert check_document(bare | {"source": "theirs"}, "mine").source == "theirs"
    with pytest.raises(InvalidRecord, match="source: the key is missing"):
        check_document(bare)


@given(DOCUMENTS)
def test_a_document_is_read_back_from_its_canonical_bytes(record: DocumentRecord) -> None:
    assert check_document(orjson.loads(document_bytes(record))) == record


def test_writes_the_documented_order_whatever_order_came() -> None:
    shuffled = dict(reversed(GOOD.items()))
    expected = '{"doc_id":17,"external_id":"wiki:42","title":"T","text":"…","source":"s","domain":null}'
    assert document_bytes(check_document(shuffled)).decode() == expected


def test_the_hash_does_not_hang_on_the_assigned_id_but_on_all_else() -> None:
    record = check_document(GOOD)
    assert document_sha256(record) == document_sha256(dataclasses.replace(record, doc_id=None))
    for field in ("external_id", "title", "text", "source", "domain"):
        assert document_sha256(record) != document_sha256(dataclasses.replace(record, **{field: "other"}))


HOSTILE = [
    "😀e\u0301",
    "\u202eאב",
    "a\r\nb\rc\n",
    "\u2028\u2029\u0085\ufeff\u200b",
    "\x7f\x1f\x08",
    '</script>\\"/',
]


def test_a_canonical_file_comes_out_as_the_same_bytes() -> None:
    data = b"".join(
        document_bytes(check_document(GOOD | {"doc_id": n, "title": text, "text": text})) + b"\n"
        for n, text in enumerate(HOSTILE)
    )
    with open_source(io.BytesIO(data), "f") as source:
        out = b"".join(document_bytes(record) + b"\n" for _, record in read_documents(source, Problems()))
    assert out == data


BAD_FILE = (
    b'\xef\xbb\xbf{"title":"T","text":"1","source":"s"}\r\n'
    b"\r\n"
    b'{"title":"T","text":"2","source":"s",}\n'
    b'{"title":"T","text":"a\nb","source":"s"}\n'
    b'{"title":"T","text":"\\ud800","source":"s"}\n'
    b'{"title":"T","text":"\\u0000","source":"s"}\n'
    b'{"title":"T","text":"\xff","source":"s"}\n'
    b'{"title":"T","text":"8","source":"s"}\n'
    b'{"title":"T","text":"9","sou'
)


def read_bad_file(problems: Problems) -> list[tuple[int, str]]:
    with open_source(io.BytesIO(BAD_FILE), "d.jsonl") as source:
        return [(line.number, record.text) for line, record in read_documents(source, problems)]


def test_reports_every_bad_line_and_reads_the_good_ones() -> None:
    problems = Problems()
    assert read_bad_file(problems) == [(1, "1"), (9, "8")]
    messages = [message.split(" (")[0] for message in problems.messages]
    assert messages[0].startswith("d.jsonl:3: column ")
    assert "a trailing comma before '}'" in messages[0]
    assert messages[1] == "d.jsonl:4: column 23: a raw line break in a string, expected '\\n'"
    assert messages[2].startswith("d.jsonl:5: column 1: Expecting value, found 'b")
    assert messages[3:] == [
        "d.jsonl:6: text: a lone surrogate \\ud800, expected Unicode text",
        "d.jsonl:7: text: a NUL character at position 0, which the database cannot hold",
        "d.jsonl:8: byte 230: 0xff is no UTF-8 text, expected UTF-8",
        "d.jsonl:10: cut off inside the string at column 25, expected a whole record",
    ]
    assert BAD_FILE.index(0xFF) == 230
    with pytest.raises(InvalidFile, match=r"d\.jsonl:10"):
        problems.raise_if_any()


def test_hands_on_each_rejected_record_as_it_came() -> None:
    rejected: list[Rejected] = []
    read_bad_file(Problems(rejected.append))
    assert [one.place.line for one in rejected] == [3, 4, 5, 6, 7, 8, 10]
    assert rejected[0].raw == b'{"title":"T","text":"2","source":"s",}\n'


def test_keeps_a_hundred_messages_and_counts_the_rest() -> None:
    problems = Problems()
    with open_source(io.BytesIO(b"{}\n" * 250), "f") as source:
        assert list(read_documents(source, problems)) == []
    assert problems.bad_records == 250
    assert {message.split(":")[1] for message in problems.messages} == {str(n) for n in range(1, 101)}
    with pytest.raises(InvalidFile, match=r"… and 150 more bad records$"):
        problems.raise_if_any()


def test_memory_does_not_grow_with_the_file() -> None:
    def chunks() -> Iterator[bytes]:
        for n in range(50_000):
            yield b'{"doc_id":%d,"title":"T","text":"%s","source":"s"}\n' % (n, b"x" * 100)

    class Generated(io.RawIOBase):
        source = chunks()
        rest = b""

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:
            while len(self.rest) < len(buffer) and (more := next(self.source, b"")):
                self.rest += more
            data, self.rest = self.rest[: len(buffer)], self.rest[len(buffer) :]
            buffer[: len(data)] = data
            return len(data)

    tracemalloc.start()
    with open_source(io.BufferedReader(Generated()), "f") as source:
        assert sum(1 for _ in read_documents(source, Problems())) == 50_000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * 1024 * 1024
