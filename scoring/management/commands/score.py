"""Score stored runs on ripple items from files alone, no database (contracts §6 and §8)."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from reviewapp.records import InvalidFile, Problems
from scoring.management.commands.score_access import whole_number, write_whole
from scoring.ripple.scorer.compare import differences
from scoring.ripple.scorer.estimates import NoItems, Population, estimate
from scoring.ripple.scorer.files import Hashed, opened
from scoring.ripple.scorer.items import read_ripple_items
from scoring.ripple.scorer.metrics import BadTarget, Target, target_recall
from scoring.ripple.scorer.rankings_parse import PARSERS, PRIMARY
from scoring.ripple.scorer.report import (
    Signature,
    census_table,
    details,
    difference_table,
    dump_pieces,
    json_pieces,
    metric_table,
    slice_table,
)
from scoring.ripple.scorer.runs import RippleRun
from scoring.ripple.scorer.scored import ScoredRun, score_run
from scoring.ripple.scorer.slices import ripple_slices
from scoring.statistics.bootstrap import REPLICATES, SEED


def target(text: str) -> Fraction:
    """Read the argparse type of a target recall."""
    try:
        return target_recall(text)
    except BadTarget as error:
        raise argparse.ArgumentTypeError(str(error)) from error


class Command(BaseCommand):
    help = (
        "Print every metric of RUN on ITEMS with 95 % source-cluster bootstrap intervals. An item without a "
        "response scores as empty; responses of unknown items are counted, named and left out."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("items", metavar="ITEMS", help="ripple items, JSONL")
        parser.add_argument("run", metavar="RUN", help="a stored run, JSONL")
        parser.add_argument(
            "--runs", metavar="RUN", nargs="+", default=[], help="more runs to compare it with"
        )
        parser.add_argument("--parser", choices=PARSERS, default=PRIMARY, help="how responses are read")
        parser.add_argument("--replicates", type=whole_number(1, 10**6), default=REPLICATES)
        parser.add_argument("--seed", type=whole_number(0, 2**63 - 1), default=SEED)
        parser.add_argument("--target", type=target, default=Fraction(1), help="recall of the review burden")
        parser.add_argument("--slices", action="store_true", help="print the slices as well")
        parser.add_argument("--census", action="store_true", help="print the error census as well")
        parser.add_argument(
            "--json", metavar="OUT", help="write RUN's figures, and every item's, to this file"
        )
        parser.add_argument(
            "--details",
            metavar="OUT",
            help="write signatures, census, slices and differences of all runs to this file",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            population, runs, signatures = self.read(options)
            self.progress(f"Resampling {len(population.targets):,} items {options['replicates']:,} times…")
            matrices = [run.matrix for run in runs]
            figures = estimate(population, matrices)
            compared = differences(population, matrices)
            wants_slices = options["slices"] or options["details"]
            slices = list(ripple_slices(population, runs)) if wants_slices else []
            if options["json"]:
                pieces = json_pieces(population.targets, runs[0], figures[0], signatures[0])
                write_whole(Path(options["json"]), pieces)
            if options["details"]:
                details_object = details(population.targets, runs, signatures, figures, slices, compared)
                write_whole(Path(options["details"]), dump_pieces(details_object))
        except (InvalidFile, NoItems, BadTarget, OSError) as error:
            raise CommandError(str(error)) from error
        self.tables(options, runs, [metric_table(runs, figures)], slices, difference_table(runs, compared))
        self.doubts(runs)
        self.stdout.write(
            f"Scored {len(population.targets):,} items from {population.resampling.n_clusters:,} sources; "
            f"parser {options['parser']}; parsed: {', '.join(f'{run.n_parsed:,}' for run in runs)}."
        )

    def read(self, options: dict[str, Any]) -> tuple[Population, list[ScoredRun], list[Signature]]:
        """Read all files; every bad line of each is reported in one go."""
        problems = Problems()
        self.progress(f"Reading {options['items']}…")
        with opened(options["items"]) as (source, items_hash):
            items = read_ripple_items(source, problems)
        if not items:
            problems.raise_if_any()
        target = target_recall(str(options["target"]))
        targets = [Target(item, target) for item in items]
        runs, hashes = [], []
        for name in [options["run"], *options["runs"]]:
            self.progress(f"Reading {name}…")
            run, run_hash = read_run(name, targets, problems, options["parser"])
            runs.append(run)
            hashes.append(run_hash)
        problems.raise_if_any()
        name_apart(runs, [options["run"], *options["runs"]])
        resampling = {"replicates": options["replicates"], "seed": options["seed"]}
        signed = {**resampling, "parser": options["parser"], "target": str(target)}
        signatures = [
            Signature(items_hash.hexdigest(), hash_of_run.hexdigest(), **signed) for hash_of_run in hashes
        ]
        return Population(targets, **resampling), runs, signatures

    def tables(self, options: dict[str, Any], runs: list[ScoredRun], *parts: Any) -> None:
        """Print what was asked for, an empty line between the tables."""
        [metrics], slices, compared = parts
        blocks = [metrics]
        if options["slices"]:
            blocks.append(slice_table(runs, slices))
        if options["census"]:
            blocks.append(census_table(runs))
        if len(runs) > 1:
            blocks.append(compared)
        for table in blocks:
            for line in [*table, ""]:
                self.stdout.write(line)

    def doubts(self, runs: list[ScoredRun]) -> None:
        """Say what is doubtful about each run."""
        for run in runs:
            if half := half_done(run.metadata):
                self.stderr.write(f"{run.name}: {half}")
            if run.n_missing:
                self.stderr.write(f"{run.name}: {run.n_missing:,} items without a response score as empty")
            if run.n_unknown:
                names = ", ".join(run.unknown) + (", …" if run.n_unknown > len(run.unknown) else "")
                self.stderr.write(f"{run.name}: {run.n_unknown:,} unknown items are left out: {names}")

    def progress(self, text: str) -> None:
        """Say what takes time, on a terminal only."""
        if self.stderr.isatty():
            self.stderr.write(text, self.style.NOTICE)


def read_run(name: str, targets: list[Target], problems: Problems, parser: str) -> tuple[ScoredRun, Hashed]:
    """Score a run while reading it. Its name is that of its metadata, or else its file's."""
    with opened(name) as (source, hashed):
        reader = RippleRun(source, problems, parser)
        run = score_run(targets, reader.results())
    run.metadata = reader.metadata
    run.name = reader.metadata.get("system") or Path(name).name
    return run, hashed


def half_done(metadata: Mapping[str, Any]) -> str:
    """Return how far a model's run had come when it was written; empty for a finished run and any other."""
    answers = metadata.get("answers")
    if not isinstance(answers, dict) or answers.get("complete") is not False:
        return ""
    return f"half done: {answers.get('answered')} of {answers.get('items')} items answered"


def name_apart(runs: list[ScoredRun], files: list[str]) -> None:
    """Add the file's name to systems that are called the same."""
    names = [run.name for run in runs]
    for run, file in zip(runs, files, strict=True):
        if names.count(run.name) > 1:
            run.name = f"{run.name} ({file})"
