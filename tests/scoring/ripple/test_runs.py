"""Stored runs: what is a bad line, and what is only a bad response (contracts §5)."""

import gzip
import io
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from reviewapp.records import Problems, open_source
from scoring.ripple.scorer.files import opened
from scoring.ripple.scorer.metrics import Target
from scoring.ripple.scorer.rankings_parse import FENCE_STRIPPED, PRIMARY
from scoring.ripple.scorer.runs import ItemResult, RippleRun
from scoring.ripple.scorer.scored import score_run
from tests.scoring.ripple.making import digest, entries, entry, response, three_of_eight

GOOD = response(entries("abc"))


def read(rows: list[Any], parser: str = PRIMARY) -> tuple[list[ItemResult], dict[str, Any], list[str]]:
    lines = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows]
    problems = Problems()
    with open_source(io.BytesIO(b"\n".join(lines)), "run.jsonl") as source:
        run = RippleRun(source, problems, parser)
        return list(run.results()), run.metadata, problems.messages


def test_responses_and_own_lists_are_read_behind_the_metadata() -> None:
    rows = [
        {"run": {"system": "S"}},
        {"item_id": "rk-1", "response": GOOD, "usage": {"tokens": 3}},
        {"item_id": "rk-2", "ranking": entries("a")},
        {"item_id": "rk-3", "response": ""},
    ]
    results, metadata, messages = read(rows)
    assert metadata == {"system": "S"}
    assert messages == []
    assert [(one.line, one.item_id, one.parsed.malformed) for one in results] == [
        (2, "rk-1", ""),
        (3, "rk-2", ""),
        (4, "rk-3", "empty"),
    ]
    assert results[1].parsed.entries == entries("a")


def test_the_parser_is_that_of_the_run() -> None:
    rows = [{"item_id": "rk-1", "response": f"```json\n{GOOD}\n```"}]
    assert read(rows)[0][0].parsed.malformed == "fenced"
    assert read(rows, FENCE_STRIPPED)[0][0].parsed.entries == entries("abc")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"response": GOOD}, "item_id: expected a string that is not empty, got None"),
        ({"item_id": 7, "response": GOOD}, "item_id: expected a string that is not empty, got 7"),
        ({"item_id": "rk-2"}, "response: expected either response or ranking"),
        ({"item_id": "rk-2", "response": GOOD, "ranking": []}, "response: expected either"),
        ({"item_id": "rk-2", "response": None}, "response: expected a string, got None"),
        ({"item_id": "rk-2", "ranking": {}}, "ranking: expected a list, got {}"),
        ({"item_id": "rk-1", "response": ""}, "item_id: 'rk-1' stands twice: on line 1 too"),
        (b'{"item_id":"rk-2","response":"a","response":"b"}', "the key 'response' stands twice"),
        (b'{"item_id":"rk-2","ranking":' + b"[" * 100_000, "no JSON that can be read: nested too deeply"),
        (b"\xff", "byte "),
        ({"run": {}}, "item_id: "),
    ],
)
def test_a_bad_line_is_told_with_its_place(row: Any, message: str) -> None:
    results, _, messages = read([{"item_id": "rk-1", "response": GOOD}, row])
    assert len(results) == 1
    assert messages[0].startswith(f"run.jsonl:2: {message}")


def test_a_response_is_never_a_bad_line() -> None:
    odd = ["\ud800", "\0", "\u2028", "[" * 10_000, "9" * 10_000, '{"ranking":[NaN]}', "x" * 10_000_000]
    results, _, messages = read([{"item_id": f"rk-{n}", "response": text} for n, text in enumerate(odd)])
    assert messages == []
    assert [one.parsed.malformed for one in results] == [
        *["not_json"] * 3,
        "too_deep",
        "wrong_shape",
        "not_json",
        "not_json",
    ]


def test_missing_items_score_as_empty_and_unknown_ones_are_left_out() -> None:
    targets = [Target(three_of_eight(item_id=name)) for name in ("rk-1", "rk-2")]
    results, _, _ = read([{"item_id": name, "response": GOOD} for name in ("rk-2", "rk-7", "rk-8")])
    run = score_run(targets, results)
    assert [item.parsed for item in run.items] == [False, True]
    assert run.matrix[:, 0].tolist() == [0, 1]
    assert run.items[0].census.malformed == "no_response"
    assert (run.n_parsed, run.n_missing, run.n_unknown, run.unknown) == (1, 1, 2, ["'rk-7'", "'rk-8'"])


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_is_hashed_as_it_is_whatever_was_read_of_it(tmp_path: Path, packed: bool) -> None:
    data = b"one\ntwo\n" * 100_000
    data = gzip.compress(data) if packed else data
    path = tmp_path / "file"
    path.write_bytes(data)
    with opened(str(path)) as (source, hashed):
        assert source.stream.readline() == b"one\n"
    assert hashed.hexdigest() == digest(data)


def test_memory_does_not_grow_with_the_run(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with path.open("w") as lines:
        for number in range(40):
            lines.write(
                json.dumps({"item_id": f"rk-{number}", "response": response([entry("a", "x" * 1_000_000)])})
                + "\n"
            )
    targets = [Target(three_of_eight(item_id=f"rk-{number}")) for number in range(40)]
    tracemalloc.start()
    with opened(str(path)) as (source, _):
        run = score_run(targets, RippleRun(source, Problems()).results())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert run.n_parsed == 40
    assert peak < 15_000_000
