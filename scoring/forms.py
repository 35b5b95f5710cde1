"""What the forms share by which stored runs come in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from reviewapp.records import InvalidFile

MAX_BYTES = 256 << 20


class RunFileForm(forms.Form):
    """A form whose `file` is a run: checked after the other fields, its errors are the report."""

    refusals: tuple[type[ValueError], ...] = (InvalidFile,)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        file: UploadedFile | None = cleaned.get("file")
        if file is None or self.errors:
            return cleaned
        if (file.size or 0) > MAX_BYTES:
            self.add_error("file", f"{file.size:,} bytes, expected at most {MAX_BYTES:,}")
            return cleaned
        try:
            self.check_file(file)
        except self.refusals as error:
            self.add_error("file", str(error).split("\n"))
        return cleaned

    def check_file(self, file: UploadedFile) -> None:
        """Check the file against the release, and keep the report."""
        raise NotImplementedError
