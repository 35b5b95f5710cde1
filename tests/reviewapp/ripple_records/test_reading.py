"""Ripple items are checked whole: each fault by file, line and field (contracts §4)."""

import io
import json
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmark.construction.ripple import shapes
from reviewapp.records import InvalidRecord, Problems, canonical_bytes, open_source, parse_object
from reviewapp.records.ripple import (
    EDIT,
    FAMILIES,
    check_public,
    check_ripple,
    find_cycle,
    public_bytes,
    read_ripple,
    ripple_bytes,
    shortest_paths,
)
from tests.reviewapp.ripple_records.making import changed, item, reworded, sample_lines, span

# The first shipped item: 35345221 (edit) → 6a20cd0c, 65698615 → 30066146; 35345221 is documents.2.units.3.
EDITED, TOTAL, WATCH, FUND = "u-35345221", "u-6a20cd0c", "u-65698615", "u-30066146"
OTHER = "u-84a479a2"
EDGES = "closure.edges"


def faults(obj: dict[str, Any]) -> list[str]:
    with pytest.raises(InvalidRecord) as caught:
        check_ripple(obj)
    return [str(finding) for finding in caught.value.findings]


def edge(parent: str, child: str, edge_id: str = "e9") -> dict[str, str]:
    return {"edge_id": edge_id, "parent": parent, "child": child, "rule": "r"}


@pytest.mark.parametrize("line", sample_lines(), ids=lambda line: json.loads(line)["item_id"])
def test_a_canonical_line_is_written_as_the_same_bytes(line: bytes) -> None:
    record = check_ripple(parse_object(line))
    assert ripple_bytes(record) == line
    public = json.loads(public_bytes(record))
    assert public == {name: json.loads(line)[name] for name in ("item_id", "edit", "documents")}
    assert list(public) == ["item_id", "edit", "documents"]


def test_keys_in_another_order_are_written_in_the_documented_one() -> None:
    line = sample_lines()[0]
    turned = json.loads(line, object_pairs_hook=lambda pairs: dict(reversed(pairs)))
    turned["provenance"] = json.loads(line)["provenance"]
    assert ripple_bytes(check_ripple(turned)) == line


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("edit.new", "304", "edit.new: is the old value, expected another one"),
        ("edit.old", "4", "edit.unit_id: "),
        (f"{EDGES}.1.child", EDIT, f"{EDGES}[1].child: 'edit' is none of the item's units"),
        (f"{EDGES}.5", edge(EDIT, OTHER), f"{EDGES}[5].child: '{OTHER}' is not in the closure"),
        (f"{EDGES}.5", edge(OTHER, FUND), f"{EDGES}[5].parent: '{OTHER}' is not in the closure"),
        (f"{EDGES}.5", edge("u-0", FUND), f"{EDGES}[5].parent: 'u-0' is none of the item's units"),
        (f"{EDGES}.5", edge(TOTAL, FUND), f"{EDGES}[5]: from '{TOTAL}' to '{FUND}' stands twice"),
        (f"{EDGES}.5", edge(TOTAL, WATCH, "e1"), f"{EDGES}: 'e1' stands twice"),
        (f"{EDGES}.5", edge(FUND, EDITED), f"{EDGES}: a cycle, "),
        (f"{EDGES}.5", edge(FUND, FUND), f"{EDGES}: a cycle, '{FUND}' → '{FUND}', expected none"),
        (f"{EDGES}.4", ..., None),
        ("closure.units.1.depth", 1, f"closure.units: '{WATCH}' has depth 1, the edges give 2"),
        (f"{EDGES}.3", ..., None),
        (f"{EDGES}.1", ..., f"closure.units: '{TOTAL}' has depth 2, the edges give None"),
        ("documents.0.units.0.unit_id", EDIT, "documents[0].units[0].unit_id: 'edit' stands for the edit"),
        ("documents.0.document_id", "d-470ad8", "documents: 'd-470ad8' stands twice"),
        ("provenance.more", "a\0b", "provenance.more: a NUL character"),
        ("provenance.more", [1, {"x": 1e999}], "provenance.more[1].x: a number too large to be held"),
        ("provenance.more", 2**63, "provenance.more: 9223372036854775808, expected an integer of 64 bits"),
        ("provenance.a\0b", 1, "provenance: a NUL character"),
    ],
)
def test_what_does_not_hold_is_told_by_its_field(path: str, value: Any, message: str | None) -> None:
    whole = changed(path, value)
    if message is None:  # a merge that loses one parent is a graph as good as before
        check_ripple(whole)
    elif message == "edit.unit_id: ":  # "4" stands once in "304", twice in "304 … 4"
        check_ripple(whole)
        text = whole["documents"][2]["units"][3]["text"].replace("visiting", "4 visiting")
        assert faults(reworded(2, 3, text, whole)) == [
            "edit.old: occurs more than once in the edited unit, expected it once"
        ]
    else:
        assert any(found.startswith(message) for found in faults(whole)), faults(whole)


def test_one_text_twice_is_refused_whatever_its_line_ends() -> None:
    again = reworded(0, 0, "A\r\nB", reworded(1, 0, "A\nB"))
    assert faults(again) == [
        "documents[1].units[0].text: is the text of 'u-ed5ac75e' too, expected distinct texts"
    ]


def test_all_that_does_not_hold_is_told_in_one_go() -> None:
    whole = changed("closure.units.0.depth", 9, changed("edit.old", "999"))
    whole["spans"][0]["end"] = 5_000
    whole["supporting_units"] = ["u-0"]
    fields = [fault.split(": ")[0] for fault in faults(whole)]
    assert fields == ["edit.old", "closure.units", "supporting_units", "spans[0]"]


def test_wrong_kinds_are_told_in_every_part_at_once() -> None:
    whole = changed("edit.old", 304, changed("closure.units.0.depth", "3", changed("spans.0.start", -1)))
    whole["documents"][1]["units"][0]["sha256"] = "no"
    fields = [fault.split(": ")[0] for fault in faults(whole)]
    assert fields == ["edit.old", "documents[1].units[0].sha256", "closure.units[0].depth", "spans[0].start"]


@pytest.mark.parametrize(
    ("start", "end", "message"),
    [
        (0, 4, "spans[0].end: 4 is inside of a character, expected a boundary"),
        (1, 7, "spans[0].start: 1 is inside of a character, expected a boundary"),
        (0, 7, None),
        (2, 3, None),
    ],
)
def test_spans_begin_and_end_between_characters(start: int, end: int, message: str | None) -> None:
    text = "Öl🛢 one"  # Ö 0–2, l 2–3, the drum 3–7
    whole = reworded(0, 0, text)
    whole["spans"] = [span("u-ed5ac75e", text, start, end)]
    if message:
        assert faults(whole) == [message]
    else:
        assert check_ripple(whole).spans[0].quote == text.encode()[start:end]


def test_offsets_count_the_canonical_text() -> None:
    text = "One\r\nTwo"
    whole = reworded(0, 0, text)
    whole["spans"] = [span("u-ed5ac75e", "One\nTwo", 4, 7)]
    record = check_ripple(whole)
    assert record.spans[0].quote == b"Two"
    assert next(iter(record.units)).text == text


def read(data: bytes) -> tuple[list[str], list[str]]:
    problems = Problems()
    with open_source(io.BytesIO(data), "ripple.jsonl") as source:
        good = [record.item_id for _, record in read_ripple(source, problems)]
    return good, problems.messages


def test_bad_lines_are_told_by_number_and_the_others_read() -> None:
    first, second = sample_lines()[:2]
    data = b"\xef\xbb\xbf" + first + b"\r\n\n" + canonical_bytes(changed("edit.old", "?")) + b"\n" + second
    good, messages = read(data + b"\n{")
    assert good == ["rk-bf5a1cdb", "rk-15a5224b"]
    assert messages[0] == "ripple.jsonl:3: edit.old: does not occur in the edited unit"
    assert messages[1].startswith("ripple.jsonl:5: cut off")


@pytest.mark.parametrize(
    "old",
    [b'"provenance":{', b'"units":{"u-ed5ac75e":"generated",'],
)
def test_a_key_twice_is_refused_at_any_level(old: bytes) -> None:
    line, key = sample_lines()[0], old.split(b":")[0]
    name = key.decode().strip('"')
    expected = [f"ripple.jsonl:1: {name}: the key occurs twice, expected it once"]
    assert read(line.replace(old, key + b":1," + old)) == ([], expected)


def test_a_lone_surrogate_is_refused() -> None:
    line = sample_lines()[0].replace(b"The Lantern Fund", b"The \\ud800 Fund")
    assert read(line)[1] == ["ripple.jsonl:1: documents: a lone surrogate \\ud800, expected Unicode text"]


def test_deep_provenance_is_read_and_written_again() -> None:
    deep: Any = "end"
    for _ in range(200):
        deep = [deep]
    whole = item(provenance={"units": {}, "b": deep, "a": [1, 2.5, None, True]})
    line = canonical_bytes(whole)
    assert ripple_bytes(check_ripple(parse_object(line))) == line


def test_the_public_part_stands_on_its_own() -> None:
    whole = item()
    public = {name: whole[name] for name in ("item_id", "edit", "documents")}
    item_id, edit, documents = check_public(public)
    assert check_public(whole) == (item_id, edit, documents)
    assert (item_id, edit.old, len(documents)) == ("rk-bf5a1cdb", "304", 3)
    with pytest.raises(InvalidRecord, match=r"edit\.old: does not occur"):
        check_public(changed("edit.old", "?", public))
    with pytest.raises(InvalidRecord, match="documents: the key is missing"):
        check_public(changed("documents", ..., public))


def test_the_families_are_those_of_the_construction() -> None:
    assert set(FAMILIES) == set(shapes.FAMILIES)


NAMES = [EDIT, *"abcdef"]
pairs_of_names = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from("abcdef")), max_size=14)


@settings(max_examples=60)
@given(pairs_of_names)
def test_depths_and_cycles_are_those_of_all_pairs(pairs: list[tuple[str, str]]) -> None:
    far = {(a, b): 1 if (a, b) in pairs else 99 for a in NAMES for b in NAMES}
    for via, a, b in product(NAMES, repeat=3):  # Floyd and Warshall
        far[a, b] = min(far[a, b], far[a, via] + far[via, b])
    assert shortest_paths(pairs) == {name: far[EDIT, name] for name in NAMES if far[EDIT, name] < 99}
    cycle = find_cycle(pairs)
    assert (cycle is not None) == any(far[name, name] < 99 for name in NAMES)
    if cycle:
        assert cycle[0] == cycle[-1]
        assert set(pairwise(cycle)) <= {*pairs}
