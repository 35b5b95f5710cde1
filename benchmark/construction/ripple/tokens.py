"""Tokens as the leak check reads them: maximal runs of letters or digits (issue of the construction)."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"[^\W_]+(?:(?<=\d)[.,](?=\d)[^\W_]+)*")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def tokens_of(text: str) -> list[str]:
    """Return the tokens of *text*, in lower case; digits keep their inner `,` and `.`.

    >>> tokens_of("In 1999, 1,204 boats (3.5 %) of the 5th.")
    ['in', '1999', '1,204', 'boats', '3.5', 'of', 'the', '5th']
    """
    return [match[0].casefold() for match in _TOKEN.finditer(text)]


def numbers_in(text: str) -> list[str]:
    """Return the runs of digits of *text* with their inner `,` and `.`.

    >>> numbers_in("the 5th of 1,204, and 26km")
    ['5', '1,204', '26']
    """
    return NUMBER.findall(text)


def words(text: str) -> tuple[str, ...]:
    """Return the words of a list written as text."""
    return tuple(text.split())
