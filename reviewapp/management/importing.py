"""What the import commands share: their options, progress on a terminal, the closing line, exit status."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, OutputWrapper

from reviewapp.bank.actions.bringing import Options
from reviewapp.bank.intake.report import Imported
from reviewapp.jobs.progress import Progress
from reviewapp.records import InvalidFile
from reviewapp.records.fields import check_source


class TerminalProgress(Progress):
    """Rewrites one line of the terminal; says nothing where there is none."""

    def __init__(self, out: OutputWrapper) -> None:
        super().__init__()
        self._out = out

    def at(self, done: int, total: int | None = None) -> None:
        super().at(done, total)
        if self._out.isatty():
            self._out.write(f"\r{done:,} records read ", ending="")
            self._out.flush()

    def end(self) -> None:
        """Leave the line for what follows."""
        if self._out.isatty() and self.done:
            self._out.write("")


def add_import_arguments(parser: ArgumentParser) -> None:
    """Add the options of every import."""
    parser.add_argument(
        "--skip-invalid",
        action="store_true",
        help="import the good records and write the others, with reasons, to FILE.rejects.jsonl",
    )
    parser.add_argument("--dry-run", action="store_true", help="check only, write nothing")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def source_name(text: str) -> str:
    """Return the name of a source given as an option.

    :raises ValueError: if it cannot be one, which argparse turns into exit status 2."""
    if message := check_source(text):
        raise ValueError(message)
    return text


def run_import(
    command: BaseCommand,
    paths: list[Path],
    options: dict[str, Any],
    bring: Callable[[Options, Progress], Imported],
) -> None:
    """Call *bring* and print a closing line.

    :raises CommandError: with every message, exit status 1, if the file is refused."""
    rejects = paths[0].with_name(f"{paths[0].name}.rejects.jsonl") if options["skip_invalid"] else None
    progress = TerminalProgress(command.stderr)
    try:
        import_options = Options(options["source"], rejects, dry=options["dry_run"])
        imported = bring(import_options, progress)
    except (InvalidFile, OSError) as error:
        progress.end()
        raise CommandError(f"{error}\nNothing was written.", returncode=1) from error
    progress.end()
    if options["json"]:
        command.stdout.write(json.dumps(imported.as_json(), ensure_ascii=False))
        return
    for line in imported.mapped:
        command.stdout.write(line)
    if imported.more_mapped:
        command.stdout.write(f"… and {imported.more_mapped:,} more")
    for line in imported.warnings:
        command.stdout.write(f"warning: {line}")
    if imported.more_warnings:
        command.stdout.write(f"… and {imported.more_warnings:,} more warnings")
    closing = imported.sentence() + (f" (see {rejects})" if imported.left_out else "")
    command.stdout.write(f"Checked only. {closing}" if options["dry_run"] else closing)
