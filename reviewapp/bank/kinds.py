"""What can be sent in through the upload pages: the bank's own kinds, the workflows', those of other apps.

Each app's `uploads.KINDS` names its kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.apps import apps
from django.utils.module_loading import module_has_submodule

from reviewapp.bank.actions.bringing import Options
from reviewapp.bank.actions.importing import import_documents, import_evidence
from reviewapp.bank.forms import RecordsForm, UploadForm
from reviewapp.bank.intake.report import Imported
from reviewapp.jobs.progress import Progress
from reviewapp.models import Person
from reviewapp.records import InputFile
from reviewapp.work.registry import workflows

BANK_FACTS = (
    ("New documents", "new_documents"),
    ("Copies of documents", "new_aliases"),
    ("Documents there already", "same_documents"),
    ("New items", "new_items"),
    ("Items there already", "same_items"),
)

Bring = Callable[[Sequence[InputFile], Mapping[str, Any], Person, Options, Progress], Imported]


@dataclass(frozen=True, slots=True)
class UploadKind:
    """A kind of upload: its title, its form with an example, and the action that takes it in.

    *facts* are what the check tells: a title, and the name of the count in the report. *notice* is a template
    of what whoever sends the file should know.
    """

    name: str
    title: str
    form: type[UploadForm]
    bring: Bring
    example: str
    facts: Sequence[tuple[str, str]] = BANK_FACTS
    names_references: bool = True
    notice: str = ""


def upload_kinds() -> dict[str, UploadKind]:
    """Return all kinds by name."""
    kinds = [*OWN, *(kind for workflow in workflows() for kind in workflow.uploads())]
    for config in apps.get_app_configs():
        if config.module and module_has_submodule(config.module, "uploads"):
            kinds += getattr(import_module(f"{config.name}.uploads"), "KINDS", ())
    return {kind.name: kind for kind in kinds}


def options_of(settings: Mapping[str, Any], *, dry: bool = False, total: int | None = None) -> Options:
    """Return the options of an import that the form's *settings* ask for."""
    return Options(source=settings.get("source") or None, dry=dry, total=total)


def _documents(
    files: Sequence[InputFile], _: Mapping[str, Any], actor: Person, options: Options, progress: Progress
) -> Imported:
    return import_documents(file=files[0], actor=actor, options=options, progress=progress)


def _evidence(
    files: Sequence[InputFile], _: Mapping[str, Any], actor: Person, options: Options, progress: Progress
) -> Imported:
    return import_evidence(file=files[0], actor=actor, options=options, progress=progress)


OWN = (
    UploadKind(
        "documents",
        "Documents",
        RecordsForm,
        _documents,
        '{"doc_id": 17, "external_id": "wiki:42", "title": "…", "text": "…", "source": "…", "domain": null}',
    ),
    UploadKind(
        "evidence",
        "Evidence items",
        RecordsForm,
        _evidence,
        '{"item_id": "q1", "query": "…", "answer": "…", "ref_list": [17, 23], "hard_negatives": [99],'
        ' "domain": null, "task_type": null, "source": "…", "track": "single"}',
    ),
)
