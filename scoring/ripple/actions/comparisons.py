"""Keeping a release's runs beside each other: differences and figures, once a manifest and board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from reviewapp.models import Person
from reviewapp.work.actions.events import record
from scoring.models import Board, Comparison, RecoveryChart
from scoring.ripple.actions.configurations import lock_release


@transaction.atomic(durable=True)
def keep_comparison(
    *,
    board: Board,
    manifest_number: int,
    n_compared: int,
    differences: Sequence[Mapping[str, Any]],
    charts: Mapping[str, tuple[str, str]],
    actor: Person | None,
) -> None:
    """Store a comparison and its charts (light, dark) by part, unless there is one."""
    lock_release(board.release)
    if Comparison.objects.filter(board=board, manifest_number=manifest_number).exists():
        return
    comparison = Comparison.objects.create(
        board=board, manifest_number=manifest_number, n_compared=n_compared, differences=list(differences)
    )
    RecoveryChart.objects.bulk_create(
        RecoveryChart(comparison=comparison, part=part, light=light, dark=dark)
        for part, (light, dark) in charts.items()
    )
    event = {"release": board.release.code, "board": board.number, "manifest": manifest_number}
    record("ripple_runs_compared", actor=actor, new=event)
