"""`manage.py import_ripple FILE`: ripple items with their hidden keys (contracts §4)."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from reviewapp.management.importing import add_import_arguments, run_import
from reviewapp.records import InputFile
from reviewapp.workflows.ripple.actions.importing import import_ripple


class Command(BaseCommand):
    help = "Add the ripple items of a JSONL file as a batch: all of them, or none if a record is bad."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        add_import_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        file = InputFile.at(options["file"])
        run_import(
            self,
            [options["file"]],
            options | {"source": None},
            lambda import_options, progress: import_ripple(
                file=file, actor=None, options=import_options, progress=progress
            ),
        )
