"""Cuts a JSON file of any size into the records of its list, each with its line and first byte.

Only brackets, separators and strings are looked at here; whether a record is good JSON is for
`parse_object` to say, so that one damaged record does not spoil the next."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from reviewapp.records import LINE_LIMIT, Finding, InvalidFile, Place, Problems, Source

CHUNK = 256 * 1024
_SPACE = b" \t\r\n"
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|["\[\]{},:]', re.DOTALL)
_BRACKET = re.compile(rb'(?:[^"\[\]{}]++|"[^"\\]*+(?:\\.[^"\\]*+)*+")*+(["\[\]{}])', re.DOTALL)
_INSIDE = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)


class Piece(NamedTuple):
    """The bytes of one record, and where they stood."""

    place: Place
    offset: int
    data: bytes


class _Cut(NamedTuple):
    """A stretch of the file between two separators; *data* is None where it is too long to hold."""

    key: bytes
    line: int
    offset: int
    size: int
    data: bytes | None
    ended_by: bytes


class Key(NamedTuple):
    """A key of the object that a file is, and where its value begins."""

    name: bytes
    line: int
    offset: int


class Scanner:
    """Reads a source once, holding one record at a time.

    :param depth: how many brackets enclose a record: 1 in `[record, …]`, 2 in `{"key": [record, …]}`.
    :param key: at depth 2, the key whose records are wanted; the rest of the file is passed over."""

    def __init__(self, source: Source, depth: int = 1, key: bytes = b"") -> None:
        self.keys: list[Key] = []
        self.has_list = False  # whether what was wanted is there, be it empty
        self._openers: dict[int, bytes] = {}
        self._source = source
        self._depth = depth
        self._key = key
        self._buffer = bytearray()
        self._base = source.start  # offset in the file of the buffer's first byte
        self._line = 1  # line of the buffer's first byte
        self._at = 0  # how far the buffer has been read
        self._level = self._outside = 0  # brackets open; how many are when the data are over
        self._start: int | None = None  # of the record being read; negative once its head was dropped
        self._start_line = 1  # its line, once its head was dropped
        self._last_string = b""  # the last string at level 1, a key if a colon follows
        self._current = b""  # the key we are under

    @classmethod
    def behind(cls, source: Source, key: Key) -> "Scanner":
        """Return a scanner of the records under *key* alone, which begins there."""
        scanner = cls(source, depth=2, key=key.name)
        bytes_before = key.offset - source.start
        while bytes_before and (data := source.stream.read(min(bytes_before, CHUNK))):
            bytes_before -= len(data)
        scanner._base, scanner._line, scanner._current = key.offset, key.line, key.name
        scanner._level = scanner._outside = 1
        return scanner

    def cuts(self) -> Iterator[_Cut]:
        """Yield the stretches between the separators at the depth asked for."""
        while (token := self._next()) is not None:
            byte = token[:1]
            if byte in b"[{":
                self._open(byte)
            elif byte in b"]}":
                yield from self._end(byte)
                self._close(byte)
                if self._level <= self._outside:
                    self._refuse_more_text()
                    return
            elif byte == b",":
                yield from self._end(byte)
                if self._is_at_list():
                    self._start = self._at
            elif self._level == 1:
                self._note_key(token)
        raise self._cut_off()

    def _note_key(self, token: bytes) -> None:
        if token != b":":
            self._last_string = token[1:-1]
        elif self._depth == 2:
            self._current = self._last_string
            line = self._line + self._buffer.count(b"\n", 0, self._at)
            self.keys.append(Key(self._current, line, self._base + self._at))

    def _is_at_list(self) -> bool:
        return self._level == self._depth and (self._depth == 1 or self._current == self._key)

    def _open(self, byte: bytes) -> None:
        self._level += 1
        if self._level <= self._depth:
            self._openers[self._level] = byte
        if self._is_at_list():
            self._start = self._at
            self.has_list = True

    def _close(self, byte: bytes) -> None:
        opener = self._openers.get(self._level)
        if self._level <= self._depth and opener and opener + byte not in (b"[]", b"{}"):
            place = f"{self._source.name}: byte {self._base + self._at - 1}"
            raise InvalidFile([f"{place}: {byte.decode()!r} closes what {opener.decode()!r} opened"])
        self._level -= 1

    def _end(self, byte: bytes) -> Iterator[_Cut]:
        if self._start is None or self._level != self._depth:
            return
        start, end = self._start, self._at - 1
        while start >= 0 and start < end and self._buffer[start] in _SPACE:
            start += 1
        data = bytes(self._buffer[start:end]) if start >= 0 else None
        line = self._line + self._buffer.count(b"\n", 0, start) if start >= 0 else self._start_line
        yield _Cut(self._current, line, self._base + start, end - start, data, byte)
        self._start = None

    def _next(self) -> bytes | None:
        """Return the next token, or None at the end of the file; a long string is passed over."""
        while True:
            start, end = self._search()
            if end - start > 1 or (start >= 0 and self._buffer[start] != 0x22):
                self._at = end
                kept_until = end if self._level == 1 else start + 1  # whole strings matter only as keys
                return bytes(self._buffer[start:kept_until])
            if start >= 0 and len(self._buffer) - start > CHUNK:
                if not self._pass_string(start + 1):
                    return None
            else:
                self._at = len(self._buffer) if start < 0 else start
                if not self._fill():
                    return None

    def _search(self) -> tuple[int, int]:
        if self._level > self._depth:  # inside a record brackets alone matter
            match = _BRACKET.match(self._buffer, self._at)
            return match.span(1) if match else (-1, -1)
        match = _TOKEN.search(self._buffer, self._at)
        return match.span() if match else (-1, -1)

    def _pass_string(self, at: int) -> bool:
        while True:
            match = _INSIDE.match(self._buffer, at)
            self._at = match.end() if match else at
            del match  # a match holds the buffer fast
            if self._at < len(self._buffer) and self._buffer[self._at] == 0x22:
                self._at += 1
                return True
            if not self._fill():
                return False
            at = self._at

    def _fill(self) -> bool:
        """Read more; drop what has been read unless a record that is not too long begins in it."""
        keep = self._at if self._start is None or self._start < 0 else self._start
        if self._at - keep > LINE_LIMIT:
            self._start_line = self._line + self._buffer.count(b"\n", 0, keep)
            keep = self._at
        self._drop(keep)
        data = self._source.stream.read(CHUNK)
        self._buffer += data
        return bool(data)

    def _drop(self, count: int) -> None:
        self._line += self._buffer.count(b"\n", 0, count)
        del self._buffer[:count]
        self._base += count
        self._at -= count
        if self._start is not None:
            self._start -= count

    def _refuse_more_text(self) -> None:
        if self._outside:
            return
        rest = bytes(self._buffer[self._at :]) + self._source.stream.read(CHUNK)
        if text := rest.strip(_SPACE):
            offset = self._base + self._at + rest.index(text[:1])
            place = f"{self._source.name}: byte {offset}"
            raise InvalidFile([f"{place}: more text after the end of the data: {text[:20]!r}"])

    def _cut_off(self) -> InvalidFile:
        line = self._line + self._buffer.count(b"\n")
        offset = self._base + len(self._buffer)
        message = f"{self._source.name}:{line}: cut off at byte {offset}"
        if self._level == 0:
            return InvalidFile([f"{message}, expected a list or an object"])
        if self._start is not None:
            message += f" inside the record that begins at byte {self._base + self._start}"
        return InvalidFile([f"{message}, expected the closing bracket"])


def pieces(scanner: Scanner, source: Source, problems: Problems) -> Iterator[Piece]:
    """Yield each record of a list; what is no record is refused with its place."""
    for number, cut in enumerate(scanner.cuts(), 1):
        place = Place(source.name, cut.line, number, cut.offset)
        if cut.data is None or len(cut.data) > LINE_LIMIT:
            message = f"a record of {cut.size:,} bytes, expected at most {LINE_LIMIT:,}"
            problems.reject(place, (cut.data or b"")[:200], [Finding("", message)])
        elif cut.data.strip(_SPACE):
            yield Piece(place, cut.offset, cut.data)
        elif number > 1 or cut.ended_by == b",":
            closing_bracket = cut.ended_by.decode()
            message = f"nothing stands before {closing_bracket!r}, expected a record (a trailing comma?)"
            problems.reject(place, b"", [Finding("", message)])


def top_keys(source: Source) -> list[Key]:
    """Return the keys of the object that the whole file is, in their order."""
    scanner = Scanner(source, depth=2)
    for _ in scanner.cuts():
        pass
    return scanner.keys
