"""What can be sent in for collision review through the upload pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reviewapp.bank.actions.bringing import Options
from reviewapp.bank.forms import FileForm
from reviewapp.bank.intake.report import Imported
from reviewapp.bank.kinds import BANK_FACTS, UploadKind
from reviewapp.jobs.progress import Progress
from reviewapp.models import Person
from reviewapp.records import InputFile
from reviewapp.workflows.collision.actions.importing import import_collisions


def _bring(
    files: Sequence[InputFile], _: Mapping[str, Any], actor: Person, options: Options, progress: Progress
) -> Imported:
    return import_collisions(file=files[0], actor=actor, options=options, progress=progress)


UPLOAD = UploadKind(
    "collisions",
    "Collision candidates",
    FileForm,
    _bring,
    '{"item_id": "q1", "doc_id": 99, "rank": 1, "similarity": 0.83, "verdict": "hard_negative",'
    ' "rationale": "…", "quote": "…", "model": "…", "prompt_version": "…"}',
    facts=(
        *BANK_FACTS,
        ("New candidates", "new_candidates"),
        ("New verdicts", "new_verdicts"),
        ("Verdicts there already", "same_verdicts"),
    ),
)
