"""`manage.py freeze NAME`: make an immutable release of the accepted items."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.models import Release
from benchmark.releases.actions.freezing import Plan, freeze
from benchmark.releases.actions.freezing_ripple import RipplePlan, freeze_ripple
from benchmark.releases.formats.canonical import REVIEW_STATUSES
from benchmark.releases.selection import TITLES, Documents, Selection, Standing, count_standings
from benchmark.releases.selection_ripple import RIPPLE_TITLES, RippleSelection, RippleStanding, count_ripple
from reviewapp.models import Campaign, Person, RippleBatch
from reviewapp.rules.protocol import ProtocolError


class Command(BaseCommand):
    help = "Freeze the accepted items, their documents and every decision behind them into a release."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the release's name, used once")
        parser.add_argument("--note", default="", help="what its readers should know")
        parser.add_argument("--campaign", action="append", metavar="NAME", help="only items of this campaign")
        parser.add_argument(
            "--ripple", choices=REVIEW_STATUSES, help="freeze ripple items, of this review status, instead"
        )
        parser.add_argument(
            "--batch", action="append", metavar="CODE", help="only ripple items of this import"
        )
        parser.add_argument("--documents", choices=list(Documents), default=Documents.ALL)
        parser.add_argument("--replaces", metavar="NAME", help="the release that this one corrects")
        parser.add_argument("--by", metavar="USERNAME", help="who freezes, for the record")
        parser.add_argument("--dry-run", action="store_true", help="say what would go in, and write nothing")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["ripple"]:
            self._ripple(options)
            return
        selection = Selection(_campaign_ids(options["campaign"]), Documents(options["documents"]))
        if options["dry_run"]:
            self._preview(selection, as_json=options["json"])
            return
        plan = Plan(options["name"], options["note"], selection, _release(options["replaces"]))
        try:
            release = freeze(plan=plan, actor=_person(options["by"]))
        except ProtocolError as error:
            raise CommandError(str(error)) from error
        self._tell(release, as_json=options["json"])

    def _ripple(self, options: dict[str, Any]) -> None:
        batches = _batch_ids(options["batch"])
        selection = RippleSelection(options["ripple"], _campaign_ids(options["campaign"]), batches)
        if options["dry_run"]:
            self._preview_ripple(selection, as_json=options["json"])
            return
        plan = RipplePlan(options["name"], options["note"], selection, _release(options["replaces"]))
        try:
            release = freeze_ripple(plan=plan, actor=_person(options["by"]))
        except ProtocolError as error:
            raise CommandError(str(error)) from error
        self._tell(release, as_json=options["json"])

    def _preview_ripple(self, selection: RippleSelection, *, as_json: bool) -> None:
        counts = count_ripple(selection)
        if as_json:
            self.stdout.write(json.dumps({counted.value: counts.of(counted) for counted in RippleStanding}))
            return
        for standing in RippleStanding:
            self.stdout.write(f"{counts.of(standing):>9,}  {RIPPLE_TITLES[standing]}")
        self.stdout.write(
            f"{counts.goes_in:,} items would go in, {counts.stays_out:,} would not; nothing written"
        )

    def _tell(self, release: Release, *, as_json: bool) -> None:
        facts = {
            "name": release.name,
            "review_status": release.review_status,
            "items": release.n_items,
            "documents": release.n_documents,
            "decisions": release.n_decisions,
            "manifest_sha256": release.manifest_sha256,
        }
        if as_json:
            self.stdout.write(json.dumps(facts, ensure_ascii=False))
            return
        self.stdout.write(
            f"Froze “{release.name}” ({release.review_status.replace('_', '-')}): "
            f"{release.n_items:,} items, {release.n_documents:,} documents, "
            f"{release.n_decisions:,} decisions; manifest {release.manifest_sha256}"
        )

    def _preview(self, selection: Selection, *, as_json: bool) -> None:
        counts = count_standings(selection)
        if as_json:
            numbers = {standing.value: counts.of(standing) for standing in Standing}
            self.stdout.write(json.dumps({**numbers, "not_chosen": counts.not_chosen}))
            return
        for standing in Standing:
            self.stdout.write(f"{counts.of(standing):>9,}  {TITLES[standing]}")
        self.stdout.write(
            f"{counts.goes_in:,} items would go in, {counts.stays_out:,} would not; nothing written"
        )


def _campaign_ids(names: list[str] | None) -> tuple[int, ...] | None:
    if names is None:
        return None
    ids_by_name = dict(Campaign.objects.filter(name__in=names).values_list("name", "pk"))
    missing = [name for name in names if name not in ids_by_name]
    if missing:
        raise CommandError(f"there is no campaign named {', '.join(map(repr, missing))}")
    return tuple(ids_by_name.values())


def _batch_ids(codes: list[str] | None) -> tuple[int, ...] | None:
    if codes is None:
        return None
    ids_by_code = dict(RippleBatch.objects.filter(code__in=codes).values_list("code", "pk"))
    missing = [code for code in codes if code not in ids_by_code]
    if missing:
        raise CommandError(f"there is no batch {', '.join(map(repr, missing))}")
    return tuple(ids_by_code.values())


def _release(name: str | None) -> Release | None:
    if name is None:
        return None
    release = Release.objects.filter(name=name).first()
    if release is None:
        raise CommandError(f"there is no release named {name!r}")
    return release


def _person(username: str | None) -> Person | None:
    if username is None:
        return None
    person = Person.objects.filter(username=username).first()
    if person is None:
        raise CommandError(f"there is nobody named {username!r}")
    return person
