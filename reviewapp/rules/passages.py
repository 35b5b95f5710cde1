"""Long texts in pieces: where to cut, where a string stands, and the marks around it. Pure.

Offsets are code points of the canonical text (CRLF read as LF).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

PIECE_CHARS = 12_000
OCCURRENCES_MAX = 5_000


class Mark(NamedTuple):
    """A stretch of the text that is shown marked; *kind* names how."""

    start: int
    end: int
    kind: str


class Piece(NamedTuple):
    """The stretch of a text from *start* up to *end*, of *total* code points."""

    start: int
    end: int
    total: int

    @property
    def is_first(self) -> bool:
        return self.start == 0

    @property
    def is_last(self) -> bool:
        return self.end >= self.total


def occurrences(text: str, needles: Iterable[str]) -> list[tuple[int, int]]:
    """Return where any of *needles* stands in *text*, whatever the case, without overlap.

    >>> occurrences("Ada met ada.", ["Ada"])
    [(0, 3), (8, 11)]

    At most `OCCURRENCES_MAX` are returned. Of needles that begin at one place the longest counts.
    """
    fitting = {needle for needle in needles if needle.strip() and len(needle) <= len(text)}
    longest_first = sorted(fitting, key=len, reverse=True)
    if not longest_first:
        return []
    pattern = re.compile("|".join(re.escape(needle) for needle in longest_first), re.IGNORECASE)
    spans: list[tuple[int, int]] = []
    for match in pattern.finditer(text):
        spans.append(match.span())
        if len(spans) == OCCURRENCES_MAX:
            break
    return spans


def piece_from(text: str, start: int, size: int = PIECE_CHARS) -> Piece:
    """Return the piece that begins at *start*; it ends behind white space where there is some near its end.

    >>> piece_from("one two three", 0, size=9)
    Piece(start=0, end=8, total=13)
    """
    total = len(text)
    start = max(0, min(start, total))
    end = min(total, start + size)
    if end < total:
        end = _behind_space(text, end, lowest=start + size // 2)
    return Piece(start, end, total)


def piece_before(text: str, end: int, size: int = PIECE_CHARS) -> Piece:
    """Return the piece that ends at *end*; all offsets are code points."""
    start = max(0, end - size)
    if start > 0:
        start = _behind_space(text, start, lowest=max(0, start - size // 2))
    return Piece(start, end, len(text))


def piece_around(text: str, place: int, size: int = PIECE_CHARS) -> Piece:
    """Return a piece with *place*, in code points, in its first third; the first piece if that holds it."""
    if place < size * 2 // 3:
        return piece_from(text, 0, size)
    start = _behind_space(text, place - size // 3, lowest=max(0, place - size // 2))
    return piece_from(text, start, size)


def marked_html(text: str, piece: Piece, marks: Sequence[Mark]) -> str:
    """Return the piece as HTML: everything escaped, each marked stretch in a `<mark>` of its kinds.

    >>> marked_html("a <b> c", Piece(0, 7, 7), [Mark(2, 5, "answer")])
    'a <mark class="answer">&lt;b&gt;</mark> c'
    """
    return "".join(_segments(text, piece, marks))


def _segments(text: str, piece: Piece, marks: Sequence[Mark]) -> Iterator[str]:
    inside = [mark for mark in marks if mark.start < piece.end and mark.end > piece.start]
    edges = {piece.start, piece.end}
    for mark in inside:
        edges.update((max(mark.start, piece.start), min(mark.end, piece.end)))
    cuts = sorted(edges)
    starting = sorted(inside)
    live: list[Mark] = []
    nth = 0
    for start, end in pairwise(cuts):
        while nth < len(starting) and starting[nth].start <= start:
            live.append(starting[nth])
            nth += 1
        live = [mark for mark in live if mark.end > start]
        segment = _html(text[start:end])
        kinds = live[0].kind if len(live) == 1 else " ".join(sorted({mark.kind for mark in live}))
        yield f'<mark class="{kinds}">{segment}</mark>' if kinds else segment


def _html(text: str) -> str:
    """Escape *text*, CR before LF included: a browser would make one line end of both and shift offsets."""
    escaped = escape(text)
    return escaped.replace("\r\n", "&#13;\n") if "\r" in escaped else escaped


def _behind_space(text: str, place: int, lowest: int) -> int:
    """Return the nearest position at or before *place* that follows white space; *place* if there is none."""
    for at in range(place, lowest, -1):
        if text[at - 1].isspace():
            return at
    return place
