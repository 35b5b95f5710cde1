"""What managers enter: filters of lists, campaigns and who is in them, guidelines, answers."""

from __future__ import annotations

from typing import Any

from django import forms

from reviewapp.models import Campaign, Flag, Person, RippleBatch, Source
from reviewapp.rules.protocol import DOMAINS, OVERLAP_MAX, CampaignState, ItemState, JobState, Role
from reviewapp.staff.queries.campaigns import CAMPAIGN_ORDERS
from reviewapp.staff.queries.items import NO_DOMAIN, ORDERS, ItemFilter, Selection, known_domains
from reviewapp.work.registry import registered, workflow_of, workflows

ANY = [("", "any")]


def _spoken(values: Any) -> list[tuple[str, str]]:
    return [(str(value), str(value).replace("_", " ")) for value in values]


class ItemFilterForm(forms.Form):
    """The filter of the item list, as it stands in the URL."""

    q = forms.CharField(label="Search", required=False, max_length=500)
    state = forms.ChoiceField(choices=ANY + _spoken(ItemState), required=False)
    domain = forms.CharField(required=False, strip=False)
    source = forms.ModelChoiceField(Source.objects.none(), required=False, empty_label="any")
    flag = forms.ChoiceField(choices=ANY + _spoken(Flag), required=False)
    width = forms.ChoiceField(
        label="References",
        choices=[*ANY, ("single", "single-source"), ("multi", "multi-source")],
        required=False,
    )
    campaign = forms.ModelChoiceField(
        Campaign.objects.none(), required=False, empty_label="any", to_field_name="code"
    )
    sort = forms.ChoiceField(
        choices=_spoken(name for order in ORDERS for name in (order, f"-{order}")),
        required=False,
        widget=forms.HiddenInput,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["q"].widget.input_type = "search"
        self.fields["domain"].widget.attrs["list"] = "domains"
        self.fields["source"].queryset = Source.objects.order_by("name")  # type: ignore[attr-defined]
        self.fields["campaign"].queryset = Campaign.objects.order_by("name")  # type: ignore[attr-defined]
        self.domains = [NO_DOMAIN, *known_domains()]

    @property
    def wanted(self) -> ItemFilter:
        """Return the filter; a field that makes no sense narrows nothing and is said beside it."""
        self.is_valid()
        cleaned = self.cleaned_data
        source, campaign = cleaned.get("source"), cleaned.get("campaign")
        return ItemFilter(
            words=cleaned.get("q", ""),
            state=cleaned.get("state", ""),
            domain=cleaned.get("domain", ""),
            source=source.pk if source else None,
            flag=cleaned.get("flag", ""),
            width=cleaned.get("width", ""),
            campaign=campaign.pk if campaign else None,
        )

    @property
    def order(self) -> str:
        self.is_valid()
        return self.cleaned_data.get("sort") or "-added"


class SelectionForm(forms.Form):
    """Which items go into a campaign's queue."""

    sources = forms.ModelMultipleChoiceField(
        Source.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="None chosen means all of them.",
    )
    batches = forms.ModelMultipleChoiceField(
        RippleBatch.objects.none(),
        required=False,
        label="Imports of ripple items",
        widget=forms.CheckboxSelectMultiple,
        help_text="For ripple review, which takes in what is unreviewed. None chosen means all of them.",
    )
    exclude_flags = forms.MultipleChoiceField(
        label="Leave out items of which",
        choices=Flag.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    only_proposed = forms.BooleanField(
        label="Only items that nobody has reviewed yet", required=False, initial=True
    )
    limit = forms.IntegerField(
        label="At most",
        required=False,
        min_value=1,
        help_text="Empty means all, in the order of their import.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sources"].queryset = Source.objects.order_by("name")  # type: ignore[attr-defined]
        self.fields["batches"].queryset = RippleBatch.objects.order_by("-pk")  # type: ignore[attr-defined]

    @property
    def selection(self) -> Selection:
        """Return what was selected; the form is valid."""
        cleaned = self.cleaned_data
        return Selection(
            sources=tuple(source.pk for source in cleaned["sources"]),
            batches=tuple(batch.pk for batch in cleaned["batches"]),
            exclude_flags=tuple(cleaned["exclude_flags"]),
            only_proposed=cleaned["only_proposed"],
            limit=cleaned["limit"],
        )


def _entry_help() -> str:
    """Return what each kind takes in, where it says so, as one sentence."""
    parts = [f"{workflow.title} {workflow.entry_help}" for workflow in workflows() if workflow.entry_help]
    return "; ".join(part[:1].lower() + part[1:] if n else part for n, part in enumerate(parts)) + "."


class CampaignForm(SelectionForm):
    """A new campaign: what is reviewed, how, and by whom."""

    name = forms.CharField(max_length=120)
    kind = forms.ChoiceField(
        required=False,
    )
    overlap = forms.IntegerField(
        min_value=1, max_value=OVERLAP_MAX, initial=2, help_text="How many people judge each item alone."
    )
    domains = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 8}),
        initial="\n".join(DOMAINS),
        help_text="One a line; those that an annotator can choose from.",
    )
    guidelines = forms.CharField(
        strip=False, widget=forms.Textarea(attrs={"rows": 10}), help_text="Markdown. This becomes version 1."
    )
    annotators = forms.ModelMultipleChoiceField(
        Person.objects.none(), to_field_name="code", required=False, widget=forms.CheckboxSelectMultiple
    )
    adjudicators = forms.ModelMultipleChoiceField(
        Person.objects.none(), to_field_name="code", required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field, role in (("annotators", Role.ANNOTATOR), ("adjudicators", Role.ADJUDICATOR)):
            people = Person.objects.filter(is_active=True, groups__name=role).order_by("username")
            self.fields[field].queryset = people  # type: ignore[attr-defined]
        kinds = self.fields["kind"]
        kinds.choices = [(workflow.kind, workflow.title) for workflow in workflows()]  # type: ignore[attr-defined]
        kinds.initial, kinds.help_text = self.usual_kind, _entry_help()
        self.setups = {
            workflow.kind: workflow.setup_form(self.data if self.is_bound else None)
            for workflow in workflows()
            if workflow.setup_form is not None
        }

    @property
    def usual_kind(self) -> str:
        """Return the kind that a campaign is of where nobody says."""
        return next(workflows()).kind

    @property
    def kind_chosen(self) -> str:
        """Return the kind that was sent, whatever else the form lacks."""
        kind = self.data.get("kind", "")
        return kind if kind in registered() else self.usual_kind

    @property
    def setup_parts(self) -> list[tuple[str, forms.Form, bool]]:
        """Return what each kind asks beside: the template that shows it, its form, whether it is chosen."""
        return [
            (workflow_of(kind).setup_template, setup, kind == self.kind_chosen)
            for kind, setup in self.setups.items()
        ]

    def is_valid(self) -> bool:
        setup = self.setups.get(self.kind_chosen)
        return super().is_valid() and (setup is None or setup.is_valid())

    @property
    def plan(self) -> Any:
        """Return what the chosen kind asks beside; the form is valid."""
        setup = self.setups.get(self.kind_chosen)
        return setup.plan if setup is not None else None  # type: ignore[attr-defined]

    def clean_kind(self) -> str:
        return self.cleaned_data["kind"] or self.usual_kind

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if Campaign.objects.filter(name=name).exists():
            raise forms.ValidationError("There is a campaign of this name.")
        return name

    def clean_domains(self) -> list[str]:
        lines = (line.strip() for line in self.cleaned_data["domains"].split("\n"))
        names = list(dict.fromkeys(line for line in lines if line))
        if too_long := [name for name in names if len(name) > 60]:
            raise forms.ValidationError(f"“{too_long[0]}” is longer than 60 characters.")
        return names

    @property
    def members(self) -> list[tuple[Person, Role]]:
        """Return who takes part as what; the form is valid."""
        cleaned = self.cleaned_data
        annotators = [(person, Role.ANNOTATOR) for person in cleaned["annotators"]]
        return annotators + [(person, Role.ADJUDICATOR) for person in cleaned["adjudicators"]]


class CampaignFilterForm(forms.Form):
    """The filter of the campaign list, as it stands in the URL."""

    q = forms.CharField(label="Name", required=False, max_length=120)
    state = forms.ChoiceField(choices=ANY + _spoken(CampaignState), required=False)
    sort = forms.ChoiceField(
        choices=_spoken(name for order in CAMPAIGN_ORDERS for name in (order, f"-{order}")),
        required=False,
        widget=forms.HiddenInput,
    )


class MoveForm(forms.Form):
    state = forms.ChoiceField(choices=_spoken(CampaignState))


class MemberForm(forms.Form):
    """Somebody's part in a campaign, given or taken."""

    person = forms.ModelChoiceField(Person.objects.none(), to_field_name="code", empty_label="choose …")
    role = forms.ChoiceField(choices=_spoken([Role.ANNOTATOR, Role.ADJUDICATOR]))
    active = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = Person.objects.order_by("username")
        self.fields["person"].queryset = people  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        person = cleaned.get("person")
        if person and cleaned.get("active") and not person.is_active:
            raise forms.ValidationError(f"{person} is deactivated.")
        return cleaned


class GuidelineForm(forms.Form):
    body = forms.CharField(label="Text (Markdown)", strip=False, widget=forms.Textarea(attrs={"rows": 16}))


class DomainForm(forms.Form):
    """An item's domain, or none."""

    domain = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, domains: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["domain"].choices = [("", "none"), *_spoken(domains)]  # type: ignore[attr-defined]


class WithdrawForm(forms.Form):
    reason = forms.CharField(strip=False, widget=forms.Textarea(attrs={"rows": 2}))


class AnswerForm(forms.Form):
    body = forms.CharField(label="Your answer", strip=False, widget=forms.Textarea(attrs={"rows": 4}))


class ThreadFilterForm(forms.Form):
    """The filter of the inbox, as it stands in the URL."""

    campaign = forms.ModelChoiceField(
        Campaign.objects.none(), required=False, empty_label="all", to_field_name="code"
    )
    show = forms.ChoiceField(
        choices=[("", "all threads"), ("waiting", "waiting for an answer")], required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["campaign"].queryset = Campaign.objects.order_by("name")  # type: ignore[attr-defined]


class JobFilterForm(forms.Form):
    """The filter of the job list, as it stands in the URL."""

    state = forms.ChoiceField(choices=ANY + _spoken(JobState), required=False)
    kind = forms.CharField(required=False, widget=forms.HiddenInput)
