"""Opaque public codes: what stands in URLs instead of primary keys."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """Return a fresh code of twelve characters (about 59 bits), without look-alike letters."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))
