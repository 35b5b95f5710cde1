"""Streams of lines: marks, encodings, gzip, blank and overlong lines."""

import gzip
import io
import tracemalloc

import pytest

from reviewapp.records import LINE_LIMIT, InvalidFile, Problems, open_source, read_lines


def lines_of(data: bytes, problems: Problems | None = None) -> list[tuple[int, int, bytes]]:
    with open_source(io.BytesIO(data), "f.jsonl") as source:
        return [tuple(line) for line in read_lines(source, problems or Problems())]


def test_numbers_lines_and_passes_over_blank_ones() -> None:
    assert lines_of(b"{}\r\n\n \t\r\n[]") == [(1, 0, b"{}\r\n"), (4, 9, b"[]")]


def test_ends_lines_at_lf_only() -> None:
    data = '"a\u2028b\u0085c\rd\x0b\x0ce"\n'.encode()
    assert lines_of(data) == [(1, 0, data)]


def test_a_line_of_other_white_space_is_not_blank() -> None:
    assert lines_of(b"\x0b\n") == [(1, 0, b"\x0b\n")]


def test_passes_a_utf8_mark_and_counts_it_in_offsets() -> None:
    assert lines_of(b"\xef\xbb\xbf{}\n{}\n") == [(1, 3, b"{}\n"), (2, 6, b"{}\n")]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_reads_utf16_by_its_mark(encoding: str) -> None:
    data = ("\ufeff" + '{"a":"é😀\u2028"}\r\n{}').encode(encoding)
    assert [line[2].decode() for line in lines_of(data)] == ['{"a":"é😀\u2028"}\r\n', "{}"]


def test_refuses_damaged_utf16_with_its_offset() -> None:
    data = "\ufeffab".encode("utf-16-le") + b"\x00\xd8" + "c".encode("utf-16-le")
    with pytest.raises(InvalidFile, match=r"f\.jsonl: byte 6: 0x00 is no UTF-16-LE text"):
        lines_of(data)


def test_tells_the_offset_of_damage_far_into_utf16() -> None:
    good = "\ufeff" + "x" * 700_001
    data = good.encode("utf-16-le") + b"\x00\xdc\n\x00"
    with pytest.raises(InvalidFile, match=f"byte {2 * len(good)}: "):
        lines_of(data)


def test_refuses_utf16_that_ends_within_a_character() -> None:
    with pytest.raises(InvalidFile, match="byte 4: 0x62 is no UTF-16-LE text"):
        lines_of("\ufeffa".encode("utf-16-le") + b"b")


@pytest.mark.parametrize("encoding", ["utf-32-le", "utf-32-be"])
def test_refuses_utf32(encoding: str) -> None:
    with pytest.raises(InvalidFile, match="byte 0: UTF-32"):
        lines_of("\ufeff{}".encode(encoding))


def test_unpacks_gzip_whatever_the_name() -> None:
    assert lines_of(gzip.compress(b"\xef\xbb\xbf{}\n{}\n")) == [(1, 3, b"{}\n"), (2, 6, b"{}\n")]


@pytest.mark.parametrize("cut", [5, 15, -4])
def test_refuses_cut_off_gzip(cut: int) -> None:
    with pytest.raises(InvalidFile, match=r"f\.jsonl: damaged gzip data"):
        lines_of(gzip.compress(b"{}\n" * 100)[:cut])


def test_refuses_gzip_with_a_wrong_checksum() -> None:
    data = bytearray(gzip.compress(b"{}\n"))
    data[-8] ^= 1
    with pytest.raises(InvalidFile, match="CRC"):
        lines_of(bytes(data))


def test_refuses_an_overlong_line_and_reads_on() -> None:
    problems = Problems()
    data = b"{}\n" + b"x" * (LINE_LIMIT + 5) + b"\n[]\n"
    assert [line[0] for line in lines_of(data, problems)] == [1, 3]
    assert problems.messages == [
        "f.jsonl:2: a line of 33,554,438 bytes, expected at most 33,554,432",
    ]


def test_holds_no_more_than_the_limit_of_a_huge_line() -> None:
    class Endless(io.RawIOBase):
        left = 200 * 1024 * 1024

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:
            size = min(len(buffer), self.left)
            self.left -= size
            buffer[:size] = b"x" * size
            return size

    problems = Problems()
    tracemalloc.start()
    with open_source(io.BufferedReader(Endless()), "f") as source:
        assert list(read_lines(source, problems)) == []
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert problems.messages == ["f:1: a line of 209,715,200 bytes, expected at most 33,554,432"]
    assert peak < 2.5 * LINE_LIMIT


def test_an_empty_file_has_no_lines() -> None:
    assert lines_of(b"") == []


def test_leaves_the_callers_file_open() -> None:
    file = io.BytesIO(b"{}\n")
    with open_source(file, "f") as source:
        list(read_lines(source, Problems()))
    file.seek(0)
    assert file.read() == b"{}\n"
