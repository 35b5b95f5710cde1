"""Opens a file once for both: its records, and the SHA-256 of its bytes for the signature."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from reviewapp.records import Source, open_source
from reviewapp.records.lines import CHUNK


class Hashed(io.RawIOBase):
    """The bytes of a file, hashed as they are read."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        self._hash = hashlib.sha256()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._raw.read(len(buffer))
        self._hash.update(data)
        buffer[: len(data)] = data
        return len(data)

    def hexdigest(self) -> str:
        """Return the SHA-256 of what has been read."""
        return self._hash.hexdigest()


@contextmanager
def opened(name: str) -> Iterator[tuple[Source, Hashed]]:
    """Open a file for its records; behind the block the hash is that of the whole file.

    :raises InvalidFile, OSError: as `open_source` and `open` do.
    """
    with open(name, "rb") as raw:
        hashed = Hashed(raw)
        with io.BufferedReader(hashed, CHUNK) as buffered:
            with open_source(buffered, name) as source:
                yield source, hashed
            while buffered.read(CHUNK):
                pass
