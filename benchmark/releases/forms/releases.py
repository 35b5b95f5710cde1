"""What managers enter about releases: what to freeze, an erratum, and the filters of tables."""

from __future__ import annotations

from typing import Any

from django import forms

from benchmark.models import FrozenItem, Release
from benchmark.releases.actions.making import NAME_LIMIT, UnfitName, check_name
from benchmark.releases.selection import TITLES, Documents, Selection, Standing
from reviewapp.models import Campaign

ANY = [("", "any")]
DOCUMENT_CHOICES = [
    (Documents.ALL.value, "every document of the bank: the corpus that is searched"),
    (Documents.NAMED.value, "only those that the items name"),
]


class SelectionForm(forms.Form):
    """Which items and documents a freeze takes; it stands in the URL of the preview."""

    campaign = forms.ModelMultipleChoiceField(
        Campaign.objects.none(),
        label="Only items of",
        to_field_name="code",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="None chosen: the accepted items of every campaign.",
    )
    documents = forms.ChoiceField(
        choices=DOCUMENT_CHOICES, required=False, widget=forms.RadioSelect, initial=Documents.ALL.value
    )
    standing = forms.ChoiceField(
        label="Show",
        choices=[("", "all that stay out"), *((standing.value, TITLES[standing]) for standing in Standing)],
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        campaigns: Any = self.fields["campaign"]
        campaigns.queryset = Campaign.objects.order_by("name")

    @property
    def selection(self) -> Selection:
        """The selection that a valid form describes; the widest where it is not valid."""
        data = self.cleaned_data if self.is_valid() else {}
        campaign_ids = tuple(campaign.pk for campaign in data.get("campaign") or ())
        return Selection(campaign_ids or None, Documents(data.get("documents") or Documents.ALL))


class FreezeForm(forms.Form):
    """A release's name, what its readers should know, and the release it corrects."""

    name = forms.CharField(max_length=NAME_LIMIT, help_text="Used once, and never changed.")
    note = forms.CharField(required=False, strip=False, max_length=20_000, widget=forms.Textarea({"rows": 3}))
    replaces = forms.ModelChoiceField(
        Release.objects.none(),
        required=False,
        to_field_name="code",
        empty_label="no earlier release",
        help_text="The release that this one corrects.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        replaces: Any = self.fields["replaces"]
        replaces.queryset = Release.objects.order_by("-created_at")

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        try:
            check_name(name)
        except UnfitName as problem:
            raise forms.ValidationError(str(problem)) from problem
        if Release.objects.filter(name=name).exists():
            raise forms.ValidationError(f"A release named “{name}” is there already.")
        return name


class ErratumForm(forms.Form):
    """What is wrong with a release, and the item it concerns, if one."""

    item_id = forms.CharField(
        label="Item", required=False, strip=False, max_length=500, help_text="Empty: the whole release."
    )
    withdraws = forms.BooleanField(label="Withdraw this item from use", required=False)
    note = forms.CharField(
        label="What is wrong", strip=False, max_length=20_000, widget=forms.Textarea({"rows": 4})
    )

    def __init__(self, release: Release, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.release = release
        self.item: FrozenItem | None = None

    def clean_item_id(self) -> str:
        item_id: str = self.cleaned_data["item_id"]
        if item_id:
            self.item = self.release.find_item(item_id)
            if self.item is None:
                raise forms.ValidationError(f"“{item_id}” is no item of this release.")
        return item_id

    def clean_note(self) -> str:
        """Read the form's CRLF as the LF that was typed: browsers send the one for the other."""
        note: str = self.cleaned_data["note"]
        return note.replace("\r\n", "\n")


class ReleaseItemFilter(forms.Form):
    """The filter of a release's items, as it stands in the URL; its manifest gives the choices."""

    item_id = forms.CharField(label="Item", required=False, strip=False, max_length=500)
    domain = forms.ChoiceField(required=False)
    source = forms.ChoiceField(required=False)
    width = forms.ChoiceField(
        label="References",
        choices=[*ANY, ("single", "single-source"), ("multi", "multi-source")],
        required=False,
    )
    errata = forms.ChoiceField(
        choices=[*ANY, ("some", "with errata"), ("withdrawn", "withdrawn"), ("standing", "not withdrawn")],
        required=False,
    )

    def __init__(self, data: Any, manifest: dict[str, Any]) -> None:
        super().__init__(data)
        domains: Any = self.fields["domain"]
        sources: Any = self.fields["source"]
        domains.choices = ANY + [(name, name) for name in manifest["counts"]["domains"]]
        sources.choices = ANY + [(entry["name"], entry["name"]) for entry in manifest["sources"]]
