"""`score` and `baseline`: from files to the contract's JSON and tables, without a database."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring.ripple.scorer.metrics import METRICS
from tests.scoring.ripple.making import (
    EDGES,
    FIXTURES,
    SPANS,
    TEXTS,
    digest,
    entries,
    entry,
    item_object,
    response,
)

ROOT = Path(__file__).resolve().parents[3]
SAMPLE, MODEL, BM25 = (
    str(FIXTURES / name) for name in ("ripple_items.jsonl", "run_ripple_model.jsonl", "run_ripple_bm25.jsonl")
)


def rows() -> list[dict[str, Any]]:
    documents = [{name: TEXTS[name] for name in "axb"}, {name: TEXTS[name] for name in "yczvw"}]
    return [
        item_object(documents, EDGES, spans=SPANS, item_id=f"rk-{n}", source_id=source)
        for n, source in enumerate(["s1", "s1", "s2"])
    ]


RUN = [
    {"run": {"system": "Mine"}},
    {"item_id": "rk-0", "response": response(entries("abcxyz"))},
    {
        "item_id": "rk-1",
        "response": f"```\n{response([entry('b', TEXTS['b'] + '!'), *entries('axyzvw')])}\n```",
    },
]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    items, run = tmp_path / "items.jsonl", tmp_path / "run.jsonl"
    write(items, rows())
    write(run, RUN)
    return items, run


def write(path: Path, lines: list[Any]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def score(items: Path | str, run: Path | str, folder: Path, **options: Any) -> dict[str, Any]:
    out = folder / "out.json"
    options = {"replicates": 50, **options}
    call_command("score", str(items), str(run), json=str(out), **options)
    found: dict[str, Any] = json.loads(out.read_text())
    return found


def test_the_json_is_that_of_the_contract(files: tuple[Path, Path], tmp_path: Path) -> None:
    found = score(*files, tmp_path, replicates=200, seed=7)
    assert list(found) == ["n_items", "parsed", "parser", "replicates", "seed", "metrics", "items"]
    assert [found[key] for key in list(found)[:5]] == [3, 1, "primary", 200, 7]
    assert list(found["metrics"]) == list(METRICS)
    assert found["metrics"]["recall_at_2g"] == {"value": 1 / 3, "low": 0.0, "high": 0.5, "n": 3}
    assert found["metrics"]["conditional_exactness"] == {
        "value": 1.0,
        "low": 0.0,
        "high": 1.0,
        "numerator": 3,
        "denominator": 3,
    }
    assert [list(row) for row in found["items"]] == [["item_id", "parsed", *METRICS]] * 3
    assert [row["parsed"] for row in found["items"]] == [True, False, False]
    assert [row["recall_at_2g"] for row in found["items"]] == [1, 0, 0]
    assert [row["review_burden"] for row in found["items"]] == [1, 3, 3]


def test_the_second_parser_is_an_option_and_is_named(files: tuple[Path, Path], tmp_path: Path) -> None:
    found = score(*files, tmp_path, parser="fence_stripped")
    assert (found["parser"], found["parsed"]) == ("fence_stripped", 2)
    assert found["metrics"]["recall_at_2g"]["value"] == pytest.approx(5 / 9)
    assert found["metrics"]["verbatim_recall_at_2g"]["value"] == pytest.approx(4 / 9)
    assert found["metrics"]["conditional_exactness"]["denominator"] == 5


def test_the_target_moves_the_burden_alone(files: tuple[Path, Path], tmp_path: Path) -> None:
    whole = score(*files, tmp_path, parser="fence_stripped")["items"][1]
    part = score(*files, tmp_path, parser="fence_stripped", target="1/2")["items"][1]
    assert (whole["review_burden"], part["review_burden"]) == (3, 2 / 3)
    assert {name for name in part if part[name] != whole[name]} == {"review_burden", "review_success"}


def test_several_runs_are_compared_and_signed(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    items, run = files
    other = tmp_path / "other.jsonl"
    write(other, [{"item_id": f"rk-{n}", "ranking": entries("cba")} for n in range(3)])
    details = tmp_path / "details.json"
    found = score(items, run, tmp_path, runs=[str(other)], details=str(details), slices=True, census=True)
    assert found["metrics"]["recall_at_2g"]["value"] == 1 / 3
    whole = json.loads(details.read_text())
    assert [one["name"] for one in whole["runs"]] == ["Mine", "other.jsonl"]
    assert [one["signature"] for one in whole["runs"]] == [
        {
            "items_sha256": digest(items.read_bytes()),
            "run_sha256": digest(path.read_bytes()),
            "parser": "primary",
            "replicates": 50,
            "seed": 1,
            "target": "1",
            "scorer": "1.0.0",
        }
        for path in (run, other)
    ]
    difference = whole["differences"][1]
    assert (difference["metric"], difference["first"], difference["second"]) == (
        "recall_at_2g",
        "Mine",
        "other.jsonl",
    )
    assert difference["value"] == pytest.approx(1 / 3 - 1)
    assert difference["p"] == 0.5  # two sources, four exchanges
    item = whole["runs"][0]["items"][1]
    assert (item["malformed"], item["affected"], item["number_spans"]) == ("fenced", 3, 2)
    assert [miss["cause"] for miss in item["misses"]] == ["malformed:fenced"] * 3
    lines = capsys.readouterr().out.split("\n")
    assert lines[0].split() == ["metric", "Mine", "other.jsonl"]
    assert any("too few sources for an interval" in line for line in lines)
    assert any(line.split()[:2] == ["miss_causes", "malformed:fenced"] for line in lines)
    assert lines[-2] == "Scored 3 items from 2 sources; parser primary; parsed: 1, 3."


def test_runs_of_the_same_name_are_told_apart(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("score", *map(str, files), runs=[str(files[1])], replicates=9)
    assert f"Mine ({files[1]})" in capsys.readouterr().out


def test_missing_and_unknown_items_are_told(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    write(files[1], [*RUN, {"item_id": "\ud800", "response": ""}])
    call_command("score", *map(str, files), replicates=9)
    told = capsys.readouterr().err
    assert "Mine: 1 items without a response score as empty" in told
    assert "Mine: 1 unknown items are left out: '\\ud800'" in told


def test_bad_lines_of_all_files_are_reported_and_nothing_is_written(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    items, run = files
    write(items, [*rows(), {**rows()[0], "item_id": "rk-9", "split": "test"}])
    run.write_text(run.read_text() + "x\n")
    with pytest.raises(CommandError) as caught:
        score(items, run, tmp_path, runs=[str(run)])
    assert [line.rsplit("/")[-1].split(": ")[0] for line in str(caught.value).split("\n")] == [
        "items.jsonl:4",
        "run.jsonl:4",
        "run.jsonl:4",
    ]
    assert not (tmp_path / "out.json").exists()


def test_no_items_are_refused(files: tuple[Path, Path]) -> None:
    files[0].write_text("\n")
    with pytest.raises(CommandError, match="no items to score against"):
        call_command("score", *map(str, files))


def test_the_samples_baseline_is_what_the_command_writes(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    call_command("baseline", "bm25", SAMPLE, out=str(out))
    assert out.read_bytes() == Path(BM25).read_bytes()


def test_the_samples_model_has_every_kind_of_fault(tmp_path: Path) -> None:
    details = tmp_path / "details.json"
    found = score(SAMPLE, MODEL, tmp_path, details=str(details))
    assert (found["n_items"], found["parsed"]) == (12, 8)
    census = json.loads(details.read_text())["runs"][0]["census"]
    assert set(census["malformed"]) == {"fenced", "truncated", "not_json", "wrong_shape"}
    assert len(census["copy_causes"]) == 6
    assert set(census["wasted_positions"].values()) == {1}
    assert score(SAMPLE, MODEL, tmp_path, parser="fence_stripped")["parsed"] == 9


def test_document_position_says_what_it_leaves_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run.jsonl"
    call_command("baseline", "document_position", SAMPLE, out=str(out))
    assert capsys.readouterr().out == f"Wrote {out}: document_position, 8 rankings.\n"
    assert "Learned on the development items" in out.read_text().split("\n")[0]


def test_a_seed_makes_another_random_run(tmp_path: Path) -> None:
    written = []
    for seed in (1, 1, 2):
        call_command("baseline", "random", SAMPLE, out=str(tmp_path / "run.jsonl"), seed=seed)
        written.append((tmp_path / "run.jsonl").read_bytes())
    assert written[0] == written[1] != written[2]


def test_a_baseline_of_bad_items_is_not_written(files: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "baseline.jsonl"
    with pytest.raises(CommandError, match="no item of the development split"):
        call_command("baseline", "document_position", str(files[0]), out=str(out))
    write(files[0], [{}])
    with pytest.raises(CommandError, match="item_id: the key is missing"):
        call_command("baseline", "bm25", str(files[0]), out=str(out))
    files[0].write_text("")
    with pytest.raises(CommandError, match="no items, expected at least one"):
        call_command("baseline", "bm25", str(files[0]), out=str(out))
    assert not out.exists()


def manage(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_without_a_reachable_database_they_exit_0_1_and_2(tmp_path: Path) -> None:
    good = manage("score", SAMPLE, MODEL, "--runs", BM25, "--replicates", "9")
    assert (good.returncode, good.stderr) == (0, "")
    written = manage("baseline", "random", SAMPLE, "--out", str(tmp_path / "run.jsonl"))
    assert (written.returncode, written.stderr) == (0, "")
    assert manage("score", SAMPLE, str(tmp_path / "none.jsonl")).returncode == 1
    assert manage("score", SAMPLE, MODEL, "--target", "2").returncode == 2
    assert manage("baseline", "luck", SAMPLE, "--out", "x").returncode == 2
