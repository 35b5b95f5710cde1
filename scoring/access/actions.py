"""Every write of scoring: a run is stored, and a stored run is scored."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import IO, Any, BinaryIO, cast

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from benchmark.models import Release
from benchmark.releases.streams import copy_in
from reviewapp.jobs.actions import enqueue
from reviewapp.jobs.progress import Progress
from reviewapp.models import Person
from reviewapp.records import Problems, file_sha256, open_source, pieces_of, storable
from reviewapp.rules.codes import new_code
from reviewapp.work.actions.events import record
from scoring.access.queries import FrozenItem, file_of, frozen_items
from scoring.access.scorer.checking import RunReport
from scoring.access.scorer.files import RunReader
from scoring.access.scorer.metrics import SCORER, AccessTable, score_item
from scoring.access.scorer.responses import Result
from scoring.access.scorer.slices import Slice, access_slices
from scoring.models import ItemResult, Outcome, Rung, RunPiece, Score, StoredRun

ID_CHARACTERS = 200
COLUMNS = {
    "rung_id": "int8",
    "item_id": "int8",
    "position": "int4",
    "item_name": "text",
    "domain": "text",
    "multi": "bool",
    "outcome": "varchar",
    "ids": "text[]",
    "found": "int8[]",
    "missed": "int8[]",
    "n_hard_negatives": "int4",
    "r_at_1": "float8",
    "sr_at_k": "float8",
    "fr_at_k": "float8",
}

Draw = Callable[..., str]


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What the scores of a file depend on beside the file and the release."""

    scale: str
    k: int
    replicates: int
    seed: int


class AlreadyStored(ValueError):
    """The same file stands stored for the same release and settings; *run* is that one."""

    def __init__(self, run: StoredRun) -> None:
        super().__init__(f"{run.file_name}: already stored as {run.code}")
        self.run = run


@transaction.atomic(durable=True)
def store_run(
    *,
    release: Release,
    file: BinaryIO,
    file_name: str,
    system: str,
    report: RunReport,
    settings: RunSettings,
    actor: Person,
) -> StoredRun:
    """Keep a checked run as it came, and ask for its scores.

    :raises AlreadyStored: if the same file with the same settings is there already."""
    sha256 = file_sha256(file)
    key = {"release": release, "sha256": sha256, "scorer": SCORER, **asdict(settings)}
    try:
        with transaction.atomic():
            run = _create_run(key, file, file_name, system, report, actor)
    except IntegrityError as error:  # raised here too if the same file is being sent twice at once
        before = StoredRun.objects.filter(**key).first()
        if before is None:
            raise
        raise AlreadyStored(before) from error
    record("run_stored", actor=actor, new={"run": run.code, "release": release.code, "sha256": sha256})
    return run


def _create_run(
    key: dict[str, Any], file: BinaryIO, file_name: str, system: str, report: RunReport, actor: Person
) -> StoredRun:
    code = new_code()
    title = f"Scores of {system[:150]}"
    run = StoredRun.objects.create(
        code=code,
        system=system,
        metadata=report.metadata,
        file_name=storable_id(file_name),
        kind=report.kind,
        size=file.tell(),
        n_results=report.n_results,
        n_unknown=report.n_unknown,
        job=enqueue("score_run", title=title, args={"run": code}, actor=actor, unit="results"),
        created_by=actor,
        **key,
    )
    file.seek(0)
    for position, data in enumerate(pieces_of(file)):
        RunPiece.objects.create(run=run, position=position, data=data)
    return run


def storable_id(text: str) -> str:
    """Return an id of a run as a database can hold it, cut where it is very long."""
    return storable(text if len(text) <= ID_CHARACTERS else f"{text[:ID_CHARACTERS]}…")


@transaction.atomic(durable=True)
def score_run(*, run: StoredRun, draw: Draw, progress: Progress, actor: Person | None) -> StoredRun:
    """Score a stored run against its release; one that has its scores keeps them.

    :param draw: makes the figure of a rung (`scoring.charts.access_chart`, which only a worker imports).
    :raises InvalidFile: if the file is not what was checked."""
    run = StoredRun.objects.select_for_update().get(pk=run.pk)
    if run.scored_at is not None:
        return run
    with file_of(run) as file:  # out of the database first: nothing else can be read from it during COPY
        table = _score(run, file, draw, progress)
    run.scored_at = Now()
    run.save(update_fields=["scored_at"])
    record("run_scored", actor=actor, new={"run": run.code, "rungs": table.scales})
    run.refresh_from_db()
    return run


def _score(run: StoredRun, file: IO[bytes], draw: Draw, progress: Progress) -> AccessTable:
    items = {item.item_id: item for item in frozen_items(run.release_id)}
    table = AccessTable([item.as_access_item() for item in items.values()], run.k)
    with closing(_results(run, file)) as results:
        for done, result in enumerate(results):
            table.add(result.scale, result.item_id, result.ids)
            progress.at(done, 2 * run.n_results)
    progress.say(f"{run.n_results:,} results read; {run.replicates:,} replicates")
    slices = list(access_slices(table, replicates=run.replicates, seed=run.seed, by_domain=True))
    rungs = _write_rungs(run, table, slices, draw)
    progress.say(f"{len(rungs)} rungs scored; writing the items' results")
    with closing(_results(run, file)) as results:
        copy_in(ItemResult, COLUMNS, _item_rows(results, run, table, items, rungs, progress))
    return table


def _results(run: StoredRun, file: IO[bytes]) -> Generator[Result, None, None]:
    file.seek(0)
    problems = Problems()
    with open_source(cast(BinaryIO, file), run.file_name) as source:
        yield from RunReader(source, problems, k=run.k, scale=run.scale).results()
    problems.raise_if_any()


def _write_rungs(run: StoredRun, table: AccessTable, slices: Sequence[Slice], draw: Draw) -> dict[str, Rung]:
    rungs = {}
    for position, scale in enumerate(table.scales):
        own = [part for part in slices if part.scale == scale]
        title = f"{run.system}: evidence access on {scale}"
        rungs[scale] = Rung.objects.create(
            run=run,
            scale=scale,
            position=position,
            n_missing=table.n_missing(scale),
            chart_light=draw(own, run.k, title=title, theme="light"),
            chart_dark=draw(own, run.k, title=title, theme="dark"),
        )
        Score.objects.bulk_create(_scores(rungs[scale], own))
    return rungs


def _scores(rung: Rung, slices: Iterable[Slice]) -> Iterator[Score]:
    for position, part in enumerate(slices):
        for metric, figure in part.metrics.items():
            yield Score(
                rung=rung,
                position=position,
                kind=part.kind,
                name=part.name,
                n_items=part.n_items,
                metric=metric,
                value=figure.value,
                low=figure.low,
                high=figure.high,
                n=figure.n,
            )


def _item_rows(
    results: Iterable[Result],
    run: StoredRun,
    table: AccessTable,
    items: dict[str, FrozenItem],
    rungs: dict[str, Rung],
    progress: Progress,
) -> Iterator[tuple[object, ...]]:
    """Yield a row of `COLUMNS` for each item and rung; those without a result last."""
    for done, result in enumerate(results):
        progress.at(run.n_results + done)
        if item := items.get(result.item_id):
            yield _item_row(rungs[result.scale].pk, item, result.ids, run.k, has_result=True)
    for scale, rung in rungs.items():
        for name in table.missing(scale):
            yield _item_row(rung.pk, items[name], (), run.k, has_result=False)


def _item_row(
    rung_id: int, item: FrozenItem, ids: Sequence[str], k: int, *, has_result: bool
) -> tuple[object, ...]:
    gold = {str(doc_id): doc_id for doc_id in item.ref_list}
    hard_negatives = set(map(str, item.hard_negatives))
    found_ids = [gold[name] for name in ids if name in gold]
    score = score_item(gold, ids, k)
    return (
        rung_id,
        item.pk,
        item.position,
        item.item_id,
        item.domain,
        len(item.ref_list) > 1,
        _outcome(len(found_ids), len(gold)) if has_result else Outcome.MISSING.value,
        [storable_id(name) for name in ids],
        found_ids,
        [doc_id for doc_id in item.ref_list if doc_id not in found_ids],
        sum(name in hard_negatives for name in ids),
        score.r_at_1,
        score.sr_at_k,
        score.fr_at_k,
    )


def _outcome(n_found: int, n_gold: int) -> str:
    if n_found == 0:
        return Outcome.NONE.value
    return Outcome.ALL.value if n_found == n_gold else Outcome.SOME.value
