"""The learned surface control: what length, digits, capitals, openings and places alone give away.

Ours, not the paper's: RKB §3.2 leaves entity-first openings as an open cue. A logistic regression is trained
on two splits and ranks the third. scikit-learn comes with the extra `controls`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from scoring.ripple.rankings.baselines import Ranking
from scoring.ripple.rankings.tokens import query_of, tokens
from scoring.ripple.scorer.items import SPLITS, RippleItem, Unit
from scoring.statistics.bootstrap import Floats

STRENGTH = 1.0  # of the regression's inverse regularisation
SHOWN_FEATURES = 8

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[^\W\d_]+")


class NoLearner(ValueError):
    """scikit-learn is not installed."""


class TooFewSplits(ValueError):
    """There is no other split to learn from."""


def features_of(item: RippleItem, unit: Unit) -> dict[str, float]:
    """Return what a reader sees of a unit without reading it, by name."""
    text, words = unit.canonical, _WORD.findall(unit.canonical)
    mean = sum(len(other.canonical) for other in item.units) / len(item.units)
    size = item.document_sizes[unit.document]
    home = item.unit(item.edit.unit_id).document
    return {
        "characters": len(text),
        "characters against the mean": len(text) / mean,
        "words": len(words),
        "mean word length": sum(map(len, words)) / max(1, len(words)),
        "digits": sum(letter.isdigit() for letter in text),
        "numbers": len(_NUMBER.findall(text)),
        "first number at": _place(_NUMBER.search(text), text),
        "last letter is a digit": text.rstrip(".")[-1:].isdigit(),
        "capitals": sum(letter.isupper() for letter in text),
        "capitalised words": sum(word[0].isupper() for word in words),
        "capitals after the opening": sum(word[0].isupper() for word in words[3:]),
        "commas": text.count(","),
        "colons and semicolons": text.count(";") + text.count(":"),
        "brackets and quotes": sum(letter in "()\"“”'’" for letter in text),
        "hyphens": sum(letter in "-–—" for letter in text),
        **_opening(words),
        **{f"document {place}": unit.document == place for place in range(4)},
        "in the edited document": unit.document == home,
        "documents": len(item.document_sizes),
        "units of its document": size,
        "place in its document": unit.place / max(1, size - 1),
        "is first": unit.place == 0,
        "is last": unit.place == size - 1,
        **_overlap(item, unit),
    }


def _place(match: re.Match[str] | None, text: str) -> float:
    return match.start() / len(text) if match else 1.0


def _opening(words: Sequence[str]) -> dict[str, float]:
    head = [*words[:3], "", "", ""]
    return {
        "opens with two capitals": head[0][:1].isupper() and head[1][:1].isupper(),
        "opens with three capitals": all(word[:1].isupper() for word in head[:3]),
        "opens with an article": head[0] in ("The", "A", "An"),
        "opens with a pronoun": head[0] in ("It", "He", "She", "They", "His", "Her", "Its", "This"),
        "length of the first word": len(head[0]),
        "length of the second word": len(head[1]),
    }


def _overlap(item: RippleItem, unit: Unit) -> dict[str, float]:
    query, own = set(tokens(query_of(item))), set(tokens(unit.text))
    shared = len(query & own)
    return {
        "is the edited unit": unit.unit_id == item.edit.unit_id,
        "tokens shared with the edit": shared,
        "share of tokens shared": shared / max(1, len(own)),
        "has the old value": item.edit.old in unit.canonical,
        "has the new value": item.edit.new in unit.canonical,
    }


class Learned:
    """A regression over surface features, with the weights of its features."""

    def __init__(self, items: Sequence[RippleItem]) -> None:
        try:
            from sklearn.linear_model import LogisticRegression
        except ImportError as error:
            text = "the learned surface control needs scikit-learn: install the extra `controls`"
            raise NoLearner(text) from error
        rows = [features_of(item, unit) for item in items for unit in item.units]
        self.names = list(rows[0])
        table = _table(rows)
        affected = np.array([unit.unit_id in item.depths for item in items for unit in item.units])
        self._mean, self._scale = table.mean(axis=0), table.std(axis=0)
        self._scale[self._scale == 0] = 1.0
        self._model: Any = LogisticRegression(C=STRENGTH, class_weight="balanced", max_iter=2_000)
        self._model.fit((table - self._mean) / self._scale, affected)

    def rank(self, item: RippleItem) -> Ranking:
        """Rank the units of an item, likeliest first; ties go to the lower unit_id."""
        table = _table([features_of(item, unit) for unit in item.units])
        scores = self._model.decision_function((table - self._mean) / self._scale)
        pairs = sorted(zip(scores, item.units, strict=True), key=lambda pair: (-pair[0], pair[1].unit_id))
        return [unit for _, unit in pairs]

    def weights(self, most: int = SHOWN_FEATURES) -> list[tuple[str, float]]:
        """Return the features that carry most, with their weights in standard deviations."""
        pairs = zip(self.names, map(float, self._model.coef_[0]), strict=True)
        return sorted(pairs, key=lambda pair: -abs(pair[1]))[:most]


def _table(rows: Sequence[Mapping[str, float]]) -> Floats:
    return np.array([list(row.values()) for row in rows], dtype=np.float64)


def held_out(items: Sequence[RippleItem]) -> Iterator[tuple[str, list[RippleItem], Learned]]:
    """Yield each split with its items and what was learned on the others.

    :raises TooFewSplits: if all items are of one split.
    :raises NoLearner: if scikit-learn is missing."""
    present = [split for split in SPLITS if any(item.split == split for item in items)]
    if len(present) < 2:
        raise TooFewSplits("the learned surface control needs items of two splits or more")
    for split in present:
        inside = [item for item in items if item.split == split]
        yield split, inside, Learned([item for item in items if item.split != split])
