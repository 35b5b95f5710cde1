"""What can be sent in through the upload pages: each app's `uploads.KINDS` names its kinds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.apps import apps
from django.utils.module_loading import module_has_submodule

from reviewapp.bank.actions.bringing import Options
from reviewapp.bank.actions.importing import (
    import_collisions,
    import_documents,
    import_evidence,
    import_ripple,
)
from reviewapp.bank.forms import FileForm, RecordsForm, UploadForm
from reviewapp.bank.intake.report import Imported
from reviewapp.jobs.progress import Progress
from reviewapp.models import Person
from reviewapp.records import InputFile

Bring = Callable[[Sequence[InputFile], Mapping[str, Any], Person, Options, Progress], Imported]


@dataclass(frozen=True, slots=True)
class UploadKind:
    """A kind of upload: its title, its form with an example, and the action that takes it in."""

    name: str
    title: str
    form: type[UploadForm]
    bring: Bring
    example: str


def upload_kinds() -> dict[str, UploadKind]:
    """Return the kinds of all installed apps by name."""
    kinds: dict[str, UploadKind] = {}
    for config in apps.get_app_configs():
        if config.module and module_has_submodule(config.module, "uploads"):
            found = getattr(import_module(f"{config.name}.uploads"), "KINDS", ())
            kinds |= {kind.name: kind for kind in found}
    return kinds


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


def _collisions(
    files: Sequence[InputFile], _: Mapping[str, Any], actor: Person, options: Options, progress: Progress
) -> Imported:
    return import_collisions(file=files[0], actor=actor, options=options, progress=progress)


def _ripple(
    files: Sequence[InputFile],
    settings: Mapping[str, Any],
    actor: Person,
    options: Options,
    progress: Progress,
) -> Imported:
    """Take ripple items in; candidates that were built here name who has opened their keys as `readers`."""
    readers = settings.get("readers", ())
    return import_ripple(file=files[0], actor=actor, options=options, progress=progress, readers=readers)


KINDS = (
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
    UploadKind(
        "collisions",
        "Collision candidates",
        FileForm,
        _collisions,
        '{"item_id": "q1", "doc_id": 99, "rank": 1, "similarity": 0.83, "verdict": "hard_negative",'
        ' "rationale": "…", "quote": "…", "model": "…", "prompt_version": "…"}',
    ),
    UploadKind(
        "ripple",
        "Ripple items",
        FileForm,
        _ripple,
        '{"item_id": "rk-7f3a9c21", "split": "development", "source_id": "…", "shape": "branched_merge",\n'
        ' "edit": {"unit_id": "…", "old": "1,204", "new": "1,310", "description": "…"},\n'
        ' "documents": [{"document_id": "…", "title": "…", "units": [{"unit_id": "…", "text": "…",'
        ' "sha256": "…"}]}],\n'
        ' "closure": {"units": [{"unit_id": "…", "depth": 1}],\n'
        '             "edges": [{"edge_id": "…", "parent": "edit", "child": "…", "rule": "…"}]},\n'
        ' "supporting_units": ["…"],\n'
        ' "spans": [{"unit_id": "…", "kind": "number", "start": 4, "end": 9, "sha256": "…"}],\n'
        ' "provenance": {"units": {"…": "upstream"}}}     (all of it on one line)',
    ),
)
