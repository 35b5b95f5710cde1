"""People, the one-time links that let them in, and what they like."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import tzinfo
from functools import cached_property

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Now
from django.utils.crypto import salted_hmac

from reviewapp.rules.codes import new_code
from reviewapp.rules.protocol import Role
from reviewapp.rules.zones import zone


class Theme(models.TextChoices):
    SYSTEM = "system", "as the system has it"
    LIGHT = "light", "light"
    DARK = "dark", "dark"


class Key(models.TextChoices):
    """The single keys of the screening page, each of which a person can switch off (WCAG 2.1.4).

    As the browser names them in lower case: with Shift they are the same keys.
    """

    ACCEPT = "a", "accept"
    AMBIGUOUS = "1", "ambiguous question"
    UNSUPPORTED = "2", "answer not supported"
    NOISY = "3", "noisy or mismatched reference"
    OTHER = "4", "other reason"
    SKIP = "s", "skip for now"
    UNDO = "u", "undo the last decision"
    GUIDELINES = "g", "guidelines"
    EVIDENCE = "e", "take the selected text as evidence"
    NEXT = "n", "next occurrence of the answer"
    PREVIOUS = "p", "previous occurrence of the answer"
    FIND = "/", "find in the document"
    KEEP = "k", "keep my decision after seeing the model's"
    GO_ON = "c", "go on to the following candidate"
    HELP = "?", "the keys of this page"


def new_pseudonym() -> str:
    """Return a random name for a person in releases, from which nobody can infer who it is."""
    return f"reviewer-{secrets.token_hex(4)}"


class Person(AbstractUser):
    """Somebody who reviews or manages; deactivated, never deleted.

    A new `session_salt` ends every session of the person at once, whatever the number of sessions. A new
    `token_salt` ends the token of their programs; without one there is no token.
    """

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    pseudonym = models.CharField(max_length=20, unique=True, default=new_pseudonym, editable=False)
    session_salt = models.CharField(max_length=12, default=new_code, editable=False)
    token_salt = models.CharField(max_length=12, default="", blank=True, editable=False)
    time_zone = models.CharField(max_length=64, default="UTC")
    theme = models.CharField(max_length=8, choices=Theme.choices, default=Theme.SYSTEM)
    keys_off = models.JSONField(default=list, blank=True)

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    name = models.CharField(max_length=120, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="person_theme_known", condition=Q(theme__in=Theme.values)),
            models.UniqueConstraint(Lower("username"), name="person_username_any_case"),
        ]

    def __str__(self) -> str:
        return self.name or self.username

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)

    def get_session_auth_hash(self) -> str:
        return self._hash_session(settings.SECRET_KEY)

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        return (self._hash_session(secret) for secret in settings.SECRET_KEY_FALLBACKS)

    def _hash_session(self, secret: str | bytes) -> str:
        value = f"{self.session_salt}:{self.password}"
        return salted_hmac("reviewapp.session", value, secret=secret, algorithm="sha256").hexdigest()

    @property
    def token(self) -> str:
        """The token with which programs may act as this person; nothing of it is stored."""
        value = f"{self.token_salt}:{self.session_salt}:{self.password}"
        return f"{self.code}.{salted_hmac('reviewapp.api', value, algorithm='sha256').hexdigest()}"

    @cached_property
    def roles(self) -> frozenset[str]:
        """The names of this person's groups: annotator, adjudicator, manager."""
        return frozenset(self.groups.values_list("name", flat=True))

    @property
    def is_manager(self) -> bool:
        return self.is_active and Role.MANAGER in self.roles

    @property
    def zone(self) -> tzinfo:
        return zone(self.time_zone)

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
        indexes = [
            models.Index(
                fields=["person"],
                name="link_unused",
                condition=Q(used_at__isnull=True, revoked_at__isnull=True),
            ),
        ]
        constraints = [
            models.CheckConstraint(name="link_purpose_known", condition=Q(purpose__in=LinkPurpose.values)),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} for {self.person_id}"
