"""Forms of ripple scoring: a run, baselines, a configuration, the settings of a release's scores."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import MaxValueValidator, MinValueValidator

from benchmark.models import Release, ReleaseRipple
from reviewapp.bank.views import input_file
from reviewapp.records import InputFile, InvalidFile, open_source, storable_name
from reviewapp.records.fields import check_text
from scoring.forms import RunFileForm
from scoring.models import Board, Configuration
from scoring.ripple.actions.baselines import offered
from scoring.ripple.actions.configurations import BoardSettings
from scoring.ripple.queries.frozen import ripple_ids
from scoring.ripple.rankings.baselines import DOCUMENT_POSITION
from scoring.ripple.rankings.baselines import SEED as RANKING_SEED
from scoring.ripple.scorer.checking import RippleReport, check_ripple_run
from scoring.ripple.scorer.configuring import OtherSettings, refuse_other_settings
from scoring.ripple.scorer.items import DEVELOPMENT
from scoring.ripple.scorer.metrics import BadTarget, target_recall
from scoring.statistics.bootstrap import REPLICATES, SEED

MAX_SEED = 2**63 - 1
SEEDS = [MinValueValidator(0), MaxValueValidator(MAX_SEED)]
WHAT_BASELINES_ARE = {
    "random": "Random ordering, seeded",
    "render_order": "Render order",
    "id_ascending": "Identifier ascending",
    "id_descending": "Identifier descending",
    "token_overlap": "Token overlap with the edit",
    "bm25": "BM25 on the edit",
    "bm25_embeddings": "BM25, reranked by local embeddings",
    "document_position": "Document position, learned on development (privileged control)",
    "supporting_facts": "Supporting facts first (privileged control, sees hidden labels)",
}


class BoardForm(forms.Form):
    """What all runs of a release are scored with; settled when the first one comes."""

    replicates = forms.IntegerField(min_value=100, max_value=100_000, initial=REPLICATES)
    seed = forms.IntegerField(label="Seed of the replicates", initial=SEED, validators=SEEDS)
    target = forms.CharField(
        label="Target recall",
        max_length=20,
        initial="1",
        help_text="Of the review burden: how much of the affected set is waited for, above 0 and up to 1.",
    )

    def __init__(self, *args: Any, release: Release, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.release = release

    def leave_out_board(self) -> None:
        """Ask nothing that is settled already."""
        if Board.objects.filter(release=self.release).exists():
            for name in BoardForm.base_fields:
                del self.fields[name]

    def clean_target(self) -> str:
        try:
            return str(target_recall(self.cleaned_data["target"]))
        except BadTarget as error:
            raise forms.ValidationError(str(error)) from error

    @property
    def board(self) -> BoardSettings | None:
        """Return the settings asked for; None where they are settled."""
        names = ("replicates", "seed", "target")
        if "target" not in self.fields:
            return None
        return BoardSettings(**{name: self.cleaned_data[name] for name in names})


class RippleRunForm(RunFileForm, BoardForm):
    """A file of responses or rankings; its errors are the validation report."""

    file = forms.FileField(
        label="Run",
        help_text="JSONL with response or ranking, one line an item; .gz is read as well. At most 256 MB.",
    )
    configuration = forms.ChoiceField(
        required=False,
        help_text="What was registered before; otherwise the file's own metadata is registered now.",
    )
    system = forms.CharField(
        max_length=200,
        strip=False,
        required=False,
        help_text="Empty: the name that the file gives, or else the file's own.",
    )
    field_order = ("file", "configuration", "system", "replicates", "seed", "target")
    refusals = (InvalidFile, OtherSettings)

    def __init__(self, *args: Any, release: Release, **kwargs: Any) -> None:
        super().__init__(*args, release=release, **kwargs)
        rows = Configuration.objects.filter(release=release).order_by("pk")[:500]
        self.configurations = {row.code: row for row in rows}
        choices = [(code, _described(row)) for code, row in self.configurations.items()]
        field = self.fields["configuration"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", "as the file says"), *choices]
        self.leave_out_board()
        self.report = RippleReport()

    def check_file(self, file: UploadedFile) -> None:
        self.sent: InputFile = input_file(file)
        item_pks = ripple_ids(self.release)
        with self.sent.open() as raw, open_source(raw, self.sent.name) as source:
            self.report = check_ripple_run(source, item_pks, len(item_pks))
        if configuration := self.configurations.get(self.cleaned_data["configuration"]):
            refuse_other_settings(
                configuration.system, configuration.family, configuration.settings, self.metadata
            )

    @property
    def metadata(self) -> dict[str, Any]:
        """Return what the run says of itself, with the name that it is given here."""
        metadata = dict(self.report.metadata)
        if self.cleaned_data["configuration"]:
            return metadata
        name = self.cleaned_data["system"] or self.report.system or storable_name(self.sent.name)
        return metadata | {"system": name[:200]}


def _described(row: Configuration) -> str:
    group = "initial" if row.initial else "later"
    return f"{row.system} ({group}, {row.sha256[:8]})"


class BaselinesForm(BoardForm):
    """Which deterministic rankings to compute."""

    names = forms.MultipleChoiceField(label="Rankings", widget=forms.CheckboxSelectMultiple)
    ranking_seed = forms.IntegerField(
        label="Seed of the rankings",
        initial=RANKING_SEED,
        validators=SEEDS,
        help_text="Of random and of supporting facts.",
    )
    field_order = ("names", "ranking_seed", "replicates", "seed", "target")

    def __init__(self, *args: Any, release: Release, **kwargs: Any) -> None:
        super().__init__(*args, release=release, **kwargs)
        field = self.fields["names"]
        assert isinstance(field, forms.MultipleChoiceField)
        names = offered()
        if not _may_learn(release):
            names.remove(DOCUMENT_POSITION)
            field.help_text = "Document position needs development items to learn on, and others to rank."
        field.choices = [(name, WHAT_BASELINES_ARE[name]) for name in names]
        field.initial = names
        self.leave_out_board()


def _may_learn(release: Release) -> bool:
    splits = set(ReleaseRipple.objects.filter(release=release).values_list("split", flat=True).distinct())
    return DEVELOPMENT in splits and len(splits) > 1


class ConfigurationForm(forms.Form):
    """A system that is going to be run, with the settings that it will be run with."""

    system = forms.CharField(max_length=200, strip=False)
    family = forms.CharField(max_length=200, strip=False, required=False, initial="language model")
    model = forms.CharField(max_length=300, strip=False, required=False)
    sampling = forms.CharField(
        label="Sampling settings",
        required=False,
        initial='{"temperature": 0, "top_p": 1, "max_tokens": 4096}',
        help_text="A JSON object; what is not in it is left to the provider's default.",
    )
    thinking = forms.CharField(
        label="Thinking field", max_length=300, required=False, help_text="Empty: omitted. disabled, or JSON."
    )
    notes = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 3}))

    def clean_sampling(self) -> dict[str, Any]:
        text = self.cleaned_data["sampling"] or "{}"
        try:
            value = json.loads(text, parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            raise forms.ValidationError(f"no JSON: {error}") from error
        if not isinstance(value, dict) or any(check_text(text) for text in _strings(value)):
            raise forms.ValidationError("expected a JSON object of plain text and numbers")
        return value

    @property
    def metadata(self) -> dict[str, Any]:
        filled_in = {key: value for key, value in self.cleaned_data.items() if value not in ("", None)}
        return {"sampling": {}, **filled_in}


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def _strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [*map(str, value), *(text for part in value.values() for text in _strings(part))]
    if isinstance(value, list):
        return [text for part in value for text in _strings(part)]
    return [value] if isinstance(value, str) else []


class ReplaceForm(forms.Form):
    """Why a rerun is to stand instead of the run that does."""

    reason = forms.CharField(max_length=2_000, strip=False)
