"""Score a stored run's evidence access from files alone, no database (contracts §7 and §8)."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from reviewapp.records import InvalidFile, Problems, open_source
from scoring.access.scorer.files import RunReader, read_items
from scoring.access.scorer.metrics import AccessItem, AccessTable, K, NoItems
from scoring.access.scorer.report import json_pieces, text_table
from scoring.access.scorer.responses import ALL_SCALES
from scoring.access.scorer.slices import Slice, access_slices
from scoring.statistics.bootstrap import REPLICATES, SEED

SHOWN_UNKNOWN = 5


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return the argparse type of a whole number within bounds."""

    def parse(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not low <= int(text[:20]) <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {low} to {high}")
        return int(text)

    return parse


def scale_name(text: str) -> str:
    """Return a rung's name as given; it must not be empty."""
    if not text:
        raise argparse.ArgumentTypeError("a rung's name cannot be empty")
    return text


class Command(BaseCommand):
    help = (
        "Print R@1, SR@K, FR@K and the SR–FR gap of RUN with 95 % bootstrap intervals, rung by rung. An item "
        "without a result scores as empty; results of unknown items are counted, named and left out."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("items", metavar="ITEMS|QRELS", help="evidence_items.jsonl, or a TREC qrels file")
        parser.add_argument("run", metavar="RUN", help="a stored run, JSONL or TREC")
        parser.add_argument(
            "--scale", type=scale_name, default=ALL_SCALES, help="the rung of unnamed results"
        )
        parser.add_argument("--k", type=whole_number(1, 10**9), default=K, help="cut-off in positions")
        parser.add_argument("--replicates", type=whole_number(1, 10**6), default=REPLICATES)
        parser.add_argument("--seed", type=whole_number(0, 2**63 - 1), default=SEED)
        parser.add_argument("--by-domain", action="store_true", help="print a row for each domain as well")
        parser.add_argument(
            "--json", metavar="OUT", help="write every figure, and every item's, to this file"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            table, unknown = self.read(options)
            resampling = {"replicates": options["replicates"], "seed": options["seed"]}
            self.progress(f"Resampling {len(table.items):,} items {options['replicates']:,} times…")
            slices = list(access_slices(table, by_domain=options["by_domain"], **resampling))
            if options["json"]:
                write_whole(Path(options["json"]), json_pieces(table, slices, **resampling))
        except (InvalidFile, NoItems, OSError) as error:
            raise CommandError(str(error)) from error
        self.report(table, slices, unknown)

    def read(self, options: dict[str, Any]) -> tuple[AccessTable, list[str]]:
        """Read both files; every bad line of both is reported in one go."""
        problems = Problems()
        self.progress(f"Reading {options['items']}…")
        table = AccessTable(read_gold(options["items"], problems), options["k"])
        self.progress(f"Reading {options['run']}…")
        unknown = []
        with open(options["run"], "rb") as raw, open_source(raw, options["run"]) as source:
            reader = RunReader(source, problems, k=options["k"], scale=options["scale"])
            for result in reader.results():
                if not table.add(result.scale, result.item_id, result.ids):
                    unknown.append(result.item_id)
        problems.raise_if_any()
        if not table.scales:
            table.open_scale(options["scale"])
        return table, unknown

    def report(self, table: AccessTable, slices: list[Slice], unknown: list[str]) -> None:
        """Print the table, what is doubtful about the run, and one closing line."""
        for line in text_table(slices, table.k):
            self.stdout.write(line)
        for scale in table.scales:
            if missing := table.n_missing(scale):
                self.stderr.write(f"{scale}: {missing:,} items without a result score as empty")
        if unknown:
            names = ", ".join(map(repr, unknown[:SHOWN_UNKNOWN])) + (", …" if unknown[SHOWN_UNKNOWN:] else "")
            self.stderr.write(f"{len(unknown):,} results of unknown items are left out: {names}")
        if empty := sum(not item.gold for item in table.items):
            self.stderr.write(f"{empty:,} items have no gold document: SR@{table.k} counts them as 0")
        self.stdout.write(f"Scored {len(table.items):,} items; rungs: {', '.join(table.scales)}.")

    def progress(self, text: str) -> None:
        """Say what takes time, on a terminal only."""
        if self.stderr.isatty():
            self.stderr.write(text, self.style.NOTICE)


def read_gold(name: str, problems: Problems) -> list[AccessItem]:
    """Read the items; the run is still checked if some of them are bad."""
    with open(name, "rb") as raw, open_source(raw, name) as source:
        items = read_items(source, problems)
    if not items:
        problems.raise_if_any()
    return items


def write_whole(path: Path, pieces: Iterable[str]) -> None:
    """Write a file in whole or not at all; a pipe or a terminal is written to as it is."""
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8") as pipe:
            pipe.writelines(pieces)
        return
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as out:
        try:
            out.writelines(pieces)
        except BaseException:
            os.unlink(out.name)
            raise
    os.chmod(out.name, 0o666 & ~_umask())
    os.replace(out.name, path)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
