"""Building collections: every reserve attempted, the first valid chosen, the same bytes, bad files told."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from benchmark.construction.ripple import select
from benchmark.construction.ripple.checks import Failure
from benchmark.construction.ripple.report import diversity, report_of, type_token_ratio
from benchmark.construction.ripple.schedule import default_schedule
from benchmark.construction.ripple.select import Collection, Options, build
from reviewapp.records import InputFile, Problems

from .records import record, write_records

BASE = Path(__file__).resolve().parents[3]


@pytest.fixture
def records(tmp_path: Path) -> Path:
    return write_records(tmp_path / "records.jsonl", [record(number) for number in range(20)])


@pytest.fixture
def few(tmp_path: Path) -> Path:
    return write_records(tmp_path / "few.jsonl", [record(number) for number in range(5)])


def built(path: Path, items: int = 6, **options: Any) -> Collection:
    """Build from a file, once for each content and options."""
    return _built(path.read_bytes(), path, items, tuple(sorted(options.items())))


@cache
def _built(content: bytes, path: Path, items: int, named: tuple[tuple[str, Any], ...]) -> Collection:
    options = dict(named)
    return build([InputFile.at(path)], default_schedule(items), Problems(), Options(**options))


def test_every_place_is_filled_by_its_first_valid_reserve(records: Path) -> None:
    found = built(records)
    assert found.unfilled == []
    places = [line["coordinate"]["key"] for line in found.manifest]
    assert sorted(places) == sorted(place.key for place in default_schedule(6))
    assert [item["item_id"] for item in found.items] == [line["item_id"] for line in found.manifest]
    assert found.tally.attempted == sum(found.tally.reserves.values()) == found.tally.passed == 20


def test_reserves_beyond_the_wanted_number_are_left_alone(records: Path) -> None:
    assert built(records, reserves=2).tally.attempted == 12


def test_a_first_reserve_that_fails_gives_way_to_the_next(
    records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = {line["coordinate"]["key"]: line["source_id"] for line in built(records).manifest}
    good = select.failures_of

    def strict(candidate: Any, **options: Any) -> list[Failure]:
        spoilt = candidate.plan.source.source_id == first["report-0001"]
        return (
            [Failure("depth", "made up"), *good(candidate, **options)]
            if spoilt
            else good(candidate, **options)
        )

    monkeypatch.setattr(select, "failures_of", strict)
    found = build([InputFile.at(records)], default_schedule(6), Problems(), Options())
    assert found.tally.mechanical == {"depth": 1}
    assert found.tally.passed == 19
    assert {
        line["coordinate"]["key"]: line["source_id"] for line in found.manifest
    }.items() & first.items() != first
    assert found.unfilled == []


def test_excluded_sources_are_never_used(records: Path) -> None:
    excluded = frozenset(record(number)["id"] for number in range(10))
    found = built(records, excluded=excluded)
    assert not {item["source_id"] for item in found.items} & excluded
    assert found.tally.attempted == 10


def test_no_text_stands_in_two_items(records: Path) -> None:
    found = built(records)
    texts = [unit["text"] for item in found.items for part in item["documents"] for unit in part["units"]]
    assert len(set(texts)) == len(texts)


def test_names_are_unique_in_the_collection(records: Path) -> None:
    names = [
        {node.entity for node in candidate.plan.nodes.values() if node.entity}
        for candidate in built(records).selected
    ]
    assert sum(map(len, names)) == len(set().union(*names))


def test_the_same_files_and_seed_give_the_same_bytes_under_any_hash_seed_zone_and_language(
    few: Path, tmp_path: Path
) -> None:
    key = tmp_path / "key"
    key.write_text("0123456789abcdef" * 4)
    run(few, tmp_path / "here", "--items", "3", "--id-key", str(key))
    elsewhere = {"PYTHONHASHSEED": "12345", "TZ": "Asia/Kathmandu", "LC_ALL": "C", "PYTHONUTF8": "0"}
    command = ["manage.py", "build_ripple", "--records", str(few), "--items", "3", "--id-key", str(key)]
    subprocess.run(
        [sys.executable, *command, "--out", str(tmp_path / "there")],
        cwd=BASE,
        env={**os.environ, **elsewhere},
        check=True,
        capture_output=True,
    )
    here, there = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("here", "there")
    )
    assert here == there
    assert here.keys() == {"items.jsonl", "public.jsonl", "manifest.jsonl", "report.json", "isolation.json"}


def test_a_build_without_a_secret_draws_and_keeps_one(few: Path, tmp_path: Path) -> None:
    for name in ("one", "other"):
        run(few, tmp_path / name, "--items", "3")
    one, other = ((tmp_path / name / "secret.key").read_text().strip() for name in ("one", "other"))
    assert len(one) == len(other) == 64
    assert one != other
    assert (tmp_path / "one" / "secret.key").stat().st_mode & 0o777 == 0o600
    texts = [(tmp_path / name / "public.jsonl").read_text() for name in ("one", "other")]
    assert texts[0] != texts[1]
    run(few, tmp_path / "again", "--items", "3", "--id-key", str(tmp_path / "one" / "secret.key"))
    assert (tmp_path / "again" / "items.jsonl").read_bytes() == (
        tmp_path / "one" / "items.jsonl"
    ).read_bytes()
    files = [path.read_text() for path in (tmp_path / "one").iterdir() if path.name != "secret.key"]
    assert not any(one in text for text in files)


def test_a_short_secret_is_refused(few: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("1234\n")
    with pytest.raises(CommandError, match="32 characters"):
        run(few, tmp_path / "out", "--id-key", str(tmp_path / "key"))


def test_the_order_of_items_hangs_on_the_secret(records: Path) -> None:
    one, other = built(records, secret="a"), built(records, secret="b")
    order = [[line["coordinate"]["key"] for line in found.manifest] for found in (one, other)]
    assert sorted(order[0]) == sorted(order[1])
    assert order[0] != order[1]


def test_another_seed_gives_other_items(records: Path) -> None:
    one, other = built(records), built(records, seed=2)
    assert {item["item_id"] for item in one.items}.isdisjoint(item["item_id"] for item in other.items)


def run(path: Path, out: Path, *options: str) -> None:
    call_command("build_ripple", "--records", str(path), "--out", str(out), *options)


def test_the_report_counts_attempts_and_holds_hashes_and_splits(records: Path, tmp_path: Path) -> None:
    run(records, tmp_path / "out", "--items", "8", "--revision", "v1.0")
    report = json.loads((tmp_path / "out" / "report.json").read_bytes())
    assert report["attempts"]["attempted"] == 20
    assert report["isolation"]["assigned"] == {"development": 4, "selection": 4, "report": 12}
    assert report["isolation"]["disjoint"]
    assert report["isolation"]["revision"] == "v1.0"
    assert len(report["isolation"]["files"][0]["sha256"]) == 64
    assert report["composition"]["as_scheduled"]


def test_a_split_and_a_schedule_of_ones_own_can_be_built(records: Path, tmp_path: Path) -> None:
    rows = [
        {"split": split, "shape": "three_branches", "size": 6, "depth": 4, "documents": 4}
        for split in ("report", "selection")
    ]
    (tmp_path / "schedule.json").write_text(json.dumps(rows))
    run(records, tmp_path / "out", "--schedule", str(tmp_path / "schedule.json"), "--split", "selection")
    [line] = (tmp_path / "out" / "items.jsonl").read_bytes().splitlines()
    assert json.loads(line)["split"] == "selection"
    assert len(json.loads(line)["closure"]["units"]) == 6


def test_too_few_sources_end_in_status_1_and_say_which_places_are_empty(few: Path, tmp_path: Path) -> None:
    with pytest.raises(
        CommandError, match=r"5 of 10 items.*too few sources for \w+-000\d, .*5 records; turned down: none"
    ) as error:
        run(few, tmp_path / "out", "--items", "10")
    assert error.value.returncode == 1
    assert not (tmp_path / "out").exists()


def test_what_there_is_can_be_asked_for(few: Path, tmp_path: Path) -> None:
    run(few, tmp_path / "out", "--items", "10", "--partial")
    assert len((tmp_path / "out" / "items.jsonl").read_bytes().splitlines()) == 5
    report = json.loads((tmp_path / "out" / "report.json").read_bytes())
    assert len(report["unfilled"]) == 5
    assert not report["composition"]["as_scheduled"]


def test_damaged_records_are_refused_in_one_go_or_left_out_when_asked(records: Path, tmp_path: Path) -> None:
    records.write_bytes(records.read_bytes() + b'{"id": "x"}\n{"id": "y", "paragraphs": []\n')
    with pytest.raises(CommandError, match=r"(?s):21: .*:22: "):
        run(records, tmp_path / "out", "--items", "4")
    assert not (tmp_path / "out").exists()
    run(records, tmp_path / "out", "--items", "4", "--skip-invalid")
    assert len((tmp_path / "out" / "items.jsonl").read_bytes().splitlines()) == 4


@pytest.mark.parametrize("content", [b"", b"\n\n", b"not json\n", b"[]", b"\xff\xfe\n", b'{"id": 1}\n'])
def test_a_file_without_records_is_reported_and_nothing_is_written(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_bytes(content)
    with pytest.raises(CommandError):
        run(tmp_path / "bad.jsonl", tmp_path / "out", "--items", "4")
    assert not (tmp_path / "out").exists()


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nowhere"):
        run(tmp_path / "nowhere.jsonl", tmp_path / "out")


def test_a_folder_that_is_there_is_never_written_into(records: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="is there already"):
        run(records, tmp_path)


def test_diversity_is_measured_beside_the_real_sentences(records: Path) -> None:
    found = diversity(built(records))
    assert found["whole_frames"]["distinct"] > 0.8 * found["generated_units"]
    assert found["clause_frames"]["commonest_percent"] < 5


def test_the_type_token_ratio_is_over_windows_of_one_length() -> None:
    assert type_token_ratio(["one two"] * 10) is None
    assert type_token_ratio([f"w{'x' * number}" for number in range(1_000)]) == 1.0


def test_a_report_can_be_made_of_a_build(records: Path) -> None:
    found = report_of(built(records), default_schedule(6), Options(), [], generator="rules")
    assert found["items"] == 6
    assert found["controls"] is None
