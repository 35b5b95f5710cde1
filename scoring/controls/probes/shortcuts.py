"""The shortcut controls: does anything but reading find the key? (RKB §3.2, App. C). Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchmark.construction.ripple.shapes import FAMILIES
from reviewapp.records.ripple.limits import LEAST_ELSEWHERE, LEAST_NON_SUPPORTING
from scoring.controls.probes import learned as learning
from scoring.controls.probes import linking, surface
from scoring.ripple.rankings import baselines
from scoring.ripple.rankings.baselines import Ranking
from scoring.ripple.scorer.items import DEVELOPMENT, SPLITS, RippleItem
from scoring.ripple.scorer.metrics import Target, score

ALL = "all"
IDENTIFIER, POSITION, LEXICAL, SUPPORTING, RANDOM, LINKING, SURFACE, LEARNED_WORDS, LEARNED_LINKS = (
    CONTROLS
) = (
    "identifier_order",
    "document_position",
    "lexical",
    "supporting_facts",
    "random",
    "link_follower",
    "learned_surface",
    "learned_words",
    "learned_links",
)
TITLES = {
    IDENTIFIER: "Identifier max.",
    POSITION: "Document position",
    LEXICAL: "Lexical maxima",
    SUPPORTING: "Supporting facts",
    RANDOM: "Random ordering",
    LINKING: "Link follower max.",
    SURFACE: "Learned surface",
    LEARNED_WORDS: "Learned words max.",
    LEARNED_LINKS: "Learned links",
}
RANDOM_SEED = 20_011  # an ordering of its own, apart from the random baseline's (RKB C.2)


@dataclass(frozen=True, slots=True)
class Limit:
    """Registered limits on a ranking: complete recovery in percent, and recall; both strictly below."""

    complete: float
    recall: float


LIMITS: Mapping[str, Limit] = {
    IDENTIFIER: Limit(35.0, 0.80),
    POSITION: Limit(35.0, 0.80),
    LEXICAL: Limit(60.0, 0.90),
    SUPPORTING: Limit(35.0, 0.75),
    LINKING: Limit(35.0, 0.80),
    SURFACE: Limit(35.0, 0.80),
    LEARNED_WORDS: Limit(35.0, 0.80),
    LEARNED_LINKS: Limit(35.0, 0.80),
}
MOST_ONE_SHAPE = 20.0  # percent of items; ours
MOST_ONE_PATTERN = 3.0  # percent of items; ours


@dataclass(frozen=True, slots=True)
class Measured:
    """What a ranking recovers over some items: complete recovery in percent, and recall at 2|G|."""

    complete: float
    recall: float


@dataclass(frozen=True, slots=True)
class Row:
    """One row of RKB Table 6: a control on a split, the maxima over its strategies, and the limit."""

    control: str
    split: str
    n: int
    complete: float
    recall: float
    strategies: Mapping[str, Measured]
    limit: Limit | None = None

    @property
    def margins(self) -> tuple[float, float] | None:
        """How far below the limits it stays, in percentage points and in recall."""
        if self.limit is None:
            return None
        return self.limit.complete - self.complete, self.limit.recall - self.recall

    @property
    def passed(self) -> bool:
        return self.margins is None or min(self.margins) > 0


@dataclass(frozen=True, slots=True)
class Finding:
    """One composition check: what was found, what was registered."""

    name: str
    found: str
    limit: str
    passed: bool


@dataclass(frozen=True, slots=True)
class Report:
    """All controls of a collection."""

    rows: tuple[Row, ...]
    composition: tuple[Finding, ...]
    features: Mapping[str, Sequence[tuple[str, float]]]
    shared: Mapping[str, Sequence[str]]

    @property
    def passed(self) -> bool:
        return all(row.passed for row in self.rows) and all(finding.passed for finding in self.composition)


def measure(items: Sequence[RippleItem], rank: Callable[[RippleItem], Ranking]) -> Measured:
    """Score a ranking over items (RKB §2)."""
    scores = []
    for item in items:
        entries = [{"unit_id": unit.unit_id, "text": unit.text} for unit in rank(item)]
        scores.append(score(Target(item), entries))
    n = len(scores)
    return Measured(
        100 * sum(item_score.complete_at_2g for item_score in scores) / n,
        sum(item_score.recall_at_2g for item_score in scores) / n,
    )


def row_of(
    control: str,
    split: str,
    items: Sequence[RippleItem],
    strategies: Mapping[str, Callable[[RippleItem], Ranking]],
) -> Row:
    """Return a row: the larger score of the strategies, for each metric on its own (RKB C.1)."""
    measured = {name: measure(items, rank) for name, rank in strategies.items()}
    complete = max(recovered.complete for recovered in measured.values())
    recall = max(recovered.recall for recovered in measured.values())
    return Row(control, split, len(items), complete, recall, measured, LIMITS.get(control))


def check(
    items: Sequence[RippleItem],
    *,
    seed: int = baselines.SEED,
    learn: bool = True,
    tick: Callable[[int], None] = lambda rows: None,
) -> Report:
    """Run every control over a collection (RKB Tables 6 and 7, and the learned one).

    :param learn: leave the learned surface control out where False.
    :param tick: called with the number of rows that are done.
    :raises NoLearner: if it is asked for and scikit-learn is missing."""
    parts = {ALL: list(items)} | {split: [item for item in items if item.split == split] for split in SPLITS}
    parts = {split: inside for split, inside in parts.items() if inside}
    rows: list[Row] = []
    for row in _plain_rows(parts, seed):
        rows.append(row)
        tick(len(rows))
    features: dict[str, Sequence[tuple[str, float]]] = {}
    if learn and len(parts) > 2:
        for split, inside, learned in surface.held_out(items):
            rows.append(row_of(SURFACE, split, inside, {"logistic regression": learned.rank}))
            features[split] = learned.weights()
            tick(len(rows))
        for control, split, inside, strategies in learning.held_out(items):
            rows.append(row_of(control, split, inside, strategies))
            tick(len(rows))
    return Report(tuple(rows), tuple(composition(items)), features, shared_texts(items))


def _plain_rows(parts: Mapping[str, Sequence[RippleItem]], seed: int) -> Iterator[Row]:
    identifier = {"id_ascending": baselines.id_ascending, "id_descending": baselines.id_descending}
    lexical = {"bm25": baselines.bm25, "token_overlap": baselines.token_overlap}
    supporting = {"supporting_facts": lambda item: baselines.supporting_facts(item, seed)}
    shuffled = {"random": lambda item: baselines.random_order(item, RANDOM_SEED + seed)}
    yield from (row_of(IDENTIFIER, split, inside, identifier) for split, inside in parts.items())
    if DEVELOPMENT in parts:
        learned = {"document_position": baselines.Positions(parts[DEVELOPMENT]).rank}
        tested = [split for split in parts if split not in (ALL, DEVELOPMENT)]
        yield from (row_of(POSITION, split, parts[split], learned) for split in tested)
    yield from (row_of(LEXICAL, split, inside, lexical) for split, inside in parts.items())
    yield from (row_of(SUPPORTING, split, inside, supporting) for split, inside in parts.items())
    yield row_of(RANDOM, ALL, parts[ALL], shuffled)
    yield from (row_of(LINKING, split, inside, linking.FOLLOWERS) for split, inside in parts.items())


def composition(items: Sequence[RippleItem]) -> Iterator[Finding]:
    """Check concentration of shapes and positions, uniqueness, support (RKB B.3, C.2)."""
    shapes = Counter(item.shape for item in items)
    missing = [family for family in FAMILIES if family not in shapes]
    shapes_found = f"{len(FAMILIES) - len(missing)} of {len(FAMILIES)}" + (
        f", no {', '.join(missing)}" if missing else ""
    )
    yield Finding("shapes present", shapes_found, f"all {len(FAMILIES)}", not missing)
    yield _most("commonest shape", shapes, MOST_ONE_SHAPE)
    yield _most("commonest affected-position pattern", Counter(map(_pattern, items)), MOST_ONE_PATTERN)
    yield _unique(
        "identifiers", [name for item in items for name in (item.item_id, *(u.unit_id for u in item.units))]
    )
    yield _unique("texts", [unit.canonical for item in items for unit in item.units])
    affected = [unit_id in item.supporting for item in items for unit_id in item.depths]
    share = 100 * affected.count(False) / len(affected)
    count = f"{share:.1f} % ({affected.count(False)} of {len(affected)})"
    yield Finding(
        "affected units beyond the question's support",
        count,
        f"at least {LEAST_NON_SUPPORTING:.1f} %",
        share >= LEAST_NON_SUPPORTING,
    )
    least = min(
        sum(item.unit(name).document != item.unit(item.edit.unit_id).document for name in item.depths)
        for item in items
    )
    yield Finding(
        "affected units outside of the edited document, least",
        str(least),
        f"at least {LEAST_ELSEWHERE}",
        least >= LEAST_ELSEWHERE,
    )


def _pattern(item: RippleItem) -> tuple[int, ...]:
    """Return the places of an item's affected units in the order in which units are rendered."""
    return tuple(place for place, unit in enumerate(item.units) if unit.unit_id in item.depths)


def _most(name: str, counts: Counter[Any], limit: float) -> Finding:
    """Check that the commonest value has at most a share *limit*; a single item always passes."""
    number, total = max(counts.values()), counts.total()
    share = 100 * number / total
    return Finding(name, f"{share:.1f} % ({number})", f"at most {limit:.1f} %", share <= limit or number == 1)


def _unique(name: str, values: Sequence[str]) -> Finding:
    counts = Counter(values)
    n_repeated = sum(number > 1 for number in counts.values())
    return Finding(f"distinct {name}", f"{len(counts):,} of {len(values):,}", "all", not n_repeated)


def shared_texts(items: Iterable[RippleItem]) -> dict[str, list[str]]:
    """Return each unit's text that stands in items of different splits, with those items."""
    users: dict[str, list[tuple[str, str]]] = {}
    for item in items:
        for unit in item.units:
            users.setdefault(unit.canonical, []).append((item.split, item.item_id))
    return {
        text: sorted(item_id for _, item_id in uses)
        for text, uses in users.items()
        if len({split for split, _ in uses}) > 1
    }


def as_text(report: Report) -> list[str]:
    """Return the controls as a table of lines, with limits and margins."""
    lines = [
        f"{'Control':<18} {'Split':<18} {'Complete':>9} {'Recall@2G':>10}  {'Limits':<14} {'Margins':<16}"
    ]
    for row in report.rows:
        split = "all" if row.split == ALL else row.split
        limit = f"< {row.limit.complete:.1f} {row.limit.recall:.2f}" if row.limit else "–"
        margin = f"{row.margins[0]:+.1f} {row.margins[1]:+.2f}" if row.margins else "–"
        name = f"{split} ({row.n})"
        mark = "" if row.passed else "  BROKEN"
        lines.append(
            f"{TITLES[row.control]:<18} {name:<18} {row.complete:>8.1f}% {row.recall:>10.2f}  "
            f"{limit:<14} {margin}{mark}"
        )
    lines.append("")
    for finding in report.composition:
        lines.append(
            f"{finding.name}: {finding.found} ({finding.limit}){'' if finding.passed else '  BROKEN'}"
        )
    for split, weights in report.features.items():
        listed = ", ".join(f"{name} {weight:+.2f}" for name, weight in weights)
        lines.append(f"learned without {split}: {listed}")
    lines.append(f"texts shared between splits: {len(report.shared)}")
    return lines


def as_object(report: Report) -> dict[str, Any]:
    """Return the controls as JSON, the registered limits with them."""
    return {
        "passed": report.passed,
        "limits": {
            **{control: asdict(limit) for control, limit in LIMITS.items()},
            "non_supporting_percent": LEAST_NON_SUPPORTING,
            "affected_elsewhere": LEAST_ELSEWHERE,
            "one_shape_percent": MOST_ONE_SHAPE,
            "one_pattern_percent": MOST_ONE_PATTERN,
        },
        "rows": [_row_object(row) for row in report.rows],
        "composition": [asdict(finding) for finding in report.composition],
        "surface_features": {
            split: [list(pair) for pair in finding] for split, finding in report.features.items()
        },
        "shared_texts": report.shared,
    }


def _row_object(row: Row) -> dict[str, Any]:
    margins = row.margins
    return {
        "control": row.control,
        "title": TITLES[row.control],
        "split": row.split,
        "n": row.n,
        "complete_percent": row.complete,
        "recall_at_2g": row.recall,
        "strategies": {name: asdict(recovered) for name, recovered in row.strategies.items()},
        "limit_complete": row.limit.complete if row.limit else None,
        "limit_recall": row.limit.recall if row.limit else None,
        "margin_complete": margins[0] if margins else None,
        "margin_recall": margins[1] if margins else None,
        "passed": row.passed,
    }


COLUMNS = (
    "control",
    "split",
    "n",
    "complete_percent",
    "recall_at_2g",
    "limit_complete",
    "limit_recall",
    "margin_complete",
    "margin_recall",
    "passed",
)


def as_table(report: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    """Yield the controls, from their JSON, as rows of COLUMNS; composition in the columns that it has.

    A composition check stands as `composition: NAME`, what was found and the limit in words."""
    for row in report["rows"]:
        yield tuple(row[name] for name in COLUMNS)
    for finding in report["composition"]:
        check_name = f"composition: {finding['name']}"
        yield (
            check_name,
            ALL,
            None,
            finding["found"],
            None,
            finding["limit"],
            None,
            None,
            None,
            finding["passed"],
        )
