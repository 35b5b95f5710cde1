"""The form by which a model is asked: what goes into each request, what it is called, how fast."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator

from reviewapp.asking import settings as reading
from reviewapp.asking.answers import Prices
from reviewapp.asking.asker import CONCURRENCY, MAX_CONCURRENCY
from reviewapp.asking.prompt import BadTemplate
from reviewapp.asking.settings import BadSetting, ModelSettings, NamedField
from reviewapp.asking.transport import RETRIES, TIMEOUT_SECONDS
from reviewapp.records import InvalidRecord
from reviewapp.records.fields import check_text
from scoring.ripple.actions.asking import Naming, Pace
from scoring.ripple.asking.prompt import Template
from scoring.runs.lines import metadata_of

MAX_TEMPLATE_BYTES = 200_000


class SettingField(forms.CharField):
    """A setting as the command reads it too; `omit` leaves it out of the request."""

    def __init__(self, read: Callable[[str], Any], **options: Any) -> None:
        super().__init__(max_length=2000, **options)
        self._read = read

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return self._read(text)
        except BadSetting as error:
            raise ValidationError(str(error)) from error


def further_fields(text: str) -> dict[str, Any]:
    """Read further fields, one NAME=JSON a line.

    :raises BadSetting: if a line is none, or a name stands twice."""
    fields: dict[str, Any] = {}
    for line in text.split("\n"):
        if line.strip():
            name, value = NamedField(*reading.named_field(line.strip()))
            if name in fields:
                raise BadSetting(f"{name} stands twice")
            fields[name] = value
    return fields


class ModelRunForm(forms.Form):
    """A model and all that is settable about asking it."""

    model = forms.CharField(max_length=200, help_text="As the endpoint names it.")
    system = forms.CharField(
        max_length=200, required=False, help_text="Its name in tables. Empty: the model's."
    )
    family = forms.CharField(max_length=200, initial="language model")
    temperature = SettingField(reading.number, initial=str(reading.TEMPERATURE), help_text="Or omit.")
    top_p = SettingField(reading.number, initial=str(reading.TOP_P), label="Top-p", help_text="Or omit.")
    max_tokens = SettingField(
        reading.tokens, initial=str(reading.MAX_TOKENS), label="Output tokens", help_text="At most; or omit."
    )
    max_tokens_field = forms.ChoiceField(
        choices=[(name, name) for name in reading.MAX_TOKENS_FIELDS],
        label="Token field",
        help_text="In the request.",
    )
    thinking = SettingField(
        reading.thinking, initial="omit", help_text="omit, disabled, enabled, or the field's JSON."
    )
    extra = SettingField(
        further_fields,
        required=False,
        label="Further fields",
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text="One NAME=JSON a line.",
    )
    template = forms.FileField(
        required=False,
        help_text="Empty: ours. A system message, a line ===, the user's with {{edit}} and {{documents}}.",
    )
    concurrency = forms.IntegerField(
        min_value=1,
        max_value=MAX_CONCURRENCY,
        initial=CONCURRENCY,
        label="Requests at once",
        help_text="At most.",
    )
    retries = forms.IntegerField(
        min_value=0,
        max_value=20,
        initial=RETRIES,
        label="Further tries",
        help_text="Never after an answer.",
    )
    timeout_seconds = forms.IntegerField(
        min_value=1,
        max_value=3600,
        initial=int(TIMEOUT_SECONDS),
        label="Time limit",
        help_text="Seconds for one answer.",
    )
    price_in = forms.FloatField(
        required=False,
        label="Price in",
        help_text="A million prompt tokens.",
        validators=[MinValueValidator(0), MaxValueValidator(1e6)],
    )
    price_out = forms.FloatField(
        required=False,
        label="Price out",
        help_text="A million output tokens.",
        validators=[MinValueValidator(0), MaxValueValidator(1e6)],
    )
    notes = forms.CharField(max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 2}))

    def clean_template(self) -> Template:
        file = self.cleaned_data["template"]
        if file is None:
            return Template()
        if file.size > MAX_TEMPLATE_BYTES:
            raise ValidationError(f"{file.size:,} bytes, expected at most {MAX_TEMPLATE_BYTES:,}")
        try:
            template = Template.read(file.read())
        except BadTemplate as error:
            raise ValidationError(str(error)) from error
        if message := check_text(template.text):
            raise ValidationError(message)
        return template

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if (cleaned.get("price_in") is None) != (cleaned.get("price_out") is None):
            self.add_error("price_out", "Give both prices, or none.")
        given_in_both = {name: cleaned.get(name) for name in ("thinking", "extra")}
        try:
            metadata_of({"run": given_in_both})
        except InvalidRecord as error:
            self.add_error("extra" if given_in_both["extra"] else "thinking", str(error))
        return cleaned

    def settings(self, base_url: str) -> ModelSettings:
        cleaned = self.cleaned_data
        names = ("model", "temperature", "top_p", "max_tokens", "max_tokens_field", "thinking", "extra")
        return ModelSettings(base_url=base_url, **{name: cleaned[name] for name in names})

    @property
    def naming(self) -> Naming:
        cleaned = self.cleaned_data
        return Naming(cleaned["system"] or cleaned["model"], cleaned["family"], cleaned["notes"])

    @property
    def pace(self) -> Pace:
        cleaned = self.cleaned_data
        prices = None
        if cleaned["price_in"] is not None:
            prices = Prices(cleaned["price_in"], cleaned["price_out"])
        return Pace(cleaned["concurrency"], cleaned["retries"], cleaned["timeout_seconds"], prices)
