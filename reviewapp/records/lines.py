"""Reads files as streams (contracts §1): gzip, byte-order marks, and lines that end at LF only."""

import codecs
import gzip
import io
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol, cast

from .errors import Finding, InvalidFile, Place, Problems
from .text import storable

LINE_LIMIT = 32 * 1024 * 1024
CHUNK = 256 * 1024
_BLANK = b" \t\r\n"
_UTF32 = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)


class Readable(Protocol):
    """The one thing an opened file must do."""

    def read(self, size: int, /) -> bytes: ...


class Line(NamedTuple):
    """One line with its number (from 1), the offset of its first byte, and its bytes with the line end."""

    number: int
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file that can be opened more than once; *name* is how messages call it."""

    name: str
    open: Callable[[], AbstractContextManager[BinaryIO]]

    @classmethod
    def at(cls, path: Path) -> "InputFile":
        """Return the file at *path*, named by its last part."""
        return cls(storable_name(path.name), lambda: path.open("rb", CHUNK))


def storable_name(name: str) -> str:
    r"""Return a file's name as the database can hold it, with bytes that are no text escaped.

    >>> storable_name("caf\udce9\0.jsonl")
    'caf\\udce9\\x00.jsonl'
    """
    return storable(name)[:250]


def named_apart(files: Sequence[InputFile]) -> list[InputFile]:
    """Return the files so that no two share a name: a later one has its number before it.

    >>> [file.name for file in named_apart([InputFile.at(Path("a/x")), InputFile.at(Path("b/x"))])]
    ['x', '(2) x']
    """
    n_named: Counter[str] = Counter()
    apart = []
    for file in files:
        n_named[file.name] += 1
        number = n_named[file.name]
        apart.append(file if number == 1 else InputFile(f"({number}) {file.name}", file.open))
    return apart


@dataclass(frozen=True, slots=True)
class Source:
    """A file opened for reading: UTF-8 as it came or made from UTF-16, behind any mark.

    *start* is the offset of the first byte of text; offsets count the unpacked bytes, for UTF-16 those of
    the UTF-8 form."""

    name: str
    stream: io.BufferedReader
    start: int


class _Unpacked(io.RawIOBase):
    """The unpacked bytes of a gzip file; an error names the file."""

    def __init__(self, packed: BinaryIO, name: str) -> None:
        self._file = gzip.GzipFile(fileobj=packed, mode="rb")
        self._name = name

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        try:
            data = self._file.read(len(buffer))
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InvalidFile([f"{self._name}: damaged gzip data: {error}"]) from error
        buffer[: len(data)] = data
        return len(data)


class Utf8(io.RawIOBase):
    """Decodes any text encoding strictly and re-encodes it as UTF-8; an error names the byte's offset."""

    def __init__(self, raw: Readable, encoding: str, name: str, start: int = 0) -> None:
        self._raw = raw
        self._decoder = codecs.getincrementaldecoder(encoding)()
        self._encoding = encoding
        self._name = name
        self._offset = start
        self._ready = b""
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._ready and not self._ended:
            self._fill()
        data, self._ready = self._ready[: len(buffer)], self._ready[len(buffer) :]
        buffer[: len(data)] = data
        return len(data)

    def _fill(self) -> None:
        pending = len(self._decoder.getstate()[0])
        data = self._raw.read(CHUNK)
        self._ended = not data
        try:
            self._ready = self._decoder.decode(data, final=self._ended).encode()
        except UnicodeDecodeError as error:
            offset = self._offset - pending + error.start
            byte = error.object[error.start]
            text = f"{self._name}: byte {offset}: 0x{byte:02x} is no {self._encoding.upper()} text"
            raise InvalidFile([f"{text}, expected UTF-8 or UTF-16 with a byte-order mark"]) from error
        self._offset += len(data)


def _peekable(raw: BinaryIO | io.BufferedReader) -> io.BufferedReader:
    if hasattr(raw, "peek"):
        return cast(io.BufferedReader, raw)
    return io.BufferedReader(cast(io.RawIOBase, raw), CHUNK)


def _behind_mark(stream: io.BufferedReader, name: str) -> Source:
    head = stream.peek(4)[:4]
    if head in _UTF32:
        raise InvalidFile([f"{name}: byte 0: UTF-32, expected UTF-8 or UTF-16 with a byte-order mark"])
    if head[:3] == codecs.BOM_UTF8:
        stream.read(3)
        return Source(name, stream, 3)
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if head[:2] == mark:
            stream.read(2)
            return Source(name, io.BufferedReader(Utf8(stream, encoding, name, 2), CHUNK), 0)
    return Source(name, stream, 0)


@contextmanager
def open_source(raw: BinaryIO, name: str) -> Iterator[Source]:
    """Open a binary file for reading its text (contracts §1): unpack gzip, pass a UTF-8 mark, read UTF-16.

    The caller's file is left open. UTF-8 is not checked here but by whoever reads the records.

    :raises InvalidFile: for UTF-32, and on reading for damaged gzip data or UTF-16."""
    stream = _peekable(raw)
    try:
        packed = stream.peek(2)[:2] == b"\x1f\x8b"
        unpacked = cast(BinaryIO, io.BufferedReader(_Unpacked(stream, name), CHUNK)) if packed else stream
        yield _behind_mark(_peekable(unpacked), name)
    finally:
        if stream is not raw:
            stream.detach()


def _skip_to_line_end(stream: io.BufferedReader) -> int:
    skipped = 0
    while data := stream.readline(CHUNK):
        skipped += len(data)
        if data.endswith(b"\n"):
            break
    return skipped


def read_lines(source: Source, problems: Problems) -> Iterator[Line]:
    """Yield the lines of *source* that are not blank; refuse one over 32 MiB without holding it.

    Lines end at LF only: U+2028, U+0085 and a lone CR are text."""
    number, offset = 0, source.start
    while data := source.stream.readline(LINE_LIMIT + 1):
        number += 1
        size = len(data)
        if size > LINE_LIMIT:
            data = data[:200]
            size += 0 if data.endswith(b"\n") else _skip_to_line_end(source.stream)
            message = f"a line of {size:,} bytes, expected at most {LINE_LIMIT:,}"
            problems.reject(Place(source.name, number), data, [Finding("", message)])
        elif data[0] not in _BLANK or data.strip(_BLANK):
            yield Line(number, offset, data)
        offset += size
