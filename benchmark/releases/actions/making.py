"""What every freeze does, whatever the items of the release are.

A freeze runs in one transaction at isolation level REPEATABLE READ: all it reads is one instant of the
database, however long it takes and whatever is committed meanwhile. A return that commits while a freeze
runs is wholly in it or wholly not, and no reviewer waits for a freeze. The release's own row is written
last, with the hashes of all that stands before; from the next transaction on nothing can be added to it.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Protocol

from django.db import IntegrityError, connection

from benchmark.models import Release
from benchmark.releases.formats.canonical import (
    FORMAT,
    FORMAT_VERSION,
    README,
    Digest,
    facts_of,
    manifest_bytes,
    utc_text,
)
from reviewapp.models import Campaign, Person
from reviewapp.rules.codes import new_code
from reviewapp.rules.protocol import ProtocolError

NAME_LIMIT = 120
DECISION_COLUMNS = {
    "release_id": "int8",
    "position": "int4",
    "item_id": "text",
    "line": "text",
    "sha256": "varchar",
}

Tick = Callable[[int], None]


class NameTaken(ProtocolError):
    """A release of that name is there already."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"A release named “{name}” is there already; a release never changes, so choose another"
        )


class UnfitName(ProtocolError):
    """A release cannot be called so."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name!r} is no name for a release: 1 to {NAME_LIMIT} printable characters, no outer space"
        )


class ReleasePlan(Protocol):
    """What every plan of a release says. `code` is chosen by the asker, so that asking twice makes one."""

    @property
    def name(self) -> str: ...
    @property
    def note(self) -> str: ...
    @property
    def replaces(self) -> Release | None: ...
    @property
    def code(self) -> str: ...


def check_name(name: str) -> None:
    """Check that *name* can be that of a release.

    :raises UnfitName: if it cannot."""
    if not name or len(name) > NAME_LIMIT or name != name.strip() or not name.isprintable():
        raise UnfitName(name)


def begin_freeze(plan: ReleasePlan) -> Release | None:
    """Fix the instant that a freeze sees; return the release if this plan has made one before.

    :raises UnfitName, NameTaken: if no release can be called so."""
    check_name(plan.name)
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    made_before = Release.objects.filter(code=plan.code).first() if plan.code else None
    if made_before is None and Release.objects.filter(name=plan.name).exists():
        raise NameTaken(plan.name)
    return made_before


def next_release() -> tuple[int, datetime]:
    """Return the key of the next release, and the instant of this transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id')), now()", [Release._meta.db_table])
        number, moment = cursor.fetchone()
    return number, moment


class Freeze(ABC):
    """One freeze on its way: it writes rows, and counts and hashes their lines as it goes.

    :param files: the files of the release, each of which gets a digest.
    :param optional: those of them that a release may be without."""

    def __init__(
        self, plan: ReleasePlan, actor: Person | None, *, files: Iterable[str], optional: frozenset[str]
    ) -> None:
        self._plan = plan
        self.actor = actor
        self.release_id, self.frozen_at = next_release()
        self.digests = {name: Digest() for name in files}
        self.optional = optional
        self.counts: Counter[str] = Counter()
        self.reviewers: set[str] = set()

    @abstractmethod
    def run(self) -> Release:
        """Write the rows of every file, then the release."""

    @abstractmethod
    def manifest_entries(self) -> Mapping[str, Any]:
        """Return what the manifest says of this kind of release, from `selection` to the files."""

    @abstractmethod
    def card(self, manifest: dict[str, Any]) -> str:
        """Return the data card."""

    def hash_line(self, name: str, line: bytes) -> str:
        """Take *line* into a file's digest, and return the SHA-256 of the line alone."""
        self.digests[name].add(line + b"\n")
        return hashlib.sha256(line).hexdigest()

    def write_release(self, **columns: Any) -> Release:
        """Write the release's own row, last of all.

        :raises NameTaken: if a freeze of the same name has committed since this one's snapshot."""
        head = self._manifest()
        readme = self.card(head)
        head["files"][README] = facts_of(readme.encode()).as_object()
        manifest = manifest_bytes(head)
        try:
            return Release.objects.create(
                pk=self.release_id,
                code=self._plan.code or new_code(),
                name=self._plan.name,
                note=self._plan.note,
                replaces=self._plan.replaces,
                manifest=manifest.decode(),
                manifest_sha256=facts_of(manifest).sha256,
                readme=readme,
                created_by=self.actor,
                created_at=self.frozen_at,
                **columns,
            )
        except IntegrityError as error:
            raise NameTaken(self._plan.name) from error

    def _manifest(self) -> dict[str, Any]:
        replaces = self._plan.replaces
        facts = {name: digest.facts for name, digest in self.digests.items()}
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "name": self._plan.name,
            "note": self._plan.note,
            "frozen_at": utc_text(self.frozen_at),
            "replaces": replaces and {"name": replaces.name, "manifest_sha256": replaces.manifest_sha256},
            **self.manifest_entries(),
            "files": {
                name: fact.as_object()
                for name, fact in facts.items()
                if fact.lines or name not in self.optional
            },
        }


def frozen_event(release: Release) -> dict[str, Any]:
    """Return what the event of a freeze says of the release."""
    return {"release": release.code, "name": release.name, "manifest_sha256": release.manifest_sha256}


def campaign_names(campaign_ids: Iterable[int] | None) -> list[str] | None:
    """Return the names of the campaigns that a selection is confined to; None where it is not."""
    if campaign_ids is None:
        return None
    campaigns = Campaign.objects.filter(pk__in=campaign_ids).order_by("name")
    return list(campaigns.values_list("name", flat=True))
