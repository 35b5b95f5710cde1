"""invite: print a one-time link for somebody new, or for somebody who cannot get in any more."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from reviewapp.models import LinkPurpose, Person
from reviewapp.people.actions.links import IssuedLink, LinkUnusable, issue_link
from reviewapp.people.actions.people import UnknownGroup, UsernameTaken, invite_person
from reviewapp.people.forms.people import InviteForm
from reviewapp.rules.protocol import Role


class Command(BaseCommand):
    help = (
        "Print a one-time link with which USERNAME chooses a password. Whoever does not exist yet is added; "
        "for somebody who exists the link is a recovery link, and name and groups stay as they are."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--name", default="", help="what others see (default: the user name)")
        parser.add_argument("--groups", default="", help=f"separated by commas, of: {', '.join(Role)}")
        parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the web server answers")

    def handle(self, *args: Any, **options: Any) -> None:
        existing = Person.objects.filter(username=options["username"]).first()
        try:
            issued = _recover(existing) if existing else _invite(options)
        except (LinkUnusable, UnknownGroup, UsernameTaken) as error:
            raise CommandError(str(error)) from error
        until = issued.link.expires_at.strftime("%Y-%m-%d %H:%M UTC")
        self.stderr.write(f"{issued.link.get_purpose_display()} for {issued.person}, once, until {until}:")
        self.stdout.write(options["url"].rstrip("/") + issued.path)


def _recover(person: Person) -> IssuedLink:
    purpose = LinkPurpose.RECOVERY if person.has_usable_password() else LinkPurpose.INVITATION
    return issue_link(person=person, purpose=purpose, actor=None)


def _invite(options: dict[str, Any]) -> IssuedLink:
    groups = [name.strip() for name in options["groups"].split(",") if name.strip()]
    name = options["name"] or options["username"]
    form = InviteForm({"username": options["username"], "name": name, "groups": []})
    if not form.is_valid():
        raise CommandError("\n".join(f"{field}: {errors[0]}" for field, errors in form.errors.items()))
    return invite_person(username=options["username"], name=name, groups=groups, actor=None)
