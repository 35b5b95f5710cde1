"""What managers enter about releases of ripple items: what to freeze, and the decision log."""

from __future__ import annotations

from typing import Any

from django import forms

from benchmark.releases.formats.canonical import REVIEWED
from benchmark.releases.selection_ripple import (
    RIPPLE_TITLES,
    STATUS_TITLES,
    RippleSelection,
    RippleStanding,
)
from reviewapp.models import Campaign, RippleBatch
from reviewapp.rules.protocol import Kind

SEEN_CHOICES = [("before", "before any output was seen"), ("after", "after outputs had been seen, namely:")]


class RippleSelectionForm(forms.Form):
    """Which ripple items a freeze takes; it stands in the URL of the preview."""

    review_status = forms.ChoiceField(
        label="Review status",
        choices=list(STATUS_TITLES.items()),
        required=False,
        widget=forms.RadioSelect,
        initial=REVIEWED,
    )
    campaign = forms.ModelMultipleChoiceField(
        Campaign.objects.none(),
        label="Only items of the campaigns",
        to_field_name="code",
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    batch = forms.ModelMultipleChoiceField(
        RippleBatch.objects.none(),
        label="Only items that came with",
        to_field_name="code",
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    standing = forms.ChoiceField(
        label="Show",
        choices=[("", "all"), *((standing.value, RIPPLE_TITLES[standing]) for standing in RippleStanding)],
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        campaigns: Any = self.fields["campaign"]
        campaigns.queryset = Campaign.objects.filter(kind=Kind.RIPPLE).order_by("name")
        batches: Any = self.fields["batch"]
        batches.queryset = RippleBatch.objects.order_by("-id")

    @property
    def selection(self) -> RippleSelection:
        """The selection that a valid form describes; all that is reviewed where it is not valid."""
        data = self.cleaned_data if self.is_valid() else {}
        campaigns = tuple(row.pk for row in data.get("campaign") or ())
        batches = tuple(row.pk for row in data.get("batch") or ())
        return RippleSelection(data.get("review_status") or REVIEWED, campaigns or None, batches or None)


class DecisionForm(forms.Form):
    """A decision about the construction: what was changed, when, and what had been seen by then."""

    at = forms.DateTimeField(
        label="When",
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text="Empty: now.",
    )
    change = forms.CharField(
        label="What was changed", strip=False, max_length=20_000, widget=forms.Textarea({"rows": 3})
    )
    reason = forms.CharField(
        label="Why", required=False, strip=False, max_length=20_000, widget=forms.Textarea({"rows": 2})
    )
    seen = forms.ChoiceField(label="It was decided", choices=SEEN_CHOICES, widget=forms.RadioSelect)
    outputs = forms.CharField(
        label="Which outputs",
        required=False,
        strip=False,
        max_length=20_000,
        help_text="Of which system, on which items or which split.",
    )

    def _lf(self, name: str) -> str:
        """Read the form's CRLF as the LF that was typed: browsers send the one for the other."""
        text: str = self.cleaned_data[name]
        return text.replace("\r\n", "\n")

    def clean_change(self) -> str:
        return self._lf("change")

    def clean_reason(self) -> str:
        return self._lf("reason")

    @property
    def outputs_seen(self) -> str | None:
        """Which outputs a valid form says had been seen; None for none."""
        answer: str = self.cleaned_data["outputs"]
        return answer if self.cleaned_data["seen"] == "after" else None
