"""What managers enter about people."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.validators import UnicodeUsernameValidator

from reviewapp.models import Campaign, Person
from reviewapp.rules.protocol import Role

ROLES = [(role.value, role.value) for role in Role]


def _groups(**kwargs: Any) -> forms.MultipleChoiceField:
    widget = forms.CheckboxSelectMultiple
    return forms.MultipleChoiceField(choices=ROLES, required=False, widget=widget, **kwargs)


class InviteForm(forms.Form):
    """Somebody new."""

    username = forms.CharField(
        label="User name",
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
        help_text="What they log in with: letters, digits and @ . + - _ only.",
    )
    name = forms.CharField(max_length=120, help_text="What managers see. Releases never name anybody.")
    groups = _groups(help_text="What they may be in a campaign; they join campaigns one by one.")


class GroupsForm(forms.Form):
    groups = _groups()


class MemberForm(forms.Form):
    """A part in a campaign."""

    campaign = forms.ModelChoiceField(Campaign.objects.none(), to_field_name="code", empty_label="choose …")
    role = forms.ChoiceField(choices=ROLES)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        campaigns: forms.ModelChoiceField = self.fields["campaign"]  # type: ignore[assignment]
        campaigns.queryset = Campaign.objects.order_by("name")


class ReassignForm(forms.Form):
    """Who gets the open tasks of *person*."""

    to = forms.ModelChoiceField(
        Person.objects.none(), to_field_name="code", empty_label="choose …", label="Give them to"
    )

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others: forms.ModelChoiceField = self.fields["to"]  # type: ignore[assignment]
        others.queryset = (
            Person.objects.filter(is_active=True).exclude(pk=person.pk).order_by("name", "username")
        )


class PeopleFilter(forms.Form):
    """What the list of people shows; wrong values count as none."""

    q = forms.CharField(label="Name contains", required=False, max_length=150)
    group = forms.ChoiceField(choices=[("", "any"), *ROLES], required=False)
    state = forms.ChoiceField(
        choices=[("", "any"), ("active", "active"), ("deactivated", "deactivated")], required=False
    )
