"""Slices: which items and units are in them, what they score, and when they are too small."""

import numpy as np
import pytest

from scoring.ripple.scorer.estimates import Population, estimate
from scoring.ripple.scorer.items import RippleItem
from scoring.ripple.scorer.metrics import Target
from scoring.ripple.scorer.rankings_parse import Parsed
from scoring.ripple.scorer.runs import ItemResult
from scoring.ripple.scorer.scored import ScoredRun, score_run
from scoring.ripple.scorer.slices import Slice, lexical_overlap, overlap_terciles, ripple_slices
from tests.scoring.ripple.making import entries, sample_items, three_of_eight

RANKINGS = ["abcxyz", "axyzvwb", "", "cba", "xyzvwabc", "bbb"]


def items() -> list[RippleItem]:
    splits = ["development", "development", "selection", "report", "report", "report"]
    return [
        three_of_eight(item_id=f"rk-{n}", source_id=f"s{n}", split=split) for n, split in enumerate(splits)
    ]


def scored() -> tuple[Population, ScoredRun]:
    targets = [Target(item) for item in items()]
    results = [ItemResult(n, f"rk-{n}", Parsed(entries(one))) for n, one in enumerate(RANKINGS)]
    return Population(targets, replicates=300), score_run(targets, results, "mine")


@pytest.fixture(scope="module")
def slices() -> dict[tuple[str, str], Slice]:
    population, run = scored()
    return {(part.kind, part.name): part for part in ripple_slices(population, [run])}


def test_every_class_of_the_paper_has_its_slices(slices: dict[tuple[str, str], Slice]) -> None:
    assert [name for kind, name in slices if kind == "split"] == ["development", "selection", "report"]
    assert list(dict.fromkeys(kind for kind, _ in slices)) == [
        "split",
        "shape",
        "documents",
        "impact_size",
        "max_depth",
        "candidates",
        "depth",
        "document",
        "supporting_fact",
        "lexical_overlap",
        "annotated_spans",
    ]


def test_slices_of_items_partition_them(slices: dict[tuple[str, str], Slice]) -> None:
    for kind in ("split", "shape", "documents", "impact_size", "max_depth", "candidates"):
        parts = [part for (found, _), part in slices.items() if found == kind]
        assert sum(part.n_items for part in parts) == 6
        assert sum(part.n_units for part in parts) == 18


def test_a_slice_of_items_scores_as_these_items_do(slices: dict[tuple[str, str], Slice]) -> None:
    part = slices["split", "report"]
    assert (part.n_items, part.n_sources, part.too_small) == (3, 3, True)
    figures = part.figures[0]
    assert figures["recall_at_2g"].value == pytest.approx((1 + 1 / 3 + 1 / 3) / 3)
    assert (figures["conditional_exactness"].numerator, figures["conditional_exactness"].low) == (5, None)
    assert len(figures) == 18


def test_a_slice_of_all_items_is_the_run_itself(slices: dict[tuple[str, str], Slice]) -> None:
    population, run = scored()
    assert slices["documents", "2"].figures == estimate(population, [run.matrix])
    assert not slices["documents", "2"].too_small


def test_slices_of_units_score_those_units_alone(slices: dict[tuple[str, str], Slice]) -> None:
    # within the six: abc, a, -, cba, a, b; within the three: abc, a, -, cba, -, b
    def found(kind: str, name: str) -> list[float | None]:
        figures = slices[kind, name].figures[0]
        assert list(figures) == ["recall_at_2g", "complete_at_2g", "recall_at_g"]
        return [figure.value for figure in figures.values()]

    assert found("depth", "1") == pytest.approx([4 / 6, 4 / 6, 3 / 6])
    assert found("depth", "2") == pytest.approx([3 / 6, 3 / 6, 3 / 6])
    assert found("document", "same as the edit") == pytest.approx([7 / 12, 2 / 6, 6 / 12])
    assert found("document", "another") == pytest.approx([2 / 6, 2 / 6, 2 / 6])
    assert found("supporting_fact", "yes") == found("depth", "1")
    assert found("supporting_fact", "no") == pytest.approx([5 / 12, 2 / 6, 5 / 12])
    assert found("annotated_spans", "some") == pytest.approx([9 / 18, 2 / 6, 8 / 18])
    assert ("annotated_spans", "none") not in slices


def test_lexical_overlap_is_the_share_of_a_units_tokens() -> None:
    item = three_of_eight()
    # query: a count is corrected 7 9 north has crates; b: sum is 1,204 here counted twice
    assert lexical_overlap(item, "b") == 1 / 6
    assert lexical_overlap(item, "c") == 0
    assert lexical_overlap(item, "x") == 1 / 4
    assert lexical_overlap(item, "a") == 1


def test_terciles_leave_the_edited_sentence_out_and_keep_ties_together() -> None:
    found = overlap_terciles(items())
    assert {unit for _, unit in found} == {"b", "c"}
    assert {third for (_, unit), third in found.items() if unit == "c"} == {"low"}
    assert {third for (_, unit), third in found.items() if unit == "b"} == {"middle"}
    sample = overlap_terciles(sample_items())
    sizes = [list(sample.values()).count(third) for third in ("low", "middle", "high")]
    assert sum(sizes) == len(sample) == sum(len(item.depths) - 1 for item in sample_items())
    assert max(sizes) - min(sizes) <= 2
    assert overlap_terciles([]) == {}


def test_slices_of_several_runs_stand_beside_each_other() -> None:
    population, run = scored()
    other = score_run(population.targets, [], "none")
    for part in ripple_slices(population, [run, other]):
        assert len(part.figures) == 2
        assert part.figures[1]["recall_at_2g"].value == 0
    assert np.all(other.matrix[:, 0] == 0)
