"""`manage.py import_release DIR`: take an exported release back in."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.releases.actions.importing import Imported, import_release
from benchmark.releases.formats.folder import InvalidRelease


class Command(BaseCommand):
    help = "Import a release from its folder: its documents enter the bank, its lines are kept as they are."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, metavar="DIR", help="what export_release wrote")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            imported = import_release(path=Path(options["folder"]), actor=None, tick=self._progress)
        except InvalidRelease as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps(_facts(imported), ensure_ascii=False))
        else:
            self.stdout.write(_sentence(imported))

    def _progress(self, done: int) -> None:
        if self.stderr.isatty() and done % 2000 == 0:
            self.stderr.write(f"\r{done:,} rows ", ending="")


def _facts(imported: Imported) -> dict[str, Any]:
    return {
        "name": imported.release.name,
        "manifest_sha256": imported.release.manifest_sha256,
        "was_there": imported.was_there,
        "new_documents": imported.n_new_documents,
        "new_errata": imported.n_new_errata,
    }


def _sentence(imported: Imported) -> str:
    release = imported.release
    if imported.was_there:
        news = f"{imported.n_new_errata:,} errata added" if imported.n_new_errata else "nothing changed"
        return f"“{release.name}” is here already (manifest {release.manifest_sha256}); {news}"
    return (
        f"Imported “{release.name}”: {release.n_items:,} items, {release.n_documents:,} documents "
        f"({imported.n_new_documents:,} new to the bank), {release.n_decisions:,} decisions, "
        f"{imported.n_new_errata:,} errata; manifest {release.manifest_sha256}"
    )
