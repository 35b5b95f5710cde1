"""Asking for the deterministic rankings of a release's ripple items (RKB App. F)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import cast

from django.db import transaction

from benchmark.models import Release
from reviewapp.jobs.actions import enqueue
from reviewapp.models import Job, Person
from scoring.ripple.actions.configurations import BoardSettings, board_of, registered
from scoring.ripple.actions.runs import BASELINES
from scoring.ripple.rankings.baselines import BM25_EMBEDDINGS, NAMES, Embedder, metadata
from scoring.ripple.rankings.embeddings import LocalEmbedder


@transaction.atomic(durable=True)
def start_baselines(
    *,
    release: Release,
    names: Sequence[str],
    seed: int,
    settings: BoardSettings,
    actor: Person,
) -> Job:
    """Register all the named rankings before any of them is scored, and ask for their runs and scores."""
    board_of(release, actor, settings)
    codes = {}
    for name in names:
        named = (
            cast(Embedder, LocalEmbedder) if name == BM25_EMBEDDINGS else None
        )  # its name, not its weights
        described = metadata(name, seed=seed, embed=named)
        codes[name] = registered(release, described, actor).code
    args = {"release": release.code, "configurations": codes, "seed": seed}
    title = f"Baselines on {release.name}"
    return enqueue(BASELINES, title=title[:200], args=args, actor=actor, unit="runs")


def offered() -> list[str]:
    """Return the rankings that can be computed here: one of them needs local embeddings."""
    return [name for name in NAMES if name != BM25_EMBEDDINGS or find_spec("wordllama")]


def embedder_for(name: str) -> Embedder | None:
    """Load what a ranking embeds with, if it does.

    :raises NoLocalEmbeddings: if that is not installed."""
    return LocalEmbedder() if name == BM25_EMBEDDINGS else None
