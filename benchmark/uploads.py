"""What this app can take in through the upload pages: public data sets in their own formats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchmark.construction.actions.importing_raw import import_raw
from benchmark.construction.forms.imports import RawForm
from benchmark.construction.rawdata import formats_text
from reviewapp.bank.actions.bringing import Options
from reviewapp.bank.intake.report import Imported
from reviewapp.bank.kinds import UploadKind
from reviewapp.jobs.progress import Progress
from reviewapp.models import Person
from reviewapp.records import InputFile


def _raw(
    files: Sequence[InputFile],
    settings: Mapping[str, Any],
    actor: Person,
    options: Options,
    progress: Progress,
) -> Imported:
    return import_raw(
        files=files,
        format_name=settings["format"],
        columns=settings["columns"],
        actor=actor,
        options=options,
        progress=progress,
    )


KINDS = (UploadKind("raw", "Public data set", RawForm, _raw, formats_text()),)
