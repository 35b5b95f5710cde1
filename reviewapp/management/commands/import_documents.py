"""`manage.py import_documents FILE`: documents into the bank (contracts §2)."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from reviewapp.bank.actions.importing import import_documents
from reviewapp.management.importing import add_import_arguments, run_import, source_name
from reviewapp.records import InputFile


class Command(BaseCommand):
    help = "Add the documents of a JSONL file to the bank: all of them, or none if a record is bad."

    requires_system_checks: list[str] = []  # they would load every page, a second before the import

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--source", type=source_name, metavar="NAME", help="the source of records that name none"
        )
        add_import_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        file = InputFile.at(options["file"])
        run_import(
            self,
            [options["file"]],
            options,
            lambda import_options, progress: import_documents(
                file=file, actor=None, options=import_options, progress=progress
            ),
        )
