"""`manage.py import_raw FILE… --format NAME --source NAME`: a public data set's own files, standardised."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.construction.actions.importing_raw import import_raw
from benchmark.construction.rawdata import FORMATS, UnknownColumns, check_columns, formats_text, parse_columns
from reviewapp.management.importing import add_import_arguments, run_import, source_name
from reviewapp.records import InputFile


class Command(BaseCommand):
    help = "Add the documents and items of a public data set's own files (EMB §3.2)."

    requires_system_checks: list[str] = []  # they would load every page, a second before the import

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", type=Path, nargs="*", metavar="FILE")
        parser.add_argument("--list-formats", action="store_true", help="list the formats, and end")
        parser.add_argument("--format", choices=list(FORMATS), metavar="NAME", help="see --list-formats")
        parser.add_argument(
            "--source", type=source_name, metavar="NAME", help="the data set's name in the registry"
        )
        parser.add_argument(
            "--columns", metavar="FIELD=COLUMN,…", help="for tables: query=Prompt,answer=Answer,…"
        )
        add_import_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list_formats"]:
            self.stdout.write(formats_text())
            return
        columns = _columns(options)
        files = [InputFile.at(path) for path in options["files"]]
        run_import(
            self,
            options["files"],
            options,
            lambda bring_options, progress: import_raw(
                files=files,
                format_name=options["format"],
                actor=None,
                columns=columns,
                options=bring_options,
                progress=progress,
            ),
        )


def _columns(options: dict[str, Any]) -> dict[str, str]:
    """Return the column mapping; wrong usage ends with exit status 2."""
    missing = [f"--{name}" for name in ("format", "source") if not options[name]]
    missing = [*([] if options["files"] else ["FILE"]), *missing]
    if missing:
        raise CommandError(f"the following arguments are required: {', '.join(missing)}", returncode=2)
    takes = FORMATS[options["format"]].takes_columns
    if bool(options["columns"]) != takes:
        text = "needs --columns" if takes else "takes no --columns"
        raise CommandError(f"the format {options['format']} {text}", returncode=2)
    try:
        columns = parse_columns(options["columns"]) if takes else {}
        if takes:
            check_columns(columns)
    except UnknownColumns as error:
        raise CommandError(f"--columns: {error}", returncode=2) from error
    return columns
