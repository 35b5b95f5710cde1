"""Storing runs and scoring them: what is written, once, and never changed."""

import io
import json
import threading
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from benchmark.models import Release
from reviewapp.jobs.progress import JobStopped, Progress
from reviewapp.models import Event, Job
from reviewapp.records import evidence_bytes
from reviewapp.rules.protocol import JobState
from scoring.access.actions import AlreadyStored, RunSettings, score_run, storable_id
from scoring.access.queries import file_of
from scoring.models import ItemResult, Rung, RunPiece, Score, StoredRun
from scoring.tasks import score_stored_run
from tests.scoring.releases import (
    ITEMS,
    SETTINGS,
    drawn,
    frozen,
    make_release,
    make_run,
    make_scored_run,
    run_bytes,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def release() -> Release:
    return make_release()


def figures(run: StoredRun, scale: str, kind: str = "all", name: str = "") -> dict[str, float | None]:
    rows = Score.objects.filter(rung__run=run, rung__scale=scale, kind=kind, name=name)
    return {row.metric: row.value for row in rows}


def test_a_run_is_kept_as_the_bytes_that_came(release: Release) -> None:
    data = run_bytes() + rb'{"item_id": "q3", "response": "\ud800 \u0000"}' + b"\r\n" + b" " * 700_000
    run = make_run(release, data)
    assert run.pieces.count() > 2
    with file_of(run) as file:
        assert file.read() == data
    assert run.size == len(data)


def test_storing_asks_for_a_job_and_writes_one_event(release: Release) -> None:
    run = make_run(release)
    assert (run.job.kind, run.job.args, run.job.state) == ("score_run", {"run": run.code}, JobState.WAITING)
    event = Event.objects.get(verb="run_stored")
    assert event.new == {"run": run.code, "release": release.code, "sha256": run.sha256}
    assert event.actor == run.created_by


def test_the_same_file_twice_is_told_and_changes_nothing(release: Release) -> None:
    run = make_run(release)
    with pytest.raises(AlreadyStored) as caught:
        make_run(release)
    assert caught.value.run == run
    assert (StoredRun.objects.count(), Job.objects.count()) == (1, 1)


def test_the_same_file_with_other_settings_is_another_run(release: Release) -> None:
    make_run(release)
    make_run(release, settings=RunSettings(scale="all", k=5, replicates=100, seed=1))
    assert StoredRun.objects.count() == 2


def test_scores_are_those_computed_by_hand(release: Release) -> None:
    run = make_scored_run(release)
    assert figures(run, "512K") == {"r_at_1": 0.5, "sr_at_k": 0.375, "fr_at_k": 0.0, "sr_fr_gap": 0.375}
    assert figures(run, "64K") == {"r_at_1": 0.0, "sr_at_k": 0.25, "fr_at_k": 0.5, "sr_fr_gap": -0.25}
    assert figures(run, "512K", "domain", "law") == {
        "r_at_1": 1.0,
        "sr_at_k": 0.75,
        "fr_at_k": 0.0,
        "sr_fr_gap": 0.75,
    }
    assert figures(run, "512K", "domain", "")["r_at_1"] is None


def test_each_item_keeps_what_was_found_and_missed(release: Release) -> None:
    run = make_scored_run(release)
    rows = ItemResult.objects.filter(rung__run=run, rung__scale="512K").order_by("position")
    assert [(row.item_name, row.outcome, row.found, row.missed, row.n_hard_negatives) for row in rows] == [
        ("q1", "all", [1], [], 1),
        ("q2", "some", [2], [1], 0),
        ("q3", "missing", [], [3], 0),
        ("q4", "none", [], [1, 2, 3, 4], 2),
    ]
    assert [(row.r_at_1, row.sr_at_k, row.fr_at_k) for row in rows] == [
        (1.0, 1.0, None),
        (None, 0.5, 0.0),
        (0.0, 0.0, None),
        (None, 0.0, 0.0),
    ]
    assert rows[1].ids == ["2", "7"]


def test_rungs_stand_in_ladder_order_with_what_is_missing(release: Release) -> None:
    run = make_scored_run(release)
    rungs = Rung.objects.filter(run=run).order_by("position")
    assert [(rung.scale, rung.n_missing) for rung in rungs] == [("64K", 3), ("512K", 1)]
    assert "6 slices, dark" in rungs[0].chart_dark


def test_scoring_twice_changes_nothing(release: Release) -> None:
    run = make_scored_run(release)
    again = score_run(run=run, draw=drawn, progress=Progress(), actor=None)
    assert again.scored_at == run.scored_at
    assert (Rung.objects.count(), ItemResult.objects.count()) == (2, 8)
    assert Event.objects.filter(verb="run_scored").count() == 1


def test_a_stopped_job_leaves_nothing_behind(release: Release) -> None:
    class Stopping(Progress):
        def at(self, done: int, total: int | None = None) -> None:
            if done >= 5:
                raise JobStopped(JobState.CANCELLED)

    run = make_run(release)
    with pytest.raises(JobStopped):
        score_run(run=run, draw=drawn, progress=Stopping(), actor=None)
    assert (Rung.objects.count(), ItemResult.objects.count(), Score.objects.count()) == (0, 0, 0)


def test_a_trec_run_scores_too(release: Release) -> None:
    settings = RunSettings(scale="30M", k=1, replicates=100, seed=1)
    run = make_scored_run(
        release, b"q1 Q0 9 1 0.5 t\nq1 Q0 1 2 0.7 t\nq2 Q0 1 1 1 t\nq2 Q0 2 2 1 t\n", settings
    )
    assert (run.kind, run.system) == ("trec", "t")
    assert figures(run, "30M")["sr_at_k"] == (1 + 0.5) / 4
    row = ItemResult.objects.get(rung__run=run, item_name="q2")
    assert (row.ids, row.found, row.missed) == (["2"], [2], [1])


def test_unknown_items_are_counted_and_left_out(release: Release) -> None:
    run = make_scored_run(release, run_bytes() + b'{"item_id": "q9", "scale": "64K", "doc_ids": [1]}\n')
    assert (run.n_results, run.n_unknown) == (5, 1)
    assert not ItemResult.objects.filter(item_name="q9").exists()


def test_ids_that_a_database_cannot_hold_are_escaped(release: Release) -> None:
    row = {"item_id": "q1", "doc_ids": ["a\0b", "\ud800", "x" * 300, "🙂", 10**30]}
    run = make_scored_run(release, (json.dumps(row) + "\n").encode())
    ids = ItemResult.objects.get(rung__run=run, item_name="q1").ids
    assert ids == ["a\\x00b", "\\ud800", "x" * 200 + "…", "🙂", str(10**30)]
    assert storable_id("ok") == "ok"


def test_figures_agree_with_the_command_on_the_exported_items(release: Release, tmp_path: Path) -> None:
    run = make_scored_run(release)
    items, file, out = (tmp_path / name for name in ("items.jsonl", "run.jsonl", "out.json"))
    items.write_bytes(b"".join(evidence_bytes(frozen(**item)) + b"\n" for item in ITEMS))
    file.write_bytes(run_bytes())
    call_command("score_access", str(items), str(file), json=str(out), replicates=100, seed=1)
    written = json.loads(out.read_text())["scales"]["512K"]["metrics"]
    for metric, name in (("r_at_1", "r_at_1"), ("sr_at_k", "sr_at_10"), ("fr_at_k", "fr_at_10")):
        row = Score.objects.get(rung__run=run, rung__scale="512K", kind="all", metric=metric)
        assert written[name] == {"value": row.value, "low": row.low, "high": row.high, "n": row.n}


@pytest.mark.parametrize("model", [RunPiece, Rung, Score, ItemResult])
def test_what_was_scored_cannot_be_changed_or_deleted(release: Release, model) -> None:  # type: ignore[no-untyped-def]
    make_scored_run(release)
    for write in (lambda rows: rows.update(position=-1), lambda rows: rows._raw_delete("default")):
        with pytest.raises(DatabaseError, match="Cannot"), transaction.atomic():
            write(model.objects.filter(pk=model.objects.first().pk))


def test_the_job_draws_the_figures(release: Release) -> None:
    run = make_run(release)
    assert score_stored_run(Progress(), run=run.code) == {"run": run.code, "results": 4}
    rung = Rung.objects.filter(run=run).first()
    assert rung is not None
    assert "<title" in rung.chart_light
    assert rung.chart_light != rung.chart_dark


@pytest.mark.django_db(transaction=True)
def test_the_same_file_sent_by_several_at_once_is_stored_once() -> None:
    release = make_release()
    told: list[type] = []

    def send() -> None:
        try:
            told.append(type(make_run(release)))
        except AlreadyStored as error:
            told.append(type(error))
        finally:
            connection.close()

    make_run(make_release("other"))  # sam exists before the threads start
    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(kind.__name__ for kind in told) == ["AlreadyStored"] * 3 + ["StoredRun"]
    assert StoredRun.objects.filter(release=release).count() == 1
    assert Job.objects.count() == 2


def test_a_refused_file_is_never_stored(release: Release) -> None:
    with pytest.raises(ValueError, match=r"run\.jsonl:1: doc_ids: missing"):
        make_run(release, io.BytesIO(b'{"item_id": "q1"}\n').read())
    assert StoredRun.objects.count() == 0


def test_settings_are_part_of_the_run(release: Release) -> None:
    run = make_run(release)
    assert (run.scale, run.k, run.replicates, run.seed, run.scorer) == (
        SETTINGS.scale,
        SETTINGS.k,
        SETTINGS.replicates,
        SETTINGS.seed,
        "1.0.0",
    )
