"""Ripple items come in from files: all of a file or nothing (contracts §4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reviewapp.bank.actions.bringing import DEFAULT, Options, bring_in, digest_of
from reviewapp.bank.forms import FileForm
from reviewapp.bank.intake.report import Imported
from reviewapp.bank.kinds import UploadKind
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


def _bring(
    files: Sequence[InputFile],
    settings: Mapping[str, Any],
    actor: Person,
    options: Options,
    progress: Progress,
) -> Imported:
    """Take ripple items in; candidates that were built here name who has opened their keys as `readers`."""
    readers = settings.get("readers", ())
    return import_ripple(file=files[0], actor=actor, options=options, progress=progress, readers=readers)


UPLOAD = UploadKind(
    "ripple",
    "Ripple items",
    FileForm,
    _bring,
    '{"item_id": "rk-7f3a9c21", "split": "development", "source_id": "…", "shape": "branched_merge",\n'
    ' "edit": {"unit_id": "…", "old": "1,204", "new": "1,310", "description": "…"},\n'
    ' "documents": [{"document_id": "…", "title": "…", "units": [{"unit_id": "…", "text": "…",'
    ' "sha256": "…"}]}],\n'
    ' "closure": {"units": [{"unit_id": "…", "depth": 1}],\n'
    '             "edges": [{"edge_id": "…", "parent": "edit", "child": "…", "rule": "…"}]},\n'
    ' "supporting_units": ["…"],\n'
    ' "spans": [{"unit_id": "…", "kind": "number", "start": 4, "end": 9, "sha256": "…"}],\n'
    ' "provenance": {"units": {"…": "upstream"}}}     (all of it on one line)',
    facts=(
        ("New ripple items", "new_ripple_items"),
        ("Ripple items there already", "same_ripple_items"),
        ("Warnings", "n_warnings"),
    ),
    names_references=False,
    notice="reviewapp/ripple/upload_notice.html",
)
