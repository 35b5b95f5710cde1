"""Files as pieces of one size, as which the database keeps them. Pure."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO

PIECE_BYTES = 256 << 10


def pieces_of(file: BinaryIO) -> Iterator[bytes]:
    """Yield what is left of a file, piece by piece."""
    while data := file.read(PIECE_BYTES):
        yield data


def joined_pieces(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Join small parts to pieces of one size, and cut large ones.

    >>> [len(piece) for piece in joined_pieces([b"a" * (PIECE_BYTES - 1), b"bc"])]
    [262144, 1]
    """
    waiting = bytearray()
    for part in parts:
        waiting += part
        while len(waiting) >= PIECE_BYTES:
            yield bytes(waiting[:PIECE_BYTES])
            del waiting[:PIECE_BYTES]
    if waiting:
        yield bytes(waiting)


def file_sha256(file: BinaryIO) -> str:
    """Return the SHA-256 of a whole file, which is left at its end."""
    file.seek(0)
    digest = hashlib.sha256()
    for data in pieces_of(file):
        digest.update(data)
    return digest.hexdigest()
