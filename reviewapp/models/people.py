"""People, the one-time links that let them in, and what they like."""

from __future__ import annotations

from functools import cached_property

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from reviewapp.codes import new_code
from reviewapp.protocol import Role


class Theme(models.TextChoices):
    SYSTEM = "system", "as the system has it"
    LIGHT = "light", "light"
    DARK = "dark", "dark"


class Person(AbstractUser):
    """Somebody who reviews or manages; deactivated, never deleted."""

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    pseudonym = models.CharField(max_length=14, unique=True, editable=False)
    time_zone = models.CharField(max_length=64, default="UTC")
    theme = models.CharField(max_length=8, choices=Theme.choices, default=Theme.SYSTEM)
    keys_off = models.JSONField(default=list, blank=True)

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    name = models.CharField(max_length=120, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="person_theme_known", condition=Q(theme__in=Theme.values)),
        ]

    def __str__(self) -> str:
        return self.name or self.username

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)

    @cached_property
    def roles(self) -> frozenset[str]:
        """The names of this person's groups: annotator, adjudicator, manager."""
        return frozenset(self.groups.values_list("name", flat=True))

    @property
    def is_manager(self) -> bool:
        return self.is_active and Role.MANAGER in self.roles

    @property
    def is_adjudicator(self) -> bool:
        return self.is_active and Role.ADJUDICATOR in self.roles

    @property
    def initials(self) -> str:
        words = str(self).split()
        return "".join(word[0] for word in words[:2]).upper()


class LinkPurpose(models.TextChoices):
    INVITATION = "invitation", "invitation"
    RECOVERY = "recovery", "recovery"
    LOGIN = "login", "login"


class OneTimeLink(models.Model):
    """A link that lets one person in once; only the SHA-256 of its token is kept."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="links")
    purpose = models.CharField(max_length=12, choices=LinkPurpose.choices)
    token_sha256 = models.CharField(max_length=64, unique=True)
    issued_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    issued_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="link_purpose_known", condition=Q(purpose__in=LinkPurpose.values)),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} for {self.person_id}"
