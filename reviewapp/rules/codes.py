"""Opaque public codes: what stands in URLs instead of primary keys."""

import os
from collections.abc import Iterator

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 12
_EVEN = 256 // len(ALPHABET) * len(ALPHABET)  # bytes above would make some letters likelier
_LETTERS = bytes(ord(ALPHABET[byte % len(ALPHABET)]) for byte in range(256))
_NO_LETTERS = bytes(range(_EVEN, 256))


def new_code() -> str:
    """Return a fresh code of twelve characters (about 59 bits), without look-alike letters."""
    letters = ""
    while len(letters) < LENGTH:
        letters += _draw(2 * LENGTH)
    return letters[:LENGTH]


def new_codes() -> Iterator[str]:
    """Yield codes like `new_code`, for many at once: asking the system for each costs more than the rest."""
    while True:
        letters = _draw(512 * LENGTH)
        yield from (letters[at : at + LENGTH] for at in range(0, len(letters) - LENGTH + 1, LENGTH))


def _draw(n_bytes: int) -> str:
    """Return the letters of *n_bytes* random bytes; bytes that would make some letters likelier give none."""
    return os.urandom(n_bytes).translate(_LETTERS, _NO_LETTERS).decode()
