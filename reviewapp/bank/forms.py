"""What managers send in: files of documents and items, and what the registry says of a source."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from reviewapp.models import Source
from reviewapp.records.fields import SOURCE_LIMIT, check_source

MAX_BYTES = 2 << 30


class FilesInput(forms.ClearableFileInput):
    """A file input that takes several."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One or more files; cleans to a list."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        files = data if isinstance(data, list | tuple) else [data]
        return [super(FilesField, self).clean(file, initial) for file in files or [None]]


class UploadForm(forms.Form):
    """The part that every kind of upload shares: the files, and the settings beside them."""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        size = sum(file.size or 0 for file in self.files_sent) if not self.errors else 0
        if size > MAX_BYTES:
            self.add_error(None, f"{size:,} bytes, expected at most {MAX_BYTES:,}")
        return cleaned

    @property
    def files_sent(self) -> list[UploadedFile]:
        """Return the files of a valid form."""
        sent = self.cleaned_data.get("file") or []
        return sent if isinstance(sent, list) else [sent]

    @property
    def settings(self) -> dict[str, Any]:
        """Return what was chosen beside the files."""
        return {name: value for name, value in self.cleaned_data.items() if name != "file"}


def clean_source(name: str) -> str:
    """Return a source's name as it was entered.

    :raises ValidationError: if it cannot be one."""
    if name and (message := check_source(name)):
        raise ValidationError(message)
    return name


class FileForm(UploadForm):
    """A JSONL file of one of the product's own formats."""

    file = forms.FileField(
        label="File",
        allow_empty_file=True,
        help_text="JSONL, one object a line; .gz is read as well.",
    )


class RecordsForm(FileForm):
    """A file whose records may leave their source to the form."""

    source = forms.CharField(
        max_length=SOURCE_LIMIT,
        strip=False,
        required=False,
        help_text="The source of records that name none.",
        widget=forms.TextInput(attrs={"list": "sources"}),
    )

    def clean_source(self) -> str:
        return clean_source(self.cleaned_data["source"])


class SourceForm(forms.ModelForm):
    """What the registry says of a source (EMB Table 5)."""

    class Meta:
        model = Source
        fields = ("version", "licence", "citation", "scope", "url")
        widgets = {"citation": forms.Textarea(attrs={"rows": 4})}
        labels = {"url": "Address"}
