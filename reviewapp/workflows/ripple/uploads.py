"""What can be sent in for ripple review through the upload pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reviewapp.bank.actions.bringing import Options
from reviewapp.bank.forms import FileForm
from reviewapp.bank.intake.report import Imported
from reviewapp.bank.kinds import UploadKind
from reviewapp.jobs.progress import Progress
from reviewapp.models import Person
from reviewapp.records import InputFile
from reviewapp.workflows.ripple.actions.importing import import_ripple


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
