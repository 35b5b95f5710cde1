"""Every metric of one item by hand, the edge cases of RKB App. E, and laws that hold for any ranking."""

from fractions import Fraction
from typing import Any

import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from scoring.ripple.scorer.items import check_item
from scoring.ripple.scorer.metrics import METRICS, BadTarget, Target, item_values, score, target_recall
from tests.scoring.ripple.making import EDGES, TEXTS, entries, entry, item_object, three_of_eight

MEANS = (
    "recall_at_2g",
    "complete_at_2g",
    "recall_at_g",
    "precision_at_2g",
    "f1_at_2g",
    "average_precision",
    "review_burden",
    "review_success",
    "unrestricted_recall",
)
TARGET = Target(three_of_eight())
THIRD = pytest.approx(1 / 3)
TWO = pytest.approx(2 / 3)


def values(ranking: Any, target: Target = TARGET) -> dict[str, float | None]:
    return item_values(target, score(target, ranking))


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        # U = 8, G = {a, b, c}, K = 6, K_G = 3: R@2G, complete, R@G, P, F, AP, burden, success, unrestricted
        ("abcxyzvw", [1, 1, 1, 1 / 2, 2 / 3, 1, 1, 1, 1]),
        ("xyzabcvw", [1, 1, 0, 1 / 2, 2 / 3, (1 / 4 + 2 / 5 + 3 / 6) / 3, 2, 1, 1]),
        ("axbyzvwc", [2 / 3, 0, 2 / 3, 1 / 3, 4 / 9, (1 + 2 / 3 + 3 / 8) / 3, 8 / 3, 1, 1]),
        ("xyzvwcba", [1 / 3, 0, 0, 1 / 6, 2 / 9, (1 / 6 + 2 / 7 + 3 / 8) / 3, 8 / 3, 1, 1]),
        ("a", [1 / 3, 0, 1 / 3, 1 / 6, 2 / 9, 1 / 3, 3, 0, 1 / 3]),
        ("xyzvw", [0, 0, 0, 0, 0, 0, 3, 0, 0]),
        ("", [0, 0, 0, 0, 0, 0, 3, 0, 0]),
        # all duplicates: each repetition consumes its position
        ("aaaaaaaa", [1 / 3, 0, 1 / 3, 1 / 6, 2 / 9, 1 / 3, 3, 0, 1 / 3]),
        ("aabbcc", [2 / 3 + 1 / 3, 1, 2 / 3, 1 / 2, 2 / 3, (1 + 2 / 3 + 3 / 5) / 3, 5 / 3, 1, 1]),
        # unknown identifiers consume positions
        ("???abc", [1, 1, 0, 1 / 2, 2 / 3, (1 / 4 + 2 / 5 + 3 / 6) / 3, 2, 1, 1]),
        ("????abc", [2 / 3, 0, 0, 1 / 3, 4 / 9, (1 / 5 + 2 / 6 + 3 / 7) / 3, 7 / 3, 1, 1]),
        # beyond |U| nothing counts for the burden, yet for average precision and the unrestricted recall
        ("ab??????c", [2 / 3, 0, 2 / 3, 1 / 3, 4 / 9, (1 + 1 + 3 / 9) / 3, 3, 0, 1]),
    ],
)
def test_the_selection_metrics_are_those_computed_by_hand(ranking: str, expected: list[float]) -> None:
    found = values(entries(ranking))
    assert [found[name] for name in MEANS] == pytest.approx(expected)


@pytest.mark.parametrize(
    "bad",
    [
        {"unit_id": "a"},
        {"text": TEXTS["a"]},
        {"unit_id": "a", "text": None},
        {"unit_id": "a", "text": 7},
        {"unit_id": ["a"], "text": TEXTS["a"]},
        {"unit_id": None, "text": TEXTS["a"]},
        "a",
        None,
        0,
        ["a", TEXTS["a"]],
        {},
    ],
)
def test_an_entry_without_identifier_or_text_only_consumes_its_position(bad: Any) -> None:
    assert values([bad])["recall_at_2g"] == 0
    found = values([bad, *entries("abc")])
    assert (found["recall_at_2g"], found["recall_at_g"]) == (1, TWO)
    assert found["average_precision"] == pytest.approx((1 / 2 + 2 / 3 + 3 / 4) / 3)


def test_the_first_whole_occurrence_counts_with_its_text() -> None:
    found = values([entry("a", "wrong"), entry("a")])
    assert (found["recall_at_2g"], found["conditional_exactness"]) == (THIRD, 0)
    found = values([{"unit_id": "a"}, entry("a")])
    assert (found["recall_at_2g"], found["conditional_exactness"]) == (THIRD, 1)


def test_the_cutoffs_are_no_larger_than_the_candidates() -> None:
    documents = [{name: TEXTS[name] for name in "ab"}, {name: TEXTS[name] for name in "cx"}]
    small = Target(check_item(item_object(documents, EDGES)))
    assert (small.cutoff, small.strict, small.n_units) == (4, 3, 4)
    found = values(entries("xcba"), small)
    assert (found["recall_at_2g"], found["complete_at_2g"], found["precision_at_2g"]) == (1, 1, 3 / 4)
    assert found["recall_at_g"] == TWO
    every = Target(check_item(item_object([{"a": TEXTS["a"]}], [("edit", "a")])))
    assert (every.cutoff, every.strict) == (1, 1)
    assert values([], every)["review_burden"] == 2


@pytest.mark.parametrize(
    ("target", "burden"), [("1", 8 / 3), ("0.67", 8 / 3), ("2/3", 1), ("0.5", 1), ("0.01", 1 / 3)]
)
def test_the_burden_waits_for_the_target_recall(target: str, burden: float) -> None:
    wanted = Target(three_of_eight(), target_recall(target))
    found = values(entries("axbyzvwc"), wanted)
    assert (found["review_burden"], found["review_success"]) == (pytest.approx(burden), 1)


def test_a_target_is_read_as_written() -> None:
    assert target_recall("0.7") == Fraction(7, 10)
    for text in ("0", "1.1", "-1", "nan", "x", "1/0", ""):
        with pytest.raises(BadTarget, match="target"):
            target_recall(text)


def test_direct_and_downstream_are_apart() -> None:
    found = values(entries("axyzvwbc"))
    assert (found["direct_recall_at_2g"], found["downstream_recall_at_2g"]) == (1, 0)
    found = values(entries("bxyzvca"))
    assert (found["direct_recall_at_2g"], found["downstream_recall_at_2g"]) == (0, 1)


def test_without_downstream_units_there_is_no_downstream_recall() -> None:
    only = Target(check_item(item_object([{"a": TEXTS["a"], "x": TEXTS["x"]}], [("edit", "a")])))
    found = values(entries("a"), only)
    assert (found["direct_recall_at_2g"], found["downstream_recall_at_2g"]) == (1, None)


FIDELITY = (
    "verbatim_recall_at_2g",
    "verbatim_recall_at_2g_macro",
    "conditional_exactness",
    "number_span_fidelity",
    "entity_span_fidelity",
    "number_span_conditional",
    "entity_span_conditional",
)


@pytest.mark.parametrize(
    ("name", "text", "exact", "span"),
    [
        ("b", TEXTS["b"], 1, 1),
        ("b", TEXTS["b"].replace("\r\n", "\n"), 1, 1),  # a CRLF copy, and one that turned it into LF
        ("b", TEXTS["b"].replace("\r\n", "\r"), 0, 1),
        ("b", TEXTS["b"].replace("1,204", "1204"), 0, 0),  # a number reformatted
        ("b", " " + TEXTS["b"], 0, 0),  # a moved span
        ("b", TEXTS["b"] + " ", 0, 1),
        ("b", "SUM is 1,204", 0, 1),  # truncated behind the span
        ("b", "Sum is 1,20", 0, 0),
        ("b", "", 0, 0),
        ("b", TEXTS["b"] + "\ud800", 0, 0),  # a lone surrogate is no UTF-8: no bytes, no spans
        ("b", TEXTS["b"] + "\0", 0, 1),
        ("c", TEXTS["c"], 1, 1),
        ("c", "O\u0308lmu\u0308hle says so.", 0, 0),  # NFD for NFC
        ("c", "Ölmühle says so!", 0, 1),
        ("c", "ölmühle says so.", 0, 0),
    ],
)
def test_copies_and_spans_are_compared_byte_by_byte(name: str, text: str, exact: int, span: int) -> None:
    found = values([entry(name, text)])
    # of number spans a and b have one each, of entity spans c has one; x, unaffected, does not count
    numbers, entities = (span / 2, 0) if name == "b" else (0, span)
    conditional = (span, 0) if name == "b" else (0, span)
    expected = [exact / 3, exact / 3, exact, numbers, entities, *conditional]
    assert [found[metric] for metric in FIDELITY] == pytest.approx(expected)


def test_a_copy_below_the_cutoff_is_neither_recovered_nor_copied() -> None:
    assert score(TARGET, entries("xyzvw?abc"))[-6:] == (0, 0, 0, 0, 0, 0)


def test_every_metric_of_the_contract_is_there_and_no_other() -> None:
    named = (
        "recall_at_2g complete_at_2g recall_at_g precision_at_2g f1_at_2g average_precision review_burden "
        "review_success verbatim_recall_at_2g verbatim_recall_at_2g_macro conditional_exactness "
        "number_span_fidelity entity_span_fidelity number_span_conditional entity_span_conditional "
        "direct_recall_at_2g downstream_recall_at_2g unrestricted_recall"
    )
    assert list(METRICS) == named.split()


rankings = st.lists(
    st.one_of(
        st.sampled_from([entry(name) for name in "abcxyzvw?"]),
        st.sampled_from([{"unit_id": "a"}, {"text": "t"}, None, 3, entry("a", "other"), entry("b", "")]),
    ),
    max_size=20,
)


@given(rankings)
def test_laws_of_one_ranking(ranking: list[Any]) -> None:
    found = {name: value or 0.0 for name, value in values(ranking).items()}
    shares = [value for name, value in found.items() if name != "review_burden"]
    assert all(0 <= value <= 1 for value in shares)
    assert found["recall_at_g"] <= found["recall_at_2g"] <= found["unrestricted_recall"]
    assert found["complete_at_2g"] == (found["recall_at_2g"] == 1)
    assert found["verbatim_recall_at_2g"] <= found["recall_at_2g"]
    assert found["number_span_fidelity"] <= found["number_span_conditional"]
    assert found["f1_at_2g"] == pytest.approx(
        2 / (1 / found["precision_at_2g"] + 1 / found["recall_at_2g"]) if found["recall_at_2g"] else 0
    )
    assert 1 <= found["review_burden"] <= (8 + 1) / 3
    assert found["review_success"] == (found["review_burden"] <= 8 / 3)
    assert found["review_success"] >= found["complete_at_2g"]


@given(rankings, rankings)
def test_more_entries_never_lower_a_recall(ranking: list[Any], more: list[Any]) -> None:
    shorter, longer = score(TARGET, ranking), score(TARGET, [*ranking, *more])
    for name in ("recall_at_2g", "recall_at_g", "unrestricted_recall", "average_precision", "exact"):
        assert getattr(shorter, name) <= getattr(longer, name) + 1e-12
    assert shorter.review_burden >= longer.review_burden


@given(rankings, st.randoms(use_true_random=False))
def test_what_stands_beyond_the_cutoff_changes_nothing_within(ranking: list[Any], random: Any) -> None:
    head, tail = ranking[: TARGET.cutoff], ranking[TARGET.cutoff :]
    shuffled = random.sample(tail, len(tail))
    first, second = score(TARGET, head + tail), score(TARGET, head + shuffled)
    assert first[:5] == second[:5]
    assert first[-6:] == second[-6:]


@given(st.permutations("abcxyzvw"))
def test_a_ranking_of_all_candidates_has_unrestricted_recall_one(names: list[str]) -> None:
    found = score(TARGET, entries("".join(names)))
    assert (found.unrestricted_recall, found.review_success) == (1, 1)
    assert found.review_burden == max(names.index(name) + 1 for name in "abc") / 3


@given(st.lists(st.sampled_from("abcxyzvw"), unique=True, min_size=1), st.integers(0, 3))
def test_agrees_with_trec_eval_where_they_measure_the_same(names: list[str], unknown: int) -> None:
    ranking = ["?" * (place + 1) for place in range(unknown)] + names
    evaluator = pytrec_eval.RelevanceEvaluator(
        {"q": dict.fromkeys("abc", 1)}, {"map", "Rprec", "recall.6", "P.6"}
    )
    witness = evaluator.evaluate({"q": {name: -float(rank) for rank, name in enumerate(ranking)}})["q"]
    found = score(TARGET, [entry(name) for name in ranking])
    assert found.average_precision == pytest.approx(witness["map"])
    assert found.recall_at_g == pytest.approx(witness["Rprec"])
    assert found.recall_at_2g == pytest.approx(witness["recall_6"])
    assert found.precision_at_2g == pytest.approx(witness["P_6"])
