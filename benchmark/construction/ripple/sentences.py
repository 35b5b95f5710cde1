"""Real sentences of a paragraph: split by a library, byte-exact, whole and fit to print."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from functools import cache
from typing import Any

SHORTEST, LONGEST = 40, 320

_END = re.compile(r"[.!?][\"”’']?$")
_START = re.compile(r"^[\"“]?[A-Z]")
# What the data set's stripping of templates and references left behind.
_DAMAGE = re.compile(
    r"``|''| -+ |\(\s*[;,)]|\(\)|  | [.,;:)]|\( |[|{}\[\]<>=_\\#*•→]|"
    r"\b(?:of|in|is|was|by|at|with|the|a|an|from|to|between|had|and|long|over|about|approximately|or|wide)\s*[.,;)]|"
    r"\b(?:is|was|are) long\b|\ba area\b|\bof and\b|\band wide\b|\bbetween wide\b|"
    r"\b(?:in|on|of) (?:it|there) had\b|"
    r"^In it\b|\b[Aa]n? \d[\d,.]* [a-z]+s\b|\bIn,|\b(\w+) \1\b|https?:|\bref\b|[^\s.]\.[A-Z][a-z]",
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|may|will|would|could|does|do|did|became|becomes|made|makes|took|"
    r"takes|won|began|begins|left|went|gave|wrote|led|ran|held|built|came|met|sold|grew|\w{2,}ed|lies|stands|"
    r"serves|includes|contains|runs|covers|lives|plays|follows|tells|features|forms|remains|uses)\b"
)
_ABBREVIATION = re.compile(r"\b(?:St|Mt|Dr|Mr|Mrs|Jr|Sr|No|vs|U\.S|[A-Z])\.$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a paragraph and its byte range in the paragraph's UTF-8."""

    text: str
    start: int
    end: int


@cache
def _segmenter() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pysbd's source has escapes that newer Pythons warn of
        import pysbd
    return pysbd.Segmenter(language="en", clean=False)


def sentences_of(paragraph: str) -> list[Sentence]:
    """Return the sentences of *paragraph*, without the white space around them, in their order.

    >>> [one.text for one in sentences_of("It has 12 boats. Dr. Bell owns 3.")]
    ['It has 12 boats.', 'Dr. Bell owns 3.']
    """
    found, cursor = [], 0
    for piece in _segmenter().segment(paragraph):
        text = piece.strip()
        place = paragraph.find(text, cursor) if text else -1
        if place >= 0:
            start = len(paragraph[:place].encode())
            found.append(Sentence(text, start, start + len(text.encode())))
            cursor = place + len(text)
    return found


def is_printable(text: str) -> bool:
    """Tell whether a sentence is whole and undamaged enough to be read on its own.

    >>> is_printable("In it had a population of .")
    False
    >>> is_printable("The town has a market and two very old mills.")
    True
    """
    return (
        SHORTEST <= len(text) <= LONGEST
        and text.isprintable()
        and _START.match(text) is not None
        and _END.search(text) is not None
        and not _ABBREVIATION.search(text)
        and not _DAMAGE.search(text)
        and _VERB.search(text) is not None
        and text.count("(") == text.count(")")
        and text.count('"') % 2 == 0
    )
