"""`manage.py export_release NAME --out DIR`: write the files of a release."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.models import Release
from benchmark.releases.exporting import FolderNotFree, write_folder
from benchmark.releases.frozen import NotAsFrozen


class Command(BaseCommand):
    help = "Write a release's files into a new folder; the same release, the same bytes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the release's name")
        parser.add_argument(
            "--out", required=True, type=Path, metavar="DIR", help="a folder not there yet, or empty"
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        release = Release.objects.filter(name=options["name"]).first()
        if release is None:
            raise CommandError(f"there is no release named {options['name']!r}")
        out = Path(options["out"])
        try:
            n_bytes = write_folder(release, out, self._progress)
        except (FolderNotFree, NotAsFrozen) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename or out}: {error.strerror}") from error
        self._tell(release, out, n_bytes, as_json=options["json"])

    def _progress(self, n_bytes: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{n_bytes / 1e6:,.0f} MB ", ending="")

    def _tell(self, release: Release, out: Path, n_bytes: int, *, as_json: bool) -> None:
        if self.stderr.isatty():
            self.stderr.write("\r", ending="")
        if as_json:
            facts = {"name": release.name, "out": str(out), "bytes": n_bytes}
            self.stdout.write(json.dumps({**facts, "manifest_sha256": release.manifest_sha256}))
            return
        self.stdout.write(
            f"Exported “{release.name}” to {out}: {release.n_items:,} items, "
            f"{release.n_documents:,} documents, {release.n_decisions:,} decisions, {n_bytes:,} bytes; "
            f"manifest {release.manifest_sha256}"
        )
