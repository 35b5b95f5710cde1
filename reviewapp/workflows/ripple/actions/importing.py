"""Ripple items come in from files: all of a file or nothing (contracts §4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reviewapp.bank.actions.bringing import DEFAULT, Options, bring_in, digest_of
from reviewapp.bank.intake.report import Imported
from reviewapp.jobs.progress import Progress
from reviewapp.models import Person
from reviewapp.records import InputFile, Place, Problems, open_source
from reviewapp.records.ripple import composition_warnings, read_ripple
from reviewapp.workflows.ripple import intake as ripple
from reviewapp.workflows.ripple.intake import Batch, PlacedRipple


def import_ripple(
    *,
    file: InputFile,
    actor: Person | None,
    options: Options = DEFAULT,
    progress: Progress | None = None,
    readers: Sequence[int] = (),
) -> Imported:
    """Add the ripple items of a JSONL file as one batch (contracts §4).

    Whoever sends the file holds its keys: *actor* is on record as having seen them.

    :param readers: keys of persons who hold the file as well.
    :raises InvalidFile: with every bad record, unless they are to be left out; nothing is written."""

    def bring(problems: Problems, imported: Imported) -> None:
        ripple.stage(_ripple(file, problems), progress or Progress(), options.total)
        ripple.move_in(problems, imported, Batch(file.name, digest_of(file)[0], actor, readers))

    return bring_in("import_ripple", [file], bring, actor=actor, options=options, format_name="ripple")


def _ripple(file: InputFile, problems: Problems) -> Iterator[PlacedRipple]:
    with file.open() as raw, open_source(raw, file.name) as source:
        for line, read in read_ripple(source, problems):
            place = Place(file.name, line.number)
            yield PlacedRipple(place, read, line.data, composition_warnings(read))
