"""`manage.py import_collisions FILE`: collision candidates and models' verdicts (contracts §3)."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from reviewapp.management.importing import add_import_arguments, run_import
from reviewapp.records import InputFile
from reviewapp.workflows.collision.actions.importing import import_collisions


class Command(BaseCommand):
    help = (
        "Add the collision candidates and verdicts of a JSONL file: all of them, or none if a record is bad."
    )

    requires_system_checks: list[str] = []  # they would load every page, a second before the import

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        add_import_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        file = InputFile.at(options["file"])
        run_import(
            self,
            [options["file"]],
            options | {"source": None},
            lambda import_options, progress: import_collisions(
                file=file, actor=None, options=import_options, progress=progress
            ),
        )
