"""The form that asks for ripple candidates: MuSiQue files, and how to build from them."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from benchmark.construction.ripple.output import excluded_ids
from benchmark.construction.ripple.schedule import (
    ITEMS,
    RESERVES,
    SPLITS,
    InvalidSchedule,
    default_schedule,
    schedule_of,
)
from reviewapp.bank.forms import FilesField, UploadForm

MOST_ITEMS = 2_000
MOST_SEED = 2**63 - 1
LIST_BYTES = 4 << 20


class ConstructionForm(UploadForm):
    """What build_ripple takes on its command line, but for a model and a secret key."""

    file = FilesField(
        label="MuSiQue files",
        allow_empty_file=True,
        help_text="Records as they come: JSON, JSON lines, .gz. Several files are read as one.",
    )
    items = forms.IntegerField(
        min_value=1,
        max_value=MOST_ITEMS,
        initial=ITEMS,
        help_text="150 give exactly the paper's Tables 4 and 5; other numbers, their proportions.",
    )
    seed = forms.IntegerField(
        min_value=0, max_value=MOST_SEED, initial=1, help_text="The same files and seed give the same bytes."
    )
    split = forms.ChoiceField(
        choices=[("", "all splits"), *((split, f"{split} alone") for split in SPLITS)], required=False
    )
    reserves = forms.IntegerField(
        min_value=1, max_value=100, initial=RESERVES, help_text="Most sources that a place may try."
    )
    exclude = forms.FileField(
        label="Exclusion list",
        required=False,
        allow_empty_file=True,
        help_text="Ids of sources that must not be used, one a line.",
    )
    schedule = forms.FileField(
        required=False,
        allow_empty_file=True,
        help_text="A schedule of your own instead of so many items: "
        'JSON, [{"split", "shape", "size", "depth", "documents"}, …].',
    )
    revision = forms.CharField(
        label="Revision of the corpus",
        required=False,
        max_length=200,
        help_text="For the isolation report.",
    )
    skip_invalid = forms.BooleanField(label="Leave damaged records out", required=False)
    partial = forms.BooleanField(
        label="Build what there is where sources run out for places of the schedule", required=False
    )

    def clean_exclude(self) -> list[str]:
        return sorted(excluded_ids(_text_of(self.cleaned_data["exclude"])))

    def clean_schedule(self) -> list[dict[str, Any]] | None:
        upload = self.cleaned_data["schedule"]
        if not upload:
            return None
        try:
            rows = json.loads(_text_of(upload))
            rows = rows if isinstance(rows, list) else [rows]
            if len(schedule_of(rows)) > MOST_ITEMS:
                raise InvalidSchedule(f"{len(rows):,} rows, expected at most {MOST_ITEMS:,}")
        except RecursionError as error:
            raise ValidationError("nested too deeply") from error
        except ValueError as error:
            raise ValidationError(str(error)) from error
        return rows

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("split") and not self.errors:
            schedule = schedule_of(cleaned["schedule"]) if cleaned["schedule"] else None
            places = schedule or default_schedule(cleaned["items"])
            if all(place.split != cleaned["split"] for place in places):
                self.add_error("split", f"none of these places is of the split {cleaned['split']}")
        return cleaned


def _text_of(upload: UploadedFile | None) -> str:
    """Return a small text file's content.

    :raises ValidationError: if it is no small text."""
    if upload is None:
        return ""
    if (upload.size or 0) > LIST_BYTES:
        raise ValidationError(f"{upload.size:,} bytes, expected at most {LIST_BYTES:,}")
    try:
        text: str = upload.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValidationError(f"no UTF-8: byte {error.start:,} cannot be read") from error
    if "\0" in text:
        raise ValidationError("a NUL stands in it")
    return text
