"""Figures over all, single- and multi-source items and domains, with intervals."""

import numpy as np
import pytest

from scoring.access.scorer.metrics import AccessItem, AccessTable
from scoring.access.scorer.slices import Slice, access_slices
from scoring.statistics.bootstrap import Estimate

ITEMS = [
    AccessItem("q3", frozenset("c"), "law"),
    AccessItem("q1", frozenset("a"), "law"),
    AccessItem("q2", frozenset("ab"), "math"),
    AccessItem("q4", frozenset("abcd"), ""),
]


def run() -> AccessTable:
    table = AccessTable(ITEMS, 10)
    table.add("64K", "q1", list("ax"))
    table.add("64K", "q2", list("xb"))
    table.add("64K", "q3", list("xc"))
    table.add("64K", "q4", list("dcba"))
    return table


def slices(table: AccessTable, **options: object) -> dict[tuple[str, str, str], Slice]:
    found = access_slices(table, replicates=500, seed=7, **options)  # type: ignore[arg-type]
    return {(part.scale, part.kind, part.name): part for part in found}


def values(part: Slice) -> list[float | None]:
    return [figure.value for figure in part.metrics.values()]


def test_values_are_those_computed_by_hand() -> None:
    found = slices(run(), by_domain=True)
    assert {key[1:]: (part.n_items, values(part)) for key, part in found.items()} == {
        ("all", ""): (4, [0.5, 0.875, 0.5, 0.375]),
        ("single", ""): (2, [0.5, 1.0, None, None]),
        ("multi", ""): (2, [None, 0.75, 0.5, 0.25]),
        ("domain", ""): (1, [None, 1.0, 1.0, 0.0]),
        ("domain", "law"): (2, [0.5, 1.0, None, None]),
        ("domain", "math"): (1, [None, 0.5, 0.0, 0.5]),
    }


def test_each_mean_says_over_how_many_items_it_runs() -> None:
    part = slices(run())["64K", "all", ""]
    assert [figure.n for figure in part.metrics.values()] == [2, 4, 2, 4]


def test_a_mean_over_nothing_is_undefined() -> None:
    table = AccessTable([AccessItem("q1", frozenset("a"))])
    table.add("all", "q1", ["a"])
    assert slices(table)["all", "all", ""].metrics["fr_at_k"] == Estimate(None, None, None, 0)


def test_intervals_equal_a_slow_loop_over_sorted_items() -> None:
    by_name = {"q1": (1.0, 1.0, None), "q2": (None, 0.5, 0.0), "q3": (0.0, 1.0, None), "q4": (None, 1.0, 1.0)}
    rows = [by_name[name] for name in sorted(by_name)]
    drawn = np.random.default_rng(7).integers(0, 4, size=(500, 4))
    part = slices(run())["64K", "all", ""]
    for column, metric in enumerate(("r_at_1", "sr_at_k", "fr_at_k")):
        means = []
        for replicate in drawn:
            found = [value for index in replicate if (value := rows[index][column]) is not None]
            means += [sum(found) / len(found)] if found else []
        low, high = np.percentile(means, [2.5, 97.5])
        assert (part.metrics[metric].low, part.metrics[metric].high) == (low, high)


def test_the_gap_is_paired_within_the_replicates() -> None:
    rows = {"q1": (1.0, None), "q2": (0.5, 0.0), "q3": (1.0, None), "q4": (1.0, 1.0)}
    table = [rows[name] for name in sorted(rows)]
    gaps = []
    for replicate in np.random.default_rng(7).integers(0, 4, size=(500, 4)):
        full = [value for index in replicate if (value := table[index][1]) is not None]
        if full:
            gaps.append(sum(table[index][0] for index in replicate) / 4 - sum(full) / len(full))
    low, high = np.percentile(gaps, [2.5, 97.5])
    gap = slices(run())["64K", "all", ""].metrics["sr_fr_gap"]
    assert (gap.low, gap.high) == (pytest.approx(low), pytest.approx(high))


def test_every_rung_has_the_intervals_it_would_have_alone() -> None:
    table = run()
    table.add("512K", "q1", list("xa"))
    both = slices(table, by_domain=True)
    alone = slices(run(), by_domain=True)
    assert {key: part for key, part in both.items() if key[0] == "64K"} == alone
    assert both["512K", "all", ""].metrics["r_at_1"].value == 0.0


def test_the_order_of_the_items_changes_nothing() -> None:
    turned = AccessTable(ITEMS[::-1], 10)
    for item, ids in {"q1": "ax", "q2": "xb", "q3": "xc", "q4": "dcba"}.items():
        turned.add("64K", item, list(ids))
    assert slices(turned, by_domain=True) == slices(run(), by_domain=True)
