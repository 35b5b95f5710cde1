"""Storing runs on ripple items, and keeping what is computed of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from django.db import transaction

from benchmark.models import Release
from benchmark.releases.streams import copy_in
from reviewapp.jobs.actions import enqueue
from reviewapp.models import Job, Person
from reviewapp.records import file_sha256, open_source, pieces_of, storable_name
from reviewapp.rules.codes import new_code
from reviewapp.work.actions.events import record
from scoring.models import (
    Board,
    Configuration,
    RippleItemScore,
    RipplePiece,
    RippleResponse,
    RippleRun,
    RippleScore,
    RippleScoring,
)
from scoring.ripple.actions.configurations import BoardSettings, board_of, lock_release, registered
from scoring.ripple.actions.manifests import take_place
from scoring.ripple.queries.frozen import ripple_ids
from scoring.ripple.scorer.checking import CheckedRun, RippleReport, check_ripple_run
from scoring.ripple.scorer.computing import ItemRow, SliceFigures
from scoring.ripple.scorer.configuring import refuse_other_settings

SCORE = "score_ripple"
BASELINES = "score_baselines"
RESPONSE_COLUMNS = {"run_id": "int8", "item_id": "int8", "line": "bytea"}
Origin = RippleRun.Origin


class RippleAlreadyStored(ValueError):
    """The same file stands stored under the same configuration; *run* is that one."""

    def __init__(self, run: RippleRun) -> None:
        super().__init__(f"{run.file_name}: already stored as {run.code}")
        self.run = run


class NoRippleItems(ValueError):
    """The release holds no ripple item."""


@dataclass(frozen=True, slots=True)
class ScoredParser:
    """All that is kept of a run under one parser."""

    parser: str
    n_parsed: int
    census: dict[str, dict[str, int]]
    matrix: bytes
    slices: Sequence[SliceFigures]
    items: Sequence[ItemRow]


@transaction.atomic(durable=True)
def store_ripple_run(
    *,
    release: Release,
    metadata: Mapping[str, Any],
    origin: str,
    file: BinaryIO,
    file_name: str,
    actor: Person | None,
    configuration: Configuration | None = None,
    settings: BoardSettings | None = None,
) -> RippleRun:
    """Check a run, keep it as it came, and ask for its scores.

    :param metadata: what the run says of itself; a *configuration* that is given may not be contradicted.
    :raises InvalidFile: with every bad line, or because the run is of no use for this release.
    :raises OtherSettings: if it contradicts the configuration.
    :raises RippleAlreadyStored: if the file is there already.
    """

    def job(code: str, system: str) -> Job:
        args = {"run": code, "release": release.code}
        title = f"Ripple scores of {system[:150]}"
        return enqueue(SCORE, title=title, args=args, actor=actor, unit="responses")

    item_pks = ripple_ids(release)
    if not item_pks:
        raise NoRippleItems(f"{release.name} holds no ripple item")
    report = _checked(file, file_name, item_pks)
    if configuration is None:
        configuration = registered(release, metadata, actor)
    else:
        registered_as = (configuration.system, configuration.family, configuration.settings)
        refuse_other_settings(*registered_as, metadata)
    board_of(release, actor, settings)
    return _store(configuration, origin, file, file_name, actor, job, report)


@transaction.atomic(durable=True)
def store_baseline(
    *,
    configuration: Configuration,
    file: BinaryIO,
    file_name: str,
    job: Job | None,
    actor: Person | None,
) -> RippleRun:
    """Store a ranking that was computed here. The job that computed it scores it too.

    :raises RippleAlreadyStored: if the same ranking is there already."""
    board_of(configuration.release, actor)
    item_pks = ripple_ids(configuration.release)
    report = _checked(file, file_name, item_pks)
    return _store(configuration, Origin.BASELINE, file, file_name, actor, lambda code, system: job, report)


def _store(
    configuration: Configuration,
    origin: str,
    file: BinaryIO,
    file_name: str,
    actor: Person | None,
    job: Callable[[str, str], Job | None],
    report: RippleReport,
) -> RippleRun:
    """Write a checked run, its file and its lines; the release is locked by now."""
    release = configuration.release
    sha256 = file_sha256(file)
    before = RippleRun.objects.filter(configuration=configuration, sha256=sha256).first()
    if before is not None:
        raise RippleAlreadyStored(before)
    code = new_code()
    run = RippleRun.objects.create(
        code=code,
        release=release,
        configuration=configuration,
        origin=origin,
        metadata=report.metadata,
        file_name=storable_name(file_name),
        size=file.tell(),
        sha256=sha256,
        n_results=report.n_results,
        n_unknown=report.n_unknown,
        n_expected=report.n_expected,
        n_responses=report.n_responses,
        n_fenced=report.n_fenced,
        job=job(code, configuration.system),
        created_by=actor,
    )
    _write_pieces(run, file)
    copy_in(RippleResponse, RESPONSE_COLUMNS, _response_rows(run, file, ripple_ids(release)))
    event = {"run": code, "release": release.code, "configuration": configuration.code, "sha256": sha256}
    record("ripple_run_stored", actor=actor, new=event)
    return run


def _checked(file: BinaryIO, file_name: str, item_pks: Mapping[str, int]) -> RippleReport:
    file.seek(0)
    with open_source(file, storable_name(file_name)) as source:
        return check_ripple_run(source, item_pks, len(item_pks))


def _write_pieces(run: RippleRun, file: BinaryIO) -> None:
    file.seek(0)
    for position, data in enumerate(pieces_of(file)):
        RipplePiece.objects.create(run=run, position=position, data=data)


def _response_rows(run: RippleRun, file: BinaryIO, item_pks: Mapping[str, int]) -> Iterator[tuple[Any, ...]]:
    file.seek(0)
    with open_source(file, run.file_name) as source:
        for item_id, data in CheckedRun(source, item_pks, len(item_pks)).lines():
            yield run.pk, item_pks[item_id], data


@transaction.atomic(durable=True)
def keep_scores(
    *,
    run: RippleRun,
    board: Board,
    items_sha256: str,
    item_pks: Sequence[int],
    scored: Sequence[ScoredParser],
    actor: Person | None,
) -> None:
    """Store the scores of a run. Its row appears in the tables if its configuration has none yet.

    Written once: a run that has its scores on this board keeps them."""
    lock_release(run.release)
    if RippleScoring.objects.filter(run=run, board=board).exists():
        return
    for part in scored:
        scoring = RippleScoring.objects.create(
            board=board,
            run=run,
            parser=part.parser,
            release_sha256=run.release.manifest_sha256,
            items_sha256=items_sha256,
            n_items=len(part.items),
            n_sources=part.slices[0].n_sources,
            n_parsed=part.n_parsed,
            census=part.census,
            matrix=part.matrix,
        )
        RippleScore.objects.bulk_create(
            RippleScore(scoring=scoring, position=position, **figures._asdict())
            for position, figures in enumerate(part.slices)
        )
        RippleItemScore.objects.bulk_create(_item_scores(scoring, part.items, item_pks), batch_size=500)
    take_place(run, actor)
    record("ripple_run_scored", actor=actor, new={"run": run.code, "board": board.number})


def _item_scores(
    scoring: RippleScoring, items: Sequence[ItemRow], item_pks: Sequence[int]
) -> Iterator[RippleItemScore]:
    for position, (row, pk) in enumerate(zip(items, item_pks, strict=True)):
        yield RippleItemScore(
            scoring=scoring,
            item_id=pk,
            position=position,
            item_name=row.detail["item_id"],
            split=row.split,
            outcome=row.outcome,
            recall=row.recall,
            causes=row.causes,
            detail=row.detail,
        )
