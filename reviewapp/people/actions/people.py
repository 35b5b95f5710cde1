"""People: invited, put in groups, deactivated; their password and what they like."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction

from reviewapp.models import Key, LinkPurpose, Membership, Person
from reviewapp.people.actions.links import IssuedLink, lock_person, make_link, revoke_open_links
from reviewapp.rules.codes import new_code
from reviewapp.rules.protocol import ProtocolError, Role
from reviewapp.rules.zones import zone_names
from reviewapp.work.actions.events import record


class UsernameTaken(ValueError):
    """Somebody has this name, in upper or lower case."""

    def __init__(self, username: str) -> None:
        super().__init__(f"Somebody is called “{username}” already.")


class UnknownGroup(ValueError):
    """A group that does not exist."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(f"No such group: {', '.join(sorted(names))}. There are: {', '.join(Role)}.")


class UnknownTimeZone(ValueError):
    """A time zone that is none of those to choose from."""

    def __init__(self, name: str) -> None:
        super().__init__(f"“{name}” is no time zone.")


class UnknownKey(ValueError):
    """A key that the screening page does not have."""

    def __init__(self, keys: Iterable[str]) -> None:
        super().__init__(f"No such key: {', '.join(sorted(keys))}.")


class WrongPassword(ValueError):
    """The old password is not the one that was set."""

    def __init__(self) -> None:
        super().__init__("That is not your password of now.")


class LastManager(ProtocolError):
    """Without this person nobody could manage the installation."""

    def __init__(self, person: Person) -> None:
        super().__init__(f"“{person}” is the last active manager. Make somebody else a manager first.")


@transaction.atomic(durable=True)
def invite_person(*, username: str, name: str, groups: Iterable[str], actor: Person | None) -> IssuedLink:
    """Add a person without a password, and the link with which they choose one.

    :raises UsernameTaken: if somebody has the name.
    :raises UnknownGroup: if a group does not exist.
    """
    names = _known_groups(groups)
    try:
        with transaction.atomic():
            person = Person.objects.create_user(username, name=name)
    except IntegrityError as error:
        raise UsernameTaken(username) from error
    person.groups.set(_group_rows(names))
    record("invite", actor=actor, new={"person": person.code, "groups": sorted(names)})
    return make_link(person, LinkPurpose.INVITATION, issued_by=actor)


@transaction.atomic(durable=True)
def set_groups(*, person: Person, groups: Iterable[str], actor: Person) -> None:
    """Put *person* in exactly these groups; memberships in a role taken away end with it.

    :raises UnknownGroup: if a group does not exist.
    :raises LastManager: if nobody would be left to manage.
    """
    names = _known_groups(groups)
    _lock_managers()
    person = lock_person(person.pk)
    old = set(person.groups.values_list("name", flat=True))
    if Role.MANAGER not in names:
        _keep_a_manager(person)
    person.groups.set(_group_rows(names))
    Membership.objects.filter(person=person, active=True).exclude(role__in=names).update(active=False)
    record(
        "set_groups",
        actor=actor,
        old={"person": person.code, "groups": sorted(old)},
        new={"person": person.code, "groups": sorted(names)},
    )


@transaction.atomic(durable=True)
def deactivate_person(*, person: Person, actor: Person) -> None:
    """Shut *person* out: their sessions and open links end now; what they did stays.

    :raises LastManager: if nobody would be left to manage.
    """
    _lock_managers()
    person = lock_person(person.pk)
    if not person.is_active:
        return
    _keep_a_manager(person)
    person.is_active = False
    person.session_salt = new_code()
    person.save(update_fields=["is_active", "session_salt"])
    revoke_open_links(person)
    record("deactivate", actor=actor, new={"person": person.code})


@transaction.atomic(durable=True)
def reactivate_person(*, person: Person, actor: Person) -> None:
    """Let *person* in again, with the password they had; the old sessions stay ended."""
    person = lock_person(person.pk)
    if person.is_active:
        return
    person.is_active = True
    person.save(update_fields=["is_active"])
    record("reactivate", actor=actor, new={"person": person.code})


@transaction.atomic(durable=True)
def change_password(*, person: Person, old_password: str, new_password: str) -> Person:
    """Change one's own password; all other sessions end. Returns the person as they are now.

    Who has no password yet (let in by a login link) needs no old one.

    :raises WrongPassword: if the old one is wrong.
    """
    person = lock_person(person.pk)
    if person.has_usable_password() and not person.check_password(old_password):
        raise WrongPassword
    person.set_password(new_password)
    person.save(update_fields=["password"])
    revoke_open_links(person)
    record("change_password", actor=person, new={"person": person.code})
    return person


@transaction.atomic(durable=True)
def set_preferences(
    *, person: Person, name: str, time_zone: str, theme: str, keys_off: Collection[str], actor: Person
) -> None:
    """Keep what *person* is called and likes.

    :raises UnknownTimeZone: if there is no such time zone.
    :raises UnknownKey: if a key is none of the screening page's.
    """
    if time_zone not in zone_names():
        raise UnknownTimeZone(time_zone)
    if unknown := set(keys_off) - set(Key.values):
        raise UnknownKey(unknown)
    person = lock_person(person.pk)
    old = _preferences(person)
    person.name, person.time_zone, person.theme = name, time_zone, theme
    person.keys_off = [key for key in Key.values if key in keys_off]
    person.save(update_fields=["name", "time_zone", "theme", "keys_off"])
    record("set_preferences", actor=actor, old=old, new=_preferences(person))


def _preferences(person: Person) -> dict[str, object]:
    preferences = {field: getattr(person, field) for field in ("name", "time_zone", "theme", "keys_off")}
    return {"person": person.code, **preferences}


def _known_groups(groups: Iterable[str]) -> set[str]:
    names = {str(name) for name in groups}
    if unknown := names - set(Role):
        raise UnknownGroup(unknown)
    return names


def _group_rows(names: Iterable[str]) -> list[Group]:
    return list(Group.objects.filter(name__in=names))


def _lock_managers() -> None:
    """Let those who may take a manager away do so one after the other.

    Lock order: the first lock of all, before any person (see `reviewapp.work`).
    """
    Group.objects.select_for_update(no_key=True).get(name=Role.MANAGER)


def _keep_a_manager(person: Person) -> None:
    managers = Person.objects.filter(groups__name=Role.MANAGER, is_active=True)
    if list(managers.values_list("pk", flat=True)[:2]) == [person.pk]:
        raise LastManager(person)
