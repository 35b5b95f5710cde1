"""TREC qrels and run files, read as trec_eval reads them (contracts §5 and §8)."""

from __future__ import annotations

import heapq
import re
from array import array
from collections.abc import Iterator
from ctypes import c_float

import numpy as np

from reviewapp.records import InvalidRecord
from reviewapp.records.fields import quoted

_SCORE = re.compile(
    rb"[+-]?(?:[0-9]+\.?[0-9]*(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?|inf(?:inity)?)", re.I
)
_RELEVANCE = re.compile(rb"[+-]?[0-9]{1,18}")


def is_comment(line: bytes) -> bool:
    """Say whether a line is a comment: ``#`` in the first column, as trec_eval's own test files have it."""
    return line.startswith(b"#")


def qrel_of(line: bytes) -> tuple[str, str, int]:
    """Read one line of a qrels file: query, document, relevance.

    Columns are separated by ASCII white space alone; what follows the fourth column is ignored.

    >>> qrel_of(b"301\\t0 CR93E-1282  1")
    ('301', 'CR93E-1282', 1)

    :raises InvalidRecord: if a column is missing or the relevance is no integer.
    """
    columns = line.split(maxsplit=4)
    if len(columns) < 4:
        raise InvalidRecord.because(f"{len(columns)} columns: expected query, iteration, document, relevance")
    if _RELEVANCE.fullmatch(columns[3]) is None:
        raise InvalidRecord.because(f"{quoted(_loose(columns[3]))}: expected an integer", "relevance")
    return _text(columns[0], "query"), _text(columns[2], "document"), int(columns[3])


def run_row_of(line: bytes) -> tuple[str, str, float, str]:
    """Read one line of a run file: query, document, score as a 32-bit float, tag.

    The rank column is ignored, and so is what follows the tag.

    >>> run_row_of(b"301\\tQ0\\tFR940202-2-00150\\t104\\t  2.129133\\tSTANDARD")
    ('301', 'FR940202-2-00150', 2.1291329860687256, 'STANDARD')

    :raises InvalidRecord: if a column is missing or the score is no number.
    """
    columns = line.split(maxsplit=6)
    if len(columns) < 6:
        raise InvalidRecord.because(f"{len(columns)} columns: expected query, Q0, document, rank, score, tag")
    if _SCORE.fullmatch(columns[4]) is None:
        raise InvalidRecord.because(f"{quoted(_loose(columns[4]))}: expected a number", "score")
    score = c_float(float(columns[4])).value
    return _text(columns[0], "query"), _text(columns[2], "document"), score, _loose(columns[5])


def _text(column: bytes, field: str) -> str:
    try:
        return column.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidRecord.because(
            f"{quoted(_loose(column))}: byte {error.start} is not UTF-8", field
        ) from error


def _loose(column: bytes) -> str:
    return column.decode("utf-8", "backslashreplace")


class RepeatedNames:
    """Finds names that stand twice; of each only a 64-bit hash and a line number are kept."""

    def __init__(self) -> None:
        self._hashes = array("q")
        self._lines = array("Q")

    def add(self, line: int, name: str) -> None:
        self._hashes.append(hash(name))
        self._lines.append(line)

    def again(self) -> Iterator[tuple[int, int]]:
        """Yield the line of each name that stands again, with the line where it stood just before."""
        hashes = np.frombuffer(self._hashes, dtype=np.int64)
        order = np.argsort(hashes, kind="stable")
        for place in np.flatnonzero(np.diff(hashes[order]) == 0):
            yield self._lines[order[place + 1]], self._lines[order[place]]


class Ranking:
    """The best K documents of one query, as trec_eval orders them: by score, then by id, both descending."""

    def __init__(self, k: int, first_line: int) -> None:
        self.k = k
        self.first_line = first_line
        self.seen = RepeatedNames()
        self._best: list[tuple[float, str]] = []

    def add(self, line: int, document: str, score: float) -> None:
        self.seen.add(line, document)
        if len(self._best) < self.k:
            heapq.heappush(self._best, (score, document))
        else:
            heapq.heappushpop(self._best, (score, document))

    def ids(self) -> tuple[str, ...]:
        return tuple(document for _, document in sorted(self._best, reverse=True))
