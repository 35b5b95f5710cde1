"""The form by which a stored run comes in; its errors are the validation report."""

from __future__ import annotations

from typing import Any, BinaryIO, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import MaxValueValidator, MinValueValidator

from benchmark.models import Release
from reviewapp.records import open_source
from scoring.access.actions import RunSettings
from scoring.access.queries import item_ids
from scoring.access.scorer.checking import RunReport, check_run
from scoring.access.scorer.metrics import K
from scoring.access.scorer.responses import ALL_SCALES
from scoring.forms import RunFileForm
from scoring.statistics.bootstrap import REPLICATES, SEED

MAX_K = 1000


class RunForm(RunFileForm):
    """A file of results, and what its scores depend on beside it."""

    file = forms.FileField(
        label="Run",
        help_text="JSONL with doc_ids or response, or a TREC run; .gz is read as well. At most 256 MB.",
    )
    system = forms.CharField(
        max_length=200,
        strip=False,
        required=False,
        help_text="Empty: the name that the file gives, or else the file's own.",
    )
    scale = forms.CharField(
        label="Rung",
        max_length=500,
        strip=False,
        required=False,
        help_text="Of results that name none, such as 512K; a TREC run names none. Empty: all.",
    )
    k = forms.IntegerField(label="K", min_value=1, max_value=MAX_K, initial=K)
    replicates = forms.IntegerField(min_value=100, max_value=100_000, initial=REPLICATES)
    seed = forms.IntegerField(initial=SEED, validators=[MinValueValidator(0), MaxValueValidator(2**63 - 1)])

    def __init__(self, *args: Any, release: Release, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.release = release
        self.report = RunReport()

    def check_file(self, file: UploadedFile) -> None:
        settings = self.settings
        with open_source(cast(BinaryIO, file.file), file.name or "run") as source:
            self.report = check_run(source, item_ids(self.release), k=settings.k, scale=settings.scale)

    @property
    def settings(self) -> RunSettings:
        cleaned = self.cleaned_data
        scale = cleaned["scale"] or ALL_SCALES
        return RunSettings(scale, cleaned["k"], cleaned["replicates"], cleaned["seed"])

    @property
    def system_name(self) -> str:
        """Return the run's name: as given, as in the file, or the file's own."""
        return (self.cleaned_data["system"] or self.report.system or self.cleaned_data["file"].name)[:200]
