"""One-time links: made by a manager or the installation, used by the person they are for, once."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from reviewapp.models import LinkPurpose, OneTimeLink, Person
from reviewapp.work.actions.events import record

LIFETIMES = {
    LinkPurpose.INVITATION: timedelta(days=7),
    LinkPurpose.RECOVERY: timedelta(hours=24),
    LinkPurpose.LOGIN: timedelta(hours=12),
}

ASK_FOR_NEW = "Ask a manager for a new one."


class LinkUnusable(ValueError):
    """A one-time link that lets nobody in; its message tells the person what to do."""


class LinkUnknown(LinkUnusable):
    """No link has this token."""

    def __init__(self) -> None:
        super().__init__(
            f"This link is not one of ours. Perhaps a part is missing; if not: {ASK_FOR_NEW.lower()}"
        )


class LinkUsed(LinkUnusable):
    """The link has let its person in before."""

    def __init__(self) -> None:
        super().__init__(
            f"This link has been used: it works once. If that was you, log in. If not: {ASK_FOR_NEW.lower()}"
        )


class LinkExpired(LinkUnusable):
    """The link's time is over."""

    def __init__(self) -> None:
        super().__init__(f"This link has expired. {ASK_FOR_NEW}")


class LinkRevoked(LinkUnusable):
    """A manager took the link back, or a newer one replaced it."""

    def __init__(self) -> None:
        super().__init__(f"This link was taken back or replaced by a newer one. {ASK_FOR_NEW}")


class PersonDeactivated(LinkUnusable):
    """The person may not log in (any more)."""

    def __init__(self, person: Person) -> None:
        super().__init__(f"“{person}” is deactivated. A manager can let them in again.")


class PasswordNeeded(ValueError):
    """An invitation or recovery link is used with a new password, and there is none."""

    def __init__(self, purpose: str) -> None:
        super().__init__(f"using this {purpose} link needs a new password")


@dataclass(frozen=True, slots=True)
class IssuedLink:
    """A fresh link with its token, which is shown once and kept nowhere."""

    link: OneTimeLink
    token: str

    @property
    def person(self) -> Person:
        return self.link.person

    @property
    def path(self) -> str:
        return reverse("link", args=[self.token])


def hash_token(token: str) -> str:
    """Return what is stored of a token: its SHA-256."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def asks_password(link: OneTimeLink) -> bool:
    """Say whether using *link* sets a new password."""
    return link.purpose != LinkPurpose.LOGIN


def find_link(token: str) -> OneTimeLink:
    """Return the usable link with this token.

    :raises LinkUnusable: saying what is wrong with it and what to do.
    """
    link = OneTimeLink.objects.select_related("person").filter(token_sha256=hash_token(token)).first()
    if link is None:
        raise LinkUnknown
    if link.used_at:
        raise LinkUsed
    if not link.person.is_active:
        raise PersonDeactivated(link.person)
    if link.revoked_at:
        raise LinkRevoked
    if link.expires_at <= timezone.now():
        raise LinkExpired
    return link


def make_link(
    person: Person, purpose: LinkPurpose, *, issued_by: Person | None, lifetime: timedelta | None = None
) -> IssuedLink:
    """Write a link inside the caller's transaction, which has locked or just made the person."""
    token = secrets.token_urlsafe(24)
    link = OneTimeLink.objects.create(
        person=person,
        purpose=purpose,
        token_sha256=hash_token(token),
        issued_by=issued_by,
        expires_at=timezone.now() + (lifetime or LIFETIMES[purpose]),
    )
    return IssuedLink(link=link, token=token)


def revoke_open_links(person: Person) -> int:
    """Take back what is still open, inside the caller's transaction, which has locked the person."""
    links = OneTimeLink.objects.filter(person=person, used_at__isnull=True, revoked_at__isnull=True)
    return links.update(revoked_at=timezone.now())


def lock_person(person_id: int) -> Person:
    """Lock and read a person, as every write of their links, groups or password does.

    Lock order: before any campaign or task, behind the group of managers (see `reviewapp.work`).
    """
    return Person.objects.select_for_update(no_key=True).get(pk=person_id)


@transaction.atomic(durable=True)
def issue_link(
    *, person: Person, purpose: LinkPurpose, actor: Person | None, lifetime: timedelta | None = None
) -> IssuedLink:
    """Make a one-time link for *person*; one that sets a password replaces those still open.

    :raises PersonDeactivated: if the person may not log in.
    """
    person = lock_person(person.pk)
    if not person.is_active:
        raise PersonDeactivated(person)
    if purpose != LinkPurpose.LOGIN:
        revoke_open_links(person)
    issued = make_link(person, purpose, issued_by=actor, lifetime=lifetime)
    record("issue_link", actor=actor, new={"person": person.code, "purpose": purpose})
    return issued


@transaction.atomic(durable=True)
def redeem_link(*, token: str, password: str = "") -> Person:
    """Use a link up and return its person, for the caller to log in.

    Two uses at once wait for each other at the person's row, and the second finds the link used.

    :raises LinkUnusable: if it lets nobody in.
    :raises PasswordNeeded: if it sets a password and none is given.
    """
    person = lock_person(find_link(token).person_id)
    link = find_link(token)
    if asks_password(link):
        if not password:
            raise PasswordNeeded(link.purpose)
        person.set_password(password)
        person.save(update_fields=["password"])
    link.used_at = timezone.now()
    link.save(update_fields=["used_at"])
    if asks_password(link):
        revoke_open_links(person)
    record("redeem_link", actor=person, new={"person": person.code, "purpose": link.purpose})
    return person


@transaction.atomic(durable=True)
def revoke_links(*, person: Person, actor: Person) -> int:
    """Take back every link of *person* that was not used yet; return how many."""
    count = revoke_open_links(lock_person(person.pk))
    if count:
        record("revoke_links", actor=actor, new={"person": person.code, "links": count})
    return count
