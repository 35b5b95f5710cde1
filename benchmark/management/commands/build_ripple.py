"""Build ripple candidates from MuSiQue files, no database (RKB §3; contracts §8)."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchmark.construction.ripple.ids import public_part
from benchmark.construction.ripple.model import ModelGenerator, NoClient
from benchmark.construction.ripple.render import Generator, RulesGenerator
from benchmark.construction.ripple.report import report_of, text_of
from benchmark.construction.ripple.schedule import (
    ITEMS,
    RESERVES,
    SPLITS,
    Coordinate,
    InvalidSchedule,
    default_schedule,
    schedule_of,
)
from benchmark.construction.ripple.select import Collection, Options, build
from reviewapp.records import InputFile, InvalidFile, Problems, canonical_bytes

SUFFIXES = (".json", ".jsonl", ".json.gz", ".jsonl.gz")
KEY_VARIABLE = "RIPPLE_API_KEY"


def at_least(low: int) -> Any:
    """Return the argparse type of a whole number from *low* on."""

    def parse(text: str) -> int:
        if not text.isascii() or not text.isdigit() or int(text[:20]) < low:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {low} on")
        return int(text)

    return parse


class Command(BaseCommand):
    help = (
        "Write items.jsonl, public.jsonl, manifest.jsonl (private: which unit was which) and report.json to "
        "DIR. The same files, options and seed give the same bytes. Exit status 1 if a place of the schedule "
        "stays empty."
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
            "--id-key", metavar="FILE", help="a secret for the identifiers, instead of the seed"
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
            chosen = chosen_options(options)
            problems = Problems()
            generator = generator_from(options)
            collection = build(files, schedule, problems, chosen, generator=generator, progress=self.progress)
            if not options["skip_invalid"]:
                problems.raise_if_any()
            report = report_of(
                collection,
                schedule,
                chosen,
                [(file, sha256_of(file)) for file in files],
                generator=generator.name,
                revision=options["revision"],
            )
        except (InvalidFile, InvalidSchedule, NoClient, OSError) as error:
            raise CommandError(str(error)) from error
        report["damaged_records"] = problems.messages
        for line in text_of(report):
            self.stdout.write(line)
        if collection.unfilled and not options["partial"]:
            raise CommandError(shortfall(collection, schedule))
        if not collection.items:
            raise CommandError("no source will do, nothing written")
        write_folder(out, collection, report)
        self.stdout.write(f"Wrote {len(collection.items):,} candidates to {out}.")

    def progress(self, text: str) -> None:
        """Say what takes time, on a terminal only."""
        if self.stderr.isatty():
            self.stderr.write(text, self.style.NOTICE)


def shortfall(collection: Collection, schedule: Sequence[Coordinate]) -> str:
    """Say which places of the schedule stay empty."""
    named = ", ".join(collection.unfilled[:5]) + (", …" if collection.unfilled[5:] else "")
    return (
        f"{len(collection.items):,} of {len(schedule):,} items, nothing written: too few sources for "
        f"{named}; ask for fewer --items, or for --partial"
    )


def files_at(names: Sequence[str]) -> list[InputFile]:
    """Return the files of names, a folder standing for all records in it, in order."""
    paths: list[Path] = []
    for name in names:
        path = Path(name)
        inside = sorted(one for one in path.rglob("*") if one.is_file() and one.name.endswith(SUFFIXES))
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
    excluded = Path(options["exclude"]).read_text().split() if options["exclude"] else []
    secret = Path(options["id_key"]).read_text().strip() if options["id_key"] else ""
    return Options(options["seed"], secret, options["reserves"], frozenset(excluded))


def generator_from(options: dict[str, Any]) -> Generator:
    """Return the generator that the options ask for."""
    if not options["model"]:
        return RulesGenerator()
    key = os.environ.get(KEY_VARIABLE, "none")
    return ModelGenerator(options["model"], base_url=options["base_url"], api_key=key)


def sha256_of(file: InputFile) -> str:
    """Return the hash of a file's bytes."""
    found = hashlib.sha256()
    with file.open() as raw:
        while block := raw.read(1 << 20):
            found.update(block)
    return found.hexdigest()


def write_folder(out: Path, collection: Collection, report: dict[str, Any]) -> None:
    """Write the folder in whole or not at all."""
    out.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}-"))
    try:
        made.chmod(0o755)
        write_lines(made / "items.jsonl", collection.items)
        write_lines(made / "public.jsonl", [public_part(item) for item in collection.items])
        write_lines(made / "manifest.jsonl", collection.manifest)
        (made / "report.json").write_text(
            json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )
        made.rename(out)
    except BaseException:
        shutil.rmtree(made)
        raise


def write_lines(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Write objects as canonical JSON lines."""
    with path.open("wb") as file:
        file.writelines(canonical_bytes(row) + b"\n" for row in rows)
