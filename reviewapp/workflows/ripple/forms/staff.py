"""What managers enter about ripple items: the list's filter, and a reason for what leaves."""

from __future__ import annotations

from typing import Any

from django import forms

from reviewapp.models import Campaign, RippleBatch
from reviewapp.rules.protocol import ItemState, Kind
from reviewapp.workflows.ripple.queries.items import RippleFilter


class RippleFilterForm(forms.Form):
    """The filter of the list of ripple items, as it stands in the URL."""

    q = forms.CharField(label="Begins with", required=False, max_length=500)
    state = forms.ChoiceField(
        choices=[("", "any"), *((state.value, state.value.replace("_", " ")) for state in ItemState)],
        required=False,
    )
    batch = forms.ModelChoiceField(
        RippleBatch.objects.none(), required=False, empty_label="any", to_field_name="code"
    )
    campaign = forms.ModelChoiceField(
        Campaign.objects.none(), required=False, empty_label="any", to_field_name="code"
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["q"].widget.input_type = "search"
        self.fields["batch"].queryset = RippleBatch.objects.order_by("-pk")  # type: ignore[attr-defined]
        campaigns = Campaign.objects.filter(kind=Kind.RIPPLE).order_by("name")
        self.fields["campaign"].queryset = campaigns  # type: ignore[attr-defined]

    @property
    def criteria(self) -> RippleFilter:
        """Return the filter that the URL asks for; an invalid field filters nothing."""
        self.is_valid()
        cleaned = self.cleaned_data
        batch, campaign = cleaned.get("batch"), cleaned.get("campaign")
        return RippleFilter(
            words=cleaned.get("q", ""),
            state=cleaned.get("state", ""),
            batch=batch.pk if batch else None,
            campaign=campaign.pk if campaign else None,
        )
