"""What people enter about themselves: name and password, a new password, preferences."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.core.exceptions import ValidationError

from reviewapp.models import Key, Person, Theme
from reviewapp.rules.zones import zones_by_region

PASSWORD_CHARS = 1024


def _password(label: str, autocomplete: str, **kwargs: Any) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, widget=widget, strip=False, max_length=PASSWORD_CHARS, **kwargs)


class LoginForm(AuthenticationForm):
    """Name and password, and in plain words what is wrong with them."""

    error_messages = {
        "invalid_login": "Nobody who may log in has this name and this password. Capital letters count. "
        "If you have forgotten your password, ask a manager for a recovery link.",
        "inactive": "Nobody who may log in has this name and this password.",
    }
    password = _password("Password", "current-password")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "User name"


class NewPasswordForm(forms.Form):
    """A new password, twice."""

    new_password = _password("New password", "new-password")
    again = _password("The same once more", "new-password")

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        self.rules = password_validators_help_texts()

    def clean_new_password(self) -> str:
        password: str = self.cleaned_data["new_password"]
        validate_password(password, self.person)
        return password

    def clean_again(self) -> str:
        again: str = self.cleaned_data["again"]
        if again != self.cleaned_data.get("new_password", again):
            raise ValidationError("The two are not the same.")
        return again


class ChangePasswordForm(NewPasswordForm):
    """The old password, where there is one, and a new one twice."""

    old_password = _password("Password of now", "current-password")

    field_order = ["old_password", "new_password", "again"]

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, person=person, **kwargs)
        if not person.has_usable_password():
            del self.fields["old_password"]


def _zones() -> list[tuple[str, list[tuple[str, str]]]]:
    return [
        (region, [(name, name.replace("_", " ")) for name in names])
        for region, names in zones_by_region().items()
    ]


class PreferencesForm(forms.Form):
    """What a person is called and likes."""

    name = forms.CharField(max_length=120, help_text="As the managers of your campaigns see it.")
    time_zone = forms.ChoiceField(choices=_zones, help_text="Times are shown in it; your day begins in it.")
    theme = forms.ChoiceField(choices=Theme.choices)
    keys_off = forms.MultipleChoiceField(
        label="Keys that do nothing",
        choices=Key.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="On the pages where you work. Each has a button besides, which goes on working.",
    )
