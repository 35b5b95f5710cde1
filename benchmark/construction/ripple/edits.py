"""Which real sentences may be edited: what a reader takes for one plain fact (RKB §3.1)."""

from __future__ import annotations

import re

from .quantities import MONEY, RANK, YEAR, Quantity
from .tokens import NUMBER, numbers_in

_ABOUT = re.compile(
    r"\b(?:nearly|about|around|approximately|roughly|almost|over|under|above|below|than|up to|at least|"
    r"at most|some|circa|estimated|close to|only|nearly all|another|an additional|first|last|top|within|"
    r"exceeding|"
    r"between|from|least|maximum|minimum|further|averag\w+|every|per|plus)\s+(?:of |a |the )?"
    r"(?:US|A|C|NZ)?[$£€]?$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"^[\w%]*(?: \w+)? (?:or (?:so|more|less)|plus|each|apiece|respectively)\b", re.IGNORECASE
)
_OBSERVED = re.compile(
    r"\bas of\b|\bestimat\w+|\bproject(?:ed|ion)\b|\bat that time\b|\bby then\b", re.IGNORECASE
)
_LISTED = re.compile(
    r"\bof (?:which|whom|them|these)\b|\bincluding\b|\brespectively\b|\bthe remaining\b|\bmade up of\b|"
    r"\bconsist\w+ of\b|\bcompris\w+|\bdivided into\b|\bboth\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:1[2-9]|20)\d\d")


def objection(sentence: str, quantity: Quantity, paragraph: str) -> str:
    """Return why a reader would not take an edit of a sentence's number for one plain change, or nothing.

    >>> from .quantities import find_quantity
    >>> said = "The fleet has nearly 1,204 boats."
    >>> objection(said, find_quantity(said), said)
    'approximate'
    """
    before, after = sentence[: quantity.start], sentence[quantity.end :]
    if quantity.kind == YEAR:
        return "year_of_nothing" if quantity.named == "year" else ""
    if _ABOUT.search(before) or _AFTER.match(after):
        return "approximate"
    if _OBSERVED.search(sentence):
        return "observed_on_a_date"
    if _LISTED.search(sentence) or any(not _YEAR.fullmatch(one) for one in numbers_in(before + " " + after)):
        return "enumeration"
    if quantity.kind == RANK and numbers_in(paragraph).count(NUMBER.findall(quantity.text)[0]) > 1:
        return "ordinal_stands_elsewhere"
    return "enumeration" if quantity.kind == MONEY and "," in after[:2] else ""
