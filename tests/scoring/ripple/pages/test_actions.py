"""What registering, storing, scoring and replacing write."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.utils import IntegrityError

from benchmark.models import Release
from reviewapp.jobs.progress import Progress
from reviewapp.models import Event, Job
from reviewapp.records import InvalidFile
from scoring.models import (
    Board,
    Comparison,
    Configuration,
    ManifestLine,
    RippleItemScore,
    RippleRun,
    RippleScore,
    RippleScoring,
)
from scoring.ripple.actions.baselines import start_baselines
from scoring.ripple.actions.configurations import (
    BoardSettings,
    NothingNew,
    open_board,
    register_configuration,
)
from scoring.ripple.actions.manifests import NotReplaceable, replace_run
from scoring.ripple.actions.runs import NoRippleItems, RippleAlreadyStored
from scoring.ripple.jobs import scoring as ripple_jobs
from scoring.ripple.queries.frozen import frozen_ripple, ripple_pieces
from scoring.ripple.scorer.computing import matrix_of
from scoring.ripple.scorer.configuring import OtherSettings
from scoring.ripple.scorer.estimates import Population, estimate
from scoring.ripple.scorer.items import check_item
from scoring.ripple.scorer.metrics import METRICS, Target
from scoring.ripple.scorer.rankings_parse import PARSERS
from scoring.ripple.scorer.report import figure_object
from scoring.ripple.scorer.runs import result_of
from scoring.ripple.scorer.scored import score_run
from tests.factories import make_person
from tests.scoring.releases import make_release
from tests.scoring.ripple.pages.making import (
    SETTINGS,
    drawn,
    make_ripple_release,
    make_ripple_run,
    make_scored_ripple_run,
    named,
    ripple_bytes,
    sample_lines,
    sample_run,
    score,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def release() -> Release:
    return make_ripple_release()


def by_hand(parser: str) -> dict[str, Any]:
    """The figures of the sample run straight from the scorer, no database."""
    targets = [Target(check_item(json.loads(line))) for line in sample_lines()]
    results = [result_of(0, row, parser) for row in sample_run()[1:]]
    population = Population(targets, replicates=SETTINGS.replicates, seed=SETTINGS.seed)
    [figures] = estimate(population, [score_run(targets, results).matrix])
    return {name: figure_object(figures[name]) for name in METRICS}


def test_what_is_kept_is_what_the_scorer_gives_under_both_parsers(release: Release) -> None:
    run = make_scored_ripple_run(release)
    for parser in PARSERS:
        scoring = RippleScoring.objects.get(run=run, parser=parser)
        kept, wanted = scoring.scores.get(kind="all").figures, by_hand(parser)
        assert sorted(kept) == sorted(METRICS)
        for metric, figure in kept.items():
            assert figure == pytest.approx(wanted[metric], rel=1e-12), metric
        assert scoring.items.count() == 12
        assert matrix_of(bytes(scoring.matrix)).shape[0] == 12
    assert list(RippleScoring.objects.order_by("-parser").values_list("n_parsed", flat=True)) == [8, 9]


def test_every_score_is_signed(release: Release) -> None:
    scoring = RippleScoring.objects.get(run=make_scored_ripple_run(release), parser="primary")
    assert scoring.signed == (
        release.manifest_sha256,
        frozen_ripple(release.pk).sha256,
        scoring.run.sha256,
        "primary",
        SETTINGS.replicates,
        SETTINGS.seed,
        "1",
        scoring.board.scorer,
    )


def test_the_census_is_counted_listed_and_searchable(release: Release) -> None:
    scoring = RippleScoring.objects.get(run=make_scored_ripple_run(release), parser="primary")
    tags = {"miss_causes": "miss", "miss_roles": "role", "copy_causes": "copy", "malformed": "malformed"}
    for group, tag in tags.items():
        for name, count in scoring.census[group].items():
            found = scoring.items.filter(causes__contains=[f"{tag}:{name}"])
            told = [miss for row in found for miss in row.detail["misses"] if miss["cause"] == name]
            assert found.exists()
            assert group != "miss_causes" or len(told) == count


def test_scoring_again_changes_nothing(release: Release) -> None:
    run = make_scored_ripple_run(release)
    tables = (RippleScoring, RippleScore, RippleItemScore, ManifestLine, Comparison, Event)
    before = [table.objects.count() for table in tables]
    score(run)
    assert [table.objects.count() for table in tables] == before


def test_the_file_is_kept_as_it_came_and_lines_of_unknown_items_are_left_out(release: Release) -> None:
    rows = [*sample_run(), {"item_id": "rk-unknown", "response": "x"}]
    run = make_ripple_run(release, rows)
    assert b"".join(ripple_pieces(run)) == ripple_bytes(rows)
    assert (run.n_results, run.n_unknown, run.n_missing, run.responses.count()) == (13, 1, 0, 12)
    assert (run.n_responses, run.n_fenced, run.job.kind) == (12, 1, "score_ripple")


@pytest.mark.parametrize(
    ("rows", "error", "message"),
    [
        ([{"item_id": "rk-1"}], InvalidFile, "expected either response or ranking"),
        ([{"item_id": "rk-other", "response": ""}], InvalidFile, "no result is of an item of this release"),
        ([{"run": {"system": "x" * 3_000}}, sample_run()[1]], InvalidFile, "run.system"),
        ([{"run": {"system": "S"}}], InvalidFile, "no results"),
    ],
)
def test_a_run_of_no_use_leaves_nothing(
    release: Release, rows: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make_ripple_run(release, rows)
    assert not RippleRun.objects.exists()
    assert not Configuration.objects.exists()


def test_the_same_file_is_stored_once_and_a_release_without_ripple_items_takes_none(release: Release) -> None:
    run = make_ripple_run(release)
    with pytest.raises(RippleAlreadyStored) as before:
        make_ripple_run(release)
    assert before.value.run == run
    with pytest.raises(NoRippleItems):
        make_ripple_run(make_release())


# --- Groups ---------------------------------------------------------------------------------------------


def test_what_is_registered_before_the_first_score_is_initial_whenever_its_run_comes(
    release: Release,
) -> None:
    sam = make_person("sam")
    early = register_configuration(release=release, metadata={"system": "Early"}, actor=sam)
    make_scored_ripple_run(release, named("First"))
    late = register_configuration(release=release, metadata={"system": "Late"}, actor=sam)
    again = register_configuration(release=release, metadata={"system": "Early"}, actor=sam)
    other = register_configuration(
        release=make_ripple_release("other"), metadata={"system": "Late"}, actor=sam
    )
    assert (early.initial, late.initial, again, other.initial) == (True, False, early, True)
    run = make_ripple_run(release, sample_run()[1:], configuration=early, origin="upload")
    assert not run.later


def test_a_run_that_calls_itself_later_is_later_though_nothing_is_scored(release: Release) -> None:
    assert make_ripple_run(release, named("S", group="later")).later
    assert not make_ripple_run(release, named("S")).later


def test_a_run_cannot_slip_into_a_configuration_that_it_contradicts(release: Release) -> None:
    sam = make_person("sam")
    metadata = {"system": "S", "family": "language model", "sampling": {"temperature": 0}}
    early = register_configuration(release=release, metadata=metadata, actor=sam)
    with pytest.raises(OtherSettings, match=r"run\.sampling"):
        make_ripple_run(release, named("S", sampling={"temperature": 1}), configuration=early)
    assert make_ripple_run(release, named("S"), configuration=early).configuration == early


def test_all_baselines_are_registered_before_one_is_scored(release: Release) -> None:
    names = ["random", "bm25"]
    sam = make_person("sam")
    job = start_baselines(release=release, names=names, seed=7, settings=SETTINGS, actor=sam)
    ripple_jobs.score_baselines(Progress(), **job.args, draw=drawn)
    ripple_jobs.score_baselines(Progress(), **job.args, draw=drawn)
    runs = RippleRun.objects.order_by("configuration_id")
    assert [(run.configuration.system, run.later, run.origin) for run in runs] == [
        ("random", False, "baseline"),
        ("bm25", False, "baseline"),
    ]
    assert runs[0].configuration.settings["sampling"] == {"seed": 7}
    assert set(RippleScoring.objects.values_list("parser", flat=True)) == {"primary"}
    assert ManifestLine.objects.count() == 2
    assert [one["metric"] for one in Comparison.objects.get().differences] == [
        "complete_at_2g",
        "recall_at_2g",
        "recall_at_g",
    ]


# --- The manifest ---------------------------------------------------------------------------------------


def test_a_rerun_stands_only_once_it_is_put_there_and_what_stood_is_kept(release: Release) -> None:
    first = make_scored_ripple_run(release)
    rerun = make_scored_ripple_run(release, sample_run()[:9])
    assert [line.run for line in ManifestLine.objects.all()] == [first]
    replace_run(run=rerun, reason="the endpoint failed", actor=make_person("sam"))
    replace_run(run=first, reason="it had not", actor=make_person("sam"))
    lines = list(ManifestLine.objects.order_by("number"))
    assert [(line.number, line.run, line.replaces, line.reason) for line in lines] == [
        (1, first, None, ""),
        (2, rerun, lines[0], "the endpoint failed"),
        (3, first, lines[1], "it had not"),
    ]
    assert Job.objects.filter(kind="compare_ripple").count() == 2


def test_a_run_without_scores_or_that_stands_replaces_nothing(release: Release) -> None:
    first = make_scored_ripple_run(release)
    waiting = make_ripple_run(release, sample_run()[:9])
    for run in (first, waiting):
        with pytest.raises(NotReplaceable):
            replace_run(run=run, reason="because", actor=make_person("sam"))


def test_a_hosted_run_that_went_on_takes_the_place_of_its_half(release: Release) -> None:
    half = make_scored_ripple_run(release, sample_run()[:7], origin="hosted")
    assert half.partial
    whole = make_scored_ripple_run(release, origin="hosted")
    assert not whole.partial
    assert ManifestLine.objects.get(replaced_by=None).run == whole


def test_the_database_keeps_a_row_to_its_own_configuration(release: Release) -> None:
    one, other = make_scored_ripple_run(release), make_scored_ripple_run(release, named("T"))
    line = ManifestLine.objects.get(run=one)
    wrong: list[Callable[[], object]] = [
        lambda: _line(release, one.configuration, other, line),
        lambda: _line(release, other.configuration, other, line),
        lambda: _line(release, one.configuration, one, None),
    ]
    for write in wrong:
        with pytest.raises((IntegrityError, DatabaseError)), transaction.atomic():
            write()


def _line(release: Release, configuration: Configuration, run: RippleRun, replaces: Any) -> ManifestLine:
    return ManifestLine.objects.create(
        release=release, number=9, configuration=configuration, run=run, replaces=replaces
    )


@pytest.mark.parametrize("table", [RippleRun, RippleScoring, RippleScore, RippleItemScore, ManifestLine])
def test_nothing_of_it_can_be_changed(release: Release, table: Any) -> None:
    make_scored_ripple_run(release)
    with pytest.raises(DatabaseError, match="Cannot update or delete"), transaction.atomic():
        table.objects.all()._raw_delete("default")


# --- Boards ---------------------------------------------------------------------------------------------


def test_other_settings_score_every_stored_run_again_and_keep_what_was(release: Release) -> None:
    make_scored_ripple_run(release)
    sam = make_person("sam")
    with pytest.raises(NothingNew):
        open_board(release=release, settings=SETTINGS, actor=sam)
    job = open_board(release=release, settings=BoardSettings(100, 5, "1/2"), actor=sam)
    ripple_jobs.rescore(Progress(), **job.args, draw=drawn)
    boards = Board.objects.order_by("number")
    assert [(one.replicates, one.seed, one.target) for one in boards] == [(100, 1, "1"), (100, 5, "1/2")]
    burdens = [
        RippleScore.objects.get(scoring__board=one, scoring__parser="primary", kind="all").figures[
            "review_burden"
        ]
        for one in boards
    ]
    assert burdens[1]["value"] < burdens[0]["value"]
    assert Comparison.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_configuration_registered_while_the_first_score_is_written_waits_and_is_later() -> None:
    release = make_ripple_release()
    run, sam = make_ripple_run(release), make_person("sam")
    made: list[Configuration] = []
    begun = threading.Event()

    def register() -> None:
        begun.wait(20)
        made.append(register_configuration(release=release, metadata={"system": "X"}, actor=sam))
        connection.close()

    thread = threading.Thread(target=register)
    thread.start()
    with transaction.atomic():
        Release.objects.select_for_update().get(pk=release.pk)  # as keep_scores does first
        begun.set()
        thread.join(0.5)
        assert thread.is_alive()
        board = Board.objects.get()
        RippleScoring.objects.create(
            board=board,
            run=run,
            parser="primary",
            release_sha256="",
            items_sha256="",
            n_items=0,
            n_sources=0,
            n_parsed=0,
            census={},
            matrix=b"",
        )
    thread.join(20)
    assert [one.initial for one in made] == [False]


def test_a_run_in_memory_and_one_sent_in_pieces_are_the_same(release: Release) -> None:
    data = ripple_bytes([*sample_run()[:2], {"item_id": "rk-far", "response": "x" * 600_000}])
    run = make_ripple_run(release, [*sample_run()[:2], {"item_id": "rk-far", "response": "x" * 600_000}])
    assert run.pieces.count() == 3
    assert io.BytesIO(b"".join(ripple_pieces(run))).getvalue() == data
