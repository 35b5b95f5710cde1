"""Invented names: pronounceable stems from syllables, each used once in a collection, none inside another."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from benchmark.construction.ripple.seeds import rng_of
from benchmark.construction.ripple.tokens import words

_ONSETS = words(
    """
    B Bl Br C Ch Cl Cr D Dr F Fl G Gl Gr H K L M N P Pr R S Sh Sk St T Th Tr W Wh Y
    """
)
_MIDDLES = words(
    """
    al an ar el en er il in or ul ast end est old orn arl elm ark emb ind olt aven eller imber andle
    orrow essel ander arrow ennel allow ostle iver ottle
    """
)
ENDINGS = words(
    """
    wick mere holt stow combe fold garth thorpe hurst leigh worth by dale stead croft well bridge
    mouth gate haven moor field ridge marsh beck cote bourne pool shaw
    """
)
_REAL = words(
    """
    barnby bernby brandon carlwell cromwell denby dunstead fulmer granby hartwell helmsley kendal
    kenworth landgate malby maltby marwell melmouth molby norton ormeshurst orwell pendle penworth
    portal salford selby sherwell skelby stanwell stanwick storwell tenby tilby torby tolworth walby
    warwick wendover wilby windale winwick hollywell tarwick corby dalby derby formby grimsby hornby
    kirkby lindale norwell bridgewater allendale arundale colby crosby ferndale glendale coldwell
    bothwell pelham rothwell gorleigh hadleigh henleigh burleigh farleigh stoneleigh fenwick bestwick
    berwick hardwick keswick prestwick maxwell braunstone holyhead aldworth elmworth hemingway
    windermere haltwhistle kenilworth brentwood blackpool hartlepool cranbourne sherbourne melbourne
    ashbourne whitby whalley henshaw bradshaw earnshaw crenshaw openshaw grimshaw kershaw
    """
)


_POINTS = ("north", "south", "east", "west", "nest", "hark", "pest", "bark")


class OutOfNames(ValueError):
    """More names are wanted than the grammar has."""


def _clumsy(stem: str) -> bool:
    low = stem.casefold()
    doubled = any(low[place : place + 3] == low[place] * 3 for place in range(len(low) - 2))
    hard = any(
        part in low
        for part in ("ststo", "thth", "thst", "skst", "rbb", "ndd", "ltt", "dd", "stst", "oww", "lll", "ww")
    )
    return doubled or hard or low in _REAL or low.startswith(_POINTS) or len(stem) > 13


@lru_cache(maxsize=4)
def stems(seed: int | str) -> tuple[str, ...]:
    """Return all stems in a seeded order.

    >>> stems(1)[:2] != stems(2)[:2] and stems(1) == stems(1)
    True
    """
    parts = [
        one
        for one in product(_ONSETS, _MIDDLES, ENDINGS)
        if one[0][-1] not in "lr" or one[0][-1] != one[1][1]
    ]
    found = sorted({stem for stem in map("".join, parts) if not _clumsy(stem)})
    rng_of("stems", seed).shuffle(found)
    return tuple(found)


class NamePool:
    """Deals the stems of a collection: each at most once, none that a source's own text has."""

    def __init__(self, seed: int | str) -> None:
        self._stems = stems(seed)
        self._next = 0
        self._returned: list[str] = []

    def take(self, number: int, words: frozenset[str]) -> list[str]:
        """Return *number* stems that are none of *words*; those that were given back come first.

        :raises OutOfNames: if there are too few."""
        free = [stem for stem in self._returned if stem.casefold() not in words]
        taken = free[:number]
        while len(taken) < number:
            if self._next == len(self._stems):
                raise OutOfNames(f"all {len(self._stems):,} names are used")
            stem = self._stems[self._next]
            self._next += 1
            (self._returned if stem.casefold() in words else taken).append(stem)
        kept = set(taken)
        self._returned = [stem for stem in self._returned if stem not in kept]
        return taken

    def give_back(self, stems: Iterable[str]) -> None:
        """Take stems back that no item of the collection has."""
        self._returned += stems


def dealt(values: tuple[str, ...], rng: random.Random) -> Iterator[str]:
    """Yield *values* round and round, in a new seeded order each round."""
    while True:
        yield from rng.sample(values, len(values))
