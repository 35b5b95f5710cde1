"""A submitted copy beside the unit's text, character by character, with what cannot be seen made visible."""

from __future__ import annotations

import unicodedata
from difflib import SequenceMatcher
from itertools import groupby
from typing import NamedTuple

from reviewapp.records import canonical_text

SAME, MISSING, ADDED = "same", "missing", "added"
COMPARED = 2_000  # characters between the common beginning and end; beyond, the middle differs as a whole
_SPACES = {"\n": "⟨LF⟩", "\r": "⟨CR⟩", "\t": "⟨TAB⟩", " ": "·"}


class Piece(NamedTuple):
    """A stretch of text that both have, that only the unit has, or that only the copy has."""

    kind: str
    text: str


def compared(submitted: str, canonical: str) -> list[Piece]:
    """Return how a copy differs from the canonical text, CRLF read as LF in both (RKB E.2).

    >>> compared("1204 boats", "1,204 boats")
    [Piece(kind='same', text='1'), Piece(kind='missing', text=','), Piece(kind='same', text='204 boats')]
    """
    copy = canonical_text(submitted)
    start = _common(copy, canonical)
    end = _common(copy[start:][::-1], canonical[start:][::-1])
    inside, original = copy[start : len(copy) - end], canonical[start : len(canonical) - end]
    tail = canonical[len(canonical) - end :]
    pieces = [Piece(SAME, canonical[:start]), *_middle(inside, original), Piece(SAME, tail)]
    return [piece for piece in pieces if piece.text]


def _common(first: str, second: str) -> int:
    """Count the characters that two texts begin with."""
    for place, (left, right) in enumerate(zip(first, second, strict=False)):
        if left != right:
            return place
    return min(len(first), len(second))


def _middle(copy: str, canonical: str) -> list[Piece]:
    if max(len(copy), len(canonical)) > COMPARED:
        return [Piece(MISSING, canonical), Piece(ADDED, copy)]
    pieces = []
    for kind, from_, to, copied_from, copied_to in SequenceMatcher(
        None, canonical, copy, autojunk=False
    ).get_opcodes():
        if kind == "equal":
            pieces.append(Piece(SAME, canonical[from_:to]))
        else:
            pieces += [Piece(MISSING, canonical[from_:to]), Piece(ADDED, copy[copied_from:copied_to])]
    return pieces


def visible(text: str) -> str:
    """Write characters that leave no mark of their own so that they can be seen.

    >>> visible("a b\\n"), visible("e\\u0301\\u200b"), visible("\\ud800")
    ('a·b⟨LF⟩', 'e⟨U+0301⟩⟨U+200B⟩', '⟨U+D800⟩')
    """
    parts = []
    for plain, letters in groupby(text, key=_is_plain):
        run = "".join(letters)
        parts.append(
            run
            if plain
            else "".join(_SPACES.get(character) or f"⟨U+{ord(character):04X}⟩" for character in run)
        )
    return "".join(parts)


def _is_plain(letter: str) -> bool:
    return letter not in _SPACES and unicodedata.category(letter)[0] not in "MZC"
