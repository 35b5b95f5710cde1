"""Agreement: tables computed by hand and in the literature, independent libraries, and laws."""

from __future__ import annotations

import subprocess
import sys

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from reviewapp.rules.agreement import DuplicateRatingError, Measure, agreement, mean_jaccard

Rating = tuple[int, str, str]


def columns(**raters: str) -> list[Rating]:
    """Ratings from one string a rater, one character an item, a dot where there is none."""
    return [(n, rater, label) for rater, row in raters.items() for n, label in enumerate(row) if label != "."]


def table(*rows: tuple[int, ...]) -> list[Rating]:
    """Ratings of alice (rows) and bob (columns) from a contingency table."""
    cells = [(a, b) for a, row in enumerate(rows) for b, count in enumerate(row) for _ in range(count)]
    return [
        (n, rater, "abcdef"[label])
        for n, cell in enumerate(cells)
        for rater, label in zip(("alice", "bob"), cell, strict=True)
    ]


def measured(ratings: list[Rating], replicates: int = 0):
    return agreement(ratings, replicates=replicates, seed=7)


GWET_RATERS = {  # 12 units, 4 raters, 5 categories: Gwet's and Krippendorff's common example
    "a": "123321412...",
    "b": "1233224125.3",
    "c": ".333234225 1.".replace(" ", ""),
    "d": "1233244125" + "1.",
}

ratings_of_two = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=2, max_size=30)
ratings_of_many = st.dictionaries(
    st.tuples(st.integers(0, 8), st.sampled_from(["alice", "bob", "carol", "dana"])),
    st.sampled_from(["accept", "noisy", "other"]),
).map(lambda found: [(item, rater, label) for (item, rater), label in found.items()])


# Tables


def test_raw_agreement_is_the_share_of_agreeing_pairs():
    # Item 0: aaa, 3 of 3 pairs; item 1: aab, 1 of 3; item 2: ab, 0 of 1; item 3: one rating, left out.
    found = measured(columns(alice="aaaa", bob="aab", carol="ab.")).overall.raw
    assert found.value == pytest.approx((1 + 1 / 3 + 0) / 3)
    assert (found.n_used, found.n_left_out) == (3, 1)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        # Cohen 1960, table 1: p_o = .29, p_e = .50*.40 + .30*.30 + .20*.30 = .35
        (((25, 13, 12), (12, 2, 16), (3, 15, 2)), (0.29 - 0.35) / (1 - 0.35)),
        # p_o = 35/50, p_e = .5*.6 + .5*.4 = .5
        (((20, 5), (10, 15)), 0.4),
        # The same raw agreement with other margins (p_e = .54 and .46)
        (((45, 15), (25, 15)), (0.60 - 0.54) / 0.46),
        (((25, 35), (5, 35)), (0.60 - 0.46) / 0.54),
        # Gwet 2008: prevalence makes kappa negative at 94 % agreement
        (((118, 5), (2, 0)), -0.0233918),
    ],
)
def test_cohens_kappa_of_textbook_tables(rows, expected):
    found = measured(table(*rows))
    assert found.overall.kappa.value == pytest.approx(expected)
    assert found.pairs[0].kappa == found.overall.kappa


def test_kappa_of_one_label_sets_it_against_the_rest():
    # Against the rest, "a" of Cohen's table is 25, 25 / 15, 35: p_o = .60, p_e = .5*.4 + .5*.6 = .50
    found = measured(table((25, 13, 12), (12, 2, 16), (3, 15, 2)))
    assert found.by_label["a"].kappa.value == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("raters", "expected"),
    [
        # Krippendorff 2011, example A: 1 - (20 - 1) * 4 / (14 * 6)
        ({"meg": "0100000010", "owen": "1110010000"}, 1 - 19 * 4 / 84),
        # Krippendorff 2011, example B: .692
        ({"ben": "aabbdcccedda", "gerry": "babbbcccedd" + "d"}, 1 - 23 * 6 / 448),
        # Krippendorff 2011, example C (four observers, missing values)
        (GWET_RATERS, 0.743421),
        # Wikipedia: three coders, fifteen units, only pairable values count
        (
            {"a": ".....34121133.3", "b": "1.213343.......", "c": "..21344.21133.4"},
            0.691358,
        ),
    ],
)
def test_krippendorffs_alpha_of_his_examples(raters, expected):
    assert measured(columns(**raters)).overall.alpha.value == pytest.approx(expected, abs=1e-6)


def test_ac1_of_gwets_two_rater_table():
    # p_a = 118/125, pi = (123 + 120) / 250 = .972, p_e = 2 * .972 * .028
    found = measured(table((118, 5), (2, 0))).overall.ac1
    assert found.value == pytest.approx((0.944 - 0.054432) / (1 - 0.054432))


def test_ac1_of_many_raters_with_missing_values_is_what_gwet_publishes():
    found = measured(columns(**GWET_RATERS)).overall.ac1
    assert found.value == pytest.approx(0.77544, abs=5e-6)
    assert (found.n_used, found.n_left_out) == (11, 1)


def test_each_pair_counts_only_the_items_that_both_rated():
    found = measured(columns(alice="aabb..", bob="aabaa.", carol="....ab"))
    kappas = {(pair.first, pair.second): pair.kappa for pair in found.pairs}
    assert kappas["alice", "bob"].value == pytest.approx(0.5)
    assert (kappas["alice", "bob"].n_used, kappas["alice", "bob"].n_left_out) == (4, 1)
    assert kappas["alice", "carol"].why_undefined == "no item was rated by both"
    assert kappas["alice", "carol"].n_left_out == 6


# Undefined, and why


def is_undefined(measure: Measure, why: str) -> bool:
    return (measure.value, measure.low, measure.high) == (None, None, None) and why in (
        measure.why_undefined or ""
    )


@pytest.mark.parametrize("ratings", [[], columns(alice="aab"), columns(alice="ab..", bob="..ab")])
def test_without_a_pair_everything_is_undefined(ratings):
    overall = measured(ratings, replicates=50).overall
    for measure in (overall.raw, overall.alpha, overall.ac1):
        assert is_undefined(measure, "no item has two ratings")
    assert overall.kappa.value is None
    assert overall.raw.n_left_out == len({item for item, _, _ in ratings})


def test_one_label_leaves_only_raw_agreement_defined():
    overall = measured(columns(alice="aaa", bob="aaa"), replicates=50).overall
    assert overall.raw.value == 1.0
    assert is_undefined(overall.kappa, "one and the same label")
    assert is_undefined(overall.alpha, "no disagreement was to be expected")
    assert is_undefined(overall.ac1, "only one label")


def test_a_label_given_only_where_nobody_else_rated_is_undefined_for_alpha_and_kappa():
    found = measured(columns(alice="abc", bob="ab.")).by_label["c"]
    assert is_undefined(found.alpha, "no rating used carries 'c'")
    assert is_undefined(found.kappa, "neither gave 'c'")


def test_kappa_of_three_raters_points_to_the_pairs():
    found = measured(columns(alice="ab", bob="ab", carol="aa"))
    assert is_undefined(found.overall.kappa, "compares two raters, and here are 3")
    assert len(found.pairs) == 3


def test_perfect_agreement_on_two_labels_is_one():
    overall = measured(columns(alice="aabb", bob="aabb")).overall
    assert [overall.raw.value, overall.kappa.value, overall.alpha.value, overall.ac1.value] == [1, 1, 1, 1]


def test_two_ratings_of_one_person_on_an_item_are_refused():
    with pytest.raises(DuplicateRatingError, match="'alice' has two ratings on item 4"):
        measured([(4, "alice", "a"), (4, "alice", "a")])


# Intervals


def drawn_one_by_one(ratings: list[Rating], replicates: int) -> tuple[float, float]:
    """The percentile interval of raw agreement of two raters, drawing the items themselves."""
    labels = np.array([label for _, _, label in sorted(ratings)]).reshape(-1, 2)
    agreeing = labels[:, 0] == labels[:, 1]
    draws = np.random.default_rng(3).integers(0, len(agreeing), (replicates, len(agreeing)))
    low, high = np.percentile(agreeing[draws].mean(axis=1), (2.5, 97.5))
    return low, high


def test_the_interval_is_that_of_drawing_items_one_by_one():
    ratings = table((60, 20), (30, 90))
    found = measured(ratings, replicates=20_000).overall.raw
    assert (found.low, found.high) == pytest.approx(drawn_one_by_one(ratings, 20_000), abs=0.006)


def test_the_interval_of_ac1_counts_items_with_one_rating_in_the_draws():
    complete, partial = (
        columns(alice="ab" * 20, bob="aa" * 20),
        columns(alice="ab" * 20 + "c" * 40, bob="aa" * 20),
    )
    assert measured(complete, 500).overall.ac1.low != measured(partial, 500).overall.ac1.low


def test_the_same_seed_gives_the_same_interval_and_another_seed_another():
    ratings = table((60, 20), (30, 90))
    first, again = (agreement(ratings, replicates=200, seed=1) for _ in range(2))
    other = agreement(ratings, replicates=200, seed=2)
    assert first == again
    assert first.overall.alpha.low != other.overall.alpha.low


def test_no_interval_from_one_item():
    raw = measured(columns(alice="a", bob="a"), replicates=100).overall.raw
    assert (raw.value, raw.low, raw.high) == (1.0, None, None)


def test_no_interval_where_too_many_replicates_are_undefined():
    # One item in three carries both labels: every draw without it has one label alone.
    alpha = measured(columns(alice="aaa", bob="aab"), replicates=500).overall.alpha
    assert alpha.value is not None
    assert (alpha.low, alpha.high) == (None, None)


def test_many_replicates_are_worked_in_blocks(monkeypatch):
    ratings = table((60, 20), (30, 90))
    whole = measured(ratings, replicates=100)
    monkeypatch.setattr("reviewapp.rules.agreement.BLOCK_CELLS", 30)
    assert measured(ratings, replicates=100) == whole


def test_importing_the_module_does_not_import_numpy():
    code = "import reviewapp.rules.agreement, sys; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# Witnesses and laws


@given(ratings_of_two)
def test_kappa_equals_scikit_learns(pairs):
    firsts, seconds = zip(*pairs, strict=True)
    assume(len({*firsts, *seconds}) > 1)
    found = measured(columns(alice="".join(firsts), bob="".join(seconds))).overall.kappa
    assert found.value == pytest.approx(cohen_kappa_score(firsts, seconds))


@given(ratings_of_many)
def test_alpha_equals_the_library(ratings):
    found = measured(ratings)
    labels = {label: number for number, label in enumerate(found.labels)}
    counts = np.zeros((9, len(labels)), dtype=int)
    for item, _, label in ratings:
        counts[item, labels[label]] += 1
    assume((counts[counts.sum(axis=1) >= 2].sum(axis=0) > 0).sum() > 1)
    expected = krippendorff.alpha(value_counts=counts, level_of_measurement="nominal")
    assert found.overall.alpha.value == pytest.approx(expected)


@given(ratings_of_many, st.randoms())
def test_neither_order_nor_the_names_of_the_raters_matter(ratings, rng):
    renamed = [(item, f"someone{rater[::-1]}", label) for item, rater, label in ratings]
    rng.shuffle(renamed)
    before, after = measured(ratings, replicates=20), measured(renamed, replicates=20)
    for name in ("raw", "alpha", "ac1"):
        assert getattr(before.overall, name) == getattr(after.overall, name)


@given(ratings_of_two)
def test_kappa_is_the_same_with_the_raters_exchanged(pairs):
    firsts, seconds = map("".join, zip(*pairs, strict=True))
    one = measured(columns(alice=firsts, bob=seconds)).overall.kappa
    other = measured(columns(alice=seconds, bob=firsts)).overall.kappa
    assert one == other


@given(ratings_of_many, st.permutations(["x", "y", "z"]))
def test_relabelling_changes_no_value(ratings, names):
    renaming = dict(zip(["accept", "noisy", "other"], names, strict=True))
    before = measured(ratings)
    after = measured([(item, rater, renaming[label]) for item, rater, label in ratings])
    for name in ("raw", "kappa", "alpha", "ac1"):
        assert getattr(after.overall, name).value == pytest.approx(getattr(before.overall, name).value)
    for label in before.labels:
        assert after.by_label[renaming[label]].alpha.value == pytest.approx(
            before.by_label[label].alpha.value
        )


@given(ratings_of_many)
def test_values_are_defined_within_their_range_or_undefined_with_a_reason(ratings):
    found = measured(ratings, replicates=30)
    for group in (found.overall, *found.by_label.values()):
        for measure in (group.raw, group.kappa, group.alpha, group.ac1):
            assert (measure.value is None) == bool(measure.why_undefined)
            assert measure.value is None or -1 <= measure.value <= 1 + 1e-12
            assert (measure.low is None) == (measure.high is None)
            assert measure.low is None or measure.low <= measure.high
    assert found.overall.raw.n_used + found.overall.raw.n_left_out == len({item for item, _, _ in ratings})


# Selections


def test_mean_jaccard_by_hand():
    # Item 1: |{b}| / |{a, b, c}|; item 2: equal; item 3: three people, pairs 1, 1/2, 1/2; item 4: left out.
    found = mean_jaccard(
        [
            (1, "alice", ["a", "b"]),
            (1, "bob", ["b", "c"]),
            (2, "alice", ["d"]),
            (2, "bob", ["d"]),
            (3, "alice", ["e", "f"]),
            (3, "bob", ["e", "f"]),
            (3, "carol", ["e"]),
            (4, "alice", ["g"]),
        ],
        replicates=100,
        seed=1,
    )
    assert found.value == pytest.approx((1 / 3 + 1 + 2 / 3) / 3)
    assert (found.n_used, found.n_left_out) == (3, 1)
    assert 1 / 3 <= found.low <= found.value <= found.high <= 1


def test_two_empty_selections_agree():
    assert mean_jaccard([(1, "alice", []), (1, "bob", [])], replicates=0, seed=1).value == 1.0


def test_mean_jaccard_without_a_pair_is_undefined():
    assert is_undefined(mean_jaccard([(1, "alice", ["a"])], replicates=10, seed=1), "no item has two ratings")
