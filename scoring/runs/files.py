"""Stored files opened again: small ones in memory, large ones on disk meanwhile."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO

MEMORY_BYTES = 8 << 20


@contextmanager
def spooled(pieces: Iterable[bytes] = ()) -> Iterator[IO[bytes]]:
    """Open a file that holds the pieces, at its beginning; it can be written as well."""
    with tempfile.SpooledTemporaryFile(max_size=MEMORY_BYTES) as file:
        file.writelines(pieces)
        file.seek(0)
        yield file
