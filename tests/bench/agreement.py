"""Agreement over a whole collection of EMB's size, beside libraries that give one value and no interval."""

from __future__ import annotations

import random
from collections.abc import Iterator

import krippendorff
import numpy as np
from sklearn.metrics import cohen_kappa_score

from reviewapp.rules.agreement import agreement
from tests.bench.ripple_scoring import Measured, best

ITEMS, REPLICATES = 39_860, 1_000
LABELS = ("accept", "ambiguous", "unsupported", "noisy", "other")


def figures() -> Iterator[Measured]:
    """Two people on every item, five labels, 1,000 bootstrap samples: every measure within 2 s."""
    rng = random.Random(5)
    given = [[rng.choice(LABELS) for _ in range(ITEMS)] for _ in range(2)]
    ratings = [
        (item, rater, label) for rater, labels in enumerate(given) for item, label in enumerate(labels)
    ]
    coded = np.array([[LABELS.index(label) for label in labels] for labels in given])

    def alpha() -> object:
        return krippendorff.alpha(reliability_data=coded, level_of_measurement="nominal")

    peers = {
        "krippendorff, α alone": best(alpha, 3),
        "scikit-learn, κ alone": best(lambda: cohen_kappa_score(*given), 3),
    }
    took = best(lambda: agreement(ratings, replicates=REPLICATES, seed=1), 3)
    yield Measured("every measure, with intervals", took, None, 2_000.0, peers)
