"""The deterministic rankings of ripple items (RKB §4, App. C, F; contracts §6). Pure.

Ties go to the lower unit_id, by code points, unless a ranking says otherwise. Every ranking names all
candidates and copies their text as it came.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from rank_bm25 import BM25Okapi

from scoring.ripple.rankings.tokens import query_of, tokens
from scoring.ripple.scorer.items import DEVELOPMENT, RippleItem, Unit
from scoring.statistics.bootstrap import Floats

K1, B, EPSILON = 1.5, 0.75, 0.25  # of BM25Okapi
CANDIDATES = 12  # the best by BM25 that the embeddings rerank
SEED = 1

Ranking = list[Unit]


class NothingToLearnFrom(ValueError):
    """There is no development item."""


class Embedder(Protocol):
    """Turns texts into vectors; its name is part of the run's."""

    name: str

    def __call__(self, texts: Sequence[str]) -> Floats: ...


def _by_id(units: Iterable[Unit]) -> Ranking:
    return sorted(units, key=lambda unit: unit.unit_id)


def render_order(item: RippleItem) -> Ranking:
    """Rank units as they are shown: documents in order, units in order."""
    return list(item.units)


def id_ascending(item: RippleItem) -> Ranking:
    """Rank by unit_id, ascending by code points."""
    return _by_id(item.units)


def id_descending(item: RippleItem) -> Ranking:
    """Rank by unit_id, descending by code points."""
    return _by_id(item.units)[::-1]


def random_order(item: RippleItem, seed: int = SEED) -> Ranking:
    """Rank by a shuffle that depends on the seed and the item_id alone, not on the other items."""
    units = _by_id(item.units)
    random.Random(f"{seed}:{item.item_id}").shuffle(units)
    return units


def supporting_facts(item: RippleItem, seed: int = SEED) -> Ranking:
    """Rank the source question's supporting units first; each part in seeded order (RKB C.1). Privileged."""
    return sorted(random_order(item, seed), key=lambda unit: unit.unit_id not in item.supporting)


def _best_first(units: Sequence[Unit], scores: Iterable[float]) -> Ranking:
    scored = sorted(zip(scores, units, strict=True), key=lambda pair: (-pair[0], pair[1].unit_id))
    return [unit for _, unit in scored]


def token_overlap(item: RippleItem) -> Ranking:
    """Rank by how many distinct tokens a unit shares with the edit's query."""
    query = set(tokens(query_of(item)))
    return _best_first(item.units, [len(query.intersection(tokens(unit.text))) for unit in item.units])


def bm25_scores(item: RippleItem) -> Floats:
    """Score the units by BM25Okapi (k1 1.5, b 0.75, ε 0.25) over the item's own units, for the edit's query.

    A token that the query repeats counts as often. Units without any token in the whole item score 0.
    """
    corpus = [tokens(unit.text) for unit in item.units]
    if not any(corpus):
        return np.zeros(len(corpus))
    scores: Floats = BM25Okapi(corpus, k1=K1, b=B, epsilon=EPSILON).get_scores(tokens(query_of(item)))
    return scores


def bm25(item: RippleItem) -> Ranking:
    """Rank by BM25 similarity to the edit's query (RKB C.1, F)."""
    return _best_first(item.units, bm25_scores(item))


def bm25_embeddings(item: RippleItem, embed: Embedder) -> Ranking:
    """Rerank the twelve best by BM25 by cosine to the edit's query; the others follow as BM25 has them."""
    ranked = bm25(item)
    head = ranked[:CANDIDATES]
    vectors = np.asarray(embed([query_of(item), *(unit.text for unit in head)]), dtype=np.float64)
    lengths = np.linalg.norm(vectors, axis=1)
    vectors /= np.where(lengths > 0, lengths, 1.0)[:, None]
    return _best_first(head, vectors[1:] @ vectors[0]) + ranked[CANDIDATES:]


Feature = tuple[int, ...]


class Positions:
    """How often units at a position are affected, learned on development items alone (RKB C.1).

    The features are public: a document's index and how many there are, a unit's index in it and how many. A
    position seldom seen leans on the same indices without the counts, and these on the overall rate: each
    level counts as one more observation of the next finer one.

    :raises NothingToLearnFrom: if no item is of the development split.
    """

    def __init__(self, items: Iterable[RippleItem]) -> None:
        self._seen: dict[Feature, list[int]] = {}
        for item in items:
            if item.split == DEVELOPMENT:
                for unit in item.units:
                    for feature in self._features(item, unit):
                        counts = self._seen.setdefault(feature, [0, 0])
                        counts[0] += unit.unit_id in item.depths
                        counts[1] += 1
        if not self._seen:
            raise NothingToLearnFrom("no item of the development split to learn positions from")

    @staticmethod
    def _features(item: RippleItem, unit: Unit) -> Iterator[Feature]:
        """Yield the features of a unit, coarse to fine."""
        yield ()
        yield unit.document, unit.place
        yield unit.document, unit.place, len(item.document_sizes), item.document_sizes[unit.document]

    def rate(self, item: RippleItem, unit: Unit) -> float:
        """Return the smoothed share of affected units at a unit's position."""
        rate = 0.0
        for feature in self._features(item, unit):
            affected, seen = self._seen.get(feature, (0, 0))
            rate = (affected + rate) / (seen + 1)
        return rate

    def rank(self, item: RippleItem) -> Ranking:
        """Rank by the learned rate."""
        return _best_first(item.units, [self.rate(item, unit) for unit in item.units])


PLAIN: Mapping[str, Callable[[RippleItem], Ranking]] = {
    "render_order": render_order,
    "id_ascending": id_ascending,
    "id_descending": id_descending,
    "token_overlap": token_overlap,
    "bm25": bm25,
}
SEEDED: Mapping[str, Callable[[RippleItem, int], Ranking]] = {
    "random": random_order,
    "supporting_facts": supporting_facts,
}
DOCUMENT_POSITION, BM25_EMBEDDINGS = "document_position", "bm25_embeddings"
PRIVILEGED = (DOCUMENT_POSITION, "supporting_facts")
NAMES = ("random", *PLAIN, BM25_EMBEDDINGS, DOCUMENT_POSITION, "supporting_facts")


def rank_items(
    name: str, items: Sequence[RippleItem], *, seed: int = SEED, embed: Embedder | None = None
) -> Iterator[tuple[RippleItem, Ranking]]:
    """Yield each item with its ranking; `document_position` leaves out the development items it learned from.

    :raises NothingToLearnFrom: if `document_position` finds no development item.
    :raises KeyError: if there is no ranking of that name, or `bm25_embeddings` has nothing to embed with.
    """
    if name == DOCUMENT_POSITION:
        positions = Positions(items)
        for item in items:
            if item.split != DEVELOPMENT:
                yield item, positions.rank(item)
        return
    if name == BM25_EMBEDDINGS and embed is not None:
        yield from ((item, bm25_embeddings(item, embed)) for item in items)
    elif name in SEEDED:
        yield from ((item, SEEDED[name](item, seed)) for item in items)
    else:
        yield from ((item, PLAIN[name](item)) for item in items)


def metadata(name: str, *, seed: int = SEED, embed: Embedder | None = None) -> dict[str, Any]:
    """Return the metadata object of a baseline's run (contracts §5)."""
    system, model, sampling = name, "", {}
    if name in SEEDED:
        sampling = {"seed": seed}
    if name.startswith("bm25"):
        model = f"rank-bm25 BM25Okapi k1={K1} b={B} epsilon={EPSILON}"
    if name == BM25_EMBEDDINGS and embed is not None:
        system = f"{name} ({embed.name})"
        model += f"; the best {CANDIDATES} reranked by {embed.name}"
    family = "privileged control" if name in PRIVILEGED else "deterministic"
    return {
        "system": system,
        "family": family,
        "group": "initial",
        "sampling": sampling,
        "model": model,
        "notes": NOTES.get(name, ""),
    }


NOTES = {
    DOCUMENT_POSITION: "Learned on the development items, which the run leaves out.",
    "supporting_facts": "Sees the hidden labels of the source question's supporting units.",
}


def run_objects(
    name: str, items: Sequence[RippleItem], *, seed: int = SEED, embed: Embedder | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the lines of a baseline's stored run: its metadata, then one ranking an item (contracts §5)."""
    yield {"run": metadata(name, seed=seed, embed=embed)}
    for item, ranking in rank_items(name, items, seed=seed, embed=embed):
        listed = [{"unit_id": unit.unit_id, "text": unit.text} for unit in ranking]
        yield {"item_id": item.item_id, "ranking": listed}
