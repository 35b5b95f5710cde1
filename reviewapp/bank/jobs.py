"""The import of an upload, as the worker does it: safe to run twice, as every import is."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings

from reviewapp.bank.actions.indexing import index_words
from reviewapp.bank.actions.uploads import let_upload_go
from reviewapp.bank.kinds import options_of, upload_kinds
from reviewapp.jobs.progress import Progress
from reviewapp.models import Upload, UploadPiece
from reviewapp.records import InputFile

LISTS = ("files", "mapped", "flags", "warnings")


class UploadGone(ValueError):
    """The bytes of an upload are not kept any more."""


def import_upload(progress: Progress, *, upload: str) -> dict[str, Any]:
    """Import the upload of that code; the mapping of copies goes to the job's log."""
    row = Upload.objects.select_related("created_by").get(code=upload)
    kind = upload_kinds()[row.kind]
    with files_of(row) as files:
        options = options_of(row.settings, total=_total(row))
        imported = kind.bring(files, row.settings, row.created_by, options, progress)
    for line in imported.mapped:
        progress.say(line)
    progress.say(imported.sentence())
    let_upload_go(upload=row, actor=row.created_by)
    index_words()
    return {name: value for name, value in imported.as_json().items() if name not in LISTS}


def _total(row: Upload) -> int | None:
    if row.report is None:
        return None
    documents = sum(row.report[name] for name in ("new_documents", "new_aliases", "same_documents"))
    items = row.report["new_items"] + row.report["same_items"]
    verdicts = row.report.get("new_verdicts", 0) + row.report.get("same_verdicts", 0)
    ripple = row.report.get("new_ripple_items", 0) + row.report.get("same_ripple_items", 0)
    return int(documents or items or verdicts or ripple)


@contextmanager
def files_of(row: Upload) -> Iterator[list[InputFile]]:
    """Put the files of an upload on disk while they are read.

    :raises UploadGone: if they have been let go."""
    with tempfile.TemporaryDirectory(dir=settings.VAR, prefix="upload-") as folder:
        files = []
        for number, name in enumerate(row.names):
            path = Path(folder) / str(number)
            _write(row, number, path)
            files.append(InputFile(name, _opener(path)))
        yield files


def _opener(path: Path) -> Callable[[], Any]:
    return lambda: path.open("rb")


def _write(row: Upload, number: int, path: Path) -> None:
    pieces = UploadPiece.objects.filter(upload=row, file=number).order_by("position")
    with path.open("wb") as file:
        for data in pieces.values_list("data", flat=True).iterator(chunk_size=8):
            file.write(data)
    if row.n_bytes and not UploadPiece.objects.filter(upload=row).exists():
        raise UploadGone(f"the files of upload {row.code} have been imported or let go")


JOBS: dict[str, Callable[..., Any]] = {"import_upload": import_upload}
