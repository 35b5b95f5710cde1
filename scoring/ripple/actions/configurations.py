"""Registering what is going to be run, and the settings by which all of a release's runs are scored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from benchmark.models import Release
from reviewapp.jobs.actions import enqueue
from reviewapp.models import Job, Person
from reviewapp.work.actions.events import record
from scoring.models import Board, Configuration, RippleScoring
from scoring.ripple.scorer.configuring import configuration_sha256, settings_of
from scoring.ripple.scorer.metrics import SCORER
from scoring.statistics.bootstrap import REPLICATES, SEED

RESCORE = "rescore_ripple"
NAME_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """What a release's runs are scored with; *target* is a fraction as text."""

    replicates: int = REPLICATES
    seed: int = SEED
    target: str = "1"


class NothingNew(ValueError):
    """The release's runs are scored with these settings already."""


def lock_release(release: Release) -> None:
    """Let registering a configuration and writing a score happen one after the other."""
    Release.objects.select_for_update().values("pk").get(pk=release.pk)


@transaction.atomic(durable=True)
def register_configuration(
    *, release: Release, metadata: Mapping[str, Any], actor: Person | None
) -> Configuration:
    """Register a system with its settings, or return the configuration that has the same ones."""
    return registered(release, metadata, actor)


def registered(release: Release, metadata: Mapping[str, Any], actor: Person | None) -> Configuration:
    """Find or create the configuration of *metadata*. `initial` is decided here and never changes."""
    system, family = (str(metadata.get(key) or "")[:NAME_CHARACTERS] for key in ("system", "family"))
    settings = settings_of(metadata)
    sha256 = configuration_sha256(system, family, settings)
    lock_release(release)
    standing = Configuration.objects.filter(release=release, sha256=sha256).first()
    if standing is not None:
        return standing
    scored = RippleScoring.objects.filter(board__release=release).exists()
    configuration = Configuration.objects.create(
        release=release,
        system=system,
        family=family,
        settings=settings,
        sha256=sha256,
        initial=not scored and settings.get("group") != "later",
        notes=str(metadata.get("notes") or ""),
        registered_by=actor,
    )
    event = {
        "configuration": configuration.code,
        "release": release.code,
        "sha256": sha256,
        "initial": configuration.initial,
    }
    record("configuration_registered", actor=actor, new=event)
    return configuration


def board_of(release: Release, actor: Person | None, settings: BoardSettings | None = None) -> Board:
    """Return the newest board of the release. The first board is made with the first run."""
    lock_release(release)
    newest = Board.objects.filter(release=release).order_by("-number").first()
    return newest or _new_board(release, 1, settings or BoardSettings(), actor)


def _new_board(release: Release, number: int, settings: BoardSettings, actor: Person | None) -> Board:
    board = Board.objects.create(
        release=release,
        number=number,
        replicates=settings.replicates,
        seed=settings.seed,
        target=settings.target,
        scorer=SCORER,
        created_by=actor,
    )
    event = {"release": release.code, "number": number, "replicates": settings.replicates}
    event |= {"seed": settings.seed, "target": settings.target, "scorer": SCORER}
    record("board_opened", actor=actor, new=event)
    return board


@transaction.atomic(durable=True)
def open_board(*, release: Release, settings: BoardSettings, actor: Person) -> Job:
    """Ask for all runs of a release to be scored with other settings, or by the present scorer.

    :raises NothingNew: if they are scored so already."""
    before = board_of(release, actor)
    same = BoardSettings(before.replicates, before.seed, before.target) == settings
    if same and before.scorer == SCORER:
        raise NothingNew("all runs are scored with these settings already")
    board = _new_board(release, before.number + 1, settings, actor)
    args = {"release": release.code, "board": board.number}
    title = f"Score all ripple runs on {release.name} again"
    return enqueue(RESCORE, title=title[:200], args=args, actor=actor, unit="runs")
