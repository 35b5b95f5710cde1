"""What a job reads before it computes: items, runs, and the rows that stand in a release's tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.models import Release
from scoring.models import Board, ManifestLine, RippleRun, RippleScoring
from scoring.ripple.queries.frozen import Frozen, frozen_ripple
from scoring.ripple.scorer.computing import matrix_of, targets_of
from scoring.ripple.scorer.estimates import Population
from scoring.ripple.scorer.metrics import SCORER
from scoring.ripple.scorer.rankings_parse import PARSERS, PRIMARY
from scoring.statistics.bootstrap import Floats


class StaleBoard(ValueError):
    """The release's board is of another version of the scorer."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A release's items as a population on its board."""

    board: Board
    frozen: Frozen
    population: Population


def prepare(release: Release, number: int | None = None) -> Prepared:
    """Read a release for scoring on its newest board, or on the one of that number.

    :raises StaleBoard: if the board is of another version of the scorer than this one."""
    boards = Board.objects.filter(release=release).order_by("-number")
    board = boards[0] if number is None else boards.get(number=number)
    board.release = release
    if board.scorer != SCORER:
        text = f"scored by {board.scorer}, and this is scorer {SCORER}: score all runs of the release again"
        raise StaleBoard(text)
    frozen = frozen_ripple(release.pk)
    targets = targets_of(frozen.items, board.target)
    return Prepared(board, frozen, Population(targets, replicates=board.replicates, seed=board.seed))


def parsers_of(run: RippleRun) -> Sequence[str]:
    """Return the parsers that can make a difference: a ranker's own lists are never parsed."""
    return PARSERS if run.n_responses else (PRIMARY,)


def standing_runs(release: Release) -> tuple[int, list[RippleRun]]:
    """Return the number of a release's newest manifest line, and the runs that stand, initial ones first."""
    lines = list(
        ManifestLine.objects.filter(release=release, replaced_by=None)
        .select_related("run__configuration")
        .order_by("-configuration__initial", "configuration_id")
    )
    return max((line.number for line in lines), default=0), [line.run for line in lines]


def matrices(board: Board, runs: Sequence[RippleRun]) -> list[Floats]:
    """Return the score matrices of runs under the primary parser, in their order."""
    scorings = RippleScoring.objects.filter(board=board, run__in=runs, parser=PRIMARY)
    matrix_by_run = dict(scorings.values_list("run_id", "matrix"))
    return [matrix_of(bytes(matrix_by_run[run.pk])) for run in runs if run.pk in matrix_by_run]
