"""Opaque public codes: what stands in URLs instead of primary keys."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 12


def new_code() -> str:
    """Return a fresh code of twelve characters (about 59 bits), without look-alike letters."""
    drawn, code = secrets.randbelow(len(ALPHABET) ** LENGTH), ""
    for _ in range(LENGTH):
        drawn, place = divmod(drawn, len(ALPHABET))
        code += ALPHABET[place]
    return code
