"""Collision candidates come in from files: all of a file or nothing (contracts §3)."""

from __future__ import annotations

from collections.abc import Iterator

from reviewapp.bank.actions.bringing import DEFAULT, Options, bring_in
from reviewapp.bank.intake.report import Imported
from reviewapp.jobs.progress import Progress
from reviewapp.models import Person
from reviewapp.records import InputFile, Place, Problems, open_source
from reviewapp.records.collisions import read_collisions
from reviewapp.workflows.collision import intake as collisions
from reviewapp.workflows.collision.intake import PlacedCollision


def import_collisions(
    *, file: InputFile, actor: Person | None, options: Options = DEFAULT, progress: Progress | None = None
) -> Imported:
    """Add collision candidates and models' verdicts on them (contracts §3, EMB A.1.3).

    :raises InvalidFile: with every bad record, unless they are to be left out; nothing is written."""
    progress = progress or Progress()

    def bring(problems: Problems, imported: Imported) -> None:
        collisions.stage(_collisions(file, problems), progress, options.total)
        collisions.move_in(problems, imported, dry=options.dry, progress=progress)

    return bring_in(
        "import_collisions", [file], bring, actor=actor, options=options, format_name="collisions"
    )


def _collisions(file: InputFile, problems: Problems) -> Iterator[PlacedCollision]:
    with file.open() as raw, open_source(raw, file.name) as source:
        for line, read in read_collisions(source, problems):
            yield PlacedCollision(Place(file.name, line.number), read)
