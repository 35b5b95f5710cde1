"""What the worker does for ripple scoring; every job is safe to run twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, BinaryIO, cast

from benchmark.models import Release
from reviewapp.jobs.progress import Progress
from reviewapp.models import Job, Person
from reviewapp.records import canonical_bytes
from scoring.models import Comparison, Configuration, RippleRun, RippleScore, RippleScoring
from scoring.ripple.actions.baselines import embedder_for
from scoring.ripple.actions.comparisons import keep_comparison
from scoring.ripple.actions.configurations import RESCORE
from scoring.ripple.actions.manifests import COMPARE
from scoring.ripple.actions.runs import (
    BASELINES,
    SCORE,
    RippleAlreadyStored,
    ScoredParser,
    keep_scores,
    store_baseline,
)
from scoring.ripple.queries.frozen import response_lines
from scoring.ripple.queries.loading import Prepared, matrices, parsers_of, prepare, standing_runs
from scoring.ripple.rankings.baselines import run_objects
from scoring.ripple.scorer.census import totals
from scoring.ripple.scorer.computing import (
    ALL,
    MOST_COMPARED,
    compare,
    item_rows,
    matrix_bytes,
    score_lines,
    slices_of,
)
from scoring.ripple.scorer.items import SPLITS
from scoring.runs.files import spooled

Draw = Callable[..., str]
SPLIT = "split"
PARTS = (ALL, *SPLITS)


def score_stored(progress: Progress, *, run: str, release: str, draw: Draw | None = None) -> dict[str, Any]:
    """Score the run of that code, then put it beside the others.

    :param draw: makes the figure; the real one where it is not given."""
    stored = _run(run)
    prepared = prepare(stored.release)
    _score(prepared, [stored], progress, stored.created_by)
    _compare(prepared, progress, stored.created_by, draw)
    return {"run": stored.code, "items": len(prepared.frozen.items)}


def score_baselines(
    progress: Progress,
    *,
    release: str,
    configurations: Mapping[str, str],
    seed: int,
    draw: Draw | None = None,
) -> dict[str, Any]:
    """Compute the named rankings, score them, and put them beside the other runs."""
    row = Release.objects.get(code=release)
    prepared = prepare(row)
    job = getattr(progress, "job", None)
    runs = []
    for done, (name, code) in enumerate(configurations.items()):
        progress.at(done, 2 * len(configurations))
        configuration = Configuration.objects.select_related("release").get(code=code)
        runs.append(_baseline(prepared, configuration, name, seed, job))
    actor = job.created_by if job else None
    _score(prepared, runs, progress, actor)
    _compare(prepared, progress, actor, draw)
    return {"release": release, "runs": [run.code for run in runs]}


def _baseline(
    prepared: Prepared, configuration: Configuration, name: str, seed: int, job: Job | None
) -> RippleRun:
    lines = run_objects(name, prepared.frozen.items, seed=seed, embed=embedder_for(name))
    with spooled(canonical_bytes(line) + b"\n" for line in lines) as file:
        try:
            return store_baseline(
                configuration=configuration,
                file=cast(BinaryIO, file),
                file_name=f"{name}.jsonl",
                job=job,
                actor=job.created_by if job else None,
            )
        except RippleAlreadyStored as error:
            return error.run


def rescore(progress: Progress, *, release: str, board: int, draw: Draw | None = None) -> dict[str, Any]:
    """Score all runs of a release on a board, some at a time."""
    prepared = prepare(Release.objects.get(code=release), board)
    scored = RippleScoring.objects.filter(board=prepared.board).values("run")
    runs = list(
        RippleRun.objects.filter(release=prepared.board.release)
        .exclude(pk__in=scored)
        .select_related("configuration", "release")
        .order_by("pk")
    )
    for done, run in enumerate(runs):
        progress.at(done, len(runs))
        _score(prepared, [run], Progress(), prepared.board.created_by)
    _compare(prepared, progress, prepared.board.created_by, draw)
    return {"release": release, "runs": len(runs)}


def compare_again(progress: Progress, *, release: str, draw: Draw | None = None) -> dict[str, Any]:
    """Put the runs that stand in a release's tables beside each other."""
    prepared = prepare(Release.objects.get(code=release))
    _compare(prepared, progress, None, draw)
    return {"release": release}


def _run(code: str) -> RippleRun:
    return RippleRun.objects.select_related("release", "configuration", "created_by").get(code=code)


def _score(prepared: Prepared, runs: Sequence[RippleRun], progress: Progress, actor: Person | None) -> None:
    """Score runs together, so that they share the draws, and keep each one's scores."""
    targets = prepared.population.targets
    parsed = [(run, parser) for run in runs for parser in parsers_of(run)]
    scored = [score_lines(targets, response_lines(run), parser) for run, parser in parsed]
    progress.say(f"{len(targets):,} items read; {prepared.board.replicates:,} replicates")
    slices = slices_of(prepared.population, scored)
    for done, run in enumerate(runs):
        progress.at(len(runs) + done, 2 * len(runs))
        parts = [
            ScoredParser(
                parser,
                run_scores.n_parsed,
                totals(run_scores.censuses),
                matrix_bytes(run_scores.matrix),
                own,
                list(item_rows(targets, run_scores)),
            )
            for (its, parser), run_scores, own in zip(parsed, scored, slices, strict=True)
            if its is run
        ]
        keep_scores(
            run=run,
            board=prepared.board,
            items_sha256=prepared.frozen.sha256,
            item_pks=prepared.frozen.pks,
            scored=parts,
            actor=actor,
        )
        progress.say(f"{run}: scored")


def _compare(prepared: Prepared, progress: Progress, actor: Person | None, draw: Draw | None) -> None:
    """Compare the runs that stand in the tables, unless these have been compared."""
    board = prepared.board
    number, runs = standing_runs(board.release)
    if not runs or Comparison.objects.filter(board=board, manifest_number=number).exists():
        return
    differences = compare(
        prepared.population,
        matrices(board, runs[:MOST_COMPARED]),
        [run.code for run in runs[:MOST_COMPARED]],
    )
    progress.say(f"{len(runs)} runs compared; drawing")
    charts = {part: svgs for part in PARTS if (svgs := _draw_figure(prepared, runs, part, draw))}
    keep_comparison(
        board=board,
        manifest_number=number,
        n_compared=min(len(runs), MOST_COMPARED),
        differences=differences,
        charts=charts,
        actor=actor,
    )


def _draw_figure(
    prepared: Prepared, runs: Sequence[RippleRun], part: str, draw: Draw | None
) -> tuple[str, str] | None:
    """Draw the recovery figure of all items or of one split, light and dark; None where a split is empty."""
    from scoring.charts import ripple  # the renderer belongs to the process that draws, and to no other

    kind, name = (ALL, "") if part == ALL else (SPLIT, part)
    rows = RippleScore.objects.filter(
        scoring__board=prepared.board, scoring__parser="primary", scoring__run__in=runs, kind=kind, name=name
    )
    scores_by_run = {
        row.scoring.run_id: row for row in rows.select_related("scoring").defer("scoring__matrix")
    }
    marks = [
        ripple.Mark(str(run), run.later, scores_by_run[run.pk].figures)
        for run in runs
        if run.pk in scores_by_run
    ]
    if not marks:
        return None
    about = ripple.About(
        release=prepared.board.release.name,
        status=prepared.board.release.status_words,
        part=part,
        n_items=next(iter(scores_by_run.values())).n_items,
        parser="primary",
        signature=_signature_words(prepared),
    )
    draw = draw or ripple.recovery_chart
    return draw(marks, about, "light"), draw(marks, about, "dark")


def _signature_words(prepared: Prepared) -> str:
    board = prepared.board
    return (
        f"release {board.release.manifest_sha256}; items {prepared.frozen.sha256}; "
        f"{board.replicates} replicates, seed {board.seed}, target recall {board.target}; "
        f"scorer {board.scorer}"
    )


JOBS: dict[str, Callable[..., Any]] = {
    SCORE: score_stored,
    BASELINES: score_baselines,
    RESCORE: rescore,
    COMPARE: compare_again,
}
