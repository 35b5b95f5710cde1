"""What the pages and the job read: frozen items, the stored file, figures laid out as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from django.db.models import Prefetch, QuerySet

from benchmark.models import Release, ReleaseItem
from scoring.access.scorer.metrics import AccessItem
from scoring.access.scorer.slices import METRICS
from scoring.models import Rung, RunPiece, Score, StoredRun
from scoring.runs.files import spooled


@dataclass(frozen=True, slots=True)
class FrozenItem:
    """A release's item as scoring needs it."""

    pk: int
    position: int
    item_id: str
    domain: str
    ref_list: tuple[int, ...]
    hard_negatives: frozenset[int]

    def as_access_item(self) -> AccessItem:
        return AccessItem(self.item_id, frozenset(map(str, self.ref_list)), self.domain)


def frozen_items(release_id: int) -> Iterator[FrozenItem]:
    """Yield the items of a release in its order."""
    names = ("pk", "position", "item_id", "domain", "ref_list", "hard_negatives")
    rows = ReleaseItem.objects.filter(release_id=release_id).order_by("position").values_list(*names)
    for pk, position, item_id, domain, ref_list, hard_negatives in rows.iterator():
        yield FrozenItem(pk, position, item_id, domain, tuple(ref_list), frozenset(hard_negatives))


def item_ids(release: Release) -> set[str]:
    return set(ReleaseItem.objects.filter(release=release).values_list("item_id", flat=True))


def pieces_of(run: StoredRun) -> Iterator[bytes]:
    """Yield the stored file piece by piece."""
    rows = RunPiece.objects.filter(run=run).order_by("position").values_list("data", flat=True)
    for data in rows.iterator(chunk_size=8):
        yield bytes(data)


@contextmanager
def file_of(run: StoredRun) -> Iterator[IO[bytes]]:
    """Open the stored file at its beginning; a large one is put on disk meanwhile."""
    with spooled(pieces_of(run)) as file:
        yield file


@dataclass(frozen=True, slots=True)
class SliceRow:
    """One line of a table of figures; `figures` stand in the order of METRICS."""

    kind: str
    name: str
    n_items: int
    figures: list[Score]


def slice_rows(scores: Iterable[Score]) -> list[SliceRow]:
    """Lay figures, ordered by position, out as rows."""
    rows: dict[int, dict[str, Score]] = {}
    for score in scores:
        rows.setdefault(score.position, {})[score.metric] = score
    return [_row(figures) for figures in rows.values()]


def _row(figures: dict[str, Score]) -> SliceRow:
    first = figures[METRICS[0]]
    return SliceRow(first.kind, first.name, first.n_items, [figures[metric] for metric in METRICS])


def with_overall(runs: QuerySet[StoredRun]) -> QuerySet[StoredRun]:
    """Fetch with each run its job, its author, its rungs and their figures over all items (`overall`)."""
    overall = Score.objects.filter(kind="all").order_by("rung_id", "metric")
    rungs = (
        Rung.objects.defer("chart_light", "chart_dark")
        .order_by("position")
        .prefetch_related(Prefetch("scores", overall, to_attr="overall"))
    )
    return runs.select_related("job", "created_by").prefetch_related(Prefetch("rungs", rungs))
