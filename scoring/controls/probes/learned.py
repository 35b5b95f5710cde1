"""Learned controls: what words, looks and links of units give away to who has seen other sources' keys.

Ours, not the paper's. Each learns on two splits and ranks the third, so that no source is on both sides. The
edited unit is told apart in every item and goes first. scikit-learn comes with the extra `controls`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from scoring.controls.probes.linking import WAYS, ranked, reached, readings_of
from scoring.controls.probes.surface import NoLearner, features_of
from scoring.ripple.rankings.baselines import Ranking
from scoring.ripple.rankings.tokens import tokens
from scoring.ripple.scorer.items import SPLITS, RippleItem, Unit

ROUNDS = 120  # of boosting
RATE = 0.06

Scores = Callable[[RippleItem], Sequence[float]]


def unit_text(item: RippleItem, unit: Unit) -> str:
    """Return what a learner reads of a unit alone."""
    return unit.canonical


def unit_and_edit(item: RippleItem, unit: Unit) -> str:
    """Return what a learner reads of a unit beside the edit: its text, the edit's words, those of both."""
    edit = set(tokens(item.edit.description))
    both = edit & set(tokens(unit.canonical))
    return " ".join([unit.canonical, *(f"edit_{word}" for word in edit), *(f"both_{word}" for word in both)])


def words_learned(
    items: Sequence[RippleItem], text: Callable[[RippleItem, Unit], str], strength: float = 1.0
) -> Scores:
    """Learn a logistic regression over TF-IDF weights of words and pairs of words.

    :raises NoLearner: if scikit-learn is missing."""
    try:
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.linear_model import LogisticRegression
    except ImportError as error:
        raise NoLearner("the learned controls need scikit-learn: install the extra `controls`") from error
    weights: Any = TfidfVectorizer(ngram_range=(1, 2), min_df=3, sublinear_tf=True)
    table = weights.fit_transform([text(item, unit) for item in items for unit in item.units])
    model: Any = LogisticRegression(C=strength, class_weight="balanced", max_iter=300)
    model.fit(table, _affected(items))
    return lambda item: list(
        model.decision_function(weights.transform([text(item, unit) for unit in item.units]))
    )


def links_learned(items: Sequence[RippleItem]) -> Scores:
    """Learn boosted trees over what is seen of units, and of their links within the item.

    :raises NoLearner: if scikit-learn is missing."""
    try:
        import threadpoolctl
        from sklearn.ensemble import HistGradientBoostingClassifier
    except ImportError as error:
        raise NoLearner("the learned controls need scikit-learn: install the extra `controls`") from error
    model: Any = HistGradientBoostingClassifier(max_iter=ROUNDS, learning_rate=RATE, random_state=1)
    rows = np.array([row for item in items for row in link_features(item)])
    with threadpoolctl.threadpool_limits(1):  # threads that wait for one another take a loaded machine's time
        model.fit(rows, _affected(items))
    return lambda item: list(model.decision_function(np.array(link_features(item))))


def _affected(items: Sequence[RippleItem]) -> Any:
    return np.array([unit.unit_id in item.depths for item in items for unit in item.units])


def link_features(item: RippleItem) -> list[list[float]]:
    """Return a row a unit: its looks, who names it and whom it names, how a follower reaches it."""
    readings = readings_of(item)
    common = Counter(name for one in readings for name in one.names)
    ways = [reached(item, way) for way in WAYS.values()]
    rows = []
    for place, (unit, one) in enumerate(zip(item.units, readings, strict=True)):
        others = [other for number, other in enumerate(readings) if number != place]
        subject = [common[name] for name in one.subject]
        row: list[float] = [float(value) for value in features_of(item, unit).values()]
        row += [sum(bool(one.subject & other.names) for other in others), len(one.names - one.subject)]
        row += [one.relates, max(subject, default=0), min(subject, default=0)]
        row += [sum(len(one.words & other.words) for other in others)]
        for way in ways:
            row += [way[place], sum(other > way[place] for other in way)]
        rows.append(row)
    return rows


LEARNERS: dict[str, dict[str, Callable[[Sequence[RippleItem]], Scores]]] = {
    "learned_words": {
        "unit": lambda items: words_learned(items, unit_text),
        "unit and edit": lambda items: words_learned(items, unit_and_edit),
    },
    "learned_links": {"boosted trees": links_learned},
}


def ranked_by(scores: Scores) -> Callable[[RippleItem], Ranking]:
    """Return a ranking by scores, the edited unit first; ties go by a seeded order."""

    def rank(item: RippleItem) -> Ranking:
        unit_scores = scores(item)
        return ranked(
            item, lambda place: (item.units[place].unit_id != item.edit.unit_id, -unit_scores[place])
        )

    return rank


def held_out(
    items: Sequence[RippleItem],
) -> Iterator[tuple[str, str, list[RippleItem], dict[str, Callable[[RippleItem], Ranking]]]]:
    """Yield each learned control with a split, its items, and the rankings learned on the other splits.

    :raises NoLearner: if scikit-learn is missing."""
    for control, learners in LEARNERS.items():
        for split in SPLITS:
            inside = [item for item in items if item.split == split]
            others = [item for item in items if item.split != split]
            if inside and others:
                yield (
                    control,
                    split,
                    inside,
                    {name: ranked_by(learn(others)) for name, learn in learners.items()},
                )
