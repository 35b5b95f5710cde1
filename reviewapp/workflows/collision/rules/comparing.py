"""Names and numbers that a candidate shares with the evidence, and those in which they differ. Pure.

A *name* is a run of capitalised words: it may be joined inside by small words (of, the, de, van …), `&`, and
hyphens or apostrophes within words. A lone function word that is capitalised because it begins a sentence
is no name. Scripts without capitals have no names here. Two runs are the same name if one's words are a
stretch of the other's: “Lovelace” is shared with “Ada Lovelace”.

A *number* is a quantity: digits with grouping commas or spaces and a decimal point, an ordinal, or number
words up to the millions (“twenty-one thousand”), with a scale word behind (“3.5 million”) and a per cent sign
told apart. Two quantities are the same if their values are.

Offsets are code points of the text given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain
from typing import NamedTuple

MARKS_MAX = 2_000
RUN_WORDS = 8

_WORD = re.compile(r"[^\W\d_]+(?:['’\-‐][^\W\d_]+)*\.?|\d[\w.,:]*|[^\w\s]|\n\s*\n")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_JOINERS = _words("of the de la le du des di da del della van von der den bin ibn al el &")
_FUNCTION_WORDS = _words(
    "a an the this that these those he she it they we you i his her its their our my your there here in on "
    "at by to from of for with as and or but if when while where what which who how why not no yes after "
    "before since until during under over between into both each some many most all one also however "
    "although then thus is was were are be been has have had do does did will would can could may might"
)
_ARTICLES = frozenset(("a", "an", "the"))
_ABBREVIATIONS = _words("mr mrs ms dr st jr sr prof gen col capt lt sgt rev hon vs no vol fig")

_UNIT_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TEN_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_UNITS = {word: value for value, word in enumerate(_UNIT_WORDS.split())}
_TENS = {word: 10 * value for value, word in enumerate(_TEN_WORDS.split(), start=2)}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_SMALL = "|".join(sorted(chain(_UNITS, _TENS), key=len, reverse=True))
_BIG = "|".join(_SCALES)
_SPOKEN = rf"(?:{_SMALL})(?:[\s-]+(?:and\s+)?(?:{_SMALL}|{_BIG}))*"
_QUANTITY = re.compile(
    rf"(?<![\w.])(?P<digits>\d{{1,3}}(?:[,\u00a0\u202f ]\d{{3}})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?)"
    rf"(?:(?:st|nd|rd|th)\b)?(?:\s+(?P<scale>hundred|thousand|million|billion|trillion)\b)?"
    rf"(?P<percent>\s?%|\s+per\s?cent\b)?|\b(?P<words>{_SPOKEN})\b(?P<percent_words>\s?%|\s+per\s?cent\b)?",
    re.IGNORECASE,
)


class Term(NamedTuple):
    """A name or number at its place; *key* is what it is compared by."""

    start: int
    end: int
    key: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """The stretches of one text that the other side shares, and those that it lacks."""

    shared: tuple[tuple[int, int], ...]
    differs: tuple[tuple[int, int], ...]


def names(text: str) -> list[Term]:
    """Return the names in *text* as runs of capitalised words.

    >>> [text[f.start : f.end] for text in ["The Duke of York met Ada Lovelace."] for f in names(text)]
    ['Duke of York', 'Ada Lovelace']
    """
    terms: list[Term] = []
    run: list[re.Match[str]] = []
    begins = True
    for token in chain(_WORD.finditer(text), [None]):
        word = token.group() if token else ""
        if token and _continues(run, word):
            run.append(token)
            begins = False
            continue
        terms += _named(run)
        run = []
        if token and _is_capitalised(word) and _bare(word) not in (_FUNCTION_WORDS if begins else _ARTICLES):
            run = [token]
        begins = word in {".", "!", "?", "“", '"', "«", ":"} or word.startswith("\n") or word.endswith(".")
        if run and word.endswith(".") and not _is_abbreviation(word):
            terms += _named(run)
            run = []
    return terms


def quantities(text: str) -> list[Term]:
    """Return the numbers in *text*, by value.

    >>> [found.key for found in quantities("1,204 crates, 3.5 million, twenty-one, 21 %")]
    [('1204',), ('3500000',), ('21',), ('21', '%')]
    """
    terms = []
    for match in _QUANTITY.finditer(text):
        value = _value(match)
        if value is not None:
            percent = match["percent"] or match["percent_words"]
            terms.append(
                Term(match.start(), match.end(), (_plain(value), "%") if percent else (_plain(value),))
            )
    return terms


def compare(candidate: str, evidence: Sequence[str]) -> tuple[Compared, list[Compared]]:
    """Return what is shared and what differs in *candidate* and in each text of *evidence*.

    At most `MARKS_MAX` stretches of each kind in a text; of one 1 MB long, those that come first.

    >>> compare("Ada had 3 pens.", ["Ada had 4."])[0]
    Compared(shared=((0, 3),), differs=((8, 9),))
    """
    mine, others = read(candidate), [read(text) for text in evidence]
    return compare_read(mine, others)


@dataclass(frozen=True, slots=True)
class Reading:
    """The names and numbers of one text."""

    names: tuple[Term, ...]
    numbers: tuple[Term, ...]


def read(text: str) -> Reading:
    """Return the names and numbers of *text*, for `compare_read` to compare it with many candidates."""
    numbers = tuple(quantities(text))
    number_spans = [(term.start, term.end) for term in numbers]
    return Reading(tuple(_apart(names(text), number_spans)), numbers)


def compare_read(candidate: Reading, evidence: Sequence[Reading]) -> tuple[Compared, list[Compared]]:
    """Do what `compare` does, with texts that `read` has read."""
    evidence_words = _Vocabulary(evidence)
    candidate_words = _Vocabulary([candidate])
    return evidence_words.judge(candidate), [candidate_words.judge(text) for text in evidence]


class _Vocabulary:
    """The terms of one side: numbers by value, names by every stretch of their words."""

    def __init__(self, readings: Iterable[Reading]) -> None:
        self._numbers: set[tuple[str, ...]] = set()
        self._names: set[tuple[str, ...]] = set()
        self._stretches: set[tuple[str, ...]] = set()
        for reading in readings:
            self._numbers |= {term.key for term in reading.numbers}
            self._names |= {term.key for term in reading.names}
        for key in self._names:
            self._stretches.update(_stretches(key))

    def judge(self, reading: Reading) -> Compared:
        shared: list[tuple[int, int]] = []
        differs: list[tuple[int, int]] = []
        for term in sorted((*reading.names, *reading.numbers)):
            (shared if self._has(term, reading) else differs).append((term.start, term.end))
        return Compared(tuple(shared[:MARKS_MAX]), tuple(differs[:MARKS_MAX]))

    def _has(self, term: Term, reading: Reading) -> bool:
        if term.key in self._numbers or term.key in self._stretches:
            return True
        return any(stretch in self._names for stretch in _stretches(term.key))


def _stretches(key: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    words = key[:RUN_WORDS]
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            if words[start] not in _JOINERS and words[end - 1] not in _JOINERS:
                yield words[start:end]


def _apart(terms: Iterable[Term], number_spans: Sequence[tuple[int, int]]) -> Iterator[Term]:
    """Leave out the names that are number words; both come in the order of the text."""
    nth = 0
    for term in terms:
        while nth < len(number_spans) and number_spans[nth][1] <= term.start:
            nth += 1
        if nth == len(number_spans) or number_spans[nth][0] >= term.end:
            yield term


def _continues(run: Sequence[re.Match[str]], word: str) -> bool:
    if not run or word.startswith("\n"):
        return False
    if run[-1].group().endswith(".") and not _is_abbreviation(run[-1].group()):
        return False
    return _is_capitalised(word) or word in _JOINERS


def _named(run: list[re.Match[str]]) -> Iterator[Term]:
    """Return the run as a name, without the small words at its end."""
    while run and run[-1].group() in _JOINERS:
        run = run[:-1]
    if run:
        key = tuple(_bare(token.group()) for token in run)
        last = run[-1].group()
        end = run[-1].end() - (last.endswith(".") and not _is_abbreviation(last))
        yield Term(run[0].start(), end, key)


def _is_capitalised(word: str) -> bool:
    return word[:1].isupper()


def _is_abbreviation(word: str) -> bool:
    bare = word.rstrip(".")
    return (len(bare) == 1 and bare.isupper()) or bare.casefold() in _ABBREVIATIONS


def _bare(word: str) -> str:
    return word.rstrip(".").casefold().removesuffix("'s").removesuffix("’s")


def _value(match: re.Match[str]) -> Decimal | None:
    if match["words"]:
        return _spoken_value(match["words"])
    value = Decimal(re.sub(r"[,\u00a0\u202f ]", "", match["digits"]))
    return value * _SCALES[match["scale"].lower()] if match["scale"] else value


def _spoken_value(words: str) -> Decimal | None:
    """Return the value of number words; “one” alone is a pronoun as often as a number, so it is none."""
    parts = [part for part in re.split(r"[\s-]+", words.lower()) if part != "and"]
    if parts == ["one"]:
        return None
    total = group = 0
    for part in parts:
        if part == "hundred":
            group = (group or 1) * 100
        elif part in _SCALES:
            total += (group or 1) * _SCALES[part]
            group = 0
        else:
            group += _UNITS.get(part, 0) + _TENS.get(part, 0)
    return Decimal(total + group)


def _plain(value: Decimal) -> str:
    text = format(value.normalize(), "f")
    return "0" if Decimal(text) == 0 else text
