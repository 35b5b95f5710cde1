"""The figures of a campaign of ripple review, by hand; the formulas of agreement against those at hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.rules import agreement as measures
from reviewapp.workflows.ripple.rules import figures
from reviewapp.workflows.ripple.rules.figures import Effort, Resampling, Reviewed
from reviewapp.workflows.ripple.rules.sums import measure_agreement, measure_ratio

RESAMPLING = Resampling(replicates=0, seed=1)
COUNTS = st.lists(st.lists(st.integers(0, 3), min_size=9, max_size=9), min_size=1, max_size=4)


def judged(units: str, edges: str) -> dict[str, object]:
    """Return a closure return from its verdicts: s(upported), n(ot supported), a(mbiguous), in order."""
    words = {"s": "supported", "n": "not_supported", "a": "ambiguous"}
    return {
        "units": [{"unit_id": unit, "verdict": words[one]} for unit, one in zip("abc", units, strict=False)],
        "edges": [{"edge_id": f"e{n}", "verdict": words[one]} for n, one in enumerate(edges, start=1)],
    }


def blind(selected: str, ambiguous: str = "") -> dict[str, object]:
    return {
        "selected": [{"unit_id": unit} for unit in selected],
        "ambiguous": [{"unit_id": unit} for unit in ambiguous],
    }


# Proposed: edit → a → b → c. Alice selects a, b, d; bob a, b, c, d and is in doubt of e.
ITEM = Reviewed(
    item="one",
    units=tuple("abcdef"),
    closure={
        "units": [{"unit_id": unit} for unit in "abc"],
        "edges": [
            {"edge_id": "e1", "parent": "edit", "child": "a"},
            {"edge_id": "e2", "parent": "a", "child": "b"},
            {"edge_id": "e3", "parent": "b", "child": "c"},
        ],
    },
    reviewers=("alice", "bob"),
    blinds=(blind("abd"), blind("abcd", "e")),
    closures=(judged("ssn", "ssn"), judged("sss", "sas")),
    final={
        "units": [{"unit_id": unit} for unit in "abd"],
        "edges": [
            {"parent": "edit", "child": "a"},
            {"parent": "a", "child": "b"},
            {"parent": "a", "child": "d"},
        ],
    },
    efforts=(Effort("blind", 60), Effort("blind", 120), Effort("closure", 30), Effort("adjudication", 90)),
)
# Alice selects nothing, bob all that was proposed; nobody has judged the closure yet.
OTHER = Reviewed(
    item="two",
    units=tuple("xy"),
    closure={"units": [{"unit_id": "x"}], "edges": [{"edge_id": "e1", "parent": "edit", "child": "x"}]},
    reviewers=("alice", "bob"),
    blinds=(blind("", "x"), blind("x")),
    efforts=(Effort("blind", 600),),
)


def recovered(who: str) -> dict[str, float | None]:
    (row,) = [one for one in figures.recovery([ITEM, OTHER], RESAMPLING) if one["who"] == who]
    names = ("precision", "recall", "complete", "pooled_precision", "pooled_recall")
    return {name: row[name]["value"] for name in names}


def test_recovery_of_one_reviewer():
    assert recovered("alice") == pytest.approx(
        {
            "precision": 2 / 3,  # the empty selection has none
            "recall": (2 / 3 + 0) / 2,
            "complete": 0.0,
            "pooled_precision": 2 / 3,
            "pooled_recall": 2 / 4,
        }
    )


def test_recovery_of_the_other():
    assert recovered("bob") == pytest.approx(
        {
            "precision": (3 / 4 + 1) / 2,
            "recall": 1.0,
            "complete": 1.0,
            "pooled_precision": 4 / 5,
            "pooled_recall": 1.0,
        }
    )


def test_recovery_of_both_and_of_either():
    assert recovered(figures.BOTH)["pooled_recall"] == 2 / 4
    assert recovered(figures.EITHER)["complete"] == 1.0


def test_a_mean_of_items_has_an_interval():
    found = measure_ratio([(0, 1), (1, 1)], replicates=400, seed=1)
    assert (found.value, found.low, found.high) == (0.5, 0.0, 1.0)


def test_what_both_selected_and_the_closure_lacks():
    assert figures.missed([ITEM, OTHER]) == [["one", "d"]]


def test_agreement_on_units_is_over_all_candidates():
    units = figures.agreement([ITEM, OTHER], RESAMPLING)[0]
    # one: a b d both, c bob, e f neither; two: x bob, y neither
    assert (units["n_items"], units["n"]) == (2, 8)
    assert units["raw"]["value"] == 6 / 8
    by_chance = 3 / 8 * 5 / 8 + 5 / 8 * 3 / 8
    assert units["kappa"]["value"] == pytest.approx((6 / 8 - by_chance) / (1 - by_chance))
    assert units["jaccard"]["value"] == (3 / 4 + 0) / 2


def test_agreement_on_edges_is_on_what_was_proposed():
    _, units, edges = figures.agreement([ITEM, OTHER], RESAMPLING)
    assert (units["n_items"], units["n"], units["raw"]["value"]) == (1, 3, pytest.approx(2 / 3))
    assert (edges["n"], edges["raw"]["value"]) == (3, pytest.approx(1 / 3))


@given(COUNTS)
def test_agreement_is_what_the_measures_of_screening_say(tables):
    ratings = [
        ((item, place, copy), seat, "abc"[label])
        for item, table in enumerate(tables)
        for place, n in enumerate(table)
        for copy in range(n)
        for seat, label in (("1", place // 3), ("2", place % 3))
    ]
    found = measure_agreement(tables, replicates=0, seed=1)
    if ratings:
        wanted = measures.agreement(ratings, replicates=0, seed=1).overall
        for name in ("raw", "kappa", "alpha", "ac1"):
            value = getattr(wanted, name).value
            assert getattr(found, name).value == (None if value is None else pytest.approx(value))
    else:
        assert found.raw.value is None


def test_whom_the_adjudication_followed():
    found = {(row["who"], row["on"]): (row["n"], row["followed"]) for row in figures.followed([ITEM, OTHER])}
    assert found == {
        ("alice", figures.BLIND_UNITS): (1, 1),  # on c: bob had it, the outcome has not
        ("bob", figures.BLIND_UNITS): (1, 0),
        ("alice", figures.CLOSURE_UNITS): (1, 1),
        ("bob", figures.CLOSURE_UNITS): (1, 0),
        ("alice", figures.CLOSURE_EDGES): (1, 1),  # e3; what bob called ambiguous is no difference
        ("bob", figures.CLOSURE_EDGES): (1, 0),
    }


def test_what_outcomes_made_of_proposals():
    assert figures.changes([ITEM, OTHER]) == {
        "items": 1,
        "unchanged": 0,
        "units_kept": 2,
        "units_dropped": 1,
        "units_added": 1,
        "edges_kept": 2,
        "edges_dropped": 1,
        "edges_added": 1,
    }


def test_effort_is_an_item_by_stage():
    blind_row, closure_row, adjudication_row = figures.effort([ITEM, OTHER])
    assert blind_row == {
        "stage": "blind",
        "n": 2,
        "total_minutes": 13.0,
        "median_minutes": 6.5,
        "p90_minutes": pytest.approx(9.3),
    }
    assert closure_row["median_minutes"] == closure_row["p90_minutes"] == 0.5
    assert adjudication_row["total_minutes"] == 1.5


def test_ambiguity():
    found = [(row["n"], row["ambiguous"]) for row in figures.ambiguity([ITEM, OTHER])]
    assert found == [(16, 2), (6, 0), (6, 1), (2, 2)]


def test_of_nothing_all_is_undefined_or_zero():
    found = figures.compute([], replicates=10, seed=1)
    assert found["recovery"] == found["followed"] == found["missed"] == found["effort"] == []
    assert [row["kappa"]["value"] for row in found["agreement"]] == [None, None, None]
