"""Seeded draws that depend on names, never on the order of calls or on Python's own hashes."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable

HASH = "sha256"


def digest(*parts: str | int) -> str:
    """Return the hash of *parts*, each told apart from its neighbours.

    >>> digest("a", "bc") == digest("ab", "c")
    False
    """
    text = "".join(f"{len(str(part))}:{part}" for part in parts)
    return hashlib.new(HASH, text.encode()).hexdigest()


def rng_of(*parts: str | int) -> random.Random:
    """Return a generator of draws seeded by names."""
    return random.Random(int(digest(*parts), 16))


def by_hash(names: Iterable[str], *parts: str | int) -> list[str]:
    """Return *names* in an order that depends on their hashes alone, not on the order in which they came."""
    return sorted(names, key=lambda name: (digest(*parts, name), name))
