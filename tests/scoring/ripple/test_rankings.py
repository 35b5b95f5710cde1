"""The deterministic rankings: order, ties, queries, and what chance gives."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from scipy import stats

from scoring.ripple.rankings.baselines import (
    NAMES,
    NothingToLearnFrom,
    Positions,
    bm25,
    bm25_embeddings,
    bm25_scores,
    id_ascending,
    id_descending,
    metadata,
    random_order,
    rank_items,
    render_order,
    run_objects,
    supporting_facts,
    token_overlap,
)
from scoring.ripple.rankings.tokens import query_of, tokens
from scoring.ripple.scorer.items import RippleItem, Unit, check_item
from scoring.ripple.scorer.metrics import Target, score
from tests.scoring.ripple.making import item_object, ranked, sample_items, three_of_eight


class Letters:
    """Embeds a text as the counts of four letters."""

    name = "letters"

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        return np.array([[text.count(letter) for letter in "aeio"] for text in texts], dtype=np.float64)


def names(ranking: list[Unit]) -> str:
    return "".join(unit.unit_id for unit in ranking)


def test_orders_by_rendering_and_identifier() -> None:
    item = three_of_eight()
    assert names(render_order(item)) == "axbyczvw"
    assert names(id_ascending(item)) == "abcvwxyz"
    assert names(id_descending(item)) == "zyxwvcba"


def test_the_query_is_the_edit_as_shown() -> None:
    assert query_of(three_of_eight()) == "A count is corrected.\n7\n9\nNorth has 7 crates."


def test_tokens_keep_numbers_whole_and_fold_case() -> None:
    assert tokens("Der Straße 1,204.5 B12 don't") == ["der", "strasse", "1,204.5", "b12", "don", "t"]
    assert tokens("3rd, 1,2;3 – … ") == ["3", "rd", "1,2", "3"]
    assert tokens("") == []


def test_token_overlap_counts_distinct_tokens_and_breaks_ties_by_identifier() -> None:
    # shared with the query: a has all four, b "is", x "north", y "is", z "is", c v w nothing
    assert names(token_overlap(three_of_eight())) == "abxyzcvw"


def test_bm25_is_the_formula_of_okapi() -> None:
    item = three_of_eight()
    corpus = [tokens(unit.text) for unit in item.units]
    mean = sum(map(len, corpus)) / len(corpus)
    counts = {word: sum(word in text for text in corpus) for text in corpus for word in text}
    idf = {word: math.log((len(corpus) - n + 0.5) / (n + 0.5)) for word, n in counts.items()}
    floor = 0.25 * sum(idf.values()) / len(idf)
    expected = []
    for text in corpus:
        total = 0.0
        for word in tokens(query_of(item)):
            n = text.count(word)
            weight = idf.get(word, 0.0)
            weight = floor if weight < 0 else weight
            total += weight * n * 2.5 / (n + 1.5 * (0.25 + 0.75 * len(text) / mean))
        expected.append(total)
    assert bm25_scores(item) == pytest.approx(expected)
    assert names(bm25(item))[0] == "a"


def test_units_without_tokens_are_ranked_by_identifier() -> None:
    item = check_item(item_object([{"c": "…", "a": "!!", "b": "?"}], [("edit", "a")], old="!!"))
    assert names(bm25(item)) == names(token_overlap(item)) == "abc"


def test_embeddings_rerank_the_twelve_best_and_leave_the_rest() -> None:
    for item in sample_items():
        before, after = bm25(item), bm25_embeddings(item, Letters())
        assert after[12:] == before[12:]
        assert set(names(after[:12])) == set(names(before[:12]))
        query, *vectors = Letters()([query_of(item), *(unit.text for unit in after[:12])])
        cosines = [query @ one / np.linalg.norm(query) / np.linalg.norm(one) for one in vectors]
        assert all(first >= second - 1e-12 for first, second in pairwise(cosines))


def test_the_local_embeddings_need_no_network_and_are_named() -> None:
    pytest.importorskip("wordllama", reason="the extra local-embeddings is not installed")
    from scoring.ripple.rankings.embeddings import LocalEmbedder

    embed = LocalEmbedder()
    near, far, same = embed(["The harbour has berths.", "Bees make honey.", "The harbour has berths."])
    assert near.shape == (256,)
    assert np.array_equal(near, same)
    assert near @ embed(["Ships lie in the harbour."])[0] > far @ embed(["Ships lie in the harbour."])[0]
    assert metadata("bm25_embeddings", embed=embed)["system"] == "bm25_embeddings (wordllama l2_supercat 256)"


def test_random_depends_on_seed_and_item_alone() -> None:
    first, second = sample_items()[:2]
    alone = random_order(second, 5)
    assert [ranking for _, ranking in rank_items("random", [first, second], seed=5)][1] == alone
    assert random_order(second, 6) != alone


def test_random_meets_the_hypergeometric_expectation() -> None:
    """Over 400 seeds, within four standard errors: the mean over all sample items."""
    targets = [Target(item) for item in sample_items()]
    found = np.array(
        [
            np.mean([_shares(target, random_order(target.item, seed)) for target in targets], axis=0)
            for seed in range(400)
        ]
    )
    expected = np.mean([_expected(target) for target in targets], axis=0)
    errors = found.std(axis=0, ddof=1) / math.sqrt(len(found))
    assert np.all(np.abs(found.mean(axis=0) - expected) <= 4 * errors)


def _shares(target: Target, ranking: list[Unit]) -> tuple[float, float, float]:
    found = score(target, ranked([unit.unit_id for unit in ranking], target.item))
    return found.recall_at_2g, found.recall_at_g, found.complete_at_2g


def _expected(target: Target) -> tuple[float, float, float]:
    size = len(target.affected)
    complete = stats.hypergeom(target.n_units, size, target.cutoff).pmf(size)
    return target.cutoff / target.n_units, target.strict / target.n_units, complete


def test_supporting_units_come_first_both_parts_in_seeded_order() -> None:
    item = three_of_eight()
    ranking = names(supporting_facts(item, 3))
    assert set(ranking[:2]) == {"a", "y"}
    shuffled = names(random_order(item, 3))
    assert ranking[2:] == "".join(name for name in shuffled if name not in "ay")


def placed(item_id: str, split: str, edges: list[tuple[str, str]]) -> RippleItem:
    documents = [{name: f"{name} 7" for name in "abc"}, {name: f"{name} 7" for name in "de"}]
    return check_item(item_object(documents, edges, item_id=item_id, split=split, edited=edges[0][1]))


def test_positions_are_learned_on_development_items_alone() -> None:
    learned = [placed("rk-1", "development", [("edit", "e"), ("e", "b")])]
    hidden = placed("rk-2", "report", [("edit", "a"), ("a", "c")])
    [(item, ranking)] = rank_items("document_position", [*learned, hidden])
    assert item is hidden
    assert names(ranking) == "beacd"
    positions = Positions([*learned, placed("rk-3", "development", [("edit", "e")])])
    assert names(positions.rank(hidden)) == "ebacd"


def test_a_position_never_seen_leans_on_coarser_ones() -> None:
    positions = Positions([placed("rk-1", "development", [("edit", "e"), ("e", "b")])])
    longer = check_item(
        item_object(
            [{name: f"{name} 7" for name in "kl"}, {name: f"{name} 7" for name in "mno"}],
            [("edit", "k")],
            edited="k",
        )
    )
    # seen indices without the counts: l like b, n like e; o was never seen and has the overall rate
    assert names(positions.rank(longer)) == "lnokm"


def test_without_development_items_there_is_nothing_to_learn() -> None:
    with pytest.raises(NothingToLearnFrom):
        list(rank_items("document_position", [three_of_eight()]))


@pytest.mark.parametrize("name", NAMES)
def test_every_baseline_ranks_all_candidates_word_for_word(name: str) -> None:
    items = sample_items()
    head, *rows = run_objects(name, items, seed=1, embed=Letters())
    assert set(head["run"]) == {"system", "family", "group", "sampling", "model", "notes"}
    expected = [item for item in items if name != "document_position" or item.split != "development"]
    assert [row["item_id"] for row in rows] == [item.item_id for item in expected]
    for item, row in zip(expected, rows, strict=True):
        assert {(entry["unit_id"], entry["text"]) for entry in row["ranking"]} == {
            (unit.unit_id, unit.text) for unit in item.units
        }
        assert len(row["ranking"]) == len(item.units)
        assert score(Target(item), row["ranking"]).unrestricted_recall == 1
    again = list(run_objects(name, items, seed=1, embed=Letters()))
    assert again == [head, *rows]
