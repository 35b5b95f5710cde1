"""Sources: assigned before anything is read, prepared or turned down with a reason, shared passages told."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmark.construction.ripple.sources import (
    Reading,
    Rejected,
    assign,
    bare,
    prepare,
    read_records,
    shared_passages,
)
from benchmark.construction.ripple.tokens import numbers_in, tokens_of
from reviewapp.records import InputFile, Problems

from .records import as_record, record, write_records

IDS = [f"2hop__{number}" for number in range(150)]


def test_splits_are_disjoint_whole_and_one_to_one_to_three() -> None:
    assigned = assign(IDS, seed=1)
    assert {split: len(ids) for split, ids in assigned.items()} == {
        "development": 30,
        "selection": 30,
        "report": 90,
    }
    assert sorted(one for ids in assigned.values() for one in ids) == sorted(IDS)


def test_assignment_depends_on_ids_and_seed_alone() -> None:
    assert assign(IDS, seed=1) == assign([*reversed(IDS), *IDS], seed=1)
    assert assign(IDS, seed=1) != assign(IDS, seed=2)


def test_excluded_ids_are_assigned_to_no_split() -> None:
    assigned = assign(IDS, seed=1, excluded=frozenset(IDS[:50]))
    assert not {one for ids in assigned.values() for one in ids} & set(IDS[:50])


def test_a_source_is_prepared_with_its_edit_and_real_documents() -> None:
    found = prepare(as_record(record(3)), seed=1)
    assert found.quantity.named == "number of boats"
    assert (
        found.sentence.text.encode()
        == record(3)["paragraphs"][0]["paragraph_text"].encode()[found.sentence.start : found.sentence.end]
    )
    assert found.home.title == record(3)["paragraphs"][0]["title"]
    assert len(found.documents) == 3


def test_no_usable_sentence_has_a_token_of_the_edit() -> None:
    found = prepare(as_record(record(3)), seed=1)
    for document in found.documents:
        for sentence in document.sentences:
            assert not found.forbidden & set(tokens_of(sentence.text))


def test_the_new_value_stands_nowhere_in_the_record() -> None:
    raw = record(3)
    found = prepare(as_record(raw), seed=1)
    assert found.new not in numbers_in(json.dumps(raw))


def _without_numbers(raw: dict[str, Any]) -> None:
    raw["paragraphs"][0]["paragraph_text"] = "The town has no boats at all, and no number is told of it."


def _unsupported(raw: dict[str, Any]) -> None:
    for part in raw["paragraphs"]:
        part["is_supporting"] = False


def _unanswerable(raw: dict[str, Any]) -> None:
    raw["answerable"] = False


def _lonely(raw: dict[str, Any]) -> None:
    del raw["paragraphs"][1:]


def _doubled(raw: dict[str, Any]) -> None:
    for part in raw["paragraphs"]:
        part["paragraph_text"] = raw["paragraphs"][0]["paragraph_text"]


def _barren(raw: dict[str, Any]) -> None:
    for part in raw["paragraphs"][1:]:
        part["paragraph_text"] = f"Too short {part['idx']}."


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (_without_numbers, "no_editable_number"),
        (_unsupported, "no_support"),
        (_unanswerable, "unanswerable"),
        (_lonely, "too_few_paragraphs"),
        (_doubled, "too_few_paragraphs"),
        (_barren, "too_few_documents"),
    ],
)
def test_a_source_that_will_not_do_is_turned_down_with_a_reason(damage: Any, reason: str) -> None:
    raw = record(3)
    damage(raw)
    with pytest.raises(Rejected, match=f"^{reason}$"):
        prepare(as_record(raw), seed=1)


def test_a_sentence_that_another_source_edits_is_left_to_it() -> None:
    taken = {prepare(as_record(record(3)), seed=1).sentence.text}
    with pytest.raises(Rejected, match="edit_taken"):
        prepare(as_record(record(3)), seed=1, taken=taken)


def test_records_are_read_once_each_and_conflicts_are_noted(tmp_path: Path) -> None:
    other = record(1, id=record(0)["id"])
    path = write_records(tmp_path / "a.jsonl", [record(0), record(0), other, record(1)])
    reading, problems = Reading(), Problems()
    found = list(read_records([InputFile.at(path)], problems, reading))
    assert [one.source_id for one in found] == [record(0)["id"], record(1)["id"]]
    assert (reading.records, reading.repeated, reading.conflicts) == (4, 1, [record(0)["id"]])


def test_damaged_lines_are_told_by_place_and_the_rest_is_read(tmp_path: Path) -> None:
    path = write_records(tmp_path / "a.jsonl", [record(0), record(1)])
    path.write_bytes(path.read_bytes() + b'{"id": "x", "paragraphs": 3}\n{"id": \n')
    problems = Problems()
    assert len(list(read_records([InputFile.at(path)], problems, Reading()))) == 2
    assert problems.bad_records == 2
    assert ":3: paragraphs:" in problems.messages[0]


def test_passages_of_two_splits_are_told_with_their_sources() -> None:
    splits = {"a": "report", "b": "development", "c": "report"}
    found = shared_passages(splits, {"a": ["p", "q"], "b": ["q"], "c": ["p"]})
    assert found == [("q", ("a", "b"))]


def test_what_is_in_brackets_is_no_part_of_a_bare_title() -> None:
    assert [bare(title) for title in ("Scion (automobile)", "Ankara", "(It)")] == ["Scion", "Ankara", "(It)"]
