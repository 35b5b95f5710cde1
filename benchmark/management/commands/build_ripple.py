"""Build ripple candidates from MuSiQue files, no database (RKB §3; contracts §8)."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchmark.construction.ripple.model import ModelGenerator, NoClient
from benchmark.construction.ripple.output import (
    KEY,
    TooFewSources,
    check_filled,
    contents,
    excluded_ids,
    new_secret,
)
from benchmark.construction.ripple.render import Generator, RulesGenerator
from benchmark.construction.ripple.report import build_reported, text_of
from benchmark.construction.ripple.schedule import (
    ITEMS,
    RESERVES,
    SPLITS,
    Coordinate,
    InvalidSchedule,
    default_schedule,
    schedule_of,
)
from benchmark.construction.ripple.select import Collection, Options
from reviewapp.records import InputFile, InvalidFile

SUFFIXES = (".json", ".jsonl", ".json.gz", ".jsonl.gz")
KEY_VARIABLE = "RIPPLE_API_KEY"
SHORTEST_SECRET = 32  # characters


class InvalidSecret(ValueError):
    """A file that holds no secret worth the name."""


def at_least(low: int) -> Any:
    """Return the argparse type of a whole number from *low* on."""

    def parse(text: str) -> int:
        if not text.isascii() or not text.isdigit() or int(text[:20]) < low:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {low} on")
        return int(text)

    return parse


class Command(BaseCommand):
    help = (
        "Write items.jsonl, public.jsonl, manifest.jsonl (private: which unit was which), report.json and "
        "isolation.json to DIR. The same files, options, seed and secret give the same bytes. Exit status 1 "
        "if a place of the schedule stays empty."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--records", action="append", required=True, metavar="FILE", help="MuSiQue; or a folder"
        )
        parser.add_argument("--out", required=True, metavar="DIR", help="a folder that does not exist yet")
        parser.add_argument("--items", type=at_least(1), default=ITEMS, help="in the default schedule")
        parser.add_argument(
            "--schedule", metavar="FILE", help="JSON: [{split, shape, size, depth, documents}, …]"
        )
        parser.add_argument("--split", choices=SPLITS, help="build the schedule's places of one split alone")
        parser.add_argument("--reserves", type=at_least(1), default=RESERVES, help="most sources a place")
        parser.add_argument("--seed", type=at_least(0), default=1)
        parser.add_argument("--exclude", metavar="FILE", help="source ids that must not be used, one a line")
        parser.add_argument(
            "--id-key",
            metavar="FILE",
            help="a secret on which plans, wording, identifiers and orders hang; drawn and kept otherwise",
        )
        parser.add_argument("--revision", default="", help="of the corpus, for the isolation report")
        parser.add_argument("--model", help=f"word by this model instead of by rules; key in {KEY_VARIABLE}")
        parser.add_argument("--base-url", help="of an OpenAI-compatible endpoint")
        partial = "write what there is if places of the schedule stay empty"
        parser.add_argument("--partial", action="store_true", help=partial)
        parser.add_argument("--skip-invalid", action="store_true", help="leave damaged records out")

    def handle(self, *args: Any, **options: Any) -> None:
        out = Path(options["out"])
        if out.exists():
            raise CommandError(f"{out} is there already, expected a new folder", returncode=2)
        try:
            files = files_at(options["records"])
            schedule = schedule_from(options)
            build_options = chosen_options(options)
            collection, report = build_reported(
                files,
                schedule,
                build_options,
                generator=generator_from(options),
                revision=options["revision"],
                skip_invalid=options["skip_invalid"],
                progress=self.progress,
            )
        except (InvalidFile, InvalidSchedule, InvalidSecret, NoClient, OSError) as error:
            raise CommandError(str(error)) from error
        for line in text_of(report):
            self.stdout.write(line)
        try:
            check_filled(collection, schedule, partial=options["partial"])
        except TooFewSources as error:
            raise CommandError(f"{error} (--items, --partial)") from error
        write_folder(out, collection, report, secret="" if options["id_key"] else build_options.secret)
        self.stdout.write(f"Wrote {len(collection.items):,} candidates to {out}.")

    def progress(self, text: str, done: int, total: int | None) -> None:
        """Say what takes time, on a terminal only."""
        if self.stderr.isatty() and done % 25 == 0:
            self.stderr.write(f"{text}: {done:,} of {total:,}…" if total else f"{text}…", self.style.NOTICE)


def files_at(names: Sequence[str]) -> list[InputFile]:
    """Return the files of names, a folder standing for all records in it, in order."""
    paths: list[Path] = []
    for name in names:
        path = Path(name)
        inside = sorted(file for file in path.rglob("*") if file.is_file() and file.name.endswith(SUFFIXES))
        paths += inside if path.is_dir() else [path]
    if not paths:
        raise InvalidFile([f"{', '.join(names)}: no file of records"])
    return [InputFile.at(path) for path in paths]


def schedule_from(options: dict[str, Any]) -> list[Coordinate]:
    """Return the schedule that the options ask for."""
    schedule = default_schedule(options["items"])
    if options["schedule"]:
        try:
            rows = json.loads(Path(options["schedule"]).read_bytes())
        except ValueError as error:
            raise InvalidSchedule(f"{options['schedule']}: {error}") from error
        schedule = schedule_of(rows if isinstance(rows, list) else [rows])
    return [place for place in schedule if options["split"] in (None, place.split)]


def chosen_options(options: dict[str, Any]) -> Options:
    """Return the build's options."""
    excluded = (
        excluded_ids(Path(options["exclude"]).read_text("utf-8", "replace"))
        if options["exclude"]
        else frozenset()
    )
    secret = Path(options["id_key"]).read_text().strip() if options["id_key"] else new_secret()
    if len(secret) < SHORTEST_SECRET:
        raise InvalidSecret(f"{options['id_key']}: expected a secret of {SHORTEST_SECRET} characters or more")
    return Options(options["seed"], secret, options["reserves"], excluded)


def generator_from(options: dict[str, Any]) -> Generator:
    """Return the generator that the options ask for."""
    if not options["model"]:
        return RulesGenerator()
    key = os.environ.get(KEY_VARIABLE, "none")
    return ModelGenerator(options["model"], base_url=options["base_url"], api_key=key)


def write_folder(out: Path, collection: Collection, report: dict[str, Any], *, secret: str = "") -> None:
    """Write the folder in whole or not at all; a secret of its own is for its owner's eyes."""
    out.parent.mkdir(parents=True, exist_ok=True)
    partial = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}-"))
    try:
        partial.chmod(0o755)
        for name, pieces in contents(collection, report, secret=secret):
            with (partial / name).open("wb") as file:
                file.writelines(pieces)
            if name == KEY:
                (partial / name).chmod(0o600)
        partial.rename(out)
    except BaseException:
        shutil.rmtree(partial)
        raise
