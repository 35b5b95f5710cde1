"""Ripple items: what is read, and what is refused with which words (contracts §4)."""

from collections.abc import Callable
from typing import Any

import pytest

from reviewapp.records import InvalidFile, canonical_bytes, parse_object
from reviewapp.records.ripple import RIPPLE_FIELDS
from scoring.ripple.scorer.items import RippleItem
from tests.scoring.ripple.making import (
    EDGES,
    FIXTURES,
    SPANS,
    TEXTS,
    item_object,
    read,
    sample_items,
    three_of_eight,
)


def plain() -> dict[str, Any]:
    documents = [{name: TEXTS[name] for name in "axb"}, {name: TEXTS[name] for name in "yczvw"}]
    return item_object(documents, EDGES, spans=SPANS, supporting=["a"])


def test_units_depths_and_spans_are_read() -> None:
    item = three_of_eight()
    assert isinstance(item, RippleItem)
    assert [unit.unit_id for unit in item.units] == list("axbyczvw")
    assert [(unit.document, unit.place) for unit in item.units][2:4] == [(0, 2), (1, 0)]
    assert item.unit("b").text == TEXTS["b"]
    assert item.unit("b").canonical == "Sum is 1,204 here.\nCounted twice."
    assert (item.depths, item.max_depth) == ({"a": 1, "b": 2, "c": 3}, 3)
    assert [span.quote.decode() for span in item.spans] == ["7", "1,204", "Ölmühle", "North"]
    assert item.document_sizes == (3, 5)


def change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def apply(row: dict[str, Any]) -> None:
        *keys, last = [int(key) if key.isdigit() else key for key in path.split(".")]
        part: Any = row
        for key in keys:
            part = part[key]
        if value is ...:
            del part[last]
        else:
            part[last] = value

    return apply


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("shape", ..., "shape: the key is missing"),
        ("more", 1, "more: an unknown key"),
        ("split", "test", "split: 'test' is unknown, expected one of development, selection, report"),
        ("edit.unit_id", "q", "edit.unit_id: 'q' is none of the item's units"),
        ("edit.unit_id", "b", "edit.unit_id: 'b' is not in the closure at depth 1"),
        ("edit.old", "77", "edit.old: does not occur in the edited unit"),
        ("edit.why", "x", "edit.why: an unknown key"),
        ("documents", [], "documents: expected at least one entry"),
        ("documents.1.document_id", "d0", "documents: 'd0' stands twice"),
        ("documents.0", 3, "documents[0]: expected an object, got an integer"),
        ("documents.1.units.0.unit_id", "a", "documents.units: 'a' stands twice"),
        ("documents.1.units.0.text", "South", "documents[1].units[0].sha256: is not that of the canonical"),
        ("documents.1.units.0.sha256", "0", "documents[1].units[0].sha256: expected 64 lower-case hex"),
        ("closure.units.1.depth", 3, "closure.units: 'b' has depth 3, the edges give 2"),
        ("closure.units.2", ..., "closure.units: 'c' has depth None, the edges give 3"),
        ("closure.units.2.unit_id", "q", "closure.units: 'q' is none of the item's units"),
        ("closure.edges.1.parent", "x", "closure.units: 'b' has depth 2, the edges give None"),
        ("supporting_units", ["q"], "supporting_units: 'q' is none of the item's units"),
        ("supporting_units", [7], "supporting_units[0]: expected a string"),
        ("spans.0.end", 99, "spans[0]: 10–99 is not within the 19 bytes of the unit"),
        ("spans.0.end", 10, "spans[0]: 10–10 is not within"),
        ("spans.0.start", 9, "spans[0].sha256: is not that of the span's bytes"),
        ("spans.0.kind", "date", "spans[0].kind: 'date' is unknown"),
        ("spans.0.start", True, "spans[0].start: expected a whole number, got True"),
        ("provenance", [], "provenance: expected an object"),
    ],
)
def test_a_bad_item_is_refused_with_its_line_and_field(path: str, value: Any, message: str) -> None:
    row = plain() | {"item_id": "rk-2"}
    change(path, value)(row)
    with pytest.raises(InvalidFile) as caught:
        read([plain(), row])
    assert str(caught.value).startswith(f"items.jsonl:2: {message}")


def test_all_bad_parts_of_a_list_are_told() -> None:
    row = plain()
    change("spans.0.kind", "date")(row)
    change("spans.2.end", -1)(row)
    with pytest.raises(InvalidFile) as caught:
        read([row])
    assert [line.split(": ")[1] for line in str(caught.value).split("\n")] == [
        "spans[0].kind",
        "spans[2].end",
    ]


def test_the_same_item_twice_is_an_error() -> None:
    with pytest.raises(InvalidFile, match=r"items\.jsonl:2: item_id: 'rk-1' stands twice"):
        read([plain(), plain()])


def test_the_sample_holds_what_the_paper_says_of_items() -> None:
    items = sample_items()
    assert len(items) == 12
    assert len({item.shape for item in items}) == 8
    assert len({item.source_id for item in items}) == 10
    for item in items:
        assert 3 <= len(item.document_sizes) <= 4
        assert 14 <= len(item.units) <= 26
        assert 4 <= len(item.depths) <= 7
        assert 3 <= item.max_depth <= 5
        home = item.unit(item.edit.unit_id).document
        assert sum(item.unit(name).document != home for name in item.depths) >= 2


def test_the_sample_is_in_canonical_form() -> None:
    lines = (FIXTURES / "ripple_items.jsonl").read_bytes().split(b"\n")
    assert lines.pop() == b""
    for line in lines:
        row = parse_object(line)
        assert canonical_bytes(row) == line
        assert list(row) == [field.name for field in RIPPLE_FIELDS]
    assert f"{len(lines)} ripple items" in (FIXTURES / "README.md").read_text()
