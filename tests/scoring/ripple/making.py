"""Small ripple items by hand, and the entries of rankings."""

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reviewapp.records import Problems, open_source
from scoring.ripple.scorer.items import RippleItem, check_item, read_ripple_items
from scoring.ripple.scorer.metrics import Target

FIXTURES = Path(__file__).parents[3] / "fixtures"


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def item_object(
    documents: Sequence[Mapping[str, str]],
    edges: Sequence[tuple[str, str]],
    *,
    spans: Sequence[tuple[str, str, int, int]] = (),
    supporting: Sequence[str] = (),
    item_id: str = "rk-1",
    source_id: str = "s1",
    split: str = "report",
    edited: str = "a",
    old: str = "7",
) -> dict[str, Any]:
    """An item whose texts are given by unit; depths, hashes and quotes are computed."""
    texts = {name: text for document in documents for name, text in document.items()}
    depths: dict[str, int] = {}
    reached, depth = {"edit"}, 0
    while reached:
        depth += 1
        reached = {child for parent, child in edges if parent in reached and child not in depths}
        depths |= dict.fromkeys(reached, depth)
    canonical = {name: text.replace("\r\n", "\n").encode() for name, text in texts.items()}
    return {
        "item_id": item_id,
        "split": split,
        "source_id": source_id,
        "shape": "branched_merge",
        "edit": {"unit_id": edited, "old": old, "new": "9", "description": "A count is corrected."},
        "documents": [
            {
                "document_id": f"d{place}",
                "title": f"Title {place}",
                "units": [
                    {"unit_id": name, "text": text, "sha256": digest(canonical[name])}
                    for name, text in document.items()
                ],
            }
            for place, document in enumerate(documents)
        ],
        "closure": {
            "units": [{"unit_id": name, "depth": depths[name]} for name in texts if name in depths],
            "edges": [
                {"edge_id": f"e{place}", "parent": parent, "child": child, "rule": "r"}
                for place, (parent, child) in enumerate(edges)
            ],
        },
        "supporting_units": list(supporting),
        "spans": [
            {
                "unit_id": name,
                "kind": kind,
                "start": start,
                "end": end,
                "sha256": digest(canonical[name][start:end]),
            }
            for name, kind, start, end in spans
        ],
        "provenance": {},
    }


TEXTS: Mapping[str, str] = {
    "a": "North has 7 crates.",
    "b": "Sum is 1,204 here.\r\nCounted twice.",
    "c": "Ölmühle says so.",
    "x": "North opens at dawn.",
    "y": "South is far.",
    "z": "The roof is new.",
    "v": "It rains.",
    "w": "It snows.",
}
SPANS = [("a", "number", 10, 11), ("b", "number", 7, 12), ("c", "entity", 0, 9), ("x", "entity", 0, 5)]
EDGES = [("edit", "a"), ("a", "b"), ("b", "c")]


def three_of_eight(**options: Any) -> RippleItem:
    """|U| = 8, G = {a: 1, b: 2, c: 3}, K = 6, K_G = 3; a and b in the first document, c in the second."""
    documents = [{name: TEXTS[name] for name in "axb"}, {name: TEXTS[name] for name in "yczvw"}]
    options = {"spans": SPANS, "supporting": ["a", "y"], **options}
    return check_item(item_object(documents, EDGES, **options))


def entry(name: str, text: str | None = None) -> dict[str, str]:
    return {"unit_id": name, "text": TEXTS.get(name, "?") if text is None else text}


def entries(names: str) -> list[dict[str, str]]:
    """Entries with the exact texts of one-letter units."""
    return [entry(name) for name in names]


def ranked(names: Sequence[str], item: RippleItem) -> list[dict[str, str]]:
    return [{"unit_id": name, "text": item.unit(name).text} for name in names]


def response(ranking: Sequence[Any]) -> str:
    return json.dumps({"ranking": ranking})


def read(rows: Sequence[Mapping[str, Any]]) -> list[RippleItem]:
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    problems = Problems()
    with open_source(io.BytesIO(data), "items.jsonl") as source:
        found = read_ripple_items(source, problems)
    problems.raise_if_any()
    return found


def sample_items() -> list[RippleItem]:
    problems = Problems()
    path = FIXTURES / "ripple_items.jsonl"
    with path.open("rb") as raw, open_source(raw, path.name) as source:
        found = read_ripple_items(source, problems)
    problems.raise_if_any()
    return found


def sample_targets() -> list[Target]:
    return [Target(item) for item in sample_items()]
