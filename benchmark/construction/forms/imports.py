"""The upload of a public data set's own files."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from benchmark.construction.rawdata import FORMATS, UnknownColumns, check_columns, parse_columns
from reviewapp.bank.forms import FilesField, UploadForm, clean_source
from reviewapp.records.fields import SOURCE_LIMIT


class RawForm(UploadForm):
    """Files of one data set, all together."""

    file = FilesField(
        label="Files",
        allow_empty_file=True,
        help_text="All files of the set that belong together, as they come.",
    )
    format = forms.ChoiceField(choices=[(one.name, f"{one.name}: {one.summary}") for one in FORMATS.values()])
    columns = forms.CharField(
        required=False,
        strip=False,
        help_text="For a table: what its columns are, as query=Prompt,answer=Answer.",
    )
    source = forms.CharField(
        max_length=SOURCE_LIMIT,
        strip=False,
        help_text="The data set's name in the registry of sources.",
        widget=forms.TextInput(attrs={"list": "sources"}),
    )

    def clean_source(self) -> str:
        return clean_source(self.cleaned_data["source"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if "format" in cleaned and "columns" in cleaned:
            cleaned["columns"] = self._columns(cleaned["format"], cleaned["columns"])
        return cleaned

    def _columns(self, format_name: str, text: str) -> dict[str, str]:
        if not FORMATS[format_name].takes_columns:
            if text:
                self.add_error("columns", f"the format {format_name} takes no columns")
            return {}
        try:
            columns = parse_columns(text)
            check_columns(columns)
        except UnknownColumns as error:
            self.add_error("columns", ValidationError(str(error)))
            return {}
        return columns
