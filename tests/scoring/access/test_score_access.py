"""`score_access`: from files to the contract's JSON, against trec_eval's own outputs and pytrec_eval."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import pytrec_eval
from django.core.management import CommandError, call_command

ITEMS = [
    {"item_id": "q1", "query": "?", "answer": "!", "ref_list": [1], "domain": "law", "source": "s"},
    {"item_id": "q2", "query": "?", "answer": "!", "ref_list": [1, 2], "domain": "math", "source": "s"},
]
RUN = [
    {"run": {"system": "BM25"}},
    {"item_id": "q1", "scale": "512K", "doc_ids": [1, 9]},
    {"item_id": "q2", "scale": "512K", "response": "[DocID=2] then [DocID=7]"},
    {"item_id": "q2", "scale": "64K", "response": "2 and 1"},
]
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    items, run = tmp_path / "evidence_items.jsonl", tmp_path / "run.jsonl"
    write(items, ITEMS)
    write(run, RUN)
    return items, run


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def score(items: Path, run: Path, **options: object) -> dict[str, Any]:
    out = run.with_suffix(".scores.json")
    call_command(
        "score_access",
        str(items),
        str(run),
        json=str(out),
        replicates=options.pop("replicates", 50),
        **options,
    )
    found: dict[str, Any] = json.loads(out.read_text())
    return found


def manage(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "score_access", *map(str, arguments)]
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False
    )


def test_the_json_is_that_of_the_contract(files: tuple[Path, Path]) -> None:
    found = score(*files, replicates=200, seed=7)
    assert list(found) == ["k", "replicates", "seed", "scales", "items"]
    assert (found["k"], found["replicates"], found["seed"]) == (10, 200, 7)
    assert list(found["scales"]) == ["64K", "512K"]
    assert found["scales"]["512K"]["n_items"] == 2
    assert found["scales"]["512K"]["metrics"] == {
        "r_at_1": {"value": 1.0, "low": 1.0, "high": 1.0, "n": 1},
        "sr_at_10": {"value": 0.75, "low": 0.5, "high": 1.0, "n": 2},
        "fr_at_10": {"value": 0.0, "low": 0.0, "high": 0.0, "n": 1},
    }
    assert found["items"] == [
        {"item_id": "q1", "scale": "64K", "r_at_1": 0.0, "sr_at_10": 0.0, "fr_at_10": None},
        {"item_id": "q2", "scale": "64K", "r_at_1": None, "sr_at_10": 1.0, "fr_at_10": 1.0},
        {"item_id": "q1", "scale": "512K", "r_at_1": 1.0, "sr_at_10": 1.0, "fr_at_10": None},
        {"item_id": "q2", "scale": "512K", "r_at_1": None, "sr_at_10": 0.5, "fr_at_10": 0.0},
    ]


def test_metrics_carry_the_cutoff_in_their_name(files: tuple[Path, Path]) -> None:
    assert list(score(*files, k=1)["scales"]["64K"]["metrics"]) == ["r_at_1", "sr_at_1", "fr_at_1"]


def test_an_empty_run_scores_every_item_as_empty(files: tuple[Path, Path]) -> None:
    files[1].write_text("")
    found = score(*files, scale="30M")
    assert found["scales"]["30M"]["metrics"]["sr_at_10"]["value"] == 0.0
    assert len(found["items"]) == 2


def test_a_trec_run_scores_evidence_items_on_the_named_rung(files: tuple[Path, Path]) -> None:
    files[1].write_text("q1 Q0 1 1 0.5 t\nq1 Q0 9 2 0.7 t\nq2 Q0 2 1 1 t\nq2 Q0 1 2 1 t\n")
    found = score(*files, scale="128K")
    figures = {name: figure["value"] for name, figure in found["scales"]["128K"]["metrics"].items()}
    assert figures == {"r_at_1": 0.0, "sr_at_10": 1.0, "fr_at_10": 1.0}


def test_unknown_items_are_counted_named_and_left_out(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    write(files[1], [*RUN, {"item_id": "\ud800", "scale": "64K", "doc_ids": []}])
    assert len(score(*files)["items"]) == 4
    assert "1 results of unknown items are left out: '\\ud800'" in capsys.readouterr().err


def test_the_table_names_every_rung_and_domain(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("score_access", *map(str, files), replicates=10, by_domain=True)
    lines = capsys.readouterr().out.split("\n")
    assert lines[0].split() == ["scale", "items", "n", "R@1", "SR@10", "FR@10", "SR–FR", "gap"]
    assert [line.split()[:2] for line in lines[1:6]] == [
        ["64K", "all"],
        ["64K", "single-source"],
        ["64K", "multi-source"],
        ["64K", "law"],
        ["64K", "math"],
    ]
    assert lines[-2] == "Scored 2 items; rungs: 64K, 512K."


def test_bad_lines_of_both_files_are_reported_and_nothing_is_written(files: tuple[Path, Path]) -> None:
    items, run = files
    items.write_text(items.read_text() + "{}\n")
    run.write_text(run.read_text() + "x\n")
    out = run.with_name("out.json")
    with pytest.raises(CommandError) as caught:
        call_command("score_access", str(items), str(run), json=str(out))
    assert f"{items}:3: item_id: the key is missing" in str(caught.value)
    assert f"{run}:5: no JSON" in str(caught.value)
    assert not out.exists()


def test_no_items_are_refused(files: tuple[Path, Path]) -> None:
    files[0].write_text("\n")
    with pytest.raises(CommandError, match="no items to score against"):
        call_command("score_access", *map(str, files))


def test_without_a_reachable_database_it_exits_0_1_and_2(files: tuple[Path, Path]) -> None:
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
    good = manage(*files, "--replicates", "10", **nowhere)
    assert (good.returncode, "Scored 2 items" in good.stdout) == (0, True), good.stderr
    missing = manage(files[0], files[1].with_name("none"), **nowhere)
    assert (missing.returncode, "No such file" in missing.stderr) == (1, True)
    wrong = manage(*files, "--k", "0", **nowhere)
    assert (wrong.returncode, "'0' is no whole number from 1" in wrong.stderr) == (2, True)


def expected_recall(path: Path) -> dict[tuple[str, int], float]:
    """Read trec_eval's recall lines, as (query, cut-off)."""
    rows = (line.split() for line in path.read_text().split("\n") if line.startswith("recall_"))
    return {(query, int(name.removeprefix("recall_"))): float(value) for name, query, value in rows}


@pytest.mark.data
@pytest.mark.parametrize(
    ("qrels", "run", "expected"),
    [
        ("qrels.test", "results.test", "out.test.aq"),
        ("qrels.test.with-comments", "results.test", "out.test.aq"),
        ("qrels.test", "results.trunc", "out.test.aqc"),
        ("qrels.test", "results.trunc", "out.test.aqcM"),
    ],
)
def test_recall_is_that_of_trec_evals_expected_outputs(
    shared_data: Path, tmp_path: Path, qrels: str, run: str, expected: str
) -> None:
    recall = expected_recall(shared_data / "trec" / expected)
    copy = tmp_path / run
    copy.write_bytes((shared_data / "trec" / run).read_bytes())
    cutoffs = sorted({cutoff for _, cutoff in recall if "M" not in expected or cutoff <= 100})
    assert cutoffs[:3] == [5, 10, 15]
    for cutoff in cutoffs:
        found = score(shared_data / "trec" / qrels, copy, k=cutoff, replicates=1)
        values = {row["item_id"]: row[f"sr_at_{cutoff}"] for row in found["items"]}
        values["all"] = found["scales"]["all"]["metrics"][f"sr_at_{cutoff}"]["value"]
        assert {query: f"{value:.4f}" for query, value in values.items()} == {
            query: f"{value:.4f}" for (query, at), value in recall.items() if at == cutoff
        }


def random_case(rng: random.Random) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Make qrels and a run with tied scores, unknown documents and queries, and short lists."""
    bank = [f"d{number}" for number in range(rng.choice([3, 12, 40]))]
    unknown = [f"u{number}" for number in range(5)]
    qrels, run = {}, {}
    for query in (f"q{number}" for number in range(rng.randint(1, 6))):
        judged = rng.sample(bank, rng.randint(1, len(bank)))
        qrels[query] = {document: rng.choice([0, 1, 1, 2]) for document in judged}
        returned = rng.sample(bank + unknown, rng.randint(1, len(bank)))
        run[query] = {
            document: rng.choice([0.1, 0.25, 0.1 + 1e-12, -2.0, 3e7, 3e7 + 1]) for document in returned
        }
    return qrels, run | {"q-unknown": {"d1": 1.0}}


def test_recall_is_that_of_pytrec_eval_on_200_random_runs(tmp_path: Path) -> None:
    rng = random.Random(20260101)
    qrels_file, run_file = tmp_path / "qrels", tmp_path / "run"
    for _ in range(200):
        qrels, run = random_case(rng)
        rows = [
            f"{q} 0 {d} {relevance}\n" for q, documents in qrels.items() for d, relevance in documents.items()
        ]
        qrels_file.write_text("".join(rows))
        rows = [
            f"{q} Q0 {d} 1 {value!r} t\n" for q, documents in run.items() for d, value in documents.items()
        ]
        rng.shuffle(rows)
        run_file.write_text("".join(rows))
        witness = pytrec_eval.RelevanceEvaluator(qrels, {"recall.1,3,10"}).evaluate(run)
        for cutoff in (1, 3, 10):
            found = score(qrels_file, run_file, k=cutoff, replicates=1)
            values = {row["item_id"]: row[f"sr_at_{cutoff}"] for row in found["items"]}
            assert values == pytest.approx({q: figures[f"recall_{cutoff}"] for q, figures in witness.items()})
